package wrap

import (
	"time"
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
	for lo := 0; lo < r.lanes && !r.ended(); {
		if fn.overflowed.Load() && r.loaded() {
			r.why = tooDeep
			r.batch(lo, r.lanes)
			return
		}
		s := r.next(r.lanes - lo)
		r.why = s.why
		switch s.do {
		case loopAll, loopFor:
			lo = r.timedLoop(lo, r.lanes, s.limit)
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

// timedLoop runs lanes in the loop and records the time. It returns the lane after
// the last.
func (r *run) timedLoop(lo, hi int, limit time.Duration) (end int) {
	start := time.Now()
	end, busy := r.loop(lo, hi, limit)
	took := time.Since(start)
	r.looped, r.busy = r.looped+took, r.busy+busy
	r.fn.planned(func(p *plan) { p.looped(end-lo, took, busy) })
	return end
}

// timedLoad loads the program and records the time.
func (r *run) timedLoad() {
	defer r.fn.trying.Store(false)
	start := time.Now()
	if r.loaded() {
		r.fn.planned(func(p *plan) {
			p.loaded(time.Since(start), r.code.Gang())
			if r.code.native != nil {
				p.make = makeNs
			}
		})
	}
}

// timedMake makes machine code and records the time.
func (r *run) timedMake() {
	defer r.fn.trying.Store(false)
	start := time.Now()
	if !r.loaded() {
		return
	}
	ok := r.code.native.Available() == nil
	r.fn.made.Store(ok)
	r.fn.planned(func(p *plan) { p.made(time.Since(start), ok) })
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
			return r.timedLoop(lo, r.lanes, 0)
		}
		lo, hi = 0, r.lanes
		r.faults, r.panicked, r.spans = nil, nil, nil
		r.fn.planned(func(p *plan) { p.undone(r.looped) })
	}
	before, without := r.inBatch, len(r.outgrown)
	r.batch(lo, hi)
	took := r.inBatch - before
	if r.ended() {
		return hi
	}
	r.fn.planned(func(p *plan) {
		p.batched(hi-lo, r.Workers, took+time.Duration(p.wall(len(r.outgrown)-without, r.Workers)))
	})
	return hi
}
