package libm

// Tan returns the tangent of x, an angle in radians, with an error below 0.85 ulp.
//
//	Tan(±0) = ±0
//	Tan(±Inf) = NaN
//	Tan(NaN) = NaN
//
// It is the quotient of the sine and the cosine, each as a sum of two, with one
// division: the reciprocal of the divisor gives the quotient and, once more,
// what the exact remainder adds to it (Muller et al., Handbook of Floating-Point
// Arithmetic, 2nd ed. 2018, sections 4.7 and 14.1).
func Tan(x float64) float64 {
	r, lo, q := reduceQuarter(abs(x))
	z := float64(r * r)
	zz := float64(z * z)
	c1, lost := leadingCos(z)
	// Pairs of terms do not wait for each other (Estrin's scheme).
	p := fma(fma(fma(zz, sinP13, fma(z, sinP11, sinP9)), zz, fma(z, sinP7, sinP5)), z, sinP3)
	// What is lost of r² would be too much for the quotient.
	zLost := fma(r, r, -z)
	s2 := fma(float64(r*z), p, fma(float64(r*zLost), sinP3, float64(lo*c1)))
	lost = fma(zLost, -0.5, lost)
	p = fma(fma(fma(z, cosP14, cosP12), zz, fma(z, cosP10, cosP8)), zz, fma(z, cosP6, cosP4))
	c2 := fma(zz, p, fma(-r, lo, lost))
	// Even quarters begin like the tangent, odd ones like -1/tan.
	odd := q&1 != 0
	t := quotient(sel(odd, c1, r), sel(odd, c2, s2), sel(odd, r, c1), sel(odd, s2, c2))
	sign := (bits64(x) ^ q<<63) & (1 << 63)
	return from64(bits64(t) ^ sign)
}

// quotient returns (n1 + n2)/(d1 + d2) with little more than the error of one
// rounding, for |n2| ≤ |n1| and |d2| ≤ |d1|, both small beside their partners.
func quotient(n1, n2, d1, d2 float64) float64 {
	n, nLost := fastTwoSum(n1, n2)
	d, dLost := fastTwoSum(d1, d2)
	inverse := 1 / d
	q := float64(n * inverse)
	remainder := fma(-q, d, n) + fma(-q, dLost, nLost)
	return fma(remainder, inverse, q)
}

// fastTwoSum returns the rounded sum of x and y and its error, exactly, for
// |x| ≥ |y| (T. J. Dekker, "A floating-point technique for extending the
// available precision", 1971).
func fastTwoSum(x, y float64) (sum, err float64) {
	sum = x + y
	return sum, y - (sum - x)
}
