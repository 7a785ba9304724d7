package lane

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// run is one call on its way.
type run struct {
	*options
	kernel *Kernel
	code   *code
	call   *Call
	ctx    context.Context
	why    string
	// err ends the call without results.
	err error

	mu       sync.Mutex // for what workers of the loop share
	panicked []Fault    // lanes of the loop that panicked, as recovered

	faults []Fault
	spans  []span
	// outgrown are lanes that need larger slices than the program has room for.
	outgrown []int
	report   Report
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
	switch {
	case r.call.Lanes == 0:
		r.why = "there are no lanes"
	case r.engine != Mixed:
		r.why = "as asked for"
		r.all(r.engine, 0)
	default:
		r.auto()
	}
	r.settle()
	r.report.Elapsed = time.Since(start)
	if r.options.report != nil {
		*r.options.report = r.reported()
	}
	if r.err != nil {
		return false, r.err
	}
	return true, r.outcome()
}

// all runs the lanes from lo on by one engine.
func (r *run) all(e Engine, lo int) {
	if e == Batch {
		r.batch(lo, r.call.Lanes)
	} else {
		r.loop(lo, r.call.Lanes, 0)
	}
}

// ended reports whether there is nothing more to run.
func (r *run) ended() bool { return r.err != nil || r.ctx.Err() != nil }

// batch runs lanes in lockstep.
func (r *run) batch(lo, hi int) {
	piece := hi - lo
	if r.call.Copies {
		piece = min(piece, copied*r.workers)
	}
	for ; lo < hi && !r.ended(); lo += piece {
		end := min(lo+piece, hi)
		in, out := r.call.Inputs(lo, end), r.call.Results(lo, end)
		res, err := r.code.RunInto(r.ctx, in, out, r.machine()...)
		if res == nil {
			r.err = err
			return
		}
		if r.call.Store != nil {
			r.call.Store(lo, end, out, res.Finished)
		}
		for _, f := range res.Faults {
			if f.Code == optab.CapacityExceeded && r.mayLoop() {
				r.outgrown = append(r.outgrown, lo+int(f.Lane))
				continue
			}
			r.faults = append(r.faults, faultAt(lo, f))
			if f.Code == optab.StackOverflow && r.maxDepth == 0 {
				r.kernel.overflowed.Store(true)
			}
		}
		r.report.Runs = append(r.report.Runs, res.Stats)
		r.spans = append(r.spans, span{lo, end, res})
	}
}

// mayLoop reports whether the loop gives the same results, and nothing bounds how
// long a lane may take.
func (r *run) mayLoop() bool { return !r.code.ours && r.maxSteps == 0 && r.maxDepth == 0 }

// machine returns the options of a run of the batch.
func (r *run) machine() []batch.Option {
	opts := []batch.Option{batch.Workers(r.workers), batch.Gang(r.gang), batch.MaxSteps(r.maxSteps)}
	if r.maxDepth > 0 {
		opts = append(opts, batch.MaxDepth(r.maxDepth))
	}
	for name, col := range r.call.Uniforms {
		opts = append(opts, batch.WithUniform(name, col))
	}
	return opts
}

func faultAt(lo int, f batch.Fault) Fault {
	return Fault{Lane: lo + int(f.Lane), Code: f.Code, Pos: f.Pos, Msg: f.Msg}
}

// near is how far apart two lanes may be that panicked and are run again
// together.
const near = 64

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
	byLane := func(a, b Fault) int { return cmp.Compare(a.Lane, b.Lane) }
	slices.SortFunc(r.panicked, byLane)
	for len(r.panicked) > 0 && !r.ended() {
		n := 1
		for n < len(r.panicked) && r.panicked[n].Lane-r.panicked[n-1].Lane <= near && r.panicked[n].Lane-r.panicked[0].Lane < copied {
			n++
		}
		r.again(r.panicked[:n])
		r.panicked = r.panicked[n:]
	}
	r.faults = append(r.faults, r.panicked...)
	slices.SortFunc(r.faults, byLane)
}

// again runs the lanes around some that panicked, for their faults alone.
func (r *run) again(panicked []Fault) {
	lo, hi := panicked[0].Lane, panicked[len(panicked)-1].Lane+1
	res, err := r.code.Run(r.ctx, r.call.Inputs(lo, hi), r.machine()...)
	if res == nil {
		r.err = err
		return
	}
	for _, p := range panicked {
		i, found := slices.BinarySearchFunc(res.Faults, int64(p.Lane-lo), func(f batch.Fault, lane int64) int { return cmp.Compare(f.Lane, lane) })
		if found && res.Faults[i].Code != optab.CapacityExceeded {
			p = faultAt(lo, res.Faults[i])
		}
		r.faults = append(r.faults, p)
	}
}

// reported sums up what ran.
func (r *run) reported() Report {
	rep := r.report
	rep.Why, rep.Workers, rep.Faults = r.why, r.workers, len(r.faults)
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
		rep.Engine = Mixed
	case rep.LoopLanes > 0:
		rep.Engine = Loop
	case rep.BatchLanes > 0:
		rep.Engine = Batch
	}
	return rep
}

// outcome returns what there is to say about single lanes and about the
// context.
func (r *run) outcome() error {
	var errs []error
	if done := r.reported().Lanes; done < r.call.Lanes {
		errs = append(errs, &StoppedError{
			Func: r.call.Func, Lanes: r.call.Lanes, Done: done, Err: context.Cause(r.ctx), finished: r.finished(),
		})
	}
	if len(r.faults) > 0 {
		errs = append(errs, &FaultError{Func: r.call.Func, Lanes: r.call.Lanes, Faults: r.faults})
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// finished returns the bitmap of the lanes that have results.
func (r *run) finished() []uint64 {
	bits := make([]uint64, (r.call.Lanes+63)/64)
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
	return bits
}
