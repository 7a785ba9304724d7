package batch

import (
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/simd"
)

// How tier 2 takes over. Where it has an executor for lanes that wait at a block, the gang
// runs that instead of the block: a superblock's micro-ops, one after another, over all its
// lanes. Lanes that do not go on as the superblock does leave it on the way, with all their
// state where a block expects it, and wait at the block that they go to. So the machine and
// executors may take turns at every block.

// tier2 is a gang's part of it.
type tier2 struct {
	worker  plan.Worker // or nil
	forms   map[int]*form
	natives map[int]*native
	// partly tells that a superblock runs, which lanes leave one after another.
	partly  bool
	stop    int      // the exit at which all leave, or -1
	leavers []uint64 // lanes that leave
	ways    []int    // how many went each way out
	open    bool     // inputs are waiting
	went    []int    // how many went to each target of a terminator
}

// form is a gang's view of an executor.
type form struct {
	*superblock
	view view
}

// longestJumps bounds how often an executor is entered right after another: then others get
// their turn.
const longestJumps = 64

// join asks tier 2 to take part, if there is one. Where steps are counted, blocks run one by
// one.
func (g *gang) join() {
	if g.opts.Tier2 == nil || g.opts.MaxSteps > 0 {
		return
	}
	g.worker = g.opts.Tier2.Join()
	g.forms, g.natives, g.leavers = map[int]*form{}, map[int]*native{}, make([]uint64, g.words)
}

// turn runs the lanes that wait at a block, or some of them further than that.
func (g *gang) turn(b int) {
	if g.worker == nil {
		g.run(b)
		return
	}
	x, stop := g.worker.Enter(b, g.count[b], g.lanes)
	if x == nil {
		g.run(b)
		return
	}
	ok := false
	for range longestJumps {
		var next *plan.Executor
		if x.Native == nil {
			next = g.execute(x, stop)
		} else if next, ok = g.executeNative(x); !ok {
			g.run(x.Superblock.Entry())
		}
		if next == nil || g.stopped || g.looked || g.count[next.Superblock.Entry()] == 0 {
			return
		}
		x, stop = next, plan.None
		if g.arena.Taken() != g.taken {
			return
		}
	}
}

// formOf returns the gang's view of an executor.
func (g *gang) formOf(x *plan.Executor) *form {
	f := g.forms[x.ID]
	if f == nil {
		f = &form{superblock: x.Form.(*superblock)}
		if n := g.scratchOf(&f.block); n > g.scratchBytes {
			g.scratch, g.scratchBytes = g.alloc(n), n
		}
		g.layView(&f.block, &f.view)
		g.forms[x.ID] = f
	}
	return f
}

// execute runs an executor for all lanes that wait at its entry, and returns the one that is
// entered next at once, if there is one.
func (g *gang) execute(x *plan.Executor, stop int) *plan.Executor {
	f := g.formOf(x)
	if g.stopped {
		return nil
	}
	g.begin(f.plan.Entry())
	g.noteRun(f.plan)
	g.stop, g.compact, g.partly = stop, false, true
	g.ways = append(g.ways[:0], make([]int, f.plan.Ways())...)
	b := &f.block
	if b.lists {
		g.list = simd.LaneList(g.mask, g.list[:0])
	}
	g.enter(b, &f.view)
	g.runParts(b, &f.view)
	g.partly = false
	if g.stopped {
		return nil
	}
	if simd.AnyNonZero(g.alive) {
		g.end(f)
	}
	if g.stopped {
		return nil
	}
	return g.worker.Left(x, g.ways)
}

// noteRun counts a run of a superblock as one of the block that it begins with.
func (g *gang) noteRun(s *plan.Superblock) {
	bs := &g.stats.Blocks[s.Entry()]
	bs.Runs++
	bs.Lanes += int64(g.active)
}

// leave sends lanes that do not go on to the blocks that they go to.
func (g *gang) leave(b *block, f *view, st *step) {
	e := st.leave
	cond := unsafe.Slice((*uint64)(f.at(st.x, 0)), g.words)
	same := f.laneStride[st.x.id] == 0
	n := 0
	for w, m := range g.alive {
		c := cond[0]
		if !same {
			c = cond[w]
		}
		if e.not {
			c = ^c
		}
		g.leavers[w] = m & c
		n += bits.OnesCount64(m & c)
	}
	if n > 0 {
		g.flush(b, f, e, e.to, n)
	}
	if e.index != g.stop {
		return
	}
	copy(g.leavers, g.alive)
	if n := simd.PopCount(g.leavers); n > 0 {
		g.flush(b, f, e, e.onward, n)
	}
}

// flush makes what a superblock has computed for the leavers their state, and sends them to a
// block.
func (g *gang) flush(b *block, f *view, e *exit, to, n int) {
	do := e.flush()
	simd.AndNot(g.mask, g.mask, g.leavers)
	simd.AndNot(g.alive, g.alive, g.leavers)
	g.mask, g.leavers = g.leavers, g.mask
	g.commit(b, f, do.commits, do.clusters)
	for _, ret := range do.calls {
		g.call(ret)
	}
	g.mask, g.leavers = g.leavers, g.mask
	g.arrive(to, g.leavers)
	if to == e.to {
		g.ways[e.index] += n
	}
	g.active -= n
}

// end makes what a superblock has computed the state of the lanes that got to its end, and
// sends them on.
func (g *gang) end(f *form) {
	b := &f.block
	copy(g.mask, g.alive)
	if b.lists {
		g.list = simd.LaneList(g.mask, g.list[:0])
	}
	g.commit(b, &f.view, b.commits, b.clusters)
	for _, ret := range f.calls {
		g.call(ret)
	}
	g.active = simd.PopCount(g.alive)
	g.terminateCounted(b, &f.view, f.ends)
	ways := g.ways[len(f.exits):]
	if len(f.ends) == 0 {
		ways[0] = g.active
	}
	copy(ways, g.went)
}
