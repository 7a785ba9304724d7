package flow

// Graph is a directed graph of blocks by number. Block 0 is the entry; it may
// have predecessors. There is at least this one. Edges are without duplicates, in
// order of first mention.
type Graph struct {
	Succs, Preds [][]int
	room         *Room // in which it is, nil if it has memory of its own
}

// NewGraph returns the graph with the given successors of each block. An edge
// that is mentioned twice is one edge. The slices are not kept.
func NewGraph(succs [][]int) *Graph { return (*Room)(nil).Graph(succs) }

// link gives a graph its edges.
func (g *Graph) link(succs [][]int) {
	n, edges := len(succs), 0
	for _, list := range succs {
		edges += len(list)
	}
	lists := g.room.Slots(2 * n)
	g.Succs, g.Preds = lists[:n:n], lists[n:]
	// Edges are in two pieces of memory: those that go out, block by block, and those that come in.
	out := g.room.Ints(2 * edges)[:0]
	latest, count := g.room.Ints(n), g.room.Ints(n) // one more than the last predecessor; how many there are
	for from, list := range succs {
		first := len(out)
		for _, to := range list {
			if latest[to] != from+1 {
				latest[to] = from + 1
				count[to]++
				out = append(out, to)
			}
		}
		g.Succs[from] = out[first:len(out):len(out)]
	}
	in := out[len(out):cap(out)]
	for to, k := range count {
		g.Preds[to], in = in[:0:k], in[k:]
	}
	for from, list := range g.Succs {
		for _, to := range list {
			g.Preds[to] = append(g.Preds[to], from)
		}
	}
}

// Len returns the number of blocks.
func (g *Graph) Len() int { return len(g.Succs) }

// Postorder lists the blocks that a block reaches, itself last: each after its
// successors, edges that close a circle apart.
func (g *Graph) Postorder(from int) []int {
	type visit struct{ block, next int }
	order := g.room.Ints(g.Len())[:0]
	seen := g.room.Set(g.Len())
	seen.Add(from)
	stack := append(make([]visit, 0, 32), visit{block: from})
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(g.Succs[top.block]) {
			order = append(order, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		to := g.Succs[top.block][top.next]
		top.next++
		if !seen.Has(to) {
			seen.Add(to)
			stack = append(stack, visit{block: to})
		}
	}
	return order
}

// Ranks gives the blocks that the entry reaches their places in reverse
// postorder, and all others -1. An edge from a higher rank to a lower one, or
// to the same, closes a circle.
func (g *Graph) Ranks() []int {
	order := g.Postorder(0)
	ranks := g.room.Ints(g.Len())
	for i := range ranks {
		ranks[i] = -1
	}
	for i, b := range order {
		ranks[b] = len(order) - 1 - i
	}
	return ranks
}

// Reach adds to a set what can be reached from a block by one edge or more, not
// going into avoid (-1 for none) nor on from what was in the set before.
func (g *Graph) Reach(from, avoid int, set Set) {
	work := append(make([]int, 0, 32), from)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range g.Succs[b] {
			if to != avoid && !set.Has(to) {
				set.Add(to)
				work = append(work, to)
			}
		}
	}
}

// Reaches reports whether a way leads from one block to another, or they are
// the same.
func (g *Graph) Reaches(from, to int) bool {
	if from == to {
		return true
	}
	set := NewSet(g.Len())
	g.Reach(from, -1, set)
	return set.Has(to)
}
