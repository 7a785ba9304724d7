package gofuzz

import (
	"fmt"
	"strings"
)

// okFunction makes a function whose last result says whether the others mean something.
func (g *gen) okFunction() {
	fn := &function{name: g.funcName(), asks: true}
	end := g.begin(fn, helperLimit)
	g.someParams(1 + g.pick(3))
	fn.results = []*typ{g.anyType(), boolType}
	sig := g.signature()
	for range 1 + g.pick(2) {
		g.line("if %s {", g.header(g.condition))
		if g.chance(1, 2) {
			g.line("var none %s\nreturn none, false", fn.results[0].text)
		} else {
			g.line("return %s, %t", g.expr(fn.results[0], 1).text, g.chance(1, 3))
		}
		g.line("}")
	}
	g.statements(g.pick(3))
	g.line("return %s, true", g.expr(fn.results[0], 2).text)
	g.finish("", "", sig)
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// askOK calls a function that says whether it has a result, and looks at what it says.
func (g *gen) askOK() bool {
	if g.nesting >= maxNesting {
		return false
	}
	f := g.callee(func(f *function) bool { return f.asks })
	if f == nil {
		return false
	}
	v, ok := g.newLocal(f.results[0]), g.newLocal(boolType)
	get := fmt.Sprintf("%s, %s := %s", v.name, ok.name, g.callText(f, 2).text)
	if g.chance(1, 2) {
		g.line("if %s; %s%s {", get, []string{"", "!"}[g.pick(2)], ok.name)
		mark := g.open()
		g.add(v)
		g.block(1 + g.pick(2))
		g.close(mark)
		g.line("}")
		return true
	}
	g.line("%s", get)
	g.line("if !%s {", ok.name)
	switch {
	case len(g.loops) > 0 && !g.loops[len(g.loops)-1].isSwitch && g.chance(1, 2):
		g.line("%s", []string{"break", "continue"}[g.pick(2)])
	case g.chance(1, 2):
		g.returns(1)
	default:
		g.block(1)
	}
	g.line("}")
	g.add(v)
	return true
}

// wrapFailure hands on the error of a function that may fail, in a text of its own.
func (g *gen) wrapFailure() bool {
	n := len(g.fn.results)
	if !g.on[Errors] || n == 0 || g.named || g.fn.results[n-1].class != failure {
		return false
	}
	f := g.callee(func(f *function) bool { return len(f.results) > 0 && f.results[len(f.results)-1].class == failure })
	if f == nil {
		return false
	}
	names := make([]string, len(f.results))
	for i := range names {
		names[i] = "_"
	}
	err := g.newLocal(errorType)
	names[len(names)-1] = err.name
	call := g.callText(f, 2)
	g.line("if %s := %s; %s != nil {", strings.Join(names, ", "), call.text, err.name)
	g.noCall++
	var results []string
	for _, t := range g.fn.results[:n-1] {
		results = append(results, g.expr(t, 1).text)
	}
	g.noCall--
	switch g.pick(3) {
	case 0:
		results = append(results, err.name)
	case 1:
		results = append(results, fmt.Sprintf(`fmt.Errorf("fn: at %%v: %%w", %s, %s)`, g.someNumber().text, err.name))
	default:
		results = append(results, fmt.Sprintf(`fmt.Errorf("fn: %%w", %s)`, err.name))
	}
	g.line("return %s\n}", strings.Join(results, ", "))
	return true
}

// gatherFailures keeps the first or the last error of a loop of calls, and looks at it behind the loop.
func (g *gen) gatherFailures() bool {
	n := g.rounds()
	if !g.on[Errors] || n == 0 || g.noCall > 0 {
		return false
	}
	g.times *= n
	f := g.callee(func(f *function) bool { return len(f.results) == 2 && f.results[1].class == failure })
	if f == nil {
		g.times /= n
		return false
	}
	kept, err, v := g.newLocal(errorType), g.newLocal(errorType), g.newLocal(f.results[0])
	i := g.counter(intType)
	g.line("var %s error\nfor %s := range %d {", kept.name, i.name, n)
	mark := g.open()
	g.nesting++
	g.add(i)
	g.line("%s, %s := %s", v.name, err.name, g.callText(f, 2).text)
	g.line("if %s != nil {", err.name)
	switch g.pick(3) {
	case 0:
		g.line("%s = %s\nbreak", kept.name, err.name)
	case 1:
		g.line("%s = %s\ncontinue", kept.name, err.name)
	default:
		g.line("if %s == nil {\n%s = %s\n}", kept.name, kept.name, err.name)
	}
	g.line("}")
	g.add(v)
	g.statements(g.pick(2))
	g.close(mark)
	g.nesting--
	g.times /= n
	g.line("_ = %s\n}", i.name)
	if g.chance(1, 2) {
		g.line("if errors.Is(%s, %s) {", kept.name, g.sentinel())
	} else {
		g.line("if %s != nil {", kept.name)
	}
	g.block(1 + g.pick(2))
	g.line("}")
	g.add(kept)
	return true
}
