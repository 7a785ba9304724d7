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

// tidyBlocks improves the shape of a body's graph and reports whether it did.
func tidyBlocks(b *body) bool {
	g := b.graph
	if len(g.Blocks) == 0 {
		return false
	}
	changed := foldTerms(g)
	changed = threadJumps(g) || changed
	before := len(g.Blocks)
	dropBlocks(g)
	joinBlocks(g)
	return changed || len(g.Blocks) != before
}

// foldTerms turns branches and switches that can go one way only into jumps.
func foldTerms(g *program.ControlFlowGraph) bool {
	changed := false
	for _, blk := range g.Blocks {
		if target, ok := onlyTarget(blk.Term); ok {
			blk.Term = program.GotoOp{Target: target, Pos: blk.Term.Position()}
			changed = true
		}
	}
	return changed
}

func onlyTarget(t program.Terminator) (string, bool) {
	switch t := t.(type) {
	case program.BranchOp:
		if t.Cond.IsLiteral() {
			if t.Cond.Bits != 0 {
				return t.Then, true
			}
			return t.Else, true
		}
		return t.Then, t.Then == t.Else
	case program.SwitchOp:
		if t.X.IsLiteral() {
			if i := slices.Index(t.Values, t.X.Bits); i >= 0 {
				return t.Labels[i], true
			}
			return t.Default, true
		}
		for _, l := range t.Labels {
			if l != t.Default {
				return "", false
			}
		}
		return t.Default, true
	}
	return "", false
}

// threadJumps sends every jump to an empty block that only jumps on to where
// that goes in the end. An endless loop of empty blocks is left alone.
func threadJumps(g *program.ControlFlowGraph) bool {
	hop := map[string]string{}
	for _, blk := range g.Blocks {
		if t, ok := blk.Term.(program.GotoOp); ok && len(blk.Instrs) == 0 && t.Target != blk.Name {
			hop[blk.Name] = t.Target
		}
	}
	changed := false
	end := func(label string) string {
		to := label
		for range len(hop) {
			next, ok := hop[to]
			if !ok {
				break
			}
			to = next
		}
		if _, endless := hop[to]; endless {
			return label
		}
		changed = changed || to != label
		return to
	}
	for _, blk := range g.Blocks {
		blk.Term = blk.Term.WithTargets(end)
	}
	return changed
}

// joinBlocks appends to each block the one that only it jumps to.
func joinBlocks(g *program.ControlFlowGraph) {
	f := program.NewShape(g)
	joined := make([]bool, len(g.Blocks))
	for i, blk := range g.Blocks {
		if joined[i] {
			continue
		}
		// Others may hold the list; what is appended to it is its own.
		blk.Instrs = slices.Clip(blk.Instrs)
		for {
			t, ok := blk.Term.(program.GotoOp)
			if !ok {
				break
			}
			next := f.Index(t.Target)
			if next == f.Exit() || next == 0 || len(f.Preds[next]) != 1 || g.Blocks[next] == blk || joined[next] {
				break
			}
			joined[next] = true
			blk.Instrs = append(blk.Instrs, g.Blocks[next].Instrs...)
			blk.Term = g.Blocks[next].Term
		}
	}
	g.Blocks = without(g.Blocks, joined)
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
