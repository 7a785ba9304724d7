package gofuzz

import (
	"fmt"
	"slices"
	"strings"
)

// How many steps a call may take, at most.
const (
	helperLimit = 2_000
	entryLimit  = 30_000
)

// begin starts a function body; the result ends it.
func (g *gen) begin(fn *function, limit int) (end func()) {
	outer, palette := g.body, g.palette
	g.body = &body{fn: fn, local: map[string]int{}, times: 1, limit: limit}
	return func() { g.body, g.palette = outer, palette }
}

// param adds a parameter to the function in the making.
func (g *gen) param(word string, t *typ, fixed bool) *variable {
	v := &variable{name: g.localName(word), t: t, fixed: fixed}
	g.fn.params = append(g.fn.params, v)
	g.vars = append(g.vars, v)
	return v
}

// someParams adds parameters, a number among them.
func (g *gen) someParams(n int) {
	for i := range n {
		t := g.anyType()
		if i == 0 {
			t = g.numberType()
		}
		words := wordsFor[t.class]
		g.param(words[g.pick(len(words))], t, false)
	}
}

// resultTypes chooses what the function returns.
func (g *gen) resultTypes(n int) {
	for range n {
		g.fn.results = append(g.fn.results, g.anyType())
	}
	g.named = g.chance(1, 3)
	if g.named {
		for _, t := range g.fn.results {
			g.vars = append(g.vars, &variable{name: g.localName([]string{"r", "res", "out"}[g.pick(3)]), t: t})
		}
	}
}

// signature is the text of parameters and results.
func (g *gen) signature() string {
	var params []string
	for i, v := range g.fn.params {
		if i+1 < len(g.fn.params) && g.fn.params[i+1].t.text == v.t.text {
			params = append(params, v.name)
			continue
		}
		if g.fn.variadic && i+1 == len(g.fn.params) {
			params = append(params, v.name+" ..."+v.t.elem.text)
			continue
		}
		params = append(params, v.name+" "+v.t.text)
	}
	var results []string
	for i, t := range g.fn.results {
		if g.named {
			results = append(results, g.result(i).name+" "+t.text)
		} else {
			results = append(results, t.text)
		}
	}
	text := "(" + strings.Join(params, ", ") + ")"
	switch {
	case len(results) == 1 && !g.named:
		return text + " " + results[0]
	case len(results) > 0:
		return text + " (" + strings.Join(results, ", ") + ")"
	}
	return text
}

// result is the variable of a named result; they come after the parameters and
// the receiver.
func (g *gen) result(i int) *variable {
	n := len(g.fn.params)
	if g.fn.recv != nil {
		n++
	}
	return g.vars[n+i]
}

// finish declares the function in the making, whose last line is a return.
func (g *gen) finish(receiver, typeParams, signature string) {
	last := len(g.lines) - 1
	end := g.lines[last]
	g.lines = g.lines[:last]
	all := g.vars
	g.close(len(g.fn.params))
	g.vars = all
	g.line("%s", end)
	g.declare("func %s%s%s%s {\n%s\n}", receiver, g.fn.name, typeParams, signature, strings.Join(g.lines, "\n"))
}

// helper makes a function for others to call, of some kind.
func (g *gen) helper() {
	var kinds []func()
	for _, k := range []struct {
		f    Feature
		make func()
	}{{Pointers, g.pointerMethod}, {Pointers, g.pointerParam}, {Funcs, g.callableParam}, {Slices, g.sliceParam},
		{Errors, g.failing}, {Strings, g.textParam}, {Strings, g.textResult}, {AnyText, g.stringFunction},
		{Results, g.sliceResult}, {Slices, g.sliceRecursion}, {Iterators, g.iterate}, {Interfaces, g.interfaces},
		{NilPointer, g.maybe}} {
		if g.on[k.f] {
			kinds = append(kinds, k.make)
		}
	}
	if len(kinds) > 0 && g.chance(len(kinds), len(kinds)+7) {
		kinds[g.pick(len(kinds))]()
		return
	}
	switch k := g.pick(11); {
	case k == 10:
		g.okFunction()
	case k < 2:
		g.recursive()
	case k == 2:
		g.mutual()
	case k < 5 && g.on[Methods]:
		g.method()
	case k < 7 && g.on[Generics]:
		g.generic()
	default:
		g.plain()
	}
}

func (g *gen) plain() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(4))
	g.resultTypes(1 + g.pick(2))
	sig := g.signature()
	if g.chance(1, 3) { // a formula
		g.returns(3)
	} else {
		g.statements(1 + g.pick(4))
		g.returns(2)
	}
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// receiving is the type that a method is declared for, nil if there is none: often one that others embed.
func (g *gen) receiving() *typ {
	embedded := func(t *typ) bool {
		return t.plainName() && g.typeOf(func(outer *typ) bool { return outer.embeds(t) }) != nil
	}
	if g.chance(1, 2) {
		if t := g.typeOf(embedded); t != nil {
			return t
		}
	}
	return g.typeOf((*typ).plainName)
}

