package known

import (
	"go/types"

	"github.com/lockstep-simt/lockstep/program"
)

// PoolRef is a slice or pointer in a uniform.
type PoolRef struct {
	Pool *Region
	// First is a slice's offset, or a pointer's index, and length that of a slice.
	First, Length string
	// Why says why the leaf cannot be used, if it has no pool.
	Why string
}

// Atom is a slice or pointer that is a parameter, or a field of one.
func (ref *PoolRef) Atom(elem types.Type) Atom {
	a := Atom{Kind: Pointer, Region: ref.Pool, To: len(ref.Pool.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{program.Ref(ref.First)}}
	if ref.Length != "" {
		n := program.Ref(ref.Length)
		a.Kind, a.Nums = Slice, append(a.Nums, n, n)
	}
	return a
}
