package gen

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

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

// hasMatrix reports whether a field of a type is slices of slices of numbers, whose rows have to be equally long.
func hasMatrix(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return ofNumbers(u, false) && sliceDepth(u) > 1
	case *types.Struct:
		for f := range u.Fields() {
			if hasMatrix(f.Type()) {
				return true
			}
		}
	}
	return false
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
