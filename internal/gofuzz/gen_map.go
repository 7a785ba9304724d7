package gofuzz

import "strings"

// smallKeys are types of keys of which a map has room for all.
var smallKeys = []*typ{boolType, integerTypes[1], integerTypes[6]}

// makeMap makes a map, adds to it, deletes from it and asks it: with any keys a few times,
// and with keys of 8 bits in a loop.
func (g *gen) makeMap() bool {
	if !g.on[Maps] || g.nesting >= maxNesting || g.cost+g.times*80 > g.limit {
		return false
	}
	elem := g.numberType()
	key, n := smallKeys[g.pick(len(smallKeys))], g.rounds()
	if g.on[Strings] && g.chance(1, 4) {
		key = stringType
	} else if n == 0 || g.chance(1, 3) {
		n = 0
		if key = g.typeOf(func(t *typ) bool { return t.isScalar() || t.class == structure && g.isKey(t) }); key == nil {
			return false
		}
	}
	left, ok := g.placeToAssign(elem)
	if !ok {
		return false
	}
	g.noFault++
	defer func() { g.noFault-- }()
	m := g.localName("byKey")
	g.line("%s := map[%s]%s{}", m, key.text, elem.text)
	if n > 0 {
		i := g.counter(intType)
		g.line("for %s := range %d {", i.name, n)
		mark := g.open()
		g.add(i)
		g.times *= n
		g.changeMap(m, key, elem)
		g.times /= n
		g.close(mark)
		g.line("_ = %s", i.name)
		g.line("}")
	}
	for range 1 + g.pick(3) {
		g.changeMap(m, key, elem)
	}
	// What rounds add up in an element of an array is refused: the next round might go to another element.
	if elem.class == integer && g.chance(1, 2) && !strings.Contains(left.text, "[") {
		v := g.localName("each")
		g.line("for _, %s := range %s {", v, m)
		g.line("%s %s %s", left.text, []string{"+=", "^=", "|=", "-="}[g.pick(4)], v)
		g.line("}")
	}
	got, has := g.localName("got"), g.localName("has")
	g.line("%s, %s := %s[%s]", got, has, m, g.keyOf(key).text)
	g.line("if %s || len(%s) > %d {", has, m, g.pick(5))
	g.line("%s = %s", left.text, got)
	g.line("}")
	return true
}

// keyOf is a key of a type.
func (g *gen) keyOf(t *typ) expr {
	if t == stringType {
		return g.textValue()
	}
	return g.expr(t, 1)
}

// changeMap changes a map once or twice.
func (g *gen) changeMap(m string, key, elem *typ) {
	for range 1 + g.pick(2) {
		k := g.keyOf(key).text
		switch g.pick(4) {
		case 0:
			g.line("delete(%s, %s)", m, k)
		case 1:
			g.line("%s[%s]++", m, k)
		default:
			g.line("%s[%s] = %s", m, k, g.expr(elem, 2).text)
		}
	}
	if g.chance(1, 8) {
		g.line("if len(%s) > %d {", m, g.pick(4))
		g.line("clear(%s)", m)
		g.line("}")
	}
}

// isKey reports whether a map with keys of a type has a batched form: of few numbers.
func (g *gen) isKey(t *typ) bool {
	switch t.class {
	case structure:
		for _, f := range t.fields {
			if !g.isKey(f.t) {
				return false
			}
		}
		return t.size <= 8
	case array:
		return t.size <= 8 && g.isKey(t.elem)
	}
	return t.isScalar()
}
