package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// loops turns a call that a function makes of itself as its last act into a
// jump: the arguments become the parameters, all at once, and the body runs
// again. A block of its own in front keeps the entry free of jumps to it.
func loops(p *program.Program) (*program.Program, error) {
	names := edit.NewBlockNamer(p)
	g := edit.NewCallGraph(p)
	heads := map[*edit.Body]string{}
	for _, s := range g.Sites {
		if !s.Tail || s.Caller != s.Callee {
			continue
		}
		b := g.Bodies[s.Caller]
		if heads[b] == "" {
			head := b.Graph.Blocks[0]
			entry := &program.Block{Name: head.Name, Term: program.GotoOp{Target: names.Fresh(head.Name + ".loop"),
				Pos: b.Fn.Pos}}
			head.Name = entry.Term.Targets()[0]
			b.Graph.Blocks = slices.Insert(b.Graph.Blocks, 0, entry)
			heads[b] = head.Name
		}
		s.Block.Instrs = append(s.Block.Instrs[:s.Instr], edit.Moves(b.In, s.Call.In, s.Call.Pos)...)
		s.Block.Term = program.GotoOp{Target: heads[b], Pos: s.Call.Pos}
	}
	edit.DropUnreached(p)
	return p, nil
}
