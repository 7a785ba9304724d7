package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// IsViewOnly reports whether an address that was converted to another type is only read by, while what is there stays
// what it is at the conversion: right behind it, or always, as it is a variable that is written once, before.
//
//	bits := *(*uint64)(unsafe.Pointer(&x))
func IsViewOnly(in *ssa.Convert) bool {
	stays := writtenOnceBefore(in)
	for _, use := range Uses(in) {
		load, ok := use.(*ssa.UnOp)
		if !ok || !stays && !rightBehind(in, load) {
			return false
		}
	}
	return true
}

// rightBehind reports whether an instruction is in the block of another, with nothing between that could write memory.
func rightBehind(first, then ssa.Instruction) bool {
	if first.Block() != then.Block() {
		return false
	}
	list := first.Block().Instrs
	from, to := slices.Index(list, first), slices.Index(list, then)
	return from < to && !slices.ContainsFunc(list[from:to], func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.Store, *ssa.MapUpdate, ssa.CallInstruction, *ssa.Send, *ssa.Select:
			return true
		}
		return false
	})
}

// writtenOnceBefore reports whether what a converted address is of is a variable that nothing but one store in front of
// the conversion writes.
func writtenOnceBefore(in *ssa.Convert) bool {
	from, ok := in.X.(*ssa.Convert)
	if !ok {
		return false
	}
	x, ok := from.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	var store *ssa.Store
	for _, use := range Uses(x) {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Val == x || store != nil {
				return false
			}
			store = use
		case *ssa.UnOp:
		case *ssa.Convert: // whose users are looked at where they convert
			if use != from {
				return false
			}
		default:
			return false
		}
	}
	return store == nil || isBefore(store, in)
}
