package lower

import (
	"github.com/lockstep-simt/lockstep/program"
)

// body is one function, or the main graph, of a program under construction.
// Passes edit the graph in place; it belongs to the clone they work on.
type body struct {
	name    string // program.MainName for the main graph
	fn      *program.Function
	graph   *program.ControlFlowGraph
	in, out []string // leaves of VarsIn and VarsOut
}

// bodies lists the main graph, then the functions in order.
func bodies(p *program.Program) []*body {
	bs := []*body{{name: program.MainName, graph: &p.Graph, in: program.Variables(p.VarsIn), out: program.Variables(p.VarsOut)}}
	for _, f := range p.Functions {
		bs = append(bs, &body{name: f.Name, fn: f, graph: &f.Graph, in: program.Variables(f.VarsIn), out: program.Variables(f.VarsOut)})
	}
	return bs
}

func (b *body) isMain() bool { return b.fn == nil }

// calls calls f for every call of the body in order.
func (b *body) calls(f func(block *program.Block, i int, call *program.FunctionCallOp)) {
	for _, blk := range b.graph.Blocks {
		for i, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				f(blk, i, call)
			}
		}
	}
}
