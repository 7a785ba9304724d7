package ssaflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// HasMeanwhile reports whether an address is of a variable that has a value while its function runs, which is stored
// there once and only read, and neither the function nor what it calls appends to anything: as the receiver of a method
// that has its address taken, because it is a struct. Or it is of one that only a function literal looks at which a
// search or a sort of the standard library calls. No append sees the slices in it.
func HasMeanwhile(addr ssa.Value) bool {
	a, ok := addr.(*ssa.Alloc)
	switch {
	case !ok:
		return false
	case a.Heap:
		return seenBySearches(a)
	}
	return onlyLoads(a, a) && !appendsIn(a.Parent(), nil, map[*ssa.Function]bool{})
}

// seenBySearches reports whether a variable is stored once, and otherwise only read by function literals that calls of
// searches and sorts are given, and before anything is appended.
func seenBySearches(a *ssa.Alloc) bool {
	stores := 0
	for _, use := range Uses(a) {
		switch use := use.(type) {
		case *ssa.Store:
			if stores++; use.Addr != ssa.Value(a) {
				return false
			}
		case *ssa.UnOp:
			if IsKept(use) || behindAppend(use) {
				return false
			}
		case *ssa.MakeClosure:
			fn := use.Fn.(*ssa.Function)
			inside := fn.FreeVars[slices.Index(use.Bindings, ssa.Value(a))]
			if appendsIn(fn, nil, map[*ssa.Function]bool{}) || slices.ContainsFunc(Uses(inside), keepsWhatIsRead) ||
				slices.ContainsFunc(Uses(use), func(in ssa.Instruction) bool { return !isSearch(in, use) }) {
				return false
			}
		default:
			return false
		}
	}
	return stores == 1
}

// behindAppend reports whether an instruction may run after an append of its function, or of one that that calls.
func behindAppend(at ssa.Instruction) bool {
	for _, b := range at.Parent().Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if ok && MayAppend(&call.Call, nil) && !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
				return isSearch(call, arg)
			}) && Leads(call, at) {
				return true
			}
		}
	}
	return false
}

// keepsWhatIsRead reports whether an instruction does something else with a variable than to read it, or puts what it
// reads to memory.
func keepsWhatIsRead(in ssa.Instruction) bool {
	load, ok := in.(*ssa.UnOp)
	return !ok || IsKept(load)
}

// isSearch reports whether an instruction is a call of the standard library that is given a function and searches or
// sorts.
func isSearch(in ssa.Instruction, f ssa.Value) bool {
	call, ok := in.(*ssa.Call)
	if !ok || !slices.Contains(call.Call.Args, f) {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Pkg == nil || fn.Signature.Recv() != nil {
		return false
	}
	switch fn.Pkg.Pkg.Path() {
	case "sort":
		return true
	case "slices":
		begins := func(prefix string) bool { return strings.HasPrefix(fn.Name(), prefix) }
		return slices.ContainsFunc([]string{"Index", "Contains", "BinarySearch", "SortFunc", "SortStable"}, begins)
	}
	return false
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
