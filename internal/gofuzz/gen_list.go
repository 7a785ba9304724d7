package gofuzz

// list is a type of nodes, and a function that makes some in a loop, which sets few of their fields.
type list struct {
	name, build string
	value       *typ
	linked      bool // by their fields, and not in a slice
}

// newList declares nodes, in a list or in a slice.
func (g *gen) newList() *list {
	l := &list{value: integerTypes[g.pick(len(integerTypes))], linked: g.chance(1, 2)}
	if g.chance(1, 3) {
		l.value = []*typ{float64Type, float32Type}[g.pick(2)]
	}
	l.name, l.build = g.unique("link"), g.unique("build")
	g.declare("type %[1]s struct {\nnext *%[1]s\nval %[2]s\nseen bool\nhits int\n}", l.name, l.value.text)
	if l.linked {
		g.declare("func %[1]s(n int) *%[2]s {\nl := &%[2]s{}\n"+
			"for i := 1; i < n; i++ {\nl = &%[2]s{next: l}\n}\nreturn l\n}", l.build, l.name)
		return l
	}
	made := []string{
		"var l []*%[2]s\nfor range n {\nl = append(l, &%[2]s{})\n}\n",
		"l := make([]*%[2]s, n)\nfor i := range l {\nl[i] = &%[2]s{hits: i}\n}\n",
	}[g.pick(2)]
	g.declare("func %[1]s(n int) []*%[2]s {\n"+made+"return l\n}", l.build, l.name)
	return l
}

// useList makes nodes and goes through them twice: the second time each has what the first has left there. How many
// there are is known, or not.
func (g *gen) useList() bool {
	n := min(g.rounds(), 12)
	if !g.on[Trees] || n == 0 || g.noCall > 0 || 2*n*g.times > room/2 || g.cost+g.times*n*40 > g.limit {
		return false
	}
	if len(g.lists) == 0 || g.chance(1, 4) {
		g.lists = append(g.lists, g.newList())
	}
	l := g.lists[g.pick(len(g.lists))]
	left, ok := g.placeToAssign(l.value)
	if !ok || left.faults {
		return false
	}
	g.cost += g.times * n * 20
	g.noFault++
	defer func() { g.noFault-- }()
	nodes, p := g.localName("nodes"), g.localName("p")
	switch {
	case n > 3 && g.chance(1, 3):
		g.line("%s := %s(%s&3 + 1)", nodes, l.build, g.expr(intType, 1).in(primary))
	default:
		g.line("%s := %s(%d)", nodes, l.build, n)
	}
	through := "for %[1]s := %[2]s; %[1]s != nil; %[1]s = %[1]s.next {"
	if !l.linked {
		through = "for _, %[1]s := range %[2]s {"
	}
	g.line(through, p, nodes)
	mark := g.open()
	g.times *= n
	g.line("%[1]s = %[1]s*3 + %[2]s.val", left.text, p)
	g.line("if %[1]s.seen = %[2]s > %[1]s.val; %[1]s.seen {", p, g.expr(l.value, 1).in(primary))
	g.line("%s.hits++", p)
	g.line("}")
	g.line("%s.val = %s", p, g.expr(l.value, 1).text)
	g.times /= n
	g.close(mark)
	g.line("}")
	g.line(through, p, nodes)
	g.line("if %s.seen {", p)
	g.line("%s -= %s(%s.hits)", left.text, l.value.text, p)
	g.line("}")
	g.line("%[1]s = %[1]s*5 - %[2]s.val", left.text, p)
	g.line("}")
	return true
}
