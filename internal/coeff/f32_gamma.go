package main

import (
	"math"
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// innerGammaItems has log₂ Γ(x) for 1 ≤ x < 256 in 16 pieces, two to the power of
// two, and what the logarithm of |Γ(x)| for x < 0 needs.
var innerGammaItems = []item{
	table{name: "innerGammaCenter", doc: "centers c of the pieces of log₂ Γ(x)", n: 16, parts: []int{53},
		value: gammaCenter},
	table{name: "innerGammaValue", doc: "log₂ Γ(c)", n: 16, parts: []int{53},
		value: func(i int) *big.Float { return log2Gamma(gammaCenter(i)) }},
	pieces{
		name: "innerGammaP", doc: "(log₂ Γ(c+t) - log₂ Γ(c))/t", n: 16, powers: powers(0, 1, 10),
		piece: func(i int) (f highprec.Func, from, to float64) {
			center := gammaCenter(i)
			value := log2Gamma(center)
			c, _ := center.Float64()
			f = func(t *big.Float) *big.Float {
				return highprec.Quo(highprec.Sub(log2Gamma(highprec.Add(center, t)), value), t)
			}
			return f, gammaEdge(i) - c, gammaEdge(i+1) - c
		},
	},
	poly{
		name: "innerSinPiP", doc: "(sin π√z)/√z", from: 0, to: 0.25, powers: powers(0, 1, 6),
		f: func(z *big.Float) *big.Float {
			r := highprec.Sqrt(z)
			return highprec.Quo(highprec.Sin(highprec.Mul(r, highprec.Pi(fitPrec))), r)
		},
	},
	table{name: "innerGammaZero", doc: "b > 0 with |Γ(-b)| = 1, the one in each half unit from 2 to 10", n: 16,
		parts: []int{53, 53}, value: gammaZero},
	pieces{
		name: "innerGammaNear", doc: "(log |Γ(-b-t)|)/t around the zeros b", n: 16, powers: powers(0, 1, 4),
		piece: func(i int) (f highprec.Func, from, to float64) {
			zero := gammaZero(i)
			f = func(t *big.Float) *big.Float {
				return highprec.Quo(highprec.Lgamma(highprec.Neg(highprec.Add(zero, t))), t)
			}
			slope, _ := f(num(0x1p-40)).Float64()
			reach := 0x1p-7 / math.Abs(slope)
			return f, -reach, reach
		},
	},
	split{
		name: "innerLog2Pi", doc: "log₂ π", parts: []int{53},
		value: func(prec uint) *big.Float { return highprec.Log2(highprec.Pi(prec)) },
	},
	split{
		name: "innerStirling", doc: "½·log₂ 2π", parts: []int{53},
		value: func(prec uint) *big.Float {
			return highprec.Ldexp(highprec.Log2(highprec.Ldexp(highprec.Pi(prec), 1)), -1)
		},
	},
}

// gammaEdge returns where piece i begins: 1, 1½, 2, 3, 4, 6 …
func gammaEdge(i int) float64 { return math.Float64frombits(0x3ff<<52 + uint64(i)<<51) }

// gammaCenter returns a zero of log₂ Γ at an end of the piece if there is one.
func gammaCenter(i int) *big.Float {
	switch i {
	case 0:
		return num(1)
	case 1, 2:
		return num(2)
	}
	return num((gammaEdge(i) + gammaEdge(i+1)) / 2)
}

func log2Gamma(x *big.Float) *big.Float {
	return highprec.Quo(highprec.Lgamma(x), highprec.Ln2(fitPrec))
}

// gammaZero returns the zero of log |Γ(-b)| for 2+i/2 < b < 2+(i+1)/2, by
// bisection to 120 bits. The logarithm is negative in the middle of whole units.
func gammaZero(i int) *big.Float {
	positive, negative := num(2+float64(i)/2), num(2+float64(i+1)/2)
	if i%2 == 1 {
		positive, negative = negative, positive
	}
	for range 120 {
		middle := highprec.Ldexp(highprec.Add(positive, negative), -1)
		if highprec.Lgamma(highprec.Neg(middle)).Sign() > 0 {
			positive = middle
		} else {
			negative = middle
		}
	}
	return positive
}
