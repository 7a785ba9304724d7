package libm

// Log returns the natural logarithm of x.
//
// The method is table-driven: x = 2^k·m with m in [47/64, 94/64), and
// log x = k·ln2 - log c + log(1+r) where c, one of sixteen multiples of 1/64
// near 1/m, makes r = m·c-1 small, and exact (Tang, "Table-driven implementation
// of the logarithm function in IEEE floating-point arithmetic", 1990). Around 1,
// c is 1 and its logarithm 0, so that the result is accurate there too. Largest
// error seen: 0.55 ulp.
//
// Special cases are those of [math.Log].
func Log(x float64) float64 {
	k, i, r := logReduce(x)
	t := fma(k, ln2LogHi, logTableHi[i&15])
	tLo := fma(k, ln2LogLo, logTableLo[i&15])
	r2 := float64(r * r)
	return logResult(x, t, r, fma(r2, logPoly(r, r2), tLo))
}

// Log2 returns the binary logarithm of x, exactly for powers of 2.
//
// It is Log with tables and a polynomial of its own; r/ln2 is taken in two parts.
// Largest error seen: 0.55 ulp.
//
// Special cases are those of [math.Log2].
func Log2(x float64) float64 {
	k, i, r := logReduce(x)
	r2 := float64(r * r)
	q := fma(fma(log2P8, r, log2P7), r, log2P6)
	q = fma(q, r2, fma(log2P5, r, log2P4))
	q = fma(q, r2, fma(log2P3, r, log2P2))
	q = fma(q, r2, fma(log2P1, r, log2P0))
	s := float64(r * log2eHi)
	sLo := fma(r, log2eLo, fma(r, log2eHi, -s))
	return logResult(x, k+log2TableHi[i&15], s, fma(r2, q, log2TableLo[i&15]+sLo))
}

// Log10 returns the decimal logarithm of x, exactly for powers of 10.
//
// It is Log with tables and a polynomial of its own; r/ln10 is taken in two
// parts. Largest error seen: 0.55 ulp.
//
// Special cases are those of [math.Log10].
func Log10(x float64) float64 {
	k, i, r := logReduce(x)
	r2 := float64(r * r)
	q := fma(fma(log10P8, r, log10P7), r, log10P6)
	q = fma(q, r2, fma(log10P5, r, log10P4))
	q = fma(q, r2, fma(log10P3, r, log10P2))
	q = fma(q, r2, fma(log10P1, r, log10P0))
	s := float64(r * log10eHi)
	sLo := fma(r, log10eLo, fma(r, log10eHi, -s))
	t := fma(k, log10of2Hi, log10TableHi[i&15])
	tLo := fma(k, log10of2Lo, log10TableLo[i&15])
	return logResult(x, t, s, fma(r2, q, tLo+sLo))
}

const (
	minNormalBits = 1 << 52
	infBits       = 0x7ff << 52
	nanBits       = infBits | 1<<51

	// logOffset has the bits of 47/64, where the range of m begins: half a
	// table step below 3/4.
	logOffset = 0x3fe78 << 44
	// logBias takes the bias of logSplit from an exponent.
	logBias = -(0x1p52 + 0x7ff)
)

// logIsSpecial tells whether x is not a positive normal number.
func logIsSpecial(x float64) bool {
	return bits64(x)-minNormalBits >= infBits-minNormalBits
}

// logReduce returns k, r and the index of c in the tables, i&15, such that
// x = 2^k·(1+r)/c, for x > 0.
func logReduce(x float64) (k float64, i uint64, r float64) {
	z, bias := x, float64(logBias)
	if logIsSpecial(x) {
		z = float64(x * 0x1p54) // for denormals
		bias = bias - 54
	}
	k, i, m := logSplit(z, bias)
	return k, i, fma(m, logRecip[i&15], -1)
}

// logSplit splits a positive normal z into 2^k·m with m in [47/64, 94/64), for
// the bias logBias. i&15 is the index of m in the tables: of the sixteenth of m's
// binade that m is nearest to.
func logSplit(z, bias float64) (k float64, i uint64, m float64) {
	// 0x7ff is added to the exponent so that it does not become negative, and
	// 2^52 makes a float of it.
	u := bits64(z) + (infBits - logOffset)
	k = from64(u>>52|0x433<<52) + bias
	return k, u >> 48, from64(u&(1<<52-1) + logOffset)
}

// logPoly returns (log(1+r) - r) / r² for -0.0342 ≤ r ≤ 0.0313; r2 is r².
func logPoly(r, r2 float64) float64 {
	q := fma(fma(logP8, r, logP7), r, logP6)
	q = fma(q, r2, fma(logP5, r, logP4))
	q = fma(q, r2, fma(logP3, r, logP2))
	return fma(q, r2, fma(logP1, r, logP0))
}

// logResult returns t + s + lo, the logarithm of x if that is positive. t is 0
// or greater than s: the first sum is Dekker's.
func logResult(x, t, s, lo float64) float64 {
	hi := t + s
	y := hi + (lo + (t - hi + s))
	if logIsSpecial(x) {
		y = logSpecial(x, y)
	}
	return y
}

// logSpecial returns the logarithm of an x that is not positive and normal. It is
// y for denormals.
func logSpecial(x, y float64) float64 {
	y = sel(bits64(x) < infBits, y, from64(nanBits))
	y = sel(x == 0, from64(1<<63|infBits), y)
	return sel(bits64(x) == infBits, x, y)
}
