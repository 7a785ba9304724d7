package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// coalesce gives one name to variables that are copied to each other and never
// hold different values that are both still needed. The copies then vanish,
// and with them most of what frontends write for values that flow round a
// loop. Variables of different bodies are not merged here; see unify.
func coalesce(p *program.Program) (*program.Program, error) {
	splitResults(p)
	m := newMerger(p)
	for _, b := range m.g.bodies {
		for _, blk := range b.graph.Blocks {
			for _, in := range blk.Instrs {
				if op, ok := isCopy(in); ok && len(op.In) == len(op.Out) {
					for i, o := range op.Out {
						m.propose(o.Name, op.In[i].Name)
					}
				}
			}
		}
	}
	// A call moves its arguments to parameters and its results to the caller's
	// variables: copies too, once it is lowered.
	for _, s := range m.g.sites {
		if s.caller == s.callee {
			m.proposeCall(s, true)
		}
	}
	m.apply()
	return simplify(p)
}

// splitResults gives a function a result of its own where the variable that it
// returns is live across a call that writes it: a recursive sum, say. Such a
// variable needs a stack, and as a result it would be pushed by every
// activation, also by those that call nothing; the new one is only copied to.
func splitResults(p *program.Program) {
	if len(p.Functions) == 0 {
		dropUnreached(p)
		return
	}
	m := newMerger(p)
	m.collect(newConflicts(flow.NewSet(m.vars.len())))
	names := varNamer(p)
	for _, b := range m.g.bodies[1:] {
		split := map[string]string{}
		var from, to []string
		for _, name := range b.out {
			if m.stacked(m.vars.index(name)) {
				split[name] = names.fresh(name + ".out")
				p.VarDefs.Add(split[name], p.VarDefs.Def(name).Type)
				from, to = append(from, name), append(to, split[name])
			}
		}
		if len(split) == 0 {
			continue
		}
		b.fn.VarsOut = program.MapPattern(b.fn.VarsOut, func(name string) string { return renamedName(name, split) })
		// A block that only returns copies at its end; branches that return
		// share a block for it.
		ret := &program.Block{
			Name:   blockNamer(p).fresh(b.name + ".results"),
			Instrs: moves(to, refs(from), b.fn.Pos),
			Term:   program.GotoOp{Target: program.Exit, Pos: b.fn.Pos},
		}
		for _, blk := range b.graph.Blocks {
			if t, ok := blk.Term.(program.GotoOp); ok && t.Target == program.Exit {
				blk.Instrs = append(blk.Instrs, moves(to, refs(from), t.Pos)...)
				continue
			}
			blk.Term = blk.Term.WithTargets(func(label string) string {
				if label == program.Exit {
					return ret.Name
				}
				return label
			})
		}
		b.graph.Blocks = append(b.graph.Blocks, ret)
	}
	dropUnreached(p)
}

// unify gives one name to variables of different bodies between which a call
// moves values: arguments and parameters, results and what receives them. Where
// a body returns what a call returned, the call can then be a jump. It works in
// place and breaks the source dialect's rule that a variable belongs to one
// body, so it runs only inside the pass that lowers calls. Storage classes stay
// right: a merge that would need a stack where none was needed is refused.
func unify(p *program.Program) {
	m := newMerger(p)
	for _, s := range m.g.sites {
		if s.tail { // first, since a jump saves most
			m.proposeCall(s, false)
		}
	}
	for _, s := range m.g.sites {
		m.proposeCall(s, true)
	}
	m.apply()
}
