package ssaflow

import (
	"go/token"
	"go/types"

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
	return !appendsIn(a.Parent(), nil, map[*ssa.Function]bool{})
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

// MayAppend reports whether a call may append to slices of some elements, or of any if elem is nil.
func MayAppend(call *ssa.CallCommon, elem types.Type) bool {
	return mayAppend(call, elem, map[*ssa.Function]bool{})
}

// mayAppend is MayAppend, but for functions that are looked at already.
func mayAppend(call *ssa.CallCommon, elem types.Type, seen map[*ssa.Function]bool) bool {
	if f, ok := call.Value.(*ssa.Builtin); ok {
		if f.Name() != "append" {
			return false
		}
		s, ok := call.Args[0].Type().Underlying().(*types.Slice)
		return elem == nil || !ok || types.Identical(s.Elem(), elem)
	}
	fn := call.StaticCallee()
	return fn == nil || appendsIn(fn, elem, seen)
}

// appendsIn reports whether a function, or what it calls, may append to such slices.
func appendsIn(fn *ssa.Function, elem types.Type, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && mayAppend(call.Common(), elem, seen) {
				return true
			}
		}
	}
	return false
}
