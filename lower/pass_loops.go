package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// loops turns a call that a function makes of itself as its last act into a
// jump: the arguments become the parameters, all at once, and the body runs
// again. A block of its own in front keeps the entry free of jumps to it.
func loops(p *program.Program) (*program.Program, error) {
	names := blockNamer(p)
	g := newCallGraph(p)
	heads := map[*body]string{}
	for _, s := range g.sites {
		if !s.tail || s.caller != s.callee {
			continue
		}
		b := g.bodies[s.caller]
		if heads[b] == "" {
			head := b.graph.Blocks[0]
			entry := &program.Block{Name: head.Name, Term: program.GotoOp{Target: names.fresh(head.Name + ".loop"), Pos: b.fn.Pos}}
			head.Name = entry.Term.Targets()[0]
			b.graph.Blocks = slices.Insert(b.graph.Blocks, 0, entry)
			heads[b] = head.Name
		}
		s.block.Instrs = append(s.block.Instrs[:s.instr], moves(b.in, s.call.In, s.call.Pos)...)
		s.block.Term = program.GotoOp{Target: heads[b], Pos: s.call.Pos}
	}
	dropUnreached(p)
	return p, nil
}
