package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// mover writes assignments between a value of one lane and its columns.
type mover struct {
	*function
	columns []column
	names   map[int]string
	sub     *scope
	indices int     // variables over elements in use
	result  *result // that is made
	to      string
	rooms   map[*value]string // what the memory for the slices of a value is called
	lenAt   map[*value]string // the index of a row's length: its column may be for fewer rows than that of elements
}

func newMover(f *function, columns []column) *mover {
	return &mover{function: f, columns: columns, names: map[int]string{}, rooms: map[*value]string{},
		lenAt: map[*value]string{}, sub: &scope{outer: f.names}}
}

// data is what the numbers of a column are called.
func (m *mover) data(at int) string {
	if m.names[at] == "" {
		m.names[at] = m.sub.fresh("c" + strconv.Itoa(at))
	}
	return m.names[at]
}

// columns lists those that a value has, in the program's order.
func (v *value) columns() []int {
	var list []int
	v.any(func(v *value) bool {
		for _, at := range []int{v.column, v.other} {
			if at >= 0 {
				list = append(list, at)
			}
		}
		return false
	})
	slices.Sort(list)
	return list
}

// texts appends the strings of any text of a value.
func (v *value) texts(to []*value) []*value {
	v.any(func(v *value) bool {
		if v.kind() == text && v.room > 0 && v.column >= 0 {
			to = append(to, v)
		}
		return false
	})
	return to
}

// conversion writes a number as a type that is not the column's.
func (m *mover) conversion(t, expr string, needed bool) string {
	if needed {
		return t + "(" + expr + ")"
	}
	return expr
}

// take writes the assignments to the columns of a value; index is that of its first element in a
// column, as far as the dimensions around it say.
func (m *mover) take(v *value, expr, index string) {
	switch v.kind() {
	case number:
		if v.column >= 0 {
			c := m.columns[v.column]
			m.printf("%s[%s] = %s\n", m.data(v.column), index, m.conversion(m.predeclared(c.elem()), expr, !c.bare))
		}
	case text:
		if v.room > 0 {
			expr = m.conversion(m.predeclared("string"), expr, !m.columns[v.column].bare)
			m.printf("%s[%s] = %s\n", m.data(v.column), index, expr)
		} else if v.column >= 0 {
			c := m.columns[v.column]
			m.printf("%s[%s] = %s.TextNumber(%s, %s)\n", m.data(v.column), index, m.wrap,
				m.conversion(m.predeclared("string"), expr, !c.bare), literals(c.Texts))
		}
	case complexNumber:
		for k, part := range []string{"real", "imag"} {
			if at := []int{v.column, v.other}[k]; at >= 0 {
				m.printf("%s[%s] = %s\n", m.data(at), index, m.conversion(m.predeclared(m.columns[at].elem()),
					m.predeclared(part)+"("+expr+")", !m.columns[at].bare || m.hides(part)))
			}
		}
	case structure:
		for _, b := range v.below {
			m.take(b, expr+b.path[len(v.path):], index)
		}
	case array:
		m.elements(v, expr, index, int(v.typ.Underlying().(*types.Array).Len()), true)
	case slice:
		switch {
		case v.other >= 0 && m.columns[v.other].null:
			m.printf("%s[%s] = %s.LenOrNil(%s)\n", m.data(v.other), m.lengthAt(v, index), m.wrap, expr)
		case v.other >= 0:
			m.printf("%s[%s] = %s(%s)\n", m.data(v.other), m.lengthAt(v, index), m.predeclared("int64"), m.length(expr))
		}
		m.elements(v, expr, index, v.room, true)
	}
}

// literals writes a list of strings.
func literals(texts []string) string {
	list := make([]string, len(texts))
	for i, t := range texts {
		list[i] = strconv.Quote(t)
	}
	return strings.Join(list, ", ")
}

// give writes the assignments that make a value of its columns.
func (m *mover) give(v *value, expr, index string) {
	switch v.kind() {
	case number:
		if v.column >= 0 {
			m.printf("%s = %s\n", expr, m.conversion(m.imports.typeName(v.typ), m.data(v.column)+"["+index+"]",
				!m.columns[v.column].bare))
		}
	case text:
		if v.room > 0 {
			m.printf("%s = %s(%s[%s:][:%s[%s]])\n", expr, m.imports.typeName(v.typ), m.data(v.column),
				m.first(index, v.room), m.data(v.other), index)
		} else if v.column >= 0 {
			c := m.columns[v.column]
			m.printf("%s = %s\n", expr, m.conversion(m.imports.typeName(v.typ), fmt.Sprintf("[...]%s{%s}[%s[%s]]",
				m.predeclared("string"), literals(c.Texts), m.data(v.column), index), !c.bare))
		}
	case complexNumber:
		if v.column >= 0 {
			m.printf("%s = %s\n", expr, m.conversion(m.imports.typeName(v.typ), fmt.Sprintf("%s(%s[%s], %s[%s])",
				m.predeclared("complex"), m.data(v.column), index, m.data(v.other), index),
				!m.columns[v.column].bare || m.hides("complex")))
		}
	case errorCode:
		if v.column >= 0 {
			m.giveError(v, expr, index)
		}
	case structure:
		for _, b := range v.below {
			m.give(b, expr+b.path[len(v.path):], index)
		}
	case array:
		m.elements(v, expr, index, int(v.typ.Underlying().(*types.Array).Len()), false)
	case slice:
		m.giveSlice(v, expr, index)
	case pointer:
		m.givePointer(v, expr, index)
	}
}

