package edit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// TidyBlocks improves the shape of a body's graph and reports whether it did.
func TidyBlocks(b *Body) bool {
	g := b.Graph
	if len(g.Blocks) == 0 {
		return false
	}
	changed := foldTerms(g)
	changed = ThreadJumps(g) || changed
	before := len(g.Blocks)
	DropBlocks(g)
	joinBlocks(g)
	return changed || len(g.Blocks) != before
}

// foldTerms turns branches and switches that can go one way only into jumps.
func foldTerms(g *program.ControlFlowGraph) bool {
	changed := false
	for _, blk := range g.Blocks {
		if target, ok := OnlyTarget(blk.Term); ok {
			blk.Term = program.GotoOp{Target: target, Pos: blk.Term.Position()}
			changed = true
		}
	}
	return changed
}

// OnlyTarget returns where a terminator leads that has a literal, or the same target for all, to decide by.
func OnlyTarget(t program.Terminator) (string, bool) {
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

// ThreadJumps sends every jump to an empty block that only jumps on to where
// that goes in the end. An endless loop of empty blocks is left alone.
func ThreadJumps(g *program.ControlFlowGraph) bool {
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
	g.Blocks = Without(g.Blocks, joined)
}

// TermPos returns a place in the source for what is done where a block begins.
func TermPos(blk *program.Block) program.Pos {
	if len(blk.Instrs) > 0 {
		return blk.Instrs[0].Position()
	}
	return blk.Term.Position()
}
