package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Swapped returns groups of instructions of a function that make memory of slices or pointers which change places, as
// rows do that are filled by turns: the same variable refers to one memory or to another. All memory of a group is
// of one type, without references; each is made once at most, and nothing but the function itself and what it
// calls refers to it: it is neither stored nor returned where it is, and nothing is appended to it.
func Swapped(fn *ssa.Function) [][]ssa.Instruction {
	s := &swaps{of: map[ssa.Instruction]*swapped{}, cycles: Cycles(fn)}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if phi, ok := in.(*ssa.Phi); ok && refersToPlain(phi.Type()) {
				s.join(phi)
			}
		}
	}
	var groups [][]ssa.Instruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if g := s.of[in]; g != nil && len(g.made) > 1 && g.made[0] == in && g.isPrivate() {
				groups = append(groups, g.made)
			}
		}
	}
	return groups
}

// swaps finds groups of what makes memory.
type swaps struct {
	of     map[ssa.Instruction]*swapped
	cycles []bool // by blocks
}

// swapped is a group, in the order of the function's text.
type swapped struct{ made []ssa.Instruction }

// join puts into one group what makes the memory that a variable has slices of, if all of it is known and alike.
func (s *swaps) join(phi *ssa.Phi) {
	var made []ssa.Instruction
	if !sources(phi, map[ssa.Value]bool{}, &made) || len(made) < 2 {
		return
	}
	for _, in := range made {
		if s.cycles[in.Block().Index] || !types.Identical(in.(ssa.Value).Type(), made[0].(ssa.Value).Type()) {
			return
		}
	}
	all := &swapped{}
	for _, in := range made {
		if g := s.of[in]; g != nil {
			all.made = append(all.made, g.made...)
		} else {
			all.made = append(all.made, in)
		}
	}
	slices.SortFunc(all.made, inOrder)
	all.made = slices.Compact(all.made)
	for _, in := range all.made {
		s.of[in] = all
	}
}

// inOrder compares instructions by their places in a function.
func inOrder(a, b ssa.Instruction) int {
	if a.Block() != b.Block() {
		return a.Block().Index - b.Block().Index
	}
	for _, in := range a.Block().Instrs {
		switch in {
		case b: // first, as of two that are the same
			if a == b {
				return 0
			}
			return 1
		case a:
			return -1
		}
	}
	panic("bug: an instruction is not in its block")
}

// refersToPlain reports whether a type is that of slices or pointers, and what they refer to has no references.
func refersToPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isPlain(u.Elem())
	case *types.Pointer:
		return isPlain(u.Elem())
	}
	return false
}

// isPlain reports whether values of a type are numbers, truth values and texts, or arrays and structs of such.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isPlain(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// sources adds what makes the memory that a value may refer to, and reports whether that is all.
func sources(v ssa.Value, seen map[ssa.Value]bool, made *[]ssa.Instruction) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		*made = append(*made, v)
		return true
	case *ssa.Alloc:
		*made = append(*made, v)
		return true
	case *ssa.Slice:
		return sources(v.X, seen, made)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if !sources(edge, seen, made) {
				return false
			}
		}
		return true
	}
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// isPrivate reports whether all that is done with the memory of a group is to read and write it, to refer to parts of
// it, and to hand these to functions.
func (g *swapped) isPrivate() bool {
	seen := map[ssa.Value]bool{}
	for _, in := range g.made {
		if !isPrivate(in.(ssa.Value), seen) {
			return false
		}
	}
	return true
}

func isPrivate(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Phi, *ssa.Slice, *ssa.FieldAddr, *ssa.IndexAddr:
			if !isPrivate(in.(ssa.Value), seen) {
				return false
			}
		case *ssa.Call:
			if IsAppend(in) && in.Call.Args[0] == v {
				return false
			}
		case *ssa.Store:
			if in.Val == v {
				return false
			}
		case *ssa.Range, *ssa.UnOp, *ssa.BinOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
