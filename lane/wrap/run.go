package wrap

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// run is one call on its way.
type run struct {
	*call
	fn      *Func
	code    *code // nil: not needed yet
	work    Work
	lanes   int
	ctx     context.Context
	why     why
	looped  time.Duration // in the loop, where it is timed
	busy    time.Duration // the same if one worker had run it
	inBatch time.Duration // in the batch
	tuning  time.Duration // how much of that went into finding out what is fastest
	planned bool          // the plan says what runs where
	due     float64       // the loop's time at which more is found out, in nanoseconds
	// err ends the call without results.
	err error

	panicked []lane.Fault // lanes of the loop that panicked, as recovered

	faults []lane.Fault
	spans  []span
	// outgrown are lanes that get to what the program has no room or no form for.
	outgrown []int
	report   lane.Report
	tables   turns.Call // what batches over parts of the lanes have in common
}

// span is a run of lanes that one engine took.
type span struct {
	lo, hi int
	batch  *batch.Result // nil: the loop, which finishes what it takes
}

// copied is how many lanes a worker has copied to columns at once.
const copied = 1 << 14

func (r *run) main() (ok bool, err error) {
	start := time.Now()
	stale := r.fn.stale.Load()
	switch {
	case r.lanes == 0:
		r.why = noLanes
	case r.Only == settings.Loop:
		if r.why = askedFor; r.Alone {
			r.why = noUniforms
		}
		r.loop(0, r.lanes, 0)
	case stale != nil:
		r.why, r.err = isStale, stale
	case r.Only == settings.Batch:
		r.why = askedFor
		r.batches()
	default:
		r.auto()
	}
	r.settle()
	if stale = r.fn.stale.Load(); stale != nil && r.err == nil && r.Only != settings.Loop && r.usedBatch() {
		r.why, r.err = isStale, stale // found by another call meanwhile
	}
	r.report.Elapsed = time.Since(start)
	if r.call.Report != nil {
		*r.call.Report = r.reported()
		r.explain(r.call.Report)
	}
	if r.err != nil {
		return false, r.err
	}
	return true, r.outcome()
}

// usedBatch reports whether some results are the batch's.
func (r *run) usedBatch() bool {
	return slices.ContainsFunc(r.spans, func(s span) bool { return s.batch != nil })
}

// ended reports whether there is nothing more to run.
func (r *run) ended() bool { return r.err != nil || r.ctx.Err() != nil }

// loaded reports whether the program is there. If it cannot be, the call has no
// results.
func (r *run) loaded() bool {
	if r.code == nil && r.err == nil {
		r.code, r.err = r.fn.load()
	}
	return r.err == nil
}

// batches runs all lanes in lockstep.
func (r *run) batches() {
	if r.loaded() {
		r.batch(0, r.lanes)
	}
}

// batch runs lanes in lockstep, and some that finished in the loop as well.
func (r *run) batch(lo, hi int) {
	piece := hi - lo
	if r.fn.is.Copies {
		piece = min(piece, copied*r.Workers)
	}
	for ; lo < hi && !r.ended(); lo += piece {
		end := min(lo+piece, hi)
		res, err := r.lockstep(r.ctx, r.work, lo, end, r.Workers, r.mayLoop() && r.code.leaves)
		if res == nil {
			r.err = err
			return
		}
		for _, f := range res.Faults {
			if outgrows(f.Code) && r.mayLoop() {
				r.outgrown = append(r.outgrown, lo+f.Lane)
				continue
			}
			r.faults = append(r.faults, faultAt(lo+f.Lane, f))
			if f.Code == optab.StackOverflow && r.MaxDepth == 0 {
				r.fn.deep()
			}
		}
		r.report.Runs = append(r.report.Runs, res.Stats)
		r.spans = append(r.spans, span{lo, end, res})
		r.check(lo, end, res)
	}
}

// lockstep runs lanes of some work in lockstep. If toGo is set, the caller runs those that fault in the loop, whatever
// they fault with.
func (r *run) lockstep(ctx context.Context, w Work, lo, hi, workers int, toGo bool) (*batch.Result, error) {
	var res *batch.Result
	var err error
	took := r.timed(workers, func() {
		defer r.fn.lend(w)()
		in, out := w.Inputs(lo, hi), w.Results(lo, hi)
		if t := r.fast(hi - lo); t != nil {
			o := bind.Options{Run: r.machine(w, workers), Call: &r.tables}
			if toGo {
				o.ToGo = optab.NeedsGo
			}
			res, err = t.RunInto(ctx, in, out, hi-lo, o)
		} else {
			res, err = r.code.RunInto(ctx, in, out, r.machine(w, workers).All)
		}
		if res != nil {
			if failed := r.store(w, lo, hi, out, res); failed != nil {
				res, err = nil, failed
			}
		}
	})
	r.inBatch += took
	if res == nil {
		return nil, err
	}
	r.tuning += min(took, res.Stats.Tuning)
	return res, nil
}

