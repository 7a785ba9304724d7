package libm

// Expm1 returns e to the power x, minus 1, accurately also near 0.
//
// The method is table-driven: x = c + r with c a multiple of ln2/8, and the result
// is e^c-1 + e^c·(e^r-1), where e^r-1 is a polynomial (Tang, "Table-driven
// implementation of the expm1 function in IEEE floating-point arithmetic", 1992).
// Below 0.3032 c is 0, so that elsewhere the second term, which has most of the
// error, is a sixth of the first at most. Largest error seen: 0.79 ulp.
//
// Special cases are those of [math.Expm1].
func Expm1(x float64) float64 {
	z := x
	if beyond(x, 700) {
		z = sel(z > 720, 720, z)
		z = sel(z < -60, -60, z)
	}
	k, i := expStepAbove(z, 0.3032)
	r := fma(k, -ln2Hi, z)
	r = fma(k, -ln2Lo, r)
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	q := fma(expm1P10, r2, fma(expm1P9, r, expm1P8))
	q = fma(q, r4, fma(fma(expm1P7, r, expm1P6), r2, fma(expm1P5, r, expm1P4)))
	q = fma(q, r4, fma(fma(expm1P3, r, expm1P2), r2, fma(expm1P1, r, expm1P0)))
	p := fma(r2, q, r)

	// e^c-1 is (t-m)·2^n, and t-m = a + aLo, whichever is greater (Knuth's sum).
	n := floor(k)
	m := scale(1, -n)
	t := exp2TableHi[i&7]
	a := t - m
	b := a - t
	aLo := t - (a - b) - (m + b) + exp2TableLo[i&7]
	// scale rounds in no step but the last: where the sum is tiny, n is 0.
	return copysign(scale(a+fma(t, p, aLo), n), x)
}

// expStepAbove is expStep for |x| ≥ from, and gives 0 below.
func expStepAbove(x, from float64) (k float64, i uint64) {
	t := fma(x, log2eHi, eighths)
	t = sel(abs(x) < from, eighths, t)
	return t - eighths, bits64(t)
}
