package program

import "github.com/lockstep-simt/lockstep/program/flow"

// Shape is a control-flow graph by numbers, as one call of a function goes
// through it: a pushgoto leads to the block that it returns to. Block i is
// Blocks[i], and the end, to which Exit leads, is one more, without successors.
type Shape struct {
	*flow.Graph
	Blocks []*Block
	index  map[string]int
}

// NewShape returns the shape of a graph. It stays as it is when the graph is
// changed.
func NewShape(g *ControlFlowGraph) *Shape {
	s := &Shape{Blocks: g.Blocks, index: make(map[string]int, len(g.Blocks)+1)}
	for i, b := range g.Blocks {
		s.index[b.Name] = i
	}
	s.index[Exit] = len(g.Blocks)
	succs := make([][]int, len(g.Blocks)+1)
	for i, b := range g.Blocks {
		labels := b.Term.Targets()
		if t, ok := b.Term.(PushGotoOp); ok {
			labels = []string{t.Return}
		}
		succs[i] = make([]int, len(labels))
		for k, label := range labels {
			succs[i][k] = s.index[label]
		}
	}
	s.Graph = flow.NewGraph(succs)
	return s
}

// Index returns the number of the block with a label, which must exist.
func (s *Shape) Index(label string) int { return s.index[label] }

// Exit returns the number of the end.
func (s *Shape) Exit() int { return len(s.Blocks) }
