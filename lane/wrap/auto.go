package wrap

import (
	"time"

	"github.com/lockstep-simt/lockstep/internal/clock"
)

// auto runs all lanes by the engine that is the faster one, as far as is
// known, and finds out more where that costs little.
func (r *run) auto() {
	fn := r.fn
	switch {
	case r.limited():
		r.why = limits
	case fn.is.Ours:
		r.why = ourMath
	case fn.overflowed.Load():
		r.why = tooDeep
	}
	if r.why != unknown {
		r.batches()
		return
	}
	r.planned = true
	for lo := 0; lo < r.lanes && !r.ended(); {
		if fn.overflowed.Load() && r.loaded() {
			r.why, r.planned = tooDeep, false
			r.batch(lo, r.lanes)
			return
		}
		s := r.next(r.lanes - lo)
		r.why, r.due = s.why, s.due
		switch s.do {
		case loopAll, loopFor:
			lo = r.timedLoop(lo, r.lanes, s.limit, s.do == loopFor)
		case loadCode:
			r.timedLoad()
		case makeCode:
			r.timedMake()
		case try:
			lo = r.try(lo, lo+s.lanes, s.limit)
		case batchAll:
			lo = r.timedBatch(lo, lo+s.lanes)
		}
	}
}

// next returns what to do with the lanes that are left. One call at a time finds out
// which engine is faster; whoever is told to, gives the right back.
func (r *run) next(rest int) (s step) {
	fn := r.fn
	fn.planned(func(p *plan) {
		s = p.next(rest, r.Workers, r.looped, false)
		if (s.do == loadCode || s.do == makeCode || s.do == try) && !fn.trying.CompareAndSwap(false, true) {
			s = p.next(rest, r.Workers, r.looped, true)
		}
	})
	return s
}

// exactFrom is how long a loop is expected to take for which it is worth it to ask for the thread's
// own time.
const exactFrom = 100 * time.Microsecond

// timedLoop runs lanes in the loop and records the time: exactly where something is to be found out, so that
// what else the machine does is not counted. It returns the lane after the last.
func (r *run) timedLoop(lo, hi int, limit time.Duration, exactly bool) (end int) {
	var usual time.Duration
	r.fn.planned(func(p *plan) { usual = time.Duration(p.laneNs * float64(hi-lo)) })
	if limit > 0 {
		usual = min(usual, limit)
	}
	var busy, worked time.Duration
	var here bool
	start := time.Now()
	if exactly && (usual == 0 || usual >= exactFrom) {
		worked = r.timed(1, func() { end, busy, here = r.loop(lo, hi, limit) })
	} else {
		end, busy, _ = r.loop(lo, hi, limit)
	}
	took := time.Since(start)
	r.fn.planned(func(p *plan) {
		switch {
		case here && r.fn.allocates.Load():
			took = p.within(collected, end-lo, 1, worked)
			busy = took
		case here:
			took, busy = worked, worked
		default:
			took, busy = p.undisturbed(end-lo, r.Workers, took), p.undisturbed(end-lo, 1, busy)
		}
		r.looped, r.busy = r.looped+took, r.busy+busy
		p.looped(end-lo, took, busy)
	})
	return end
}

// timed runs work of so many threads and returns how long that took, without what else the machine does.
func (r *run) timed(threads int, work func()) time.Duration {
	if threads == 1 && r.fn.allocates.Load() {
		return clock.TookFreely(work)
	}
	return clock.TookBy(threads, work)
}

// timedLoad loads the program and records the time.
func (r *run) timedLoad() {
	defer r.fn.trying.Store(false)
	ok := false
	took := clock.Took(func() { ok = r.loaded() })
	if ok {
		r.fn.planned(func(p *plan) {
			p.loaded(took, r.code.Gang())
			if r.code.native != nil {
				p.make = r.code.making
			}
		})
	}
}

// timedMake makes machine code and records the time.
func (r *run) timedMake() {
	defer r.fn.trying.Store(false)
	if !r.loaded() {
		return
	}
	ok := false
	took := clock.Took(func() { ok = r.code.native.Available() == nil })
	r.fn.made.Store(ok)
	r.fn.planned(func(p *plan) { p.made(took, ok) })
}

// timedBatch runs lanes in the batch and records the time. It returns the lane after the
// last.
func (r *run) timedBatch(lo, hi int) (end int) {
	if !r.loaded() {
		return lo
	}
	if r.code.rounds {
		// One engine for all lanes: what the loop gave is given again, if it is
		// not most of them.
		if lo > r.lanes/4 {
			r.why = measuring
			return r.timedLoop(lo, r.lanes, 0, false)
		}
		lo, hi = 0, r.lanes
		r.faults, r.panicked, r.spans = nil, nil, nil
		r.fn.planned(func(p *plan) { p.undone(r.looped) })
	}
	before, tuning, without := r.inBatch, r.tuning, len(r.outgrown)
	r.batch(lo, hi)
	took, tuning := r.inBatch-before, r.tuning-tuning
	if r.ended() {
		return hi
	}
	r.fn.planned(func(p *plan) {
		p.paid(tuning)
		p.batched(hi-lo, r.Workers, took-tuning+time.Duration(p.wall(len(r.outgrown)-without, r.Workers)))
	})
	return hi
}
