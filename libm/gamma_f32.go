package libm

// innerLog2Gamma returns the binary logarithm of Γ(w) for 1 ≤ w < 256.
func innerLog2Gamma(w float64) float64 {
	i := bits64(w)>>51 - 0x3ff<<1
	t := w - innerGammaCenter[i&15]
	p := fma(innerGammaP10[i&15], t, innerGammaP9[i&15])
	p = fma(p, t, innerGammaP8[i&15])
	p = fma(p, t, innerGammaP7[i&15])
	p = fma(p, t, innerGammaP6[i&15])
	p = fma(p, t, innerGammaP5[i&15])
	p = fma(p, t, innerGammaP4[i&15])
	p = fma(p, t, innerGammaP3[i&15])
	p = fma(p, t, innerGammaP2[i&15])
	p = fma(p, t, innerGammaP1[i&15])
	p = fma(p, t, innerGammaP0[i&15])
	return fma(p, t, innerGammaValue[i&15])
}

// innerSinPi returns the sine of b·π, 0 for integers and NaN for infinity.
func innerSinPi(b float64) float64 {
	n := rint(b)
	r := b - n
	z := float64(r * r)
	p := fma(innerSinPiP6, z, innerSinPiP5)
	p = fma(p, z, innerSinPiP4)
	p = fma(p, z, innerSinPiP3)
	p = fma(p, z, innerSinPiP2)
	p = fma(p, z, innerSinPiP1)
	p = fma(p, z, innerSinPiP0)
	odd := rint(float64(n*0.5)) != float64(n*0.5)
	return float64(p * sel(odd, -r, r))
}

// GammaF32 returns the gamma function of x: 2 to the power of a polynomial,
// which there is for each of 16 pieces, and below 1 by recurrence or
// reflection. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Gamma].
func GammaF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	w := sel(a < 1, 1+b, a)
	// Float32 ends far below 60.
	y := innerExp2(innerLog2Gamma(sel(w > 60, 60, w)))
	if a < 1 {
		y = innerGammaBelow1(a, b, y)
	}
	return float32(y)
}

// innerGammaBelow1 returns Γ(a) for a < 1, given b = |a| and y = Γ(1+b): Γ(1+a)/a
// or, for a negative a, -π/(sin πb · Γ(1+b)).
func innerGammaBelow1(a, b, y float64) float64 {
	s := innerSinPi(b)
	r := sel(a < 0, -innerPi, y) / sel(a < 0, float64(s*y), a)
	return sel(a < 0 && !(abs(s) > 0), from64(0x7ff8<<48), r)
}

// LgammaF32 returns the logarithm of the magnitude of the gamma function of x:
// up to 256 by a polynomial for each of 16 pieces, then by Stirling's series,
// and below 1 by recurrence or reflection (Abramowitz and Stegun, 6.1.15,
// 6.1.17 and 6.1.40). Largest error: 0.501 ulp.
//
// Special cases are those of [math.Lgamma].
func LgammaF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	w := sel(a < 1, 1+b, a)
	y := innerLog2Gamma(w)
	if !(w < 256) {
		y = innerStirlingLog2(w)
	}
	y = float64(y * innerLn2)
	if a < 1 {
		y = innerLgammaBelow1(a, b, y)
	}
	return float32(y)
}

// innerStirlingLog2 returns the binary logarithm of Γ(w) for w ≥ 256: Stirling's
// series.
func innerStirlingLog2(w float64) float64 {
	l := innerLog2(w)
	rest := fma(l, -0.5, innerStirling) + float64((innerLog2E/12)/w)
	return fma(w, l-innerLog2E, rest)
}

// innerLgammaBelow1 returns log |Γ(a)| for a < 1, given b = |a| and y = log Γ(1+b).
func innerLgammaBelow1(a, b, y float64) float64 {
	inf := from64(0x7ff << 52)
	s := abs(innerSinPi(b))
	// By reflection or recurrence.
	l := float64((sel(a < 0, innerLog2Pi, 0) - innerLog2(sel(a < 0, s, a))) * innerLn2)
	r := sel(a < 0, l-y, l+y)
	// Near the zeros both parts cancel, and a polynomial is exact.
	i := bits64(floor(float64(b*2))+0x1p52) - 4
	t := (b - innerGammaZeroHi[i&15]) - innerGammaZeroLo[i&15]
	p := fma(innerGammaNear4[i&15], t, innerGammaNear3[i&15])
	p = fma(p, t, innerGammaNear2[i&15])
	p = fma(p, t, innerGammaNear1[i&15])
	p = fma(p, t, innerGammaNear0[i&15])
	r = sel(a < -2 && b < 10 && abs(r) < 0x1p-8, float64(p*t), r)
	r = sel(a == 0 || a < 0 && s == 0, inf, r)
	return sel(b == inf, a, r)
}
