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
		name: "logP", doc: "(log(1+r) - r)/r²", from: -0.0333, to: 0.0313, powers: powers(0, 1, 8), fixed: map[int]float64{0: -0.5},
		f: func(r *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(highprec.Log1p(r), r), square(r))
		},
		weight: ofPart(highprec.Log1p, square),
	},
}}

// logRecip returns c of the interval of m around (22+i)/32 for i below 10, and
// around (6+i)/16 above: a multiple of 1/64 near the reciprocal. Below 1 the next
// multiple of 1/32 is taken where m·c-1 would have a bit too many for a float64
// otherwise, if that does not make |m·c-1| greater than it is elsewhere.
func logRecip(i int) *big.Float {
	c := [16]float64{93, 89, 86, 82, 78, 76, 74, 70, 68, 66, 64, 60, 57, 54, 51, 49}
	return num(c[i] / 64)
}
