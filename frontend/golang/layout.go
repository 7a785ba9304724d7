package golang

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

// leaf is one tensor of a flattened Go type.
type leaf struct {
	path  string // ".X" for a field; empty for the value itself
	dtype program.Dtype
	shape []int
	goTyp string     // "int8", "int16", "uint8", "uint16", "error" or ""
	ref   types.Type // of a leaf that refers; nil for a number
}

func (l leaf) tensor() program.TensorType {
	return program.TensorType{Dtype: l.dtype, Shape: l.shape}
}

// layout is a flattened Go type. For a struct, field i has the leaves
// [starts[i], starts[i+1]); for an array, elem is the layout of the element.
// Blank fields have no leaves, as nothing can read them.
type layout struct {
	leaves []leaf
	fields []*layout
	names  []string
	starts []int
	elem   *layout
	len    int
}

// layouts remembers the layout of each type.
type layouts map[types.Type]*layout

// goError is the Go type of leaves that hold an error's code.
const goError = "error"

func (ls layouts) of(t types.Type) *layout {
	if l := ls[t]; l != nil {
		return l
	}
	l := new(layout)
	ls[t] = l // a pointer or slice may lead back here, but is a leaf
	switch u := t.Underlying().(type) {
	case *types.Basic:
		d, narrow := dtypeOf(u)
		part, _ := complexPart(u)
		switch {
		case part != program.Invalid:
			l.leaves = []leaf{{path: ".re", dtype: part}, {path: ".im", dtype: part}}
		case d == program.Invalid:
			l.leaves = []leaf{{ref: t}}
		default:
			l.leaves = []leaf{{dtype: d, goTyp: narrow}}
		}
	case *types.Struct:
		for f := range u.Fields() {
			fl := new(layout)
			if f.Name() != "_" {
				fl = ls.of(f.Type())
			}
			l.fields = append(l.fields, fl)
			l.names = append(l.names, f.Name())
			l.starts = append(l.starts, len(l.leaves))
			for _, lf := range fl.leaves {
				lf.path = "." + f.Name() + lf.path
				l.leaves = append(l.leaves, lf)
			}
		}
		l.starts = append(l.starts, len(l.leaves))
	case *types.Array:
		l.elem, l.len = ls.of(u.Elem()), int(u.Len())
		for _, lf := range l.elem.leaves {
			// An array without elements has room for one that nothing reads.
			lf.shape = append([]int{max(l.len, 1)}, lf.shape...)
			l.leaves = append(l.leaves, lf)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			vl := ls.of(v.Type())
			l.fields = append(l.fields, vl)
			l.starts = append(l.starts, len(l.leaves))
			l.leaves = append(l.leaves, vl.leaves...)
		}
		l.starts = append(l.starts, len(l.leaves))
	default:
		if gotypes.IsError(t) {
			l.leaves = []leaf{{dtype: program.I32, goTyp: goError}}
		} else {
			l.leaves = []leaf{{ref: t}}
		}
	}
	return l
}

// complexPart returns the type of the real part of a complex type.
func complexPart(b *types.Basic) (program.Dtype, bool) {
	switch b.Kind() {
	case types.Complex64:
		return program.F32, true
	case types.Complex128, types.UntypedComplex:
		return program.F64, true
	}
	return program.Invalid, false
}

// field returns where the leaves of field i are.
func (l *layout) field(i int) (from, to int) { return l.starts[i], l.starts[i+1] }
