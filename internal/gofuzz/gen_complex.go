package gofuzz

import "fmt"

// Complex numbers: two floats that go together.

var (
	complex128Type = &typ{text: "complex128", class: complexNumber, bits: 128, depth: 1, size: 2}
	complex64Type  = &typ{text: "complex64", class: complexNumber, bits: 64, depth: 1, size: 2}
)

// partType is the type of real and imag.
func (t *typ) partType() *typ {
	if t.bits == 64 {
		return float32Type
	}
	return float64Type
}

// floatPart makes a value of a float type from a number of any type.
func (g *gen) floatPart(of *typ, depth int) expr {
	if f := g.typeOf(func(t *typ) bool { return t.class == float && !t.param }); f != nil && g.chance(3, 4) {
		return g.convert(g.value(f, depth), f, of)
	}
	return g.convert(g.simple(intType), intType, of)
}

// complexValue makes a complex number.
func (g *gen) complexValue(t *typ, depth int) expr {
	if depth > 0 && g.chance(1, 4) {
		if e, ok := g.call(t, depth); ok {
			return e
		}
	}
	if depth <= 0 || g.chance(1, 3) {
		if e, ok := g.place(t, false); ok {
			return e
		}
	}
	o := g.operands()
	next := func() expr { return o.next(func() expr { return g.complexValue(t, depth-1) }) }
	if depth <= 0 {
		return g.complexOf(t, 0)
	}
	switch g.pick(8) {
	case 0:
		e := next()
		return o.of("-"+e.in(primary), unary)
	case 1:
		return g.complexOf(t, depth-1)
	case 2:
		other := complex128Type
		if t.bits == 128 {
			other = complex64Type
		}
		if g.typeOf(func(u *typ) bool { return u.text == other.text }) != nil {
			return g.convert(g.complexValue(other, depth-1), other, t)
		}
	case 3:
		x := next()
		return o.of(fmt.Sprintf("%s * %s(%d+%di)", x.in(5), t.text, g.pick(4), 1+g.pick(3)), 5)
	}
	op := []string{"+", "-", "*", "*", "/"}[g.pick(5)]
	prec := precedence(op)
	left := next()
	right := next()
	return o.of(left.in(prec)+" "+op+" "+right.in(prec+1), prec)
}

// complexOf puts a complex number together.
func (g *gen) complexOf(t *typ, depth int) expr {
	o := g.operands()
	re := o.next(func() expr { return g.floatPart(t.partType(), depth) })
	im := o.next(func() expr { return g.floatPart(t.partType(), depth) })
	return o.of("complex("+re.text+", "+im.text+")", primary)
}

// complexLiteral is a constant.
func (g *gen) complexLiteral(t *typ) string {
	return fmt.Sprintf("%s(%d%+di)", t.text, g.pick(9)-4, g.pick(9)-4)
}

// takePart makes a part of a complex number as a number of type t.
func (g *gen) takePart(t *typ, depth int) (expr, bool) {
	c := g.typeOf(func(t *typ) bool { return t.class == complexNumber })
	if c == nil || t.param {
		return expr{}, false
	}
	e := g.complexValue(c, depth-1)
	e.text, e.prec = []string{"real", "imag"}[g.pick(2)]+"("+e.text+")", primary
	return g.convert(e, c.partType(), t), true
}
