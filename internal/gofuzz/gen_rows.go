package gofuzz

import (
	"fmt"
	"strings"
)

// localTable declares a table of structs or of rows inside a function and looks things up in it.
func (g *gen) localTable() bool {
	if !g.on[LocalTables] || g.nesting >= maxNesting || g.cost+g.times*100 > g.limit {
		return false
	}
	lt := g.numberType()
	left, ok := g.placeToAssign(lt)
	if !ok || left.faults {
		return false
	}
	g.cost += g.times * 40
	if g.chance(1, 3) {
		g.tableOfRows(left, lt)
	} else {
		g.tableOfStructs(left, lt)
	}
	return true
}

// cell is a constant, or now and then a value of the lane.
func (g *gen) cell(t *typ) string {
	if g.chance(1, 6) {
		return g.simple(t).text
	}
	return g.literal(t).text
}

// tableOfStructs is a table such as that of a tax, with a limit, a value and perhaps a name.
func (g *gen) tableOfStructs(left expr, lt *typ) {
	table, key, value := g.localName("brackets"), g.numberType(), g.numberType()
	x := g.simple(key)
	named := g.with(Strings, 1, 2)
	fields := fmt.Sprintf("above %s\nrate %s", key.text, value.text)
	if named {
		fields += "\nname string"
	}
	n := 2 + g.pick(4)
	var rows []string
	for range n {
		row := g.cell(key) + ", " + g.cell(value)
		if named {
			row += fmt.Sprintf(", %q", g.key())
		}
		rows = append(rows, "{"+row+"}")
	}
	form := []string{"[]struct {\n%s\n}", "[...]struct {\n%s\n}"}[g.pick(2)]
	list := strings.Join(rows, ",\n")
	if g.chance(1, 3) {
		form = "[]" + g.localName("bracket")
		g.line("type %s struct {\n%s\n}", form[2:], fields)
	} else {
		form = fmt.Sprintf(form, fields)
	}
	g.line("%s := %s{\n%s,\n}", table, form, list)
	row := g.localName("row")
	g.line("for _, %s := range %s {", row, table)
	rate := g.convert(expr{text: row + ".rate"}, value, lt).text
	if named && g.chance(1, 2) {
		op := []string{"==", "!="}[g.pick(2)]
		g.line("if %s.name %s %s {\n%s++\ncontinue\n}", row, op, g.textValue().text, left.text)
	}
	switch g.pick(3) {
	case 0:
		g.line("if %s >= %s.above {\n%s = %s\n} else {\nbreak\n}", x.text, row, left.text, rate)
	case 1:
		g.line("if %s < %s.above {\n%s += %s\nbreak\n}", x.text, row, left.text, rate)
	default:
		g.line("%s = %s*2 + %s", left.text, left.text, rate)
	}
	g.line("}")
	if g.chance(1, 3) {
		g.line("%s[%s].rate = %s", table, g.node(n), g.simple(value).text)
	}
	g.line("%s -= %s", left.text,
		g.convert(expr{text: fmt.Sprintf("%s[%s].rate", table, g.node(n))}, value, lt).text)
	if named {
		g.line("switch %s[%s].name {\ncase %q:\n%s *= 2", table, g.node(n), keys[0], left.text)
		g.line("case %q:\n%s++\n}", keys[1], left.text)
	}
}

// tableOfRows is a table of rows of several lengths.
func (g *gen) tableOfRows(left expr, lt *typ) {
	table, t, n := g.localName("tiers"), g.numberType(), 1+g.pick(4)
	var rows []string
	for range n {
		var row []string
		for range g.pick(4) {
			row = append(row, g.cell(t))
		}
		rows = append(rows, "{"+strings.Join(row, ", ")+"}")
	}
	g.line("%s := [][]%s{%s}", table, t.text, strings.Join(rows, ", "))
	row, x := g.localName("row"), g.newLocal(t)
	switch g.pick(3) {
	case 0:
		g.line("for _, %s := range %s {\nfor _, %s := range %s {", row, table, x.name, row)
		g.fold(left, lt, x)
		g.line("}\n}")
	case 1:
		g.line("for _, %s := range %s[%s] {", x.name, table, g.node(n))
		g.fold(left, lt, x)
		g.line("}")
	default:
		g.line("if %s := %s[%s]; len(%s) > 1 {", row, table, g.node(n), row)
		g.line("%s := %s[1]", x.name, row)
		g.fold(left, lt, x)
		g.line("}")
	}
}
