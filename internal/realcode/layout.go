package realcode

import (
	"fmt"
	"go/types"

	"github.com/lockstep-simt/lockstep/internal/realcode/worker"
	"github.com/lockstep-simt/lockstep/program"
)

// group is a leaf of a program inside a Go value: the numbers that differ only
// in the indices on the way to them. A field of an array of structs is a group.
type group struct {
	goType program.GoType
	dims   []int
	offs   []uintptr // of each element, in row-major order
	size   uint8
}

// shape is how a Go type is made of numbers.
type shape struct {
	groups []group
	slice  bool // of such values; the request says how many
	err    bool // an error: one word that numbers its text
}

var sizes = types.SizesFor("gc", "amd64")

// shapeOf returns the shape of a parameter's or a result's type. The error says
// what in it is not a number.
func shapeOf(t types.Type) (shape, error) {
	if s, ok := t.Underlying().(*types.Slice); ok {
		groups, err := groupsOf(s.Elem())
		for _, g := range groups {
			if len(g.dims) > 0 && err == nil {
				err = fmt.Errorf("a slice of arrays")
			}
		}
		return shape{groups: groups, slice: true}, err
	}
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return shape{groups: []group{{goType: program.GoError, offs: []uintptr{0}}}, err: true}, nil
	}
	groups, err := groupsOf(t)
	return shape{groups: groups}, err
}

// groupsOf gives a type's groups in the order of its fields. Blank fields hold
// nothing.
func groupsOf(t types.Type) ([]group, error) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		size := uint8(sizes.Sizeof(u))
		switch {
		case u.Kind() == types.Uintptr || u.Info()&types.IsUntyped != 0:
			return nil, fmt.Errorf("a %s", u)
		case u.Info()&types.IsComplex != 0:
			half := group{goType: program.GoFloat64, offs: []uintptr{0}, size: size / 2}
			if half.size == 4 {
				half.goType = program.GoFloat32
			}
			imag := half
			imag.offs = []uintptr{uintptr(size / 2)}
			return []group{half, imag}, nil
		case u.Info()&(types.IsNumeric|types.IsBoolean) != 0:
			goType, _ := program.ParseGoType(types.Typ[u.Kind()].Name())
			return []group{{goType: goType, offs: []uintptr{0}, size: size}}, nil
		}
	case *types.Array:
		elem, err := groupsOf(u.Elem())
		if err != nil {
			return nil, err
		}
		stride := uintptr(sizes.Sizeof(u.Elem()))
		for i, g := range elem {
			offs := make([]uintptr, 0, int(u.Len())*len(g.offs))
			for k := range uintptr(u.Len()) {
				for _, off := range g.offs {
					offs = append(offs, k*stride+off)
				}
			}
			elem[i].offs = offs
			elem[i].dims = append([]int{int(u.Len())}, g.dims...)
		}
		return elem, nil
	case *types.Struct:
		var all []group
		fields := make([]*types.Var, u.NumFields())
		for i := range fields {
			fields[i] = u.Field(i)
		}
		for i, off := range sizes.Offsetsof(fields) {
			if fields[i].Name() == "_" {
				continue
			}
			groups, err := groupsOf(fields[i].Type())
			if err != nil {
				return nil, err
			}
			for _, g := range groups {
				for k := range g.offs {
					g.offs[k] += uintptr(off)
				}
				all = append(all, g)
			}
		}
		return all, nil
	}
	return nil, fmt.Errorf("a %s", types.TypeString(t, func(p *types.Package) string { return p.Name() }))
}

// words is the number of words of a value; n is how many elements of a slice
// have room.
func (s shape) words(n int) int {
	words := 0
	for _, g := range s.groups {
		words += len(g.offs)
	}
	if s.slice {
		words *= n
	}
	return words
}

// leaves lists the numbers as the worker wants them.
func (s shape) leaves() []worker.Leaf {
	var leaves []worker.Leaf
	for _, g := range s.groups {
		for _, off := range g.offs {
			leaves = append(leaves, worker.Leaf{Off: off, Size: g.size})
		}
	}
	return leaves
}
