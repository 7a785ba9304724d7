package gofuzz

import "fmt"

// keeping says where what is kept adds up, if a statement that keeps n slices is possible here.
func (g *gen) keeping(n int) (left expr, t *typ, ok bool) {
	if !g.on[Kept] || n == 0 || g.noCall > 0 || g.nesting > 2 || n*g.times > room/4 ||
		g.cost+g.times*n*80 > g.limit {
		return left, nil, false
	}
	t = g.numberType()
	left, ok = g.placeToAssign(t)
	if !ok || left.faults {
		return left, t, false
	}
	g.cost += g.times * n * 40
	g.keeps = true
	return left, t, true
}

// fold adds a value to what adds up, so that the order matters.
func (g *gen) fold(left expr, t *typ, x *variable) {
	part, of := g.anyNumber(expr{text: x.name, prec: primary}, x.t)
	switch {
	case of.class == boolean:
		g.line("if %s {\n%s += 2\n}", part.text, left.text)
	case of.isNumber():
		g.line("%s = %s*3 + %s", left.text, left.text, g.convert(part, of, t).text)
	default:
		g.line("_ = %s", part.text)
		g.line("%s++", left.text)
	}
}

// small returns a type of the palette of few scalars.
func (g *gen) small() *typ { return g.typeOf(func(t *typ) bool { return t.size <= 4 }) }

// keptRows are rows in the making.
type keptRows struct {
	*gen
	rows   string
	t      *typ // of an element
	listed bool // rows has all of them from the start
}

// keepRows grows rows, keeps them in a table, changes some and folds them.
func (g *gen) keepRows() bool {
	n := min(g.rounds(), 8)
	left, lt, ok := g.keeping(n)
	if !ok {
		return false
	}
	k := keptRows{gen: g, rows: g.localName("rows"), t: g.small()}
	switch g.pick(5) {
	case 0:
		g.line("%s := make([][]%s, 0, %d)", k.rows, k.t.text, 1+g.pick(n))
	case 1:
		g.line("%s := [][]%s{}", k.rows, k.t.text)
	case 2:
		g.line("%s := make([][]%s, %d)", k.rows, k.t.text, n)
		k.listed = true
	default:
		g.line("var %s [][]%s", k.rows, k.t.text)
	}
	i := g.counter(intType)
	end, _ := g.bound(intType, n)
	g.line("for %s := range %s {", i.name, end.text)
	g.times *= n
	g.nesting++
	mark := g.open()
	g.add(i)
	k.row(i)
	g.close(mark)
	g.nesting--
	g.times /= n
	g.line("_ = %s\n}", i.name)
	for range g.pick(3) {
		k.change()
	}
	row, x, j := g.localName("each"), g.newLocal(k.t), g.localName("j")
	g.line("for _, %s := range %s {", row, k.rows)
	if g.chance(1, 3) {
		g.line("if %s == nil {\n%s++\n}", row, left.text)
	}
	g.line("for %s, %s := range %s {", j, x.name, row)
	g.fold(left, lt, x)
	g.line("if %s > 2 {\n%s--\n}\n}\n}", j, left.text)
	return true
}

// row makes a row and keeps it.
func (k *keptRows) row(i *variable) {
	g := k.gen
	row := &variable{name: g.localName("row"), t: sliceOf(k.t, 0), fixed: true, local: true}
	row.moves, row.owner = g.chance(1, 4), g.fn
	text := k.t.text
	switch g.pick(12) {
	case 0, 1:
		g.line("%s := []%s{%s}", row.name, text, g.expr(k.t, 1).text)
	case 2, 3:
		g.line("%s := make([]%s, 0, %d)", row.name, text, g.pick(4))
	case 4:
		g.line("%s := []%s(nil)", row.name, text)
	case 5, 6: // a copy of the last one
		last := fmt.Sprintf("%s[len(%s)-1]", k.rows, k.rows)
		g.line("var %s []%s\nif len(%s) > 0 {\n%s = append(%s, %s...)\n}", row.name, text, k.rows, row.name, row.name,
			last)
	case 7: // the memory of an earlier one
		g.line("var %s []%s\nif len(%s) > 0 {\n%s = %s[0]\n}", row.name, text, k.rows, row.name, k.rows)
	default:
		g.line("var %s []%s", row.name, text)
	}
	g.add(row)
	k.grow(row)
	if g.chance(1, 4) && !k.listed {
		g.line("if %s {\ncontinue\n}", g.header(g.condition))
	}
	if g.chance(1, 3) {
		g.statements(1 + g.pick(2))
	}
	value := row.name
	switch g.pick(6) {
	case 0:
		value = fmt.Sprintf("slices.Clone(%s)", row.name)
	case 1:
		value = fmt.Sprintf("append([]%s(nil), %s...)", text, row.name)
	case 2:
		value = fmt.Sprintf("%s[:len(%s):len(%s)]", row.name, row.name, row.name)
	}
	if k.listed {
		g.line("%s[%s] = %s", k.rows, i.name, value)
	} else {
		g.line("%s = append(%s, %s)", k.rows, k.rows, value)
	}
	if g.chance(1, 8) { // into what is kept, or into new memory
		g.line("%s = append(%s, %s)", row.name, row.name, g.expr(k.t, 1).text)
	}
}

