package ssaflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// HasMeanwhile reports whether an address is of a variable that has a value while its function runs, which is stored
// there once and only read, and neither the function nor what it calls appends to anything: as the receiver of a method
// that has its address taken, because it is a struct. No append sees the slices in it.
func HasMeanwhile(addr ssa.Value) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok || a.Heap || !onlyLoads(a, a) {
		return false
	}
	return appendsNothing(a.Parent(), map[*ssa.Function]bool{})
}

// onlyLoads reports whether what is at an address in a variable is only read, and the variable stored as a whole, once.
func onlyLoads(addr ssa.Value, of *ssa.Alloc) bool {
	stores := 0
	for _, use := range Uses(addr) {
		switch use := use.(type) {
		case *ssa.Store:
			if stores++; use.Addr != ssa.Value(of) || addr != ssa.Value(of) || use.Val == addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyLoads(use, of) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyLoads(use, of) {
				return false
			}
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return stores <= 1
}

// appendsNothing reports whether neither a function nor what it calls appends to slices, as far as that is known. Those
// in seen are looked at already.
func appendsNothing(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == nil || fn.Blocks == nil {
		return false
	}
	if seen[fn] {
		return true
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if f, ok := call.Common().Value.(*ssa.Builtin); ok && f.Name() != "append" {
				continue
			}
			if !appendsNothing(call.Common().StaticCallee(), seen) {
				return false
			}
		}
	}
	return true
}
