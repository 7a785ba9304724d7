package golang

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// Go orders the calls of a statement from left to right, but leaves open
// whether a variable is read before a call that changes it:
//
//	return c + next() // where next changes c
//
// The Go compiler mostly reads after all calls, the SSA form in the order of
// the text. Such a statement is refused, so that no result depends on it.

// checkOrder refuses the current call if its statement reads, before it, what
// it writes, and uses it later.
func (b *heap) checkOrder(f *emitted, ours map[string]*known.Region) {
	written := map[string]known.Bits{}
	for _, part := range f.taken {
		if r := ours[part.region.Name]; r != nil {
			written[r.Name] = written[r.Name].Union(known.RangeBits(part.leaf, part.leaf+1))
		}
	}
	b.checkRead(written)
}

// rangeOf are the leaves that a slice is of, by region.
func rangeOf(a known.Atom) map[string]known.Bits {
	leaves := map[string]known.Bits{}
	if a.Region.Kind != known.ChoiceRegion {
		leaves[a.Region.Name] = known.RangeBits(a.From, a.To)
	}
	for _, o := range a.Region.Options {
		leaves[o.Region.Name] = leaves[o.Region.Name].Union(known.RangeBits(o.From+a.From, o.From+a.To))
	}
	return leaves
}

// checkRead is checkOrder for the leaves that the current call writes.
func (b *heap) checkRead(written map[string]known.Bits) {
	if len(written) == 0 {
		return
	}
	blk := b.cur.Block()
	for _, in := range blk.Instrs {
		if in == b.cur {
			return
		}
		load, ok := in.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !ssaflow.UsedAfter(load, b.cur) {
			continue
		}
		a, ok := b.vals[load.X]
		if !ok || len(a) != 1 || a[0].Region == nil || !a[0].MayRead(written) {
			continue
		}
		if at := evaluate.PositionOf(load); at.IsValid() && b.statement(at) == b.statement(evaluate.PositionOf(b.cur)) {
			b.failAt(at, "Go leaves open whether this is read before or after the call in the same statement that "+
				"changes it; read it into a variable in a statement before, or after")
		}
	}
}

// statement returns the innermost statement at a position.
func (b *history) statement(at token.Pos) ast.Stmt {
	var found ast.Stmt
	ast.Inspect(b.fn.Syntax(), func(n ast.Node) bool {
		if n == nil || at < n.Pos() || at >= n.End() {
			return false
		}
		if s, ok := n.(ast.Stmt); ok {
			found = s
		}
		return true
	})
	return found
}
