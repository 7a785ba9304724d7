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
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Array:
		return direct(u.Elem())
	}
	return false
}

// copies reports whether some column is a copy.
func (f *function) copies() bool {
	for _, pa := range f.w.lanes() {
		if !direct(pa.typ) {
			return true
		}
	}
	return f.stores()
}

// stores reports whether some result is not where the machine puts it.
func (f *function) stores() bool {
	for _, r := range f.w.results {
		if r.stored() {
			return true
		}
	}
	return false
}

// stored reports whether a result is made of copies: it is not where the
// machine could put it.
func (r *result) stored() bool { return r.of != nil || !direct(r.typ) }

// shared writes the column of values that are where the machine looks for them.
func (f *function) shared(name string, c column) string {
	return fmt.Sprintf("%s.Col[%s](%s[%s:%s]%s)", f.lane, c.elem, name, f.lo, f.hi, dimArgs(c.dims))
}

// copied writes a column of its own.
func copied(data string, c column) string {
	if len(c.dims) == 0 {
		return fmt.Sprintf("{Data: %s}", data)
	}
	return fmt.Sprintf("{Data: %s, Shape: []int{%s}}", data, strings.TrimPrefix(dimArgs(c.dims), ", "))
}

// made writes the making of a column's data for the lanes lo to hi.
func (f *function) made(c column) string {
	size := f.hi + "-" + f.lo
	if n := c.elements(); n != 1 {
		size = fmt.Sprintf("(%s)*%d", size, n)
	}
	return fmt.Sprintf("make([]%s, %s)", c.elem, size)
}

func dimArgs(dims []int) string {
	var b strings.Builder
	for _, d := range dims {
		b.WriteString(", " + strconv.Itoa(d))
	}
	return b.String()
}

// loop writes the loop over the Go function.
func (f *function) loop() {
	f.printf("Loop: func(%s, %s int, %s *int) {\nfor %s := %s; %s < %s; %s++ {\n*%s = %s\n", f.lo, f.hi, f.at, f.i, f.lo, f.i, f.hi, f.i, f.at, f.i)
	for _, pa := range f.w.params {
		if pa.written {
			f.printf("%s := %s\n", pa.private, f.privateCopy(pa, f.i))
		}
	}
	var to []string
	for _, r := range f.w.returned() {
		to = append(to, r.name+"["+f.i+"]")
	}
	if len(to) > 0 {
		f.printf("%s = ", strings.Join(to, ", "))
	}
	f.printf("%s\n", f.call(f.i))
	for _, r := range f.w.results {
		if r.of != nil {
			f.printf("%s[%s] = %s\n", r.name, f.i, r.of.private)
		}
	}
	f.printf("}\n},\n")
}

// privateCopy writes a copy of what the function may change in one lane.
func (f *function) privateCopy(pa *param, lane string) string {
	if pa.pointer {
		return fmt.Sprintf("%s[%s]", pa.name, lane)
	}
	return fmt.Sprintf("append(%s(nil), %s[%s]...)", f.imports.typeName(pa.typ), pa.name, lane)
}

// inputs writes the columns of the parameters.
func (f *function) inputs() {
	f.printf("Inputs: func(%s, %s int) []%s.Column {\n", f.lo, f.hi, f.lane)
	sub := &scope{outer: f.names}
	var literals []string
	for _, pa := range f.w.lanes() {
		if direct(pa.typ) {
			literals = append(literals, f.shared(pa.name, pa.columns[0]))
			continue
		}
		var datas []string
		for _, c := range pa.columns {
			d := sub.fresh("c" + strconv.Itoa(len(literals)))
			datas = append(datas, d)
			literals = append(literals, copied(d, c))
			f.printf("%s := %s\n", d, f.made(c))
		}
		if len(datas) == 0 {
			continue
		}
		f.printf("for %s := range %s - %s {\n", f.i, f.hi, f.lo)
		m := &mover{function: f, columns: pa.columns, datas: datas, in: true}
		m.move(pa.typ, fmt.Sprintf("%s[%s+%s]", pa.name, f.lo, f.i), f.i)
		if pa.most >= 0 {
			f.printf("%s[%s] = int64(len(%s[%s+%s]))\n", datas[len(datas)-1], f.i, pa.name, f.lo, f.i)
		}
		f.printf("}\n")
	}
	f.printf("return []%s.Column{%s}\n},\n", f.lane, strings.Join(literals, ", "))
}

