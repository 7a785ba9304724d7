package engine

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/clock"
)

// Run is a run of the code over columns, and Outcome what became of the lanes.
type (
	Run     = turns.Run
	Outcome = turns.Outcome
)

// Do runs all lanes. If the context ends first its error is returned, and the outcome
// tells which lanes are left.
func (c *Code) Do(ctx context.Context, r *Run) (Outcome, error) {
	if err := c.shape.Load().Check(r); err != nil {
		return Outcome{}, err
	}
	shape, err := c.shapeFor(r)
	if err != nil {
		return Outcome{}, err
	}
	var next atomic.Int64
	if !c.Tunes(r.Lanes) || !c.usual.Takes(r) {
		return shape.Rest(ctx, r, &next, Outcome{})
	}
	first := c.measureFirst(ctx, r, &next, shape)
	if shape, err = c.shapeFor(r); err != nil {
		return first, err
	}
	return shape.Rest(ctx, r, &next, first)
}

// shapeFor is the shape that runs the lanes of a run: the one that was chosen, if it takes the run's tables.
func (c *Code) shapeFor(r *Run) (*placed, error) {
	p := c.shape.Load()
	if p.Takes(r) {
		return p, nil
	}
	return p.apart()
}

// Measuring takes a part of the lanes, if there are many.
const (
	leastMeasured = 1 << 13
	measuredPart  = 64
	// Measuring waits until lanes have worked for so many times as long as it took to make the usual
	// code. The code of what is tried takes tuning times as long to make, mostly 5 to 12.
	patience, tuning = 20, 10
	// Stages are tried earlier: their code takes about as long to make as the usual, and gains more.
	stagePatience = 3
)

// Tunes reports whether a run of so many lanes may make the code faster, by measureFirst.
func (c *Code) Tunes(lanes int) bool {
	return !c.fixed && !c.measured.Load() && lanes >= leastMeasured
}

// Staged reports whether runs may try the program as stages, which may be much faster.
func (c *Code) Staged() bool {
	return !c.fixed && slices.ContainsFunc(c.graph.cuts(), func(where cuts) bool {
		_, err := stagesOf(c.graph.source, where, nil)
		return err == nil
	})
}

// Tuning is about how long a run of so many lanes looks for faster forms of the code, if its lanes take a time:
// 0 if it does not.
func (c *Code) Tuning(lanes int, takes time.Duration) time.Duration {
	if !c.Tunes(lanes) || time.Duration(c.worked.Load())+takes < patience*c.took {
		return 0
	}
	return tuning * c.took
}

// measureFirst runs the first lanes in forms of the program, with more groups and fewer while that
// is faster, and as stages, and chooses what is fastest: once, when a run has lanes enough and
// lanes have worked for long, since the other forms take some times as long to make as the usual
// one, and gain little.
func (c *Code) measureFirst(ctx context.Context, r *Run, next *atomic.Int64, shape *placed) (o Outcome) {
	slice := min(r.Lanes/measuredPart, turns.Chunk/2)
	run := func(p *placed) (took time.Duration) {
		return clock.Took(func() { o.Add(p.Work(ctx, r, 1, next, min(int(next.Load())+slice, r.Lanes))) })
	}
	all := int64(run(shape)) * int64(r.Lanes) / int64(slice)
	faster := func(p, than *placed) bool {
		if !p.Takes(r) || r.Lanes-int(next.Load()) < 2*(len(near)+1)*slice || ctx.Err() != nil {
			return false
		}
		if len(p.parts) > 0 {
			run(p) // the first time it takes memory
		}
		both := []*placed{than, p}
		return fastest(len(both), func(i int) time.Duration { return run(both[i]) }) == 1
	}
	worked := c.worked.Add(all)
	if worked < stagePatience*int64(c.took) {
		return o
	}
	c.early.Do(func() {
		best := c.usual
		for _, p := range c.stages(usualGroups) {
			if faster(p, best) {
				best = p
			}
		}
		c.shape.Store(best)
	})
	if worked < patience*int64(c.took) || int(next.Load()) > r.Lanes/2 {
		return o
	}
	c.measure.Do(func() {
		defer c.measured.Store(true)
		c.shape.Store(c.tuned(faster))
	})
	return o
}

// stages is the program as stages with so many groups of lanes, cut at places of each kind.
func (c *Code) stages(groups int) (list []*placed) {
	var cut int
	for _, where := range c.graph.cuts() {
		stages, err := stagesOf(c.graph.source, where, nil)
		if err != nil || len(stages) == cut {
			continue
		}
		cut = len(stages)
		if p, err := c.newStaged(stages, groups); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// tuned returns the fastest shape: of each form of the program with more groups or fewer, as far as
// that is faster; or of the program as stages, if these were faster than the usual one.
func (c *Code) tuned(faster func(p, than *placed) bool) *placed {
	best := c.shape.Load()
	if len(best.parts) > 0 {
		for _, p := range c.stages(usualGroups + 1) {
			if faster(p, best) {
				best = p
			}
		}
		return best
	}
	for _, g := range c.forms() {
		if g != c.graph {
			p := c.with(g, best.Abreast)
			// Jumps gain much or little: noise would decide about little, so that they are looked at twice.
			if p == nil || !faster(p, best) || g.jumping.all && !faster(p, best) {
				continue
			}
			best = p
		}
		climb(best.Abreast, maxGroups, func(groups int) bool {
			p := c.with(g, groups)
			if p == nil || !faster(p, best) {
				return false
			}
			best = p
			return true
		})
	}
	return best
}

// climb asks for one more and so on up to most while that is better, or else for one less and so on.
func climb(from, most int, better func(n int) bool) {
	n := from
	for n < most && better(n+1) {
		n++
	}
	if n > from {
		return
	}
	for n > 1 && better(n-1) {
		n--
	}
}

// with is a form of the program with so many groups, nil if it has too many values for them.
func (c *Code) with(g *graph, groups int) *placed {
	t, err := newTurn(g, c.set, groups)
	if err != nil {
		return nil
	}
	p, err := newPlaced(t)
	if err != nil {
		return nil
	}
	p.apart = c.usual.apart
	return p
}

// What took so many times as long as the fastest after so many looks, or more, is not looked at
// again: the first may have been disturbed.
var near = []float64{2, 1.3, 1.15, 1.15}

// fastest returns which of n ways takes the least time at best, of some looks at each in turn;
// -1 if there is none. A look takes a time.
func fastest(n int, look func(i int) time.Duration) int {
	best := make([]time.Duration, n)
	of := make([]int, n) // those that are looked at
	for i := range n {
		of[i], best[i] = i, math.MaxInt64
	}
	for round := range len(near) + 1 {
		if round > 0 {
			limit := near[round-1] * float64(slices.Min(append(best, math.MaxInt64)))
			of = slices.DeleteFunc(of, func(i int) bool { return float64(best[i]) > limit })
		}
		if len(of) < 2 {
			break
		}
		for _, i := range of {
			best[i] = min(best[i], look(i))
		}
	}
	if n == 0 {
		return -1
	}
	return slices.Index(best, slices.Min(best))
}
