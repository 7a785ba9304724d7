package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// direct replaces returns by the end of the lane where no call is pending,
// ever: in a program without a pushgoto. Its functions are then part of main.
func direct(p *program.Program) (*program.Program, error) {
	for _, blk := range p.Graph.Blocks {
		if _, ok := blk.Term.(program.PushGotoOp); ok {
			return p, nil
		}
	}
	for _, blk := range p.Graph.Blocks {
		if t, ok := blk.Term.(program.IndirectGotoOp); ok {
			blk.Term = program.GotoOp{Target: program.Exit, Pos: t.Pos}
		}
	}
	p.Functions = nil
	return p, nil
}

// thread shortens jumps to jumps in the lowered graph, and jumps to returns.
// Calls enter a function behind an empty entry block.
func thread(p *program.Program) (*program.Program, error) {
	edit.ThreadJumps(&p.Graph)
	returns := map[string]program.Terminator{}
	next := map[string]string{} // of empty blocks that only jump
	for _, blk := range p.Graph.Blocks {
		if len(blk.Instrs) > 0 {
			continue
		}
		switch t := blk.Term.(type) {
		case program.IndirectGotoOp:
			returns[blk.Name] = t
		case program.GotoOp:
			next[blk.Name] = t.Target
		}
	}
	for _, blk := range p.Graph.Blocks {
		if t, ok := blk.Term.(program.GotoOp); ok && returns[t.Target] != nil {
			blk.Term = returns[t.Target]
		}
	}
	for _, f := range p.Functions {
		to, ok := next[f.Entry]
		taken := to == program.Exit || slices.ContainsFunc(p.Functions,
			func(g *program.Function) bool { return g.Entry == to })
		if ok && !taken {
			f.Entry = to
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// layout puts the blocks in the order in which the earliest-block schedule
// prefers them: the entry, then blocks without operations, which only pop and
// jump, so that lanes gather behind them, then the others as they were.
func layout(p *program.Program) (*program.Program, error) {
	if len(p.Graph.Blocks) > 0 {
		slices.SortStableFunc(p.Graph.Blocks[1:], func(a, b *program.Block) int {
			return weight(a) - weight(b)
		})
	}
	return p, nil
}

// weight is 0 for a block without operations and 1 for any other.
func weight(blk *program.Block) int {
	for _, in := range blk.Instrs {
		if _, ok := in.(*program.PrimOp); ok {
			return 1
		}
	}
	return 0
}
