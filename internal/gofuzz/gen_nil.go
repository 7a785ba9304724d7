package gofuzz

import (
	"fmt"
	"strings"
)

// maybe makes a function whose result is a pointer, nil for some arguments, and
// perhaps an error beside it.
func (g *gen) maybe() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(3))
	t := g.anyType()
	fn.results = append(fn.results, pointerTo(t))
	fails := g.with(Errors, 1, 2)
	if fails {
		fn.results = append(fn.results, errorType)
	}
	sig := g.signature()
	result := func(pointer string, failure func() expr) {
		if fails {
			pointer += ", " + failure().text
		}
		g.line("return %s", pointer)
	}
	none := func() expr { return expr{text: "nil"} }
	for range 1 + g.pick(2) {
		g.line("if %s {", g.header(g.condition))
		if g.chance(2, 3) {
			result("nil", g.failure)
		} else {
			v := g.newLocal(t)
			g.line("%s := %s", v.name, g.typed(t, 2).text)
			result("&"+v.name, none)
		}
		g.line("}")
	}
	v := g.newLocal(t)
	g.line("%s := %s", v.name, g.typed(t, 3).text)
	result("&"+v.name, none)
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.maybes = append(g.maybes, fn)
}

// useMaybe calls a function whose result may be nil, and uses what it is a pointer to.
func (g *gen) useMaybe() bool {
	if len(g.maybes) == 0 || g.noCall > 0 || g.nesting >= maxNesting {
		return false
	}
	f := g.maybes[g.pick(len(g.maybes))]
	if g.cost+f.cost*g.times > g.limit {
		return false
	}
	g.cost += f.cost * g.times
	call := g.callText(f, 2).text
	var names []string
	var vars []*variable
	for _, t := range f.results {
		v := g.newLocal(t)
		vars, names = append(vars, v), append(names, v.name)
	}
	g.line("%s := %s", strings.Join(names, ", "), call)
	p := vars[0]
	for _, v := range vars[1:] {
		g.add(v)
	}
	switch k := g.pick(6); {
	case k == 0 && g.on[Faults] && g.noFault == 0:
		g.line("_ = %s", p.name)
		g.add(p) // whoever uses it may panic
	case k < 3:
		g.line("if %s == nil {", p.name)
		g.block(1)
		g.returns(1)
		g.line("}")
		g.add(p)
	default:
		g.line("if %s != nil {", p.name)
		mark := g.open()
		g.nesting++
		g.add(p)
		g.statements(2)
		g.nesting--
		g.close(mark)
		if g.chance(1, 2) {
			g.line("} else {")
			g.block(1)
		}
		g.line("}")
	}
	return true
}

// leaveToGo does something that has no batched form, in some lanes.
func (g *gen) leaveToGo() bool {
	if !g.on[Leave] {
		return false
	}
	t := g.numberType()
	left, ok := g.placeToAssign(t)
	if !ok || left.faults {
		return false
	}
	g.noFault++
	defer func() { g.noFault-- }()
	g.leaves = true
	also := g.header(func() expr { return g.simple(boolType) })
	g.line("if %s && %s {", also, g.header(func() expr { return g.comparison(g.numberType(), 1) }))
	if g.chance(1, 2) {
		m := g.localName("byKey")
		g.line("%s := map[string]%s{}", m, t.text)
		g.line("%s[%q] = %s", m, fmt.Sprint(g.pick(3)), g.typed(t, 2).text)
		g.line("%s = %s[%q]", left.text, m, fmt.Sprint(g.pick(3)))
	} else {
		ch := g.localName("ch")
		g.line("%s := make(chan %s, 1)", ch, t.text)
		g.line("%s <- %s", ch, g.typed(t, 2).text)
		g.line("%s = <-%s", left.text, ch)
	}
	g.line("}")
	return true
}
