package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// specialFamily has the numbers of erf, erfc, gamma and lgamma.
var specialFamily = family{name: "special", items: []item{
	// Piece 0 is up to 1.5 steps and in powers of x²: x·erfP1 + x³·(erfP2 + …).
	// Piece i above is around i+1 steps and in powers of the distance.
	pieces{
		name: "erfP", doc: "x·erf(x) in terms of x², and erf(x) around 15 points", n: 16,
		piece:  erfPiece,
		powers: powers(0, 1, 12),
		fixed: func(i int) map[int]float64 {
			if i == 0 {
				return map[int]float64{0: 0}
			}
			return nil
		},
		pairs: []int{0},
	},
}}

// erfStep is the length of a piece of erf.
const erfStep = 23.0 / 64

func erfPiece(i int) (f highprec.Func, from, to float64) {
	if i == 0 {
		return func(z *big.Float) *big.Float {
			x := highprec.Sqrt(z)
			return highprec.Mul(x, highprec.Erf(x))
		}, 0, 2.2501 * erfStep * erfStep
	}
	center := num(float64(i+1) * erfStep)
	return func(t *big.Float) *big.Float { return highprec.Erf(highprec.Add(center, t)) }, -erfStep / 2, erfStep / 2
}
