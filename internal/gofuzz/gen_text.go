package gofuzz

import (
	"fmt"
	"slices"
)

// keys are the strings that switches know and lanes bring, in the order in which a column numbers them.
var keys = []string{"", "cubic", "linear", "log-linear"}

// texts are all strings that programs have: those, and what a switch may know besides and functions give.
var texts = append(slices.Clone(keys), "quartic", "none")

func (g *gen) key() string { return keys[g.pick(len(keys))] }

// textParam makes a function that a string directs.
func (g *gen) textParam() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	mode := g.param("mode", stringType, true)
	g.someParams(1 + g.pick(2))
	g.resultTypes(1)
	sig := g.signature()
	g.line("switch %s {", mode.name)
	for i, k := range g.rng.Perm(len(keys))[:1+g.pick(3)] {
		list := fmt.Sprintf("%q", keys[k])
		if i == 0 && g.chance(1, 3) {
			list += `, "quartic"`
		}
		g.line("case %s:", list)
		if g.chance(1, 2) {
			g.returns(2)
		} else {
			g.block(1)
		}
	}
	g.line("}")
	if g.chance(1, 3) {
		g.line("if %s == %q {", mode.name, g.key())
		g.block(1)
		g.line("}")
	}
	g.returns(2)
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// textResult makes a function that gives the name of what a number is, or a name for another.
func (g *gen) textResult() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	if g.chance(1, 2) {
		g.param("mode", stringType, true)
	}
	g.someParams(1 + g.pick(2))
	fn.results = []*typ{stringType}
	sig := g.signature()
	for range 1 + g.pick(2) {
		g.line("if %s {\nreturn %s\n}", g.header(g.condition), g.textValue().text)
	}
	g.statements(g.pick(2))
	if t := g.integerType(); g.chance(1, 2) {
		g.line("switch %s & 3 {", g.simple(t).text)
		for i, k := range g.rng.Perm(len(keys))[:3] {
			g.line("case %d:\nreturn %q", i, keys[k])
		}
		g.line("}")
	}
	g.line("return %s", []string{`"none"`, g.textValue().text}[g.pick(2)])
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// textCall calls a function that gives a string.
func (g *gen) textCall() (expr, bool) {
	f := g.callee(func(f *function) bool { return !f.mutates && len(f.results) == 1 && f.results[0] == stringType })
	if f == nil {
		return expr{}, false
	}
	return g.callText(f, 1), true
}

// holdText makes a struct, or an array of structs, with strings in it.
func (g *gen) holdText() bool {
	if !g.on[Strings] || g.nesting >= maxNesting {
		return false
	}
	t := g.numberType()
	if t.param {
		return false
	}
	op := &typ{text: g.unique("order"), class: structure, named: true, depth: 1, size: 1,
		fields: []field{{name: "kind", t: stringType}, {name: "amount", t: t}}}
	g.declare("type %s struct {\nkind string\namount %s\n}", op.text, t.text)
	literal := func() string {
		o := g.operands()
		kind := o.next(g.textValue).text
		return fmt.Sprintf("%s{%s, %s}", op.text, kind, o.next(func() expr { return g.expr(t, 1) }).text)
	}
	v := g.newLocal(op)
	if g.chance(1, 3) {
		v = g.newLocal(arrayOf(2, op))
		g.line("%s := [2]%s{%s}\n%s[1] = %s", v.name, op.text, literal(), v.name, literal())
	} else {
		g.line("%s := %s", v.name, literal())
	}
	if g.chance(1, 2) {
		at := v.name
		if v.t.class == array {
			at += fmt.Sprintf("[%s]", g.node(2))
		}
		g.line("if %s {\n%s.kind = %s\n}", g.header(g.condition), at, g.textValue().text)
	}
	g.line("_ = %s", v.name)
	g.add(v)
	return true
}

// textPlace is a string that differs from lane to lane, if there is one.
func (g *gen) textPlace(assign bool) (expr, bool) {
	if !g.on[Strings] {
		return expr{}, false
	}
	return g.place(stringType, assign)
}

// textValue is a string: a constant, or one of several.
func (g *gen) textValue() expr {
	if e, ok := g.textPlace(false); ok && g.chance(1, 2) {
		return e
	}
	if g.chance(1, 6) {
		if e, ok := g.textCall(); ok {
			return e
		}
	}
	return expr{text: fmt.Sprintf("%q", g.key()), prec: primary, constant: true}
}

// chooseText declares a string that is another one in some lanes.
func (g *gen) chooseText() bool {
	if !g.on[Strings] {
		return false
	}
	v := g.newLocal(stringType)
	g.line("%s := %s", v.name, g.textValue().text)
	for range 1 + g.pick(2) {
		g.line("if %s {\n%s = %s\n}", g.header(g.condition), v.name, g.textValue().text)
	}
	g.line("_ = %s", v.name)
	g.add(v)
	return true
}

// useText changes a string, or does what it directs.
func (g *gen) useText() bool {
	if g.nesting >= maxNesting {
		return false
	}
	if e, ok := g.textPlace(true); ok && g.chance(1, 3) {
		g.line("%s = %s", e.text, g.textValue().text)
		return true
	}
	e, ok := g.textPlace(false)
	if !ok {
		return false
	}
	g.line("switch %s {", e.text)
	for _, k := range g.rng.Perm(len(keys))[:1+g.pick(3)] {
		g.line("case %q:", keys[k])
		g.block(1)
	}
	if g.chance(1, 2) {
		g.line("default:")
		g.block(1)
	}
	g.line("}")
	return true
}

// compareText compares a string.
func (g *gen) compareText() (expr, bool) {
	e, ok := g.textPlace(false)
	if !ok {
		return e, false
	}
	op := []string{"==", "!=", "<", ">="}[g.pick(4)]
	if g.chance(1, 4) {
		return expr{text: fmt.Sprintf("len(%s) %s %d", e.text, op, g.pick(9)), prec: 3}, true
	}
	return expr{text: e.text + " " + op + " " + g.textValue().text, prec: 3}, true
}
