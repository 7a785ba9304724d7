package gen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// direct reports whether the machine can take a slice of values of this type
// as it lies in memory: numbers, and arrays of numbers.
func direct(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Array:
		return direct(u.Elem())
	}
	return false
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

// made writes the making of a column's data for the lanes lo to hi.
func (f *function) made(c column) string {
	size := f.hi + "-" + f.lo
	if n := c.Elements(); n != 1 {
		size = fmt.Sprintf("(%s)*%d", size, n)
	}
	return f.makes(f.predeclared(c.elem()), size)
}

func dimArgs(dims []int) string {
	var b strings.Builder
	for _, d := range dims {
		b.WriteString(", " + strconv.Itoa(d))
	}
	return b.String()
}

// columns writes the type of a list of columns.
func (f *function) columnsType() string { return "[]" + f.wrap + ".Column" }

// range_ writes the parameters lo and hi.
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

// privateCopies writes copies of what the function may change in one lane.
func (f *function) privateCopies(lane string) {
	for _, pa := range f.w.params {
		value := f.of(pa.field) + "[" + lane + "]"
		switch {
		case !pa.written:
			continue
		case !pa.pointer:
			value = f.wrap + ".Clip(" + f.clone(f.imports.typeName(pa.typ), value) + ")"
		}
		f.printf("%s := %s\n", pa.private, value)
	}
}

// inputs writes the columns of the parameters.
func (f *function) inputs() {
	f.method("Inputs", f.span(), f.columnsType())
	sub := &scope{outer: f.names}
	var literals []string
	for _, pa := range f.w.lanes() {
		if direct(pa.typ) {
			literals = append(literals, f.shared(pa.field, pa.columns[0]))
			continue
		}
		var datas []string
		for _, c := range pa.columns {
			d := sub.fresh("c" + strconv.Itoa(len(literals)))
			datas = append(datas, d)
			literals = append(literals, f.copied(d, c))
			f.printf("%s := %s\n", d, f.made(c))
		}
		if len(datas) == 0 {
			continue
		}
		f.printf("for %s := range %s - %s {\n", f.i, f.hi, f.lo)
		m := &mover{function: f, columns: pa.columns, datas: datas, in: true}
		value := fmt.Sprintf("%s[%s+%s]", f.of(pa.field), f.lo, f.i)
		m.move(pa.typ, value, f.i)
		if pa.most >= 0 {
			f.printf("%s[%s] = %s(%s)\n", datas[len(datas)-1], f.i, f.predeclared("int64"), f.length(value))
		}
		f.printf("}\n")
	}
	f.printf("return %s{%s}\n}\n", f.columnsType(), strings.Join(literals, ", "))
}

// columnsOfResults writes the columns that take the results, and what is done with those
// that are copies.
func (f *function) columnsOfResults() {
	f.method("Results", f.span(), f.columnsType())
	f.printf("return %s{", f.columnsType())
	for _, r := range f.w.results {
		for _, c := range r.columns {
			switch {
			case c.absent:
			case r.stored():
				f.printf("%s, ", f.copied(f.made(c), c))
			default:
				f.printf("%s, ", f.shared(r.field, c))
			}
		}
	}
	f.printf("}\n}\n")
	f.method("Store", f.span()+", "+f.cols+" "+f.columnsType()+", "+f.done+" func("+f.predeclared("int")+") "+
		f.predeclared("bool"), "")
	if f.w.stores() {
		f.stores()
	}
	f.printf("}\n")
}

// stores writes how results are made of columns that are copies.
func (f *function) stores() {
	sub := &scope{outer: f.names}
	var all [][]string
	at := 0
	for _, r := range f.w.results {
		var datas []string
		for _, c := range r.columns {
			if c.absent {
				datas = append(datas, "")
				continue
			}
			if r.stored() && (c.Type != program.GoLen || r.of == nil) {
				d := sub.fresh("c" + strconv.Itoa(at))
				datas = append(datas, d)
				f.printf("%s := %s[%d].Data.([]%s)\n", d, f.cols, at, f.predeclared(c.elem()))
			}
			at++
		}
		all = append(all, datas)
	}
	f.printf("for %s := range %s - %s {\nif !%s(%s) {\ncontinue\n}\n", f.i, f.hi, f.lo, f.done, f.i)
	for k, r := range f.w.results {
		if r.stored() {
			f.store(r, all[k])
		}
	}
	f.printf("}\n")
}

