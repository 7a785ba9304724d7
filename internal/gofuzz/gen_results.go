package gofuzz

import "fmt"

// sliceResult makes a function that returns a slice: of memory of its own, nil
// in some lanes, or a part of the slice that it is given.
func (g *gen) sliceResult() {
	fn := &function{name: g.funcName(), keeps: g.chance(1, 4)}
	end := g.begin(fn, helperLimit)
	t := g.anyType()
	var xs *variable
	if fn.keeps {
		xs = g.param("xs", sliceOf(t, 0), true)
	}
	g.someParams(1 + g.pick(2))
	fn.results = []*typ{sliceOf(t, 0)}
	sig := g.signature()
	g.noCallToMutating(func() {
		if g.chance(1, 3) {
			g.line("if %s {", g.header(g.condition))
			g.line("return nil")
			g.line("}")
		}
		switch {
		case fn.keeps:
			g.statements(g.pick(2))
			g.line("if len(%s) > 1 {\nreturn %s[1:]\n}", xs.name, xs.name)
			g.line("return %s", xs.name)
		case g.chance(1, 4):
			g.statements(g.pick(3))
			e, _ := g.sliceOf(t, true)
			g.line("return %s", e.text)
		default:
			n := 1 + g.pick(4)
			s := g.newLocal(sliceOf(t, n))
			s.fixed = true
			g.line("%s := make([]%s, %d)", s.name, t.text, n)
			g.add(s)
			i := g.counter(intType)
			g.line("for %s := range %s {", i.name, s.name)
			g.vars = append(g.vars, i)
			g.line("%s[%s] = %s", s.name, i.name, g.expr(t, 2).text)
			g.vars = g.vars[:len(g.vars)-1]
			g.line("}")
			g.cost += n * 4
			g.statements(g.pick(3))
			if x, ok := g.place2(intType); ok && g.chance(1, 3) {
				g.line("return %s[:%s&1]", s.name, x.text)
			} else {
				g.line("return %s", s.name)
			}
		}
	})
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// sliceCall makes a call of a function that returns a slice with the elements.
func (g *gen) sliceCall(elem *typ) (expr, bool) {
	f := g.callee(func(f *function) bool {
		return !f.mutates && len(f.results) == 1 && f.results[0].class == slice && f.results[0].elem.text == elem.text
	})
	if f == nil {
		return expr{}, false
	}
	return g.callText(f, 1), true
}

// nilSlice declares a slice that is nil until something, perhaps, makes it.
func (g *gen) nilSlice() bool {
	if !g.on[NilSlices] || g.nesting >= maxNesting {
		return false
	}
	t := g.anyType()
	v := g.newLocal(sliceOf(t, 0))
	v.fixed = true
	v.moves, v.owner = true, g.fn
	g.line("var %s []%s", v.name, t.text)
	for range 1 + g.pick(2) {
		cond := g.header(g.condition)
		e, _ := g.sliceOf(t, true)
		g.line("if %s {", cond)
		g.line("%s = %s", v.name, e.text)
		g.line("}")
	}
	g.add(v)
	return true
}

// moveSlice makes a slice shorter, or one of another memory.
func (g *gen) moveSlice() bool {
	if !g.on[NilSlices] {
		return false
	}
	v := g.sliceVariables(func(v *variable) bool { return v.local && v.moves && v.owner == g.fn })
	if v == nil {
		return false
	}
	switch g.pick(3) {
	case 0:
		g.line("if len(%s) > 0 {\n%s = %s[1:]\n}", v.name, v.name, v.name)
	case 1:
		e, _ := g.sliceOf(v.t.elem, true)
		g.line("if %s {\n%s = %s\n}", g.header(func() expr { return g.simple(boolType) }), v.name, e.text)
	default:
		w := g.sliceVariables(func(w *variable) bool {
			return w.local && w.moves && w.owner == g.fn &&
				w.t.elem.text == v.t.elem.text
		})
		g.line("%s, %s = %s, %s", v.name, w.name, w.name, v.name)
	}
	return true
}

// sliceRecursion makes a function that goes through halves or tails of a slice,
// by itself or by way of another function, and may change its elements.
func (g *gen) sliceRecursion() {
	fn := &function{name: g.funcName(), fuel: fuelTwo, mutates: g.chance(1, 3)}
	t := g.anyType()
	r := g.numberType()
	other := ""
	end := g.begin(fn, helperLimit/(1<<fuelTwo))
	fuel := g.param("fuel", intType, true)
	xs := g.param("xs", sliceOf(t, 0), true)
	xs.local = fn.mutates
	x := g.param("x", r, false)
	fn.results = []*typ{r}
	sig := g.signature()
	to := fn.name
	if g.chance(1, 3) {
		other = g.funcName()
		to = other
	}
	g.noCallToMutating(func() {
		g.line("if %s <= 0 || len(%s) < 2 {", fuel.name, xs.name)
		if fn.mutates {
			g.line("for i := range %s {\n%s[i] = %s\n}", xs.name, xs.name, g.expr(t, 1).text)
		}
		g.returns(1)
		g.line("}")
		m := g.newLocal(intType)
		m.fixed = true
		g.line("%s := len(%s) / 2", m.name, xs.name)
		g.add(m)
		g.statements(g.pick(2))
		a, b := g.newLocal(r), g.newLocal(r)
		g.line("%s := %s(%s-1, %s[:%s], %s)", a.name, to, fuel.name, xs.name, m.name, x.name)
		g.add(a)
		g.line("%s := %s(%s-1, %s[%s:], %s)", b.name, fn.name, fuel.name, xs.name, m.name, a.name)
		g.add(b)
		g.statements(g.pick(3))
		g.line("return %s + %s", a.name, b.name)
	})
	g.finish("", "", sig)
	fn.cost = (g.cost + 10) << fuelTwo
	end()
	if other != "" {
		g.declare("func %s(fuel int, ys []%s, x %s) %s {\nif len(ys) == 0 {\nreturn x\n}\nreturn %s(fuel, "+
			"ys[1:], x) - x\n}", other, t.text, r.text, r.text, fn.name)
	}
	g.funcs = append(g.funcs, fn)
}

// isNil compares a slice with nil.
func (g *gen) isNil() (expr, bool) {
	v := g.sliceVariables(anySlice)
	if v == nil || !g.on[NilSlices] {
		return expr{}, false
	}
	return expr{text: fmt.Sprintf("%s %s nil", v.name, []string{"==", "!="}[g.pick(2)]), prec: 3}, true
}
