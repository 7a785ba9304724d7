package gofuzz

import (
	"fmt"
	"strings"
)

// sentinel returns a package-level error.
func (g *gen) sentinel() string {
	if len(g.sentinels) == 0 || len(g.sentinels) < 3 && g.chance(1, 3) {
		name := g.unique([]string{"errRange", "errEmpty"}[g.pick(2)])
		make := "errors.New"
		if g.chance(1, 4) {
			make = "fmt.Errorf"
		}
		g.declare("var %s = %s(%q)", name, make, "fn: "+name)
		g.sentinels = append(g.sentinels, name)
	}
	return g.sentinels[g.pick(len(g.sentinels))]
}

// failure makes an error, often nil.
func (g *gen) failure() expr {
	e := expr{prec: primary}
	var all []string
	for _, v := range g.vars {
		if v.t.class == failure {
			all = append(all, v.name)
		}
	}
	switch k := g.pick(8); {
	case k < 3 && len(all) > 0:
		e.text = all[g.pick(len(all))]
	case k < 5:
		e.text = "nil"
	case k == 5:
		e.text = fmt.Sprintf("errors.New(%q)", panicTexts[g.pick(len(panicTexts))])
	case k == 6 && g.chance(1, 2):
		e.text = fmt.Sprintf("fmt.Errorf(%q)", panicTexts[g.pick(len(panicTexts))])
	default:
		e.text = g.sentinel()
	}
	return e
}

// failing makes a function with an error as its last result.
func (g *gen) failing() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(3))
	fn.results = append(fn.results, g.anyType())
	if g.chance(1, 6) {
		fn.results = fn.results[:0]
	}
	fn.results = append(fn.results, errorType)
	sig := g.signature()
	for range 1 + g.pick(2) {
		g.line("if %s {", g.header(g.condition))
		g.returns(1)
		g.line("}")
	}
	g.statements(g.pick(3))
	g.returns(2)
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// checkFailure calls a function that may fail, and looks at its error.
func (g *gen) checkFailure() bool {
	if !g.on[Errors] {
		return false
	}
	f := g.callee(func(f *function) bool { return len(f.results) > 0 && f.results[len(f.results)-1].class == failure })
	if f == nil {
		return false
	}
	call := g.callText(f, 2)
	var names []string
	var vars []*variable
	for _, t := range f.results {
		v := g.newLocal(t)
		vars, names = append(vars, v), append(names, v.name)
	}
	g.line("%s := %s", strings.Join(names, ", "), call.text)
	err := vars[len(vars)-1]
	for _, v := range vars {
		g.add(v)
	}
	switch g.pick(4) {
	case 0:
		g.line("if %s == %s {", err.name, g.sentinel())
	case 1:
		g.line("if errors.Is(%s, %s) {", err.name, g.sentinel())
	default:
		g.line("if %s != nil {", err.name)
	}
	g.block(1)
	if g.chance(1, 2) {
		g.returns(1)
	}
	g.line("}")
	return true
}
