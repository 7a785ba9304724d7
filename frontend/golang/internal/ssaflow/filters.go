package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Filters reports whether an append keeps elements of a slice in its own memory, as in
//
//	keep := xs[:0]
//	for _, x := range xs {
//		if wanted(x) {
//			keep = append(keep, x)
//		}
//	}
//
// with one element in each round at most, so that what it gives is no longer than xs, and never outgrows it.
func Filters(in *ssa.Call) bool {
	keep, ok := in.Call.Args[0].(*ssa.Phi)
	if !ok || countOf(in.Call.Args[1]) != 1 {
		return false
	}
	l := innermost(in.Block())
	if l == nil || l.head != keep.Block() || l.Irreducible {
		return false
	}
	for i, v := range keep.Edges {
		if l.has(keep.Block().Preds[i]) {
			if !l.keeps(v, keep, map[ssa.Value]bool{}) {
				return false
			}
			continue
		}
		begins, ok := v.(*ssa.Slice)
		if !ok || begins.High == nil || begins.Max != nil || !isZero(begins.High) ||
			begins.Low != nil && !isZero(begins.Low) || !l.goesOver(begins.X, in.Block()) {
			return false
		}
	}
	return true
}

// countOf returns how many operands a list of an append has, and 0 of another slice.
func countOf(list ssa.Value) int64 {
	if !AreOperands(list) {
		return 0
	}
	return list.(*ssa.Slice).X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len()
}

// keeps reports whether a value at the end of a round is what the round began with, or that with one element more.
func (l *loop) keeps(v ssa.Value, keep *ssa.Phi, seen map[ssa.Value]bool) bool {
	if v == keep || seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		if !l.has(v.Block()) {
			return false
		}
		for _, e := range v.Edges {
			if !l.keeps(e, keep, seen) {
				return false
			}
		}
		return true
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && v.Call.Args[0] == keep && countOf(v.Call.Args[1]) == 1
	}
	return false
}

// goesOver reports whether a block of the loop runs once for each element of a slice at most: behind a comparison of
// its length with a counter.
func (l *loop) goesOver(xs ssa.Value, blk *ssa.BasicBlock) bool {
	for b := blk.Idom(); b != nil && l.has(b); b = b.Idom() {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !l.has(b.Succs[0]) || len(b.Succs[0].Preds) != 1 || !b.Succs[0].Dominates(blk) {
			continue
		}
		less, ok := test.Cond.(*ssa.BinOp)
		if ok && less.Op == token.LSS && isLenOf(less.Y, xs) && l.counts(less.X) {
			return true
		}
	}
	return false
}

// counts reports whether a value is 0 at least in the first round, and more in each that follows.
func (l *loop) counts(x ssa.Value) bool {
	from, least := x, int64(0)
	if next, ok := x.(*ssa.BinOp); ok { // a range looks at the next element
		if next.Op != token.ADD || !isOne(next.Y) {
			return false
		}
		from, least = next.X, -1
	}
	counter, ok := from.(*ssa.Phi)
	if !ok || counter.Block() != l.head {
		return false
	}
	for i, e := range counter.Edges {
		if !l.has(l.head.Preds[i]) {
			if n, ok := constantOf(e); !ok || n < least {
				return false
			}
			continue
		}
		if next, ok := e.(*ssa.BinOp); !ok || next.Op != token.ADD || next.X != counter || !isOne(next.Y) {
			return false
		}
	}
	return true
}

// isLenOf reports whether a value is the length of a slice, which may have been loaded anew.
func isLenOf(v, xs ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len" && (sameLoaded(xs, call.Call.Args[0]) || sameLoaded(call.Call.Args[0], xs))
}

func isOne(v ssa.Value) bool {
	n, ok := constantOf(v)
	return ok && n == 1
}
