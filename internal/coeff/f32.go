package main

import (
	"math"
	"math/big"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// f32Family has the numbers of libm's float32 functions. The names of those in
// float32 begin with f32, and of those in float64 with inner.
var f32Family = family{name: "f32", slow: true, items: slices.Concat(
	exp32Items, log32Items, trig32Items, tanh32.items(), erf32.items(), atan32.items(),
	innerF32Items, innerArcItems, erfcF32.items(), innerGammaItems,
)}

var exp32Items = []item{
	split{name: "f32Log2E", doc: "log₂ e", parts: []int{24}, single: true, value: log2e},
	// The products of the first part with exponents are exact.
	split{name: "f32ExpLn2", doc: "ln 2", parts: []int{16, 24}, single: true, value: highprec.Ln2},
	poly{
		name: "f32ExpP", doc: "e^r", f: highprec.Exp, from: -0.3468, to: 0.3468,
		powers: powers(0, 1, 6), fixed: map[int]float64{0: 1, 1: 1}, single: true,
	},
	poly{
		name: "f32Exp2P", doc: "2^r", f: highprec.Exp2, from: -0.5, to: 0.5,
		powers: powers(0, 1, 6), fixed: map[int]float64{0: 1}, single: true,
	},
}

var log32Items = []item{
	poly{
		name: "f32LogP", doc: "(log(1+f) - f)/f²", from: -0.3272, to: 0.3458, powers: powers(0, 1, 8),
		fixed: map[int]float64{0: -0.5}, single: true,
		f:      func(f *big.Float) *big.Float { return highprec.Quo(highprec.Sub(highprec.Log1p(f), f), square(f)) },
		weight: ofPart(highprec.Log1p, square),
	},
	split{name: "f32Ln2", doc: "ln 2", parts: []int{24}, single: true, value: highprec.Ln2},
	poly{
		name: "f32Log2P", doc: "log₂(1+f)/f", from: -0.3272, to: 0.3458, powers: powers(0, 1, 9), pairs: []int{0},
		single: true,
		f:      func(f *big.Float) *big.Float { return highprec.Quo(highprec.Log2(highprec.Add(num(1), f)), f) },
	},
	poly{
		name: "f32Log10P", doc: "log₁₀(1+f)/f", from: -0.3272, to: 0.3458, powers: powers(0, 1, 9), pairs: []int{0},
		single: true,
		f:      func(f *big.Float) *big.Float { return highprec.Quo(highprec.Log10(highprec.Add(num(1), f)), f) },
	},
	// The products of the first part with exponents are exact.
	split{
		name: "f32Log10Of2", doc: "log₁₀ 2", parts: []int{16, 24}, single: true,
		value: func(prec uint) *big.Float { return highprec.Quo(highprec.Ln2(prec), highprec.Ln10(prec)) },
	},
}

var trig32Items = []item{
	split{name: "f32TwoOverPi", doc: "2/π", parts: []int{24}, single: true, value: twoOverPi},
	// The products of the second part with integers below 2¹² are exact.
	split{name: "f32PiHalfPart", doc: "π/2", parts: []int{24, 12, 24}, single: true, value: piHalf},
	split{name: "f32PiHalf", doc: "π/2", parts: []int{24, 24}, single: true, value: piHalf},
	words{
		name: "f32TwoOverPiWords", doc: "32 zeros and the first 224 bits of 2/π", n: 8, single: true,
		value: func(i int) uint64 {
			bits, _ := highprec.Ldexp(twoOverPi(fitPrec), 32*i).Int(nil)
			return bits.Uint64() & (1<<32 - 1)
		},
	},
	poly{
		name: "f32SinP", doc: "sin r", f: highprec.Sin, from: 0, to: 0.79, powers: powers(1, 2, 7),
		fixed: map[int]float64{1: 1}, single: true,
	},
	poly{
		name: "f32CosP", doc: "cos r", f: highprec.Cos, from: 0, to: 0.79, powers: powers(0, 2, 8),
		fixed: map[int]float64{0: 1, 2: -0.5}, single: true,
	},
}

func piHalf(prec uint) *big.Float { return highprec.Ldexp(highprec.Pi(prec), -1) }

func log2e(prec uint) *big.Float {
	return highprec.Quo(highprec.New(1, prec), highprec.Ln2(prec))
}

func square(x *big.Float) *big.Float { return highprec.Mul(x, x) }

// ofPart weighs the error of a factor: relative to whole(x), where the
// polynomial is multiplied by factor(x) in the end.
func ofPart(whole, factor highprec.Func) weight {
	return func(x, y *big.Float) *big.Float { return highprec.Abs(highprec.Quo(factor(x), whole(x))) }
}

// innerF32Items has the parts of functions that compute in float64.
var innerF32Items = []item{
	table{
		name: "innerRecip", doc: "reciprocals of the middles of 16 intervals from innerLogStart to its double, 1 for " +
			"the one with 1", n: 16, parts: []int{10},
		value: innerRecip,
	},
	table{
		name: "innerLog", doc: "-log₂ innerRecip", n: 16, parts: []int{53},
		value: func(i int) *big.Float { return highprec.Neg(highprec.Log2(total(cut(innerRecip(i), []int{10})))) },
	},
	poly{
		name: "innerLogP", doc: "log₂(1+r)/r", from: -0.033, to: 0.033, powers: powers(0, 1, 6),
		f: func(r *big.Float) *big.Float { return highprec.Quo(highprec.Log2(highprec.Add(num(1), r)), r) },
	},
	poly{
		name: "innerExpP", doc: "2^r", f: highprec.Exp2, from: -0.5, to: 0.5, powers: powers(0, 1, 9),
		fixed: map[int]float64{0: 1},
	},
	poly{
		name: "innerSinhP", doc: "sinh(r·log 2)/r, w = r²", from: 0, to: 0.25, powers: powers(0, 1, 4),
		f: func(w *big.Float) *big.Float {
			r := highprec.Sqrt(w)
			return highprec.Quo(highprec.Sinh(highprec.Mul(r, highprec.Ln2(fitPrec))), r)
		},
	},
	poly{
		name: "innerCoshP", doc: "cosh(r·log 2), w = r²", from: 0, to: 0.25, powers: powers(0, 1, 4),
		fixed: map[int]float64{0: 1},
		f: func(w *big.Float) *big.Float {
			return highprec.Cosh(highprec.Mul(highprec.Sqrt(w), highprec.Ln2(fitPrec)))
		},
	},
	table{
		name: "innerCbrt", doc: "cube roots of 1/innerRecip", n: 16, parts: []int{53},
		value: func(i int) *big.Float {
			return highprec.Cbrt(highprec.Quo(num(1), total(cut(innerRecip(i), []int{10}))))
		},
	},
	poly{
		name: "innerCbrtP", doc: "∛(1+r)", from: -0.033, to: 0.033, powers: powers(0, 1, 6),
		fixed: map[int]float64{0: 1},
		f:     func(r *big.Float) *big.Float { return highprec.Cbrt(highprec.Add(num(1), r)) },
	},
	split{name: "innerCbrtOf2", doc: "∛2", parts: []int{53},
		value: func(prec uint) *big.Float { return highprec.Cbrt(highprec.New(2, prec)) }},
	split{name: "innerCbrtOf4", doc: "∛4", parts: []int{53},
		value: func(prec uint) *big.Float { return highprec.Cbrt(highprec.New(4, prec)) }},
	split{name: "innerLog2E", doc: "log₂ e", parts: []int{53}, value: log2e},
	split{name: "innerLn2", doc: "ln 2", parts: []int{53}, value: highprec.Ln2},
}

// innerLogStart is the lower end of the intervals of innerRecip: 1 is in the
// middle of one of them. They are the parts of equal length of a float64's bits.
const innerLogStart = 0x3fe66 << 44

func innerRecip(i int) *big.Float {
	middle := math.Float64frombits(innerLogStart + uint64(i)<<48 + 1<<47)
	if math.Abs(middle-1) < 1./64 {
		return num(1)
	}
	return highprec.Quo(num(1), num(middle))
}
