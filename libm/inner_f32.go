package libm

// The functions of this file are parts of float32 functions that compute in
// float64. Their relative errors are below 2^-40, so that rounding to float32
// is almost all that the results are off by.

// innerLogStart is 0.69921875: what exponents are counted from, so that 1 is
// in the middle of one of the 16 intervals of innerRecip.
const innerLogStart = 0x3fe66 << 44

// innerLog2 returns the binary logarithm of a normal x > 0.
//
// The table's reciprocal brings x/2^k near 1 (Tang, "Table-driven
// implementation of the logarithm function", 1990). Around 1 it is 1, so that
// the relative error is small there, too.
func innerLog2(x float64) float64 {
	u := bits64(x) - innerLogStart
	i := u >> 48
	// The exponent, biased to be positive, as the last bits of a float64 around 2⁵².
	k := from64((u+0x400<<52)>>52|0x433<<52) - (0x1p52 + 0x400)
	m := from64(u&(1<<52-1) + innerLogStart)
	r := fma(m, innerRecip[i&15], -1)
	return innerLog2Rest(r) + (k + innerLog[i&15])
}

// innerLog2Rest returns the binary logarithm of 1+r, |r| ≤ 0.033.
func innerLog2Rest(r float64) float64 {
	p := fma(innerLogP6, r, innerLogP5)
	p = fma(p, r, innerLogP4)
	p = fma(p, r, innerLogP3)
	p = fma(p, r, innerLogP2)
	p = fma(p, r, innerLogP1)
	p = fma(p, r, innerLogP0)
	return float64(p * r)
}

// innerExp2 returns 2 to the power x, |x| ≤ 1000.
func innerExp2(x float64) float64 {
	k := rint(x)
	r := x - k
	p := fma(innerExpP8, r, innerExpP7)
	p = fma(p, r, innerExpP6)
	p = fma(p, r, innerExpP5)
	p = fma(p, r, innerExpP4)
	p = fma(p, r, innerExpP3)
	p = fma(p, r, innerExpP2)
	p = fma(p, r, innerExpP1)
	p = fma(p, r, 1)
	return float64(p * pow2(k))
}

// clamp returns the number nearest to x between low and high; NaN is NaN.
func clamp(x, low, high float64) float64 {
	x = sel(x > high, high, x)
	return sel(x < low, low, x)
}
