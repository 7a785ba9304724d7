package gen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// direct reports whether the machine can take a slice of values of this type
// as it lies in memory: numbers, and arrays of numbers.
func direct(t types.Type) bool {
	if a, ok := t.Underlying().(*types.Array); ok {
		return direct(a.Elem())
	}
	return kindOf(t) == number
}

// plain is the column of a value that the machine takes as it lies in memory.
func (v *value) plain() int {
	for len(v.below) > 0 {
		v = v.elem()
	}
	return v.column
}

// copies reports whether some column is a copy.
func (w *wrapper) copies() bool {
	for _, pa := range w.lanes() {
		if !direct(pa.typ) {
			return true
		}
	}
	return w.stores()
}

// stores reports whether some result is not where the machine puts it.
func (w *wrapper) stores() bool { return slices.ContainsFunc(w.results, (*result).stored) }

// stored reports whether a result is made of copies: it is not where the
// machine could put it.
func (r *result) stored() bool { return r.of != nil || !direct(r.typ) }

// shared writes the column of values that are where the machine looks for them.
func (f *function) shared(field string, c column) string {
	return fmt.Sprintf("%s.Col[%s](%s[%s:%s]%s)", f.wrap, f.predeclared(c.elem()), f.of(field), f.lo, f.hi,
		dimArgs(c.Shape))
}

// copied writes a column of its own.
func (f *function) copied(data string, c column) string {
	if len(c.Shape) == 0 {
		return fmt.Sprintf("{Data: %s}", data)
	}
	return fmt.Sprintf("{Data: %s, Shape: []%s{%s}}", data, f.predeclared("int"),
		strings.TrimPrefix(dimArgs(c.Shape), ", "))
}

// made writes the making of a column's data for the lanes lo to hi, in the buffers of the call.
func (f *function) made(c column) string {
	size := f.hi + "-" + f.lo
	if n := c.Elements(); n != 1 {
		size = fmt.Sprintf("(%s)*%d", size, n)
	}
	return fmt.Sprintf("%s.Make[%s](&%s.Buffers, %s)", f.wrap, f.predeclared(c.elem()), f.work, size)
}

func dimArgs(dims []int) string {
	var b strings.Builder
	for _, d := range dims {
		b.WriteString(", " + strconv.Itoa(d))
	}
	return b.String()
}

// columnsType writes the type of a list of columns.
func (f *function) columnsType() string { return "[]" + f.wrap + ".Column" }

// span writes the parameters lo and hi.
func (f *function) span() string { return f.lo + ", " + f.hi + " " + f.predeclared("int") }

// loop writes the loop over the Go function.
func (f *function) loop() {
	f.method("Loop", f.span()+", "+f.at+" *"+f.predeclared("int"), "")
	f.printf("for %s := %s; %s < %s; %s++ {\n*%s = %s\n", f.i, f.lo, f.i, f.hi, f.i, f.at, f.i)
	f.privateCopies(f.i)
	var to []string
	for _, r := range f.w.returned() {
		to = append(to, f.of(r.field)+"["+f.i+"]")
	}
	if len(to) > 0 {
		f.printf("%s = ", strings.Join(to, ", "))
	}
	f.printf("%s\n", f.call(f.own(f.i)))
	for _, r := range f.w.results {
		if r.of != nil {
			f.printf("%s[%s] = %s\n", f.of(r.field), f.i, r.of.private)
		}
	}
	f.printf("}\n}\n")
}

