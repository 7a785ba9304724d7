package gofuzz

import "fmt"

// iterator is a function that range statements may use.
type iterator struct {
	name string
	in   []*typ // of its arguments
	out  []*typ // what it yields
	most int    // how often
}

// iterate makes a function that returns an iterator.
func (g *gen) iterate() {
	it := &iterator{name: g.unique("walk"), most: 1 + g.pick(6)}
	fn := &function{name: it.name}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(2))
	for _, p := range fn.params {
		it.in = append(it.in, p.t)
	}
	yields := ""
	for i := range 1 + g.pick(2) {
		t := g.anyType()
		it.out = append(it.out, t)
		if i > 0 {
			yields += ", "
		}
		yields += t.text
	}
	form := fmt.Sprintf("func(yield func(%s) bool)", yields)
	result := form
	if g.chance(1, 2) && !g.exported {
		result = fmt.Sprintf("iter.Seq[%s]", yields)
		if len(it.out) == 2 {
			result = fmt.Sprintf("iter.Seq2[%s]", yields)
		}
	}
	sig := g.signature() + " " + result
	g.line("return %s {", form)
	i := g.counter(intType)
	g.line("for %s := range %d {", i.name, it.most)
	g.add(i)
	g.nesting += 2
	g.noCallToMutating(func() { g.statements(g.pick(2)) })
	var values string
	o := g.operands()
	for k, t := range it.out {
		if k > 0 {
			values += ", "
		}
		values += o.next(func() expr { return g.expr(t, 2) }).text
	}
	g.line("if !yield(%s) {\nreturn\n}", values)
	g.line("_ = %s", i.name)
	// Variables of the literal's own are closed here.
	for _, v := range g.vars[len(fn.params)+1:] {
		if v.local && !g.reads(v.name) {
			g.line("_ = %s", v.name)
		}
	}
	g.vars = g.vars[:len(fn.params)]
	g.nesting -= 2
	g.line("}")
	g.line("}")
	g.finish("", "", sig)
	end()
	g.iterators = append(g.iterators, it)
}

// rangeFunc ranges over an iterator.
func (g *gen) rangeFunc() bool {
	if len(g.iterators) == 0 || g.nesting >= maxNesting || g.noCall > 0 {
		return false
	}
	it := g.iterators[g.pick(len(g.iterators))]
	if g.cost+g.times*it.most*20 > g.limit {
		return false
	}
	o := g.operands()
	var args string
	for i, t := range it.in {
		if i > 0 {
			args += ", "
		}
		args += o.next(func() expr { return g.expr(t, 1) }).text
	}
	var vars []*variable
	names := ""
	for i, t := range it.out {
		v := g.newLocal(t)
		vars = append(vars, v)
		if i > 0 {
			names += ", "
		}
		names += v.name
	}
	g.line("for %s := range %s {", names, g.header(func() expr { return expr{text: it.name + "(" + args + ")"} }))
	g.cost += it.most * 10 * g.times
	g.inLoop(it.most, vars...)
	return true
}
