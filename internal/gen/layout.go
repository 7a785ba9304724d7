package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// param is a parameter of the function.
type param struct {
	name     string // as the wrapper calls it
	field    string // in the lanes of a call
	source   string // as the function calls it; p0, p1, … if it does not
	typ      types.Type
	uniform  bool
	columns  []column // in the program's order
	names    []string // of the program's uniforms, if the parameter is one
	laidOut  bool     // by package lane, as it refers to more than numbers
	fixed    int      // length of a slice, or -1
	most     int      // capacity of a slice, or -1
	written  bool     // a slice whose elements the function changes
	private  string   // the copy of a written slice that a lane of the loop changes
	variadic bool
	pointer  bool // the function takes a pointer to typ
}

// result is a result of the function, or what it leaves in a parameter.
type result struct {
	name    string
	dst     string // the caller's memory for it
	field   string // in the lanes of a call
	source  string // as the function calls it, or the parameter
	typ     types.Type
	columns []column
	unnamed bool
	of      *param // what is written back; nil for a result
}

// column is one leaf of a value: what the machine has one column for. Its name is the path to it in
// the value: ".Pos.X". The length of a slice has the type GoLen, and follows the elements' columns.
type column struct {
	program.Field
	bare bool // the value's elements are of that type, and not of a named one
	// absent is a leaf of something written back that the function never
	// changes, so that the program does not give it.
	absent bool
}

// elem is the Go type of the numbers that the column has.
func (c column) elem() string {
	switch c.Type {
	case program.GoError:
		return program.GoInt32.String()
	case program.GoLen:
		return program.GoInt64.String()
	}
	return c.Type.String()
}

// isError reports whether a type is the predeclared error.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// layouter flattens types as package golang does.
type layouter struct {
	columns []column
	refusal string // why the type cannot be flattened
}

// flatten adds the leaves of a type under some dimensions. slice is how long a slice
// is taken to be, or -1 if none is expected here.
func (l *layouter) flatten(t types.Type, path string, dims []int, slice int) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat) == 0 || u.Kind() == types.Uintptr {
			l.refuse(t)
			return
		}
		elem, _ := program.ParseGoType(types.Typ[u.Kind()].Name())
		l.columns = append(l.columns, column{Field: program.Field{Name: path, Type: elem, Shape: dims},
			bare: types.Identical(t, types.Typ[u.Kind()])})
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" {
				l.flatten(f.Type(), path+"."+f.Name(), dims, -1)
			}
		}
	case *types.Array:
		if u.Len() == 0 { // the machine has no columns without elements
			l.refuse(t)
			return
		}
		l.flatten(u.Elem(), path, append(slices.Clip(dims), int(u.Len())), -1)
	case *types.Slice:
		if slice < 0 {
			l.refuse(t)
			return
		}
		l.flatten(u.Elem(), path, append(slices.Clip(dims), slice), -1)
	default:
		l.refuse(t)
	}
}

func (l *layouter) refuse(t types.Type) {
	if l.refusal == "" {
		l.refusal = types.TypeString(t, (*types.Package).Name)
	}
}

// columnsOf returns the columns of a parameter or result for lanes.
func columnsOf(t types.Type, fixed, most int) ([]column, string) {
	if isError(t) {
		return []column{{Field: program.Field{Type: program.GoError}}}, ""
	}
	var l layouter
	l.flatten(t, "", nil, max(fixed, most))
	if most >= 0 {
		l.columns = append(l.columns, column{Field: program.Field{Type: program.GoLen}, bare: true})
	}
	return l.columns, l.refusal
}

