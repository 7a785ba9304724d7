package libm

// Erf returns the error function of x, 2/√π ∫₀ˣ e^-t² dt. Largest error seen:
// 0.82 ulp.
//
// Up to 6, where it rounds to 1, the function is cut into 16 pieces, each with a
// polynomial of its own; the coefficients are in tables. The first piece has a
// polynomial in x², so that the relative error stays small around 0, and the
// others have polynomials in the distance from a point in their middle, at which
// erf is known in two parts.
//
//	Erf(±0) = ±0
//	Erf(±Inf) = ±1
//	Erf(NaN) = NaN
func Erf(x float64) float64 {
	a := abs(x)
	a = sel(a > erfLast, erfLast, a)
	const shift = 0x1.8p52
	s := fma(a, 1/erfStep, shift)
	k := s - shift
	first := k < 2
	i := sel(first, 0, bits64(s)-1)
	t := fma(k, -erfStep, a) // exact
	v := sel(first, float64(a*a), t)
	m := sel(first, a, t)
	v2 := float64(v * v)
	even := fma(v2, erfP12[i&15], erfP10[i&15])
	odd := fma(v2, erfP11[i&15], erfP9[i&15])
	even = fma(v2, even, erfP8[i&15])
	odd = fma(v2, odd, erfP7[i&15])
	even = fma(v2, even, erfP6[i&15])
	odd = fma(v2, odd, erfP5[i&15])
	even = fma(v2, even, erfP4[i&15])
	odd = fma(v2, odd, erfP3[i&15])
	even = fma(v2, even, erfP2[i&15])
	p := fma(v, odd, even)
	p = fma(float64(m*v), p, erfP0Lo[i&15])
	return copysign(erfP0[i&15]+fma(m, erfP1[i&15], p), x)
}

const (
	// erfStep is the distance of the points.
	erfStep = 23.0 / 64
	// erfLast is an argument of which the result is 1, and the end of the last
	// piece.
	erfLast = 16.5 * erfStep
)

// Erfc returns 1 - erf(x), with a small relative error also where that is small.
// Largest error seen: 0.82 ulp.
//
// Around 0 it is just that. From 0.448 on it is e^-x²/(x+3) times a function that
// changes little: in 15 pieces of the variable 3/(x+3), each with a polynomial in
// the distance from a point in its middle. (The choice of the variable and the
// pieces resembles that of S. Johnson's Faddeeva package, 2012.) All factors are
// kept in two parts, so that only the last operation loses much. A negative
// argument's result is 2 less that of the positive one.
//
//	Erfc(+Inf) = 0
//	Erfc(-Inf) = 2
//	Erfc(NaN) = NaN
func Erfc(x float64) float64 {
	a := abs(x)
	a = sel(a > erfcLast, erfcLast, a)
	d := a + 3
	r := 1 / d
	const shift = 0x1.8p52
	s := fma(r, 3/erfcStep, shift)
	k := s - shift
	near := k > 16
	i := sel(near, 0, bits64(s)-1)
	// 3/(x+3) - c = (3 - 3c - cx)/(x+3), the numerator with one rounding.
	c := float64(k * erfcStep)
	t := float64(fma(-c, a, fma(-c, 3, 3)) * r)
	square := float64(a * a)
	v := sel(near, square, t)
	v2 := float64(v * v)
	even := fma(v2, erfcP9[i&15], erfcP7[i&15])
	odd := fma(v2, erfcP8[i&15], erfcP6[i&15])
	even = fma(v2, even, erfcP5[i&15])
	odd = fma(v2, odd, erfcP4[i&15])
	even = fma(v2, even, erfcP3[i&15])
	odd = fma(v2, odd, erfcP2[i&15])
	even = fma(v2, even, erfcP1[i&15])
	p := fma(v, odd, even)
	f, fLo := fastTwoSum(erfcP0[i&15], fma(v, p, erfcP0Lo[i&15]))

	// Around 0: 1 - x·f, where the product has two parts.
	q := float64(x * f)
	qLo := fma(x, fLo, fma(x, f, -q))
	y, yLo := fastTwoSum(1, -q)
	inner := y + (yLo - qLo)

	e, eLo, n := expPair(-square, -fma(a, a, -square))
	g := float64(e * f)
	gLo := fma(e, f, -g) + fma(eLo, f, float64(e*fLo))
	rLo := float64(fma(-r, 3-d+a, fma(-r, d, 1)) * r)
	outer := scale(fma(g, r, fma(gLo, r, float64(g*rLo))), floor(n))
	outer = sel(x < 0, 2-outer, outer)
	return sel(near, inner, outer)
}

const (
	// erfcStep is the distance of the points.
	erfcStep = 27.0 / 512
	// erfcLast is an argument of which the result is 0.
	erfcLast = 28
)

// expPair returns e to the power x+low as 2^⌊k⌋·(hi+lo), with hi from 1 to 2 and
// |lo| < 1/8, for |x| ≤ 2000 and |low| ≤ 2^-40. The relative error is below
// 2^-57.
func expPair(x, low float64) (hi, lo, k float64) {
	k, i := expStep(x)
	r := fma(k, -ln2Hi, x)
	r = r + fma(k, -ln2Lo, low)
	r2 := float64(r * r)
	hi = exp2TableHi[i&7]
	return hi, fma(hi, fma(r2, expPoly(r, r2), r), exp2TableLo[i&7]), k
}
