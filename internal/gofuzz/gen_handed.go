package gofuzz

// keepHanded has helpers append to two slices, which begin as nil or as literals. The second may go on from the first,
// behind whose end it grows then; the first does not grow any more.
func (g *gen) keepHanded() bool {
	n := min(g.rounds(), 8)
	left, lt, ok := g.keeping(n)
	if !ok {
		return false
	}
	t := g.numberType()
	if t.param {
		return false
	}
	helpers := g.pushers(t)
	behind := g.unique("pushTo")
	g.declare("func %s(xs *[]%s, x %s) { *xs = append(*xs, x) }", behind, t.text, t.text)
	push := func(to string) {
		if g.chance(1, 3) {
			g.line("%s(&%s, %s)", behind, to, g.expr(t, 1).text)
			return
		}
		g.line("%s = %s(%s, %s)", to, helpers[g.pick(len(helpers))], to, g.expr(t, 1).text)
	}
	first, second := g.localName("handed"), g.localName("goesOn")
	if g.chance(1, 2) {
		g.line("var %s, %s []%s", first, second, t.text)
	} else {
		both := g.localName("both")
		g.line("var %s struct{ handed, goesOn []%s }", both, t.text)
		first, second = both+".handed", both+".goesOn"
	}
	if g.chance(1, 3) {
		g.line("%s = []%s{%s}", []string{first, second}[g.pick(2)], t.text, g.expr(t, 1).text)
	}
	i := g.counter(intType)
	end, _ := g.bound(intType, n)
	g.line("for %s := range %s {", i.name, end.text)
	g.times *= n
	mark := g.open()
	g.add(i)
	push(first)
	if g.chance(1, 3) {
		g.line("if len(%s) > 1 {\n%s = %s[:len(%s)-1]\n}", first, first, first, first)
	}
	g.close(mark)
	g.times /= n
	g.line("_ = %s\n}", i.name)
	g.line("if %s {\n%s = %s\n}", g.header(g.condition), second, first)
	for range 1 + g.pick(3) {
		push(second)
	}
	if g.chance(1, 3) {
		g.line("if %s == nil {\n%s++\n}", second, left.text)
	}
	for _, s := range []string{first, second} {
		x := g.newLocal(t)
		g.line("for _, %s := range %s {", x.name, s)
		g.fold(left, lt, x)
		g.line("}")
	}
	return true
}

// pushers declares functions that append to a slice, some of them in one of two ways, or by calling another.
func (g *gen) pushers(t *typ) []string {
	push := g.unique("push")
	g.declare("func %s(xs []%s, x %s) []%s { return append(xs, x) }", push, t.text, t.text, t.text)
	names := []string{push}
	for range 1 + g.pick(2) {
		name := g.unique("push")
		some := []string{"xs", "append(xs, x, x)", push + "(xs, x)"}[g.pick(3)]
		others := []string{"append(xs, x)", push + "(xs, x)", push + "(append(xs, x), x)"}[g.pick(3)]
		g.declare("func %s(xs []%s, x %s) []%s {\nif len(xs)%%%d == %d {\nreturn %s\n}\nreturn %s\n}", name, t.text,
			t.text, t.text, 2+g.pick(3), g.pick(2), some, others)
		names = append(names, name)
	}
	return names
}
