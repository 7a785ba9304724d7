package libm

// Gamma returns the gamma function of x. Largest error seen: 0.8 ulp.
//
// From ½ on it is the exponential of logGamma's sum. Around 0 it is Γ(1+x)/x,
// and below it comes from Γ(-x) by the reflection formula
// Γ(x)·Γ(-x) = -π/(x·sin πx). Everything before the last division is kept in two
// parts.
//
//	Gamma(±0) = ±Inf
//	Gamma(+Inf) = +Inf
//	Gamma(x) = NaN for the integers below 0, -Inf and NaN
func Gamma(x float64) float64 {
	a := abs(x)
	small := a < 0.5
	reflected := x <= -0.5
	b, bLo := fastTwoSum(1, x)
	// Beyond 200 the results are infinite or 0.
	b = sel(small, b, sel(a > 200, 200, a))
	hi, lo := logGamma(b, sel(small, bLo, 0))
	e, eLo, k := expPair(sel(reflected, -hi, hi), sel(reflected, -lo, lo))
	d, dLo, q := sinPi(a)
	d, dLo = productOfSum(d, dLo, a)
	n := float64(e * piHi)
	nLo := fma(e, piHi, -n) + fma(eLo, piHi, float64(e*piLo))
	y := quotient(sel(reflected, n, e), sel(reflected, nLo, eLo),
		sel(reflected, d, sel(small, x, 1)), sel(reflected, dLo, 0))
	y = scale(y, floor(k))
	if a < 0x1p-1000 {
		y = 1 / x
	}
	// -x·sin πx is positive where the sine of π|x| is not.
	y = from64(bits64(y) ^ sel(reflected, ^(q<<62)&(1<<63), 0))
	return sel(x < 0 && floor(x) == x, from64(nanBits), y)
}

// Lgamma returns the logarithm of |Γ(x)|. Largest error seen: 0.7 ulp. For
// negative arguments that is so where the result is 1 and above in magnitude;
// below, which is only near the zeros between the poles, errors are below 2^-52.
//
// Where Γ is of moderate size, Lgamma is logGamma's sum, of Γ(1+x)/x around 0 and
// by the reflection formula below. Around its zeros 1 and 2 it has a form that
// keeps its relative error small: (x-1)·(x-2) times a function that is smooth, in
// 16 pieces.
//
//	Lgamma(+Inf) = +Inf
//	Lgamma(x) = +Inf for 0 and the integers below it
//	Lgamma(-Inf) = -Inf
//	Lgamma(NaN) = NaN
func Lgamma(x float64) float64 {
	a := abs(x)
	small := a < 0.5
	reflected := x <= -0.5
	b, bLo := fastTwoSum(1, x)
	hi, lo := logGamma(sel(small, b, a), sel(small, bLo, 0))

	// Less the logarithm of |x|, or of |x·sin(πx)/π|.
	d, dLo, _ := sinPi(a)
	d, dLo = productOfSum(d, dLo, a)
	d = sel(reflected, d, a)
	tiny := d < 0x1p-1022
	logHi, logLo := logSum(logSplit(sel(tiny, float64(d*0x1p54), d), sel(tiny, logBias-54, float64(logBias))))
	logLo = logLo + sel(reflected, dLo/d, 0)
	divided := small || reflected
	s, e := twoSum(sel(reflected, -hi, hi), sel(divided, -logHi, 0))
	s, e2 := twoSum(s, sel(reflected, lnPiHi, 0))
	rest := sel(reflected, lnPiLo-lo, lo) + sel(divided, -logLo, 0)
	y := s + (e + e2 + rest)

	y = sel(x > 0.8125 && x < 2.8125, logGammaMiddle(x), y)
	if a > 0x1p900 {
		// x·(log x - 1); the rest is nothing beside it.
		y = fma(a, logHi-1, float64(a*logLo))
	}
	y = sel(x <= 0 && floor(x) == x, from64(infBits), y)
	return sel(a == from64(infBits), x, y)
}

