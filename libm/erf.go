package libm

// Erf returns the error function of x, 2/√π ∫₀ˣ e^-t² dt.
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
