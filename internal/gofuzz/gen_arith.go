package gofuzz

import (
	"fmt"
	"math"
	"strings"
)

// number makes an expression of a numeric type.
func (g *gen) number(t *typ, depth int) expr {
	if depth <= 0 || g.chance(1, 4) {
		return g.simple(t)
	}
	switch g.pick(12) {
	case 0, 1, 2, 3, 4:
		return g.arithmetic(t, depth)
	case 5:
		return g.unaryOp(t, depth)
	case 6:
		return g.conversion(t, depth)
	case 7, 8:
		if e, ok := g.call(t, depth); ok {
			return e
		}
	case 9:
		return g.minMax(t, depth)
	case 10:
		if e, ok := g.length(t); ok && g.chance(1, 2) {
			return e
		}
		if t.class == integer {
			return g.shift(t, depth)
		}
		if e, ok := g.library(t, depth); ok {
			return e
		}
	case 11:
		if g.chance(1, 2) {
			if e, ok := g.takePart(t, depth); ok {
				return e
			}
		}
		if e, ok := g.library(t, depth); ok {
			return e
		}
	}
	return g.arithmetic(t, depth)
}

// arithmetic makes a binary operation.
func (g *gen) arithmetic(t *typ, depth int) expr {
	ops := []string{"+", "-", "*", "+", "-", "*"}
	switch t.class {
	case float:
		ops = append(ops, "/", "/")
	case number:
		ops = append(ops, "/")
	case integer:
		ops = append(ops, "/", "%", "&", "|", "^", "&^")
	}
	op := ops[g.pick(len(ops))]
	o := g.operands()
	left := o.next(func() expr { return g.value(t, depth-1) })
	if (op == "/" || op == "%") && t.class != float {
		return g.divide(o, op, left, t, depth)
	}
	right := o.next(func() expr { return g.expr(t, depth-1) })
	prec := precedence(op)
	if right.constant && g.chance(1, 3) && op != "/" {
		left, right = right, left
	}
	return o.of(left.in(prec)+" "+op+" "+right.in(prec+1), prec)
}

func precedence(op string) int {
	switch op {
	case "*", "/", "%", "&", "&^", "<<", ">>":
		return 5
	case "+", "-", "|", "^":
		return 4
	}
	panic("no operator " + op)
}

// divide finishes an integer division; most divisors are not zero.
func (g *gen) divide(o *operands, op string, left expr, t *typ, depth int) expr {
	if g.chance(1, 3) || t.class == number {
		return o.of(fmt.Sprintf("%s %s %d", left.in(5), op, 1+g.pick(9)), 5)
	}
	mayFault := g.on[Faults] && g.noFault == 0 && !o.calls && g.chance(1, 4)
	right := o.next(func() expr {
		e := g.value(t, depth-1)
		if mayFault && !e.calls {
			e.faults = true
		}
		return e
	})
	if right.faults && mayFault {
		return o.of(left.in(5)+" "+op+" "+right.in(6), 5)
	}
	if t.class == integer && t.bits == 64 && !left.constant && g.chance(1, 6) { // a large constant over a small number
		if !t.signed && g.chance(1, 2) {
			return g.divideLargest(o, op, right, t)
		}
		large := math.MaxInt64 - g.pick(9)
		return o.of(fmt.Sprintf("%s - %s(%d) %s (%s&63|1)", left.in(4), t.text, large, op, right.in(5)), 4)
	}
	return o.of(fmt.Sprintf("%s %s (%s|1)", left.in(5), op, right.in(4)), 5)
}

// divideLargest divides one of the largest numbers by a small one, or the other way round.
func (g *gen) divideLargest(o *operands, op string, small expr, t *typ) expr {
	large := uint64(math.MaxUint64) - uint64(g.pick(9))
	if g.chance(1, 3) {
		return o.of(fmt.Sprintf("(%s&63) %s %s(%d)", small.in(5), op, t.text, large), 5)
	}
	return o.of(fmt.Sprintf("%s(%d) %s (%s&63|1)", t.text, large, op, small.in(5)), 5)
}

func (g *gen) unaryOp(t *typ, depth int) expr {
	ops := []string{"-", "-", "+"}
	if t.class == integer {
		ops = append(ops, "^")
	}
	e := g.value(t, depth-1)
	text := e.in(unary)
	op := ops[g.pick(len(ops))]
	if strings.HasPrefix(text, op) {
		text = "(" + text + ")" // not -- or ++
	}
	return expr{text: op + text, prec: unary, faults: e.faults, calls: e.calls}
}

