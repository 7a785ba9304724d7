package libm

// Sinh returns the hyperbolic sine of x.
//
// The method is table-driven: |x| = c + d with c a multiple of ln2/8, and by the
// addition theorem the result is
//
//	sinh c + (sinh c · (cosh d - 1) + cosh c · sinh d)
//
// with polynomials in d. Below 0.3898 c is 0, so that elsewhere the second term,
// which has most of the error, is an eighth of the first at most. Largest error
// seen: 0.72 ulp.
//
// Special cases are those of [math.Sinh].
func Sinh(x float64) float64 {
	a := abs(x)
	if beyond(a, 700) {
		a = sel(a > 720, 720, a)
	}
	k, i := expStepAbove(a, 0.3898)
	d := fma(k, -ln2Hi, a)
	d = fma(k, -ln2Lo, d)
	d2 := float64(d * d)
	d4 := float64(d2 * d2)
	q := fma(sinhP10, d2, sinhP8)
	q = fma(q, d4, fma(sinhP6, d2, sinhP4))
	q = fma(q, d4, fma(sinhP2, d2, sinhP0))
	sinhD := fma(float64(d2*d), q, d)

	n := floor(k)
	up, upLo, down, downLo := expBothWays(i, n)
	s := up - down
	sLo := up - s - down + (upLo - downLo)
	rest := fma(up+down, sinhD, fma(s, coshPoly(d2, d4), sLo))
	return copysign(scale(s+rest, n-1), x)
}

// Cosh returns the hyperbolic cosine of x.
//
// It is computed like Sinh, by
//
//	cosh c + (cosh c · (cosh d - 1) + sinh c · sinh d)
//
// Largest error seen: 0.62 ulp.
//
// Special cases are those of [math.Cosh].
func Cosh(x float64) float64 {
	a := abs(x)
	if beyond(a, 700) {
		a = sel(a > 720, 720, a)
	}
	k, i := expStep(a)
	d := fma(k, -ln2Hi, a)
	d = fma(k, -ln2Lo, d)
	d2 := float64(d * d)
	d4 := float64(d2 * d2)
	q := fma(sinhP4, d4, fma(sinhP2, d2, sinhP0))
	sinhD := fma(float64(d2*d), q, d)

	n := floor(k)
	up, upLo, down, downLo := expBothWays(i, n)
	s := up + down
	sLo := down - (s - up) + (upLo + downLo)
	rest := fma(up-down, sinhD, fma(s, coshPoly(d2, d4), sLo))
	return scale(s+rest, n-1)
}

// expBothWays returns e^c/2^n and e^-c/2^n, both as sums of two float64s, for the c
// of which n is the whole part of c/ln2 and i&7 the eighths.
func expBothWays(i uint64, n float64) (up, upLo, down, downLo float64) {
	m := scale(1, -n)
	m = float64(m * m)
	return exp2TableHi[i&7], exp2TableLo[i&7], float64(exp2NegTableHi[i&7] * m), float64(exp2NegTableLo[i&7] * m)
}

// coshPoly returns cosh d - 1 for |d| ≤ ln2/16; d2 is d² and d4 is d⁴.
func coshPoly(d2, d4 float64) float64 {
	return float64(d2 * fma(fma(coshP6, d2, coshP4), d4, fma(coshP2, d2, coshP0)))
}

// Tanh returns the hyperbolic tangent of x.
//
// The method is table-driven: |x| = c + d, where 2c is a multiple of ln2/8 and
// tanh c = t is (T-m)/(T+m) with T of Exp's table and m a power of 2. By the
// addition theorem the result is
//
//	t + 4·T·m·tanh d / ((T+m) · (T+m + (T-m)·tanh d))
//
// and tanh d is a polynomial. Below 0.1949 c is 0, so that elsewhere the second
// term, which has most of the error, is a ninth of the first at most. Largest
// error seen: 0.86 ulp.
//
// Special cases are those of [math.Tanh].
func Tanh(x float64) float64 {
	a := abs(x)
	u := fma(a, 2*log2eHi, eighths)
	u = sel(a < 0.1949, eighths, u)
	k := u - eighths
	d := fma(k, -ln2Hi/2, a)
	d = fma(k, -ln2Lo/2, d)
	d2 := float64(d * d)
	d4 := float64(d2 * d2)
	q := fma(tanhP12, d4, fma(tanhP10, d2, tanhP8))
	q = fma(q, d4, fma(tanhP6, d2, tanhP4))
	q = fma(q, d4, fma(tanhP2, d2, tanhP0))
	tanhD := fma(float64(d2*d), q, d)

	// T - m = num + numLo and T + m = den + denLo, by Dekker's sums: T ≥ m.
	i := bits64(u)
	t, tLo := exp2TableHi[i&7], exp2TableLo[i&7]
	m := scale(1, -floor(k))
	num, den := t-m, t+m
	numLo, denLo := t-num-m+tLo, m-(den-t)+tLo
	y := num / den
	rest := fma(-y, den, num) + fma(-y, denLo, numLo)
	// y + rest/den is tanh c.
	f := fma(num, tanhD, den)
	y = y + fma(rest, f, float64(float64(t*float64(m*4))*tanhD))/float64(den*f)
	// For great x there was nonsense so far.
	return copysign(sel(a > 20, 1, y), x)
}
