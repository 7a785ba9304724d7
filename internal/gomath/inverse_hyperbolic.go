package gomath

import "math"

// Asinh returns the inverse hyperbolic sine of x: log(x + √(x²+1)), with what keeps the
// argument exact taken apart: 2x plus the rest from 2 on, and x plus the rest, for
// Log1p, below (FreeBSD's s_asinh.c, Sun Microsystems 1993).
func Asinh(x float64) float64 {
	a := abs(x)
	q := a * a
	root := sqrt(1 + q)
	great := a > 2
	d := sel(great, 1, q) / (root + sel(great, a, 1))
	huge := a > 0x1p28
	y := logOrLog1p(sel(huge, a, sel(great, a+a, a)+d), great)
	y = y + sel(huge, math.Ln2, 0)
	y = sel(a < 0x1p-28 || !(a < from64(infBits)), a, y)
	return copysign(y, x)
}

// Acosh returns the inverse hyperbolic cosine of x: log(x + √(x²-1)), by Log from 2 on
// and by Log1p of x-1 plus the root below (FreeBSD's e_acosh.c, Sun Microsystems 1993).
func Acosh(x float64) float64 {
	great := x > 2
	t := x - 1
	root := sqrt(sel(great, x*x-1, t+t+t*t))
	arg := sel(great, x+x-1/(x+root), t+root)
	huge := x >= 0x1p28
	y := logOrLog1p(sel(huge, x, arg), great)
	y = y + sel(huge, math.Ln2, 0)
	if !(x > 1 && x < from64(infBits)) {
		y = sel(x > 1, x, sel(x == 1, 0, from64(nanBits)))
	}
	return y
}

// Atanh returns the inverse hyperbolic tangent of x: half of Log1p of 2x/(1-x), which
// is 2x + 2x·x/(1-x) for x below 1/2 (FreeBSD's e_atanh.c, Sun Microsystems 1993).
func Atanh(x float64) float64 {
	a := abs(x)
	twice := a + a
	less := a < 0.5
	d := sel(less, twice*a, twice) / (1 - a)
	y := 0.5 * Log1p(sel(less, twice+d, d))
	y = sel(a < 0x1p-28, a, y)
	if !(a < 1) {
		y = from64(sel(a == 1, uint64(infBits), nanBits))
	}
	return copysign(y, x)
}

// logOrLog1p returns Log(x) where isLog holds, for finite x > 2, else Log1p(x), for x
// from 2^-29 to 2^53. The two differ in 1+x and in the order of the polynomial.
func logOrLog1p(x float64, isLog bool) float64 {
	u := sel(isLog, x, 1+x)
	k, m := logSplit(u, sel(isLog, logOffset(), logRootHalf))
	small := !isLog && x < log1pSqrt2M1
	f := sel(small, x, m-1)
	k = sel(small, 0, k)
	c := 0.0
	if k != 0 && !isLog {
		c = sel(u >= 2, 1-(u-x), x-(u-1)) / u
	}
	s := f / (2 + f)
	z := float64(s * s)
	r := sel(isLog, logPoly(z), float64(z*log1pPoly(z)))
	y := logSum(k, f, s, r, float64(k*logLn2Lo)+c)
	if fuses {
		y = sel(isLog, logOf(k, f), log1pOf(k, f, c))
	}
	return y
}
