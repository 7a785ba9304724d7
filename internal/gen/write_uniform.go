package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// uniforms writes what has to be prepared of uniform parameters, and returns the
// map of their columns; empty if there are none.
func (f *function) uniforms(nothing string) string {
	var entries []string
	for _, pa := range f.w.params {
		if !pa.uniform {
			continue
		}
		u := &uniformWriter{function: f, param: pa, nothing: nothing, columns: uniformColumns(pa.typ)}
		u.write()
		for i, name := range pa.names {
			if f.w.lowered.Uniform(name) != nil { // it is used
				entries = append(entries, fmt.Sprintf("%q: %s", name, u.literals[i]))
			}
		}
	}
	if len(entries) == 0 {
		return ""
	}
	return fmt.Sprintf("map[string]%s.Column{\n%s,\n}", f.lane, strings.Join(entries, ",\n"))
}

// uniformWriter writes the columns of one uniform parameter.
type uniformWriter struct {
	*function
	param    *param
	nothing  string
	columns  []column
	literals []string
}

func (u *uniformWriter) write() {
	value, t := u.param.name, u.param.typ
	if _, isStruct := t.Underlying().(*types.Struct); u.param.pointer && !isStruct {
		value = "(*" + value + ")"
	}
	elem := ""
	if len(u.columns) > 0 {
		elem = u.columns[0].elem
	}
	switch x := t.Underlying().(type) {
	case *types.Basic:
		u.literals = []string{fmt.Sprintf("%s.Table[%s]([]%s{%s})", u.lane, elem, u.imports.typeName(t), value)}
		return
	case *types.Array:
		if direct(t) {
			u.literals = []string{fmt.Sprintf("%s.Table[%s](%s[:]%s)", u.lane, elem, value, dimArgs(u.columns[0].dims))}
			return
		}
	case *types.Slice:
		if direct(x.Elem()) {
			u.literals = []string{fmt.Sprintf("%s.Table[%s](%s, len(%s)%s)", u.lane, elem, value, value, dimArgs(u.columns[0].dims[1:]))}
			return
		}
	}
	u.parts(t, value, nil, nil)
}

// parts writes a column for each leaf of a value: loops that append its
// elements, one inside the other as the dimensions are. loops are those around the
// value and dims what its dimensions are, as expressions.
func (u *uniformWriter) parts(t types.Type, value string, loops, dims []string) {
	switch x := t.Underlying().(type) {
	case *types.Basic:
		u.part(value, loops, dims)
	case *types.Struct:
		for field := range x.Fields() {
			if field.Name() != "_" {
				u.parts(field.Type(), value+"."+field.Name(), loops, dims)
			}
		}
	case *types.Array:
		u.elements(x.Elem(), value, loops, dims, fmt.Sprint(x.Len()))
	case *types.Slice:
		n := "len(" + value + ")"
		if len(loops) > 0 {
			n = u.rowLength(value, loops[0])
		}
		u.elements(x.Elem(), value, loops, dims, n)
	}
}

func (u *uniformWriter) elements(t types.Type, value string, loops, dims []string, n string) {
	j := (&scope{outer: u.names}).fresh("j" + strings.Repeat("j", len(loops)))
	loop := fmt.Sprintf("for %s := range %s {", j, value)
	u.parts(t, value+"["+j+"]", append(slices.Clip(loops), loop), append(slices.Clip(dims), n))
}

// rowLength writes the check that all rows of a slice of slices are equally
// long, and returns the variable that holds their length.
func (u *uniformWriter) rowLength(row, loop string) string {
	n := u.names.fresh("cols")
	u.printf("%s := -1\n%s\nif %s < 0 {\n%s = len(%s)\n}\n", n, loop, n, n, row)
	u.printf("if len(%s) != %s {\nreturn %s%s.Ragged(%q, %q, len(%s), %s)\n}\n}\n", row, n, u.nothing, u.lane, u.w.batch, u.param.name, row, n)
	u.printf("%s = max(%s, 0)\n", n, n)
	return n
}

// part writes the column of one leaf.
func (u *uniformWriter) part(value string, loops, dims []string) {
	c := u.columns[len(u.literals)]
	data := u.names.fresh(u.param.name + fmt.Sprint(len(u.literals)))
	if !c.bare {
		value = fmt.Sprintf("%s(%s)", c.elem, value)
	}
	u.printf("var %s []%s\n", data, c.elem)
	for _, loop := range loops {
		u.printf("%s\n", loop)
	}
	u.printf("%s = append(%s, %s)\n%s", data, data, value, strings.Repeat("}\n", len(loops)))
	if len(dims) > 0 {
		u.literals = append(u.literals, fmt.Sprintf("{Data: %s, Shape: []int{%s}}", data, strings.Join(dims, ", ")))
	} else {
		u.literals = append(u.literals, fmt.Sprintf("{Data: %s}", data))
	}
}
