package libm

// Sinh returns the hyperbolic sine of x.
//
// With E = e^|x|-1 it is (E + E/(E+1))/2, all in sums of two float64s. Largest
// error seen: 0.56 ulp.
//
// Special cases are those of [math.Sinh].
func Sinh(x float64) float64 {
	a := abs(x)
	a = sel(a > 720, 720, a)
	n, m, num, numLo := expm1Above0(a)
	den := num + m
	denLo := m - den + num + numLo
	q := num / den
	rest := fma(-q, den, num) + fma(-q, denLo, numLo)
	// m/den is 1-q. The first sum is Dekker's: num ≥ m·q.
	mq := float64(m * q)
	s := num + mq
	lo := fma(rest, 1-q, numLo) + (num - s + mq)
	return copysign(scale(s+lo, n-1), x)
}

// Cosh returns the hyperbolic cosine of x: (e^|x| + 1/e^|x|)/2. Largest error
// seen: 0.66 ulp.
//
// Special cases are those of [math.Cosh].
func Cosh(x float64) float64 {
	a := abs(x)
	a = sel(a > 720, 720, a)
	k, i := expStep(a)
	r := fma(k, -ln2Hi, a)
	r = fma(k, -ln2Lo, r)
	r2 := float64(r * r)
	t := exp2TableHi[i&7]
	w := fma(t, fma(r2, expPoly(r, r2), r), exp2TableLo[i&7])
	p := t + w
	pLo := t - p + w
	n := floor(k)
	m := scale(1, -n)
	// 2^-n·e^-a is m·m/(p+pLo).
	f := m / p
	q := float64(m * f)
	pLo = fma(float64(-f*f), pLo, pLo)
	s := p + q
	return scale(s+(p-s+q+pLo), n-1)
}

// Tanh returns the hyperbolic tangent of x.
//
// With E = e^(2|x|)-1 it is E/(E+2), all in sums of two float64s. Largest error
// seen: 0.58 ulp.
//
// Special cases are those of [math.Tanh].
func Tanh(x float64) float64 {
	a := abs(x)
	a = sel(a > 20, 20, a)
	_, m, num, numLo := expm1Above0(a + a)
	m = m + m
	// Knuth's sum: either may be the greater.
	den := num + m
	b := den - num
	denLo := num - (den - b) + (m - b) + numLo
	q := num / den
	rest := fma(-q, den, num) + fma(-q, denLo, numLo)
	// The correction is so small that two digits of the reciprocal are enough.
	recip := fma(fma(tanhRecipP2, den, tanhRecipP1), den, tanhRecipP0)
	return copysign(fma(rest, recip, q), x)
}

// expm1Above0 returns e^x - 1 = 2^n · (hi+lo) with about 60 bits, for x ≥ 0, and
// m = 2^-n.
func expm1Above0(x float64) (n, m, hi, lo float64) {
	k, i, r, rLo := expReduce(x)
	n = floor(k)
	m = scale(1, -n)
	t := exp2TableHi[i&7]
	a := t - m
	s, sLo := expm1Sum(i, r, rLo, a, t-a-m)
	hi = s + sLo
	return n, m, hi, s - hi + sLo
}
