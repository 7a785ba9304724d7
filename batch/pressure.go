package batch

import (
	"math/bits"
	"time"

	"github.com/lockstep-simt/lockstep/simd"
)

// Why lanes are parked. A lane may recurse as deep as the depth limit allows,
// and if all lanes of a gang do so at once (a recursion without end, say), their
// stacks together could take more memory than there is. The limit must not
// depend on the neighbours, or a lane's faults would. So when the stacks of a
// gang grow while they are beyond a budget, all lanes but one are parked where
// they are; the one runs alone until it ends and its stacks are freed. Memory is
// then bounded by the budget and one lane's depth, and no result changes.
//
// Parked lanes are in bitmaps of their own, a lane in one place as ever. Which
// lanes come in and when they are parked has no effect on the lanes that are
// parked already: a gang may park again before it has let them go on.

// relieve makes room after a step that has grown the stacks beyond the budget.
func (g *gang) relieve(done <-chan struct{}) {
	if g.runnable() > 1 {
		g.freeEnded()
		g.shrinkStacks()
		g.arena.Trim()
		if !g.opts.stacks.exceededBy(g) {
			return
		}
		g.park()
	}
	if g.runnable() > 0 {
		g.grewAt = time.Now()
		g.opts.stacks.wait(g, done)
	}
}

// grown reports whether the stacks have taken memory since it was asked last.
func (g *gang) grown() bool {
	before := g.taken
	g.taken = g.arena.Taken()
	return g.taken != before
}

// park sets every waiting lane aside but the one whose calls are nested
// deepest.
func (g *gang) park() {
	keepBlock, keep := g.deepest()
	if g.parked == nil {
		g.parked = make([][]uint64, len(g.at))
		for b := range g.parked {
			g.parked[b] = make([]uint64, g.words)
		}
		g.parkedSet = make([]uint64, len(g.nonempty))
	}
	g.eachRunnable(func(b int) {
		simd.Or(g.parked[b], g.parked[b], g.at[b])
		clear(g.at[b])
		g.parkedLanes += g.count[b]
		g.count[b] = 0
		g.nonempty[b>>6] &^= 1 << (b & 63)
		g.parkedSet[b>>6] |= 1 << (b & 63)
	})
	g.parked[keepBlock][keep>>6] &^= 1 << (keep & 63)
	g.parkedLanes--
	g.arriveLane(keepBlock, keep)
	g.kept = keep
	g.stats.Parked++
}

// deepest returns the waiting lane whose calls are nested deepest, and its block.
// It passes over the one that has run alone to no purpose, if there is another.
func (g *gang) deepest() (block int, lane int32) {
	depth := -2
	g.eachRunnable(func(b int) {
		for w, m := range g.at[b] {
			for ; m != 0; m &= m - 1 {
				l := int32(w<<6 + bits.TrailingZeros64(m))
				d := 0
				if g.pcStack != nil {
					d = g.pcStack.Depth(l)
				}
				if l == g.tedious {
					d = -1
				}
				if d > depth {
					block, lane, depth = b, l, d
				}
			}
		}
	})
	return block, lane
}

// unpark frees the stacks of lanes that ended and lets the others go on.
func (g *gang) unpark() {
	g.freeEnded()
	g.opts.stacks.leave(g)
	if g.parkedLanes == 0 {
		return
	}
	for b := range g.parked {
		g.arrive(b, g.parked[b])
		clear(g.parked[b])
	}
	clear(g.parkedSet)
	g.parkedLanes = 0
}

// patience is how long a lane runs alone without growing before the others go
// on: it may never end.
const patience = 100 * time.Millisecond

// loseHeart lets all lanes go on if the one that runs alone does so to no
// purpose. Without memory to grow by, the gang does not need its turn either.
func (g *gang) loseHeart() {
	if g.parkedLanes == 0 && !g.alone || time.Since(g.grewAt) < patience {
		return
	}
	g.tedious = g.kept
	g.unpark()
}

// runnable returns the number of lanes that wait at a block and are not parked.
func (g *gang) runnable() int { return g.live() - g.parkedLanes }

// freeEnded empties the stacks of lanes that ended.
func (g *gang) freeEnded() {
	g.list = simd.LaneList(g.at[g.code.exit], g.list[:0])
	for _, f := range g.faulted {
		g.list = append(g.list, f.lane)
	}
	g.resetStacks(g.list)
}

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

// shrinkStacks frees what lanes needed when they were deeper.
func (g *gang) shrinkStacks() {
	for _, s := range g.stack {
		if s != nil {
			s.Shrink()
		}
	}
	for _, s := range g.groups {
		s.Shrink()
	}
	if g.pcStack != nil {
		g.pcStack.Shrink()
	}
}
