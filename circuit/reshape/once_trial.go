package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Whether a test may hold a second time is asked of package circuit, by a program that makes it twice.

// again reports whether a lane may take the way out of a test again in a call that a function makes of itself.
func (o *oncer) again(t *test, leads flow.Set) bool {
	without := *o.p
	without.Functions, without.Graph = nil, program.ControlFlowGraph{}
	tr := &trial{test: t, p: without.Clone(), vars: edit.NewVarNamer(o.p), blocks: edit.NewBlockNamer(o.p),
		in: slices.Clone(t.body.In)}
	for b, blk := range t.body.Graph.Clone().Blocks {
		if !leads.Has(b) {
			continue
		}
		for i, in := range t.Blocks[b].Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok && call == t.endless {
				tr.skipped = blk.Instrs[i]
			}
		}
		tr.add(t.lead(blk, leads, program.Exit))
	}
	tr.p.VarsIn, tr.p.VarsOut = program.Leaves(tr.in...), program.Leaves(t.body.In[0])
	if program.Verify(tr.p) != nil {
		return true // what it reads may be written by what it has not
	}
	circuit.Improve(tr.p, circuit.Options{})
	return slices.ContainsFunc(tr.p.Graph.Blocks, func(blk *program.Block) bool {
		_, ok := blk.Term.(program.FaultOp)
		return ok
	})
}

// trial is a program that a function's calls of itself are asked about: what leads to them, and, for
// some lanes, the test in what they call. What calls give is a parameter.
type trial struct {
	*test
	p            *program.Program
	vars, blocks *edit.Namer
	in           []string
	skipped      program.Instr // the copy of the call for ever
}

// add adds a block.
func (tr *trial) add(blk *program.Block) {
	tr.p.Graph.Blocks = append(tr.p.Graph.Blocks, blk)
	for at := 0; at < len(blk.Instrs); at++ {
		call, ok := blk.Instrs[at].(*program.FunctionCallOp)
		if !ok {
			continue
		}
		given := edit.Moves(call.Out, edit.Refs(tr.unknown(call.Out)), call.Pos)
		if call.Callee != tr.body.Name || blk.Instrs[at] == tr.skipped {
			blk.Instrs = slices.Concat(blk.Instrs[:at], given, blk.Instrs[at+1:])
			at += len(given) - 1
			continue
		}
		second := tr.second()
		rename := edit.Own(tr.p, second, program.Exit, tr.vars, tr.blocks)
		calling := tr.vars.Fresh(tr.body.Name + ".calls")
		tr.p.VarDefs.Add(calling, program.Of(program.Scalar(program.Bool)))
		tr.in = append(tr.in, calling)
		rest := &program.Block{
			Name: tr.blocks.Fresh(blk.Name + ".after"), Instrs: slices.Concat(given, blk.Instrs[at+1:]), Term: blk.Term,
		}
		blk.Instrs = append(blk.Instrs[:at:at], edit.Moves(edit.Renamed(second.In, rename), call.In, call.Pos)...)
		blk.Term = program.BranchOp{
			Cond: program.Ref(calling), Then: second.Graph.Blocks[0].Name, Else: rest.Name, Pos: call.Pos,
		}
		tr.p.Graph.Blocks = append(tr.p.Graph.Blocks, second.Graph.Blocks...)
		tr.add(rest)
		return
	}
}

// unknown are parameters like variables.
func (tr *trial) unknown(like []string) []string {
	names := edit.Renamed(like, edit.FreshVariables(tr.p, like, tr.vars))
	tr.in = append(tr.in, names...)
	return names
}

// lead makes a block lead to blocks in a set, or else to the label rest.
func (t *test) lead(blk *program.Block, in flow.Set, rest string) *program.Block {
	blk.Term = blk.Term.WithTargets(func(label string) string {
		if to := t.Index(label); to != t.Exit() && in.Has(to) {
			return label
		}
		return rest
	})
	return blk
}

// second is the test, with what is before it, in a call that a function makes of itself. Where it holds there is a
// fault.
func (t *test) second() *edit.Body {
	fault := &program.Block{Name: t.Blocks[t.to].Name, Term: program.FaultOp{Code: optab.StackOverflow}}
	with := t.before.Clone()
	with.Add(t.to)
	graph := &program.ControlFlowGraph{}
	for b, blk := range t.body.Graph.Clone().Blocks {
		if t.before.Has(b) {
			graph.Blocks = append(graph.Blocks, t.lead(blk, with, program.Exit))
		}
	}
	graph.Blocks = append(graph.Blocks, fault)
	return &edit.Body{Name: t.body.Name, Fn: t.body.Fn, Graph: graph, In: t.body.In}
}
