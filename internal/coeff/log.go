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
	logPoly("logP", "log", one),

	table{name: "log2Table", doc: "-log₂ c", n: 16, parts: []int{36, 53},
		value: func(i int) *big.Float { return highprec.Neg(highprec.Log2(logRecip(i))) }},
	split{name: "log2e", doc: "log₂ e", parts: []int{53, 53}, value: log2e},
	logPoly("log2P", "log₂", log2e),

	// Products of log10of2Hi with exponents are multiples of 2^-42 as well.
	split{name: "log10of2", doc: "log₁₀ 2", parts: []int{41, 53},
		value: func(prec uint) *big.Float { return highprec.Quo(highprec.Ln2(prec), highprec.Ln10(prec)) }},
	table{name: "log10Table", doc: "-log₁₀ c", n: 16, parts: []int{35, 53},
		value: func(i int) *big.Float { return highprec.Neg(highprec.Log10(logRecip(i))) }},
	split{name: "log10e", doc: "log₁₀ e", parts: []int{53, 53}, value: log10e},
	logPoly("log10P", "log₁₀", log10e),

	// For s = r/(1+r/2), with r as above.
	poly{
		name: "atanhP", doc: "(2·artanh(s/2) - s)/s³", from: 0, to: 0.0348, powers: powers(0, 2, 6),
		f: func(s *big.Float) *big.Float {
			return highprec.Quo(highprec.Sub(atanhOfHalf(s), s), highprec.Mul(s, square(s)))
		},
		weight: func(s, _ *big.Float) *big.Float { return square(s) },
	},
	// Of Cbrt, which has c in common with Log.
	table{name: "cbrtOf2", doc: "∛2^((i+1) mod 4)", n: 4, parts: []int{53, 53},
		value: func(i int) *big.Float { return highprec.Cbrt(highprec.Ldexp(num(1), (i+1)%4)) }},
	table{name: "cbrtTable", doc: "∛(1/c)", n: 16, parts: []int{53, 53},
		value: func(i int) *big.Float { return highprec.Quo(num(1), highprec.Cbrt(logRecip(i))) }},
	poly{
		name: "cbrtP", doc: "∛(1+r) - 1", from: -0.0342, to: 0.0313, powers: powers(1, 1, 8), weight: absolute,
		f: func(r *big.Float) *big.Float { return highprec.Sub(highprec.Cbrt(highprec.Add(r, num(1))), num(1)) },
	},
}}

// atanhOfHalf returns 2·artanh(s/2), which is log((1+s/2)/(1-s/2)).
func atanhOfHalf(s *big.Float) *big.Float {
	return highprec.Ldexp(highprec.Atanh(highprec.Ldexp(s, -1)), 1)
}

// logRecip returns c of the interval of m around (24+i)/32 for i below 8, and
// around (8+i)/16 above: a multiple of 1/64 near the reciprocal. With these, the
// size of |m·c-1| is below 2^-5 where the product has bits down to 2^-58, and
// below 2^-4 where they end at 2^-57, so that it is a float64 exactly.
func logRecip(i int) *big.Float {
	c := [16]float64{86, 82, 78, 76, 74, 70, 68, 66, 64, 60, 57, 54, 51, 49, 46, 44}
	return num(c[i] / 64)
}

// logPoly asks for the polynomial of the logarithm whose derivative at 1 is
// factor(prec). The interval is what m·c-1 can be.
func logPoly(name, log string, factor func(prec uint) *big.Float) poly {
	return poly{
		name: name, doc: "(" + log + "(1+r) - r·" + log + " e)/r²", from: -0.0342, to: 0.0313, powers: powers(0, 1, 8),
		f: func(r *big.Float) *big.Float {
			return highprec.Mul(factor(fitPrec), highprec.Quo(highprec.Sub(highprec.Log1p(r), r), square(r)))
		},
		weight: func(r, _ *big.Float) *big.Float {
			return highprec.Abs(highprec.Quo(square(r), highprec.Mul(factor(fitPrec), highprec.Log1p(r))))
		},
	}
}

func one(prec uint) *big.Float { return highprec.New(1, prec) }

func log10e(prec uint) *big.Float { return highprec.Quo(one(prec), highprec.Ln10(prec)) }
