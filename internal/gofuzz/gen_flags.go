package gofuzz

import "fmt"

// search is a loop that a flag or a status ends: ways through it set that to constants, and code behind it asks which.
func (g *gen) search() bool {
	n := g.rounds()
	if n == 0 {
		return false
	}
	i := g.counter(intType)
	end, _ := g.bound(intType, n)
	flag := &variable{t: boolType, fixed: true, local: true}
	none, goesOn, sets := "false", "", []string{"true", "true", "false"}
	if g.chance(1, 2) {
		flag.name = g.localName("found")
		goesOn = "!" + flag.name
	} else {
		flag.name, flag.t = g.localName("outcome"), intType
		none, goesOn, sets = "0", flag.name+" == 0", []string{"1", "2", "3", "0"}
	}
	set := func() string { return fmt.Sprintf("%s = %s", flag.name, sets[g.pick(len(sets))]) }
	g.line("%s := %s", flag.name, none)
	g.add(flag)
	if g.chance(1, 2) {
		goesOn = fmt.Sprintf("%s < %s && %s", i.name, end.text, goesOn)
	} else {
		goesOn = fmt.Sprintf("%s && %s < %s", goesOn, i.name, end.text)
	}
	g.line("for %s := 0; %s; %s++ {", i.name, goesOn, i.name)
	switch when := fmt.Sprintf("%s == %d", i.name, g.pick(n+1)); g.pick(3) {
	case 0:
		g.line("if %s || %s {\n%s\n}", when, g.headerOperand(), set())
	case 1:
		g.line("if %s {\n%s\n} else if %s {\n%s\n}", when, set(), g.header(g.condition), set())
	default:
		g.line("switch {\ncase %s:\n%s\ncase %s:\n%s\ncontinue\n}", g.header(g.condition), set(), when, set())
	}
	g.inLoopAfter(n, 1, i)
	if flag.t == boolType {
		g.line("if %s {", flag.name)
	} else {
		g.line("if %s == %d {", flag.name, g.pick(4))
	}
	g.block(1 + g.pick(2))
	if g.chance(1, 2) {
		g.line("} else {")
		g.block(1 + g.pick(2))
	}
	g.line("}")
	return true
}

// tiers is a loop in which one condition chooses several numbers, of which some are bounded by others: not all choices
// are left when the ranges of numbers are known.
func (g *gen) tiers() bool {
	n := g.rounds()
	t := g.integerType()
	if n == 0 || t.bits < 16 {
		return false
	}
	limit, rate, sum := g.localName("limit"), g.localName("rate"), g.newLocal(t)
	vip := g.localName("vip")
	x, y := g.simple(t).text, g.simple(t).text
	g.line("%s := %s", vip, g.header(g.condition))
	g.line("%s := %s", sum.name, g.convert(expr{text: "0", prec: primary, constant: true}, intType, t).text)
	g.line("for range %d {", n)
	g.line("%s, %s := %s(%d), %s", limit, rate, t.text, 3+g.pick(20), x)
	g.line("if %s {\n%s, %s = %d, %s*3\n}", vip, limit, rate, 10+g.pick(100), y)
	g.line("%s += %s + min(%s&%d, %s)", sum.name, rate, x, 1+g.pick(15), limit)
	g.line("}")
	g.cost += g.times * n * 8
	g.add(sum)
	return true
}
