package libm

// ErfF32 returns the error function of x, as TanhF32 does its own: in 16
// pieces up to 4, where it rounds to 1.
func ErfF32(x float32) float32 {
	a := abs(x)
	a = sel(a > 3.99, 3.99, a)
	first := a < 0.3125
	i := (bits32(sel(first, 0.25, a)) - 0x3e800000) >> 21
	t := a - erf32Center[i&15]
	p := fma(erf32P5[i&15], t, erf32P4[i&15])
	p = fma(p, t, erf32P3[i&15])
	p = fma(p, t, erf32P2[i&15])
	p = fma(p, t, erf32P1[i&15])
	p = fma(p, t, erf32P0[i&15])
	return copysign(fma(p, t, sel(first, a, erf32Value[i&15])), x)
}