// results writes the columns that take the results, and what is done with those
// that are copies.
func (f *function) results() {
	f.printf("Results: func(%s, %s int) []%s.Column {\nreturn []%s.Column{", f.lo, f.hi, f.lane, f.lane)
	for _, r := range f.w.results {
		for _, c := range r.columns {
			switch {
			case c.absent:
			case r.stored():
				f.printf("%s, ", copied(f.made(c), c))
			default:
				f.printf("%s, ", f.shared(r.name, c))
			}
		}
	}
	f.printf("}\n},\n")
	if !f.stores() {
		return
	}
	f.printf("Store: func(%s, %s int, %s []%s.Column, %s func(int) bool) {\n", f.lo, f.hi, f.cols, f.lane, f.done)
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
			if r.stored() && (c.kind != length || r.of == nil) {
				d := sub.fresh("c" + strconv.Itoa(at))
				datas = append(datas, d)
				f.printf("%s := %s[%d].Data.([]%s)\n", d, f.cols, at, c.elem)
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
	f.printf("}\n},\n")
}

// store writes how a result of lane lo+i is made of its columns.
func (f *function) store(r *result, datas []string) {
	to := fmt.Sprintf("%s[%s+%s]", r.name, f.lo, f.i)
	if isError(r.typ) {
		f.storeError(r, datas[0])
		return
	}
	if _, ok := r.typ.Underlying().(*types.Slice); ok && r.of != nil {
		f.printf("%s = append(%s(nil), %s[%s+%s]...)\n", to, f.imports.typeName(r.typ), r.of.name, f.lo, f.i)
	} else if ok {
		n := strconv.Itoa(r.columns[0].dims[0])
		if last := len(r.columns) - 1; r.columns[last].kind == length {
			n = fmt.Sprintf("%s[%s]", datas[last], f.i)
		}
		f.printf("%s = make(%s, %s)\n", to, f.imports.typeName(r.typ), n)
	}
	m := &mover{function: f, columns: r.columns, datas: datas}
	m.move(r.typ, to, f.i)
}

// storeError writes how a code becomes an error: the package's own variable, or
// what the Go function returns for that lane.
func (f *function) storeError(r *result, data string) {
	to := fmt.Sprintf("%s[%s+%s]", r.name, f.lo, f.i)
	var targets []string
	for _, o := range f.w.returned() {
		if o == r {
			targets = append(targets, to)
		} else {
			targets = append(targets, "_")
		}
	}
	var written strings.Builder
	for _, pa := range f.w.params {
		if pa.written {
			fmt.Fprintf(&written, "%s := %s\n", pa.private, f.privateCopy(pa, f.lo+"+"+f.i))
		}
	}
	again := fmt.Sprintf("%s%s = %s", written.String(), strings.Join(targets, ", "), f.call(f.lo+"+"+f.i))
	f.printf("switch %s[%s] {\ncase 0:\n", data, f.i)
	all := true
	for k, e := range f.w.source.Errors {
		if v := f.sentinel(e.Var); v != "" {
			f.printf("case %d:\n%s = %s\n", k+1, to, v)
		} else {
			all = false
		}
	}
	if !all {
		f.printf("default:\n// Made where it is returned: the Go function knows it.\n%s\n", again)
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
	return f.imports.use(importPath, importPath[strings.LastIndexByte(importPath, '/')+1:]) + "." + name
}

// writeBack writes the copying of changed slices to the caller's.
func (f *function) writeBack() {
	for _, r := range f.w.results {
		switch {
		case r.of == nil:
		case r.of.pointer:
			f.printf("copy(%s, %s)\n", r.of.name, r.name)
		default:
			f.printf("for %s := range %s {\ncopy(%s[%s], %s[%s])\n}\n", f.i, r.name, r.of.name, f.i, r.name, f.i)
		}
	}
}

// checkLengths writes the check of a parameter's slices.
func (f *function) checkLengths(pa *param, nothing string) {
	if pa.uniform || pa.fixed < 0 && pa.most < 0 {
		return
	}
	check, n := "SameLen", pa.fixed
	if pa.most >= 0 {
		check, n = "MostLen", pa.most
	}
	f.printf("if %s := %s.%s(%q, %q, %s, %d); %s != nil {\nreturn %s%s\n}\n", f.err, f.lane, check, f.w.batch, pa.name, pa.name, n, f.err, nothing, f.err)
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
			m.printf("%s = %s(%s)\n", at, c.elem, value)
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
		m.elements(u.Elem(), value, index, m.columns[m.next].dims[0])
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
