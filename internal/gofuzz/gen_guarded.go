package gofuzz

import (
	"fmt"
	"strings"
)

// guarded makes a table, and loops that take elements of it at places which a condition in the loop shows to exist, and
// nothing else: the place is the same in each round, but the element must not be loaded before the loop.
func (g *gen) guarded() bool {
	n := g.rounds()
	x, ok := g.place2(intType)
	if n == 0 || !ok || g.nesting > 1 || g.cost+g.times*200 > g.limit {
		return false
	}
	u := guarded{gen: g, size: 8 << g.pick(6), table: g.localName("shelf"), part: g.localName("piece"),
		x: g.localName("spot"), i: g.localName("lap"), most: 1 + g.pick(200), factor: 3 + g.pick(9),
		sum: g.newLocal(intType)}
	numbers := make([]string, u.size)
	for k := range numbers {
		numbers[k] = fmt.Sprint(g.pick(100))
	}
	g.line("%s := [...]int{%s}", u.table, strings.Join(numbers, ", "))
	u.from = 1 + g.pick(3)
	u.length = u.size - u.from - 2
	g.line("%s := %s[%d:%d]", u.part, u.table, u.from, u.from+u.length)
	g.line("%s := %s", u.x, x.text)
	if g.chance(1, 2) {
		g.line("%s = %s >> (%s & 63)", u.x, u.x, x.text) // small now and then
	}
	g.line("%s := len(%s)", u.sum.name, u.part)
	g.cost += g.times * 60
	g.line("for %s := range %d {", u.i, n)
	for range 1 + g.pick(3) {
		u.access()
	}
	g.line("}")
	if g.chance(1, 2) {
		u.product(g.pick(2), g.chance(1, 4))
		u.product(g.pick(3), g.chance(3, 4))
	}
	g.add(u.sum)
	return true
}

// guarded is a table, a part of it, a place, and a loop that adds to a sum.
type guarded struct {
	*gen
	table, part, x, i string
	size, from        int
	length            int // of the part
	most, factor      int // of products
	sum               *variable
}

// access adds statements to the loop that take an element, or two.
func (u *guarded) access() {
	g := u.gen
	cond, most := u.condition()
	add := func() {
		for range 1 + g.pick(2) {
			g.line("%s = %s*3 + %s*%s", u.sum.name, u.sum.name, u.element(most), u.i)
		}
	}
	switch g.pick(3) {
	case 0:
		g.line("if !(%s) {\ncontinue\n}", cond)
		add()
	case 1:
		g.line("if %s {", cond)
		add()
		g.line("if %s&1 == 0 {", u.i)
		add()
		g.line("} else {")
		add()
		g.line("}\n}")
	default:
		g.line("if %s {", cond)
		add()
		g.line("}")
	}
}

// condition returns one that shows that the place is not negative, and at most what it returns.
func (u *guarded) condition() (text string, most int) {
	limit := 1 + u.pick(2*u.size)
	if u.chance(1, 4) {
		return fmt.Sprintf("%s >= 0 && %s < len(%s)", u.x, u.x, u.part), u.length - 1
	}
	forms := []string{"%[1]s >= 0 && %[1]s <= %[2]d", "uint(%[1]s) <= %[2]d", "%[1]s < 0 == false && %[2]d >= %[1]s",
		"0 <= %[1]s && %[1]s*2 <= %[2]d*2 && %[1]s <= %[2]d"}
	return fmt.Sprintf(forms[u.pick(len(forms))], u.x, limit), limit
}

// element is one that exists if the place is from 0 to most.
func (u *guarded) element(most int) string {
	x := u.x
	if most < u.length && u.chance(1, 3) {
		return fmt.Sprintf("%s[%s]", u.part, x)
	}
	if most < u.size && u.chance(1, 2) {
		more := u.pick(u.size - most)
		return fmt.Sprintf("%s[%s+%d]", u.table, x, more)
	}
	forms := []string{"%[1]s%%%[2]d", "%[1]s/2%%%[2]d", "min(%[1]s, %[3]d)", "uint(%[1]s)%%%[2]d",
		"%[1]s*3%%%[2]d", "uint32(%[1]s)>>1%%%[2]d", "int(uint8(%[1]s))%%%[2]d", "max(%[1]s, 0)&%[3]d",
		"(%[1]s+5)%%%[2]d"}
	return fmt.Sprintf("%s[%s]", u.table, fmt.Sprintf(forms[u.pick(len(forms))], x, u.size, u.size-1))
}

// product adds a product of a number that is small where it is needed, next to another that is so elsewhere. A
// remainder of it may be the number itself.
func (u *guarded) product(more int, remainder bool) {
	small := fmt.Sprintf("(uint(%s)+%d)", u.x, more)
	test := fmt.Sprintf("%s <= %d", small, u.most)
	if remainder {
		small = fmt.Sprintf("%s%%%d", small, u.most+1+u.pick(50))
	}
	u.line("if %s {\n%s += int(%s * %d)\n}", test, u.sum.name, small, u.factor)
}
