package tiers

import (
	"context"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
)

// Measured is the engine of a run that takes what is fastest, of the machine codes that there
// are and the machine. Each is tried until it is known, on the first lanes of a run if it has
// many, else on whole runs.
const Measured = "measured"

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
}

// runMeasured runs the lanes with what is fastest, which it finds out if it is not known.
func (p *Program) runMeasured(ctx context.Context, cols, out []batch.Column, lanes int, o Options) (*batch.Result, error) {
	start := time.Now()
	r := &parts{p: p, cols: cols, out: out, o: o}
	c := p.choices.of(lanes, p.candidates)
	engine, known := c.chosen()
	if !known {
		try(c, lanes, func() int { return r.done }, func(engine string, lanes int) {
			from := time.Now()
			r.run(ctx, engine, lanes)
			c.note(engine, lanes, time.Since(from), false)
		})
		engine, known = c.next(r.done > 0)
	}
	if rest := lanes - r.done; rest > 0 {
		from := time.Now()
		r.run(ctx, engine, rest)
		if !known && r.err == nil {
			c.note(engine, rest, time.Since(from), true)
		}
	}
	if r.err != nil && ctx.Err() == nil {
		return nil, r.err
	}
	slices.Sort(r.left)
	stats := r.stats
	stats.Engine, stats.Why, stats.Elapsed = engine, c.why(), time.Since(start)
	stats.Lanes, stats.Faults = int64(lanes-len(r.left)), int64(len(r.faults))
	return batch.NewResult(out, lanes, r.faults, r.left, stats), r.err
}

const (
	// Of the lanes of a run, a part is enough to try engines on.
	triedPart = 4
	// An engine is tried on so many lanes at first, twice, to see whether it is far behind.
	firstSlice = 64
	firstTries = 2
)

// try runs the first of the lanes in the engines that may be the fastest, a slice each in
// turn, if that is a small part of all. done is how many ran, and run runs some more and
// notes what they took.
func try(c *choice, lanes int, done func() int, run func(engine string, lanes int)) {
	for round := 0; ; round++ {
		for _, engine := range tunes {
			if round == firstTries && lanes >= 8*tuning && c.isRough(engine) {
				run(engine, tuning)
				run(engine, tuning)
			}
		}
		open, all := c.open(), done()
		for _, t := range open {
			all += t.slice(lanes)
		}
		if len(open) == 0 || all > lanes/2 || all > lanes/triedPart && open[0].tries >= firstTries {
			return
		}
		for _, t := range open {
			run(t.engine, t.slice(lanes))
		}
	}
}

// slice is how many lanes the next try takes: the first ones show how an engine begins, the
// others how it goes on. One that gets better in a run shows in a larger one whether it may
// have a whole run.
func (t *tried) slice(lanes int) int {
	if t.tries < firstTries {
		return firstSlice
	}
	if t.rough {
		return max(firstSlice, min(lanes/32, 2048))
	}
	return max(firstSlice, int(1.2*longLook/max(t.lane, 1)))
}

// run runs the next lanes.
func (r *parts) run(ctx context.Context, engine string, lanes int) {
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
	slice := func(cols []batch.Column) (part []batch.Column) {
		for _, c := range cols {
			if rows, err := c.Rows(); err != nil || rows > 1 {
				c = c.Slice(lo, lo+lanes)
			}
			part = append(part, c) // one row is for all lanes
		}
		return part
	}
	o := r.o
	if o.Progress != nil {
		o.Progress = func(done int) { r.o.Progress(lo + done) }
	}
	var res *batch.Result
	if engine != off {
		o.Engine = engine
		res, r.err = r.p.RunInto(ctx, slice(r.cols), slice(r.out), lanes, o)
	} else {
		opts := slices.Clip(o.Batch)
		if o.Progress != nil {
			opts = append(opts, batch.Progress(o.Progress))
		}
		res, r.err = r.p.machine.RunInto(ctx, slice(r.cols), slice(r.out), opts...)
	}
	if res == nil {
		none()
		return
	}
	r.stats = res.Stats
	faulted := map[int64]bool{}
	for _, f := range res.Faults {
		faulted[f.Lane] = true
		f.Lane += int64(lo)
		r.faults = append(r.faults, f)
	}
	for lane := range lanes {
		if !res.Finished(lane) && !faulted[int64(lane)] {
			r.left = append(r.left, lo+lane)
		}
	}
}
