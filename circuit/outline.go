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
	// into is the place of a block in the tree of dominators, and out that behind all below it.
	into, out []int32
}

// outlined returns the outline of a circuit, which must not be changed.
func (c *Circuit) outlined() *outline {
	if c.outline != nil {
		return c.outline
	}
	type found struct {
		head      Ref
		next, end int // what follows, in the list of all that follows
	}
	heads := append(make([]found, 0, 32), found{head: Root(StateEntry)})
	next := make([]Ref, 0, 32)
	seen := c.newMark()
	seen.set(heads[0].head)
	for i := 0; i < len(heads); i++ {
		first := len(next)
		next = c.transitions(next, heads[i].head)
		heads[i].next, heads[i].end = first, len(next)
		for _, to := range next[first:] {
			if seen.set(to) {
				heads = append(heads, found{head: to})
			}
		}
	}
	slices.SortStableFunc(heads[1:], func(a, b found) int { return int(c.notes[a.head].seq - c.notes[b.head].seq) })
	for i := range heads {
		c.gates[heads[i].head].level = int32(i)
	}
	o := c.outlines.One()
	*o = outline{blocks: c.blocks.Cut(len(heads))}
	succs, slab := c.flow.Slots(len(heads)), c.flow.Ints(len(next))
	for i := range heads {
		b := &o.blocks[i]
		*b = Block{Head: heads[i].head, End: None}
		if end := c.Next(b.Head); end != None && endStates.has(c.Kind(end)) {
			b.End = end
		}
		ways := next[heads[i].next:heads[i].end]
		b.Succs, slab = slab[:len(ways):len(ways)], slab[len(ways):]
		for k, to := range ways {
			b.Succs[k] = int(c.gates[to].level)
		}
		succs[i] = b.Succs
	}
	o.graph = c.flow.Graph(succs)
	o.dom = flow.NewDominators(o.graph)
	o.loops = flow.NewLoops(o.graph)
	o.number(c)
	c.outline = o
	return o
}

// number numbers the blocks so that a block dominates those between its numbers.
func (o *outline) number(c *Circuit) {
	children := o.dom.Children()
	o.into, o.out = c.room(len(children), 0), c.room(len(children), 0)
	type visit struct{ block, next int }
	stack := append(make([]visit, 0, 32), visit{})
	at := int32(0)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == 0 {
			o.into[top.block] = at
			at++
		}
		if top.next < len(children[top.block]) {
			top.next++
			stack = append(stack, visit{block: children[top.block][top.next-1]})
			continue
		}
		o.out[top.block] = at
		stack = stack[:len(stack)-1]
	}
}

// endStates are the states that end a block.
var endStates = setOf(Return, Throw, IfBranch, SwitchBranch)

// restate forgets the outline, if a gate is a state.
func (c *Circuit) restate(k Kind) {
	if Schema[k].Part == Sequential {
		c.outline = nil
	}
}
