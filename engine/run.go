package engine

import (
	"context"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/engine/turns"
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
	if c.long != nil {
		defer r.Release()
		if short := c.shape.Load().Short; short && r.Lanes > c.partLanes {
			return c.inParts(ctx, r)
		} else if short && !c.usual.Small(r) {
			long, err := c.long()
			if err != nil {
				return Outcome{}, err
			}
			return long.Do(ctx, r)
		}
	}
	shape, err := c.shapeFor(r)
	if err != nil {
		return Outcome{}, err
	}
	var next atomic.Int64
	if !c.Tunes(r.Lanes) || !c.usual.Takes(r) {
		return shape.Rest(ctx, r, &next, Outcome{})
	}
	first := c.tune(ctx, r, &next, shape)
	if shape, err = c.shapeFor(r); err != nil {
		return first, err
	}
	return shape.Rest(ctx, r, &next, first)
}

// shapeFor is the shape that runs the lanes of a run: the one that was chosen, if it takes the run's tables.
func (c *Code) shapeFor(r *Run) (*mapped, error) {
	p := c.shape.Load()
	if p.Takes(r) {
		return p, nil
	}
	return p.apart()
}

// shortLanes is how many lanes run at once if integers are short, so that copies of columns take a few megabytes each.
const shortLanes = 1 << 21

// inParts runs so many lanes at a time. Each part has long code if its inputs are large.
func (c *Code) inParts(ctx context.Context, r *Run) (so Outcome, err error) {
	for from := 0; from < r.Lanes; from += c.partLanes {
		to := min(from+c.partLanes, r.Lanes)
		o, err := c.Do(ctx, c.usual.Part(r, from, to))
		for _, list := range [][]int{o.Again, o.Left} {
			for i := range list {
				list[i] += from
			}
		}
		so.Add(o)
		if err != nil {
			for lane := to; lane < r.Lanes; lane++ {
				so.Left = append(so.Left, lane)
			}
			return so, err
		}
	}
	return so, nil
}
