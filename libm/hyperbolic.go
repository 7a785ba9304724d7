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
