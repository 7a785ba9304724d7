package libm

// Expm1 returns e to the power x, minus 1, accurately also near 0.
//
// The method is Exp's, but for the 1 that is taken from the table's entry, exactly,
// before anything small is added (Tang, "Table-driven implementation of the
// expm1 function in IEEE floating-point arithmetic", 1992). Largest error seen:
// 0.56 ulp.
//
// Special cases are those of [math.Expm1].
func Expm1(x float64) float64 {
	c := sel(x > 720, 720, x)
	c = sel(c < -60, -60, c)
	k, i, r, rLo := expReduce(c)
	n := floor(k)
	m := scale(1, -n)
	// t - m, exactly, whichever is greater (Knuth's sum).
	t := exp2TableHi[i&7]
	a := t - m
	b := a - t
	aLo := t - (a - b) - (m + b)
	hi, lo := expm1Sum(i, r, rLo, a, aLo)
	// Where hi is tiny, n is 0.
	return copysign(scale(hi+lo, n), x)
}

// expReduce is expStep with the remainder x - k·ln2 = r + rLo, which has about
// 100 bits.
func expReduce(x float64) (k float64, i uint64, r, rLo float64) {
	k, i = expStep(x)
	exact := fma(k, -ln2Hi, x)
	r = fma(k, -ln2Lo, exact)
	return k, i, r, fma(k, -ln2Lo, exact-r)
}

// expm1Sum returns 2^-n · (e^x - 1) as hi + lo with about 62 bits, though lo may
// be a fiftieth of hi. i, r and rLo come from expReduce; a + aLo is the entry i
// of exp2TableHi minus 2^-n.
func expm1Sum(i uint64, r, rLo, a, aLo float64) (hi, lo float64) {
	t, tLo := exp2TableHi[i&7], exp2TableLo[i&7]
	r2 := float64(r * r)
	q := fma(expm1P6, r2, fma(expm1P5, r, expm1P4))
	q = fma(q, r2, fma(expm1P3, r, expm1P2))
	q = fma(q, r2, fma(expm1P1, r, expm1P0))
	// a is 0 or greater than p: Dekker's sum.
	p := float64(t * r)
	hi = a + p
	lo = a - hi + p + (fma(t, r, -p) + aLo) + fma(tLo, r, tLo)
	return hi, fma(t, fma(r2, q, rLo), lo)
}
