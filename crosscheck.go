package lockstep

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/results"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// An EngineError says that two engines gave different results for a lane: a defect of Lockstep. The run's results are
// not to be trusted, and there are none; with Engine(EngineOff) the machine of kernels runs all lanes.
type EngineError struct {
	Lane    int           // of the run
	Result  string        // whose values differ; empty if one of the engines has no results for the lane
	Engines [2]EngineMode // that ran the lanes, and that ran some of them again
	Values  [2]string     // what they gave, as text
}

func (e *EngineError) Error() string {
	what := "engine"
	if e.Result != "" {
		what = e.Result + ": engine"
	}
	return fmt.Sprintf("lockstep: lane %d: %s %s gives %s, and engine %s gives %s: a defect of Lockstep; "+
		"please report it with the function and the lane's inputs; engine off runs it until then",
		e.Lane, what, e.Engines[0], e.Values[0], e.Engines[1], e.Values[1])
}

// crossCheck compares engines while a function is new: of runs that choose their engine, some of the last lanes run
// again in another one. Wrappers compare lanes with the Go function instead.
type crossCheck struct {
	ended atomic.Bool // enough lanes were compared
	mu    sync.Mutex
	lanes int           // that were compared
	ran   time.Duration // all runs so far
	spent time.Duration // of that on comparisons
	turn  int
}

const (
	// crossMost is how many lanes of a run are compared at most, and one in crossPart of its lanes. Comparing
	// ends after crossAll lanes.
	crossMost, crossPart, crossAll = 64, 64, 1024
	// crossTime is what part of the time of runs comparisons may take: one in so many.
	crossTime = 64
)

// again picks the engine that is to run some lanes of a run again, and how many; 0 if none are. rivals is asked only if
// there is time.
func (c *crossCheck) again(rivals func() []tiers.Rival, lanes int, took time.Duration) (engine string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ran += took
	left := c.ran/crossTime - c.spent
	most := min(crossMost, lanes/crossPart)
	if left <= 0 || most == 0 {
		return "", 0
	}
	list := rivals()
	for i := range list {
		r := list[(c.turn+i)%len(list)]
		if n := min(most, int(float64(left)/r.Lane)); n > 0 {
			c.turn++
			return r.Engine, n
		}
	}
	return "", 0
}

// note adds a comparison.
func (c *crossCheck) note(lanes int, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lanes += lanes
	c.spent += took
	c.ended.Store(c.lanes >= crossAll)
}

// crossCheck runs some lanes of a run that chose its engine again with another one, if it is time, and returns an error
// if these differ.
func (fn *Func) crossCheck(ctx context.Context, o *runOptions, cols []batch.Column, res *Result) error {
	c := &fn.cross
	if c.ended.Load() || res.Stats.Lanes != int64(res.Lanes) {
		return nil
	}
	rivals := func() []tiers.Rival { return fn.tiers.Rivals(res.Stats.Engine) }
	engine, n := c.again(rivals, res.Lanes, res.Stats.Elapsed)
	if n == 0 {
		return nil
	}
	start := time.Now()
	lo := res.Lanes - n
	out := fn.code.NewColumns(n)
	r, err := fn.tiers.Again(ctx, engine, cols, out, lo, res.Lanes, tiers.Options{Run: o.Run, Engine: engine})
	if err != nil || r.Stats.Lanes != int64(n) { // it ended early
		return nil
	}
	other := &Result{Lanes: n, Stats: r.Stats, program: fn.source, out: &fn.out, run: r, texts: fn.texts}
	other.clampLens()
	err = res.sameFrom(lo, other)
	c.note(n, time.Since(start))
	return err
}

// isLimit reports whether a fault tells of a limit of the run, which an engine may come to earlier than another.
func isLimit(f Fault) bool {
	return f.Code == optab.StackOverflow || f.Code == optab.StepLimit || f.Code == optab.CapacityExceeded
}

// sameFrom compares the lanes of a result from one on with those of another.
func (r *Result) sameFrom(lo int, other *Result) error {
	mine := &Result{Lanes: other.Lanes, program: r.program, out: r.out, texts: r.texts,
		run: batch.NewResult(tiers.Part(r.run.Cols, lo, r.Lanes), other.Lanes, nil, nil, batch.Stats{})}
	faults, others := r.faultsFrom(lo), other.faultsFrom(0)
	engines := [2]EngineMode{EngineMode(r.Stats.Engine), EngineMode(other.Stats.Engine)}
	for i := range other.Lanes {
		a, faulted := faults[i]
		b, failed := others[i]
		if faulted != failed && !isLimit(a) && !isLimit(b) {
			e := &EngineError{Lane: lo + i, Engines: engines, Values: [2]string{"results", "results"}}
			if faulted {
				e.Values[0] = "the fault " + a.String()
			} else {
				e.Values[1] = "the fault " + b.String()
			}
			return e
		}
	}
	for _, f := range r.out.fields {
		a, b := reflect.ValueOf(mine.Column(f.Name)), reflect.ValueOf(other.Column(f.Name))
		per := a.Len() / other.Lanes
		for k := range a.Len() {
			i := k / per
			_, faulted := faults[i]
			_, failed := others[i]
			if x, y := a.Index(k), b.Index(k); !faulted && !failed && !results.Same(x, y) {
				return &EngineError{Lane: lo + i, Result: f.Name, Engines: engines,
					Values: [2]string{results.Text(x), results.Text(y)}}
			}
		}
	}
	return nil
}

// faultsFrom are the faults of the lanes from one on, by how many lanes they are behind it.
func (r *Result) faultsFrom(lo int) map[int]Fault {
	faults := map[int]Fault{}
	for _, f := range r.run.Faults {
		if f.Lane >= lo {
			faults[f.Lane-lo] = f
		}
	}
	return faults
}
