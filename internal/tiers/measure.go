package tiers

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
)

// Measured is the engine of a run that takes what is faster, code that runs one lane at a
// time or the machine: the first lanes are run in slices, some in each.
const Measured = "measured"

// off is batch.Stats.Engine of the machine.
const off = "off"

// choices are what was found to be faster, by the size of the batch.
type choices struct {
	mu    sync.Mutex
	found map[int]choice
}

// choice is the faster engine, and what was measured.
type choice struct{ engine, why string }

// class is the size class of a batch: what is faster for a few lanes may not be for many.
func class(lanes int) int { return bits.Len(uint(lanes)) / 2 }

func (c *choices) get(lanes int) (choice, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.found[class(lanes)]
	return found, ok
}

func (c *choices) set(lanes int, found choice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found == nil {
		c.found = map[int]choice{}
	}
	c.found[class(lanes)] = found
}

// Of the lanes, each slice takes a part.
const (
	measuredPart  = 32
	leastMeasured = 64
	mostMeasured  = 4096
)

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

// runMeasured runs the lanes with what is faster, which it finds out if it is not known.
func (p *Program) runMeasured(ctx context.Context, cols, out []batch.Column, lanes int, o Options) (*batch.Result, error) {
	start := time.Now()
	r := &parts{p: p, cols: cols, out: out, o: o}
	chosen, known := p.choices.get(lanes)
	if slice := max(leastMeasured, min(mostMeasured, lanes/measuredPart)); !known && lanes >= 4*slice {
		took := [2]time.Duration{1 << 62, 1 << 62} // the first slice warms up
		for range 2 {
			for i, engine := range []string{Scalar, off} {
				from := time.Now()
				r.run(ctx, engine, slice)
				took[i] = min(took[i], time.Since(from))
			}
		}
		chosen = choice{Scalar, ""}
		if took[1] < took[0] {
			chosen.engine = off
		}
		per := func(d time.Duration) time.Duration { return d / time.Duration(slice) }
		chosen.why = fmt.Sprintf("a lane took %v one at a time, %v in package batch's machine", per(took[0]), per(took[1]))
		if r.err == nil {
			p.choices.set(lanes, chosen)
		}
	} else if !known {
		chosen = choice{Scalar, "there were too few lanes to measure"}
	}
	if lanes > r.done {
		r.run(ctx, chosen.engine, lanes-r.done)
	}
	if r.err != nil && ctx.Err() == nil {
		return nil, r.err
	}
	slices.Sort(r.left)
	stats := r.stats
	stats.Engine, stats.Why, stats.Elapsed = chosen.engine, chosen.why, time.Since(start)
	stats.Lanes, stats.Faults = int64(lanes-len(r.left)), int64(len(r.faults))
	return batch.NewResult(out, lanes, r.faults, r.left, stats), r.err
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
			part = append(part, c.Slice(lo, lo+lanes))
		}
		return part
	}
	o := r.o
	if o.Progress != nil {
		o.Progress = func(done int) { r.o.Progress(lo + done) }
	}
	var res *batch.Result
	if engine == Scalar {
		o.Engine = Scalar
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
