package wrap

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/results"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/lane"
)

// How many lanes are run by both engines to see that the program still does what the
// function does.
const (
	// trialMost is the most lanes of a trial whose results are compared, trialLeast how many
	// are before that takes longer than one part in trialTime of what the batch took.
	trialMost, trialLeast, trialTime = 2048, 128, 4
	// checkMost is the most lanes in a run of the batch that are run by the loop as well,
	// and checkPart the part of them that they are at most: one in so many. After
	// checkEager lanes there are fewer.
	checkMost, checkPart = 64, 64
	checkEager           = 2048
	laterMost, laterPart = 8, 512
	// firstMost is how many lanes they are in a batch that was asked for, when
	// nothing was compared yet.
	firstMost = 32
	// checkTime is the part of the batch's time after which no lane is begun.
	checkTime = 10
	// deepest is how much of a goroutine's stack a lane may have taken, by a guess at what
	// a frame takes, to be run by the loop.
	deepest = 64 << 20
)

// comparable reports whether the function and an up-to-date program give the same
// bits in this build.
func (r *run) comparable() bool { return !r.fn.is.Ours && !r.code.rounds }

// differ ends the call, and those to come, because the program is not the function's.
func (r *run) differ(e lane.StaleError) {
	e.Func, e.Of, e.File = r.fn.is.Func, r.fn.is.Of, r.fn.is.File
	if r.why, r.err = isStale, &e; !r.comparable() {
		return // it may only have rounded otherwise
	}
	fn := r.fn
	fn.mu.Lock() // behind whoever sets few
	defer fn.mu.Unlock()
	fn.stale.CompareAndSwap(nil, &e)
	fn.few.Store(0)
	r.err = fn.stale.Load()
}

// store has the results of a run of the batch taken. That may call the function for
// lanes that finished, where they return an error which is made on the spot.
func (r *run) store(w Work, lo, hi int, out []Column, res *batch.Result) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s: %s is not what %s does: the function panics (%v) where the program returns an "+
				"error; run go generate (lockstep gen)",
				r.fn.is.Func, r.fn.is.File, r.fn.is.Of, v)
		}
	}()
	w.Store(lo, hi, out, res.Finished)
	return nil
}

// check runs some of the lanes lo to hi, which the batch finished, in the loop and
// compares the results. A lane that the batch finished ends in the loop as well, unless
// the program is not the function's; where the caller limits lanes, none is run.
func (r *run) check(lo, hi int, res *batch.Result) {
	if r.ended() || r.limited() || !r.comparable() || r.sawDeep(res) {
		return
	}
	before := r.fn.checked.Load()
	n := min(checkMost, (hi-lo)/checkPart)
	switch {
	case before == 0 && r.Only == settings.Batch:
		n = min(firstMost, hi-lo)
	case before > checkEager:
		n = min(laterMost, (hi-lo)/laterPart)
	}
	if n == 0 {
		return
	}
	lanes := slices.DeleteFunc(spread(lo, hi, n, before), func(lane int) bool { return !res.Finished(lane - lo) })
	start := time.Now()
	part := r.work.Pick(lanes)
	l := &looper{run: r, work: part, hi: len(lanes), limit: max(1, res.Stats.Elapsed/checkTime),
		least: 1} // also where others had the processor until the time was up
	if !l.all() {
		return
	}
	loop := side{given: part.Given(), faults: map[int]string{}}
	for _, f := range l.panicked {
		loop.faults[f.Lane] = f.String()
	}
	r.compare(each(l.next), loop, side{given: r.work.Given(), lanes: lanes}, 0)
	r.fn.planned(func(p *plan) {
		busy := p.undisturbed(l.next, 1, l.busy)
		p.spotted(l.next, busy)
		p.paid(time.Since(start) - l.busy + busy)
	})
}

// sawDeep reports whether some lane of a run recursed so deep that a goroutine's stack
// might not hold it.
func (r *run) sawDeep(res *batch.Result) bool {
	frame := int64(r.code.StateBytes()) + 1<<10
	for _, s := range res.Stats.Stacks {
		if int64(s.High)*frame > deepest {
			return true
		}
	}
	return false
}

// spread returns n of the lanes lo to hi at even distances, others each time.
func spread(lo, hi, n int, seed int64) []int {
	lanes := make([]int, n)
	_, offset := math.Modf(float64(seed+1) * math.Phi)
	for i := range lanes {
		lanes[i] = lo + int((float64(i)+offset)*float64(hi-lo)/float64(n))
	}
	return lanes
}

// side is what one of the two ways, loop or batch, gave for some lanes.
type side struct {
	given []any
	lanes []int // their places in given; nil: as they are numbered
	// finished reports whether a lane ran to its end; nil: all but those in faults.
	finished func(i int) bool
	faults   map[int]string // why others did not
}

// value returns a result of a lane.
func (s *side) value(k, i int) reflect.Value {
	if s.lanes != nil {
		i = s.lanes[i]
	}
	return reflect.ValueOf(s.given[k]).Index(i)
}

// compare compares what both engines gave for some lanes, for about some time if limit is not
// zero. The lanes are those of the call that one side says. It ends the call if they differ.
func (r *run) compare(which []int, loop, program side, limit time.Duration) {
	lanes := loop.lanes
	if lanes == nil {
		lanes = program.lanes
	}
	start := time.Now()
	for n, i := range which {
		if limit > 0 && n >= trialLeast && n%32 == 0 && time.Since(start) > limit {
			return
		}
		r.fn.checked.Add(1)
		why, panicked := loop.faults[i]
		because, faulted := program.faults[i]
		switch {
		case panicked && faulted:
			continue
		case faulted:
			r.differ(lane.StaleError{Lane: lanes[i], Go: "a result", Program: because})
		case program.finished != nil && !program.finished(i):
			continue
		case panicked:
			r.differ(lane.StaleError{Lane: lanes[i], Go: why, Program: "a result"})
		default:
			r.compareResults(i, lanes[i], &loop, &program)
		}
		if r.err != nil {
			return
		}
		r.report.Checked++
	}
}

// compareResults compares the results of a lane.
func (r *run) compareResults(i, number int, loop, program *side) {
	for k, name := range r.fn.is.Results {
		a, b := loop.value(k, i), program.value(k, i)
		if !results.Same(a, b) {
			r.differ(lane.StaleError{Lane: number, Result: name, Go: results.Text(a), Program: results.Text(b)})
			return
		}
	}
}
