package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Listed returns groups of instructions of a function that make objects without references, to which elements of an
// array or of slices point, as in []*Body{{…}, {…}}: such of one type, where an element is taken at an index that
// is computed, or slices of them are handed on. Each is made once at most.
func Listed(fn *ssa.Function) (groups [][]ssa.Instruction) {
	cycles := Cycles(fn)
	var of []types.Type
	for _, b := range fn.Blocks {
		if cycles[b.Index] {
			continue
		}
		for _, in := range b.Instrs {
			if a, ok := in.(*ssa.Alloc); ok && a.Heap && refersToPlain(a.Type()) && isElement(a) {
				i := slices.IndexFunc(of, isIdentical(a.Type()))
				if i < 0 {
					i = len(of)
					of, groups = append(of, a.Type()), append(groups, nil)
				}
				groups[i] = append(groups[i], in)
			}
		}
	}
	return slices.DeleteFunc(groups, func(g []ssa.Instruction) bool {
		return len(g) < 2 || !takesElements(fn, isIdentical(g[0].(*ssa.Alloc).Type()))
	})
}

func isIdentical(t types.Type) func(types.Type) bool {
	return func(u types.Type) bool { return types.Identical(t, u) }
}

// isElement reports whether an object's address is stored to an element.
func isElement(a *ssa.Alloc) bool {
	return slices.ContainsFunc(*a.Referrers(), func(in ssa.Instruction) bool {
		s, ok := in.(*ssa.Store)
		if !ok || s.Val != a {
			return false
		}
		_, ok = s.Addr.(*ssa.IndexAddr)
		return ok
	})
}

// takesElements reports whether a function takes elements of a type at indices that are computed, or hands slices of
// them on.
func takesElements(fn *ssa.Function, is func(types.Type) bool) bool {
	isSlice := func(v ssa.Value) bool {
		s, ok := v.Type().Underlying().(*types.Slice)
		return ok && is(s.Elem())
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.IndexAddr:
				_, constant := in.Index.(*ssa.Const)
				if !constant && is(in.Type().Underlying().(*types.Pointer).Elem()) {
					return true
				}
			case *ssa.Call:
				_, builtin := in.Call.Value.(*ssa.Builtin)
				if !builtin && slices.ContainsFunc(in.Call.Args, isSlice) {
					return true
				}
			}
		}
	}
	return false
}
