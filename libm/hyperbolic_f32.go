package libm

// innerHyperbolic returns what the hyperbolic functions of a ≥ 0 are made of:
// those of k·log 2 and of r·log 2, where a = (k+r)·log 2 with an integer k.
func innerHyperbolic(a float64) (sinhK, coshK, sinhR, coshR float64) {
	// Float32 ends below 100.
	t := float64(sel(a > 100, 100, a) * innerLog2E)
	// The last bits of n are the exponent of 2^(k-1).
	n := t + (innerExponent - 1)
	r := t - (n - (innerExponent - 1))
	w := float64(r * r)
	s := fma(innerSinhP4, w, innerSinhP3)
	s = fma(s, w, innerSinhP2)
	s = fma(s, w, innerSinhP1)
	s = fma(s, w, innerSinhP0)
	c := fma(innerCoshP4, w, innerCoshP3)
	c = fma(c, w, innerCoshP2)
	c = fma(c, w, innerCoshP1)
	c = fma(c, w, 1)
	up := from64(bits64(n) << 52)
	down := from64((2*1022 - bits64(n)) << 52)
	return up - down, up + down, float64(s * r), c
}

// SinhF32 returns the hyperbolic sine of x, by the addition theorem: where x
// is small only its small terms are left. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Sinh].
func SinhF32(x float32) float32 {
	a := float64(x)
	sinhK, coshK, sinhR, coshR := innerHyperbolic(abs(a))
	return float32(copysign(fma(coshK, sinhR, float64(sinhK*coshR)), a))
}

// CoshF32 returns the hyperbolic cosine of x, by the addition theorem. Largest
// error: 0.501 ulp.
//
// Special cases are those of [math.Cosh].
func CoshF32(x float32) float32 {
	sinhK, coshK, sinhR, coshR := innerHyperbolic(abs(float64(x)))
	return float32(fma(coshK, coshR, float64(sinhK*sinhR)))
}

// AsinhF32 returns the inverse hyperbolic sine of x: the logarithm of x +
// √(x²+1), and a polynomial where that is near 1. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Asinh].
func AsinhF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	z := float64(b * b)
	y := float64(innerLog2(b+sqrt(z+1)) * innerLn2)
	p := fma(innerAsinhP4, z, innerAsinhP3)
	p = fma(p, z, innerAsinhP2)
	p = fma(p, z, innerAsinhP1)
	y = sel(b < 0.125, fma(float64(p*z), b, b), y)
	y = sel(b < from64(0x7ff<<52), y, b)
	return float32(copysign(y, a))
}

// AcoshF32 returns the inverse hyperbolic cosine of x: the logarithm of x +
// √(x²-1), in which x² is exact. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Acosh].
func AcoshF32(x float32) float32 {
	a := float64(x)
	y := float64(innerLog2(a+sqrt(fma(a, a, -1))) * innerLn2)
	if !(a >= 1 && a < from64(0x7ff<<52)) {
		y = sel(a < 1, from64(0x7ff8<<48), a)
	}
	return float32(y)
}

// AtanhF32 returns the inverse hyperbolic tangent of x: half the logarithm of
// (1+x)/(1-x), which is 2^k·(1+s)/(1-s) with a small s, and s is x where x is
// small. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Atanh].
func AtanhF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	// The exponent of the quotient, in place; its last bits as a float64's.
	e := (bits64(1+b) - bits64(1-b) + 1<<51) &^ (1<<52 - 1)
	k := from64(e>>52|0x433<<52) - 0x1p52
	n := from64(e + 0x3ff<<52)
	s := fma(b, 1+n, 1-n) / fma(b, 1-n, 1+n)
	z := float64(s * s)
	p := fma(innerAtanhP5, z, innerAtanhP4)
	p = fma(p, z, innerAtanhP3)
	p = fma(p, z, innerAtanhP2)
	p = fma(p, z, innerAtanhP1)
	y := fma(k, 0.5*innerLn2, fma(float64(p*z), s, s))
	if b >= 1 {
		y = sel(b == 1, from64(0x7ff<<52), from64(0x7ff8<<48))
	}
	return float32(copysign(y, a))
}
