package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// expFamily has the numbers of libm's exp functions.
var expFamily = family{name: "exp", items: []item{
	split{name: "log2e", doc: "log₂ e", parts: []int{53}, value: log2e},
	split{name: "ln2", doc: "ln 2", parts: []int{53, 53}, value: highprec.Ln2},
	// The interval is half a step of exp2Table, and what rounding adds.
	poly{
		name: "expP", doc: "(e^r - 1 - r)/r²", from: -0.04335, to: 0.04335, powers: powers(0, 1, 5),
		f: func(r *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(highprec.Expm1(r), r), square(r))
		},
		weight: func(r, _ *big.Float) *big.Float { return square(r) },
	},
	table{
		name: "exp2Table", doc: "2^(i/8)", n: 8, parts: []int{53, 53},
		value: func(i int) *big.Float { return highprec.Exp2(num(float64(i) / 8)) },
	},
}}
