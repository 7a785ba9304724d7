package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// The limits of unfolding.
const (
	unfoldCost   = 260 // of a function with what was put into it, in additions
	unfoldLevels = 3
	unfoldKept   = 3 // variables that a loop with one call needs after it
)

// unfold puts a small recursive function in the place of its own calls, and of calls of
// functions that call it, a few levels deep: for code that calls, where a call costs as
// much as the work of such a function. A function that calls once, from a loop that needs
// much, stays: it would have no registers for two of these loops (measured on queens: 1.2 to
// 1.0 times the compiled loop; but on Ackermann's function, 1.4 to 3).
func unfold(p *program.Program) (*program.Program, error) {
	u := &unfolder{p: p, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p), g: edit.NewCallGraph(p),
		original: map[string]*edit.Body{}}
	stacking := u.g.Stacking()
	for i, b := range u.g.Bodies {
		if !b.IsMain() && stacking[u.g.Group[i]] && (!hasLoop(b.Graph) || u.calls(i) > 1 || u.kept(b) <= unfoldKept) {
			graph := b.Graph.Clone()
			u.original[b.Name] = &edit.Body{Name: b.Name, Fn: b.Fn, Graph: &graph, In: b.In, Out: b.Out}
		}
	}
	for _, b := range u.g.Bodies {
		if u.original[b.Name] != nil {
			u.function(b)
		}
	}
	return p, nil
}

type unfolder struct {
	p            *program.Program
	vars, blocks *edit.Namer
	g            *edit.CallGraph
	original     map[string]*edit.Body // of functions that may be copied
}

// hasLoop reports whether some way leads back.
func hasLoop(graph *program.ControlFlowGraph) bool {
	return len(flow.NewLoops(program.NewShape(graph).Graph).All) > 0
}

// calls counts the calls of a body that stay in its recursion.
func (u *unfolder) calls(i int) (n int) {
	for _, s := range u.g.Sites {
		if s.Caller == i && u.g.Internal(s) {
			n++
		}
	}
	return n
}

// kept is how many variables a body needs after a call, at most.
func (u *unfolder) kept(b *edit.Body) (most int) {
	vars := edit.Number(u.p)
	live, after := edit.NewLiveness(b, vars), flow.NewSet(vars.Len())
	for i := range b.Graph.Blocks {
		live.Walk(i, after, func(_ int, in program.Instr) {
			if _, ok := in.(*program.FunctionCallOp); ok {
				across := after.Clone()
				vars.Writes(in, across.Remove)
				most = max(most, across.Len())
			}
		})
	}
	return most
}

// function unfolds the calls of a function, level by level.
func (u *unfolder) function(b *edit.Body) {
	group := u.g.Group[u.g.Index[b.Name]]
	for range unfoldLevels {
		cost := edit.SizeOf(b)
		calls := map[*program.FunctionCallOp]bool{}
		b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
			from := u.original[call.Callee]
			if from != nil && u.g.Group[u.g.Index[call.Callee]] == group {
				cost += edit.SizeOf(from)
				calls[call] = true
			}
		})
		if len(calls) == 0 || cost > unfoldCost {
			return
		}
		u.expandAll(b, func(call *program.FunctionCallOp) bool { return calls[call] })
	}
}

// expandAll replaces the calls of a body that are among some by copies of what is called.
func (u *unfolder) expandAll(b *edit.Body, among func(*program.FunctionCallOp) bool) {
	for i := 0; i < len(b.Graph.Blocks); i++ {
		for at, in := range b.Graph.Blocks[i].Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok && among(call) {
				u.expand(b, i, at, call)
				break // the rest of the block is in a new one, further down
			}
		}
	}
}

// expand replaces the call at instruction at of block i by a copy of what is called.
func (u *unfolder) expand(b *edit.Body, i, at int, call *program.FunctionCallOp) {
	from := u.original[call.Callee]
	blk := b.Graph.Blocks[i]
	rest := &program.Block{
		Name:   u.blocks.Fresh(blk.Name + ".after"),
		Instrs: slices.Clone(blk.Instrs[at+1:]),
		Term:   blk.Term,
	}
	back := u.blocks.Fresh(from.Name + ".return")
	graph := from.Graph.Clone()
	copied := &edit.Body{Name: from.Name, Fn: from.Fn, Graph: &graph, In: from.In, Out: from.Out}
	rename := edit.Own(u.p, copied, back, u.vars, u.blocks)
	leave := &program.Block{
		Name:   back,
		Instrs: edit.Moves(call.Out, edit.Refs(edit.Renamed(from.Out, rename)), call.Pos),
		Term:   program.GotoOp{Target: rest.Name, Pos: call.Pos},
	}
	blk.Instrs = append(blk.Instrs[:at:at], edit.Moves(edit.Renamed(from.In, rename), call.In, call.Pos)...)
	blk.Term = program.GotoOp{Target: graph.Blocks[0].Name, Pos: call.Pos}
	b.Graph.Blocks = slices.Concat(b.Graph.Blocks[:i+1], graph.Blocks, []*program.Block{leave, rest},
		b.Graph.Blocks[i+1:])
}
