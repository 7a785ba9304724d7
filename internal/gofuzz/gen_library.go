package gofuzz

import (
	"fmt"
	"strings"
)

// Functions of package math, by number of float64 parameters. Signbit, Copysign
// and Float64bits would show the sign and payload of a NaN, which are left
// open; see bitsOf.
var mathFuncs = [][]string{
	1: strings.Fields("Sqrt Sqrt Abs Floor Ceil Trunc Round RoundToEven Exp Log Sin Cos Tan Atan Asin Acos Cbrt Erf " +
		"Log1p Expm1 Tanh Sinh Cosh Exp2 Log2 Log10 Gamma"),
	2: strings.Fields("Max Min Pow Atan2 Hypot Mod Dim Remainder Nextafter"),
	3: {"FMA"},
}

// library makes a call of package math or math/bits, or a use of bitsOf.
func (g *gen) library(t *typ, depth int) (expr, bool) {
	switch {
	case t.class == float && g.on[Math]:
		n := 1 + min(g.pick(4)/2, 1)
		if g.chance(1, 12) {
			n = 3
		}
		name := mathFuncs[n][g.pick(len(mathFuncs[n]))]
		o := g.operands()
		var args []string
		for range n {
			args = append(args, o.next(func() expr { return g.convertTo(float64Type, t, depth-1) }).text)
		}
		e := o.of("math."+name+"("+strings.Join(args, ", ")+")", primary)
		return g.convert(e, float64Type, t), true
	case t.text == "int" && g.on[Bits]:
		e := g.convertTo(uint64Type, g.integerType(), depth-1)
		name := []string{"OnesCount64", "LeadingZeros64", "TrailingZeros64", "Len64"}[g.pick(4)]
		if g.chance(1, 3) {
			e = g.convertTo(uint32Type, g.integerType(), depth-1)
			name = []string{"OnesCount32", "LeadingZeros32", "TrailingZeros32", "Len32"}[g.pick(4)]
		}
		return expr{text: "bits." + name + "(" + e.text + ")", prec: primary, faults: e.faults, calls: e.calls}, true
	case t.text == "uint64" && g.with(Bits, 1, 2):
		e := g.value(t, depth-1)
		name := []string{"Reverse64", "ReverseBytes64"}[g.pick(2)]
		text := "bits." + name + "(" + e.text + ")"
		if g.chance(1, 2) {
			text = fmt.Sprintf("bits.RotateLeft64(%s, %d)", e.text, g.pick(130)-65)
		}
		return expr{text: text, prec: primary, faults: e.faults, calls: e.calls}, true
	case t.text == "uint64" && g.on[Math]:
		f := g.typeOf(func(t *typ) bool { return t.class == float })
		if f == nil {
			return expr{}, false
		}
		if !g.hasBitsOf {
			g.hasBitsOf = true
			g.declare("// bitsOf does not look into a NaN.\nfunc bitsOf(x float64) uint64 {\nif x != x {\nreturn " +
				"1\n}\nreturn math.Float64bits(x)\n}")
		}
		e := g.convertTo(float64Type, f, depth-1)
		return expr{text: "bitsOf(" + e.text + ")", prec: primary, faults: e.faults, calls: e.calls}, true
	}
	return expr{}, false
}

// convertTo makes a value of one type and converts it to another.
func (g *gen) convertTo(to, from *typ, depth int) expr {
	return g.convert(g.value(from, depth), from, to)
}

// libraryResults takes two results of a library function.
func (g *gen) libraryResults() bool {
	type two struct {
		call string
		a, b *typ
		in   *typ
		f    Feature
	}
	all := []two{
		{"math.Frexp(%s)", float64Type, intType, float64Type, Math},
		{"math.Modf(%s)", float64Type, float64Type, float64Type, Math},
		{"math.Sincos(%s)", float64Type, float64Type, float64Type, Math},
		{"bits.Mul64(%s, 0x9e3779b97f4a7c15)", uint64Type, uint64Type, uint64Type, Bits},
		{"bits.Add64(%s, 1<<63, 1)", uint64Type, uint64Type, uint64Type, Bits},
	}
	c := all[g.pick(len(all))]
	if !g.on[c.f] {
		return false
	}
	e := g.convertTo(c.in, g.numberType(), 1)
	a, b := g.newLocal(c.a), g.newLocal(c.b)
	g.line("%s, %s := "+c.call, a.name, b.name, e.text)
	g.add(a)
	g.add(b)
	return true
}