// layout finds the columns of the function's parameters and results.
func (w *wrapper) layout(p *pkg, o Options, pos program.Pos) program.ErrorList {
	var errs program.ErrorList
	fail := func(format string, args ...any) {
		errs = append(errs, &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf(format, args...)})
	}
	vars := params(w.decl)
	for i, v := range vars {
		pa := &param{name: v.Name(), typ: v.Type(), fixed: -1, most: -1, uniform: slices.Contains(o.Uniform, v.Name())}
		if pa.name == "" || pa.name == "_" {
			pa.name = fmt.Sprintf("p%d", i)
		}
		pa.source = pa.name
		pa.variadic = w.decl.Signature().Variadic() && i == len(vars)-1
		if n, ok := o.Len[pa.name]; ok && isSlice(pa.typ) {
			pa.fixed = n
		}
		if n, ok := o.Cap[pa.name]; ok && isSlice(pa.typ) {
			pa.most = n
		}
		if ptr, ok := pa.typ.Underlying().(*types.Pointer); ok {
			pa.typ, pa.pointer = ptr.Elem(), true
		}
		if why := hidden(v.Type(), w.decl.Pkg()); why != "" {
			fail("parameter %s of %s cannot be filled by a wrapper, because %s; write a function that takes numbers "+
				"and makes it of them", pa.name, w.fn, why)
			continue
		}
		if !pa.uniform {
			var why string
			if pa.columns, why = columnsOf(pa.typ, pa.fixed, pa.most); why == "" && isError(pa.typ) {
				why = "error"
			}
			if why != "" {
				fail("parameter %s of %s has no columns, because of its type %s; write a function without it "+
					"that calls %s", pa.name, w.fn, why, w.fn)
			}
		}
		w.params = append(w.params, pa)
	}
	if len(errs) > 0 {
		return errs
	}
	if !slices.ContainsFunc(w.params, func(pa *param) bool { return !pa.uniform && len(pa.columns) > 0 }) {
		fail("%s has no parameter with numbers that differ between lanes; leave one out of -uniform, or call %s once",
			w.fn, w.fn)
		return errs
	}
	w.bindUniforms(fail)
	w.layoutResults(fail)
	if len(errs) == 0 {
		w.agree()
	}
	return errs
}

// bindUniforms finds which of the program's uniforms a parameter is: in order,
// those that are the parameter or begin with its name.
func (w *wrapper) bindUniforms(fail func(string, ...any)) {
	for _, pa := range w.params {
		if !pa.uniform {
			continue
		}
		for _, u := range w.source.Uniforms {
			if u.IsInput() && (u.Name == pa.source || strings.HasPrefix(u.Name, pa.source+".")) {
				pa.names = append(pa.names, u.Name)
			}
		}
		if pa.laidOut = !ofNumbers(pa.typ, false); pa.laidOut {
			if matrix := matrixIn(pa.typ, ""); matrix != "" {
				fail("parameter %s of %s cannot be uniform in a wrapper: %s is a slice of slices, beside other types "+
					"than numbers; make it a parameter of its own", pa.source, w.fn, pa.source+matrix)
			}
			continue
		}
		pa.columns = uniformColumns(pa.typ)
		if sliceDepth(pa.typ) > 2 {
			fail("parameter %s of %s cannot be uniform in a wrapper: slices are nested more than twice in its type %s",
				pa.source, w.fn, types.TypeString(pa.typ, (*types.Package).Name))
			continue
		}
		if slices.ContainsFunc(pa.columns, func(c column) bool { return slices.Contains(c.Shape, 0) }) {
			fail("parameter %s of %s cannot be uniform in a wrapper: there is an array of no elements in its type %s",
				pa.source, w.fn, types.TypeString(pa.typ, (*types.Package).Name))
			continue
		}
		if len(pa.columns) != len(pa.names) {
			fail("parameter %s of %s cannot be uniform in a wrapper: its type %s has %d parts, and the program has "+
				"%d uniforms for them",
				pa.source, w.fn, types.TypeString(pa.typ, (*types.Package).Name), len(pa.columns), len(pa.names))
		}
	}
}

// uniformColumns flattens a type in which slices are of any length.
func uniformColumns(t types.Type) []column {
	var columns []column
	var walk func(t types.Type, dims []int)
	walk = func(t types.Type, dims []int) {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			basic := types.Typ[u.Kind()]
			elem, _ := program.ParseGoType(basic.Name())
			columns = append(columns, column{Field: program.Field{Type: elem, Shape: dims},
				bare: types.Identical(t, basic)})
		case *types.Struct:
			for f := range u.Fields() {
				if f.Name() != "_" {
					walk(f.Type(), dims)
				}
			}
		case *types.Array:
			walk(u.Elem(), append(slices.Clip(dims), int(u.Len())))
		case *types.Slice:
			walk(u.Elem(), append(slices.Clip(dims), program.AnyLength))
		}
	}
	walk(t, nil)
	return columns
}

// ofNumbers reports whether a type is numbers, and arrays, structs and slices of them; only
// slices are in slices then.
func ofNumbers(t types.Type, inSlice bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0 && u.Kind() != types.Uintptr
	case *types.Array:
		return ofNumbers(u.Elem(), inSlice)
	case *types.Slice:
		elem, depth := u.Elem(), 1
		for ; depth < 8; depth++ { // a slice may be of itself
			s, ok := elem.Underlying().(*types.Slice)
			if !ok {
				break
			}
			elem = s.Elem()
		}
		return !inSlice && ofNumbers(elem, true)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" && !ofNumbers(f.Type(), inSlice) {
				return false
			}
		}
		return true
	}
	return false
}

