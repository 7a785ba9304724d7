package gofuzz

import (
	"strings"
)

// Methods and functions as values.

// methodOf writes the function that a call of a method calls: x.m, or T.m or
// (*T).m, and then the receiver as an argument.
func (g *gen) methodOf(f *function, o *operands) (name, receiver string) {
	expression := g.with(Values, 1, 8)
	if f.recv.class == pointer {
		t := f.recv.elem
		if expression {
			return "(*" + t.text + ")." + f.name, g.address(t).text
		}
		if outer := g.around(t, f.name); outer != nil && g.hasPlace(outer) {
			return g.receiver(outer) + "." + f.name, ""
		}
		return g.promoted(g.receiver(t), t, f.name) + "." + f.name, ""
	}
	t := f.recv
	if outer := g.around(t, f.name); outer != nil && !expression {
		t = outer
	}
	e := o.next(func() expr { return g.simple(t) })
	switch {
	case expression:
		return f.recv.text + "." + f.name, e.text
	case strings.Contains(e.text, "{"):
		return "(" + e.text + ")." + f.name, "" // also in the header of a statement
	}
	return g.promoted(e.in(primary), t, f.name) + "." + f.name, ""
}

// around finds, now and then, a structure that embeds a type, so that a method of that is one of its own.
func (g *gen) around(t *typ, method string) *typ {
	if g.implements[t.text+"."+method] || !g.chance(2, 3) {
		return nil
	}
	return g.typeOf(func(outer *typ) bool {
		return outer.embeds(t) && !g.implements[outer.text+"."+method]
	})
}

// promoted leaves out the name of an embedded field, whose methods are also
// those of the structure around it, unless it may have one of that name too.
func (g *gen) promoted(text string, t *typ, method string) string {
	if outer, ok := strings.CutSuffix(text, "."+t.text); ok && t.named && !g.implements[t.text+"."+method] &&
		!strings.HasPrefix(outer, "*") {
		return outer
	}
	return text
}

// methodValue declares a variable that is a method of some value.
func (g *gen) methodValue() bool {
	if !g.on[Values] || g.noCall > 0 {
		return false
	}
	f := g.anyFunction(func(f *function) bool {
		return f.recv != nil && f.typeArgs == nil && (f.recv.class != pointer || g.hasPlace(f.recv.elem))
	})
	if f == nil || g.cost+f.cost*g.times > g.limit {
		return false
	}
	g.noCall++
	g.noFault++
	name, receiver := g.methodOf(f, g.operands())
	g.noCall--
	g.noFault--
	if receiver != "" {
		return false
	}
	v := &variable{name: g.localName("bound"), t: &typ{class: callable, text: "func"}, fixed: true, local: true}
	g.line("%s := %s", v.name, name)
	g.add(v)
	inside := *f
	inside.name, inside.recv = v.name, nil
	g.locals = append(g.locals, &inside)
	return true
}

// fieldFunction declares a structure with a function in a field.
func (g *gen) fieldFunction() bool {
	if !g.on[Values] || !g.on[Closures] || g.noCall > 0 {
		return false
	}
	sig := &function{cost: callableCost, results: []*typ{g.numberType()}}
	for range 1 + g.pick(2) {
		sig.params = append(sig.params, &variable{t: g.numberType()})
	}
	t := callableType(sig)
	v := g.newLocal(&typ{class: structure, text: "struct"})
	v.fixed = true
	f := g.callableValue(t)
	k := g.numberType()
	g.line("%s := struct {\napply %s\nfactor %s\n}{%s, %s}", v.name, t.text, k.text, f.text, g.expr(k, 1).text)
	v.t.fields = []field{{"factor", k, false}}
	g.add(v)
	g.line("_ = %s", v.name)
	for g.on[OneOf] && g.chance(1, 2) {
		g.line("if %s {\n%s.apply = %s\n}", g.header(g.condition), v.name, g.callableValue(t).text)
	}
	inside := *sig
	inside.name = v.name + ".apply"
	g.locals = append(g.locals, &inside)
	return true
}

// restOf writes the last arguments of a variadic call: none, some, or a slice.
func (g *gen) restOf(o *operands, t *typ) []string {
	if g.chance(1, 2) {
		return []string{o.next(func() expr { return g.sliceValue(t.elem, false) }).text + "..."}
	}
	var list []string
	for range g.pick(4) {
		list = append(list, o.next(func() expr { return g.expr(t.elem, 1) }).text)
	}
	return list
}
