package batch

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/simd"
)

// Why lanes are parked. A lane may recurse as deep as the depth limit allows,
// and if all lanes of a gang do so at once (a recursion without end, say), their
// stacks together could take more memory than there is. The limit must not
// depend on the neighbours, or a lane's faults would. So when the stacks of a
// gang outgrow a budget, all lanes but one are parked where they are; the one
// runs alone until it ends and its stacks are freed. Memory is then bounded by
// the budget and one lane's depth, and no result changes.

// spillBudget is how many bytes of deep stacks a gang holds before it parks
// lanes.
const spillBudget = 256 << 20

// pressed reports whether the stacks have outgrown the budget.
func (g *gang) pressed() bool {
	sum := 0
	for _, s := range g.stack {
		if s != nil {
			sum += s.Spilt()
		}
	}
	for _, s := range g.groups {
		sum += s.Spilt()
	}
	if g.pcStack != nil {
		sum += g.pcStack.Spilt()
	}
	return sum > g.opts.spillBudget
}

// park sets every waiting lane aside but the one whose calls are nested
// deepest.
func (g *gang) park() {
	keepBlock, keep, depth := -1, int32(0), -1
	g.eachRunnable(func(b int) {
		for w, m := range g.at[b] {
			for ; m != 0; m &= m - 1 {
				l := int32(w<<6 + bits.TrailingZeros64(m))
				d := 0
				if g.pcStack != nil {
					d = g.pcStack.Depth(l)
				}
				if d > depth {
					keepBlock, keep, depth = b, l, d
				}
			}
		}
	})
	if g.parked == nil {
		g.parked = make([][]uint64, len(g.at))
		for b := range g.parked {
			g.parked[b] = make([]uint64, g.words)
		}
		g.parkedSet = make([]uint64, len(g.nonempty))
	}
	g.eachRunnable(func(b int) {
		g.parkedLanes += g.count[b]
		g.parked[b], g.at[b] = g.at[b], g.parked[b]
		g.count[b] = 0
		g.nonempty[b>>6] &^= 1 << (b & 63)
		g.parkedSet[b>>6] |= 1 << (b & 63)
	})
	g.parked[keepBlock][keep>>6] &^= 1 << (keep & 63)
	g.parkedLanes--
	g.arriveLane(keepBlock, keep)
}

// unpark frees the stacks of lanes that ended and lets the others go on.
func (g *gang) unpark() {
	g.list = simd.LaneList(g.at[g.code.exit], g.list[:0])
	for _, f := range g.faulted {
		g.list = append(g.list, f.lane)
	}
	g.resetStacks(g.list)
	for b := range g.parked {
		g.arrive(b, g.parked[b])
		clear(g.parked[b])
	}
	clear(g.parkedSet)
	g.parkedLanes = 0
}

// runnable returns the number of lanes that wait at a block and are not parked.
func (g *gang) runnable() int { return g.live() - g.parkedLanes }

// resetStacks empties the stacks of lanes.
func (g *gang) resetStacks(lanes []int32) {
	for _, s := range g.stack {
		if s != nil {
			s.Reset(lanes)
		}
	}
	for _, s := range g.groups {
		s.Reset(lanes)
	}
	if g.pcStack != nil {
		g.pcStack.Reset(lanes)
	}
}
