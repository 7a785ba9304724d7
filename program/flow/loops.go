package flow

import (
	"math"
	"slices"
)

// Loop is a circle of blocks with everything that is on some way round.
type Loop struct {
	// Header is the block through which the loop is entered. Where there are
	// several, the loop is irreducible and this is the first of them.
	Header int
	// Blocks are its blocks in ascending order, those of inner loops included.
	Blocks []int
	// Depth is the number of loops around it and itself.
	Depth int
	// Irreducible is set if the loop is entered at more than one block.
	Irreducible bool
	// Parent is the loop around it, or nil; Inner are the outermost loops in it.
	Parent *Loop
	Inner  []*Loop
}

// Loops is the loop nest of a graph. A loop is a strongly connected component;
// without the edges to its header, the components inside it are its inner
// loops, and so on (B. Steensgaard, "Sequentializing program dependence graphs
// for irreducible programs", 1993). A loop with one way in is the natural loop
// of its header: the union of those of all its back edges. Blocks that the entry
// does not reach have loops too, but are not ways into those that it reaches.
type Loops struct {
	// All has outer loops before those inside them.
	All []*Loop
	// Of is the innermost loop around a block, or nil.
	Of []*Loop
}

// NewLoops finds the loops of a graph.
func NewLoops(g *Graph) *Loops {
	l := &Loops{Of: g.room.loopsOf(g.Len())}
	f := &loopFinder{g: g, l: l, place: g.room.Ints(g.Len()), reached: g.room.Set(g.Len())}
	f.reached.Add(0)
	g.Reach(0, -1, f.reached)
	all := g.room.Ints(g.Len())
	for i := range all {
		all[i], f.place[i] = i, -1
	}
	f.find(all, nil)
	return l
}

type loopFinder struct {
	g     *Graph
	l     *Loops
	place []int // of a block among those that are looked at, or -1
	// reached are the blocks that the entry reaches.
	reached Set
}

// find finds the loops among the given blocks. Edges to the header of the loop
// around them do not count.
func (f *loopFinder) find(blocks []int, around *Loop) {
	for i, b := range blocks {
		f.place[b] = i
	}
	succs, n := f.g.room.Slots(len(blocks)), 0
	for _, b := range blocks {
		n += len(f.g.Succs[b])
	}
	slab := f.g.room.Ints(n)[:0]
	for i, b := range blocks {
		from := len(slab)
		for _, to := range f.g.Succs[b] {
			if at := f.place[to]; at >= 0 && (around == nil || to != around.Header) {
				slab = append(slab, at)
			}
		}
		succs[i] = slab[from:len(slab):len(slab)]
	}
	for _, b := range blocks {
		f.place[b] = -1
	}
	_, components := components(f.g.room, succs)
	for _, c := range components {
		if len(c) == 1 && !slices.Contains(succs[c[0]], c[0]) {
			continue
		}
		loop := f.g.room.loop()
		loop.Depth, loop.Parent, loop.Blocks = 1, around, f.g.room.Ints(len(c))
		for i, at := range c {
			loop.Blocks[i] = blocks[at]
		}
		if around != nil {
			loop.Depth = around.Depth + 1
			around.Inner = append(around.Inner, loop)
		}
		f.enter(loop)
		f.l.All = append(f.l.All, loop)
		f.find(loop.Blocks, loop)
	}
}

// enter finds out where a loop is entered.
func (f *loopFinder) enter(loop *Loop) {
	for _, b := range loop.Blocks {
		f.l.Of[b] = loop
	}
	var ways []int
	for _, b := range loop.Blocks {
		if b == 0 || slices.ContainsFunc(f.g.Preds[b], func(p int) bool {
			return f.l.Of[p] != loop && (f.reached.Has(p) || !f.reached.Has(b))
		}) {
			ways = append(ways, b)
		}
	}
	loop.Header, loop.Irreducible = loop.Blocks[0], len(ways) > 1
	if len(ways) > 0 {
		loop.Header = ways[0]
	}
}

// Contains reports whether a block is in the loop.
func (l *Loop) Contains(b int) bool {
	_, found := slices.BinarySearch(l.Blocks, b)
	return found
}

// Encloses reports whether m is the loop or inside it; a nil m is not.
func (l *Loop) Encloses(m *Loop) bool {
	for m != nil && m.Depth > l.Depth {
		m = m.Parent
	}
	return m == l
}

// Exits lists the blocks outside that edges from inside lead to, in ascending
// order.
func (l *Loop) Exits(g *Graph) []int {
	var exits []int
	for _, b := range l.Blocks {
		for _, to := range g.Succs[b] {
			if !l.Contains(to) {
				exits = append(exits, to)
			}
		}
	}
	slices.Sort(exits)
	return slices.Compact(exits)
}

// Weights returns how often blocks are taken to run: eight times for each loop around them.
func (l *Loops) Weights() []float64 {
	weights := make([]float64, len(l.Of))
	for b, in := range l.Of {
		weights[b] = 1
		if in != nil {
			weights[b] = math.Exp2(3 * float64(min(in.Depth, 8)))
		}
	}
	return weights
}
