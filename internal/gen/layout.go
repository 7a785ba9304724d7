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
	value    *value // nil if it is uniform
	uniform  bool
	columns  []column // of a uniform, in the program's order
	names    []string // of the program's uniforms, if the parameter is one
	laidOut  bool     // by package lane, as it refers to more than numbers
	written  bool     // the function changes what it refers to
	private  string   // the copy that a lane of the loop has
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
	value   *value
	unnamed bool
	of      *param // what is written back; nil for a result
}

// isError reports whether a type is the predeclared error.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// layout finds the columns of the function's parameters and results.
func (w *wrapper) layout(p *pkg, o Options, pos program.Pos) program.ErrorList {
	var errs program.ErrorList
	fail := func(format string, args ...any) {
		errs = append(errs, &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf(format, args...)})
	}
	for _, d := range w.source.Flat(w.source.VarsIn) {
		if d.Go == program.GoString && len(d.Type.Leaf().Shape) > 0 {
			fail("%s has several strings in each lane's %s, which lockstep run and lockstep.Compile take, and "+
				"wrappers do not; wrap a function that has numbers for them, and calls %s", w.fn, d.Name, w.fn)
			return errs
		}
	}
	in := &layouter{lanes: true}
	vars := params(w.decl)
	for i, v := range vars {
		name := paramName(v, i)
		pa := &param{name: name, source: name, typ: v.Type(), uniform: slices.Contains(o.Uniform, name)}
		pa.variadic = w.decl.Signature().Variadic() && i == len(vars)-1
		if ptr, ok := pa.typ.Underlying().(*types.Pointer); ok {
			pa.typ, pa.pointer = ptr.Elem(), true
		}
		why := hidden(v.Type(), w.decl.Pkg())
		if pa.uniform && !ofNumbers(pa.typ, false) {
			why = unnamed(v.Type(), w.decl.Pkg()) // its fields are laid out by package lane, whosever they are
		}
		if why != "" {
			fail("parameter %s of %s cannot be filled by a wrapper, because %s; write a function that takes numbers "+
				"and makes it of them", pa.name, w.fn, why)
			continue
		}
		if !pa.uniform {
			pa.value = in.root(pa.typ, pa.source, "")
		}
		w.params = append(w.params, pa)
	}
	if len(errs) > 0 {
		return errs
	}
	var err error
	w.in, err = in.find(w.source.Flat(w.source.VarsIn))
	for _, pa := range w.params {
		if !pa.uniform && !pa.value.has() && kindOf(pa.typ) != structure {
			fail("parameter %s of %s has no columns, because of its type %s; write a function without it "+
				"that calls %s", pa.name, w.fn, types.TypeString(pa.typ, (*types.Package).Name), w.fn)
		}
	}
	switch {
	case len(errs) > 0:
	case err != nil:
		fail("%s cannot be wrapped: %v", w.fn, err)
	case len(w.in) == 0:
		fail("%s has no parameter with numbers that differ between lanes; leave one out of -uniform, or call %s once",
			w.fn, w.fn)
	}
	if len(errs) > 0 {
		return errs
	}
	w.bindUniforms(fail)
	w.layoutResults(fail)
	return errs
}

// layoutResults finds the columns of what the function returns, and of what it leaves in parameters.
func (w *wrapper) layoutResults(fail func(string, ...any)) {
	out := &layouter{}
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
		r.value = out.root(r.typ, r.name, "")
		w.results = append(w.results, r)
	}
	returned := len(w.results)
	for _, pa := range w.params {
		if !pa.uniform {
			w.results = append(w.results, &result{name: pa.source + "Out", source: pa.source, typ: pa.typ, of: pa,
				value: out.root(pa.typ, pa.source+".out", pa.source)})
		}
	}
	var err error
	if w.out, err = out.find(w.source.Flat(w.source.VarsOut)); err != nil {
		fail("%s cannot be wrapped: %v", w.fn, err)
		return
	}
	for i, r := range w.results[:returned] {
		if l := r.value.lacks(); l != nil {
			fail("result %d of %s has no columns, because of its type %s", i, w.fn,
				types.TypeString(r.typ, (*types.Package).Name))
			return
		}
	}
	w.results = slices.DeleteFunc(w.results, func(r *result) bool {
		if r.of != nil && r.value.has() {
			r.of.written = true
		}
		return r.of != nil && !r.of.written
	})
}

// sized are the slices of a parameter that have columns, and the strings of any text, but for the rows of a slice of
// slices.
func (pa *param) sized() (list []*value) {
	pa.value.any(func(v *value) bool {
		if (v.kind() == slice && v.has() || v.room > 0) && !strings.HasSuffix(v.path, "[]") {
			list = append(list, v)
		}
		return false
	})
	return list
}

// limits says how many elements the slices of a parameter have, for people: "Each x[i] has at most 4
// elements." each is what a lane's value is called.
func (pa *param) limits(each string) (lines []string) {
	size := func(v *value) string {
		if v.other < 0 {
			return fmt.Sprint(v.room)
		}
		return fmt.Sprintf("at most %d", v.room)
	}
	for _, v := range pa.sized() {
		what := size(v) + " elements"
		switch {
		case v.kind() == text:
			what = size(v) + " bytes"
		case v.isRows():
			what = fmt.Sprintf("%s rows of %s elements", size(v), size(v.elem()))
		}
		lines = append(lines, fmt.Sprintf("Each %s%s has %s.", each, v.path, what))
	}
	return lines
}

// size is between which numbers the elements of a slice are.
type size struct {
	path        string
	least, most int
}

// sizes are those of the slices of a parameter.
func (pa *param) sizes() (list []size) {
	add := func(v *value) {
		s := size{path: v.path, most: v.room}
		if v.other < 0 {
			s.least = v.room
		}
		list = append(list, s)
	}
	for _, v := range pa.sized() {
		if add(v); v.isRows() {
			add(v.elem())
		}
	}
	return list
}
