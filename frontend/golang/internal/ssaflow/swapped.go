package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Swapped returns all calls of make in a function that give slices of an element type, if two of them or more may be
// what a variable of a loop holds, as where rows change places in each round. It returns none if there may be other
// slices of such elements whose memory is made: each make must run once at most, there must be no append and no
// array of such elements, and what the function calls must make none. A function that is called again, by itself or
// through a value, is none of these either.
func Swapped(fn *ssa.Function, elem types.Type) []*ssa.MakeSlice {
	s := &swaps{elem: elem, seen: map[*ssa.Function]bool{}}
	if _, basic := elem.Underlying().(*types.Basic); !basic || !s.alone(fn) {
		return nil
	}
	var made []*ssa.MakeSlice
	cycles, joined := Cycles(fn), false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MakeSlice:
				if s.isSlice(in.Type()) {
					if cycles[b.Index] {
						return nil
					}
					made = append(made, in)
				}
			case *ssa.Phi:
				joined = joined || s.isSlice(in.Type()) && cycles[b.Index] && makesIn(in, map[ssa.Value]bool{}) > 1
			}
		}
	}
	if !joined {
		return nil
	}
	return made
}

// makesIn counts the calls of make whose results a value may be.
func makesIn(v ssa.Value, seen map[ssa.Value]bool) (n int) {
	if seen[v] {
		return 0
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return 1
	case *ssa.Phi:
		for _, edge := range v.Edges {
			n += makesIn(edge, seen)
		}
	}
	return n
}

// swaps looks for what makes memory of elements, in a function and what it calls.
type swaps struct {
	elem types.Type
	seen map[*ssa.Function]bool
}

// isSlice reports whether a type is that of slices of the elements.
func (s *swaps) isSlice(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(slice.Elem(), s.elem)
}

// alone reports whether a function has no memory of the elements but slices that it makes itself, which no other
// function gets or gives.
func (s *swaps) alone(fn *ssa.Function) bool {
	for i := range fn.Signature.Results().Len() {
		if _, basic := fn.Signature.Results().At(i).Type().Underlying().(*types.Basic); !basic {
			return false
		}
	}
	s.seen[fn] = true
	return s.none(fn, true)
}

// none reports whether a function has no other memory of the elements, nor do those that it calls.
func (s *swaps) none(fn *ssa.Function, makes bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if s.isOther(in, makes) {
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
			switch {
			case callee == nil || callee == fn && makes || len(callee.FreeVars) > 0 || s.hands(call.Common()):
				return false
			case !s.seen[callee]:
				s.seen[callee] = true
				if !s.none(callee, false) {
					return false
				}
			case s.seen[callee] && callee == fn:
				return false
			}
		}
	}
	return true
}

// isOther reports whether an instruction makes other memory of the elements.
func (s *swaps) isOther(in ssa.Instruction, makes bool) bool {
	switch in := in.(type) {
	case *ssa.MakeSlice:
		return !makes && s.isSlice(in.Type())
	case *ssa.Call:
		return IsAppend(in) && s.isSlice(in.Type())
	case *ssa.Alloc:
		array, ok := in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		return ok && types.Identical(array.Elem(), s.elem)
	case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Defer, *ssa.Go:
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
