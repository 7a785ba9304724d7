package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// logFamily has the numbers of libm's log functions.
var logFamily = family{name: "log", items: []item{
	// Products of ln2LogHi with exponents are multiples of 2^-42, as the numbers in
	// logTableHi are, so that their sums are exact.
	split{name: "ln2Log", doc: "ln 2", parts: []int{42, 53}, value: highprec.Ln2},
	table{name: "logRecip", doc: "c, near 1/m", n: 16, parts: []int{7}, value: logRecip},
	table{
		name: "logTable", doc: "-log c", n: 16, parts: []int{36, 53},
		value: func(i int) *big.Float { return highprec.Neg(highprec.Log(logRecip(i))) },
	},
	// The interval is what m·c-1 can be.
	poly{
		name: "logP", doc: "(log(1+r) - r)/r²", from: -0.0342, to: 0.0313, powers: powers(0, 1, 8), fixed: map[int]float64{0: -0.5},
		f: func(r *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(highprec.Log1p(r), r), square(r))
		},
		weight: ofPart(highprec.Log1p, square),
	},
	// For s = r/(1+r/2), with r as above.
	poly{
		name: "atanhP", doc: "(2·artanh(s/2) - s)/s³", from: 0, to: 0.0348, powers: powers(0, 2, 6),
		f: func(s *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(atanhOfHalf(s), s), highprec.Mul(s, square(s)))
		},
		weight: func(s, _ *big.Float) *big.Float { return square(s) },
	},
}}

// atanhOfHalf returns 2·artanh(s/2), which is log((1+s/2)/(1-s/2)).
func atanhOfHalf(s *big.Float) *big.Float {
	return highprec.Ldexp(highprec.Atanh(highprec.Ldexp(s, -1)), 1)
}

// logRecip returns c of the interval of m around (24+i)/32 for i below 8, and
// around (8+i)/16 above: a multiple of 1/64 near the reciprocal. With these, the
// size of |m·c-1| is below 2^-5 where the product has bits down to 2^-58, and
// below 2^-4 where they end at 2^-57, so that it is a float64 exactly.
func logRecip(i int) *big.Float {
	c := [16]float64{86, 82, 78, 76, 74, 70, 68, 66, 64, 60, 57, 54, 51, 49, 46, 44}
	return num(c[i] / 64)
}
