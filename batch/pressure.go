package batch

import (
	"cmp"
	"math"
	"math/bits"
	"time"

	"github.com/lockstep-simt/lockstep/internal/sorting"
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
// When it has ended, others go on, as many as will find room if they need as much
// as those before them. Their number soon grows, since every lane that ends leaves
// room for more.
//
// Parked lanes are in bitmaps of their own, a lane in one place as ever. Which
// lanes come in and when they are parked has no effect on the lanes that are
// parked already: a gang may park again before it has let them go on.

// relieve makes room after a step that has grown the stacks beyond the budget.
func (g *gang) relieve(done <-chan struct{}) {
	if g.runnable() > 1 {
		g.shrinkStacks()
		if !g.opts.stacks.exceededBy(g) {
			return
		}
		g.park()
	}
	if g.runnable() > 0 {
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
	g.room() // tells that the others do not go on
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

// unpark frees the stacks of lanes that ended and lets others go on.
func (g *gang) unpark() {
	g.freeEnded()
	g.opts.stacks.leave(g)
	if g.need == 0 {
		g.release(g.parkedLanes, math.MaxInt)
	} else {
		g.release(1, g.room())
	}
}

// room returns how much memory is left for parked lanes if those that run, of all
// gangs, come to need as much as any that ended.
func (g *gang) room() int {
	more := 0
	g.eachRunnable(func(b int) {
		g.list = simd.LaneList(g.at[b], g.list[:0])
		for _, l := range g.list {
			more += max(0, g.need-g.takenBy(l))
		}
	})
	g.expect(more)
	b := g.opts.stacks
	return b.limit - b.limit/releaseReserve - b.pool.Used() - int(b.expected.Load())
}

// expect tells other gangs how much more memory the lanes that run will need.
func (g *gang) expect(bytes int) {
	g.opts.stacks.expected.Add(int64(bytes - g.expected))
	g.expected = bytes
}

// parkedLane is a lane with its block and the memory that it has.
type parkedLane struct {
	lane         int32
	block, bytes int
}

// release lets at least so many of the parked lanes go on, and more of them as long
// as there is room. Those that have most memory come first: they need the least in
// addition, and leave the most. The tedious one comes last.
func (g *gang) release(least, room int) {
	var lanes []parkedLane
	for b, at := range g.parked {
		g.list = simd.LaneList(at, g.list[:0])
		for _, l := range g.list {
			lanes = append(lanes, parkedLane{l, b, g.takenBy(l)})
		}
	}
	sorting.By(lanes, func(x, y parkedLane) int {
		if x.lane == g.tedious {
			return 1
		}
		if y.lane == g.tedious {
			return -1
		}
		return cmp.Compare(y.bytes, x.bytes)
	})
	for i, p := range lanes {
		more := max(0, g.need-p.bytes)
		if room -= more; i >= least && room < 0 {
			break
		}
		g.expect(g.expected + more)
		g.parked[p.block][p.lane>>6] &^= 1 << (p.lane & 63)
		g.parkedLanes--
		g.arriveLane(p.block, p.lane)
		g.moved = time.Now()
	}
	for b, at := range g.parked {
		if !simd.AnyNonZero(at) {
			g.parkedSet[b>>6] &^= 1 << (b & 63)
		}
	}
}

const (
	// tendEvery is how often lanes that come back from their depth give back what
	// they do not need any more, for others to go on.
	tendEvery = 20 * time.Millisecond
	// turnPatience is how long a gang whose stacks neither grow nor shrink keeps
	// its turn to grow beyond the budget.
	turnPatience = time.Second
	// parkPatience is how long lanes stay parked while the others' stacks neither
	// grow nor shrink: those may never end.
	parkPatience = 10 * time.Second
)

// tend looks after a gang that has parked lanes or has its turn.
func (g *gang) tend() {
	if g.parkedLanes == 0 && !g.alone || time.Since(g.tended) < tendEvery {
		return
	}
	g.tended = time.Now()
	g.shrinkStacks()
	if held := g.arena.Held(); held != g.held {
		g.held, g.moved = held, g.tended
	}
	still := g.tended.Sub(g.moved)
	if still > g.opts.stacks.turnPatience {
		g.opts.stacks.leave(g)
	}
	switch {
	case g.parkedLanes == 0:
		g.expect(0)
	case still > g.opts.stacks.parkPatience:
		g.tedious = g.kept
		g.release(g.parkedLanes, math.MaxInt)
	case g.need > 0:
		if room := g.room(); room > 0 {
			g.release(0, room)
		}
	}
}

// runnable returns the number of lanes that wait at a block and are not parked.
func (g *gang) runnable() int { return g.live() - g.parkedLanes }

// freeEnded empties the stacks of lanes that ended, and notes what they needed.
func (g *gang) freeEnded() {
	g.list = simd.LaneList(g.at[g.code.exit], g.list[:0])
	for _, f := range g.faulted {
		g.list = append(g.list, f.lane)
	}
	for _, l := range g.list {
		g.need = max(g.need, g.takenBy(l))
	}
	g.resetStacks(g.list)
}

// takenBy returns how much memory a lane has of its own.
func (g *gang) takenBy(lane int32) int {
	bytes := 0
	for _, s := range g.stack {
		if s != nil {
			bytes += s.Taken(lane)
		}
	}
	for _, s := range g.clusters {
		bytes += s.Taken(lane)
	}
	if g.pcStack != nil {
		bytes += g.pcStack.Taken(lane)
	}
	return bytes
}

// resetStacks empties the stacks of lanes.
func (g *gang) resetStacks(lanes []int32) {
	for _, s := range g.stack {
		if s != nil {
			s.Reset(lanes)
		}
	}
	for _, s := range g.clusters {
		s.Reset(lanes)
	}
	if g.pcStack != nil {
		g.pcStack.Reset(lanes)
	}
}

// shrinkStacks frees what lanes needed that have ended, or were deeper.
func (g *gang) shrinkStacks() {
	g.freeEnded()
	for _, s := range g.stack {
		if s != nil {
			s.Shrink()
		}
	}
	for _, s := range g.clusters {
		s.Shrink()
	}
	if g.pcStack != nil {
		g.pcStack.Shrink()
	}
	g.arena.Trim()
}