// limited reports whether something bounds how long a lane may take.
func (r *run) limited() bool { return r.MaxSteps > 0 || r.MaxDepth > 0 }

// mayLoop reports whether the loop gives the same results, and nothing bounds how
// long a lane may take.
func (r *run) mayLoop() bool { return !r.fn.is.Ours && !r.limited() }

// machine returns the settings of a run of the batch.
func (r *run) machine(w Work, workers int) settings.Run {
	run := r.Run
	run.Workers = workers
	for name, col := range w.Uniforms() {
		batch.WithUniform(name, col)(&run)
	}
	return run
}

// outgrows reports whether a fault says that the program cannot run a lane that the Go
// function can: it needs larger slices, or what has no batched form.
func outgrows(c program.Code) bool { return c == optab.CapacityExceeded || c == optab.NeedsGo }

func faultAt(number int, f lane.Fault) lane.Fault {
	f.Lane = number
	return f
}

// settle runs the lanes that were left to the loop, and finds out what those
// that panicked in the loop fault with: the batch says it with a column, and in
// the same words whichever engine ran.
func (r *run) settle() {
	for _, lane := range r.outgrown {
		if r.ended() {
			return
		}
		r.loop(lane, lane+1, 0)
	}
	r.panicked = slices.DeleteFunc(r.panicked, func(p lane.Fault) bool {
		f, ok := r.fn.known(p)
		if ok {
			r.faults = append(r.faults, f)
		}
		return ok
	})
	byLane := func(a, b lane.Fault) int { return cmp.Compare(a.Lane, b.Lane) }
	sorting.By(r.panicked, byLane)
	for len(r.panicked) > 0 && !r.ended() && !r.Alone {
		n := min(copied, len(r.panicked))
		r.again(r.panicked[:n])
		r.panicked = r.panicked[n:]
	}
	r.faults = append(r.faults, r.panicked...)
	sorting.By(r.faults, byLane)
}

// again runs lanes that panicked, for their faults alone.
func (r *run) again(panicked []lane.Fault) {
	if !r.loaded() {
		return
	}
	lanes := make([]int, len(panicked))
	for i, p := range panicked {
		lanes[i] = p.Lane
	}
	part := r.work.Pick(lanes)
	res, err := r.code.Run(r.ctx, part.Inputs(0, len(lanes)), r.machine(part, r.Workers).All)
	if res == nil {
		r.err = err
		return
	}
	faults := res.Faults
	for i, p := range panicked {
		faulted := len(faults) > 0 && faults[0].Lane == i
		switch {
		case faulted && !outgrows(faults[0].Code):
			f := faultAt(p.Lane, faults[0])
			r.fn.learn(r.code, p, f)
			p = f
		case !faulted && res.Finished(i) && r.Only != settings.Loop && r.comparable():
			r.differ(lane.StaleError{Lane: p.Lane, Go: p.String(), Program: "a result"})
		}
		if faulted {
			faults = faults[1:]
		}
		r.faults = append(r.faults, p)
	}
}

// reported sums up what ran.
func (r *run) reported() lane.Report {
	rep := r.report
	rep.Workers, rep.Faults = r.Workers, len(r.faults)
	for _, s := range r.spans {
		if s.batch == nil {
			rep.LoopLanes += s.hi - s.lo
		} else {
			rep.BatchLanes += int(s.batch.Stats.Lanes)
		}
	}
	rep.BatchLanes -= len(r.outgrown)
	rep.Lanes = rep.LoopLanes + rep.BatchLanes
	switch {
	case rep.LoopLanes > 0 && rep.BatchLanes > 0:
		rep.Way = lane.Mixed
	case rep.LoopLanes > 0:
		rep.Way = lane.Loop
	case rep.BatchLanes > 0:
		rep.Way = lane.Batch
	}
	return rep
}

// outcome returns what there is to say about single lanes and about the
// context.
func (r *run) outcome() error {
	var errs []error
	if done := r.reported().Lanes; done < r.lanes {
		errs = append(errs, &lane.StoppedError{
			Func: r.fn.is.Func, Lanes: r.lanes, Done: done, Err: context.Cause(r.ctx), Finished: r.finished(),
		})
	}
	if len(r.faults) > 0 {
		errs = append(errs, &lane.FaultError{Func: r.fn.is.Func, Lanes: r.lanes, Faults: r.faults})
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// finished returns the function that reports which lanes have results.
func (r *run) finished() func(lane int) bool {
	bits := make([]uint64, (r.lanes+63)/64)
	for _, s := range r.spans {
		for lane := s.lo; lane < s.hi; lane++ {
			if s.batch == nil || s.batch.Finished(lane-s.lo) {
				bits[lane/64] |= 1 << (lane % 64)
			}
		}
	}
	for _, f := range r.faults {
		bits[f.Lane/64] &^= 1 << (f.Lane % 64)
	}
	return func(lane int) bool { return lane/64 < len(bits) && bits[lane/64]>>(lane%64)&1 != 0 }
}
