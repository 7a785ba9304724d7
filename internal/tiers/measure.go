package tiers

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/clock"
)

// Measured is the engine of a run that takes what is fastest, of the machine codes that there
// are and the machine. Each is tried until that is known, on the first lanes of a run if it has
// many, else on whole runs.
const Measured = "measured"

// Probed is the engine of a run for which there is no machine code yet: it begins in the machine, and is Measured from
// there on if it takes long.
const Probed = "probed"

// off is batch.Stats.Engine of the machine.
const off = "off"

// parts is a run whose lanes are run in parts, by one engine and another.
type parts struct {
	p      *Program
	cols   []batch.Column
	out    []batch.Column
	o      Options
	done   int
	faults []batch.Fault
	left   []int
	stats  batch.Stats // of the last part
	err    error
	call   turns.Call // what the parts have in common
}

func newParts(p *Program, cols, out []batch.Column, lanes int, o Options) *parts {
	r := &parts{p: p, cols: cols, out: out, o: o}
	r.call.Lanes = lanes
	if r.o.Call == nil {
		r.o.Call = &r.call
	}
	return r
}

// runMeasured runs the lanes with what is fastest, which it finds out if it is not known.
func (p *Program) runMeasured(ctx context.Context, cols, out []batch.Column, lanes int,
	o Options) (*batch.Result, error) {
	c := p.candidates()
	ask := request{lanes: lanes, rest: lanes, workers: o.Workers}
	if ask.workers <= 0 {
		ask.workers = runtime.GOMAXPROCS(0)
	}
	s := c.next(ask)
	if s.known && s.lanes == lanes {
		return p.runKnown(ctx, cols, out, s, ask, o)
	}
	return p.runParts(ctx, cols, out, s, ask, o)
}

// runProbed runs lanes with the machine if these take no longer than it takes to make machine code, as far as the first
// of them tell.
func (p *Program) runProbed(ctx context.Context, cols, out []batch.Column, lanes int,
	o Options) (*batch.Result, error) {
	r := newParts(p, cols, out, lanes, o)
	start := time.Now()
	r.run(ctx, off, min(firstSlice, lanes), 1)
	p.Ran(&r.stats)
	ask := request{lanes: lanes, rest: lanes - r.done, workers: o.Workers}
	if ask.workers <= 0 {
		ask.workers = runtime.GOMAXPROCS(0)
	}
	each := float64(r.stats.Elapsed) / float64(r.done)
	s := step{engine: off, lanes: ask.rest, known: true}
	if each*float64(ask.rest)/ask.abreast() > float64(worthTime) && p.Measurable() {
		s = p.choices.next(ask)
	}
	res, err := r.rest(ctx, start, s, ask)
	if s.known {
		p.Ran(&r.stats)
	}
	return res, err
}

// runKnown runs all lanes with the engine that is known to be the fastest. The time is that of the
// wall, which costs less to ask for: it tells no more than when the choice is looked at again.
func (p *Program) runKnown(ctx context.Context, cols, out []batch.Column, s step, ask request,
	o Options) (*batch.Result, error) {
	r, err := p.runAll(ctx, s.engine, cols, out, s.lanes, o)
	switch {
	case r == nil && ctx.Err() != nil:
		return p.runParts(ctx, cols, out, s, ask, o) // no lane ran
	case r == nil:
		return nil, err
	}
	p.choices.note(s, ask, r.Stats.Elapsed, 0, false)
	p.worked(s.engine, r.Stats.Elapsed)
	r.Stats.Why = p.choices.why(ask)
	return r, err
}

// runAll runs all lanes with an engine.
func (p *Program) runAll(ctx context.Context, engine string, cols, out []batch.Column, lanes int,
	o Options) (*batch.Result, error) {
	if engine != off {
		o.Engine = engine
		return p.RunInto(ctx, cols, out, lanes, o)
	}
	return p.machine.RunInto(ctx, cols, out, o.All)
}

// runParts runs the lanes in steps, of which the first is known.
func (p *Program) runParts(ctx context.Context, cols, out []batch.Column, s step, ask request,
	o Options) (*batch.Result, error) {
	r := newParts(p, cols, out, ask.lanes, o)
	return r.rest(ctx, time.Now(), s, ask)
}

// rest runs the lanes that are left in steps; the next one is known.
func (r *parts) rest(ctx context.Context, start time.Time, s step, ask request) (*batch.Result, error) {
	p, c, lanes, last := r.p, &r.p.choices, ask.lanes, off
	learns := !s.known
	for ask.rest > 0 {
		before := r.o.Call.Tuned()
		took := r.step(ctx, s, ask.workers)
		if s.engine == off && s.trial {
			c.learn(p.workOf(&r.stats))
		}
		p.worked(s.engine, took)
		if last = s.engine; r.err == nil {
			c.note(s, ask, took, r.o.Call.Tuned()-before, s.rough && !p.isRough(s.engine, s.lanes))
		}
		if ask.rest = lanes - r.done; ask.rest > 0 {
			s = c.next(ask)
			learns = learns || !s.known
		}
	}
	if r.err != nil && ctx.Err() == nil {
		return nil, r.err
	}
	slices.Sort(r.left)
	stats := r.stats
	stats.Engine, stats.Why, stats.Elapsed = last, c.why(ask), time.Since(start)
	if learns {
		stats.Tuning = max(0, stats.Elapsed-c.takes(ask, lanes-len(r.left)))
	}
	stats.Lanes, stats.Faults = int64(lanes-len(r.left)), int64(len(r.faults))
	return batch.NewResult(r.out, lanes, r.faults, r.left, stats), r.err
}