// store writes how a result of lane lo+i is made of its columns.
func (f *function) store(r *result, datas []string) {
	to := fmt.Sprintf("%s[%s+%s]", f.of(r.field), f.lo, f.i)
	if isError(r.typ) {
		f.storeError(r, datas[0])
		return
	}
	if _, ok := r.typ.Underlying().(*types.Slice); ok && r.of != nil {
		f.printf("%s = %s\n", to, f.clone(f.imports.typeName(r.typ),
			fmt.Sprintf("%s[%s+%s]", f.of(r.of.field), f.lo, f.i)))
	} else if ok {
		n := strconv.Itoa(r.columns[0].Shape[0])
		if last := len(r.columns) - 1; r.columns[last].Type == program.GoLen {
			n = fmt.Sprintf("%s[%s]", datas[last], f.i)
		}
		f.printf("%s = %s\n", to, f.makesSlice(r.typ, n))
	}
	m := &mover{function: f, columns: r.columns, datas: datas}
	m.move(r.typ, to, f.i)
}

// storeError writes how a code becomes an error: the package's own variable, or
// what the Go function returns for that lane.
func (f *function) storeError(r *result, data string) {
	to := fmt.Sprintf("%s[%s+%s]", f.of(r.field), f.lo, f.i)
	var targets []string
	for _, o := range f.w.returned() {
		if o == r {
			targets = append(targets, to)
		} else {
			targets = append(targets, "_")
		}
	}
	f.printf("switch %s[%s] {\ncase 0:\n%s = %s\n", data, f.i, to, f.none(f.predeclared("error")))
	all := true
	for k, e := range f.w.source.Errors {
		if v := f.sentinel(e.Var); v != "" {
			f.printf("case %d:\n%s = %s\n", k+1, to, v)
		} else {
			all = false
		}
	}
	if !all {
		f.printf("default:\n// Made where it is returned: the Go function knows it.\n")
		f.privateCopies(f.lo + "+" + f.i)
		f.printf("%s = %s\n", strings.Join(targets, ", "), f.call(f.own(f.lo+"+"+f.i)))
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

// writeBack writes the copying of changed slices to the caller's.
func (f *function) writeBack() {
	if !f.writesBack() {
		return
	}
	f.method("back", "", "")
	for _, r := range f.w.results {
		switch {
		case r.of == nil:
		case r.of.pointer:
			f.printf("%s(%s, %s)\n", f.predeclared("copy"), f.of(r.of.field), f.of(r.field))
		default:
			f.printf("for %s := range %s {\n%s(%s[%s], %s[%s])\n}\n", f.i, f.of(r.field), f.predeclared("copy"),
				f.of(r.of.field), f.i, f.of(r.field), f.i)
		}
	}
	f.printf("}\n")
}

// checkLengths writes the check of a parameter's slices.
func (f *function) checkLengths(pa *param, fn, nothing string) {
	if pa.uniform || pa.fixed < 0 && pa.most < 0 {
		return
	}
	check, n := "SameLen", pa.fixed
	if pa.most >= 0 {
		check, n = "MostLen", pa.most
	}
	f.printf("if %s := %s.%s(%q, %q, %s, %d); %s != %s {\nreturn %s%s\n}\n",
		f.err, f.wrap, check, fn, pa.name, pa.name, n, f.err, f.none(f.predeclared("error")), nothing, f.err)
}

// mover writes assignments between a value of one lane and its columns.
type mover struct {
	*function
	columns []column
	datas   []string
	in      bool // to the columns
	next    int
}

// move writes the assignments for a value of a type; index is that of its first
// element in a column, as far as the dimensions around it say.
func (m *mover) move(t types.Type, value, index string) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		at := fmt.Sprintf("%s[%s]", m.datas[m.next], index)
		c := m.columns[m.next]
		m.next++
		switch {
		case c.absent:
		case m.in && c.bare:
			m.printf("%s = %s\n", at, value)
		case m.in:
			m.printf("%s = %s(%s)\n", at, m.predeclared(c.elem()), value)
		case c.bare:
			m.printf("%s = %s\n", value, at)
		default:
			m.printf("%s = %s(%s)\n", value, m.imports.typeName(t), at)
		}
	case *types.Struct:
		for field := range u.Fields() {
			if field.Name() != "_" {
				m.move(field.Type(), value+"."+field.Name(), index)
			}
		}
	case *types.Array:
		m.elements(u.Elem(), value, index, int(u.Len()))
	case *types.Slice:
		m.elements(u.Elem(), value, index, m.columns[m.next].Shape[0])
	}
}

// elements writes the assignments for the elements of an array or a slice, of
// which a column has room for n.
func (m *mover) elements(t types.Type, value, index string, n int) {
	columns, _ := columnsOf(t, -1, -1)
	if !slices.ContainsFunc(m.columns[m.next:m.next+len(columns)], func(c column) bool { return !c.absent }) {
		m.next += len(columns)
		return
	}
	first := fmt.Sprintf("%s*%d", index, n)
	if strings.Contains(index, "+") {
		first = fmt.Sprintf("(%s)*%d", index, n)
	}
	m.indices++
	j := (&scope{outer: m.names}).fresh("j" + strings.Repeat("j", m.indices-1))
	m.printf("for %s := range %s {\n", j, value)
	m.move(t, fmt.Sprintf("%s[%s]", value, j), first+"+"+j)
	m.printf("}\n")
	m.indices--
}
