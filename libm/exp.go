package libm

// Exp returns e to the power x.
//
// The method is table-driven: x = k·ln2 + r with k a multiple of 1/8, and
// e^x = 2^⌊k⌋ · 2^(k-⌊k⌋) · e^r, where the second factor is one of eight
// numbers, kept in two parts, and e^r-1 a polynomial on |r| ≤ ln2/16 (Tang,
// "Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic", 1989). Largest error seen: 0.61 ulp, and 0.78 where the
// result is denormal.
//
// Special cases are those of [math.Exp].
func Exp(x float64) float64 {
	// Beyond these bounds the result is infinite or 0 all the same.
	x = sel(x > 720, 720, x)
	x = sel(x < -760, -760, x)
	k, i := expStep(x)
	// The first difference is exact: it is a multiple of 2^-57 below 2^-4.
	r := fma(k, -ln2Hi, x)
	r = fma(k, -ln2Lo, r)
	y := expTail(i, expm1Poly(r))
	return scale(y, floor(k))
}

// expStep returns x/ln2 rounded to a multiple of 1/8, and its bits, the last
// three of which are the index of the fraction in exp2Table. |x| < 2^47.
func expStep(x float64) (k float64, i uint64) {
	// One unit in the last place of the shift is 1/8.
	const shift = 0x1.8p49
	t := fma(x, log2e, shift)
	return t - shift, bits64(t)
}

// expm1Poly returns e^r - 1 for |r| ≤ ln2/16.
func expm1Poly(r float64) float64 {
	r2 := float64(r * r)
	q := fma(fma(expP5, r, expP4), r2, fma(expP3, r, expP2))
	q = fma(q, r2, fma(expP1, r, expP0))
	return fma(r2, q, r)
}

// expTail returns 2^((i&7)/8) · (1+p). The last addition has almost all of the
// error, since p and the table's low part are small.
func expTail(i uint64, p float64) float64 {
	t := exp2TableHi[i&7]
	return t + fma(t, p, exp2TableLo[i&7])
}
