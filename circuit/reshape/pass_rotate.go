package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// rotateLimit is the greatest cost, in additions, of a loop test that is
// repeated at the loop's end.
const rotateLimit = 16

// rotateEntries is the greatest number of ways to a loop test that is repeated.
const rotateEntries = 4

// rotate repeats the test at the head of a loop at its end, in place of the
// jump to the head (loop inversion): a round of the loop is one block less. It
// is done where the test is cheap and calls nothing. A head that does not leave
// its loop stays: with two blocks behind it the loop would be entered at both,
// and lanes that enter together would no longer be known to go round together.
func rotate(p *program.Program) (*program.Program, error) {
	for _, b := range edit.Bodies(p) {
		rotateLoops(p, b)
		edit.TidyBlocks(b)
	}
	edit.DropUnreached(p)
	return p, nil
}

func rotateLoops(p *program.Program, b *edit.Body) {
	f := program.NewShape(b.Graph)
	circle, _ := flow.Components(f.Succs)
	dom := flow.NewDominators(f.Graph)
	heads := make([]bool, len(f.Blocks))
	for i, blk := range f.Blocks {
		heads[i] = isLoopTest(p, blk)
	}
	for _, l := range flow.NewLoops(f.Graph).All {
		leaves := slices.ContainsFunc(f.Succs[l.Header], func(to int) bool { return !l.Contains(to) })
		heads[l.Header] = heads[l.Header] && leaves
	}
	for i, blk := range f.Blocks {
		t, ok := blk.Term.(program.GotoOp)
		if !ok || t.Target == program.Exit {
			continue
		}
		head := f.Index(t.Target)
		if head == i || !heads[head] || len(f.Preds[head]) > rotateEntries || circle[head] != circle[i] {
			continue
		}
		if hasCostly(p, f.Blocks[head]) && !dom.Dominates(head, i) {
			continue // lanes that meet there do it together
		}
		blk.Instrs = append(blk.Instrs, edit.CloneInstrs(f.Blocks[head].Instrs)...)
		blk.Term = f.Blocks[head].Term.WithTargets(func(label string) string { return label })
	}
}

// isLoopTest reports whether a block decides something and is short enough to
// have twice.
func isLoopTest(p *program.Program, blk *program.Block) bool {
	if _, ok := blk.Term.(program.BranchOp); !ok {
		return false
	}
	cost := 0
	for _, in := range blk.Instrs {
		if _, ok := in.(*program.PrimOp); !ok {
			return false
		}
		cost += edit.Cost(p, in)
	}
	return cost <= rotateLimit
}

// hasCostly reports whether a block has an operation that is melded.
func hasCostly(p *program.Program, blk *program.Block) bool {
	return slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool { return edit.Cost(p, in) >= usualMelds.heavy })
}
