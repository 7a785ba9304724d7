package lane

import (
	"fmt"
	"math/bits"
	"sync"
	"time"
)

// How loop and batch are compared. Times are of the wall, as the caller feels
// them, with the same number of workers on both sides.
const (
	// fewLanes is how many lanes are too few for a batch: no vector is full.
	fewLanes = 8
	// divisible is how many lanes for each worker a call has that is divided
	// between both engines; in smaller calls, one engine runs all lanes.
	divisible = 512
	// sample is how many lanes for each worker the batch is tried on: some gangs.
	sample = 2048
	// smallPart is the part of a call that a sample may be, however long it takes:
	// one in so many.
	smallPart = 10
	// marked is the factor between the times of both that needs no second look.
	marked = 1.5
	// hopeful is how much slower the batch may look in a sample that cannot
	// fill a gang and still be worth a whole call.
	hopeful = 4
	// drift is the factor by which the time of a lane has to change, in this many
	// calls in a row, to measure again.
	drift    = 4
	drifting = 4
)

// patiences are how long a sample may take, by the time of the loop: the first is
// short, because the batch may be many times slower.
var patiences = [...]time.Duration{200 * time.Microsecond, time.Millisecond, 2 * time.Millisecond}

// choice is what is known of calls with about the same number of lanes and the
// same number of workers.
type choice struct {
	mu      sync.Mutex
	classes map[[2]int]*class
}

// class is a class of calls.
type class struct {
	mu    sync.Mutex
	trial [Batch + 1]trial
	// engine is None while measuring.
	engine Engine
	odd    int // calls in a row in which a lane took another time
	whole  bool
}

// trial is what was measured of an engine.
type trial struct {
	ns    float64 // of a lane; the least
	count int
}

func (c *choice) class(lanes, workers int) *class {
	key := [2]int{min(bits.Len(uint(lanes)), 20), workers}
	c.mu.Lock()
	defer c.mu.Unlock()
	cl := c.classes[key]
	if cl == nil {
		if c.classes == nil {
			c.classes = map[[2]int]*class{}
		}
		cl = new(class)
		c.classes[key] = cl
	}
	return cl
}

// auto runs all lanes by the engine that is the faster one, as far as is
// known.
func (r *run) auto() {
	n := r.call.Lanes
	switch {
	case r.maxDepth > 0 || r.maxSteps > 0:
		r.why = "a limit holds for lanes of a batch alone"
		r.all(Batch, 0)
	case r.code.ours:
		r.why = "the mathematical functions are libm's, which a loop does not call"
		r.all(Batch, 0)
	case r.kernel.overflowed.Load():
		r.why = "a lane recursed too deep, which would end the process in a loop"
		r.all(Batch, 0)
	case n < fewLanes:
		r.why = fmt.Sprintf("%d lanes fill no vector", n)
		r.all(Loop, 0)
	default:
		cl := r.kernel.class(n, r.workers)
		if e := cl.decided(); e != None {
			r.timed(cl, e, 0)
			cl.watch()
		} else {
			r.measure(cl)
		}
		cl.explain(r)
	}
}

// timed runs all lanes from lo on by one engine and records the time of one.
func (r *run) timed(cl *class, e Engine, lo int) {
	start := time.Now()
	r.all(e, lo)
	if !r.ended() && lo < r.call.Lanes {
		cl.record(e, time.Since(start), r.call.Lanes-lo)
	}
}

// measure runs all lanes and learns which engine is faster at it.
func (r *run) measure(cl *class) {
	lo, n := 0, r.call.Lanes
	if r.code.recurses && cl.untried() {
		// Should a lane recurse without end, the batch survives it.
		start := time.Now()
		lo = min(near, n)
		r.batch(0, lo)
		switch {
		case r.kernel.overflowed.Load():
			r.all(Batch, lo)
			return
		case lo == n && !r.ended():
			cl.record(Batch, time.Since(start), n)
			return
		}
	}
	if n < divisible*r.workers || cl.wantsWhole() {
		r.timed(cl, cl.lessTried(), lo)
		cl.decide()
		return
	}
	lo = r.divide(cl, lo)
	e := cl.decide()
	if e == None {
		e = Loop
	}
	if r.code.fuses && !r.ended() {
		// One engine for all lanes: what the samples gave is given again.
		lo, r.faults, r.panicked, r.spans, r.report = 0, nil, nil, nil, Report{}
	}
	r.timed(cl, e, lo)
}