// grow appends to a row in a loop.
func (k *keptRows) grow(row *variable) {
	g := k.gen
	m := 1 + g.pick(4)
	end, _ := g.bound(intType, m)
	j := g.counter(intType)
	g.line("for %s := range %s {", j.name, end.text)
	g.times *= m
	mark := g.open()
	g.add(j)
	elem := g.expr(k.t, 2).text
	switch g.pick(4) {
	case 0:
		g.line("%s = append(%s, %s, %s)", row.name, row.name, elem, g.simple(k.t).text)
	case 1:
		g.line("if %s {\n%s = append(%s, %s)\n}", g.header(g.condition), row.name, row.name, elem)
	default:
		g.line("%s = append(%s, %s)", row.name, row.name, elem)
	}
	g.close(mark)
	g.times /= m
	g.line("_ = %s\n}", j.name)
}

// change changes what is kept.
func (k *keptRows) change() {
	g, rows, at := k.gen, k.rows, k.gen.pick(3)
	one := fmt.Sprintf("%s[%d]", rows, at)
	switch g.pick(6) {
	case 0:
		g.line("if len(%s) > %d {\n%s = append(%s, %s)\n}", rows, at, one, one, g.expr(k.t, 1).text)
	case 1:
		g.line("if len(%s) > %d && len(%s) > 0 {\n%s[0] = %s\n}", rows, at, one, one, g.expr(k.t, 1).text)
	case 2:
		last := fmt.Sprintf("%s[len(%s)-1]", rows, rows)
		g.line("if len(%s) > 1 {\n%s[0], %s = %s, %s[0]\n}", rows, rows, last, last, rows)
	case 3:
		cut := []string{"[1:]", fmt.Sprintf("[:len(%s)-1]", rows)}[g.pick(2)]
		g.line("if len(%s) > 1 {\n%s = %s%s\n}", rows, rows, rows, cut)
	case 4:
		r, j := g.localName("r"), g.localName("j")
		g.line("for _, %s := range %s {\nfor %s := range %s {\n%s[%s] = %s\n}\n}", r, rows, j, r, r, j,
			g.expr(k.t, 1).text)
	default:
		if left, ok := g.placeToAssign(k.t); ok && !left.faults && g.on[Faults] && g.noFault == 0 {
			g.line("%s = %s[%s][%d]", left.text, rows, g.anyIndex().text, g.pick(3)) // there may be none
		}
	}
}

// keepSubsets has a recursion collect the subsets of a few values.
func (g *gen) keepSubsets() bool {
	n := 2 + g.pick(3)
	left, lt, ok := g.keeping(n)
	if !ok || g.times > 1 || g.cost+40<<n > g.limit {
		return false
	}
	g.cost += 20 << n
	t := g.small()
	values, all, chosen, walk := g.localName("values"), g.localName("all"), g.localName("chosen"), g.localName("choose")
	g.line("%s := [...]%s{%s", values, t.text, g.expr(t, 1).text)
	for range n - 1 {
		g.lines[len(g.lines)-1] += ", " + g.expr(t, 1).text
	}
	g.lines[len(g.lines)-1] += "}"
	clone := []string{fmt.Sprintf("append([]%s(nil), %s...)", t.text, chosen), fmt.Sprintf("slices.Clone(%s)", chosen)}
	done := fmt.Sprintf("if i == len(%s) {\n%s = append(%s, %s)\nreturn\n}", values, all, all, clone[g.pick(2)])
	skip := g.header(func() expr { return g.simple(boolType) })
	if g.chance(1, 2) {
		g.line("var %s [][]%s\nvar %s []%s\nvar %s func(i int)", all, t.text, chosen, t.text, walk)
		g.line("%s = func(i int) {\n%s", walk, done)
		g.line("%s(i+1)\n%s = append(%s, %s[i])\n%s(i+1)", walk, chosen, chosen, values, walk)
		g.line("%s = %s[:len(%s)-1]\n}\n%s(0)", chosen, chosen, chosen, walk)
	} else {
		g.line("var %s [][]%s\nvar %s func(i int, %s []%s)", all, t.text, walk, chosen, t.text)
		g.line("%s = func(i int, %s []%s) {\n%s\n%s(i+1, %s)\nif i > 0 && %s {\nreturn\n}", walk, chosen, t.text, done,
			walk, chosen, skip)
		g.line("%s(i+1, append(%s, %s[i]))\n}\n%s(0, nil)", walk, chosen, values, walk)
	}
	i, each, x := g.localName("i"), g.localName("each"), g.newLocal(t)
	g.line("for %s, %s := range %s {\nif len(%s) == %s%%3 {\ncontinue\n}", i, each, all, each, i)
	g.line("for _, %s := range %s {", x.name, each)
	g.fold(left, lt, x)
	g.line("}\n}")
	return true
}

