package libm

// split32 returns f and k with x = 2^k·(1+f) and 0.6728 < 1+f < 1.3458, and what
// to add to the logarithm that a caller makes of them: 0, or log x where that is
// infinite or NaN (f and k are 0 then).
func split32(x float32) (f, k, special float32) {
	u := bits32(x)
	s := float32(0)
	// One comparison finds zero, the denormals, negative numbers, infinity and NaN.
	if u-0x00800000 >= 0x7f000000 {
		u, s = splitRare32(x)
	}
	e := int32(u-0x3f2c4000) >> 23
	m := from32(u - uint32(e)<<23)
	return m - 1, float32(e), s
}

// splitRare32 returns the bits of a denormal, with an exponent that may wrap
// around to the sign (it is looked at as an int32), or those of 1, and the third
// result of split32.
func splitRare32(x float32) (u uint32, special float32) {
	finite := x > 0 && x < from32(0x7f800000)
	s := sel(finite, 0, x)
	s = sel(x < 0, from32(0x7fc00000), s)
	s = sel(x == 0, from32(0xff800000), s)
	return sel(finite, bits32(float32(x*0x1p24))-24<<23, 0x3f800000), s
}

// LogF32 returns the natural logarithm of x: k·ln 2 and a polynomial in f,
// where x = 2^k·(1+f). Largest error: 0.95 ulp.
//
// Special cases are those of [math.Log].
func LogF32(x float32) float32 {
	f, k, special := split32(x)
	p := fma32(f32LogP8, f, f32LogP7)
	p = fma32(p, f, f32LogP6)
	p = fma32(p, f, f32LogP5)
	p = fma32(p, f, f32LogP4)
	p = fma32(p, f, f32LogP3)
	p = fma32(p, f, f32LogP2)
	p = fma32(p, f, f32LogP1)
	p = fma32(p, f, f32LogP0)
	return fma32(k, f32Ln2, fma32(p, float32(f*f), f)) + special
}

// Log2F32 returns the binary logarithm of x, as LogF32 does its own; the
// greatest two terms are added without loss. Largest error: 0.96 ulp.
//
// Special cases are those of [math.Log2].
func Log2F32(x float32) float32 {
	f, k, special := split32(x)
	p := fma32(f32Log2P9, f, f32Log2P8)
	p = fma32(p, f, f32Log2P7)
	p = fma32(p, f, f32Log2P6)
	p = fma32(p, f, f32Log2P5)
	p = fma32(p, f, f32Log2P4)
	p = fma32(p, f, f32Log2P3)
	p = fma32(p, f, f32Log2P2)
	p = fma32(p, f, f32Log2P1)
	p = fma32(p, f, f32Log2P0Lo)
	// The sum of k and the greatest term, and what its rounding lost: k-sum is
	// exact since f·log₂ e is below ½.
	sum := fma32(f, f32Log2P0, k)
	lost := fma32(f, f32Log2P0, k-sum)
	return sum + fma32(p, f, lost) + special
}

// Log10F32 returns the decimal logarithm of x, as Log2F32 does its own.
// Largest error: 0.91 ulp.
//
// Special cases are those of [math.Log10].
func Log10F32(x float32) float32 {
	f, k, special := split32(x)
	p := fma32(f32Log10P9, f, f32Log10P8)
	p = fma32(p, f, f32Log10P7)
	p = fma32(p, f, f32Log10P6)
	p = fma32(p, f, f32Log10P5)
	p = fma32(p, f, f32Log10P4)
	p = fma32(p, f, f32Log10P3)
	p = fma32(p, f, f32Log10P2)
	p = fma32(p, f, f32Log10P1)
	p = fma32(p, f, f32Log10P0Lo)
	high := float32(k * f32Log10Of2Hi)
	sum := fma32(f, f32Log10P0, high)
	lost := fma32(f, f32Log10P0, high-sum)
	return sum + fma32(k, f32Log10Of2Lo, fma32(p, f, lost)) + special
}

// Log1pF32 returns the natural logarithm of 1 + x. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Log1p].
func Log1pF32(x float32) float32 {
	a := float64(x)
	k, i, u := innerSplit(1 + a)
	// m·recip - 1 from x itself, since 1 + x is rounded: where x is small, n is 1.
	n := from64(bits64(innerRecip[i&15]) - u&(0xfff<<52))
	r := fma(n, a, n-1)
	y := float64((innerLog2Of(r) + (k + innerLog[i&15])) * innerLn2)
	if a <= -1 || a == from64(0x7ff<<52) {
		y = sel(a < -1, from64(0x7ff8<<48), a)
		y = sel(a == -1, from64(0xfff<<52), y)
	}
	return float32(copysign(y, a))
}
