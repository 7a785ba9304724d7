package edit

import (
	"github.com/lockstep-simt/lockstep/program"
)

// Body is one function, or the main graph, of a program under construction.
// Passes edit the graph in place; it belongs to the clone they work on.
type Body struct {
	Name    string // program.MainName for the main graph
	Fn      *program.Function
	Graph   *program.ControlFlowGraph
	In, Out []string // leaves of VarsIn and VarsOut
}

// Bodies lists the main graph, then the functions in order.
func Bodies(p *program.Program) []*Body {
	bs := []*Body{{Name: program.MainName, Graph: &p.Graph, In: program.Variables(p.VarsIn),
		Out: program.Variables(p.VarsOut)}}
	for _, f := range p.Functions {
		bs = append(bs, &Body{Name: f.Name, Fn: f, Graph: &f.Graph, In: program.Variables(f.VarsIn),
			Out: program.Variables(f.VarsOut)})
	}
	return bs
}

// IsMain reports whether the body is the main graph.
func (b *Body) IsMain() bool { return b.Fn == nil }

// Calls calls f for every call of the body in order.
func (b *Body) Calls(f func(block *program.Block, i int, call *program.FunctionCallOp)) {
	for _, blk := range b.Graph.Blocks {
		for i, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				f(blk, i, call)
			}
		}
	}
}
