package gofuzz

import (
	"fmt"
	"strconv"
	"strings"
)

// expr is a generated expression, and what its surroundings must know.
type expr struct {
	text     string
	prec     int  // of its outermost operator
	constant bool // Go evaluates it when compiling, and insists that it fits
	faults   bool // it may panic
	calls    bool // it calls a function that may panic
}

// Precedences; those of binary operators are Go's.
const (
	unary   = 6
	primary = 7
)

// in returns the text of an operand of an operator of that precedence.
func (e expr) in(prec int) string {
	if e.prec < prec {
		return "(" + e.text + ")"
	}
	return e.text
}

// operands makes expressions that are evaluated together. Go leaves open
// whether a fault in one comes before a call in another, so at most one of them
// may have either beside the other.
type operands struct {
	g             *gen
	faults, calls bool
}

func (o *operands) next(f func() expr) expr {
	g := o.g
	if o.calls {
		g.noFault++
	}
	if o.calls || o.faults {
		g.noCall++
	}
	e := f()
	if o.calls {
		g.noFault--
	}
	if o.calls || o.faults {
		g.noCall--
	}
	o.faults, o.calls = o.faults || e.faults, o.calls || e.calls
	return e
}

// of writes what the operands do into an expression made of them.
func (o *operands) of(text string, prec int) expr {
	return expr{text: text, prec: prec, faults: o.faults, calls: o.calls}
}

func (g *gen) operands() *operands { return &operands{g: g} }

// expr makes an expression of type t that may be a constant.
func (g *gen) expr(t *typ, depth int) expr {
	if t.isScalar() && g.chance(1, 6) {
		return g.literal(t)
	}
	return g.value(t, depth)
}

// typed makes an expression that has type t by itself, also where Go would give
// a constant another: in x := 1.
func (g *gen) typed(t *typ, depth int) expr {
	e := g.expr(t, depth)
	if e.constant && (t.isNumber() || t.named) {
		if t == intType && !strings.ContainsAny(e.text, ".e") && g.chance(3, 4) && e.text[0] != '-' &&
			e.text[0] <= '9' {
			return e
		}
		e = expr{text: t.text + "(" + e.text + ")", prec: primary, constant: true}
	}
	return e
}

// value makes an expression of type t that Go does not evaluate when
// compiling.
func (g *gen) value(t *typ, depth int) expr {
	switch {
	case t.class == boolean:
		return g.boolean(t, depth)
	case t.isNumber():
		return g.number(t, depth)
	case t.class == failure:
		return g.failure()
	case t.class == text:
		return g.textValue()
	case t.class == complexNumber:
		return g.complexValue(t, depth)
	case t.class == slice:
		return g.sliceValue(t.elem, true) // of memory of the lane's own
	}
	return g.composite(t, depth)
}

// simple makes a value without operators: a variable, or what it takes to get
// one of type t.
func (g *gen) simple(t *typ) expr {
	if e, ok := g.place(t, false); ok {
		return e
	}
	switch {
	case t.class == boolean:
		n := g.numberType()
		if e, ok := g.place(n, false); ok {
			return g.convert(expr{text: e.text + " > " + g.literal(n).text, prec: 3, faults: e.faults, calls: e.calls},
				boolType, t)
		}
		return g.convert(expr{text: g.someNumber().text + " > 0", prec: 3}, boolType, t)
	case t.isNumber():
		return g.convert(g.someNumber(), nil, t)
	case t.class == failure:
		return g.failure()
	case t.class == text:
		return g.textValue()
	case t.class == complexNumber:
		return g.complexOf(t, 0)
	}
	return g.composite(t, 0)
}

// convert wraps an expression in a conversion to t, unless it has that type.
func (g *gen) convert(e expr, from, to *typ) expr {
	if from != nil && from.text == to.text {
		return e
	}
	return expr{text: to.text + "(" + e.text + ")", prec: primary, faults: e.faults, calls: e.calls}
}

// someNumber returns any numeric variable; every function has one.
func (g *gen) someNumber() expr {
	for _, i := range g.rng.Perm(len(g.vars)) {
		if v := g.vars[i]; v.t.isNumber() {
			return expr{text: v.name, prec: primary}
		}
	}
	panic("bug: a scope without numbers")
}

