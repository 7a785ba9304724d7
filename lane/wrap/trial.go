package wrap

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// try runs lanes in the loop and then in the batch as well, for some time at most and on one
// worker, and records how long both took. The loop's results are the call's. It returns the
// lane after the last.
func (r *run) try(lo, hi int, limit time.Duration) (end int) {
	defer r.fn.trying.Store(false)
	before, pays := r.busy, false
	if end = r.timedLoop(lo, hi, 0, true); end < hi || r.ended() || !r.loaded() {
		return end
	}
	loop, tuning := r.busy-before, r.tuning
	r.fn.planned(func(p *plan) { pays = p.pays(hi-lo, r.lanes-hi, r.Workers, loop, r.looped) })
	if !pays {
		return end
	}
	var t tried
	all := r.timed(1, func() { t = r.trial(lo, hi, limit) })
	if r.ended() {
		return end
	}
	// Lanes that the batch has no room for are the loop's in the end. What is spent on making it faster
	// is spent once, if it came to an end.
	took := t.took + loop*time.Duration(t.outgrown)/time.Duration(hi-lo)
	if t.ended {
		took -= r.tuning - tuning
	}
	r.fn.planned(func(p *plan) {
		if !t.ended && float64(took) < marked*float64(loop) {
			p.paid(all) // others had the processor until the time was up: it may still be the faster one
			return
		}
		p.compared(hi-lo, r.lanes-hi, r.Workers, loop, took, t.ended)
		p.paid(all - took)
	})
	return end
}

// tried is what a batch over lanes that the loop has run gave.
type tried struct {
	took     time.Duration
	ended    bool // all lanes did
	outgrown int  // lanes that the loop has to run
}

// trial runs lanes that the loop has run in the batch as well, with results of their own, and
// compares those of some.
func (r *run) trial(lo, hi int, limit time.Duration) (t tried) {
	lanes := make([]int, hi-lo)
	for i := range lanes {
		lanes[i] = lo + i
	}
	part := r.work.Pick(lanes)
	ctx, stop := context.WithTimeout(r.ctx, limit)
	defer stop()
	before := r.inBatch
	res, err := r.lockstep(ctx, part, 0, len(lanes), 1, false)
	t.took = r.inBatch - before
	if res == nil {
		r.err = err
		return t
	}
	t.ended = int(res.Stats.Lanes) == len(lanes)
	program := side{given: part.Given(), finished: res.Finished, faults: map[int]string{}}
	for _, f := range res.Faults {
		switch {
		case outgrows(f.Code):
			t.outgrown++
		case f.Code == optab.StackOverflow: // the loop can go deeper
			t.ended = false
		default:
			program.faults[f.Lane] = f.String()
		}
	}
	if !r.comparable() {
		return t
	}
	loop := side{given: r.work.Given(), lanes: lanes, faults: map[int]string{}}
	which := slices.Sorted(maps.Keys(program.faults))
	for _, f := range r.panicked {
		if f.Lane >= lo && f.Lane < hi {
			loop.faults[f.Lane-lo] = f.String()
			which = append(which, f.Lane-lo)
		}
	}
	which = append(which, spread(0, len(lanes), min(len(lanes), trialMost), r.fn.checked.Load())...)
	r.compare(which, loop, program, t.took/trialTime)
	return t
}
