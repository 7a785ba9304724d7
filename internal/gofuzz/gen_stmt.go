package gofuzz

import (
	"fmt"
	"slices"
	"strings"
)

// statement makes one statement, or reports that there is none of its kind here.
type statement struct {
	weight int
	make   func(*gen) bool
}

// statementKinds is filled by init, as statements contain statements.
var statementKinds []statement

func init() {
	statementKinds = []statement{
		{10, (*gen).define},
		{8, (*gen).assign},
		{6, (*gen).update},
		{2, (*gen).swap},
		{2, (*gen).callResults},
		{1, (*gen).libraryResults},
		{7, (*gen).ifElse},
		{3, (*gen).switchTag},
		{2, (*gen).switchTrue},
		{5, (*gen).countLoop},
		{3, (*gen).whileLoop},
		{3, (*gen).rangeInt},
		{3, (*gen).rangeArray},
		{1, (*gen).gotoLoop},
		{2, (*gen).recurrence},
		{2, (*gen).guarded},
		{2, (*gen).copyElements},
		{3, (*gen).search},
		{1, (*gen).tiers},
		{3, (*gen).machine},
		{1, (*gen).gotoSkip},
		{2, (*gen).jump},
		{2, (*gen).earlyReturn},
		{1, (*gen).panics},
		{1, (*gen).bareBlock},
		{1, (*gen).localConst},
		{4, (*gen).mutate},
		{2, (*gen).takeAddress},
		{3, (*gen).closure},
		{1, (*gen).callNow},
		{3, (*gen).takeSlice},
		{2, (*gen).useSlice},
		{2, (*gen).rangeSlice},
		{2, (*gen).appendTo},
		{2, (*gen).checkFailure},
		{1, (*gen).localType},
		{2, (*gen).nilSlice},
		{2, (*gen).moveSlice},
		{3, (*gen).rangeFunc},
		{1, (*gen).typeSwitch},
		{1, (*gen).assertion},
		{1, (*gen).holdInterface},
		{2, (*gen).methodValue},
		{1, (*gen).fieldFunction},
		{4, (*gen).useMaybe},
		{1, (*gen).leaveToGo},
		{2, (*gen).makeMap},
		{4, (*gen).useTree},
		{3, (*gen).useList},
		{3, (*gen).keepRows},
		{2, (*gen).keepHanded},
		{2, (*gen).keepQueue},
		{1, (*gen).keepSubsets},
		{1, (*gen).keepNeighbours},
		{1, (*gen).keepChildren},
		{2, (*gen).localTable},
		{2, (*gen).askOK},
		{2, (*gen).wrapFailure},
		{1, (*gen).gatherFailures},
		{1, (*gen).chooseText},
		{1, (*gen).holdText},
		{2, (*gen).useText},
	}
}

// maxNesting bounds how deep statements lie in each other.
const maxNesting = 4

// statements makes a list of up to n statements.
func (g *gen) statements(n int) {
	for range n {
		if g.cost > g.limit || len(g.lines) > 80 {
			return
		}
		g.statement()
	}
}

func (g *gen) statement() {
	total := 0
	for _, s := range statementKinds {
		total += s.weight
	}
	for {
		k := g.pick(total)
		for _, s := range statementKinds {
			if k -= s.weight; k < 0 {
				if s.make(g) {
					return
				}
				break
			}
		}
	}
}

// block makes a block's statements in their own scope.
func (g *gen) block(n int) {
	mark := g.open()
	g.nesting++
	g.statements(n)
	g.nesting--
	g.close(mark)
}

// add makes a variable visible.
func (g *gen) add(v *variable) *variable {
	g.vars = append(g.vars, v)
	return v
}

// define declares a variable.
func (g *gen) define() bool {
	t := g.anyType()
	v := g.newLocal(t)
	switch g.pick(5) {
	case 0:
		g.line("var %s %s", v.name, t.text)
	case 1:
		g.line("var %s %s = %s", v.name, t.text, g.expr(t, 3).text)
	default:
		g.line("%s := %s", v.name, g.typed(t, 3).text)
	}
	g.add(v)
	return true
}

// assign assigns to a variable or a part of one.
func (g *gen) assign() bool {
	t := g.anyType()
	left, ok := g.placeToAssign(t)
	if !ok {
		return false
	}
	o := g.operands()
	o.next(func() expr { return left })
	if left.faults { // whether the index or the right side faults first is open
		g.noFault++
	}
	e := o.next(func() expr { return g.expr(t, 3) })
	if left.faults {
		g.noFault--
	}
	g.line("%s = %s", left.text, e.text)
	return true
}