// Measurable reports whether there is something to choose from, besides the machine.
func (p *Program) Measurable() bool {
	c := p.candidates()
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.engines) > 1 || len(c.late) > 0
}

// oneFirst is that of the program's shape. Small programs without recursion are not looked at so closely.
func (p *Program) oneFirst() bool {
	return (p.recurses() || len(p.lowered.Graph.Blocks) > manyBlocks) && p.shape().oneFirst()
}

// candidates returns what is known of the engines that the program has. Of the two kinds of code one is made late,
// and whether it has executors is found out late.
func (p *Program) candidates() *choices {
	p.choosing.Do(func() {
		var list []string
		var late []*later
		if p.oneFirst() && p.hasScalar() {
			list = append(list, Scalar)
			late = append(late, &later{engine: Lanes, make: p.hasCode, cost: codeCost * float64(p.scalar.took),
				made: p.made.Load, part: p.shape().lanesPart()})
		} else if p.hasCode() {
			list = append(list, Lanes)
			late = append(late, &later{engine: Scalar, make: p.hasScalar, cost: float64(p.took),
				made: p.scalar.made.Load})
		} else if p.hasScalar() {
			list = append(list, Scalar)
		}
		if engine.Available() == nil {
			late = append(late, &later{engine: Blocks, make: p.hasBlocks})
		}
		c := &p.choices
		c.mu.Lock() // a run that asked for an engine may have made it better meanwhile
		defer c.mu.Unlock()
		c.recursing, c.late = p.recurses(), late
		if len(list) == 0 {
			c.none = p.whyNone()
		}
		c.start(append(list, off), p.machine.Gang(), p)
	})
	return &p.choices
}

// whyNone says why a program has no machine code.
func (p *Program) whyNone() string {
	_, many := p.Code()
	_, one := p.Scalar()
	said := func(err error) string { return strings.TrimPrefix(err.Error(), "engine: ") }
	return fmt.Sprintf("there is no machine code with many lanes in registers: %s; nor for one at a time: %s",
		said(many), said(one))
}

// worked tells code for many lanes, if there is some, for how long another engine ran.
func (p *Program) worked(engine string, took time.Duration) {
	if engine != Lanes && p.made.Load() && p.code != nil {
		p.code.Worked(took)
	}
}

// hasCode reports whether the program has code for many lanes, and makes it.
func (p *Program) hasCode() bool {
	_, err := p.Code()
	return err == nil
}

// hasScalar reports whether the program has code for one lane, and makes it.
func (p *Program) hasScalar() bool {
	_, err := p.Scalar()
	return err == nil
}

// isRough reports whether an engine gets better in a run of so many lanes: it finds out how many
// groups of lanes are best, or where machine code is to take over.
func (p *Program) isRough(engine string, lanes int) bool {
	switch engine {
	case Lanes:
		return p.code.Promises(lanes)
	case Blocks:
		return p.blocks.pool.Stats().Made == 0
	}
	return false
}

// ripening is about how long an engine takes to get better in a run of so many lanes that takes a time.
func (p *Program) ripening(engine string, lanes int, takes float64) float64 {
	if engine == Lanes {
		return float64(p.code.Tuning(lanes, time.Duration(takes)))
	}
	return 0
}

// What is tried of code for many lanes took 0.7 of the time at best among the workloads, and as stages,
// where the program has some, 0.35; executors take a third where kernels do little.
const (
	betterGroups = 0.7
	betterForm   = 0.5
)

// better is what part of what it takes now an engine may take when it got better.
func (p *Program) better(engine string) float64 {
	if engine == Lanes && (p.code.PastStages() || !p.staged()) {
		return betterGroups
	}
	return betterForm
}

// step runs a step with so many workers, or a slice with one, and returns what that took: of the
// thread's own time where there is only this one, which other work of the machine does not count in.
func (r *parts) step(ctx context.Context, s step, workers int) (took time.Duration) {
	if s.level != whole {
		workers = 1
	}
	if s.trial {
		for _, c := range Part(r.out, r.done, r.done+s.lanes) {
			turns.Touch(c.Data)
		}
	}
	if workers == 1 {
		return clock.Took(func() { r.run(ctx, s.engine, s.lanes, 1) })
	}
	start := time.Now()
	r.run(ctx, s.engine, s.lanes, workers)
	return time.Since(start)
}

// Part returns lanes lo to hi of columns; one row is for all lanes.
func Part(cols []batch.Column, lo, hi int) (list []batch.Column) {
	for _, c := range cols {
		if rows, err := c.Rows(); err != nil || rows > 1 {
			c = c.Slice(lo, hi)
		}
		list = append(list, c)
	}
	return list
}

// run runs the next lanes.
func (r *parts) run(ctx context.Context, engine string, lanes, workers int) {
	lo := r.done
	r.done += lanes
	none := func() {
		for lane := lo; lane < r.done; lane++ {
			r.left = append(r.left, lane)
		}
	}
	if r.err != nil {
		none()
		return
	}
	o := r.o
	o.Workers = workers
	if o.Progress != nil {
		o.Progress = func(done int) { r.o.Progress(lo + done) }
	}
	var res *batch.Result
	res, r.err = r.p.runAll(ctx, engine, Part(r.cols, lo, r.done), Part(r.out, lo, r.done), lanes, o)
	if res == nil {
		none()
		return
	}
	r.stats = res.Stats
	faulted := map[int]bool{}
	for _, f := range res.Faults {
		faulted[f.Lane] = true
		f.Lane += lo
		r.faults = append(r.faults, f)
	}
	if int(res.Stats.Lanes) == lanes {
		return
	}
	for lane := range lanes {
		if !res.Finished(lane) && !faulted[lane] {
			r.left = append(r.left, lo+lane)
		}
	}
}
