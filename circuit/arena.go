package circuit

import (
	"slices"
	"sync"
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
	rooms  []int32 // what schedules and analyses know of each gate, see room
	taken  int     // of rooms
}

// room returns so many numbers, all x. There is room behind them for those of gates that a pass makes.
func (a *arena) room(n int, x int32) []int32 {
	most := n + n/8 + 8
	if len(a.rooms)-a.taken < most {
		a.rooms, a.taken = make([]int32, max(most, 2*len(a.rooms), 1<<10)), 0
	}
	part := a.rooms[a.taken : a.taken+n : a.taken+most]
	a.taken += most
	for i := range part {
		part[i] = x
	}
	return part
}

var arenas = sync.Pool{New: func() any { return new(arena) }}

// newArena returns memory without anything in it.
func newArena() arena {
	a := *arenas.Get().(*arena)
	a.gates, a.slots, a.notes, a.metas = a.gates[:0], a.slots[:0], a.notes[:0], a.metas[:0]
	clear(a.metaAt)
	clear(a.equal.places)
	a.equal.used, a.taken = 0, 0
	return a
}

// release gives up a circuit, which must not be used any more.
func (c *Circuit) release() {
	c.forget()
	a := c.arena
	c.arena = arena{}
	arenas.Put(&a)
}

// knowns are what was known of circuits, whose memory is for what is found of others.
var knowns = sync.Pool{New: func() any { return new(known) }}

// forget gives up what is known of a circuit.
func (c *Circuit) forget() {
	if k := c.known; k != nil {
		c.known = nil
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
