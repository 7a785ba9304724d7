package libm

import "math"

// Atan returns the arctangent of x in radians, with an error below 0.75 ulp.
//
//	Atan(±0) = ±0
//	Atan(±Inf) = ±π/2
//	Atan(NaN) = NaN
func Atan(x float64) float64 {
	n := abs(x)
	t, tLost, steep, middle := slope(n, 1, 1, n)
	base := sel(steep, halfPi1, sel(middle, halfPi1/2, 0))
	baseLo := sel(steep, halfPi2+halfPi3, sel(middle, (halfPi2+halfPi3)/2, 0))
	angle := angleFrom(base, baseLo, t, tLost)
	// Infinity has no quotients; long before it π/2 is the nearest float64.
	return copysign(sel(n > 0x1p60, halfPi1, angle), x)
}

// Atan2 returns the angle of the point (x, y) with the x axis, in radians from
// -π to π, with an error below 0.8 ulp; the signs of zeros count.
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
		// Reciprocals and remainders must not leave the range of float64. Where
		// the quotient does not either, both come to lie between 2^-800 and 2^960.
		infinite := larger > math.MaxFloat64
		s := sel(larger > 0x1p400, 0x1p-100, 0x1p560)
		// Infinity becomes 1, and what is finite beside it 0.
		n = sel(infinite, sel(n == larger, 1, float64(n*0)), float64(n*s))
		d = sel(infinite, sel(d == larger, 1, float64(d*0)), float64(d*s))
		d = sel(larger == 0, 1, d)
	}
	t, tLost, steep, middle := slope(n, d, sel(n > d, n, d), sel(n > d, d, n))
	// The angle of (-d, n) is π less that of (d, n).
	sign := bits64(x) & (1 << 63)
	left := sign != 0
	base := sel(steep, halfPi1, sel(middle, sel(left, threeQuarterPiHi, halfPi1/2), sel(left, 2*halfPi1, 0)))
	baseLo := sel(steep, halfPi2+halfPi3,
		sel(middle, sel(left, threeQuarterPiLo, (halfPi2+halfPi3)/2), sel(left, 2*(halfPi2+halfPi3), 0)))
	return copysign(angleFrom(base, baseLo, from64(bits64(t)^sign), from64(bits64(tLost)^sign)), y)
}

// slope returns the tangent t+tLost of the angle of the point (d, n), n and d at
// least 0 and not both 0: of that above 0, above π/4 where middle holds, and above
// π/2 where steep does, so that |t| ≤ ½. larger and smaller are n and d in order.
//
// From n/d, (n-d)/(n+d) and -d/n it takes the one that is small; the idea and the
// formulas are those of every arctangent since Cody and Waite, 1980, chapter 11.
// The seams, quotients of ½ and 2, are where n-d begins to be exact (P. H.
// Sterbenz, Floating-Point Computation, 1974, theorem 4.3.1). As the quotient is
// kept in two parts, no closer seams are needed.
func slope(n, d, larger, smaller float64) (t, tLost float64, steep, middle bool) {
	steep = n > d+d
	middle = n+n > d && !steep
	total, totalLost := fastTwoSum(larger, smaller)
	num := sel(steep, -d, sel(middle, n-d, n))
	den := sel(steep, n, sel(middle, total, d))
	inverse := 1 / den
	t = float64(num * inverse)
	remainder := fma(-t, sel(middle, totalLost, 0), fma(-t, den, num))
	return t, float64(remainder * inverse), steep, middle
}

// angleFrom returns base + baseLo + atan(t + tLost), |t| ≤ ½, and base 0 or at
// least π/4.
func angleFrom(base, baseLo, t, tLost float64) float64 {
	z := float64(t * t)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	// Pairs of terms do not wait for each other (Estrin's scheme); the last one
	// is added alone, with one rounding.
	p := fma(fma(z2, atanP25, fma(z, atanP23, atanP21)), z4,
		fma(fma(z, atanP19, atanP17), z2, fma(z, atanP15, atanP13)))
	p = fma(p, z4, fma(fma(z, atanP11, atanP9), z2, fma(z, atanP7, atanP5)))
	p = fma(p, z, atanP3)
	hi, lost := fastTwoSum(base, t)
	// The derivative of the arctangent is 1 - t² + …
	rest := fma(-z, tLost, tLost) + (lost + baseLo)
	return hi + fma(float64(t*z), p, rest)
}
