package lower

import (
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
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
	names, blocks := varNamer(p), blockNamer(p)
	for _, b := range bodies(p) {
		if repeatLoops(p, b, blocks) {
			// Each copy is a block that may run as part of the one before it.
			for predicateRound(p, b, names, blocks) {
				tidyBlocks(b)
			}
		}
	}
	dropUnreached(p)
	return p, nil
}

// repeatLoops puts copies of short loops behind them, and reports whether there
// was one.
func repeatLoops(p *program.Program, b *body, blocks *namer) bool {
	live := analyse(b, number(p))
	f := live.shape
	var added []*program.Block
	for i, blk := range b.graph.Blocks {
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
			if !speculatable(p, in) {
				cost = unrollCost
				break
			}
			cost += primCost(p, in)
			for _, v := range live.mentions[i][j].writes {
				if live.isLive(v, f.Index(leave)) {
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
			name := blocks.fresh(blk.Name + ".round" + strconv.Itoa(n))
			next := &program.Block{Name: name, Instrs: cloneInstrs(loop.Instrs), Term: loop.Term}
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
	b.graph.Blocks = append(b.graph.Blocks, added...)
	return added != nil
}
