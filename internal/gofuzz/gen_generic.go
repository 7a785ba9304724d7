package gofuzz

import (
	"fmt"
	"strings"
)

// generic makes a function with a type parameter, over some types of the
// palette.
func (g *gen) generic() {
	c := []class{integer, float, number}[g.pick(3)]
	var set []*typ // of the palette, in the parameter's set
	for _, t := range g.palette {
		if t.class == c || c == number && t.isNumber() {
			if t.param {
				continue
			}
			set = append(set, t)
		}
	}
	if len(set) == 0 {
		g.plain()
		return
	}
	var terms []string
	for _, t := range set {
		terms = append(terms, t.text)
	}
	constraint := strings.Join(terms, " | ")
	if g.chance(1, 2) {
		name := g.unique([]string{"numeric", "scalar", "ordered"}[g.pick(3)])
		g.declare("type %s interface {\n%s\n}", name, constraint)
		constraint = name
	}
	// Its literals are those that all members have.
	T := &typ{text: "T", class: c, bits: 7, param: true, size: 1}
	if c == float {
		T.bits = 32
	}
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	g.palette = append(append([]*typ(nil), g.palette...), T, T)
	g.param("x", T, false)
	for range g.pick(3) {
		t := g.anyType()
		if g.chance(1, 2) {
			t = T
		}
		words := wordsFor[t.class]
		g.param(words[g.pick(len(words))], t, false)
	}
	fn.results = []*typ{T}
	if g.chance(1, 3) {
		fn.results = append(fn.results, g.anyType())
	}
	sig := g.signature()
	g.statements(g.pick(4))
	g.returns(2)
	g.finish("", fmt.Sprintf("[T %s]", constraint), sig)
	cost := g.cost + 1
	end()
	for _, t := range set[:min(len(set), 3)] {
		inst := &function{name: fn.name, cost: cost, typeArgs: []*typ{t}}
		for _, p := range fn.params {
			q := *p
			q.t = substitute(p.t, T, t)
			inst.params = append(inst.params, &q)
		}
		for _, r := range fn.results {
			inst.results = append(inst.results, substitute(r, T, t))
		}
		g.funcs = append(g.funcs, inst)
	}
}

// substitute puts a type argument in the place of a type parameter.
func substitute(t, param, arg *typ) *typ {
	if t.text == param.text {
		return arg
	}
	if t.class == array {
		return arrayOf(t.len, substitute(t.elem, param, arg))
	}
	return t
}
