package tiers

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
)

// Measured is the engine of a run that takes what is fastest, of the machine codes that there
// are and the machine: the first lanes are run in slices, some in each.
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
	measuredPart  = 64
	leastMeasured = 64
	mostMeasured  = 4096
	// tunedLanes are enough for machine code to find out how many groups of lanes are best, or
	// where it is to take over, which it does where the run has so many more.
	tunedLanes = 1 << 16
	// hopeless is how many times as long as the best an engine may take to be tuned.
	hopeless = 3
	// A slice that took less may have been disturbed, by another process for instance, and is
	// tried again in any case: the best of so many rounds counts.
	disturbance = 5 * time.Millisecond
	rounds      = 3
)

// candidates are the engines that a program has.
func (p *Program) candidates() (list []string) {
	if _, err := p.Code(); err == nil {
		list = append(list, Engine)
	} else if p.hasBlocks() {
		list = append(list, Blocks)
	}
	if _, err := p.Scalar(); err == nil {
		list = append(list, Scalar)
	}
	return append(list, off)
}

// Measurable reports whether there is something to choose from, besides the machine.
func (p *Program) Measurable() bool { return len(p.candidates()) > 1 }

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
	chosen, known := p.choices.get(lanes)
	list := p.candidates()
	switch slice := max(leastMeasured, min(mostMeasured, lanes/measuredPart)); {
	case known:
	case len(list) == 1:
		chosen = choice{engine: off}
	case lanes < 2*rounds*len(list)*slice:
		chosen = choice{list[0], "there were too few lanes to measure"}
	default:
		chosen = r.measure(ctx, list, slice, lanes)
		if r.err == nil {
			p.choices.set(lanes, chosen)
		}
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

// measure runs the first of the lanes in each engine, a slice a round, but for engines that
// are far behind, and returns the fastest.
func (r *parts) measure(ctx context.Context, list []string, slice, lanes int) choice {
	took := map[string]time.Duration{} // the best of its slices
	var best time.Duration
	once := func(engine string) {
		from := time.Now()
		r.run(ctx, engine, slice)
		spent := time.Since(from)
		if before, ok := took[engine]; !ok || spent < before {
			took[engine] = spent
		}
		if best == 0 || spent < best {
			best = spent
		}
	}
	for round := range rounds {
		for _, engine := range list {
			if round > 0 && took[engine] > hopeless*best && took[engine] > disturbance {
				continue
			}
			if round == 1 && (engine == Engine || engine == Blocks) && lanes >= 4*tunedLanes {
				r.run(ctx, engine, tunedLanes)
			}
			once(engine)
		}
	}
	chosen := slices.MinFunc(list, func(a, b string) int { return cmp.Compare(took[a], took[b]) })
	var figures []string
	for _, engine := range list {
		figures = append(figures, fmt.Sprintf("%v %s", took[engine]/time.Duration(slice), how[engine]))
	}
	return choice{chosen, "a lane took " + strings.Join(figures, ", ")}
}

// how is said of an engine.
var how = map[string]string{
	Engine: "with many in registers", Scalar: "one at a time", off: "in package batch's machine", Blocks: "there with executors",
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
