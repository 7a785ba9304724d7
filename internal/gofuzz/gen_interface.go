package gofuzz

import (
	"fmt"
	"strings"
)

// interfaces makes an interface, types that implement it, and functions of it.
// Which type an interface holds is known wherever it is used, but for OneOf.
func (g *gen) interfaces() {
	kind := &typ{text: g.unique("shape"), class: iface, named: true}
	method := g.funcName()
	sig := &function{name: method}
	for range 1 + g.pick(2) {
		sig.params = append(sig.params, &variable{name: "a", t: g.numberType()})
	}
	sig.results = []*typ{g.numberType()}
	for range 2 + g.pick(2) {
		if impl := g.implementation(sig); impl != nil {
			kind.impls = append(kind.impls, impl)
		}
	}
	if len(kind.impls) == 0 {
		g.plain()
		return
	}
	var params []string
	for _, p := range sig.params {
		params = append(params, p.t.text)
		sig.cost = max(sig.cost, p.t.size)
	}
	g.declare("type %s interface {\n%s(%s) %s\n}", kind.text, method, strings.Join(params, ", "), sig.results[0].text)
	kind.sig = sig
	sig.cost = callableCost
	g.ofInterface(kind)
	if g.chance(1, 2) {
		g.ofInterface(kind)
	}
}

// implementation declares a type with the method, and returns the type, or a
// pointer to it, that implements the interface.
func (g *gen) implementation(sig *function) *typ {
	t := g.typeOf(func(t *typ) bool { return t.plainName() && !g.implements[t.text+"."+sig.name] })
	if t == nil || g.chance(1, 2) {
		if t = g.aggregate(); t.class != structure || t.size > 24 {
			return nil
		}
		g.palette = append(g.palette, t)
	}
	g.implements[t.text+"."+sig.name] = true
	recv := t
	if g.on[Pointers] && t.class == structure && g.chance(1, 3) {
		recv = pointerTo(t)
	}
	fn := &function{name: sig.name, recv: recv, mutates: recv.class == pointer}
	end := g.begin(fn, callableCost)
	v := &variable{name: g.localName("v"), t: recv}
	g.vars = append(g.vars, v)
	for _, p := range sig.params {
		g.param(p.name, p.t, false)
	}
	fn.results = sig.results
	text := g.signature()
	g.noCallToMutating(func() {
		g.statements(g.pick(3))
		g.returns(2)
	})
	g.finish("("+v.name+" "+recv.text+") ", "", text)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
	return recv
}

// plainName reports whether a type was declared by itself in this package, so
// that methods may be declared on it.
func (t *typ) plainName() bool {
	return t.named && !t.param && t.class != iface && !t.isLocal && !strings.ContainsAny(t.text, ".[")
}

