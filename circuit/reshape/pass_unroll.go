package reshape

import (
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// The limits of unrolling.
const (
	unrollCost = 64 // of all rounds together, in additions
	unrollMost = 4  // rounds
)

// unroll repeats a loop of one short block up to four times in that block. A
// lane that leaves in an earlier round keeps what is needed after the loop by
// selects, and does the other rounds for nothing. What the machine does once a
// block, it does once for several rounds then.
func unroll(p *program.Program) (*program.Program, error) {
	names, blocks := edit.NewVarNamer(p), edit.NewBlockNamer(p)
	for _, b := range edit.Bodies(p) {
		if repeatLoops(p, b, blocks) {
			// Each copy is a block that may run as part of the one before it.
			for predicateRound(p, b, names, blocks) {
				edit.TidyBlocks(b)
			}
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// repeatLoops puts copies of short loops behind them, and reports whether there
// was one.
func repeatLoops(p *program.Program, b *edit.Body, blocks *edit.Namer) bool {
	live := edit.NewLiveness(b, edit.Number(p))
	f := live.Shape
	var added []*program.Block
	for i, blk := range b.Graph.Blocks {
		t, ok := blk.Term.(program.BranchOp)
		if !ok || !p.VarDefs.Has(t.Cond.Name) || t.Then == t.Else || t.Then != blk.Name && t.Else != blk.Name {
			continue
		}
		leave := t.Then
		if leave == blk.Name {
			leave = t.Else
		}
		cost := 0
		for j, in := range blk.Instrs {
			if !edit.Speculatable(p, in) {
				cost = unrollCost
				break
			}
			cost += edit.Cost(p, in)
			for _, v := range live.Mentions[i][j].Writes {
				if live.IsLive(v, f.Index(leave)) {
					cost++ // a select
				}
			}
		}
		rounds := min(unrollMost, unrollCost/max(1, cost))
		if rounds < 2 || i == 0 {
			continue
		}
		loop := *blk
		last := blk
		for n := 2; n <= rounds; n++ {
			name := blocks.Fresh(blk.Name + ".round" + strconv.Itoa(n))
			next := &program.Block{Name: name, Instrs: edit.CloneInstrs(loop.Instrs), Term: loop.Term}
			last.Term = t.WithTargets(func(label string) string {
				if label == loop.Name {
					return next.Name
				}
				return label
			})
			added = append(added, next)
			last = next
		}
	}
	b.Graph.Blocks = append(b.Graph.Blocks, added...)
	return added != nil
}
