package gofuzz

import "fmt"

// keepQueue has a queue that loses elements at the front and gets others behind, by appends or by helpers. More go
// through it than there is room for, so that what is in it goes to the beginning of its memory. What it was before may
// be looked at afterwards.
func (g *gen) keepQueue() bool {
	n := g.rounds()
	left, lt, ok := g.keeping(n)
	if !ok {
		return false
	}
	t := g.numberType()
	if t.param {
		return false
	}
	g.queues = true
	helpers := g.pushers(t)
	pop := g.unique("pop")
	g.declare("func %s(xs *[]%s) %s {\nx := (*xs)[0]\n*xs = (*xs)[1:]\nreturn x\n}", pop, t.text, t.text)
	q := g.localName("queue")
	handed := g.chance(1, 3) // to functions alone, which do not see what it was before
	push := func() {
		x := g.expr(t, 1).text
		switch k := g.pick(4); {
		case k == 0 || handed:
			g.line("%s = %s(%s, %s)", q, helpers[g.pick(len(helpers))], q, x)
		case k == 1:
			g.line("%s = append(%s, %s, %s)", q, q, x, g.expr(t, 1).text)
		default:
			g.line("%s = append(%s, %s)", q, q, x)
		}
	}
	isNil := !handed && g.chance(1, 2)
	if isNil {
		g.line("var %s []%s", q, t.text)
	} else {
		begins := []string{"append([]%s(nil), %s, %s)", "[]%s{%s, %s}"}[g.pick(2)]
		g.line("%s := "+begins, q, t.text, g.expr(t, 1).text, g.expr(t, 1).text)
	}
	old := ""
	if handed && g.chance(1, 2) || !isNil && g.chance(1, 4) {
		old = g.localName("before")
		g.line("%s := %s[1:]", old, q)
	}
	i := g.counter(intType)
	end, _ := g.bound(intType, n)
	g.line("for %s := range %s {", i.name, end.text)
	g.times *= n
	mark := g.open()
	g.add(i)
	for range 1 + g.pick(2) {
		push()
	}
	most := 1 + g.pick(3)
	x := g.newLocal(t)
	g.line("for len(%s) > %d {", q, most)
	taken := fmt.Sprintf("%s[0]", q)
	switch k := g.pick(3); {
	case k == 0 && !handed:
		taken = fmt.Sprintf("%s(&%s)", pop, q)
		g.line("%s := %s", x.name, taken)
	case k == 1 || handed:
		g.line("%s := %s\n%s = %s[%d:]", x.name, taken, q, q, 1+g.pick(most))
	default:
		g.line("%s := %s\n%s = append(%s[2:], %s)", x.name, taken, q, q, q+"[1]")
	}
	g.fold(left, lt, x)
	g.line("}")
	g.close(mark)
	g.times /= n
	g.line("_ = %s\n}", i.name)
	for _, s := range []string{q, old} {
		if s != "" {
			x := g.newLocal(t)
			g.line("for _, %s := range %s {", x.name, s)
			g.fold(left, lt, x)
			g.line("}")
		}
	}
	return true
}
