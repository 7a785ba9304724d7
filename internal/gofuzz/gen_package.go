package gofuzz

import (
	"fmt"
	"strings"
)

// libName is the name of the second package.
const libName = "lib"

// secondPackage makes a package for the program to import: types, constants, tables
// and functions.
func (g *gen) secondPackage() *gen {
	lib := &gen{rng: g.rng, on: map[Feature]bool{}, names: map[string]int{}, implements: map[string]bool{},
		exported: true}
	for f, on := range g.on {
		lib.on[f] = on && f != Generics && f != Leave && f != Instances && f != Interfaces
	}
	lib.choosePalette()
	lib.constants()
	lib.table()
	for range 1 + g.pick(3) {
		lib.helper()
	}
	return lib
}

// use makes what another package exports available.
func (g *gen) use(lib *gen) {
	moved := map[string]*typ{}
	var move func(t *typ) *typ
	move = func(t *typ) *typ {
		if u := moved[t.text]; u != nil {
			return u
		}
		u := *t
		moved[t.text] = &u
		switch {
		case t.class == array:
			u = *arrayOf(t.len, move(t.elem))
		case t.class == slice:
			u.elem = move(t.elem)
			u.text = "[]" + u.elem.text
		case t.class == pointer:
			u = *pointerTo(move(t.elem))
		case t.class == callable:
			sig := *t.sig
			sig.params = nil
			for _, p := range t.sig.params {
				q := *p
				q.t = move(p.t)
				sig.params = append(sig.params, &q)
			}
			sig.results = []*typ{move(t.sig.results[0])}
			u = *callableType(&sig)
		case t.named:
			u.text = libName + "." + t.text
			u.fields = nil
			for _, f := range t.fields {
				u.fields = append(u.fields, field{f.name, move(f.t), f.embedded})
			}
		}
		moved[t.text] = &u
		return &u
	}
	for _, t := range lib.palette {
		if u := move(t); u.named {
			g.palette = append(g.palette, u)
		}
	}
	for _, c := range lib.consts {
		c.name = libName + "." + c.name
		g.consts = append(g.consts, c)
	}
	for _, v := range lib.tables {
		w := *v
		w.name, w.t = libName+"."+v.name, move(v.t)
		g.tables = append(g.tables, &w)
	}
	for _, f := range lib.funcs {
		h := *f
		if f.recv == nil {
			h.name = libName + "." + f.name
		} else {
			h.recv = move(f.recv)
		}
		h.params, h.results = nil, nil
		for _, p := range f.params {
			q := *p
			q.t = move(p.t)
			h.params = append(h.params, &q)
		}
		for _, r := range f.results {
			h.results = append(h.results, move(r))
		}
		g.funcs = append(g.funcs, &h)
	}
}

// initialised makes package-level variables whose values need code: a function
// that makes one, init, and one that depends on another.
func (g *gen) initialised() {
	t := g.anyType()
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	// A panic would be that of the whole program, so nothing here may.
	g.noFault, g.noCall = 1, 1
	fn.results = []*typ{t}
	n := g.newLocal(intType)
	g.line("%s := %d", n.name, 1+g.pick(5))
	g.add(n)
	g.statements(2 + g.pick(4))
	g.line("return %s", g.expr(t, 2).text)
	g.finish("", "", "() "+t.text)
	end()
	v := &variable{name: g.unique("made"), t: t, fixed: true}
	g.declare("var %s = %s()", v.name, fn.name)
	g.tables = append(g.tables, v)
	if g.chance(1, 2) {
		w := &variable{name: g.unique("copied"), t: t, fixed: true}
		// Before what it depends on: the order of initialisation is not that of the text.
		g.decls = append([]string{fmt.Sprintf("var %s = %s", w.name, v.name)}, g.decls...)
		g.tables = append(g.tables, w)
	}
	if a := g.typeOf(func(t *typ) bool { return t.class == array }); a != nil && g.chance(1, 2) {
		g.initFunc(a)
	}
}

// initFunc fills a table in func init.
func (g *gen) initFunc(a *typ) {
	v := &variable{name: g.unique("filled"), t: a}
	fn := &function{name: "init"}
	end := g.begin(fn, helperLimit)
	g.noFault, g.noCall = 1, 1
	i := g.counter(intType)
	i.below = a.len
	g.line("for %s := range %s {", i.name, v.name)
	g.vars = append(g.vars, i)
	g.line("%s[%s] = %s", v.name, i.name, g.expr(a.elem, 3).text)
	g.line("}")
	g.declare("var %s %s", v.name, a.text)
	g.declare("func init() {\n%s\n}", strings.Join(g.lines, "\n"))
	end()
	w := *v
	w.fixed = true
	g.tables = append(g.tables, &w)
}
