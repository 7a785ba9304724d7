package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// MostLength returns how long the slice is at most that an append gives, if that follows from what the slice begins
// with, and from how often something is appended to it.
func MostLength(in *ssa.Call, limit Limit) (n int64, ok bool) {
	g := &grown{limit: limit, seen: map[ssa.Value]bool{}, heads: map[*ssa.BasicBlock]bool{}}
	if !g.from(in) {
		return 0, false
	}
	n = g.begins
	for _, call := range g.appends {
		more, ok := appended(call)
		times, often := mostRunsIn(call, limit, func(head *ssa.BasicBlock) bool { return g.heads[head] })
		if !ok || !often || times > mostRuns/max(more, 1) {
			return 0, false
		}
		n += more * times
	}
	return n, n <= mostRuns
}

// grown is what a slice is made of.
type grown struct {
	limit   Limit
	seen    map[ssa.Value]bool
	heads   map[*ssa.BasicBlock]bool // of the loops that it comes round
	appends []*ssa.Call
	begins  int64 // how long it is at most before all appends
}

// from adds what a slice is made of, and reports whether that is known.
func (g *grown) from(v ssa.Value) bool {
	if g.seen[v] {
		return true
	}
	g.seen[v] = true
	begins := func(n int64, ok bool) bool {
		g.begins = max(g.begins, n)
		return ok
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		g.heads[v.Block()] = true
		for _, e := range v.Edges {
			if !g.from(e) {
				return false
			}
		}
		return true
	case *ssa.MakeSlice:
		return begins(g.limit.of(v.Len))
	case *ssa.Slice:
		if n, ok := ofArray(v); ok {
			return begins(n, true)
		}
		if v.High == nil || isShorter(v) {
			return g.from(v.X)
		}
		return begins(g.limit.of(v.High))
	case *ssa.ChangeType:
		return g.from(v.X)
	case *ssa.Call:
		if !IsAppend(v) {
			return false
		}
		g.appends = append(g.appends, v)
		return g.from(v.Call.Args[0])
	case *ssa.UnOp:
		cell, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && g.fromCell(cell)
	}
	return false
}

// fromCell is from for a variable that closures have as well, which do not change it.
func (g *grown) fromCell(cell *ssa.Alloc) bool {
	if g.seen[cell] {
		return true
	}
	g.seen[cell] = true
	for _, r := range *cell.Referrers() {
		s, ok := r.(*ssa.Store)
		if !ok || s.Addr != ssa.Value(cell) {
			if !readsOnly(r, cell) {
				return false
			}
			continue
		}
		if !g.from(s.Val) {
			return false
		}
		for l := innermost(s.Block()); l != nil && !l.has(cell.Block()); l = l.around() {
			g.heads[l.head] = true
		}
	}
	return true
}

// readsOnly reports whether an instruction that has the address of a variable reads the variable or a part of it, or
// makes a closure that does.
func readsOnly(in ssa.Instruction, addr ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.FieldAddr:
		return onlyRead(in)
	case *ssa.IndexAddr:
		return in.X == addr && onlyRead(in)
	case *ssa.MakeClosure:
		for i, b := range in.Bindings {
			if b == addr && !onlyRead(in.Fn.(*ssa.Function).FreeVars[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyRead reports whether nothing is done with an address but reading what it is of.
func onlyRead(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(in ssa.Instruction) bool { return !readsOnly(in, addr) })
}

// isShorter reports whether a slice is of another without its last elements: s[:len(s)-1].
func isShorter(s *ssa.Slice) bool {
	length, by, ok := stepOf(s.High)
	if !ok || by > 0 {
		return false
	}
	return IsCallOf(length, "len") && length.(*ssa.Call).Call.Args[0] == s.X
}

// appended returns how many elements an append adds at most: what is listed, or what an array has.
func appended(call *ssa.Call) (n int64, ok bool) {
	list, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return 0, false
	}
	return ofArray(list)
}

// ofArray returns how many elements a slice of an array has at most.
func ofArray(s *ssa.Slice) (n int64, ok bool) {
	to, ok := s.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	if n, ok := constantOf(s.High); ok {
		return n, true
	}
	return to.Elem().Underlying().(*types.Array).Len(), true
}

// Span returns how long a slice is, if that is the same wherever its bounds hold: s[i:i+3], s[i-1:i+2].
func Span(in *ssa.Slice) (n int64, ok bool) {
	if in.High == nil || in.Low == nil {
		return 0, false
	}
	low, from := baseOf(in.Low)
	high, to := baseOf(in.High)
	return to - from, low == high && low != nil && to >= from
}

// baseOf takes a value of 64 bits for the sum of another one and a small constant; other values are the sum of
// themselves and 0.
func baseOf(v ssa.Value) (base ssa.Value, n int64) {
	sum, ok := v.(*ssa.BinOp)
	if t, basic := v.Type().Underlying().(*types.Basic); !basic || t.Kind() != types.Int && t.Kind() != types.Int64 {
		return nil, 0
	}
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return v, 0
	}
	base, by := sum.X, sum.Y
	if _, isConst := base.(*ssa.Const); isConst && sum.Op == token.ADD {
		base, by = by, base
	}
	c, ok := by.(*ssa.Const)
	if !ok {
		return v, 0
	}
	if n = c.Int64(); n < -mostSpan || n > mostSpan {
		return v, 0
	}
	if sum.Op == token.SUB {
		n = -n
	}
	return base, n
}

// mostSpan bounds the constants that baseOf looks at, whose differences do not overflow.
const mostSpan = 1 << 20