// matrixIn returns the field of a type that is slices of slices of numbers.
func matrixIn(t types.Type, path string) string {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if ofNumbers(u, false) && sliceDepth(u) > 1 {
			return path
		}
	case *types.Struct:
		for f := range u.Fields() {
			if m := matrixIn(f.Type(), path+"."+f.Name()); m != "" {
				return m
			}
		}
	}
	return ""
}

// sliceDepth returns how deep slices are nested in a type.
func sliceDepth(t types.Type) int {
	deepest := 0
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return 1 + sliceDepth(u.Elem())
	case *types.Array:
		return sliceDepth(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			deepest = max(deepest, sliceDepth(f.Type()))
		}
	}
	return deepest
}

// layoutResults finds the results' columns from the types and, where a length is not
// in the type, from the program.
func (w *wrapper) layoutResults(fail func(string, ...any)) {
	out := w.source.Flat(w.source.VarsOut)
	at := 0
	res := w.decl.Signature().Results()
	for i := range res.Len() {
		v := res.At(i)
		r := &result{name: v.Name(), typ: v.Type()}
		if r.name == "" || r.name == "_" {
			r.name, r.unnamed = fmt.Sprintf("r%d", i), true
		}
		r.source = r.name
		if why := hidden(v.Type(), w.decl.Pkg()); why != "" {
			fail("result %d of %s cannot be given by a wrapper, because %s; write a function that returns the "+
				"numbers in it", i, w.fn, why)
			return
		}
		fixed, most := -1, -1
		if u, ok := r.typ.Underlying().(*types.Slice); ok {
			fixed, most = lengthIn(out, at, u)
		}
		var why string
		if r.columns, why = columnsOf(r.typ, fixed, most); why != "" {
			fail("result %d of %s has no columns, because of its type %s", i, w.fn, why)
			return
		}
		at += len(r.columns)
		w.results = append(w.results, r)
	}
	for at < len(out) {
		r := w.writtenBack(out[at].Name)
		if r == nil {
			fail("%s gives %s, which is neither a result nor a parameter", w.fn, out[at].Name)
			return
		}
		for i := range r.columns {
			c := &r.columns[i]
			name := r.of.source + ".out" + c.Name
			switch {
			case c.Type == program.GoLen:
				name = r.of.source + ".out.len"
			case c.Name == ".len" && r.of.most >= 0:
				name += "_2" // a field of the elements, beside their number
			}
			if c.absent = at == len(out) || out[at].Name != name; !c.absent {
				at++
			}
		}
		w.results = append(w.results, r)
	}
}

// writtenBack returns the result that is what a function leaves in a parameter, for
// the name of its first column; nil if there is no such parameter.
func (w *wrapper) writtenBack(name string) *result {
	for _, pa := range w.params {
		if !pa.written && (name == pa.source+".out" || strings.HasPrefix(name, pa.source+".out.")) {
			pa.written = true
			r := &result{name: pa.source + "Out", source: pa.source, typ: pa.typ, of: pa}
			r.columns, _ = columnsOf(pa.typ, pa.fixed, pa.most)
			return r
		}
	}
	return nil
}

// lengthIn returns the length or the capacity of a slice result whose elements begin at
// some column of the program.
func lengthIn(out []program.VarDef, at int, t *types.Slice) (fixed, most int) {
	columns, _ := columnsOf(types.NewArray(t.Elem(), 1), -1, -1)
	if at >= len(out) || len(out[at].Type.Leaf().Shape) == 0 {
		return -1, -1
	}
	n := out[at].Type.Leaf().Shape[0]
	if end := at + len(columns); end < len(out) && out[end].Go == program.GoLen {
		return -1, n
	}
	return n, -1
}

// agree panics if the columns are not the program's: then this package and golang
// flatten types differently.
func (w *wrapper) agree() {
	var in, out []column
	for _, pa := range w.params {
		if !pa.uniform {
			in = append(in, pa.columns...)
		}
	}
	for _, r := range w.results {
		for _, c := range r.columns {
			if !c.absent {
				out = append(out, c)
			}
		}
	}
	for _, side := range []struct {
		columns []column
		defs    []program.VarDef
	}{{in, w.source.Flat(w.source.VarsIn)}, {out, w.source.Flat(w.source.VarsOut)}} {
		ok := len(side.columns) == len(side.defs)
		for i := 0; ok && i < len(side.columns); i++ {
			ok = slices.Equal(side.columns[i].Shape, side.defs[i].Type.Leaf().Shape)
		}
		if !ok {
			panic(fmt.Sprintf("bug: %s: columns %v for %v", w.fn, side.columns, side.defs))
		}
	}
}
