package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// NeverNil reports whether a slice is certain not to be nil, as the code says: make, a part of an array, what append
// has given at least one element, and parts and joins of those.
func NeverNil(v ssa.Value) bool { return neverNil(v, map[ssa.Value]bool{}) }

// neverNil takes for granted what is being asked: round and round nothing becomes nil.
func neverNil(v ssa.Value, asked map[ssa.Value]bool) bool {
	if asked[v] {
		return true
	}
	asked[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		_, ofSlice := v.X.Type().Underlying().(*types.Slice)
		return !ofSlice || neverNil(v.X, asked)
	case *ssa.ChangeType:
		return neverNil(v.X, asked)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !neverNil(e, asked) })
	case *ssa.Call:
		if IsAppend(v) {
			return addsSome(v.Call.Args[1]) || neverNil(v.Call.Args[0], asked)
		}
		fn := v.Call.StaticCallee()
		return fn != nil && fn.Signature.Results().Len() == 1 && returnsNeverNil(fn, asked)
	}
	return false
}

// addsSome reports whether what is appended is elements that are written one by one, at least one.
func addsSome(v ssa.Value) bool {
	s, ok := v.(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return false
	}
	p, ok := s.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	of, ok := p.Elem().Underlying().(*types.Array)
	return ok && of.Len() > 0
}

// returnsNeverNil reports whether no return of a function gives nil.
func returnsNeverNil(fn *ssa.Function, asked map[ssa.Value]bool) bool {
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !neverNil(r.Results[0], asked) {
			return false
		}
	}
	return len(fn.Blocks) > 0
}
