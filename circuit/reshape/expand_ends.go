package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of what is repeated behind loops that were written out.
const (
	endCost  = 16  // operations of a block
	endTotal = 256 // operations that are added
)

// ends gives the rounds of written loops their own ends of the body where the round in which a loop
// was left tells an index: where a search returns x[i], it is the element at a literal for each i. The
// array need not be one then. Blocks that lead elsewhere are not repeated, nor those that change
// elements as the end of a sort does: lanes would part for good where selects do. Nor are calls.
func (e *expander) ends() {
	added := 0
	for range expandRounds {
		f := program.NewShape(e.b.Graph)
		c := newConstants(e.p, f)
		e.c, e.work = c, e.work+c.work
		if e.work > expandWork {
			return
		}
		changed := false
		for b, blk := range f.Blocks {
			if b == 0 || len(blk.Instrs) > endCost || !c.at[b].reached() || !isEnd(f, blk) || !onlyReads(blk) ||
				!e.indexes([]*program.Block{blk}) {
				continue
			}
			known := 0
			for _, from := range f.Preds[b] {
				if from != b && e.tells(from, b) {
					known++
				}
			}
			if known < 2 || added+known*len(blk.Instrs) > endTotal {
				continue
			}
			added += known * len(blk.Instrs)
			for _, from := range f.Preds[b] {
				if from != b && e.tells(from, b) {
					e.follow(f.Blocks[from], blk)
				}
			}
			changed = true
			break
		}
		if !changed {
			return
		}
		newConstants(e.p, program.NewShape(e.b.Graph)).replace()
		edit.TidyBlocks(e.b)
	}
}

// isEnd reports whether a block ends the body, itself or by the block that returns from all places.
func isEnd(f *program.Shape, blk *program.Block) bool {
	for range 2 {
		t, ok := blk.Term.(program.GotoOp)
		switch {
		case !ok:
			return false
		case t.Target == program.Exit:
			return true
		}
		blk = f.Blocks[f.Index(t.Target)]
	}
	return false
}

// onlyReads reports whether a block calls nothing and changes no element of an array.
func onlyReads(blk *program.Block) bool {
	return !slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
		op, ok := in.(*program.PrimOp)
		return !ok || op.Op != program.OpCopy && op.Op.Form() == optab.Insert
	})
}

// tells reports whether an index in a block is known behind one of those that lead to it, and not in
// general.
func (e *expander) tells(from, b int) bool {
	return e.c.at[from].reached() && e.knowsIn(b, e.c.end(from, e.c.at[from]))
}

// follow gives a block its own copy of one that it leads to.
func (e *expander) follow(from, blk *program.Block) {
	own := &program.Block{Name: e.blocks.Fresh(blk.Name), Instrs: edit.CloneInstrs(blk.Instrs), Term: blk.Term}
	rename := map[string]string{blk.Name: own.Name}
	from.Term = from.Term.WithTargets(func(label string) string { return edit.RenamedName(label, rename) })
	g := e.b.Graph
	g.Blocks = slices.Insert(g.Blocks, slices.Index(g.Blocks, blk)+1, own)
}
