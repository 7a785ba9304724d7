package gofuzz

import "fmt"

// inLoop makes the body of a loop that runs at most n times and declares the
// variables, closes it, and puts a label in front of its header, which is the
// last line so far, if something in the body names it.
func (g *gen) inLoop(n int, vars ...*variable) { g.inLoopAfter(n, 0, vars...) }

// inLoopAfter is inLoop where the body has some lines already.
func (g *gen) inLoopAfter(n, lines int, vars ...*variable) {
	header := len(g.lines) - 1 - lines
	l := &loop{}
	g.loops = append(g.loops, l)
	g.times *= n
	mark := g.open()
	g.vars = append(g.vars, vars...)
	g.nesting++
	g.statements(1 + g.pick(4))
	g.nesting--
	g.close(mark)
	g.times /= n
	g.loops = g.loops[:len(g.loops)-1]
	g.line("}")
	if l.used {
		g.lines[header] = l.label + ":\n" + g.lines[header]
	}
}

// rounds chooses how often a loop runs, or 0 if there is no room for it.
func (g *gen) rounds() int {
	if g.nesting >= maxNesting {
		return 0
	}
	n := 1 + g.pick(6)
	if g.times == 1 && g.chance(1, 3) {
		n = 1 + g.pick(20)
	}
	if g.cost+g.times*n*8 > g.limit {
		return 0
	}
	return n
}

// bound makes an expression of type t that is at most n.
func (g *gen) bound(t *typ, n int) (e expr, constant bool) {
	mask := 1
	for mask*2+1 <= n {
		mask = mask*2 + 1
	}
	if x, ok := g.place2(g.integerType()); ok && g.chance(1, 2) && n >= 1 {
		return expr{text: fmt.Sprintf("%s(%s & %d)", t.text, x.text, mask), prec: primary}, false
	}
	return expr{text: fmt.Sprint(n), prec: primary, constant: true}, true
}

// counter makes a loop's variable, which statements leave alone.
func (g *gen) counter(t *typ) *variable {
	return &variable{name: g.localName([]string{"i", "j", "k"}[g.pick(3)]), t: t, fixed: true, local: true}
}

// countLoop is a loop with a counter, up, down or in steps.
func (g *gen) countLoop() bool {
	n := g.rounds()
	if n == 0 {
		return false
	}
	t := intType
	if g.chance(1, 3) {
		t = g.integerType()
	}
	i := g.counter(t)
	end, constant := g.bound(t, n)
	start := "0"
	if t != intType {
		start = t.text + "(0)"
	}
	switch g.pick(4) {
	case 0:
		if constant && t != intType {
			end.text = t.text + "(" + end.text + ")"
		}
		g.line("for %s := %s; %s > 0; %s-- {", i.name, end.text, i.name, i.name)
	case 1:
		g.line("for %s := %s; %s <= %s; %s += 2 {", i.name, start, i.name, end.text, i.name)
	default:
		g.line("for %s := %s; %s < %s; %s++ {", i.name, start, i.name, end.text, i.name)
		if constant {
			i.below = n
		}
	}
	g.inLoop(n, i)
	return true
}

// whileLoop is a loop that a condition of the data ends, and fuel at last.
func (g *gen) whileLoop() bool {
	n := g.rounds()
	if n == 0 {
		return false
	}
	left := &variable{name: g.localName("left"), t: intType, fixed: true}
	g.line("%s := %d", left.name, n)
	g.add(left)
	switch g.pick(3) {
	case 0:
		g.line("for {")
		header := len(g.lines)
		g.line("if %s--; %s < 0 {\nbreak\n}", left.name, left.name)
		l := &loop{}
		g.loops = append(g.loops, l)
		g.times *= n
		g.block(1 + g.pick(4))
		g.line("if %s {\nbreak\n}", g.header(g.condition))
		g.times /= n
		g.loops = g.loops[:len(g.loops)-1]
		g.line("}")
		if l.used {
			g.lines[header-1] = l.label + ":\n" + g.lines[header-1]
		}
	case 1:
		g.line("for ; %s > 0 && %s; %s-- {", left.name, g.headerOperand(), left.name)
		g.inLoop(n)
	default:
		g.line("for %s > 0 && %s {\n%s--", left.name, g.headerOperand(), left.name)
		g.inLoop(n)
	}
	return true
}

// headerOperand is a condition in brackets if need be.
func (g *gen) headerOperand() string {
	e := g.condition()
	return g.header(func() expr { return expr{text: e.in(3)} })
}

// rangeInt ranges over an integer.
func (g *gen) rangeInt() bool {
	n := g.rounds()
	if n == 0 {
		return false
	}
	t := g.integerType()
	end, constant := g.bound(t, n)
	if g.chance(1, 5) {
		g.line("for range %s {", end.text)
		g.inLoop(n)
		return true
	}
	if constant {
		t = intType
	}
	i := g.counter(t)
	g.line("for %s := range %s {", i.name, end.text)
	if constant {
		i.below = n
	}
	g.inLoop(n, i)
	return true
}

// rangeArray ranges over an array, or a table.
func (g *gen) rangeArray() bool {
	t := g.typeOf(func(t *typ) bool { return t.class == array })
	if t == nil || g.nesting >= maxNesting || g.cost+g.times*t.len*8 > g.limit {
		return false
	}
	e, ok := g.place(t, false)
	if !ok {
		return false
	}
	i := g.counter(intType)
	i.below = t.len
	v := g.newLocal(t.elem)
	switch g.pick(4) {
	case 0:
		g.line("for %s := range %s {", i.name, e.text)
		g.inLoop(t.len, i)
	case 1:
		g.line("for _, %s := range %s {", v.name, e.text)
		g.inLoop(t.len, v)
	default:
		g.line("for %s, %s := range %s {", i.name, v.name, e.text)
		g.inLoop(t.len, i, v)
	}
	return true
}

// gotoLoop is a loop of goto and a label.
func (g *gen) gotoLoop() bool {
	n := g.rounds()
	if n == 0 {
		return false
	}
	left := &variable{name: g.localName("left"), t: intType, fixed: true}
	g.serial++
	label := fmt.Sprintf("again%d", g.serial)
	g.line("%s := %d", left.name, n)
	g.add(left)
	g.line("%s:", label)
	g.line("{")
	g.times *= n + 1
	g.block(1 + g.pick(3))
	g.times /= n + 1
	g.line("}")
	g.line("if %s > 0 && %s {\n%s--\ngoto %s\n}", left.name, g.headerOperand(), left.name, label)
	return true
}
