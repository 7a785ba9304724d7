package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Dereferenced reports whether an address is only read, written, or the
// address of a part, and stands in the source for the place itself: &a[i] is a
// value, whose index must be in range whatever becomes of it.
func Dereferenced(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
			if !r.IsAddr {
				return false
			}
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Val == v {
				return false
			}
		case *ssa.FieldAddr:
			if !Dereferenced(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !Dereferenced(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// SamePlace reports whether two addresses are computed in the same way.
func SamePlace(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && SamePlace(x.X, y.X)
	case *ssa.IndexAddr:
		y, ok := y.(*ssa.IndexAddr)
		return ok && SameNumber(x.Index, y.Index) && SamePlace(x.X, y.X)
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		return ok && x.Op == y.Op && SamePlace(x.X, y.X)
	}
	return false
}

// StoredTo reports whether the result of a call is stored at an address, or at one that is computed in the same way, in
// the block of the call.
func StoredTo(in *ssa.Call, addr ssa.Value) bool {
	for _, r := range *in.Referrers() {
		s, ok := r.(*ssa.Store)
		if ok && s.Val == ssa.Value(in) && s.Block() == in.Block() && SamePlace(s.Addr, addr) {
			return true
		}
	}
	return false
}

// Elements returns what has the elements to one of which an append's result goes back that was
// read there, as in m[k] = append(m[k], x): a map, or the address of the element. It is nil if
// there is no such.
func Elements(in *ssa.Call) ssa.Value {
	switch load := in.Call.Args[0].(type) {
	case *ssa.UnOp:
		if StoredTo(in, load.X) {
			return load.X
		}
	case *ssa.Lookup:
		for _, r := range *in.Referrers() {
			u, ok := r.(*ssa.MapUpdate)
			if ok && u.Value == ssa.Value(in) && u.Block() == in.Block() && SamePlace(u.Map, load.X) &&
				SameNumber(u.Key, load.Index) {
				return load.X
			}
		}
	}
	return nil
}

// SameNumber reports whether two values are computed in the same way, of numbers.
func SameNumber(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.Const:
		y, ok := y.(*ssa.Const)
		return ok && types.Identical(x.Type(), y.Type()) && x.Value != nil && y.Value != nil &&
			constant.Compare(x.Value, token.EQL, y.Value)
	case *ssa.BinOp:
		y, ok := y.(*ssa.BinOp)
		return ok && x.Op == y.Op && SameNumber(x.X, y.X) && SameNumber(x.Y, y.Y)
	case *ssa.Convert:
		y, ok := y.(*ssa.Convert)
		return ok && types.Identical(x.Type(), y.Type()) && SameNumber(x.X, y.X)
	case *ssa.Field:
		y, ok := y.(*ssa.Field)
		return ok && x.Field == y.Field && SameNumber(x.X, y.X)
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		if !ok || x.Op != y.Op {
			return false
		}
		if x.Op == token.MUL {
			return SamePlace(x.X, y.X) && nothingStored(x, y)
		}
		return SameNumber(x.X, y.X)
	}
	return false
}

// nothingStored reports whether nothing between two instructions of a block stores anything.
func nothingStored(x, y ssa.Instruction) bool {
	if x.Block() != y.Block() {
		return false
	}
	instrs := x.Block().Instrs
	i, j := slices.Index(instrs, x), slices.Index(instrs, y)
	return !slices.ContainsFunc(instrs[min(i, j):max(i, j)], func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.Store, *ssa.MapUpdate, ssa.CallInstruction:
			return true
		}
		return false
	})
}

// IsAppend reports whether a call is one of the built-in append.
func IsAppend(c *ssa.Call) bool { return IsCallOf(c, "append") }

// IsCallOf reports whether a value is that of a call of a built-in function.
func IsCallOf(v ssa.Value, name string) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	f, ok := c.Call.Value.(*ssa.Builtin)
	return ok && f.Name() == name
}

// GrowthBefore collects the appends whose results a slice may be, or be appended from, and the joins that a string may
// be.
func GrowthBefore(v ssa.Value, found, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			GrowthBefore(e, found, seen)
		}
	case *ssa.Slice:
		GrowthBefore(v.X, found, seen)
	case *ssa.ChangeType:
		GrowthBefore(v.X, found, seen)
	case *ssa.Call:
		if IsAppend(v) {
			found[v] = true
			GrowthBefore(v.Call.Args[0], found, seen)
		}
	case *ssa.BinOp:
		if IsJoin(v) {
			found[FirstJoined(v)] = true
		}
	}
}

// IsJoin reports whether an operation joins two strings.
func IsJoin(op *ssa.BinOp) bool {
	t, ok := op.Type().Underlying().(*types.Basic)
	return ok && op.Op == token.ADD && t.Info()&types.IsString != 0
}

// FirstJoined returns the first join of a chain such as a+b+c+d, given its last: that of a and b. Nothing but the next
// join uses what a join of the chain gives. In a loop a join is a chain of its own if something else uses a or b too:
// they may be what the chain gave in the round before.
func FirstJoined(last *ssa.BinOp) *ssa.BinOp {
	first := last
	for {
		before, ok := first.X.(*ssa.BinOp)
		if !ok || !IsJoin(before) || before.Block() != last.Block() || len(Uses(before)) != 1 {
			break
		}
		first = before
	}
	if innermost(last.Block()) != nil && (usedElsewhere(first.X) || usedElsewhere(first.Y)) {
		return last
	}
	return first
}

// usedElsewhere reports whether a value that is used has another use.
func usedElsewhere(v ssa.Value) bool {
	_, isConst := v.(*ssa.Const)
	return !isConst && len(Uses(v)) > 1
}