// literal makes a constant of a scalar type.
func (g *gen) literal(t *typ) expr {
	e := expr{prec: primary, constant: true}
	switch t.class {
	case boolean:
		e.text = strconv.FormatBool(g.chance(1, 2))
		return e
	case number:
		e.text = fmt.Sprint(g.pick(10))
		return e
	}
	for _, i := range g.rng.Perm(len(g.consts)) {
		if c := g.consts[i]; g.chance(1, 3) && (c.t != nil && c.t.text == t.text ||
			c.t == nil && (t.class == float || !c.float)) {
			e.text = c.name
			return e
		}
	}
	if t.class == float {
		return g.floatLiteral(t)
	}
	n := strconv.FormatUint(uint64(g.pick(10)), 10)
	switch g.pick(8) {
	case 0: // an edge
		top := t.bits
		if t.signed {
			top--
		}
		x := uint64(1)<<g.pick(top) - 1
		if g.chance(1, 2) {
			x = (1<<(top-1)-1)*2 + 1
		}
		n = strconv.FormatUint(x, 10)
		if g.chance(1, 3) {
			n = fmt.Sprintf("%#x", x)
		}
	case 1:
		n = fmt.Sprint(g.pick(100))
	}
	if t.signed && g.chance(1, 4) {
		e.text, e.prec = "-"+n, unary
		return e
	}
	e.text = n
	return e
}

func (g *gen) floatLiteral(t *typ) expr {
	texts := []string{"0.5", "2.0", "1.5", "0.1", "1e-3", "3.0", "1.0", "100.0", "0x1p-4", "7.25", "1e10", "0.0"}
	if t.bits == 64 {
		texts = append(texts, "1e300", "5e-324", "1e-12")
	}
	e := expr{text: texts[g.pick(len(texts))], prec: primary, constant: true}
	if g.chance(1, 5) {
		e.text, e.prec = "-"+e.text, unary
	}
	return e
}

// index makes an index into an array or slice: below its length, but for some.
func (g *gen) index(t *typ) expr {
	n := t.len
	if n == 0 { // a slice of unknown length
		return g.anyIndex()
	}
	for _, i := range g.rng.Perm(len(g.vars)) {
		if v := g.vars[i]; v.below > 0 && v.below <= n && g.chance(2, 3) {
			return expr{text: v.name, prec: primary}
		}
	}
	it := g.integerType()
	e, ok := g.place2(it)
	if !ok || g.chance(1, 4) {
		return expr{text: fmt.Sprint(g.pick(n)), prec: primary, constant: true}
	}
	fits := it.bits >= 8
	switch {
	case g.on[Faults] && g.noFault == 0 && g.chance(1, 6):
		e.faults = true
		return e
	case n&(n-1) == 0 && fits:
		e.text = fmt.Sprintf("%s&%d", e.in(5), n-1)
	case it.signed:
		e.text = fmt.Sprintf("uint(%s)%%%d", e.text, n)
	default:
		e.text = fmt.Sprintf("%s%%%d", e.in(5), n)
	}
	e.prec = 5
	return e
}

// place2 is place for an index, which must not go through another index: that
// would nest without end.
func (g *gen) place2(t *typ) (expr, bool) {
	for _, i := range g.rng.Perm(len(g.vars)) {
		if v := g.vars[i]; v.t.text == t.text {
			return expr{text: v.name, prec: primary}, true
		}
	}
	return expr{}, false
}

// composite makes a value of an aggregate type.
func (g *gen) composite(t *typ, depth int) expr {
	if depth > 0 && g.chance(1, 4) {
		if e, ok := g.call(t, depth); ok {
			return e
		}
	}
	if g.chance(2, 3) {
		if e, ok := g.place(t, false); ok {
			return e
		}
	}
	o := g.operands()
	elem := func(t *typ) string { return o.next(func() expr { return g.elementOf(t, depth-1) }).text }
	var elems []string
	switch t.class {
	case structure:
		keyed := g.chance(1, 2)
		for _, f := range t.fields {
			switch {
			case !keyed:
				elems = append(elems, elem(f.t))
			case g.chance(2, 3):
				elems = append(elems, f.name+": "+elem(f.t))
			}
		}
	case array:
		if t.len > 1 && g.chance(1, 4) {
			elems = append(elems, fmt.Sprintf("%d: %s", g.pick(t.len-1), elem(t.elem)))
			if g.chance(1, 2) {
				elems = append(elems, elem(t.elem)) // the next one
			}
			break
		}
		for range g.pick(t.len + 1) {
			elems = append(elems, elem(t.elem))
		}
	case slice:
		for range max(t.len, 1) {
			elems = append(elems, elem(t.elem))
		}
	}
	return o.of(t.text+"{"+strings.Join(elems, ", ")+"}", primary)
}

// elementOf makes an element of a composite literal, which does not get out of
// hand.
func (g *gen) elementOf(t *typ, depth int) expr {
	if t.isScalar() {
		if depth <= 0 {
			if g.chance(1, 3) {
				return g.literal(t)
			}
			return g.simple(t)
		}
		return g.expr(t, min(depth, 1))
	}
	if t.class == complexNumber {
		return g.complexValue(t, min(depth, 1))
	}
	return g.composite(t, depth)
}
