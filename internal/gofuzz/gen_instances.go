package gofuzz

import (
	"fmt"
	"strings"
)

// genericType makes a structure with a type parameter, with methods, of some
// numbers of the palette.
func (g *gen) genericType() {
	set := g.rng.Perm(len(g.palette))
	var args []*typ
	for _, i := range set {
		if t := g.palette[i]; t.class == integer || t.class == float {
			args = append(args, t)
		}
	}
	args = args[:min(len(args), 2)]
	var terms []string
	for _, t := range args {
		terms = append(terms, t.text)
	}
	constraint := strings.Join(terms, " | ")
	T := &typ{text: "T", class: number, bits: 7, param: true, size: 1}
	of := &typ{text: g.typeName(), class: structure, named: true, depth: 1}
	name := of.text
	var fields []string
	for i := range 1 + g.pick(3) {
		f := field{name: fieldNames[(g.pick(3)+3*i)%len(fieldNames)], t: T}
		switch {
		case i == 1 && g.chance(1, 2):
			f.t = g.numberType()
		case i == 1:
			f.t = arrayOf(1+g.pick(3), T)
		}
		if g.exported {
			f.name = strings.ToUpper(f.name)
		}
		fields = append(fields, f.name+" "+f.t.text)
		of.fields = append(of.fields, f)
		of.size += f.t.size
	}
	g.declare("type %s[T %s] struct {\n%s\n}", name, constraint, strings.Join(fields, "\n"))
	of.text = name + "[T]"
	instances := map[string]*typ{}
	for _, a := range args {
		u := *of
		u.text, u.depth = name+"["+a.text+"]", 2
		u.fields = nil
		for _, f := range of.fields {
			u.fields = append(u.fields, field{f.name, substitute(f.t, T, a), false})
		}
		instances[a.text] = &u
	}
	for range 1 + g.pick(3) {
		g.genericMethod(of, T, args, instances)
	}
	for _, a := range args {
		g.palette = append(g.palette, instances[a.text])
	}
}

// genericMethod declares a method of a generic type, and the function that each
// instance has.
func (g *gen) genericMethod(of, T *typ, args []*typ, instances map[string]*typ) {
	fn := &function{name: g.funcName(), recv: of}
	if g.on[Pointers] && g.chance(1, 3) {
		fn.recv, fn.mutates = pointerTo(of), true
	}
	end := g.begin(fn, helperLimit)
	g.palette = append(append([]*typ(nil), g.palette...), T, T, of)
	v := &variable{name: g.localName("v"), t: fn.recv}
	g.vars = append(g.vars, v)
	g.param("x", T, false)
	if g.chance(1, 2) {
		g.param("y", g.anyType(), false)
	}
	fn.results = []*typ{T}
	if g.chance(1, 3) {
		fn.results = []*typ{of}
	}
	sig := g.signature()
	g.noCallToMutating(func() {
		g.statements(1 + g.pick(3))
		g.returns(2)
	})
	g.finish("("+v.name+" "+fn.recv.text+") ", "", sig)
	cost := g.cost + 1
	end()
	for _, a := range args {
		put := func(t *typ) *typ {
			switch {
			case t.text == of.text:
				return instances[a.text]
			case t.class == pointer:
				return pointerTo(instances[a.text])
			}
			return substitute(t, T, a)
		}
		inst := &function{name: fn.name, recv: put(fn.recv), cost: cost, mutates: fn.mutates}
		for _, p := range fn.params {
			q := *p
			q.t = put(p.t)
			inst.params = append(inst.params, &q)
		}
		for _, r := range fn.results {
			inst.results = append(inst.results, put(r))
		}
		g.funcs = append(g.funcs, inst)
	}
}

// genericPair makes a type with two type parameters, and methods that swap and
// set.
func (g *gen) genericPair() {
	name, swap, set := g.unique("duo"), g.funcName(), g.funcName()
	g.declare("type %s[K, V any] struct {\nKey K\nVal V\n}", name)
	g.declare("func (p %s[K, V]) %s() %s[V, K] {\nreturn %s[V, K]{p.Val, p.Key}\n}", name, swap, name, name)
	g.declare("func (p *%s[K, V]) %s(k K, when bool) V {\nif when {\np.Key = k\n}\nreturn p.Val\n}", name, set)
	a, b := g.anyType(), g.anyType()
	of := func(k, v *typ) *typ {
		return &typ{text: fmt.Sprintf("%s[%s, %s]", name, k.text, v.text), class: structure, named: true,
			fields: []field{{"Key", k, false}, {"Val", v, false}}, depth: max(k.depth, v.depth) + 1,
			size: k.size + v.size}
	}
	ab, ba := of(a, b), of(b, a)
	if ab.size > 24 || ab.depth > 3 {
		return
	}
	both := [][2]*typ{{ab, ba}, {ba, ab}}
	if a.text == b.text {
		both = both[:1]
	}
	for _, t := range both {
		g.palette = append(g.palette, t[0])
		g.funcs = append(g.funcs,
			&function{name: swap, recv: t[0], results: []*typ{t[1]}, cost: 3},
			&function{name: set, recv: pointerTo(t[0]), mutates: true, cost: 4, results: []*typ{t[0].fields[1].t},
				params: []*variable{{name: "k", t: t[0].fields[0].t}, {name: "when", t: boolType}}})
	}
}

// localStruct puts a structure into one line, which is then known to read
// nothing.
var localStruct = strings.NewReplacer("{\n", "{ ", "\n}", " }", "\n", "; ")

// localType declares a type inside the function.
func (g *gen) localType() bool {
	if !g.on[LocalTypes] || g.nesting > 0 || len(g.palette) > 12 {
		return false
	}
	n := len(g.decls)
	t := g.aggregate()
	if len(g.decls) > n { // a structure: its declaration goes here
		text := g.decls[n]
		g.decls = g.decls[:n]
		g.line("%s", localStruct.Replace(text))
	}
	if t.depth > 3 || t.size > 24 {
		return len(g.decls) == n
	}
	t.isLocal = true
	g.palette = append(g.palette[:len(g.palette):len(g.palette)], t)
	return true
}
