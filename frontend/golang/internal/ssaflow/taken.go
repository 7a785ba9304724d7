package ssaflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// EndsAsSlice reports whether an array is read and written through a slice alone, once the slice is made. The array is
// a variable, and each slice is of a new one.
//
//	var corners [3]Point
//	corners[0] = Point{x, y}
//	return clip(corners[:])
func EndsAsSlice(in *ssa.Slice) bool {
	array, ok := in.X.(*ssa.Alloc)
	return ok && onlyElements(array, in) && madeBetween(array, in)
}

// onlyElements reports whether what an address leads to is only read and written before it is sliced, not referred to.
func onlyElements(addr ssa.Value, sliced *ssa.Slice) bool {
	for _, use := range Uses(addr) {
		switch use := use.(type) {
		case *ssa.Slice:
			if use != sliced {
				return false
			}
			continue
		case *ssa.Store:
			if use.Val == addr {
				return false
			}
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyElements(use, sliced) {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyElements(use, sliced) {
				return false
			}
		default:
			return false
		}
	}
	return !LiveAfter(addr, sliced)
}

// madeBetween reports whether an instruction makes a new value each time that another one, behind it, reads it.
func madeBetween(made, reads ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{made.Block(): true}
	work := reads.Block().Succs
	if made.Block() == reads.Block() {
		return true
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		if b == reads.Block() {
			return false
		}
		if !seen[b] {
			seen[b] = true
			work = append(work[:len(work):len(work)], b.Succs...)
		}
	}
	return true
}
