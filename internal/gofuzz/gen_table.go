package gofuzz

import "fmt"

// recurrence makes a small array and fills it in loops as dynamic programming and filters do: elements that the round
// before stored, elements that stay the same while an inner loop changes them, and elements that each of several ways
// stores.
func (g *gen) recurrence() bool {
	n := g.rounds()
	t := g.numberType()
	if n == 0 || t == nil || t.param || g.nesting > 1 || g.cost+g.times*400 > g.limit {
		return false
	}
	size := 6 + g.pick(12)
	r := recurrence{gen: g, t: t, table: g.localName("cells"), i: g.localName("at"), j: g.localName("from"), size: size}
	g.line("var %s [%d]%s", r.table, size, t.text)
	g.line("for %s := range %s {\n%s[%s] = %s\n}", r.i, r.table, r.table, r.i, r.input())
	end := fmt.Sprint(size - 1)
	if x, ok := g.place2(intType); ok && g.chance(2, 3) {
		end = fmt.Sprintf("min(%s, 2+%s&15)", end, x.text)
		r.k = fmt.Sprintf("%s&3", x.text)
	} else {
		r.k = fmt.Sprint(g.pick(size))
	}
	g.cost += g.times * 200
	if g.chance(1, 4) {
		g.line("for %s := %s - 1; %s > 1; %s-- {", r.i, end, r.i, r.i)
	} else {
		g.line("for %s := 2; %s < %s; %s++ {", r.i, r.i, end, r.i)
	}
	for range 1 + g.pick(4) {
		r.line()
	}
	g.line("}")
	v := g.newLocal(t)
	g.line("%s := %s[%d] + %s[%d]", v.name, r.table, g.pick(size), r.table, g.pick(size))
	g.add(v)
	return true
}

// recurrence is an array that loops fill, and the names of their counters.
type recurrence struct {
	*gen
	t           *typ
	table, i, j string
	k           string // an element that stays the same
	size        int
}

// input is a value from outside of the loop.
func (r *recurrence) input() string { return r.simple(r.t).text }

// element is one that the loop may take: its own, neighbours, or one that stays the same.
func (r *recurrence) element() string {
	at := []string{r.i, r.i + "-1", r.i + "-2", r.i + "+1", r.i + "-1", r.k}
	return fmt.Sprintf("%s[%s]", r.table, at[r.pick(len(at))])
}

func (r *recurrence) op() string {
	if r.t.class == integer && r.chance(1, 3) {
		return []string{"^", "&", "|"}[r.pick(3)]
	}
	return []string{"+", "-", "*"}[r.pick(3)]
}

// line adds a statement to the loop.
func (r *recurrence) line() {
	g := r.gen
	own := fmt.Sprintf("%s[%s]", r.table, r.i)
	switch g.pick(6) {
	case 0:
		g.line("%s %s= %s", r.element(), r.op(), r.element())
	case 1:
		g.line("if %s > %s {\n%s = %s\n} else {\n%s = %s %s %s\n}", r.element(), r.element(), own, r.element(),
			own, r.element(), r.op(), r.element())
	case 2:
		g.line("if %s < %s {\n%s = %s\n}", r.element(), r.input(), r.element(), r.element())
	case 3:
		g.line("for %s := 0; %s < %s; %s++ {\n%s %s= %s[%s] %s %s\n}", r.j, r.j, r.i, r.j, own, r.op(), r.table, r.j,
			r.op(), r.element())
	case 4:
		g.line("for %s := range %s {\nif %s[%s] > %s {\n%s = %s[%s] %s %s\n}\n}", r.j, r.i, r.table, r.j,
			r.element(), own, r.table, r.j, r.op(), r.input())
	default:
		g.line("%s = %s %s %s %s %s", own, r.element(), r.op(), r.element(), r.op(), r.element())
	}
}
