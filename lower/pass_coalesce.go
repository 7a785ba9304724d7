package lower

import (
	"github.com/lockstep-simt/lockstep/circuit/reshape"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// coalesce gives one name to variables that are copied to each other and never
// hold different values that are both still needed. The copies then vanish,
// and with them most of what frontends write for values that flow round a
// loop. Variables of different bodies are not merged here; see unify.
func coalesce(p *program.Program) (*program.Program, error) {
	splitResults(p)
	m := newMerger(p)
	for _, b := range m.g.Bodies {
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				if op, ok := edit.IsCopy(in); ok && len(op.In) == len(op.Out) {
					for i, o := range op.Out {
						m.propose(o.Name, op.In[i].Name)
					}
				}
			}
		}
	}
	proposeInserts(m)
	// A call moves its arguments to parameters and its results to the caller's
	// variables: copies too, once it is lowered.
	for _, s := range m.g.Sites {
		if s.Caller == s.Callee {
			m.proposeCall(s, true)
		}
	}
	m.apply()
	return reshape.Simplify(p)
}

// proposeInserts proposes an array and what it becomes with another element: of one name, the element is written in
// place. What was a copy of the array before may have been forwarded to here.
func proposeInserts(m *merger) {
	for _, b := range m.g.Bodies {
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				if op, ok := in.(*program.PrimOp); ok && op.Op.Info().Row.Form == optab.Insert {
					m.propose(op.Out[0].Name, op.In[0].Name)
				}
			}
		}
	}
}

// splitResults gives a function a result of its own where the variable that it
// returns is live across a call that writes it: a recursive sum, say. Such a
// variable needs a stack, and as a result it would be pushed by every
// activation, also by those that call nothing; the new one is only copied to.
func splitResults(p *program.Program) {
	if len(p.Functions) == 0 {
		edit.DropUnreached(p)
		return
	}
	m := newMerger(p)
	m.collect(newConflicts(flow.NewSet(m.vars.Len())))
	names := edit.NewVarNamer(p)
	for _, b := range m.g.Bodies[1:] {
		split := map[string]string{}
		var from, to []string
		for _, name := range b.Out {
			if m.stacked(m.vars.Index(name)) {
				split[name] = names.Fresh(name + ".out")
				p.VarDefs.Add(split[name], p.VarDefs.Def(name).Type)
				from, to = append(from, name), append(to, split[name])
			}
		}
		if len(split) == 0 {
			continue
		}
		b.Fn.VarsOut = program.MapPattern(b.Fn.VarsOut, func(name string) string {
			return edit.RenamedName(name, split)
		})
		// A block that only returns copies at its end; branches that return
		// share a block for it.
		ret := &program.Block{
			Name:   edit.NewBlockNamer(p).Fresh(b.Name + ".results"),
			Instrs: edit.Moves(to, edit.Refs(from), b.Fn.Pos),
			Term:   program.GotoOp{Target: program.Exit, Pos: b.Fn.Pos},
		}
		for _, blk := range b.Graph.Blocks {
			if t, ok := blk.Term.(program.GotoOp); ok && t.Target == program.Exit {
				blk.Instrs = append(blk.Instrs, edit.Moves(to, edit.Refs(from), t.Pos)...)
				continue
			}
			blk.Term = blk.Term.WithTargets(func(label string) string {
				if label == program.Exit {
					return ret.Name
				}
				return label
			})
		}
		b.Graph.Blocks = append(b.Graph.Blocks, ret)
	}
	edit.DropUnreached(p)
}

// unify gives one name to variables of different bodies between which a call
// moves values: arguments and parameters, results and what receives them. Where
// a body returns what a call returned, the call can then be a jump. It works in
// place and breaks the source dialect's rule that a variable belongs to one
// body, so it runs only inside the pass that lowers calls. Storage classes stay
// right: a merge that would need a stack where none was needed is refused.
func unify(p *program.Program) {
	m := newMerger(p)
	for _, s := range m.g.Sites {
		if s.Tail { // first, since a jump saves most
			m.proposeCall(s, false)
		}
	}
	for _, s := range m.g.Sites {
		m.proposeCall(s, true)
	}
	m.apply()
}