// embeds reports whether a structure embeds a type.
func (t *typ) embeds(inner *typ) bool {
	return t.class == structure && slices.ContainsFunc(t.fields, func(f field) bool {
		return f.embedded && f.t.text == inner.text
	})
}

// method makes a method of a named type.
func (g *gen) method() {
	t := g.receiving()
	if t == nil {
		g.plain()
		return
	}
	fn := &function{name: g.funcName(), recv: t}
	end := g.begin(fn, helperLimit)
	recv := &variable{name: g.localName("v"), t: t}
	g.vars = append(g.vars, recv)
	g.someParams(1 + g.pick(2))
	g.resultTypes(1 + g.pick(2))
	sig := g.signature()
	g.statements(g.pick(3))
	g.returns(2)
	g.finish("("+recv.name+" "+t.text+") ", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// The fuel of recursion, for functions with one and with two calls inside: so
// that 2^fuel stays small.
const (
	fuelOne = 12
	fuelTwo = 5
)

// recursive makes a function that calls itself with less fuel.
func (g *gen) recursive() {
	fn := &function{name: g.funcName(), fuel: fuelOne}
	end := g.begin(fn, helperLimit/fuelOne)
	g.recursionBody(fn, []*function{fn}, g.chance(1, 3))
	end()
	g.funcs = append(g.funcs, fn)
}

// mutual makes two functions that call each other, and perhaps themselves.
func (g *gen) mutual() {
	a, b := &function{name: g.funcName(), fuel: fuelTwo}, &function{name: g.funcName(), fuel: fuelTwo}
	// b's signature comes first, so that a can call it.
	endB := g.begin(b, helperLimit/(1<<fuelTwo))
	g.recursionHead(b)
	bodyB := g.body
	endA := g.begin(a, helperLimit/(1<<fuelTwo))
	g.recursionBody(a, []*function{b, a}, true)
	endA()
	g.body = bodyB
	g.recursionTail(b, []*function{a, b}, true)
	endB()
	a.cost = max(a.cost, b.cost)
	b.cost = a.cost
	g.funcs = append(g.funcs, a, b)
}

func (g *gen) recursionBody(fn *function, rec []*function, two bool) {
	g.recursionHead(fn)
	g.recursionTail(fn, rec, two)
}

// recursionHead chooses the signature.
func (g *gen) recursionHead(fn *function) {
	v := g.param("fuel", intType, true)
	v.below = 0
	g.someParams(1 + g.pick(3))
	g.resultTypes(1 + g.pick(2))
}

// recursionTail makes the body: the end of the recursion first.
func (g *gen) recursionTail(fn *function, rec []*function, two bool) {
	sig := g.signature()
	g.line("if fuel <= 0 {")
	g.returns(1)
	g.line("}")
	g.rec = rec
	g.calls = 1 // may be left
	if two {
		g.calls = 2
		fn.fuel = fuelTwo
	}
	g.statements(g.pick(4))
	// The last statement is where people recurse.
	if e, ok := g.tail(); ok && g.chance(1, 2) {
		g.line("return %s", e)
	} else {
		g.returns(2)
	}
	g.finish("", "", sig)
	g.rec = nil
	fn.cost = (g.cost + 1) * fn.fuel
	if two {
		fn.cost = (g.cost + 1) << fn.fuel
	}
}

// tail makes a call to hand on, if the results are the same.
func (g *gen) tail() (string, bool) {
	for _, f := range g.rec {
		if g.calls > 0 && slices.EqualFunc(f.results, g.fn.results, func(a, b *typ) bool { return a.text == b.text }) {
			g.calls--
			return g.callText(f, 2).text, true
		}
	}
	return "", false
}

// call makes a call of a function with the single result t.
func (g *gen) call(t *typ, depth int) (expr, bool) {
	f := g.callee(func(f *function) bool { return !f.mutates && len(f.results) == 1 && f.results[0].text == t.text })
	if f == nil {
		return expr{}, false
	}
	return g.callText(f, depth), true
}

// callee chooses a function to call here and accounts for it, or returns nil.
func (g *gen) callee(ok func(*function) bool) *function {
	if g.noCall > 0 {
		return nil
	}
	if g.calls > 0 && g.times == 1 && g.chance(2, 3) {
		for _, i := range g.rng.Perm(len(g.rec)) {
			if f := g.rec[i]; ok(f) {
				g.calls--
				return f
			}
		}
	}
	all := slices.Concat(g.funcs, g.locals, g.locals)
	for _, i := range g.rng.Perm(len(all)) {
		f := all[i]
		if ok(f) && g.cost+f.cost*g.times <= g.limit {
			g.cost += f.cost * g.times
			return f
		}
	}
	return nil
}

// callText writes a call that callee has accounted for.
func (g *gen) callText(f *function, depth int) expr {
	o := g.operands()
	depth = min(depth-1, 2)
	var args []string
	name := f.name
	if f.recv != nil {
		var of string
		if name, of = g.methodOf(f, o); of != "" {
			args = append(args, of)
		}
		if o.faults { // which of a receiver and an argument panics first is open
			g.noFault++
			defer func() { g.noFault-- }()
		}
	}
	typed := true
	if f.typeArgs != nil && g.chance(1, 2) || f.instance {
		typed = false
		var list []string
		for _, t := range f.typeArgs {
			list = append(list, t.text)
		}
		name += "[" + strings.Join(list, ", ") + "]"
	}
	for i, p := range f.params {
		var e expr
		switch {
		case f.variadic && i+1 == len(f.params):
			args = append(args, g.restOf(o, p.t)...)
			continue
		case i == 0 && f.fuel > 0 && slices.Contains(g.rec, f):
			e = expr{text: []string{"fuel-1", "fuel-1", "fuel-2", "fuel/2"}[g.pick(4)]}
			if e.text == "fuel/2" {
				e.text = "min(fuel/2, fuel-1)"
			}
		case i == 0 && f.fuel > 0:
			e = o.next(func() expr { return g.fuel(f.fuel) })
		case p.t.class == pointer || p.t.class == slice || p.t.class == callable || p.t.class == text ||
			p.t.class == iface:
			e = o.next(func() expr { return g.argument(p.t, f.mutates || f.keeps) })
		case typed && f.typeArgs != nil:
			e = o.next(func() expr { return g.typed(p.t, depth) })
		default:
			e = o.next(func() expr { return g.expr(p.t, depth) })
		}
		args = append(args, e.text)
	}
	return expr{text: name + "(" + strings.Join(args, ", ") + ")", prec: primary, faults: o.faults, calls: true}
}

// fuel makes an int below most, and not much below zero.
func (g *gen) fuel(most int) expr {
	if e, ok := g.place2(g.integerType()); ok && g.chance(2, 3) {
		mask := 1
		for mask*2+1 < most {
			mask = mask*2 + 1
		}
		return expr{text: fmt.Sprintf("int(%s&%d)", e.text, mask), prec: primary}
	}
	return expr{text: fmt.Sprint(g.pick(most)), prec: primary}
}

// returns ends the body.
func (g *gen) returns(depth int) {
	if g.named && g.chance(1, 3) {
		g.line("return")
		return
	}
	if len(g.fn.results) > 1 && g.chance(1, 8) {
		same := func(f *function) bool {
			return !f.mutates && slices.EqualFunc(f.results, g.fn.results,
				func(a, b *typ) bool { return a.text == b.text })
		}
		if f := g.callee(same); f != nil {
			g.line("return %s", g.callText(f, depth).text)
			return
		}
	}
	o := g.operands()
	var list []string
	for _, t := range g.fn.results {
		list = append(list, o.next(func() expr { return g.expr(t, depth) }).text)
	}
	g.line("return %s", strings.Join(list, ", "))
}

// entry makes the function that is compared.
func (g *gen) entry(p *Program) {
	fn := &function{name: Entry}
	end := g.begin(fn, entryLimit)
	g.someParams(2 + g.pick(4))
	if v := fn.params[len(fn.params)-1]; g.with(Uniforms, 1, 4) && v.t.depth <= 2 {
		p.Uniform = []string{v.name}
		v.fixed = g.chance(1, 2)
	}
	g.sliceParams(p)
	if g.on[Strings] && g.with(TextIn, 1, 4) {
		v := g.param("mode", stringType, g.chance(1, 2))
		p.Texts = map[string][]string{v.name: keys}
	}
	g.resultTypes(1 + g.pick(4))
	if g.with(Errors, 1, 2) && !g.named {
		fn.results = append(fn.results, errorType)
	}
	if g.on[Strings] && g.with(TextIn, 1, 6) && !g.named {
		fn.results = append(fn.results, stringType)
	}
	if g.with(Results, 1, 3) && !g.named {
		fn.results = append(fn.results, sliceOf(g.anyType(), 0))
	}
	sig := g.signature()
	g.statements(1 + g.pick(3))
	g.callAll()
	g.statements(2 + g.pick(4))
	g.returns(2)
	g.finish("", "", sig)
	end()
}

// sliceParams adds slices to the parameters of the entry.
func (g *gen) sliceParams(p *Program) {
	p.Len, p.Cap = map[string]int{}, map[string]int{}
	for _, f := range []Feature{SliceIn, SliceCap, SliceUnif} {
		if !g.with(f, 1, 3) {
			continue
		}
		v := g.param("xs", sliceOf(g.anyType(), 0), true)
		switch f {
		case SliceIn:
			v.t.len = 1 + g.pick(5)
			p.Len[v.name] = v.t.len
			v.local = g.on[SliceOut]
		case SliceCap:
			p.Cap[v.name] = 1 + g.pick(6)
			v.local = g.on[SliceOut]
		case SliceUnif:
			p.Uniform = append(p.Uniform, v.name)
		}
	}
}
