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
	// Piece 0 is below half a step over 16 steps of 3/(x+3), in powers of x².
	// Piece i above is around i+1 steps.
	pieces{
		name: "erfcP", doc: "erf(x)/x in terms of x², and e^x²·erfc(x)·(x+3) in terms of 3/(x+3) around 15 points", n: 16,
		piece: erfcPiece, powers: powers(0, 1, 9), pairs: []int{0},
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

// erfcStep is the length of a piece of erfc.
const erfcStep = 27.0 / 512

func erfcPiece(i int) (f highprec.Func, from, to float64) {
	if i == 0 {
		last := 3/(16.5*erfcStep) - 3
		return func(z *big.Float) *big.Float {
			x := highprec.Sqrt(z)
			return highprec.Quo(highprec.Erf(x), x)
		}, 0, last * last * 1.0001
	}
	center := num(float64(i+1) * erfcStep)
	return func(t *big.Float) *big.Float {
		plus3 := highprec.Quo(num(3), highprec.Add(center, t))
		x := highprec.Sub(plus3, num(3))
		return highprec.Mul(highprec.Mul(highprec.Erfc(x), highprec.Exp(square(x))), plus3)
	}, -erfcStep / 2, erfcStep / 2
}
