package libm

// ExpF32 returns e to the power x.
//
// The argument is reduced to |r| ≤ ½ ln 2 in two steps (Cody and Waite,
// Software Manual for the Elementary Functions, 1980, chapter 6), and a
// polynomial gives e^r. Largest error: 0.90 ulp.
//
// Special cases are those of [math.Exp].
func ExpF32(x float32) float32 {
	// Beyond these the result is infinite or 0 for certain.
	c := sel(x > 89, 89, x)
	c = sel(c < -104, -104, c)
	k := rint(float32(c * f32Log2E))
	r := fma32(k, -f32ExpLn2Lo, fma32(k, -f32ExpLn2Hi, c))
	p := fma32(f32ExpP6, r, f32ExpP5)
	p = fma32(p, r, f32ExpP4)
	p = fma32(p, r, f32ExpP3)
	p = fma32(p, r, f32ExpP2)
	p = fma32(p, r, 1)
	p = fma32(p, r, 1)
	return scale32(p, k)
}

// Exp2F32 returns 2 to the power x, as ExpF32 does its own. Largest error:
// 0.93 ulp.
//
// Special cases are those of [math.Exp2].
func Exp2F32(x float32) float32 {
	c := sel(x > 129, 129, x)
	c = sel(c < -151, -151, c)
	k := rint(c)
	r := c - k
	p := fma32(f32Exp2P6, r, f32Exp2P5)
	p = fma32(p, r, f32Exp2P4)
	p = fma32(p, r, f32Exp2P3)
	p = fma32(p, r, f32Exp2P2)
	p = fma32(p, r, f32Exp2P1)
	p = fma32(p, r, 1)
	return scale32(p, k)
}

// Expm1F32 returns e to the power x, less 1: 2^k·(2^r - 1) + (2^k - 1), which
// is exact near zero, where k is 0. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Expm1].
func Expm1F32(x float32) float32 {
	a := float64(x)
	t := float64(clamp(a, -100, 100) * innerLog2E)
	n := t + innerExponent
	r := t - (n - innerExponent)
	k := from64(bits64(n) << 52)
	return float32(copysign(fma(k, float64(innerExp2Slope(r)*r), k-1), a))
}
