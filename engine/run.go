package engine

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/engine/turns"
)

// Run is a run of the code over columns, Table the value of a uniform of several elements,
// and Outcome what became of the lanes.
type (
	Run     = turns.Run
	Table   = turns.Table
	Outcome = turns.Outcome
)

// Do runs all lanes. If the context ends first its error is returned, and the outcome
// tells which lanes are left.
func (c *Code) Do(ctx context.Context, r *Run) (Outcome, error) {
	if err := c.shape.Load().Check(r); err != nil {
		return Outcome{}, err
	}
	var next atomic.Int64
	first := c.measureFirst(ctx, r, &next)
	return c.shape.Load().Rest(ctx, r, &next, first)
}

// Measuring takes a part of the lanes, if there are many.
const (
	leastMeasured = 1 << 14
	measuredPart  = 64
)

// measureFirst runs the first lanes in each form of the program with one group, two and so
// on, and as stages, in turn, and chooses what is fastest: once, when a run has lanes enough and lanes have
// worked for as long as it took to make the usual code. The others take some times as long
// again, and gain little.
func (c *Code) measureFirst(ctx context.Context, r *Run, next *atomic.Int64) (o Outcome) {
	if c.fixed || c.measured.Load() || r.Lanes < leastMeasured {
		return o
	}
	slice := min(r.Lanes/measuredPart, turns.Chunk/2)
	start := time.Now()
	o = c.shape.Load().Work(ctx, r, 1, next, slice)
	all := int64(time.Since(start)) * int64(r.Lanes) / int64(slice)
	if c.worked.Add(all) < int64(c.took) {
		return o
	}
	c.measure.Do(func() {
		defer c.measured.Store(true)
		var shapes []*placed
		for _, g := range c.forms() {
			for groups := 1; groups <= maxGroups; groups++ {
				if usual := c.shape.Load(); g == c.graph && groups == usual.Abreast {
					shapes = append(shapes, usual)
					continue
				}
				t, err := newTurn(g, c.set, groups)
				if err != nil {
					break // too many values for so many groups
				}
				p, err := newPlaced(t)
				if err != nil {
					break
				}
				shapes = append(shapes, p)
			}
		}
		if stages, err := stagesOf(c.graph.source, nil); err == nil {
			for groups := usualGroups; groups <= usualGroups+1; groups++ {
				if p, err := c.newStaged(stages, groups); err == nil {
					shapes = append(shapes, p)
				}
			}
		}
		best := make([]time.Duration, len(shapes)) // of the same number of lanes
		for range 2 {
			for i, p := range shapes {
				start := time.Now()
				did := p.Work(ctx, r, 1, next, int(next.Load())+slice)
				if took := time.Since(start); best[i] == 0 || took < best[i] {
					best[i] = took
				}
				o.Add(did)
			}
		}
		if ctx.Err() == nil && len(shapes) > 0 {
			c.shape.Store(shapes[slices.Index(best, slices.Min(best))])
		}
	})
	return o
}
