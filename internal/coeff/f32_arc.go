package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// innerArcItems has the trigonometric parts and their inverses.
var innerArcItems = []item{
	poly{
		name: "innerAtanP", doc: "(atan √z)/√z", from: 0, to: 1, powers: powers(0, 1, 13), fixed: map[int]float64{0: 1},
		f: ofRoot(highprec.Atan),
	},
	poly{
		name: "innerAsinP", doc: "(asin √z)/√z", from: 0, to: 0.25, powers: powers(0, 1, 8),
		fixed: map[int]float64{0: 1},
		f:     ofRoot(highprec.Asin),
	},
	poly{
		name: "innerSinP", doc: "(sin √z)/√z", from: 0, to: 0.62, powers: powers(0, 1, 5), fixed: map[int]float64{0: 1},
		f: ofRoot(highprec.Sin),
	},
	poly{
		name: "innerCosP", doc: "cos √z", from: 0, to: 0.62, powers: powers(0, 1, 5), fixed: map[int]float64{0: 1},
		f: func(z *big.Float) *big.Float { return highprec.Cos(highprec.Sqrt(z)) },
	},
	poly{
		name: "innerAsinhP", doc: "(asinh √z)/√z", from: 0, to: 1. / 64, powers: powers(0, 1, 4),
		fixed: map[int]float64{0: 1},
		f:     ofRoot(highprec.Asinh),
	},
	poly{
		name: "innerAtanhP", doc: "(atanh √z)/√z", from: 0, to: 0.045, powers: powers(0, 1, 5),
		fixed: map[int]float64{0: 1},
		f:     ofRoot(highprec.Atanh),
	},
	split{name: "innerPi", doc: "π", parts: []int{53}, value: highprec.Pi},
	split{name: "innerPiHalf", doc: "π/2", parts: []int{53, 53}, value: piHalf},
	split{name: "innerTwoOverPi", doc: "2/π", parts: []int{53}, value: twoOverPi},
}

// ofRoot returns f(√z)/√z, a power series in z where f is odd.
func ofRoot(f highprec.Func) highprec.Func {
	return func(z *big.Float) *big.Float {
		r := highprec.Sqrt(z)
		return highprec.Quo(f(r), r)
	}
}
