package libm

// ErfF32 returns the error function of x, in 16 pieces as in TanhF32, up to 4,
// where it is 1. Largest error: 0.63 ulp.
//
// Special cases are those of [math.Erf].
func ErfF32(x float32) float32 {
	a := abs(x)
	a = sel(a > 3.99, 3.99, a)
	// Where the pieces begin is said in internal/coeff/f32_pieces.go.
	first := a < 0.3125
	i := (bits32(sel(first, 0.25, a)) - 0x3e800000) >> 21
	t := a - f32ErfCenter[i&15]
	w := sel(first, float32(a*a), t)
	p := fma32(f32ErfP5[i&15], w, f32ErfP4[i&15])
	p = fma32(p, w, f32ErfP3[i&15])
	p = fma32(p, w, f32ErfP2[i&15])
	p = fma32(p, w, f32ErfP1[i&15])
	p = fma32(p, w, f32ErfP0[i&15])
	return copysign(fma32(p, t, sel(first, a, f32ErfValue[i&15])), x)
}

// ErfcF32 returns 1 less the error function of x: e^-x² times a function that
// varies little, which has 16 pieces of equal length. Largest error: 0.501
// ulp.
//
// Special cases are those of [math.Erfc].
func ErfcF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	b = sel(b > 10.1, 10.1, b)
	n := fma(b, 1/0.65625, 0x1.8p52)
	t := fma(n-0x1.8p52, -0.65625, b)
	i := bits64(n)
	p := fma(innerErfcP9[i&15], t, innerErfcP8[i&15])
	p = fma(p, t, innerErfcP7[i&15])
	p = fma(p, t, innerErfcP6[i&15])
	p = fma(p, t, innerErfcP5[i&15])
	p = fma(p, t, innerErfcP4[i&15])
	p = fma(p, t, innerErfcP3[i&15])
	p = fma(p, t, innerErfcP2[i&15])
	p = fma(p, t, innerErfcP1[i&15])
	p = fma(p, t, innerErfcP0[i&15])
	y := float64(p * innerExp2(float64(float64(b*b)*-innerLog2E)))
	return float32(sel(a < 0, 2-y, y))
}