// logGamma returns log Γ(b+bLo) as a sum of two, for b ≥ ½ and |bLo| ≤ 2^-53·b,
// with an absolute error below 2^-67·b·log b + 2^-58.
//
// It is Stirling's formula (b-½)·log b - b + S(1/b). The sum S of the series,
// which diverges, is a smooth function all the same; it is cut into 16 pieces.
func logGamma(b, bLo float64) (hi, lo float64) {
	r := 1 / b
	const shift = 0x1.8p52
	s := fma(r, 1/stirlingStep, shift)
	i := bits64(s)
	// 1/b - c = (1 - cb)/b
	t := float64(fma(float64((s-shift)*-stirlingStep), b, 1) * r)
	t2 := float64(t * t)
	even := fma(t2, stirlingP8[i&15], stirlingP6[i&15])
	odd := fma(t2, stirlingP9[i&15], stirlingP7[i&15])
	even = fma(t2, even, stirlingP4[i&15])
	odd = fma(t2, odd, stirlingP5[i&15])
	even = fma(t2, even, stirlingP2[i&15])
	odd = fma(t2, odd, stirlingP3[i&15])
	odd = fma(t2, odd, stirlingP1[i&15])
	p := fma(t, fma(t, even, odd), stirlingP0Lo[i&15])

	logHi, logLo := logSum(logSplit(b, logBias))
	h, hLo := fastTwoSum(b, -0.5)
	m := float64(h * logHi)
	mLo := fma(h, logHi, -m) + fma(h, logLo, float64(hLo*logHi))
	// The derivative of log Γ is about log b - 1/2b - 1/12b².
	mLo = fma(bLo, fma(r, fma(r, -1.0/12, -0.5), logHi), mLo)
	u, uLo := twoSum(m, -b)
	u, vLo := twoSum(u, stirlingP0[i&15])
	return fastTwoSum(u, uLo+vLo+mLo+p)
}

// stirlingStep is the distance of the points around which S is known.
const stirlingStep = 133.0 / 1024

// logGammaMiddle returns log Γ(x) for 0.8125 < x < 2.8125.
func logGammaMiddle(x float64) float64 {
	const shift = 0x1.8p49 // its last place is 1/8
	s := x + shift
	i := bits64(s)
	t := x - (s - shift)
	t2 := float64(t * t)
	even := fma(t2, lgammaP10[i&15], lgammaP8[i&15])
	odd := fma(t2, lgammaP11[i&15], lgammaP9[i&15])
	even = fma(t2, even, lgammaP6[i&15])
	odd = fma(t2, odd, lgammaP7[i&15])
	even = fma(t2, even, lgammaP4[i&15])
	odd = fma(t2, odd, lgammaP5[i&15])
	even = fma(t2, even, lgammaP2[i&15])
	odd = fma(t2, odd, lgammaP3[i&15])
	odd = fma(t2, odd, lgammaP1[i&15])
	p := fma(t, fma(t, even, odd), lgammaP0Lo[i&15])
	// x-1 is exact, x-2 only above 1.
	u, uLo := twoSum(x, -2)
	z := float64(u * (x - 1))
	zLo := fma(u, x-1, -z) + float64(uLo*(x-1))
	return fma(z, lgammaP0[i&15], fma(z, p, float64(zLo*lgammaP0[i&15])))
}

// sinPi returns the magnitude of sin πa as a sum of two, for a ≥ 0; the second
// bit of q, of value 2, says whether the sine is negative.
func sinPi(a float64) (s, sLo float64, q uint64) {
	// The period is 2.
	a = fma(floor(float64(a*0.5)), -2, a)
	const shift = 0x1.8p51 // its last place is ½
	t := a + shift
	r := a - (t - shift)
	hi := float64(r * piHi)
	lead, rest := sinParts(hi, fma(r, piLo, fma(r, piHi, -hi)), bits64(t))
	// Half an ulp of the square is too much here: it is in 1 - hi²/2, or in
	// hi - hi·hi²/6.
	slope := sel(bits64(t)&1 != 0, -0.5, float64(hi*(-1.0/6)))
	rest = fma(fma(hi, hi, -float64(hi*hi)), slope, rest)
	s, sLo = fastTwoSum(lead, rest)
	// Halves of a half turn below 0 are on the other side.
	sign := bits64(s) & (1 << 63)
	return abs(s), from64(bits64(sLo) ^ sign), bits64(t) ^ sign>>62
}

// productOfSum returns (x+low)·y as a sum of two.
func productOfSum(x, low, y float64) (hi, lo float64) {
	hi = float64(x * y)
	return hi, fma(x, y, -hi) + float64(low*y)
}