// conversion converts a value of another numeric type.
func (g *gen) conversion(t *typ, depth int) expr {
	from := g.numberType()
	if g.chance(1, 4) {
		// Through a type that the program does not use otherwise.
		mid := g.predeclared()
		if mid.isNumber() {
			e := g.value(from, depth-1)
			return g.convert(g.convert(e, from, mid), mid, t)
		}
	}
	if from.class == integer && g.chance(1, 4) {
		// A product that is part of an address in machine code, if nothing is lost on the way.
		e := g.value(from, depth-1)
		op := []string{"*2", "*3", "*4", "*5", "*8", "*9", "<<1", "<<2", "<<3"}[g.pick(9)]
		e.text, e.prec = e.in(5)+op, 5
		return g.convert(e, from, t)
	}
	return g.convert(g.value(from, depth-1), from, t)
}

// shift makes x << k or x >> k.
func (g *gen) shift(t *typ, depth int) expr {
	op := []string{"<<", ">>"}[g.pick(2)]
	o := g.operands()
	left := o.next(func() expr { return g.value(t, depth-1) })
	if g.chance(1, 3) {
		return o.of(fmt.Sprintf("%s %s %d", left.in(5), op, g.pick(t.bits+3)), 5)
	}
	by := g.integerType()
	mayFault := g.on[Faults] && g.noFault == 0 && !o.calls && g.chance(1, 6)
	right := o.next(func() expr {
		e := g.value(by, depth-1)
		if by.signed && mayFault && !e.calls {
			e.faults = true
			return e
		}
		switch {
		case by.signed && g.chance(1, 2):
			e.text, e.prec = fmt.Sprintf("uint(%s)%%%d", e.text, t.bits+4), 5
		case by.signed || g.chance(2, 3):
			e.text, e.prec = fmt.Sprintf("%s&%d", e.in(5), []int{7, 15, 31, 63}[g.pick(4)]), 5
		}
		return e
	})
	return o.of(left.in(5)+" "+op+" "+right.in(6), 5)
}

// minMax uses the built-in functions min and max.
func (g *gen) minMax(t *typ, depth int) expr {
	if t.param {
		return g.arithmetic(t, depth) // a union's constants have no common order that is worth it
	}
	o := g.operands()
	args := []string{o.next(func() expr { return g.value(t, depth-1) }).text}
	for range 1 + g.pick(2) {
		args = append(args, o.next(func() expr { return g.expr(t, depth-1) }).text)
	}
	return o.of([]string{"min", "max"}[g.pick(2)]+"("+strings.Join(args, ", ")+")", primary)
}

// boolean makes an expression of a boolean type.
func (g *gen) boolean(t *typ, depth int) expr {
	if depth <= 0 {
		return g.simple(t)
	}
	switch g.pick(10) {
	case 0, 1, 2, 3, 4:
		if n := g.typeOf((*typ).isScalar); n != nil {
			return g.convert(g.comparison(n, depth), boolType, t)
		}
	case 5:
		if a := g.typeOf(func(t *typ) bool {
			return t.class == structure || t.class == array ||
				t.class == complexNumber
		}); a != nil {
			if e, ok := g.isNil(); ok && g.chance(1, 4) {
				return g.convert(e, boolType, t)
			}
			o := g.operands()
			left := o.next(func() expr { return g.simple(a) })
			right := o.next(func() expr { return g.elementOf(a, 0) })
			op := []string{"==", "!="}[g.pick(2)]
			// In the header of a statement, a literal needs brackets.
			return g.convert(o.of("("+left.text+") "+op+" ("+right.text+")", 3), boolType, t)
		}
	case 6, 7:
		op, prec := "&&", 2
		if g.chance(1, 2) {
			op, prec = "||", 1
		}
		o := g.operands()
		left := o.next(func() expr { return g.value(t, depth-1) })
		right := o.next(func() expr { return g.value(t, depth-1) })
		return o.of(left.in(prec)+" "+op+" "+right.in(prec+1), prec)
	case 8:
		e := g.value(t, depth-1)
		return expr{text: "!" + e.in(unary), prec: unary, faults: e.faults, calls: e.calls}
	case 9:
		if e, ok := g.compareText(); ok && g.chance(1, 2) {
			return g.convert(e, boolType, t)
		}
		if e, ok := g.call(t, depth); ok {
			return e
		}
	}
	return g.simple(t)
}

// comparison compares two values of a scalar type.
func (g *gen) comparison(t *typ, depth int) expr {
	ops := []string{"==", "!=", "<", "<=", ">", ">="}
	if t.class == boolean {
		ops = ops[:2]
	}
	op := ops[g.pick(len(ops))]
	o := g.operands()
	left := o.next(func() expr { return g.value(t, depth-1) })
	right := o.next(func() expr { return g.expr(t, depth-1) })
	return o.of(left.in(4)+" "+op+" "+right.in(4), 3)
}
