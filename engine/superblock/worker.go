package superblock

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// worker is the part of one gang. What it counts it hands to the pool from time to time.
type worker struct {
	pool  *Pool
	table []*Executor
	force *rand.Rand
	// seen is the pool's turn when the worker was last outside of all executors.
	seen atomic.Uint64

	turns int
	ran   []ran
	left  []left
	lanes []int // of ran and left, one after another
}

// ran is a block that tier 1 ran.
type ran struct{ block, lanes, from, to int }

// left is an executor that lanes left.
type left struct {
	x        *Executor
	from, to int
}

// Enter returns the executor for lanes that wait at a block.
func (w *worker) Enter(block, waiting, gang int) (*plan.Executor, int) {
	w.seen.Store(w.pool.turn.Load())
	if w.turns++; w.turns >= w.pool.opts.Report {
		w.report()
	}
	x := w.table[block]
	if x == nil || waiting*w.pool.opts.Least < gang || !x.Valid() {
		return nil, plan.None
	}
	stop := plan.None
	if w.force != nil {
		if w.force.IntN(4) == 0 {
			return nil, plan.None
		}
		stop = w.force.IntN(len(x.Exits)+1) - 1
	}
	return &x.Executor, stop
}

// Ran counts what tier 1 did.
func (w *worker) Ran(block, lanes int, went []int) {
	from := len(w.lanes)
	w.lanes = append(w.lanes, went...)
	w.ran = append(w.ran, ran{block, lanes, from, len(w.lanes)})
}

// Left counts lanes that left an executor. Where all of them left by one way that is hot, it
// returns the executor that is linked there: no counter and no test is between the two.
func (w *worker) Left(px *plan.Executor, ways []int) *plan.Executor {
	x := w.pool.executor(px.ID)
	if x == nil { // it was dropped meanwhile
		return nil
	}
	from := len(w.lanes)
	w.lanes = append(w.lanes, ways...)
	w.left = append(w.left, left{x, from, len(w.lanes)})
	if w.force != nil || len(w.left) >= w.pool.opts.Report {
		return nil
	}
	only := plan.None
	for i, n := range ways {
		if n > 0 && only != plan.None {
			return nil
		}
		if n > 0 {
			only = i
		}
	}
	if only == plan.None {
		return nil
	}
	link := x.Exits[only].Link()
	if link == 0 {
		return nil
	}
	next := w.pool.executor(link)
	if next == nil || !next.Valid() {
		x.Exits[only].set(0) // cold again
		return nil
	}
	return &next.Executor
}

// Close hands over what was counted.
func (w *worker) Close() {
	w.report()
	p := w.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.workers, w)
	p.free()
}

// report hands over what was counted.
func (w *worker) report() {
	p := w.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range w.ran {
		p.ran(r.block, r.lanes, w.lanes[r.from:r.to])
	}
	for _, l := range w.left {
		p.left(l.x, w.lanes[l.from:l.to])
	}
	w.turns, w.ran, w.left, w.lanes = 0, w.ran[:0], w.left[:0], w.lanes[:0]
	p.free()
	w.table = *p.table.Load()
}

// passed counts a turn.
func (p *Pool) passed() {
	if p.turns++; p.turns%p.opts.Epoch == 0 {
		p.stats.Epoch++
	}
}

// ran counts lanes that tier 1 took through a block, and makes an executor there if it is
// hot.
func (p *Pool) ran(block, lanes int, went []int) {
	p.passed()
	p.stats.Blocks += int64(lanes)
	e := &p.edges[block]
	for i, n := range went {
		e.lanes[i].add(n, p.stats.Epoch)
	}
	if p.heat[block].add(lanes, p.stats.Epoch) >= uint32(p.opts.Hot) && p.heads[block] {
		p.at(block)
	}
}

// left counts lanes that left an executor, and links exits that are hot.
func (p *Pool) left(x *Executor, ways []int) {
	p.passed()
	x.times++
	x.used = p.stats.Epoch
	p.stats.Entered++
	total := 0
	for _, n := range ways {
		total += n
	}
	x.entered += int64(total)
	p.stats.Lanes += int64(total)
	p.profile(x, ways, total)
	for i, n := range ways {
		x.ways[i] += int64(n)
		e := &x.Exits[i]
		if n == 0 || e.Link() != 0 || e.Target == dynamic || int(e.Target) == p.plan.Exit() {
			continue
		}
		if e.add(n, p.stats.Epoch) < uint32(p.opts.Hot) {
			continue
		}
		if to := p.at(int(e.Target)); to != nil {
			e.set(to.ID)
			p.stats.Linked++
			p.log("executor %d, way %d: linked to executor %d at %d lanes", x.ID, i, to.ID, e.lanes)
		}
	}
}

// profile counts the edges that lanes of an executor took.
func (p *Pool) profile(x *Executor, ways []int, total int) {
	s := x.Superblock
	count := func(from, to, n int) {
		e := &p.edges[from]
		for i, t := range e.targets {
			if t == to {
				e.lanes[i].add(n, p.stats.Epoch)
			}
		}
	}
	for i, e := range s.Exits {
		from := s.From(i)
		total -= ways[i]
		count(from, e.To, ways[i])
		count(from, e.Onward, total)
	}
	for i, to := range s.Ends {
		count(s.Trail[len(s.Trail)-1], to, ways[len(s.Exits)+i])
	}
}
