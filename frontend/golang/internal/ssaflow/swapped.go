package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Swapped returns all calls of make in a function that give slices of an element type, if a variable of a loop may hold
// the results of two of them or more, as where rows change places in each round. It returns none where a variable may
// hold another slice as well, and where others may be made: each make must run once at most, there must be no append
// and no array of such elements, and what the function calls must make none. Nor may the function be called again.
func Swapped(fn *ssa.Function, elem types.Type) []*ssa.MakeSlice {
	s := &swaps{elem: elem, fn: fn, seen: map[*ssa.Function]bool{}}
	if _, basic := elem.Underlying().(*types.Basic); !basic {
		return nil
	}
	var made []*ssa.MakeSlice
	cycles, joined := Cycles(fn), false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MakeSlice:
				if !s.isSlice(in.Type()) {
					continue
				}
				if cycles[b.Index] {
					return nil
				}
				made = append(made, in)
			case *ssa.Phi:
				if !s.isSlice(in.Type()) {
					continue
				}
				makes, others := sources(in, map[ssa.Value]bool{})
				if others {
					return nil
				}
				joined = joined || cycles[b.Index] && makes > 1
			}
		}
	}
	if !joined || !s.alone() {
		return nil
	}
	return made
}

// sources counts the calls of make whose results a slice may be of, and reports whether it may be of other memory.
func sources(v ssa.Value, seen map[ssa.Value]bool) (makes int, others bool) {
	if seen[v] {
		return 0, false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return 1, false
	case *ssa.Slice:
		return sources(v.X, seen)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			n, other := sources(edge, seen)
			makes, others = makes+n, others || other
		}
		return makes, others
	}
	c, ok := v.(*ssa.Const)
	return 0, !ok || !c.IsNil()
}

// swaps looks for what makes memory of elements, in a function and what it calls.
type swaps struct {
	elem types.Type
	fn   *ssa.Function
	seen map[*ssa.Function]bool
}

// isSlice reports whether a type is that of slices of the elements.
func (s *swaps) isSlice(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(slice.Elem(), s.elem)
}

// alone reports whether the function has no memory of the elements but slices that it makes itself, which no other
// function gets or gives.
func (s *swaps) alone() bool {
	for result := range s.fn.Signature.Results().Variables() {
		if _, basic := result.Type().Underlying().(*types.Basic); !basic {
			return false
		}
	}
	return s.none(s.fn)
}

// none reports whether a function has no other memory of the elements, nor do those that it calls.
func (s *swaps) none(fn *ssa.Function) bool {
	if s.seen[fn] {
		return true
	}
	s.seen[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if s.isOther(in, fn) {
				return false
			}
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
				continue
			}
			callee := call.Common().StaticCallee()
			if callee == nil || callee == s.fn || len(callee.FreeVars) > 0 || s.hands(call.Common()) ||
				!s.none(callee) {
				return false
			}
		}
	}
	return true
}

// isOther reports whether an instruction of a function makes other memory of the elements, or puts slices of them
// where they are not seen.
func (s *swaps) isOther(in ssa.Instruction, fn *ssa.Function) bool {
	switch in := in.(type) {
	case *ssa.MakeSlice:
		return fn != s.fn && s.isSlice(in.Type())
	case *ssa.Call:
		return IsAppend(in) && s.isSlice(in.Type())
	case *ssa.Alloc:
		array, ok := in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		return ok && types.Identical(array.Elem(), s.elem)
	case *ssa.Store:
		return s.isSlice(in.Val.Type())
	case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MapUpdate, *ssa.Defer, *ssa.Go:
		return true
	case *ssa.Convert:
		return s.isSlice(in.Type())
	}
	return false
}

// hands reports whether a call gets slices of the elements, or anything that may have some.
func (s *swaps) hands(call *ssa.CallCommon) bool {
	for _, a := range call.Args {
		switch t := a.Type().Underlying().(type) {
		case *types.Basic:
		case *types.Slice:
			if _, basic := t.Elem().Underlying().(*types.Basic); !basic || s.isSlice(t) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
