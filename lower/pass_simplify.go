package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// simplify shortens the bodies of a source-dialect program without changing
// what they compute: known branches become jumps, jumps to jumps are shortened,
// straight lines are joined, copies are forwarded, values nobody needs are not
// computed. An operation that may fault stays, and stays where it is.
func simplify(p *program.Program) (*program.Program, error) {
	vars := number(p)
	for _, b := range bodies(p) {
		// Each round can only open new chances by removing something, so the
		// number of rounds is bounded; it is two or three in practice.
		for again := true; again; {
			again = tidyBlocks(b)
			again = forwardCopies(p, b, vars) || again
			again = foldOperations(b) || again
			again = removeDead(p, b, vars) || again
		}
	}
	dropUnreached(p)
	return p, nil
}

// removeDead drops operations that cannot fault and whose results no result,
// branch, call or faulting operation depends on, and reports whether it
// dropped any.
func removeDead(p *program.Program, b *body, vars *numbering) bool {
	live := analyse(b, vars)
	useful := usefulVars(p, b, live)
	after := flow.NewSet(vars.len())
	changed := false
	for i, blk := range b.graph.Blocks {
		dead := make([]bool, len(blk.Instrs))
		live.walk(i, after, func(j int, in program.Instr) {
			op, ok := in.(*program.PrimOp)
			if !ok || canFault(p, op) {
				return
			}
			wanted := func(v int) bool { return after.Has(v) && useful.Has(v) }
			n, outs := len(op.Out), live.mentions[i][j].writes
			if op.Op == program.OpCopy && len(op.In) == n {
				keepPairs(op, func(k int) bool {
					return wanted(outs[k]) && op.In[k].Name != op.Out[k].Name
				})
			} else if !slices.ContainsFunc(outs, wanted) {
				op.Out = nil
			}
			changed = changed || len(op.Out) != n
			if len(op.Out) == 0 {
				dead[j] = true
				op.In = nil // so that the walk does not count its reads
			}
		})
		blk.Instrs = without(blk.Instrs, dead)
	}
	return changed
}

// usefulVars returns the variables that something lasting depends on, wherever
// it is: liveness alone would keep a counter that only counts itself.
func usefulVars(p *program.Program, b *body, live *liveness) flow.Set {
	useful := live.vars.set(b.out)
	mark := func(m *mention) {
		for _, v := range m.reads {
			useful.Add(v)
		}
	}
	var pending []*mention
	for i, blk := range b.graph.Blocks {
		for j, in := range blk.Instrs {
			m := &live.mentions[i][j]
			if op, ok := in.(*program.PrimOp); ok && !canFault(p, op) {
				pending = append(pending, m)
			} else {
				mark(m)
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := live.vars.operand(o); ok {
				useful.Add(v)
			}
		}
	}
	// What is useful is mostly found from the end of the body backwards.
	slices.Reverse(pending)
	for again := true; again; {
		again = false
		left := pending[:0]
		for _, m := range pending {
			if slices.ContainsFunc(m.writes, useful.Has) {
				mark(m)
				again = true
			} else {
				left = append(left, m)
			}
		}
		pending = left
	}
	return useful
}
