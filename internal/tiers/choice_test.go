package tiers

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// engines are how long engines take in a test: for a run, and for a lane.
type engines map[string]struct{ run, lane time.Duration }

// took is what an engine takes for some lanes. The first long run of lanes takes longer.
func (e engines) took(engine string, lanes int, tuned *bool) time.Duration {
	t := e[engine].run + time.Duration(lanes)*e[engine].lane
	if engine == Engine && !*tuned {
		t *= 2
		*tuned = lanes >= tuning
	}
	return t
}

// TestChoice: the fastest engine is found, and what is far behind runs few lanes.
func TestChoice(t *testing.T) {
	const us = time.Microsecond
	for _, c := range []struct {
		name    string
		lanes   int
		engines engines
		want    string
		share   float64 // of what the fastest takes for all lanes, in the first runs
	}{
		{"a long run", 1 << 20, engines{Engine: {3 * us, 20}, Scalar: {2 * us, 60}, off: {50 * us, 3 * us}}, Engine, 1.5},
		{"runs of some lanes", 20_000, engines{Engine: {3 * us, 15}, Scalar: {2 * us, 12}, off: {50 * us, 40}}, Scalar, 1.7},
		{"fast for many", 20_000, engines{Engine: {10 * us, 5}, Scalar: {us, 20}, off: {50 * us, 500}}, Engine, 2.5},
		{"slow in slices", 20_000, engines{Engine: {3 * us, 70}, Scalar: {2 * us, 100}, off: {50 * us, 20 * us}}, Engine, 3},
		{"few lanes", 100, engines{Engine: {4 * us, 100}, Scalar: {us, 50}, off: {60 * us, 300}}, Scalar, 5},
		{"the machine alone", 1000, engines{off: {50 * us, 3 * us}}, off, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all choices
			tuned := false
			best := c.engines.took(c.want, c.lanes, new(c.want != Engine))
			var sum time.Duration
			const runs = 16
			for range runs {
				one := all.of(c.lanes, func() (list []string) {
					for _, e := range []string{Engine, Scalar, off} {
						if _, ok := c.engines[e]; ok {
							list = append(list, e)
						}
					}
					return list
				})
				engine, known := one.chosen()
				done := 0
				run := func(engine string, lanes int) time.Duration {
					took := c.engines.took(engine, lanes, &tuned)
					done += lanes
					sum += took
					return took
				}
				if !known {
					try(one, c.lanes, func() int { return done }, func(engine string, lanes int) {
						one.note(engine, lanes, run(engine, lanes), false)
					})
					engine, known = one.next(done > 0)
				}
				if rest := c.lanes - done; known {
					run(engine, rest)
				} else {
					one.note(engine, rest, run(engine, rest), true)
				}
			}
			engine, known := all.of(c.lanes, nil).chosen()
			require.True(t, known)
			require.Equal(t, c.want, engine)
			require.LessOrEqual(t, float64(sum), c.share*runs*float64(best))
		})
	}
}
