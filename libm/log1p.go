package libm

// Log1p returns the natural logarithm of 1+x, accurately also near x = 0.
//
// What the sum 1+x loses by rounding is carried along. Largest error seen: 0.55
// ulp.
//
// Special cases are those of [math.Log1p].
func Log1p(x float64) float64 {
	// Dekker's sum, greater part first.
	large := sel(x > 1, x, 1)
	small := sel(x > 1, 1, x)
	u := large + small
	y := copysign(logOfSum(u, small-(u-large), logBias), x)
	if logIsSpecial(u) {
		y = logSpecial(u, y)
	}
	return y
}

// logOfSum returns log(u+low) for a positive normal u and |low| ≤ ulp(u)/2, also
// where u is 1 and everything is in low. With the bias logBias+1 it returns
// log(2u), if low is 0, and so on.
func logOfSum(u, low, bias float64) float64 {
	k, i, m := logSplit(u, bias)
	c := logRecip[i&15]
	// r + rLo is (u+low)·c/2^k - 1.
	exact := fma(m, c, -1)
	scaled := float64(low * scale(c, -k))
	r := exact + scaled
	rLo := exact - r + scaled

	t := fma(k, ln2LogHi, logTableHi[i&15])
	tLo := fma(k, ln2LogLo, logTableLo[i&15]) + rLo
	r2 := float64(r * r)
	tLo = fma(r2, logPoly(r, r2), tLo)
	hi := t + r
	return hi + (tLo + (t - hi + r))
}
