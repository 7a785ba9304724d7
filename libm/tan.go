package libm

// Tan returns the tangent of x, an angle in radians, with an error below 0.8 ulp.
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
	s1, s2 := sinParts(r, lo)
	c1, c3 := cosParts(r, lo)
	// Here half an ulp of r² would be too much.
	c2 := fma(fma(r, r, -float64(r*r)), -0.5, c3)
	// Even quarters begin like the tangent, odd ones like -1/tan.
	odd := q&1 != 0
	t := quotient(sel(odd, c1, s1), sel(odd, c2, s2), sel(odd, s1, c1), sel(odd, s2, c2))
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
