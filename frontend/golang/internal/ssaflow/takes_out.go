package ssaflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// TakesOut reports whether an append takes elements out of a slice, append(s[:i], s[j:]...) with i ≤ j: what it gives
// is no longer than s, and so never outgrows it.
func TakesOut(in *ssa.Call) bool {
	front, ok := in.Call.Args[0].(*ssa.Slice)
	if !ok || front.High == nil || front.Max != nil {
		return false
	}
	rest, ok := in.Call.Args[1].(*ssa.Slice)
	return ok && rest.Low != nil && rest.High == nil && sameLoaded(front.X, rest.X) && notBeyond(front, rest)
}

// notBeyond reports whether one slice ends where the other one of the same slice begins, or before that. Both bounds
// are in range, so that sums have not overflowed.
func notBeyond(front, rest *ssa.Slice) bool {
	if i, ok := front.High.(*ssa.Const); ok {
		j, ok := rest.Low.(*ssa.Const)
		return ok && i.Int64() <= j.Int64()
	}
	i, m := baseOf(front.High)
	j, n := baseOf(rest.Low)
	if i != nil && i == j && m <= n {
		return true
	}
	// Package slices looks at s[i:j:len(s)] first.
	return slices.ContainsFunc(*front.X.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Slice)
		return ok && s.X == front.X && s.Low == front.High && s.High == rest.Low && isBefore(s, front)
	})
}

// isBefore reports whether an instruction has run when another one does.
func isBefore(in, other ssa.Instruction) bool {
	b := in.Block()
	if b != other.Block() {
		return b.Dominates(other.Block())
	}
	return slices.Index(b.Instrs, in) < slices.Index(b.Instrs, other)
}

// sameLoaded reports whether two values are the same: one value, or what was loaded twice from one place while nothing
// was stored.
func sameLoaded(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	first, ok := x.(*ssa.UnOp)
	second, too := y.(*ssa.UnOp)
	if !ok || !too || first.Op != token.MUL || second.Op != token.MUL || first.Block() != second.Block() ||
		!sameField(first.X, second.X) {
		return false
	}
	all := first.Block().Instrs
	from, to := slices.Index(all, ssa.Instruction(first)), slices.Index(all, ssa.Instruction(second))
	return from < to && !slices.ContainsFunc(all[from:to], mayStore)
}

// sameField reports whether two addresses are of one place, or of one field of one.
func sameField(x, y ssa.Value) bool {
	if sameLoaded(x, y) {
		return true
	}
	first, ok := x.(*ssa.FieldAddr)
	second, too := y.(*ssa.FieldAddr)
	return ok && too && first.Field == second.Field && sameField(first.X, second.X)
}

// mayStore reports whether an instruction may change memory.
func mayStore(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store, *ssa.MapUpdate:
		return true
	case *ssa.Call:
		builtin, ok := in.Call.Value.(*ssa.Builtin)
		return !ok || builtin.Name() != "len" && builtin.Name() != "cap"
	}
	return false
}
