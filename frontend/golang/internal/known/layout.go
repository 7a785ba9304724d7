package known

import (
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// A Go value is a fixed number of leaves: one for a scalar, those of the fields
// for a struct, and for an array those of its element with one more dimension
// in front. So an array of structs is a struct of arrays. What is not made of
// numbers (pointers, slices, functions, strings, interfaces) is one leaf that
// refers; how many numbers it has depends on what it refers to.

// Leaf is one tensor of a flattened Go type.
type Leaf struct {
	Path   string // ".X" for a field; empty for the value itself
	Dtype  program.Dtype
	Shape  []int
	GoType program.GoType // GoError, or what is narrower than what stores it
	Ref    types.Type     // of a leaf that refers; nil for a number
}

// Tensor is the type of a variable that holds the leaf.
func (l Leaf) Tensor() program.TensorType {
	return program.TensorType{Dtype: l.Dtype, Shape: l.Shape}
}

// Layout is a flattened Go type. For a struct, field i has the leaves
// [starts[i], starts[i+1]); for an array, elem is the layout of the element.
// Blank fields have no leaves, as nothing can read them.
type Layout struct {
	Leaves []Leaf
	Fields []*Layout
	names  []string
	Starts []int
	Elem   *Layout
	Len    int
}

// Layouts remembers the layout of each type.
type Layouts map[types.Type]*Layout

// Of returns the layout of a type.
func (ls Layouts) Of(t types.Type) *Layout {
	if l := ls[t]; l != nil {
		return l
	}
	l := new(Layout)
	ls[t] = l // a pointer or slice may lead back here, but is a leaf
	switch u := t.Underlying().(type) {
	case *types.Basic:
		d, narrow := DtypeOf(u)
		part, _ := ComplexPart(u)
		switch {
		case part != program.Invalid:
			l.Leaves = []Leaf{{Path: ".re", Dtype: part}, {Path: ".im", Dtype: part}}
		case d == program.Invalid:
			l.Leaves = []Leaf{{Ref: t}}
		default:
			l.Leaves = []Leaf{{Dtype: d, GoType: narrow}}
		}
	case *types.Struct:
		for f := range u.Fields() {
			fl := new(Layout)
			if f.Name() != "_" {
				fl = ls.Of(f.Type())
			}
			l.Fields = append(l.Fields, fl)
			l.names = append(l.names, f.Name())
			l.Starts = append(l.Starts, len(l.Leaves))
			for _, lf := range fl.Leaves {
				lf.Path = "." + f.Name() + lf.Path
				l.Leaves = append(l.Leaves, lf)
			}
		}
		l.Starts = append(l.Starts, len(l.Leaves))
	case *types.Array:
		l.Elem, l.Len = ls.Of(u.Elem()), int(u.Len())
		for _, lf := range l.Elem.Leaves {
			// An array without elements has room for one that nothing reads.
			lf.Shape = append([]int{max(l.Len, 1)}, lf.Shape...)
			l.Leaves = append(l.Leaves, lf)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			vl := ls.Of(v.Type())
			l.Fields = append(l.Fields, vl)
			l.Starts = append(l.Starts, len(l.Leaves))
			l.Leaves = append(l.Leaves, vl.Leaves...)
		}
		l.Starts = append(l.Starts, len(l.Leaves))
	default:
		if gotypes.IsError(t) {
			l.Leaves = []Leaf{{Dtype: program.I32, GoType: program.GoError}}
		} else {
			l.Leaves = []Leaf{{Ref: t}}
		}
	}
	return l
}

// ComplexPart returns the type of the real part of a complex type.
func ComplexPart(b *types.Basic) (program.Dtype, bool) {
	switch b.Kind() {
	case types.Complex64:
		return program.F32, true
	case types.Complex128, types.UntypedComplex:
		return program.F64, true
	}
	return program.Invalid, false
}

// Field returns where the leaves of field i are.
func (l *Layout) Field(i int) (from, to int) { return l.Starts[i], l.Starts[i+1] }

// DtypeOf returns the element type that stores a basic type, and the narrow Go
// type that it is wrapped to, or GoStored.
func DtypeOf(b *types.Basic) (d program.Dtype, narrow program.GoType) {
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return program.Bool, program.GoStored
	case types.Int8:
		return program.I32, program.GoInt8
	case types.Int16:
		return program.I32, program.GoInt16
	case types.Int32, types.UntypedRune:
		return program.I32, program.GoStored
	case types.Int, types.Int64, types.UntypedInt:
		return program.I64, program.GoStored
	case types.Uint8:
		return program.U32, program.GoUint8
	case types.Uint16:
		return program.U32, program.GoUint16
	case types.Uint32:
		return program.U32, program.GoStored
	case types.Uint, types.Uint64, types.Uintptr:
		return program.U64, program.GoStored
	case types.Float32:
		return program.F32, program.GoStored
	case types.Float64, types.UntypedFloat:
		return program.F64, program.GoStored
	}
	return program.Invalid, program.GoStored
}
