package flow

import "slices"

// Dominators gives each block its immediate dominator, by the iteration of K.
// Cooper, T. Harvey and K. Kennedy, "A simple, fast dominance algorithm" (2001).
// A block that the root does not reach has none.
type Dominators struct {
	// Idom is the immediate dominator: the root's is itself, and -1 is that of a
	// block that the root does not reach.
	Idom []int
	g    *Graph
	rank []int // in postorder
}

// NewDominators returns the dominators of a graph from its entry.
func NewDominators(g *Graph) *Dominators { return dominatorsFrom(g, 0) }

// NewPostDominators returns what every way from a block to an end goes through.
// The ends are the blocks without successors, and one block of each circle that
// is never left; behind them all is a block of its own, with the number g.Len().
func NewPostDominators(g *Graph) *Dominators {
	end := g.Len()
	succs := make([][]int, end+1)
	reached := NewSet(end + 1)
	for b, list := range g.Succs {
		for _, to := range list {
			succs[to] = append(succs[to], b)
		}
		if len(list) == 0 {
			succs[end] = append(succs[end], b)
		}
	}
	r := &Graph{Succs: succs}
	r.Reach(end, -1, reached)
	for _, b := range g.Postorder(0) { // the last block of a circle first
		if !reached.Has(b) {
			succs[end] = append(succs[end], b)
			reached.Add(b)
			r.Reach(b, -1, reached)
		}
	}
	return dominatorsFrom(NewGraph(succs), end)
}

func dominatorsFrom(g *Graph, root int) *Dominators {
	d := g.room.orOwn().dominators.One()
	*d = Dominators{Idom: g.room.Ints(g.Len()), g: g, rank: g.room.Ints(g.Len())}
	order := g.Postorder(root)
	for i := range d.Idom {
		d.Idom[i] = -1
	}
	for i, b := range order {
		d.rank[b] = i
	}
	d.Idom[root] = root
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(order[:len(order)-1]) { // without the root
			dom := -1
			for _, p := range g.Preds[b] {
				switch {
				case d.Idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = d.Common(dom, p)
				}
			}
			if dom != d.Idom[b] {
				d.Idom[b] = dom
				changed = true
			}
		}
	}
	return d
}

// Reached reports whether the root reaches a block.
func (d *Dominators) Reached(b int) bool { return d.Idom[b] >= 0 }

// Common returns the nearest block that dominates both. Both must be reached.
func (d *Dominators) Common(a, b int) int {
	for a != b {
		for d.rank[a] < d.rank[b] {
			a = d.Idom[a]
		}
		for d.rank[b] < d.rank[a] {
			b = d.Idom[b]
		}
	}
	return a
}

// Dominates reports whether every way from the root to b goes through a. Both
// must be reached.
func (d *Dominators) Dominates(a, b int) bool {
	for d.rank[b] < d.rank[a] {
		b = d.Idom[b]
	}
	return a == b
}

// Children lists, for each block, the blocks that it dominates immediately.
func (d *Dominators) Children() [][]int {
	count := d.g.room.Ints(len(d.Idom))
	for b, dom := range d.Idom {
		if dom >= 0 && dom != b {
			count[dom]++
		}
	}
	children, slab := d.g.room.Slots(len(d.Idom)), d.g.room.Ints(len(d.Idom))
	for b, n := range count {
		children[b], slab = slab[:0:n], slab[n:]
	}
	for b, dom := range d.Idom {
		if dom >= 0 && dom != b {
			children[dom] = append(children[dom], b)
		}
	}
	return children
}

// Frontiers lists, for each block, its dominance frontier: the blocks that it
// does not strictly dominate but that have a predecessor which it dominates. The
// frontiers of post-dominators say which branches decide about a block.
func (d *Dominators) Frontiers() [][]int {
	frontiers, slab := d.g.room.Slots(len(d.Idom)), d.g.room.Ints(2*len(d.Idom))
	for b := range frontiers {
		frontiers[b] = slab[2*b : 2*b : 2*b+2] // few have more
	}
	for b, preds := range d.g.Preds {
		if !d.Reached(b) {
			continue
		}
		for _, p := range preds {
			for at := p; d.Reached(at) && (at != d.Idom[b] || at == b); at = d.Idom[at] {
				if n := len(frontiers[at]); n == 0 || frontiers[at][n-1] != b {
					frontiers[at] = append(frontiers[at], b)
				}
				if d.Idom[at] == at {
					break // the root, which is in a circle
				}
			}
		}
	}
	return frontiers
}
