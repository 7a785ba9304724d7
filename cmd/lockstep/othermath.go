package main

import (
	"context"
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// When a run was long, -stats also finds out what the other mathematical functions would gain, by
// running some of its lanes with both. That takes little beside the run.
const (
	spareAfter = 100 * time.Millisecond // so long a run was
	spareLanes = 1 << 14                // so many lanes are run
	spareLeast = 1 << 13                // fewer say little
	spareRuns  = 5                      // of each; in the first ones the fastest engine is found
	// worthNaming is how many times as fast the other functions must be to be named.
	worthNaming = 1.5
)

// otherMath says what -math ours would gain in a function, if that is much; it is empty if it is
// not, or if nothing was found out.
func (f *runFlags) otherMath(path string, t *dataio.Table, r ran) string {
	if f.math != mathGo || f.stats == "" || t.Lanes < spareLeast || r.res.Stats.Elapsed < spareAfter ||
		len(goMathOps(r.compiled.Lowered())) == 0 {
		return ""
	}
	ours, err := r.compile(path, compilerOptions(mathOurs, f.copies, f.without)...)
	if err != nil {
		return ""
	}
	n := min(t.Lanes, spareLanes)
	in := r.columns(t.Take(upTo(n)))
	funcs := []*lockstep.Func{r.compiled, ours}
	best := make([]time.Duration, len(funcs))
	for run := range spareRuns {
		for i, compiled := range funcs {
			start := time.Now()
			if _, err := compiled.Run(context.Background(), in, append(f.options(), r.opts...)...); err != nil {
				return ""
			}
			if took := time.Since(start); run == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return gainOf(best[0], best[1], n)
}

// gainOf says what times of lanes mean: with package math's functions, and with ours.
func gainOf(gos, ours time.Duration, lanes int) string {
	gain := float64(gos) / float64(ours)
	if gain <= worthNaming {
		return ""
	}
	per := func(d time.Duration) string { return fmt.Sprintf("%.3g", float64(d)/float64(lanes)) }
	return fmt.Sprintf("-math ours is %.1f times as fast: %s ns a lane in place of %s, measured on %d lanes; its "+
		"functions are within 1 ulp",
		gain, per(ours), per(gos), lanes)
}
