package libm

// TanhF32 returns the hyperbolic tangent of x.
//
// The range in which it is not 1 is cut into 16 pieces by the leading bits of
// x, each with a polynomial around a center at which the hyperbolic tangent
// almost is a float32 (Gal, "Computing elementary functions: a new approach
// for achieving high accuracy and good performance", 1986): so the last sum is
// almost all that is rounded. The first piece begins at 0, and its polynomial
// is in x². Largest error: 0.92 ulp.
//
// Special cases are those of [math.Tanh].
func TanhF32(x float32) float32 {
	a := abs(x)
	a = sel(a > 9.1, 9.1, a)
	// Where the pieces begin is said in internal/coeff/f32_pieces.go.
	first := a < 0.703125
	i := (bits32(sel(first, 0.578125, a)) - 0x3f140000) >> 21
	t := a - f32TanhCenter[i&15]
	w := sel(first, float32(a*a), t)
	p := fma32(f32TanhP5[i&15], w, f32TanhP4[i&15])
	p = fma32(p, w, f32TanhP3[i&15])
	p = fma32(p, w, f32TanhP2[i&15])
	p = fma32(p, w, f32TanhP1[i&15])
	p = fma32(p, w, f32TanhP0[i&15])
	return copysign(fma32(p, t, sel(first, a, f32TanhValue[i&15])), x)
}