// placeToAssign makes a place that may be assigned to, and calls nothing.
func (g *gen) placeToAssign(t *typ) (expr, bool) {
	g.noCall++
	defer func() { g.noCall-- }()
	return g.place(t, true)
}

// update is an assignment with an operator, or ++ and --.
func (g *gen) update() bool {
	t := g.numberType()
	left, ok := g.placeToAssign(t)
	if !ok {
		return false
	}
	if g.chance(1, 4) {
		g.line("%s%s", left.text, []string{"++", "--"}[g.pick(2)])
		return true
	}
	ops := []string{"+=", "-=", "*=", "+=", "-="}
	if t.class == float {
		ops = append(ops, "/=")
	}
	if t.class == integer {
		ops = append(ops, "/=", "%=", "&=", "|=", "^=", "&^=", "<<=", ">>=")
	}
	op := ops[g.pick(len(ops))]
	if left.faults {
		g.noFault++
		g.noCall++
	}
	right := g.expr(t, 2)
	if left.faults {
		g.noFault--
		g.noCall--
	}
	text := right.text
	switch {
	case t.class == float:
	case op == "/=" || op == "%=":
		text = fmt.Sprintf("%s | 1", right.in(4))
		if right.constant {
			text = fmt.Sprint(1 + g.pick(9))
		}
	case op == "<<=" || op == ">>=":
		text = fmt.Sprint(g.pick(t.bits + 2))
		if !t.signed && !right.constant {
			text = right.in(5) + " & 15"
		}
	}
	g.line("%s %s %s", left.text, op, text)
	return true
}

// swap assigns several places at once.
func (g *gen) swap() bool {
	t := g.anyType()
	g.noFault++
	defer func() { g.noFault-- }()
	a, ok1 := g.placeToAssign(t)
	b, ok2 := g.placeToAssign(t)
	if !ok1 || !ok2 {
		return false
	}
	if g.chance(1, 2) {
		g.line("%s, %s = %s, %s", a.text, b.text, b.text, a.text)
		return true
	}
	o := g.operands()
	x, y := o.next(func() expr { return g.expr(t, 2) }), o.next(func() expr { return g.expr(t, 2) })
	g.line("%s, %s = %s, %s", a.text, b.text, x.text, y.text)
	return true
}

// callResults takes all results of a call.
func (g *gen) callResults() bool {
	f := g.callee(func(f *function) bool { return !f.mutates && len(f.results) > 1 })
	if f == nil {
		return false
	}
	g.take(f)
	return true
}

// take declares variables for the results of a call, for some of them at least.
func (g *gen) take(f *function) {
	call := g.callText(f, 2)
	var names []string
	var vars []*variable
	for i, t := range f.results {
		if g.chance(1, 5) && (i > 0 || len(f.results) > 1 && len(vars) > 0) {
			names = append(names, "_")
			continue
		}
		v := g.newLocal(t)
		vars = append(vars, v)
		names = append(names, v.name)
	}
	g.line("%s := %s", strings.Join(names, ", "), call.text)
	for _, v := range vars {
		g.add(v)
	}
}

// callAll calls the functions that nothing in the body calls yet.
func (g *gen) callAll() {
	for _, f := range g.funcs {
		called := strings.Contains(strings.Join(g.lines, "\n"), f.name)
		if called || g.cost+f.cost > g.limit {
			continue
		}
		only := func(h *function) bool { return h == f }
		switch {
		case f.mutates:
			g.mutateBy(only)
		case g.callee(only) != nil:
			g.take(f)
		}
	}
}

func (g *gen) condition() expr { return g.value(boolType, 2) }

// ifElse makes an if statement, perhaps with an initial statement and else.
func (g *gen) ifElse() bool {
	if g.nesting >= maxNesting {
		return false
	}
	mark := g.open()
	init := ""
	if g.chance(1, 5) {
		t := g.numberType()
		v := g.newLocal(t)
		init = fmt.Sprintf("%s := %s; ", v.name, g.typed(t, 2).text)
		if strings.Contains(init, "{") {
			init = "" // a literal would need brackets here
		} else {
			g.add(v)
			g.line("if %s%s > %s {", init, v.name, g.literal(t).text)
		}
	}
	if init == "" {
		g.line("if %s {", g.header(g.condition))
	}
	g.block(1 + g.pick(3))
	if g.chance(1, 4) {
		g.line("} else if %s {", g.header(g.condition))
		g.block(1 + g.pick(2))
	}
	if g.chance(1, 2) {
		g.line("} else {")
		g.block(1 + g.pick(3))
	}
	g.line("}")
	g.close(mark)
	return true
}

// header makes an expression for the header of a statement, where Go reads the
// brace of a composite literal as the start of the block.
func (g *gen) header(f func() expr) string {
	e := f()
	if strings.Contains(e.text, "{") {
		return "(" + e.text + ")"
	}
	return e.text
}

