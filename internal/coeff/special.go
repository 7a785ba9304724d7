package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// specialFamily has the numbers of erf, erfc, gamma and lgamma.
var specialFamily = family{name: "special", slow: true, items: []item{
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
		name: "erfcP", doc: "erf(x)/x in terms of x², and e^x²·erfc(x)·(x+3) in terms of 3/(x+3) around 15 points",
		n:     16,
		piece: erfcPiece, powers: powers(0, 1, 9), pairs: []int{0},
	},
	// Piece i is around i steps of 1/x. The sum of the series is added to a
	// logarithm, so absolute errors count.
	pieces{
		name: "stirlingP", doc: "log Γ(x) - (x-½)·log x + x in terms of 1/x around 16 points, half a step from 0 to 2",
		n:     16,
		piece: stirlingPiece, powers: powers(0, 1, 9), pairs: []int{0}, weight: absolute,
	},
	// Piece i is around i/8, or 2+i/8 for i below 7.
	pieces{
		name: "lgammaP", doc: "log Γ(x) / ((x-1)(x-2)) around 16 points from 7/8 to 22/8", n: 16,
		piece: lgammaPiece, powers: powers(0, 1, 11), pairs: []int{0},
	},
	split{name: "pi", doc: "π", value: highprec.Pi, parts: []int{53, 53}},
	split{name: "lnPi", doc: "log π", value: func(prec uint) *big.Float { return highprec.Log(highprec.Pi(prec)) },
		parts: []int{53, 53}},
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

// stirlingStep is the length of a piece of the series.
const stirlingStep = 133.0 / 1024

func stirlingPiece(i int) (f highprec.Func, from, to float64) {
	center := num(float64(i) * stirlingStep)
	if i > 0 {
		from = -stirlingStep / 2
	}
	return func(t *big.Float) *big.Float {
		x := highprec.Quo(num(1), highprec.Add(center, t))
		log := highprec.Mul(highprec.Sub(x, num(0.5)), highprec.Log(x))
		return highprec.Add(highprec.Sub(highprec.Lgamma(x), log), x)
	}, from, stirlingStep / 2
}

func lgammaPiece(i int) (f highprec.Func, from, to float64) {
	if i < 7 {
		i += 16
	}
	center := num(float64(i) / 8)
	f = func(t *big.Float) *big.Float {
		x := highprec.Add(center, t)
		zeros := highprec.Mul(highprec.Sub(x, num(1)), highprec.Sub(x, num(2)))
		if zeros.Sign() == 0 {
			// The quotient is smooth, and a point beside the zero stands for it.
			return f(highprec.Add(t, num(0x1p-60)))
		}
		return highprec.Quo(highprec.Lgamma(x), zeros)
	}
	return f, -1.0 / 16, 1.0 / 16
}