// makeRooms declares what the slices are made in that a value has.
func (m *mover) makeRooms(v *value) {
	v.any(func(v *value) bool {
		if v.kind() == slice && v.has() {
			m.rooms[v] = m.sub.fresh("room" + strconv.Itoa(len(m.rooms)))
			m.printf("var %s %s.Room[%s]\n", m.rooms[v], m.wrap, m.imports.typeName(v.elem().typ))
		}
		return false
	})
}

// giveSlice makes a slice as long as a column says, or as its columns are.
func (m *mover) giveSlice(v *value, expr, index string) {
	if !v.has() {
		return
	}
	n := strconv.Itoa(v.room)
	if v.other >= 0 {
		n = m.data(v.other) + "[" + m.lengthAt(v, index) + "]"
	}
	if of := m.result.of; of != nil {
		before := strings.Replace(expr, m.of(m.result.field), m.of(of.field), 1)
		if v.isRows() {
			n = m.length(before) // rows come and go in no other memory than the function's own
		}
		m.printf("%s = %s.Resized(%s, %s(%s))\n", expr, m.wrap, before, m.predeclared("int"), n)
	} else {
		m.printf("%s = %s.Make(%s)\n", expr, m.rooms[v], n)
	}
	m.elements(v, expr, index, v.room, false)
}

// givePointer makes what a pointer points to, unless a column says that it is nil.
func (m *mover) givePointer(v *value, expr, index string) {
	if !v.has() && v.other < 0 {
		return
	}
	if v.other >= 0 {
		m.printf("if !%s[%s] {\n", m.data(v.other), index)
	}
	elem := v.elem()
	m.printf("%s = %s\n", expr, m.news(m.imports.typeName(elem.typ)))
	if elem.kind() != structure {
		expr = "(*" + expr + ")"
	}
	m.give(elem, expr, index)
	if v.other >= 0 {
		m.printf("}\n")
	}
}

// giveError writes how a code becomes an error: the package's own variable, or what the Go function
// returns for that lane.
func (m *mover) giveError(v *value, expr, index string) {
	m.printf("switch %s[%s] {\ncase 0:\n%s = %s\n", m.data(v.column), index, expr, m.none(m.predeclared("error")))
	all := true
	for k, e := range m.w.source.Errors {
		if v := m.sentinel(e.Var); v != "" {
			m.printf("case %d:\n%s = %s\n", k+1, expr, v)
		} else {
			all = false
		}
	}
	if !all {
		lane := m.lo + "+" + m.i
		m.printf("default:\n// Made where it is returned: the Go function knows it.\n")
		m.privateCopies(lane)
		given, assign := m.sub.fresh("given"), ":="
		if expr == m.to {
			given, assign = expr, "="
		}
		if m.result.of != nil {
			given, assign = m.result.of.private, "="
		}
		var targets []string
		for _, o := range m.w.returned() {
			if targets = append(targets, "_"); o == m.result {
				targets[len(targets)-1] = given
			}
		}
		if len(targets) > 0 {
			m.printf("%s %s ", strings.Join(targets, ", "), assign)
		}
		m.printf("%s\n", m.call(m.own(lane)))
		if given != expr {
			m.printf("%s = %s\n", expr, strings.Replace(expr, m.to, given, 1))
		}
	}
	m.printf("}\n")
}

// elements writes the assignments for the elements of an array or a slice, of which a column has room
// for n, to the column or from it. Numbers that lie in both as they are are copied at once.
func (m *mover) elements(v *value, expr, index string, n int, to bool) {
	elem := v.elem()
	if !elem.has() {
		return
	}
	first, move := m.first(index, n), m.give
	if to {
		move = m.take
	}
	if elem.kind() == number && m.columns[elem.column].bare {
		if v.kind() == array {
			expr += "[:]"
		}
		pair := []any{expr, m.data(elem.column) + "[" + first + ":]"}
		if to {
			slices.Reverse(pair)
		}
		m.printf("%s(%s, %s)\n", append([]any{m.predeclared("copy")}, pair...)...)
		return
	}
	m.indices++
	j := (&scope{outer: m.function.names}).fresh("j" + strings.Repeat("j", m.indices-1))
	m.printf("for %s := range %s {\n", j, expr)
	if v.isRows() && elem.other >= 0 {
		shape := m.columns[elem.other].Shape
		m.lenAt[elem] = m.first(index, shape[len(shape)-1]) + "+" + j
	}
	move(elem, fmt.Sprintf("%s[%s]", expr, j), first+"+"+j)
	m.printf("}\n")
	m.indices--
}

// lengthAt is the index of the length of a slice whose elements are at index.
func (m *mover) lengthAt(v *value, index string) string {
	if at := m.lenAt[v]; at != "" {
		return at
	}
	return index
}

// first writes the index of the first of n elements that a value has in a column, given that of the value.
func (m *mover) first(index string, n int) string {
	if strings.Contains(index, "+") {
		index = "(" + index + ")"
	}
	return fmt.Sprintf("%s*%d", index, n)
}