// switchTag switches over an integer.
func (g *gen) switchTag() bool {
	t := g.integerType()
	if g.nesting >= maxNesting {
		return false
	}
	g.line("switch %s {", g.header(func() expr { return g.value(t, 2) }))
	values := g.rng.Perm(12)
	n := 1 + g.pick(4)
	deflt := g.pick(n + 2)
	g.loops = append(g.loops, &loop{isSwitch: true})
	for i := range n {
		if i == deflt {
			g.line("default:")
			g.block(1)
		}
		var list []string
		for range 1 + g.pick(2) {
			x := values[0]
			values = values[1:]
			text := fmt.Sprint(x)
			if t.signed && x > 7 {
				text = fmt.Sprint(7 - x)
			}
			list = append(list, text)
		}
		g.line("case %s:", strings.Join(list, ", "))
		g.block(1 + g.pick(2))
		if i+1 < n && g.chance(1, 6) {
			g.line("fallthrough")
		}
	}
	if deflt >= n {
		g.line("default:")
		g.block(1)
	}
	g.loops = g.loops[:len(g.loops)-1]
	g.line("}")
	return true
}

// switchTrue switches over conditions.
func (g *gen) switchTrue() bool {
	if g.nesting >= maxNesting {
		return false
	}
	g.line("switch {")
	g.loops = append(g.loops, &loop{isSwitch: true})
	for range 1 + g.pick(3) {
		g.line("case %s:", g.condition().text)
		g.block(1 + g.pick(2))
	}
	if g.chance(1, 2) {
		g.line("default:")
		g.block(1)
	}
	g.loops = g.loops[:len(g.loops)-1]
	g.line("}")
	return true
}

// jump leaves a loop, or goes on with the next round, under a condition.
func (g *gen) jump() bool {
	if len(g.loops) == 0 {
		return false
	}
	l := g.loops[g.pick(len(g.loops))]
	word := "break"
	if !l.isSwitch && g.chance(1, 2) {
		word = "continue"
	}
	inner := len(g.loops) - 1
	for word == "continue" && g.loops[inner].isSwitch {
		inner--
	}
	text := word
	if g.loops[inner] != l || !l.isSwitch && g.chance(1, 4) {
		if l.isSwitch {
			return false
		}
		if !l.used {
			l.used = true
			g.serial++
			l.label = []string{"outer", "rounds", "search", "rows"}[g.pick(4)] + fmt.Sprint(g.serial)
		}
		text += " " + l.label
	}
	g.line("if %s {", g.header(g.condition))
	g.line("%s", text)
	g.line("}")
	return true
}

func (g *gen) earlyReturn() bool {
	if g.nesting == 0 && g.chance(1, 2) {
		return false
	}
	g.line("if %s {", g.header(g.condition))
	g.returns(1)
	g.line("}")
	return true
}

var panicTexts = []string{"no convergence", "empty interval", "bad step: negative"}

func (g *gen) panics() bool {
	if !g.on[Faults] || g.noFault > 0 {
		return false
	}
	g.line("if %s && %s {", g.header(func() expr { return g.simple(boolType) }),
		g.header(func() expr { return g.comparison(g.numberType(), 1) }))
	g.line("panic(%q)", panicTexts[g.pick(len(panicTexts))])
	g.line("}")
	return true
}

func (g *gen) bareBlock() bool {
	if g.nesting >= maxNesting {
		return false
	}
	g.line("{")
	g.block(1 + g.pick(3))
	g.line("}")
	return true
}

// localConst declares a constant inside the function, and uses it.
func (g *gen) localConst() bool {
	t := g.numberType()
	if t.param {
		return false
	}
	name := g.localName("limit")
	v := g.newLocal(t)
	g.line("const %s = %d", name, 1+g.pick(20))
	g.line("%s := %s + %s", v.name, g.value(t, 1).in(4), name)
	g.add(v)
	return true
}

// gotoSkip jumps forward over a block.
func (g *gen) gotoSkip() bool {
	if g.nesting >= maxNesting {
		return false
	}
	g.serial++
	label := fmt.Sprintf("skip%d", g.serial)
	// Nothing may be declared between the goto and its label.
	g.line("if %s {", g.header(g.condition))
	g.line("goto %s", label)
	g.line("}")
	g.line("{")
	g.block(1 + g.pick(2))
	g.line("}")
	g.line("%s:", label)
	if !slices.ContainsFunc([]func(*gen) bool{(*gen).assign, (*gen).update},
		func(f func(*gen) bool) bool { return f(g) }) {
		g.line("{")
		g.line("}")
	}
	return true
}
