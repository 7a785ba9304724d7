package libm

// Pow returns x to the power y.
//
// The logarithm of x is computed as a sum of two float64s with a relative error
// below 2^-64; the product with y, which is 745 at most where the result is
// finite, has an error below 2^-54 then, and mostly a far smaller one. Last comes
// the exponential of a sum of two. (J.-M. Muller, Elementary Functions, 3rd ed.
// 2016, chapter 13, explains what precision is needed.) Largest error seen: 0.81
// ulp.
//
// Special cases are those of [math.Pow].
func Pow(x, y float64) float64 {
	special := logIsSpecial(x) || beyond(y, powHugeY)
	z, bias, w := x, float64(logBias), y
	if special {
		z = abs(x)
		denormal := z < 0x1p-1022
		z = sel(denormal, float64(z*0x1p54), z)
		bias = sel(denormal, bias-54, bias)
		// With such a y the result is 0, 1 or infinite.
		w = sel(y > powHugeY, powHugeY, y)
		w = sel(w < -powHugeY, -powHugeY, w)
	}
	hi, lo := logSum(logSplit(z, bias))
	e := float64(w * hi)
	eLo := fma(w, lo, fma(w, hi, -e))
	if beyond(e, 800) {
		// The result is infinite or 0, if it is not special.
		e = copysign(800, e)
		eLo = 0
	}
	r := expSum(e, eLo)
	if special {
		r = powSpecial(x, y, r)
	}
	return r
}

// powHugeY is a power of which the result for x ≠ 1 is infinite or 0: |log x| is
// 2^-53 at least.
const powHugeY = 0x1p66

// powSpecial returns x to the power y, where r is |x| to the power y if both
// are numbers, and x is neither 0 nor infinite.
func powSpecial(x, y, r float64) float64 {
	ax := abs(x)
	inf := from64(infBits)
	extreme := ax == 0 || ax == inf
	big := ax == 0 && y < 0 || ax == inf && y > 0
	r = sel(extreme, sel(big, inf, 0), r)

	half := float64(y * 0.5)
	integer := trunc(y) == y
	odd := integer && trunc(half) != half
	r = sel(odd, copysign(r, x), r)
	r = sel(x < 0 && !extreme && !integer || x != x || y != y, from64(nanBits), r)
	return sel(y == 0 || x == 1, 1, r)
}

// logSum returns log(2^k·m) as hi + lo, for what logSplit gives.
//
// log m is log c's part of the tables and log(1+r) with r = m·c-1; the latter is
// 2·artanh(s/2) with s = r/(1+r/2), whose series has only odd powers: the second
// term is 2^-13 of the first at most, so that float64 is enough for it.
func logSum(k float64, i uint64, m float64) (hi, lo float64) {
	r := fma(m, logRecip[i&15], -1)
	// The divisor 1+r/2 is d + dLo. The rest of the division, which is exact,
	// is divided by it below, as 1/d is 1-s/2.
	d := fma(0.5, r, 1)
	dLo := fma(0.5, r, 1-d)
	s := r / d
	rest := fma(-s, dLo, fma(-s, d, r))

	z := float64(s * s)
	q := fma(fma(atanhP6, z, atanhP4), float64(z*z), fma(atanhP2, z, atanhP0))
	// The sum of t is exact, by the zeros its two constants end in. It is 0 or
	// greater than s: Dekker's sum.
	t := fma(k, ln2LogHi, logTableHi[i&15])
	tLo := fma(k, ln2LogLo, logTableLo[i&15])
	u := t + s
	tLo = fma(rest, fma(-0.5, s, 1), tLo+(t-u+s))
	tLo = fma(float64(s*z), q, tLo)
	hi = u + tLo
	return hi, u - hi + tLo
}

// expSum returns e to the power x+low, for |x| ≤ 1000 and |low| ≤ 2^-40.
func expSum(x, low float64) float64 {
	k, i := expStep(x)
	r := fma(k, -ln2Hi, x)
	r = r + fma(k, -ln2Lo, low)
	r2 := float64(r * r)
	return expScaled(k, i, fma(r2, expPoly(r, r2), r))
}
