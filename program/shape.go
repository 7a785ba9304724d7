package program

import (
	"github.com/lockstep-simt/lockstep/internal/places"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Shape is a control-flow graph by numbers, as one call of a function goes
// through it: a pushgoto leads to the block that it returns to. Block i is
// Blocks[i], and the end, to which Exit leads, is one more, without successors.
type Shape struct {
	*flow.Graph
	Blocks []*Block
	// Ways are where a block leads to, as its terminator says it: a block may be there twice.
	Ways   [][]int
	labels []string     // of blocks, as they were
	places places.Table // of blocks, by label
}

// NewShape returns the shape of a graph. It stays as it is when the graph is
// changed.
func NewShape(g *ControlFlowGraph) *Shape { return NewShapeIn(nil, g) }

// NewShapeIn is NewShape in a room, which may be nil.
func NewShapeIn(room *flow.Room, g *ControlFlowGraph) *Shape {
	s := &Shape{Blocks: g.Blocks, labels: make([]string, len(g.Blocks)),
		places: places.New(len(g.Blocks))}
	for i, b := range g.Blocks {
		s.labels[i] = b.Name
		s.places.Add(places.Hash(b.Name), i)
	}
	s.Ways = room.Slots(len(g.Blocks) + 1)
	s.Ways[s.Exit()] = nil
	all := room.Ints(2 * len(g.Blocks))[:0] // of all blocks; what is there stays if it grows
	for i, b := range g.Blocks {
		first := len(all)
		switch t := b.Term.(type) {
		case GotoOp:
			all = append(all, s.Index(t.Target))
		case PushGotoOp:
			all = append(all, s.Index(t.Return))
		case BranchOp:
			all = append(all, s.Index(t.Then), s.Index(t.Else))
		default:
			for _, label := range t.Targets() {
				all = append(all, s.Index(label))
			}
		}
		s.Ways[i] = all[first:]
	}
	s.Graph = room.Graph(s.Ways)
	return s
}

// Index returns the number of the block with a label, which must exist.
func (s *Shape) Index(label string) int {
	if label == Exit {
		return s.Exit()
	}
	t := s.places
	for at := t.Start(places.Hash(label)); t.Has(at); at = t.Next(at) {
		if i := t.At(at); s.labels[i] == label {
			return i
		}
	}
	return 0
}

// Exit returns the number of the end.
func (s *Shape) Exit() int { return len(s.Blocks) }

// Recurses reports whether a call may lead to itself before it returns: whether one leads, by jumps and further calls,
// from where it goes to where it was made.
func (s *Shape) Recurses() bool {
	for from := range s.Blocks {
		t, ok := s.callOf(from)
		if !ok {
			continue
		}
		seen := make([]bool, len(s.Blocks)+1)
		for work := []int{s.Index(t.Target)}; len(work) > 0; {
			i := work[len(work)-1]
			if work = work[:len(work)-1]; seen[i] {
				continue
			}
			if i == from {
				return true
			}
			seen[i] = true
			work = append(work, s.Succs[i]...)
			if t, ok := s.callOf(i); ok {
				work = append(work, s.Index(t.Target))
			}
		}
	}
	return false
}

// callOf is the call that block i ends with, if it ends with one.
func (s *Shape) callOf(i int) (t PushGotoOp, ok bool) {
	if i < len(s.Blocks) {
		t, ok = s.Blocks[i].Term.(PushGotoOp)
	}
	return t, ok
}
