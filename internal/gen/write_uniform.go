package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// uniforms writes the columns of uniform parameters.
func (f *function) uniforms() {
	f.method("Uniforms", "", "map["+f.predeclared("string")+"]"+f.wrap+".Column")
	var entries []string
	for _, pa := range f.w.params {
		if !pa.uniform {
			continue
		}
		u := &uniformWriter{function: f, param: pa, columns: uniformColumns(pa.typ), rows: map[string]string{}}
		if pa.laidOut {
			u.laidOut()
		} else {
			u.write()
		}
		for i, name := range pa.names {
			if f.w.lowered.Uniform(name) != nil { // it is used
				entries = append(entries, fmt.Sprintf("%q: %s", name, u.literals[i]))
			}
		}
	}
	if len(entries) == 0 {
		f.printf("return %s\n}\n", f.none("map["+f.predeclared("string")+"]"+f.wrap+".Column"))
		return
	}
	f.printf("return map[%s]%s.Column{\n%s,\n}\n}\n", f.predeclared("string"), f.wrap, strings.Join(entries, ",\n"))
}

// checkRows writes the check that the rows of a uniform's slices of slices are equally
// long.
func (f *function) checkRows(pa *param, fn, nothing string) {
	switch {
	case pa.uniform && pa.laidOut && hasMatrix(pa.typ):
		f.printf("if %s := %s.CheckShared(%q, %q, %s); %s != %s {\nreturn %s%s\n}\n", f.err, f.wrap, fn, pa.name,
			pa.name, f.err, f.none(f.predeclared("error")), nothing, f.err)
	case pa.uniform && !pa.laidOut:
		u := &uniformWriter{function: f, param: pa, fn: fn, nothing: nothing, checks: true}
		start := f.Len()
		if pa.pointer {
			f.printf("if %s != %s {\n", pa.name, f.none("*"+f.imports.typeName(pa.typ)))
		}
		before := f.Len()
		u.parts(pa.typ, u.value(pa.name), nil, nil)
		switch {
		case f.Len() == before:
			f.Truncate(start)
		case pa.pointer:
			f.printf("}\n")
		}
	}
}

// uniformWriter writes the columns of one uniform parameter, or the checks of its
// rows.
type uniformWriter struct {
	*function
	param    *param
	fn       string // that checks rows
	nothing  string
	checks   bool
	columns  []column
	literals []string
	rows     map[string]string // variables with the length of rows
}

// value writes the parameter's value.
func (u *uniformWriter) value(name string) string {
	if _, isStruct := u.param.typ.Underlying().(*types.Struct); u.param.pointer && !isStruct {
		return "(*" + name + ")"
	}
	return name
}

// laidOut writes the columns of a value that refers to more than numbers.
func (u *uniformWriter) laidOut() {
	columns := u.names.fresh(u.param.name + "Columns")
	u.printf("%s := %s.Shared(%q, %s, %d)\n", columns, u.wrap, u.param.source, u.of(u.param.field), len(u.param.names))
	for i := range u.param.names {
		u.literals = append(u.literals, fmt.Sprintf("%s[%d]", columns, i))
	}
}

func (u *uniformWriter) write() {
	value, t := u.value(u.of(u.param.field)), u.param.typ
	elem := ""
	if len(u.columns) > 0 {
		elem = u.predeclared(u.columns[0].elem())
	}
	switch x := t.Underlying().(type) {
	case *types.Basic:
		u.literals = []string{fmt.Sprintf("%s.Table[%s]([]%s{%s})", u.wrap, elem, u.imports.typeName(t), value)}
		return
	case *types.Array:
		if direct(t) {
			u.literals = []string{fmt.Sprintf("%s.Table[%s](%s[:]%s)", u.wrap, elem, value,
				dimArgs(u.columns[0].Shape))}
			return
		}
	case *types.Slice:
		if direct(x.Elem()) {
			u.literals = []string{fmt.Sprintf("%s.Table[%s](%s, %s%s)", u.wrap, elem, value, u.length(value),
				dimArgs(u.columns[0].Shape[1:]))}
			return
		}
	}
	u.parts(t, value, nil, nil)
}

// dim is a dimension of a uniform's column: an expression, or the length of the
// rows of a slice of slices, in the loops around it.
type dim struct {
	text  string
	row   string
	loops []string
}

// parts writes a column for each leaf of a value: loops that append its
// elements, one inside the other as the dimensions are. loops are those around the
// value and dims what its dimensions are.
func (u *uniformWriter) parts(t types.Type, value string, loops []string, dims []dim) {
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
		u.elements(x.Elem(), value, loops, append(slices.Clip(dims), dim{text: fmt.Sprint(x.Len())}))
	case *types.Slice:
		n := dim{text: u.length(value)}
		if len(loops) > 0 {
			n = dim{row: value, loops: loops}
			u.checkRow(n)
		}
		u.elements(x.Elem(), value, loops, append(slices.Clip(dims), n))
	}
}

func (u *uniformWriter) elements(t types.Type, value string, loops []string, dims []dim) {
	j := (&scope{outer: u.names}).fresh("j" + strings.Repeat("j", len(loops)))
	loop := fmt.Sprintf("for %s := range %s {", j, value)
	u.parts(t, value+"["+j+"]", append(slices.Clip(loops), loop), dims)
}

// within writes statements inside of loops.
func (u *uniformWriter) within(loops []string, format string, args ...any) {
	for _, loop := range loops {
		u.printf("%s\n", loop)
	}
	u.printf(format, args...)
	u.printf("%s", strings.Repeat("}\n", len(loops)))
}

// checkRow writes the check that all rows of a slice of slices are equally long.
func (u *uniformWriter) checkRow(d dim) {
	if !u.checks {
		return
	}
	n, now := u.names.fresh("cols"), u.length(d.row)
	u.printf("%s := -1\n", n)
	u.within(d.loops, "if %s < 0 {\n%s = %s\n}\nif %s != %s {\nreturn %s%s.Ragged(%q, %q, %s, %s)\n}\n",
		n, n, now, now, n, u.nothing, u.wrap, u.fn, u.param.name, now, n)
}

// dimension returns what a dimension is. The rows of one slice have one variable.
func (u *uniformWriter) dimension(d dim) string {
	if d.row == "" {
		return d.text
	}
	n := u.rows[d.row]
	if n == "" {
		n = u.names.fresh("cols")
		u.rows[d.row] = n
		u.printf("%s := 0\n", n)
		u.within(d.loops, "%s = %s\n", n, u.length(d.row))
	}
	return n
}

// part writes the column of one leaf, if the program uses it.
func (u *uniformWriter) part(value string, loops []string, dims []dim) {
	if u.checks {
		return
	}
	k := len(u.literals)
	if u.w.lowered.Uniform(u.param.names[k]) == nil {
		u.literals = append(u.literals, "")
		return
	}
	c := u.columns[k]
	elem := u.predeclared(c.elem())
	data := u.names.fresh(u.param.name + fmt.Sprint(k))
	if !c.bare {
		value = fmt.Sprintf("%s(%s)", elem, value)
	}
	var shape []string
	for _, d := range dims {
		shape = append(shape, u.dimension(d))
	}
	u.printf("var %s []%s\n", data, elem)
	u.within(loops, "%s = %s(%s, %s)\n", data, u.predeclared("append"), data, value)
	if len(shape) > 0 {
		u.literals = append(u.literals, fmt.Sprintf("{Data: %s, Shape: []%s{%s}}", data, u.predeclared("int"),
			strings.Join(shape, ", ")))
	} else {
		u.literals = append(u.literals, fmt.Sprintf("{Data: %s}", data))
	}
}
