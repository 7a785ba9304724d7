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
	special := logIsSpecial(x)
	z, bias := x, float64(logBias)
	if special {
		z = float64(x * 0x1p54) // for denormals
		bias = bias - 54
	}
	k, m, i := logParts(z, bias)
	r := fma(m, logRecip[i&15], -1)
	// The sum of hi is exact, by the zeros its two constants end in.
	hi := fma(k, ln2LogHi, logTableHi[i&15])
	lo := fma(k, ln2LogLo, logTableLo[i&15])
	r2 := float64(r * r)
	lo = fma(r2, log1pPoly(r, r2), lo)
	// hi is 0 or greater than r: Dekker's sum.
	s := hi + r
	lo = lo + (hi - s + r)
	y := s + lo
	if special {
		y = logSpecial(x, y)
	}
	return y
}

const (
	minNormalBits = 1 << 52
	infBits       = 0x7ff << 52
	nanBits       = infBits | 1<<51

	// logOffset has the bits of 47/64, where the range of m begins: half a
	// table step below 3/4.
	logOffset = 0x3fe78 << 44
	// logBias takes the bias of logParts from an exponent.
	logBias = -(0x1p52 + 0x7ff)
)

// logIsSpecial tells whether x is no positive normal number.
func logIsSpecial(x float64) bool {
	return bits64(x)-minNormalBits >= infBits-minNormalBits
}

// logSpecial returns the logarithm of x, which is y for denormals.
func logSpecial(x, y float64) float64 {
	y = sel(bits64(x) < infBits, y, from64(nanBits))
	y = sel(bits64(x)<<1 == 0, from64(1<<63|infBits), y)
	return sel(bits64(x) == infBits, x, y)
}

// logParts splits a positive normal z into 2^k·m with m in [47/64, 94/64), for
// the bias logBias. The last four bits of i are the index of m in the tables:
// the sixteenth of m's binade that m is nearest to.
func logParts(z, bias float64) (k, m float64, i uint64) {
	// 0x7ff is added to the exponent so that it does not become negative, and
	// 2^52 makes a float of it.
	u := bits64(z) + (infBits - logOffset)
	k = from64(u>>52|0x433<<52) + bias
	m = from64(u&(1<<52-1) + logOffset)
	return k, m, u >> 48
}

// log1pPoly returns (log(1+r) - r) / r² for -0.0342 ≤ r ≤ 0.0313; r2 is r².
func log1pPoly(r, r2 float64) float64 {
	q := fma(fma(logP8, r, logP7), r, logP6)
	q = fma(q, r2, fma(logP5, r, logP4))
	q = fma(q, r2, fma(logP3, r, logP2))
	return fma(q, r2, fma(logP1, r, logP0))
}
