package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// expFamily has the numbers of libm's exp functions.
var expFamily = family{name: "exp", items: []item{
	split{name: "ln2", doc: "ln 2", parts: []int{53, 53}, value: highprec.Ln2},
	// The interval is half a step of exp2Table, and what rounding adds. The
	// error is relative to e^r here,
	poly{
		name: "expP", doc: "(e^r - 1 - r)/r²", f: expRest, from: -0.04335, to: 0.04335, powers: powers(0, 1, 5),
		weight: func(r, _ *big.Float) *big.Float { return square(r) },
	},
	// and to e^r - 1, sinh d and tanh d here, where the interval is what is not
	// reduced.
	poly{
		name: "expm1P", doc: "(e^r - 1 - r)/r²", f: expRest, from: -0.3033, to: 0.3033, powers: powers(0, 1, 10),
		fixed: map[int]float64{0: 0.5}, weight: ofPart(highprec.Expm1, square),
	},
	poly{
		name: "sinhP", doc: "(sinh d - d)/d³", from: 0, to: 0.3899, powers: powers(0, 2, 10),
		weight: ofPart(highprec.Sinh, cube),
		f:      func(d *big.Float) *big.Float { return highprec.Quo(highprec.Sub(highprec.Sinh(d), d), cube(d)) },
	},
	poly{
		name: "coshP", doc: "(cosh d - 1)/d²", from: 0, to: 0.04335, powers: powers(0, 2, 6),
		weight: func(d, _ *big.Float) *big.Float { return square(d) },
		f: func(d *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(highprec.Cosh(d), num(1)), square(d))
		},
	},
	poly{
		name: "tanhP", doc: "(tanh d - d)/d³", from: 0, to: 0.1951, powers: powers(0, 2, 12),
		weight: ofPart(highprec.Tanh, cube),
		f:      func(d *big.Float) *big.Float { return highprec.Quo(highprec.Sub(highprec.Tanh(d), d), cube(d)) },
	},
	poly{
		name: "exp2P", doc: "(2^r - 1)/r", from: -0.0625, to: 0.0625, powers: powers(0, 1, 6),
		f: func(r *big.Float) *big.Float {
			return highprec.Quo(highprec.Expm1(highprec.Mul(r, highprec.Ln2(fitPrec))), r)
		},
		weight: func(r, _ *big.Float) *big.Float { return highprec.Abs(r) },
	},
	table{
		name: "exp2Table", doc: "2^(i/8)", n: 8, parts: []int{53, 53},
		value: func(i int) *big.Float { return highprec.Exp2(num(float64(i) / 8)) },
	},
	table{
		name: "exp2NegTable", doc: "2^(-i/8)", n: 8, parts: []int{53, 53},
		value: func(i int) *big.Float { return highprec.Exp2(num(-float64(i) / 8)) },
	},
}}

// expRest returns (e^r - 1 - r) / r².
func expRest(r *big.Float) *big.Float {
	return highprec.Quo(highprec.Sub(highprec.Expm1(r), r), square(r))
}

func cube(x *big.Float) *big.Float { return highprec.Mul(x, square(x)) }
