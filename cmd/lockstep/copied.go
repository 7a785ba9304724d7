package main

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/lower"
)

// copied is how many bytes of arrays a lane copies on average, and how many it would if calls
// copied all that they hand over.
type copied struct {
	lanes       int // that were looked at
	bytes, each float64
}

// copied finds out what lanes copy, for -stats and programs whose calls hand over arrays. Kernels
// run some lanes, since they count the lanes of blocks. It is nil if there is nothing to copy, and
// where that cannot be told soon.
func (f *runFlags) copied(ctx context.Context, path string, t *dataio.Table, r ran) *copied {
	if f.stats == "" || t.Lanes == 0 {
		return nil
	}
	list, err := lower.Contract(r.compiled.Source())
	if err != nil || len(list) == 0 {
		return nil
	}
	all, err := r.compile(path, compilerOptions(f.math, copiesAll, f.without)...)
	if err != nil {
		return nil
	}
	few := t.Take(upTo(min(sampleLanes, t.Lanes)))
	opts := append(f.options(), r.opts...)
	opts = append(opts, lockstep.Engine(lockstep.EngineOff), lockstep.Workers(1), lockstep.Timeout(sampleTime))
	c := &copied{lanes: few.Lanes}
	for _, way := range []struct {
		compiled *lockstep.Func
		bytes    *float64
	}{{r.compiled, &c.bytes}, {all, &c.each}} {
		res, err := way.compiled.Run(ctx, r.columns(few), opts...)
		if err != nil {
			return nil
		}
		for i, n := range lower.CopiedBytes(way.compiled.Lowered()) {
			*way.bytes += float64(n) * float64(res.Stats.Blocks[i].Lanes) / float64(few.Lanes)
		}
	}
	if c.each == 0 {
		return nil
	}
	return c
}

func (c *copied) String() string {
	return fmt.Sprintf("%.0f bytes a lane; %.0f with -copies all; of %s by kernels", c.bytes, c.each,
		counted.Of(c.lanes, "lane"))
}
