package gofuzz

import (
	"fmt"
	"strings"
)

// frozen makes everything in scope unassignable while f runs.
func (g *gen) frozen(f func()) {
	vars := g.vars
	was := make([]variable, len(vars))
	for i, v := range vars {
		was[i] = *v
		v.fixed = true
		if v.t.class == slice {
			v.local = false
		}
	}
	f()
	for i, v := range vars {
		v.fixed, v.local = was[i].fixed, was[i].local
	}
}

// literalOf writes a function literal over the variables in scope, several
// lines in place. Its last line has the closing brace.
func (g *gen) literalOf(head string, fn *function, statements int) {
	outer := *g.body
	start := g.cost
	g.fn, g.named, g.loops, g.rec, g.calls = fn, false, nil, nil, 0
	var params []string
	mark := g.open()
	for _, v := range fn.params {
		v.name = g.localName(v.name)
		params = append(params, v.name+" "+v.t.text)
		g.vars = append(g.vars, v)
	}
	result := ""
	if len(fn.results) > 0 {
		result = " " + fn.results[0].text
	}
	g.line("%sfunc(%s)%s {", head, strings.Join(params, ", "), result)
	inner := g.open()
	g.nesting++
	g.statements(statements)
	g.close(inner)
	if len(fn.results) > 0 {
		g.returns(2)
	}
	g.nesting--
	g.vars = g.vars[:mark]
	fn.cost = (g.cost-start)/g.times + 1
	g.fn, g.named, g.loops, g.rec, g.calls = outer.fn, outer.named, outer.loops, outer.rec, outer.calls
}

// closure declares a function literal, which reads variables around it, or
// assigns to them.
func (g *gen) closure() bool {
	if !g.on[Closures] || g.nesting >= maxNesting || g.fn.recv != nil && g.chance(1, 2) {
		return false
	}
	fn := &function{name: g.localName([]string{"f", "fn", "op"}[g.pick(3)])}
	for range g.pick(3) {
		t := g.anyType()
		fn.params = append(fn.params, &variable{name: "a", t: t})
	}
	fn.mutates = g.chance(1, 3)
	head := fn.name + " := "
	if !fn.mutates || g.chance(1, 3) {
		fn.results = []*typ{g.anyType()}
	}
	locals := g.locals
	if fn.mutates {
		g.literalOf(head, fn, 1+g.pick(2))
	} else {
		g.noCallToMutating(func() { g.frozen(func() { g.literalOf(head, fn, g.pick(2)) }) })
	}
	g.locals = locals
	g.line("}")
	v := &variable{name: fn.name, t: &typ{class: callable, text: "func"}, fixed: true, local: true}
	g.add(v)
	g.locals = append(g.locals, fn)
	return true
}

// noCallToMutating hides functions that change what is around them: a closure
// that calls one is one.
func (g *gen) noCallToMutating(f func()) {
	funcs, locals := g.funcs, g.locals
	g.funcs, g.locals = pure(funcs), pure(locals)
	f()
	g.funcs, g.locals = funcs, locals
}

func pure(all []*function) (some []*function) {
	for _, f := range all {
		if !f.mutates {
			some = append(some, f)
		}
	}
	return some
}

// callNow calls a function literal where it stands.
func (g *gen) callNow() bool {
	if !g.on[Closures] || g.nesting >= maxNesting {
		return false
	}
	fn := &function{results: []*typ{g.anyType()}}
	v := g.newLocal(fn.results[0])
	locals := g.locals
	g.literalOf(v.name+" := ", fn, 1+g.pick(2))
	g.locals = locals
	g.line("}()")
	g.add(v)
	return true
}

// callableCost is the cost of what is passed as a function, at most.
const callableCost = 40

// callableParam makes a function with a parameter that is a function.
func (g *gen) callableParam() {
	sig := &function{cost: callableCost, results: []*typ{g.numberType()}}
	for range 1 + g.pick(2) {
		sig.params = append(sig.params, &variable{t: g.numberType()})
	}
	t := callableType(sig)
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	f := g.param("f", t, true)
	g.someParams(1 + g.pick(3))
	inside := *sig
	inside.name = f.name
	g.locals = append(g.locals, &inside, &inside)
	g.resultTypes(1)
	s := g.signature()
	g.statements(1 + g.pick(4))
	if e, ok := g.callOf(&inside); ok && fn.results[0].text == sig.results[0].text {
		g.line("return %s", e.text)
	} else {
		g.returns(2)
	}
	g.finish("", "", s)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

func (g *gen) callOf(f *function) (expr, bool) {
	if g.cost+f.cost*g.times > g.limit {
		return expr{}, false
	}
	g.cost += f.cost * g.times
	return g.callText(f, 2), true
}

// callableValue makes a function of a type: a declared one, one of the
// package's, or a literal.
func (g *gen) callableValue(t *typ) expr {
	var names []string
	for _, f := range append(pure(g.funcs), pure(g.locals)...) {
		if f.recv == nil && f.fuel == 0 && f.cost <= callableCost && f.typeArgs == nil && len(f.results) == 1 &&
			callableType(f).text == t.text {
			names = append(names, f.name)
		}
	}
	if t.text == "func(float64) float64" && g.on[Math] {
		names = append(names, "math.Sqrt", "math.Abs", "math.Floor")
	}
	if len(names) > 0 && g.chance(1, 2) {
		return expr{text: names[g.pick(len(names))], prec: primary}
	}
	var params []string
	var e expr
	mark := g.open()
	g.frozen(func() {
		for _, p := range t.sig.params {
			v := &variable{name: g.localName("a"), t: p.t, fixed: true}
			params = append(params, v.name+" "+v.t.text)
			g.vars = append(g.vars, v)
		}
		g.noCall++
		e = g.expr(t.sig.results[0], 2)
		g.noCall--
	})
	g.vars = g.vars[:mark]
	return expr{text: fmt.Sprintf("func(%s) %s { return %s }", strings.Join(params, ", "), t.sig.results[0].text,
		e.text), prec: primary}
}
