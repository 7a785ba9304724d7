package libm

// Asin returns the arcsine of x in radians, with an error below 0.75 ulp.
//
//	Asin(±0) = ±0
//	Asin(x) = NaN for |x| > 1, and for NaN
func Asin(x float64) float64 {
	t, rest, outer := arc(abs(x))
	base := sel(outer, halfPi1, 0)
	baseLo := sel(outer, halfPi2+halfPi3, 0)
	hi, lost := fastTwoSum(base, sel(outer, -t, t))
	return copysign(hi+(lost+(baseLo+sel(outer, -rest, rest))), x)
}

// Acos returns the arccosine of x in radians, with an error below 0.75 ulp.
//
//	Acos(x) = NaN for |x| > 1, and for NaN
func Acos(x float64) float64 {
	t, rest, outer := arc(abs(x))
	left := bits64(x)>>63 != 0
	base := sel(outer, sel(left, 2*halfPi1, 0), halfPi1)
	baseLo := sel(outer, sel(left, 2*(halfPi2+halfPi3), 0), halfPi2+halfPi3)
	// Right of the middle an arccosine is π/2 less an arcsine, near 1 it is the
	// arc itself, and left of zero all is mirrored.
	sign := bits64(sel(outer, x, -x)) & (1 << 63)
	hi, lost := fastTwoSum(base, from64(bits64(t)^sign))
	return hi + (lost + (baseLo + from64(bits64(rest)^sign)))
}

// arc returns t+rest, the arcsine of a for 0 ≤ a ≤ ½, and the arccosine of a for
// ½ < a ≤ 1, where outer holds; |rest| < |t|/16.
//
// acos a = 2 asin √((1-a)/2) takes one polynomial to the whole range (Cody and
// Waite, 1980, chapter 8). What the square root rounds away is found by fma from
// its exact remainder (P. Markstein, "Computation of elementary functions on the
// IBM RISC System/6000 processor", 1990).
func arc(a float64) (t, rest float64, outer bool) {
	outer = a > 0.5
	z := sel(outer, fma(a, -0.5, 0.5), float64(a*a))
	s := sqrt(z)
	remainder := fma(-s, s, z)
	// 1/s to 5 %: the bits of a float are almost its logarithm.
	inverse := from64(0x7fde6<<44 - bits64(s))
	t = sel(outer, s+s, a)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	p := fma(fma(fma(z4, asinP27, fma(fma(z, asinP25, asinP23), z2, fma(z, asinP21, asinP19))), z4,
		fma(fma(z, asinP17, asinP15), z2, fma(z, asinP13, asinP11))), z4,
		fma(fma(z, asinP9, asinP7), z2, fma(z, asinP5, asinP3)))
	// 2√z is off by remainder/s.
	return t, fma(float64(t*z), p, sel(outer, float64(remainder*inverse), 0)), outer
}