// ofInterface makes a function with an interface parameter, or one of any.
func (g *gen) ofInterface(kind *typ) {
	if g.chance(1, 4) {
		kind = &typ{text: "any", class: iface, impls: g.anyImpls()}
	}
	fn := &function{name: g.funcName()}
	for _, t := range kind.impls {
		fn.mutates = fn.mutates || t.class == pointer
	}
	end := g.begin(fn, helperLimit)
	s := g.param("s", kind, true)
	g.someParams(1 + g.pick(2))
	g.resultTypes(1)
	text := g.signature()
	if kind.sig != nil {
		inside := *kind.sig
		inside.name, inside.mutates = s.name+"."+kind.sig.name, fn.mutates
		g.locals = append(g.locals, &inside, &inside)
	}
	g.typeSwitch()
	g.statements(1 + g.pick(3))
	if g.chance(1, 2) {
		g.assertion()
	}
	g.returns(2)
	g.finish("", "", text)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// anyImpls are types that are passed as any.
func (g *gen) anyImpls() []*typ {
	var some []*typ
	for _, i := range g.rng.Perm(len(g.palette)) {
		if t := g.palette[i]; t.class != iface && len(some) < 3 {
			some = append(some, t)
		}
	}
	return some
}

func (g *gen) interfaceVariable() *variable {
	var all []*variable
	for _, v := range g.vars {
		if v.t.class == iface {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[g.pick(len(all))]
}

// typeSwitch asks an interface which type it holds.
func (g *gen) typeSwitch() bool {
	s := g.interfaceVariable()
	if s == nil || g.nesting >= maxNesting {
		return false
	}
	v := g.localName("as")
	g.line("switch %s := %s.(type) {", v, s.name)
	g.loops = append(g.loops, &loop{isSwitch: true})
	for _, i := range g.rng.Perm(len(s.t.impls)) {
		t := s.t.impls[i]
		if g.chance(1, 5) {
			continue
		}
		g.line("case %s:", t.text)
		mark := g.open()
		g.add(&variable{name: v, t: t})
		g.block(1 + g.pick(2))
		g.line("_ = %s", v)
		g.close(mark)
	}
	g.line("default:\n_ = %s", v)
	g.block(1)
	g.loops = g.loops[:len(g.loops)-1]
	g.line("}")
	return true
}

// assertion asks an interface whether it holds a type.
func (g *gen) assertion() bool {
	s := g.interfaceVariable()
	if s == nil || g.nesting >= maxNesting {
		return false
	}
	t := s.t.impls[g.pick(len(s.t.impls))]
	v := &variable{name: g.localName("as"), t: t}
	is := g.localName("is")
	g.line("if %s, %s := %s.(%s); %s {", v.name, is, s.name, t.text, is)
	mark := g.open()
	g.add(v)
	g.block(1 + g.pick(2))
	g.line("_ = %s", v.name)
	g.close(mark)
	g.line("}")
	return true
}

// holdInterface declares an interface variable that holds something, or one of several things.
func (g *gen) holdInterface() bool {
	f := g.anyFunction(func(f *function) bool {
		return len(f.params) > 0 && f.params[0].t.class == iface && f.params[0].t.text != "any" &&
			!strings.Contains(f.name, ".")
	})
	if f == nil || strings.Contains(f.params[0].t.text, ".") {
		return false
	}
	t := f.params[0].t
	e := g.argument(t, true)
	v := g.newLocal(t)
	v.fixed = true
	g.line("var %s %s = %s", v.name, t.text, e.text)
	g.line("_ = %s", v.name)
	for g.on[OneOf] && g.chance(1, 2) {
		other := "nil"
		if !g.on[Faults] || g.chance(9, 10) {
			other = g.argument(t, true).text
		}
		g.line("if %s {\n%s = %s\n}", g.header(g.condition), v.name, other)
	}
	g.add(v)
	inside := *t.sig
	inside.name = v.name + "." + t.sig.name
	for _, u := range t.impls {
		inside.mutates = inside.mutates || u.class == pointer
	}
	g.locals = append(g.locals, &inside)
	return true
}

func (g *gen) anyFunction(ok func(*function) bool) *function {
	for _, i := range g.rng.Perm(len(g.funcs)) {
		if ok(g.funcs[i]) {
			return g.funcs[i]
		}
	}
	return nil
}

// held makes what an interface parameter is given.
func (g *gen) held(t *typ) expr {
	var all []*variable
	for _, v := range g.vars {
		if v.t.class == iface && v.t.text == t.text {
			all = append(all, v)
		}
	}
	if len(all) > 0 && g.chance(1, 2) {
		return expr{text: all[g.pick(len(all))].name, prec: primary}
	}
	impl := t.impls[g.pick(len(t.impls))]
	if impl.class == pointer {
		return g.address(impl.elem)
	}
	e := g.typed(impl, 1)
	if e.constant && !strings.HasPrefix(e.text, impl.text+"(") {
		e = expr{text: fmt.Sprintf("%s(%s)", impl.text, e.text), prec: primary}
	}
	return e
}

// holds reports whether everything that an interface may hold can be had here.
func (g *gen) holds(t *typ) bool {
	for _, u := range t.impls {
		if u.class == pointer && !g.hasPlace(u.elem) {
			return false
		}
	}
	return true
}
