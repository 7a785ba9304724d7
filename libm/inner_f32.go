package libm

// The functions of this file are parts of float32 functions that compute in
// float64. Their relative errors are near 2^-40 and below, so that rounding to float32 is
// almost all that the results are off by.

// innerLogStart is what exponents are counted from, 0.69921875: so 1 is in the
// middle of one of the 16 intervals of innerRecip.
const innerLogStart = 0x3fe66 << 44

// innerSplit returns k and i with x = 2^k·m for a normal x > 0, where
// 0.699 ≤ m < 1.399 and innerRecip[i&15] is near 1/m, and u, the bits of x less
// innerLogStart.
func innerSplit(x float64) (k float64, i, u uint64) {
	u0 := bits64(x) - innerLogStart
	// The exponent, biased to be positive, as the last bits of a float64 around 2⁵².
	k0 := from64((u0+0x400<<52)>>52|0x433<<52) - (0x1p52 + 0x400)
	return k0, u0 >> 48, u0
}

// innerRest returns r with m·innerRecip[i&15] = 1+r, |r| < 0.033, for what
// innerSplit returned.
func innerRest(i, u uint64) float64 {
	return fma(from64(u&(1<<52-1)+innerLogStart), innerRecip[i&15], -1)
}

// innerLog2 returns the binary logarithm of a normal x > 0.
//
// The table's reciprocal brings m near 1 (Tang, "Table-driven implementation of
// the logarithm function in IEEE floating-point arithmetic", 1990). Around 1 it
// is 1, so that the relative error is small there, too.
func innerLog2(x float64) float64 {
	k, i, u := innerSplit(x)
	return innerLog2Of(innerRest(i, u)) + (k + innerLog[i&15])
}

// innerLog2Of returns the binary logarithm of 1+r, |r| < 0.033.
func innerLog2Of(r float64) float64 {
	p := fma(innerLogP6, r, innerLogP5)
	p = fma(p, r, innerLogP4)
	p = fma(p, r, innerLogP3)
	p = fma(p, r, innerLogP2)
	p = fma(p, r, innerLogP1)
	p = fma(p, r, innerLogP0)
	return float64(p * r)
}

// innerExponent is what rounds a sum to an integer, 1.5·2⁵², and 1023: the last
// bits of the sum are the exponent of a float64.
const innerExponent = 0x1.8p52 + 1023

// innerExp2 returns 2 to the power x, |x| ≤ 1000.
func innerExp2(x float64) float64 {
	n := x + innerExponent
	r := x - (n - innerExponent)
	return float64(fma(innerExp2Slope(r), r, 1) * from64(bits64(n)<<52))
}

// innerExp2Slope returns (2^r - 1)/r, |r| ≤ ½.
func innerExp2Slope(r float64) float64 {
	p := fma(innerExpP9, r, innerExpP8)
	p = fma(p, r, innerExpP7)
	p = fma(p, r, innerExpP6)
	p = fma(p, r, innerExpP5)
	p = fma(p, r, innerExpP4)
	p = fma(p, r, innerExpP3)
	p = fma(p, r, innerExpP2)
	p = fma(p, r, innerExpP1)
	return p
}

// clamp returns the number nearest to x between low and high; NaN is NaN.
func clamp(x, low, high float64) float64 {
	y := sel(x > high, high, x)
	return sel(y < low, low, y)
}