// divide tries both engines on lanes from lo on, in turns, and returns the lane
// after the last.
func (r *run) divide(cl *class, lo int) int {
	n := r.call.Lanes
	for round, patience := range patiences {
		begun := time.Now()
		end := r.loop(lo, min(lo+sample*r.workers, n), patience/2)
		if end == lo {
			return lo
		}
		loopNs := cl.record(Loop, time.Since(begun), end-lo)
		lo = end
		size := max(near*r.workers, int(float64(patience)/loopNs))
		if round > 0 {
			size = max(size, n/smallPart)
		}
		size = min(size, sample*r.workers, n-lo)
		if size == 0 || r.ended() {
			return lo
		}
		begun = time.Now()
		r.batch(lo, lo+size)
		if lo += size; r.ended() {
			return lo
		}
		batchNs := cl.record(Batch, time.Since(begun), size)
		unclear := batchNs > loopNs && batchNs < hopeful*loopNs && size < sample/4*r.workers
		switch {
		case unclear && round == len(patiences)-1:
			// The gangs were not full. The next call tells.
			cl.wantWhole()
		case !unclear && (batchNs > marked*loopNs || loopNs > marked*batchNs):
			return lo
		}
	}
	return lo
}

// record notes that lanes took some time and returns the time of one of them.
func (c *class) record(e Engine, took time.Duration, lanes int) float64 {
	ns := max(1, float64(took)) / float64(lanes)
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &c.trial[e]
	if c.engine == e {
		if ns > drift*t.ns || ns < t.ns/drift {
			c.odd++
		} else {
			c.odd = 0
		}
		return ns
	}
	if t.count == 0 || ns < t.ns {
		t.ns = ns
	}
	t.count++
	return ns
}

// decided returns the engine to use, None if that is not known yet.
func (c *class) decided() Engine {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.engine
}

// untried reports whether nothing was measured yet.
func (c *class) untried() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trial[Loop].count+c.trial[Batch].count == 0
}

// lessTried returns the engine that has been measured less often, the loop first.
func (c *class) lessTried() Engine {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trial[Batch].count < c.trial[Loop].count {
		return Batch
	}
	return Loop
}

// wantWhole makes the next call run by the batch as a whole.
func (c *class) wantWhole() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole, c.trial[Batch] = true, trial{}
}

func (c *class) wantsWhole() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.whole
}

// decide settles on the faster engine if both have been measured, either twice or with
// a clear result. It returns None if they have not.
func (c *class) decide() Engine {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, b := c.trial[Loop], c.trial[Batch]
	switch {
	case l.count == 0 || b.count == 0:
	case l.count > 1 && b.count > 1 || l.ns > marked*b.ns || b.ns > marked*l.ns:
		c.engine = Loop
		if b.ns < l.ns {
			c.engine = Batch
		}
	}
	return c.engine
}

// watch starts over if lanes take another time than when the engine was
// chosen: the inputs are of another kind now.
func (c *class) watch() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.odd >= drifting {
		c.trial, c.engine, c.odd, c.whole = [Batch + 1]trial{}, None, 0, false
	}
}

// explain fills in why the engine was used.
func (c *class) explain(r *run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, b := c.trial[Loop].ns, c.trial[Batch].ns
	r.report.LoopNs, r.report.BatchNs = l, b
	switch {
	case c.engine == None:
		r.why = "measuring"
	case c.engine == Loop:
		r.why = fmt.Sprintf("the loop is faster: %.3g ns a lane, the batch %.3g", l, b)
	default:
		r.why = fmt.Sprintf("the batch is faster: %.3g ns a lane, the loop %.3g", b, l)
	}
}
