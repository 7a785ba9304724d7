package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// trigFamily has the numbers of libm's trigonometric functions and of their
// inverses.
var trigFamily = family{name: "trig", items: []item{
	// The intervals end a little beyond π/4: the quotient that the reduction
	// rounds is rounded itself.
	poly{
		name: "sinP", doc: "sin r - r",
		f:    func(r *big.Float) *big.Float { return highprec.Sub(highprec.Sin(r), r) },
		from: 0, to: 0.78541, powers: powers(3, 2, 13), weight: against(highprec.Sin),
	},
	poly{
		name: "cosP", doc: "cos r - 1 + r²/2",
		f: func(r *big.Float) *big.Float {
			return highprec.Add(highprec.Sub(highprec.Cos(r), num(1)), highprec.Ldexp(highprec.Mul(r, r), -1))
		},
		from: 0, to: 0.78541, powers: powers(4, 2, 14), weight: absolute,
	},
	// Products of the second part with integers below 2²² are exact.
	split{name: "halfPi", doc: "π/2", value: func(prec uint) *big.Float {
		return highprec.Ldexp(highprec.Pi(prec), -1)
	},
		parts: []int{53, 31, 53}},
	split{name: "twoOverPi", doc: "2/π", value: twoOverPi, parts: []int{53}},
	// As far as 1/2, where the three reductions of an arctangent meet.
	poly{
		name: "atanP", doc: "atan t - t",
		f:    func(t *big.Float) *big.Float { return highprec.Sub(highprec.Atan(t), t) },
		from: 0, to: 0.5, powers: powers(3, 2, 25), weight: against(highprec.Atan),
	},
	// Up to 1/2 for the argument, and up to √((1 - 1/2)/2) for what replaces it.
	poly{
		name: "asinP", doc: "asin t - t",
		f:    func(t *big.Float) *big.Float { return highprec.Sub(highprec.Asin(t), t) },
		from: 0, to: 0.5, powers: powers(3, 2, 27), weight: against(highprec.Asin),
	},
	split{name: "threeQuarterPi", doc: "3π/4", parts: []int{53, 53}, value: func(prec uint) *big.Float {
		return highprec.Ldexp(highprec.Mul(highprec.Pi(prec), highprec.New(3, prec)), -2)
	}},
	quarterTurns(0), quarterTurns(1), quarterTurns(2), quarterTurns(3),
}}

func twoOverPi(prec uint) *big.Float {
	return highprec.Quo(highprec.New(2, prec), highprec.Pi(prec))
}

// quarterTurns asks for the part-th table of the reduction of huge arguments.
// The tables' i-th entries add up to 2/π·2^(32(i-1)) without a multiple of 4;
// those of the first are multiples of 2^-50, and each further one goes on 53
// bits below.
func quarterTurns(part int) table {
	names := []string{"quarterTurnsA", "quarterTurnsB", "quarterTurnsC", "quarterTurnsD"}
	return table{
		name: names[part], doc: "the bits of 2/π·2^(32(i-1)) mod 4 " + []string{
			"down to 2^-50", "after them, down to 2^-103", "after them, down to 2^-156", "after them"}[part],
		n: 32, parts: []int{53},
		value: func(i int) *big.Float {
			const prec = 32*31 + 400
			rest := highprec.Ldexp(twoOverPi(prec), 32*(i-1))
			rest = highprec.Sub(rest, multiple(rest, 2))
			for p := range part {
				rest = highprec.Sub(rest, multiple(rest, -50-53*p))
			}
			if part == 3 {
				return rest
			}
			return multiple(rest, -50-53*part)
		},
	}
}

// multiple returns the multiple of 2^e nearest to x.
func multiple(x *big.Float, e int) *big.Float {
	n := highprec.Ldexp(x, -e)
	n.Add(n, highprec.New(0.5, 2))
	i, acc := n.Int(nil)
	if acc == big.Above {
		i.Sub(i, big.NewInt(1)) // Int rounds towards zero, and this is a floor
	}
	return highprec.Ldexp(new(big.Float).SetPrec(x.Prec()).SetInt(i), e)
}
