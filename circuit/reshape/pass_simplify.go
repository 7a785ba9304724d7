package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Simplify shortens the bodies of a source-dialect program without changing
// what they compute: known branches become jumps, jumps to jumps are shortened,
// straight lines are joined, copies are forwarded, values nobody needs are not
// computed, nor handed from function to function. An operation that may fault stays, and stays where it is.
func Simplify(p *program.Program) (*program.Program, error) {
	vars := edit.Number(p)
	simplifyBodies(p, vars)
	if dropHanded(p, vars) {
		simplifyBodies(p, vars)
	}
	edit.DropUnreached(p)
	return p, nil
}

func simplifyBodies(p *program.Program, vars *edit.Numbering) {
	for _, b := range edit.Bodies(p) {
		// Each round can only open new chances by removing something, so the
		// number of rounds is bounded; it is two or three in practice.
		for again := true; again; {
			again = edit.TidyBlocks(b)
			again = forwardCopies(p, b, vars) || again
			again = forwardArrays(p, b, vars) || again
			again = foldOperations(b) || again
			again = removeDead(p, b, vars) || again
		}
	}
}

// removeDead drops operations that cannot fault and whose results no result,
// branch, call or faulting operation depends on, and reports whether it
// dropped any.
func removeDead(p *program.Program, b *edit.Body, vars *edit.Numbering) bool {
	live := edit.NewLiveness(b, vars)
	useful := usefulVars(p, b, live)
	after := flow.NewSet(vars.Len())
	changed := false
	for i, blk := range b.Graph.Blocks {
		dead := make([]bool, len(blk.Instrs))
		live.Walk(i, after, func(j int, in program.Instr) {
			op, ok := in.(*program.PrimOp)
			if !ok || edit.CanFault(p, op) {
				return
			}
			wanted := func(v int) bool { return after.Has(v) && useful.Has(v) }
			n, outs := len(op.Out), live.Mentions[i][j].Writes
			if op.Op == program.OpCopy && len(op.In) == n {
				edit.KeepPairs(op, func(k int) bool {
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
		blk.Instrs = edit.Without(blk.Instrs, dead)
	}
	return changed
}

// usefulVars returns the variables that something lasting depends on, wherever
// it is: liveness alone would keep a counter that only counts itself.
func usefulVars(p *program.Program, b *edit.Body, live *edit.Liveness) flow.Set {
	useful := live.Vars.Set(b.Out)
	mark := func(m *edit.Mention) {
		for _, v := range m.Reads {
			useful.Add(v)
		}
	}
	var pending []*edit.Mention
	for i, blk := range b.Graph.Blocks {
		for j, in := range blk.Instrs {
			m := &live.Mentions[i][j]
			if op, ok := in.(*program.PrimOp); ok && !edit.CanFault(p, op) {
				pending = append(pending, m)
			} else {
				mark(m)
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := live.Vars.Operand(o); ok {
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
			if slices.ContainsFunc(m.Writes, useful.Has) {
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
