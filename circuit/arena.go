package circuit

import (
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/internal/slab"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// arena is the memory of a circuit. A program has many circuits, each of which lives for a millisecond, so what is left
// of one is room for another: collecting it took a quarter of the time of all passes.
type arena struct {
	gates  []gate
	slots  []slot
	notes  []note
	metas  []Meta
	metaAt []int32 // where metas are found, see intern
	equal  table
	// What schedules and analyses know of gates and blocks.
	numbers   slab.Of[int32]
	refs      slab.Of[Ref]
	lists     slab.Of[[]Ref]
	blocks    slab.Of[Block]
	schedules slab.Of[Schedule]
	outlines  slab.Of[outline]
	flow      flow.Room
	folder    folder
	sharer    sharer
	work      []Ref // room for what a pass has still to do, or has found
	states    []Ref // room for those that pass branches finds
	// What becomes Positions, Names and Callees.
	positions []program.Pos
	names     []string
	callees   []Callee
}

// room returns so many numbers, all x. There is room behind them for those of gates that a pass makes.
func (a *arena) room(n int, x int32) []int32 {
	part := a.numbers.Room(n + n/8 + 8)[:n]
	for i := range part {
		part[i] = x
	}
	return part
}

// empty takes back all that is in the memory.
func (a *arena) empty() {
	a.gates, a.slots, a.notes, a.metas = a.gates[:0], a.slots[:0], a.notes[:0], a.metas[:0]
	clear(a.metaAt)
	clear(a.equal.places)
	a.flow.Empty()
	a.equal.used = 0
	a.numbers.Empty()
	a.refs.Empty()
	a.lists.Empty()
	a.blocks.Empty()
	a.schedules.Empty()
	a.outlines.Empty()
}

// circuits are some that nobody uses any more, with their memory.
var circuits = sync.Pool{New: func() any { return new(Circuit) }}

// release gives up a circuit, which must not be used any more.
func (c *Circuit) release() {
	c.forget()
	a := c.arena
	a.positions, a.names, a.callees = c.Positions[:0], c.Names[:0], c.Callees[:0]
	*c = Circuit{arena: a}
	circuits.Put(c)
}

// knowns are what was known of circuits, whose memory is for what is found of others.
var knowns = sync.Pool{New: func() any { return new(known) }}

// forget gives up what is known of a circuit.
func (c *Circuit) forget() {
	if k := c.known; k != nil {
		c.known = nil
		if c.edits == k.edits {
			c.bounded = k.s
		}
		k.c, k.s, k.whole = nil, nil, nil
		knowns.Put(k)
	}
}

// zeros returns n zero values, in the memory of a slice that is not used any more if there is room.
func zeros[T any](old []T, n int) []T {
	old = slices.Grow(old[:0], n)[:n]
	clear(old)
	return old
}
