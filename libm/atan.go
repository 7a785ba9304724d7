package libm

import "math"

// Atan returns the arctangent of x in radians, with an error below 0.7 ulp.
//
//	Atan(±0) = ±0
//	Atan(±Inf) = ±π/2
//	Atan(NaN) = NaN
func Atan(x float64) float64 {
	// Far below the limit π/2 is the nearest float64, and infinity has no
	// quotients.
	n := sel(abs(x) > 0x1p60, 0x1p60, abs(x))
	t, rest, steep, middle := slope(n, 1)
	base := sel(steep, halfPi1, sel(middle, halfPi1/2, 0))
	baseLo := sel(steep, halfPi2+halfPi3, sel(middle, (halfPi2+halfPi3)/2, 0))
	hi, lost := fastTwoSum(base, t)
	return copysign(hi+(lost+(baseLo+rest)), x)
}

// Atan2 returns the angle of the point (x, y) with the x axis, in radians from
// -π to π, with an error below 0.7 ulp; the signs of zeros count.
//
//	Atan2(y, NaN) = Atan2(NaN, x) = NaN
//	Atan2(±0, x) = ±0 for x ≥ 0, also for x = +0
//	Atan2(±0, x) = ±π for x ≤ -0
//	Atan2(y, ±0) = ±π/2 with the sign of y
//	Atan2(y, +Inf) = ±0, and ±π/4 for y = ±Inf
//	Atan2(y, -Inf) = ±π, and ±3π/4 for y = ±Inf
func Atan2(y, x float64) float64 {
	n := abs(y)
	d := abs(x)
	larger := sel(n > d, n, d)
	smaller := sel(n > d, d, n)
	if larger > 0x1p900 || smaller < 0x1p-500 {
		// Neither reciprocals nor remainders may leave the range of float64,
		// and where the quotient does not both stay above 2^-800.
		infinite := larger > math.MaxFloat64
		s := sel(larger > 0x1p400, 0x1p-100, 0x1p560)
		// Infinity becomes 1, and what is finite beside it 0.
		n = sel(infinite, sel(n == larger, 1, float64(n*0)), float64(n*s))
		d = sel(infinite, sel(d == larger, 1, float64(d*0)), float64(d*s))
		d = sel(larger == 0, 1, d)
	}
	t, rest, steep, middle := slope(n, d)
	// The angle of (-d, n) is π less that of (d, n).
	left := bits64(x)>>63 != 0
	base := sel(steep, halfPi1, sel(middle, sel(left, threeQuarterPiHi, halfPi1/2), sel(left, 2*halfPi1, 0)))
	baseLo := sel(steep, halfPi2+halfPi3,
		sel(middle, sel(left, threeQuarterPiLo, (halfPi2+halfPi3)/2), sel(left, 2*(halfPi2+halfPi3), 0)))
	hi, lost := fastTwoSum(base, sel(left, -t, t))
	return copysign(hi+(lost+(baseLo+sel(left, -rest, rest))), y)
}

// slope returns the angle of the point (d, n), both of them at least 0 and not
// both 0, as t+rest above 0, above π/4 where middle holds, and above π/2 where
// steep does, |t| ≤ tan(π/8) and |rest| < |t|/16.
//
// From n/d, (n-d)/(n+d) and -d/n it takes the one that is small; the idea and the
// formulas are those of every arctangent since Cody and Waite, 1980, chapter 11.
// The quotient is kept in two parts, and so its three forms need no closer seams.
func slope(n, d float64) (t, rest float64, steep, middle bool) {
	// tan(3π/8), roughly.
	const seam = 2.41421
	steep = n > float64(d*seam)
	middle = float64(n*seam) > d && !steep
	difference, differenceLost := twoSum(n, -d)
	total, totalLost := twoSum(n, d)
	num := sel(steep, -d, sel(middle, difference, n))
	den := sel(steep, n, sel(middle, total, d))
	inverse := 1 / den
	t = float64(num * inverse)
	remainder := fma(-t, den, num) + sel(middle, fma(-t, totalLost, differenceLost), 0)
	z := float64(t * t)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	p := fma(fma(fma(z2, atanP23, fma(z, atanP21, atanP19)), z4,
		fma(fma(z, atanP17, atanP15), z2, fma(z, atanP13, atanP11))), z4,
		fma(fma(z, atanP9, atanP7), z2, fma(z, atanP5, atanP3)))
	// atan(t + r) = atan t + r/(1 + t²) + …
	rest = fma(float64(t*z), p, float64(remainder*fma(-z, inverse, inverse)))
	return t, rest, steep, middle
}