// inputs writes the columns of the parameters.
func (f *function) inputs() {
	f.method("Inputs", f.span(), f.columnsType())
	literals := make([]string, len(f.w.in))
	for _, pa := range f.w.lanes() {
		if !pa.value.has() {
			continue
		}
		if direct(pa.typ) {
			at := pa.value.plain()
			literals[at] = f.shared(pa.field, f.w.in[at])
			continue
		}
		m := newMover(f, f.w.in)
		texts := pa.value.texts(nil)
		columnsOf := func(v *value, list string) {
			literals[v.column], literals[v.other] = m.sub.fresh("t"+strconv.Itoa(v.column)), m.data(v.other)
			f.printf("%s, %s := %s.Texts(%s, %d)\n", literals[v.column], literals[v.other], f.wrap, list, v.room)
		}
		if v := pa.value; v.kind() == text && v.room > 0 && f.w.in[v.column].bare {
			columnsOf(v, f.of(pa.field)+"["+f.lo+":"+f.hi+"]")
			continue
		}
		for _, at := range pa.value.columns() {
			switch {
			case slices.ContainsFunc(texts, func(v *value) bool { return v.other == at }):
				continue
			case slices.ContainsFunc(texts, func(v *value) bool { return v.column == at }):
				f.printf("%s := %s\n", m.data(at), f.makes(f.predeclared("string"), f.hi+"-"+f.lo))
			default:
				f.printf("%s := %s\n", m.data(at), f.made(f.w.in[at]))
			}
			literals[at] = f.copied(m.data(at), f.w.in[at])
		}
		f.printf("for %s := range %s - %s {\n", f.i, f.hi, f.lo)
		m.take(pa.value, fmt.Sprintf("%s[%s+%s]", f.of(pa.field), f.lo, f.i), f.i)
		f.printf("}\n")
		for _, v := range texts {
			columnsOf(v, m.data(v.column))
		}
	}
	f.printf("return %s{%s}\n}\n", f.columnsType(), strings.Join(literals, ", "))
}

// columnsOfResults writes the columns that take the results, and what is done with those
// that are copies.
func (f *function) columnsOfResults() {
	f.method("Results", f.span(), f.columnsType())
	literals := make([]string, len(f.w.out))
	for _, r := range f.w.results {
		for _, at := range r.value.columns() {
			c := f.w.out[at]
			if literals[at] = f.shared(r.field, c); r.stored() {
				literals[at] = f.copied(f.made(c), c)
			}
		}
	}
	f.printf("return %s{%s}\n}\n", f.columnsType(), strings.Join(literals, ", "))
	f.method("Store", f.span()+", "+f.cols+" "+f.columnsType()+", "+f.done+" func("+f.predeclared("int")+") "+
		f.predeclared("bool"), "")
	if f.w.stores() {
		f.stores()
	}
	f.printf("}\n")
}

// stores writes how results are made of columns that are copies.
func (f *function) stores() {
	m := newMover(f, f.w.out)
	for _, r := range f.w.results {
		if !r.stored() {
			continue
		}
		for _, at := range r.value.columns() {
			f.printf("%s := %s[%d].Data.([]%s)\n", m.data(at), f.cols, at, f.predeclared(f.w.out[at].elem()))
		}
	}
	for _, r := range f.w.results {
		if r.stored() && r.of == nil {
			m.makeRooms(r.value)
		}
	}
	f.printf("for %s := range %s - %s {\nif !%s(%s) {\ncontinue\n}\n", f.i, f.hi, f.lo, f.done, f.i)
	for _, r := range f.w.results {
		if r.stored() {
			m.result = r
			m.to = fmt.Sprintf("%s[%s+%s]", f.of(r.field), f.lo, f.i)
			if r.of != nil && !r.of.pointer && r.value.kind() != slice {
				f.printf("%s = %s[%s+%s]\n", m.to, f.of(r.of.field), f.lo, f.i)
			}
			m.give(r.value, m.to, f.i)
		}
	}
	f.printf("}\n")
}

// sentinel writes a package-level variable of type error, "" if there is none
// that the package may name.
func (f *function) sentinel(v string) string {
	i := strings.LastIndexByte(v, '.')
	if i < 0 {
		return v
	}
	importPath, name := v[:i], v[i+1:]
	if !ast.IsExported(name) {
		return ""
	}
	return f.imports.use(importPath, f.pkg.nameOf(importPath)) + "." + name
}

// writesBack reports whether the function changes what its parameters point to.
func (f *function) writesBack() bool {
	return slices.ContainsFunc(f.w.results, func(r *result) bool { return r.of != nil })
}
