package gofuzz

// copyElements makes arrays, and loops that copy elements of one to it or to another, up or down, as copy does, or over
// what they read later; some do a little more.
func (g *gen) copyElements() bool {
	x, ok := g.place2(intType)
	y, too := g.place2(intType)
	if !ok || !too || g.nesting > 1 || g.cost+g.times*300 > g.limit {
		return false
	}
	typ := []string{"byte", "int8", "uint16", "int32", "int", "float64", "float32", "uint32"}[g.pick(8)]
	from, to, n, k := g.localName("left"), g.localName("right"), g.localName("many"), g.localName("off")
	lap, sum := g.localName("lap"), g.newLocal(intType)
	g.line("var %s, %s [48]%s", from, to, typ)
	g.line("%s, %s := %s&31, %s&7", n, k, x.text, y.text)
	g.line("for %s := range %s {\n%s[%s] = %s(%s*%d&127)\n}", lap, from, from, lap, typ, lap, 1+g.pick(9))
	for range 1 + g.pick(2) {
		target := to
		if g.chance(1, 2) {
			target = from
		}
		g.copyLoop(target, from, n, k, lap)
	}
	g.line("%s := %s", sum.name, k)
	g.line("for %s := range %s {", lap, from)
	g.line("%s = %s*3 + int(%s[%s]) ^ int(%s[%s])\n}", sum.name, sum.name, from, lap, to, lap)
	g.cost += g.times * 250
	g.add(sum)
	return true
}

// copyLoop adds a loop that copies elements: n of them at most, some at places that are k more.
func (g *gen) copyLoop(to, from, n, k, i string) {
	places := []string{i, i + "+" + k, i + "+1", i + "+3", n + "-" + i}
	a, b := places[g.pick(len(places))], places[g.pick(len(places))]
	if g.chance(1, 4) {
		g.line("copy(%s[%s:], %s[%d:%s+8])", to, k, from, g.pick(8), n)
		return
	}
	heads := []string{"for %[3]s := 0; %[3]s < %[1]s; %[3]s++ {", "for %[3]s := %[2]s; %[3]s <= %[1]s; %[3]s++ {",
		"for %[3]s := %[1]s - 1; %[3]s >= 0; %[3]s-- {", "for %[3]s := 0; %[3]s != %[1]s; %[3]s++ {",
		"for %[3]s := %[1]s; %[3]s > %[2]s; %[3]s-- {"}
	g.line(heads[g.pick(len(heads))], n, k, i)
	if g.chance(1, 5) {
		g.line("if %s&1 == 1 {\nbreak\n}", k)
	}
	g.line("%s[%s] = %s[%s]", to, a, from, b)
	if g.chance(1, 5) {
		g.line("%s[%s] = %s[%s]", from, b, to, a)
	}
	g.line("}")
}
