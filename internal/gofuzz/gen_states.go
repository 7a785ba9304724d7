package gofuzz

import (
	"fmt"
	"strings"
)

// machine is a loop that goes by a state, or by the instructions of a program that is known: of one, or of two, where a
// lane takes one. Its states may become code of their own.
func (g *gen) machine() bool {
	n := g.rounds()
	if n < 2 || g.nesting+1 >= maxNesting {
		return false
	}
	ways, length := 2+g.pick(3), 3+g.pick(5)
	state := &variable{name: g.localName("phase"), t: intType, fixed: true, local: true}
	i := g.counter(intType)
	end, _ := g.bound(intType, n)
	goesOn := fmt.Sprintf("%s < %s", i.name, end.text)
	asks, first := state.name, ""
	set := func() string {
		switch g.pick(4) {
		case 0:
			return fmt.Sprintf("%s = (%s*3 + %d) / 2 %% %d", state.name, state.name, g.pick(9), ways)
		case 1:
			return fmt.Sprintf("%s /= %d", state.name, 1+g.pick(3))
		}
		return fmt.Sprintf("%s = %d", state.name, g.pick(ways+1))
	}
	if g.chance(1, 2) {
		code, row := g.localName("listing"), ""
		list := func() string {
			var list []string
			for range length {
				list = append(list, fmt.Sprint(g.pick(ways)))
			}
			return "{" + strings.Join(list, ", ") + "}"
		}
		if g.chance(1, 2) {
			g.line("%s := [...]int%s", code, list())
		} else {
			g.line("%s := [2][%d]int{%s, %s}", code, length, list(), list())
			row = fmt.Sprintf("[%s & 1]", g.simple(intType).text)
		}
		// Without that the program may run off its end.
		goesOn += fmt.Sprintf(" && %s < %d", state.name, length)
		asks = g.localName("opcode")
		first = fmt.Sprintf("%s := %s%s[%s]\n%s++", asks, code, row, state.name, state.name)
		set = func() string { return fmt.Sprintf("%s = %d", state.name, g.pick(length)) }
	}
	g.line("%s := 0", state.name)
	g.add(state)
	g.line("for %s := 0; %s; %s++ {", i.name, goesOn, i.name)
	header := len(g.lines) - 1
	l := &loop{}
	g.loops = append(g.loops, l, &loop{isSwitch: true})
	g.times *= n
	mark := g.open()
	g.vars = append(g.vars, i)
	g.nesting++
	if first != "" {
		g.line("%s", first)
	}
	g.arms(asks, ways, set)
	g.nesting--
	g.close(mark)
	g.times /= n
	g.loops = g.loops[:len(g.loops)-2]
	g.line("}")
	if l.used {
		g.lines[header] = l.label + ":\n" + g.lines[header]
	}
	return true
}

// arms is a switch over a state, whose arms set the next one, in some lanes alone, or not at all.
func (g *gen) arms(asks string, ways int, set func() string) {
	g.line("switch %s {", asks)
	for k := range ways {
		if k+1 < ways {
			g.line("case %d:", k)
		} else {
			g.line("default:")
		}
		g.block(1 + g.pick(2))
		switch g.pick(4) {
		case 0:
			g.line("if %s {\n%s\n}", g.header(g.condition), set())
		case 1:
			g.line("%s", set())
		case 2:
			g.line("if %s {\n%s\n} else {\n%s\n}", g.header(g.condition), set(), set())
		}
	}
	g.line("}")
}
