package libm

// Exp returns e to the power x.
//
// The method is table-driven: x = k·ln2 + r with k a multiple of 1/8, and
// e^x = 2^⌊k⌋ · 2^(k-⌊k⌋) · e^r, where the second factor is one of eight
// numbers, kept in two parts, and e^r-1 a polynomial on |r| ≤ ln2/16 (Tang,
// "Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic", 1989). Largest error seen: 0.61 ulp, and 0.77
// where the result is denormal.
//
// Special cases are those of [math.Exp].
func Exp(x float64) float64 {
	if beyond(x, 708) {
		// Beyond these bounds the result is infinite or 0 all the same.
		x = sel(x > 720, 720, x)
		x = sel(x < -760, -760, x)
	}
	k, i := expStep(x)
	// The first difference is exact: it is a multiple of 2^-57 below 2^-4.
	r := fma(k, -ln2Hi, x)
	r = fma(k, -ln2Lo, r)
	r2 := float64(r * r)
	return expScaled(k, i, fma(r2, expPoly(r, r2), r))
}

// Exp2 returns 2 to the power x.
//
// It is Exp without the multiplications by ln 2: 2^r-1 is a polynomial of its
// own. Largest error seen: 0.63 ulp, and 0.77 where the result is denormal.
//
// Special cases are those of [math.Exp2].
func Exp2(x float64) float64 {
	if beyond(x, 1021) {
		x = sel(x > 1040, 1040, x)
		x = sel(x < -1100, -1100, x)
	}
	t := x + eighths
	k := t - eighths
	r := x - k
	r2 := float64(r * r)
	q := fma(exp2P6, r2, fma(exp2P5, r, exp2P4))
	q = fma(q, r2, fma(exp2P3, r, exp2P2))
	q = fma(q, r2, fma(exp2P1, r, exp2P0))
	return expScaled(k, bits64(t), float64(r*q))
}

// beyond tells whether |x| is greater than limit, or x is NaN.
func beyond(x, limit float64) bool {
	return int64(bits64(abs(x))) > int64(bits64(limit))
}

// eighths, added to a number below 2^47 in magnitude, leaves no bits below 1/8:
// the last three bits of the sum are the eighths.
const eighths = 0x1.8p49

// expStep returns x/ln2 rounded to a multiple of 1/8, and an integer with its
// last three bits, the index of its fraction in exp2Table.
func expStep(x float64) (k float64, i uint64) {
	t := fma(x, log2eHi, eighths)
	return t - eighths, bits64(t)
}

// expPoly returns (e^r - 1 - r) / r² for |r| ≤ ln2/16; r2 is r².
func expPoly(r, r2 float64) float64 {
	q := fma(fma(expP5, r, expP4), r2, fma(expP3, r, expP2))
	return fma(q, r2, fma(expP1, r, expP0))
}

// expScaled returns 2^k · (1+p); i is that of expStep. The sum of the table's
// entry and the rest has almost all of the error, since the rest is small.
func expScaled(k float64, i uint64, p float64) float64 {
	t := exp2TableHi[i&7]
	return scale(t+fma(t, p, exp2TableLo[i&7]), floor(k))
}
