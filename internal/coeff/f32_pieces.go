package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// piecewise32 asks for 16 polynomials that give an odd float32 function on
// [0, end]. Piece i begins where the bits of the argument reach start + i<<shift;
// piece 0 begins at 0. With a center c for each piece and t = x-c the function is
// f(c) + t·(P0 + P1·t + …), and in piece 0 it is x + x·(P0 + P1·w + …), where w is x or x².
//
// The centers are chosen so that f(c) almost is a float32, so that the last sum
// is almost all that is rounded (Gal, "Computing elementary functions: a new approach for achieving high
// accuracy and good performance", 1986).
type piecewise32 struct {
	name, doc string // the function in terms of x
	f         highprec.Func
	start     uint32
	shift     int
	end       float64
	last      int  // the greatest power in the sums
	squared   bool // piece 0 has powers of x² in the sum
}

func (p piecewise32) items() []item {
	doc := func(format string) string { return fmt.Sprintf(format, p.doc) }
	return []item{
		table{
			name: p.name + "Center", doc: doc("centers c of the pieces of %s"), n: 16, parts: []int{24}, single: true,
			value: p.center,
		},
		table{
			name: p.name + "Value", doc: doc("%s at the centers"), n: 16, parts: []int{24}, single: true,
			value: p.value,
		},
		pieces{
			name: p.name + "P", doc: doc("(f(c+t) - f(c))/t where f(x) = %s, less 1 in piece 0"), n: 16,
			powers: powers(0, 1, p.last), weight: absolute, single: true, piece: p.piece,
		},
	}
}

// edge returns where piece i begins.
func (p piecewise32) edge(i int) float64 {
	switch i {
	case 0:
		return 0
	case 16:
		return p.end
	}
	return float64(math.Float32frombits(p.start + uint32(i)<<p.shift))
}

// center searches from the middle of a piece in steps of a 2¹³th of its length.
func (p piecewise32) center(i int) *big.Float {
	if i == 0 {
		return num(0)
	}
	step := (p.edge(i+1) - p.edge(i)) / (1 << 13)
	for c := (p.edge(i) + p.edge(i+1)) / 2; ; c += step {
		x := highprec.New(float64(float32(c)), centerPrec)
		y := p.f(x)
		rest := highprec.Sub(y, total(cut(y, []int{24})))
		if rest.Sign() == 0 || rest.MantExp(nil) < y.MantExp(nil)-24-8 {
			return num(float64(float32(c)))
		}
	}
}

// centerPrec is the precision in bits that the search for centers needs.
const centerPrec = 64

func (p piecewise32) value(i int) *big.Float {
	if i == 0 {
		return num(0)
	}
	return p.f(p.center(i))
}

func (p piecewise32) piece(i int) (f highprec.Func, from, to float64) {
	if i == 0 {
		return p.first()
	}
	center, value := p.center(i), p.value(i)
	c, _ := center.Float64()
	f = func(t *big.Float) *big.Float {
		return highprec.Quo(highprec.Sub(p.f(highprec.Add(center, t)), value), t)
	}
	return f, p.edge(i) - c, p.edge(i+1) - c
}

// first returns f(x)/x - 1 as a function of x or x², and its interval.
func (p piecewise32) first() (f highprec.Func, from, to float64) {
	bend := func(x *big.Float) *big.Float { return highprec.Sub(highprec.Quo(p.f(x), x), num(1)) }
	if !p.squared {
		return bend, 0, p.edge(1)
	}
	return func(w *big.Float) *big.Float { return bend(highprec.Sqrt(w)) }, 0, p.edge(1) * p.edge(1)
}

var (
	tanh32 = piecewise32{name: "f32Tanh", doc: "tanh x", f: highprec.Tanh, start: 0x3f140000, shift: 21, end: 9.1,
		last: 5, squared: true}
	atan32 = piecewise32{name: "f32Atan", doc: "atan x", f: highprec.Atan, start: 0x3d900000, shift: 21, end: 1,
		last: 4}
	erf32 = piecewise32{name: "f32Erf", doc: "erf x", f: highprec.Erf, start: 0x3e800000, shift: 21, end: 4, last: 5,
		squared: true}
)

// erfcxF32 asks for 16 polynomials of t = a - i·width around the multiples of
// width: e^a²·erfc a for 0 ≤ a ≤ 15.5·width.
type erfcxF32 struct {
	width float64
	last  int
}

var erfcF32 = erfcxF32{width: 0.65625, last: 9}

func (e erfcxF32) items() []item {
	return []item{pieces{
		name: "innerErfcP", doc: "e^a²·erfc a as a function of a less the nearest multiple of 0.65625", n: 16,
		powers: powers(0, 1, e.last),
		piece: func(i int) (f highprec.Func, from, to float64) {
			center := num(float64(i) * e.width)
			f = func(t *big.Float) *big.Float {
				a := highprec.Add(center, t)
				return highprec.Mul(highprec.Exp(square(a)), highprec.Erfc(a))
			}
			from, to = -e.width/2, e.width/2
			if i == 0 {
				from = 0
			}
			return f, from, to
		},
	}}
}
