package gomath

import "math"

// Log2 returns the binary logarithm of x: the exponent of x = 2^e·m, with m from 1/2
// to 1, plus that of m, which is computed from Log. For powers of 2 it is exact: Log
// gives -ln 2 for 1/2, whose product with the constant below is -1.
func Log2(x float64) float64 {
	z, bias := x, float64(0)
	if log2IsSpecial(x) {
		z = x * 0x1p54 // for denormals
		bias = -54
	}
	e, m := logSplit(z, logOffset())
	k := sel(m >= 1, -1.0, 0)
	y := logOf(k, m-1)
	exponent := e - k + bias
	r := loaded(y)*(1/math.Ln2) + exponent
	if onARM64 { // it is fused, and not exact for 1
		r = sel(m == 1, exponent-1, r)
	}
	if log2IsSpecial(x) {
		r = logSpecial(x, r)
	}
	return r
}

// log2IsSpecial tells whether x is not a positive normal number.
func log2IsSpecial(x float64) bool { return bits64(x)-1<<52 >= infBits-1<<52 }
