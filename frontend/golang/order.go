package golang

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// Go orders the calls of a statement from left to right, but leaves open whether a variable is read before a call that
// changes it. ssaflow.ReadLate has put what it can in the Go compiler's order. A statement that still reads before a
// call what that changes, and uses it behind the call, is refused, so that no result depends on it.

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
	if _, deferred := b.cur.(*ssa.RunDefers); deferred || len(written) == 0 {
		return // a return has read its operands before what is deferred
	}
	statements := ssaflow.StatementsOf(b.fn)
	ours := statements.Of(b.cur)
	isOurs := func(in ssa.Instruction) bool { return statements.Of(in) == ours }
	for blk := b.cur.Block(); blk != nil; blk = b.before(blk, isOurs) {
		for _, in := range blk.Instrs {
			if in == b.cur {
				break
			}
			if b.mayRead(in, written) && ssaflow.UsedAfter(in, b.cur, isOurs) && isOurs(in) {
				b.failAt(ssaflow.PositionOf(in), "Go leaves open whether this is read before or after the call in "+
					"the same statement that changes it; read it into a variable in a statement before, or after")
			}
		}
	}
}

// before returns the block that comes before one on every way, if its end is in the same statement, as that of the
// first operand of && is; otherwise nil.
func (b *heap) before(blk *ssa.BasicBlock, isOurs func(ssa.Instruction) bool) *ssa.BasicBlock {
	blk = blk.Idom()
	if blk == nil {
		return nil
	}
	choice, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	if cond, ok := choice.Cond.(ssa.Instruction); !ok || !isOurs(cond) {
		return nil
	}
	return blk
}

// mayRead reports whether an instruction reads leaves of memory: a load, or what asks a map.
func (b *heap) mayRead(in ssa.Instruction, leaves map[string]known.Bits) bool {
	var from ssa.Value
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op != token.MUL {
			return false
		}
		from = in.X
	case *ssa.Lookup:
		from = in.X
	case *ssa.Call:
		if built, ok := in.Call.Value.(*ssa.Builtin); !ok || built.Name() != "len" {
			return false
		}
		from = in.Call.Args[0]
	default:
		return false
	}
	a, ok := b.vals[from]
	if !ok || len(a) != 1 || a[0].Region == nil || a[0].Kind != known.Pointer {
		return false
	}
	return a[0].MayRead(leaves)
}