// keepNeighbours makes the lists of neighbours of a small graph, and walks it.
func (g *gen) keepNeighbours() bool {
	n := min(g.rounds(), 8)
	left, lt, ok := g.keeping(n)
	if !ok {
		return false
	}
	nodes := 2 + g.pick(6)
	next, i := g.localName("next"), g.counter(intType)
	g.line("%s := make([][]int, %d)", next, nodes)
	g.line("for %s := range %d {", i.name, n)
	mark := g.open()
	g.add(i)
	a, b := g.localName("a"), g.localName("b")
	g.line("%s, %s := %s, %s", a, b, g.node(nodes), g.node(nodes))
	g.line("%s[%s] = append(%s[%s], %s)", next, a, next, a, b)
	if g.chance(1, 2) {
		g.line("%s[%s] = append(%s[%s], %s)", next, b, next, b, a)
	}
	g.close(mark)
	g.line("_ = %s\n}", i.name)
	seen, visit, u, v := g.localName("seen"), g.localName("visit"), g.localName("u"), g.newLocal(intType)
	g.line("%s := make([]bool, %d)", seen, nodes)
	switch g.pick(3) {
	case 0:
		g.line("var %s func(%s int)\n%s = func(%s int) {\n%s[%s] = true", visit, u, visit, u, seen, u)
		g.line("for _, %s := range %s[%s] {\nif !%s[%s] {", v.name, next, u, seen, v.name)
		g.fold(left, lt, v)
		g.line("%s(%s)\n}\n}\n}\n%s(%s)", visit, v.name, visit, g.node(nodes))
		return true
	case 1:
		g.line("%s := []int{%s}\nfor len(%s) > 0 {", visit, g.node(nodes), visit)
		g.line("%s := %s[0]\n%s = %s[1:]", u, visit, visit, visit)
	default:
		g.line("%s := []int{%s}\nfor len(%s) > 0 {", visit, g.node(nodes), visit)
		g.line("%s := %s[len(%s)-1]\n%s = %s[:len(%s)-1]", u, visit, visit, visit, visit, visit)
	}
	g.line("for _, %s := range %s[%s] {\nif !%s[%s] {", v.name, next, u, seen, v.name)
	g.line("%s[%s] = true\n%s = append(%s, %s)", seen, v.name, visit, visit, v.name)
	g.fold(left, lt, v)
	g.line("}\n}\n}")
	return true
}

// node is the number of one of n nodes.
func (g *gen) node(n int) string {
	if e, ok := g.place2(g.integerType()); ok && g.chance(3, 4) {
		return fmt.Sprintf("int(uint64(%s)%%%d)", e.text, n)
	}
	return fmt.Sprint(g.pick(n))
}

// keepChildren builds a tree whose nodes have any number of children.
func (g *gen) keepChildren() bool {
	n := min(g.rounds(), 8)
	left, lt, ok := g.keeping(n)
	if !ok || lt.param {
		return false
	}
	name, t := g.unique("branch"), g.numberType()
	if t.param {
		return false
	}
	fold := g.unique("total")
	g.declare("type %s struct {\nval %s\nkids []*%s\n}", name, t.text, name)
	g.declare("func (b *%s) add(val %s) *%s {\nkid := &%s{val: val}\nb.kids = append(b.kids, kid)\nreturn kid\n}", name,
		t.text, name, name)
	if g.chance(1, 2) {
		g.declare("func %s(b *%s, depth %s) %s {\nsum := b.val * depth\nfor _, kid := range b.kids {\n"+
			"sum = sum*3 + %s(kid, depth+1)\n}\nreturn sum\n}", fold, name, t.text, t.text, fold)
	} else {
		g.declare("func %s(b *%s, depth %s) (sum %s) {\nstack := []*%s{b}\nfor len(stack) > 0 {\n"+
			"b := stack[len(stack)-1]\nstack = append(stack[:len(stack)-1], b.kids...)\n"+
			"sum = sum*depth + b.val\n}\nreturn sum\n}", fold, name, t.text, t.text, name)
	}
	root, at, i := g.localName("root"), g.localName("at"), g.counter(intType)
	g.line("%s := &%s{val: %s}\n%s := %s", root, name, g.expr(t, 1).text, at, root)
	g.line("for %s := range %d {", i.name, n)
	mark := g.open()
	g.add(i)
	kid := g.localName("kid")
	g.line("%s := %s.add(%s)", kid, at, g.expr(t, 2).text)
	g.line("if %s {\n%s = %s\n}", g.header(g.condition), at, kid)
	if g.chance(1, 2) {
		g.line("if %s {\n%s = %s\n}", g.header(g.condition), at, root)
	}
	g.close(mark)
	g.line("_ = %s\n}", i.name)
	g.line("%s = %s", left.text, g.convert(expr{text: fmt.Sprintf("%s(%s, 2)", fold, root)}, t, lt).text)
	return true
}
