package circuit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/flow"
)

// outline is the sequential part of a circuit as blocks: those that the entry reaches, in the order of their homes,
// without what is computed in them. It holds until a state or a wire between states changes.
type outline struct {
	blocks []Block
	graph  *flow.Graph
	dom    *flow.Dominators
	loops  *flow.Loops
}

// outlined returns the outline of a circuit, which must not be changed.
func (c *Circuit) outlined() *outline {
	if c.outline != nil {
		return c.outline
	}
	type found struct {
		head Ref
		next []Ref
	}
	heads := []found{{Root(StateEntry), nil}}
	seen := c.NewMark()
	seen.Set(heads[0].head)
	for i := 0; i < len(heads); i++ {
		heads[i].next = c.Transitions(heads[i].head)
		for _, to := range heads[i].next {
			if seen.Set(to) {
				heads = append(heads, found{to, nil})
			}
		}
	}
	slices.SortStableFunc(heads[1:], func(a, b found) int { return int(c.notes[a.head].seq - c.notes[b.head].seq) })
	for i := range heads {
		c.gates[heads[i].head].level = int32(i)
	}
	o := &outline{blocks: make([]Block, len(heads))}
	succs := make([][]int, len(heads))
	for i := range heads {
		b := &o.blocks[i]
		b.Head, b.End = heads[i].head, None
		if end := c.Next(b.Head); end != None && endStates.has(c.Kind(end)) {
			b.End = end
		}
		b.Succs = make([]int, len(heads[i].next))
		for k, to := range heads[i].next {
			b.Succs[k] = int(c.gates[to].level)
		}
		succs[i] = b.Succs
	}
	o.graph = flow.NewGraph(succs)
	o.dom = flow.NewDominators(o.graph)
	o.loops = flow.NewLoops(o.graph)
	c.outline = o
	return o
}

// endStates are the states that end a block.
var endStates = setOf(Return, Throw, IfBranch, SwitchBranch)

// restate forgets the outline, if a gate is a state.
func (c *Circuit) restate(k Kind) {
	if Schema[k].Part == Sequential {
		c.outline = nil
	}
}
