package bench

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

// BenchmarkRun/<program>/<engine>/lanes=<n>: engine is loop or batch, on one
// thread each.
func BenchmarkRun(b *testing.B) {
	for _, w := range All {
		kernel := lockstep.MustCompile(w.Source, w.Func)
		for _, lanes := range []int{1000, 10000} {
			data := w.Make(lanes)
			w.Lanes = lanes
			require.NoError(b, w.Verify(data, lockstep.Workers(1)))
			b.Run(fmt.Sprintf("%s/loop/lanes=%d", w.Name, lanes), func(b *testing.B) {
				for b.Loop() {
					data.Loop()
				}
				perLane(b, lanes)
			})
			b.Run(fmt.Sprintf("%s/batch/lanes=%d", w.Name, lanes), func(b *testing.B) {
				var stats lockstep.Stats
				for b.Loop() {
					r, err := kernel.Run(context.Background(), data.Inputs, lockstep.Workers(1))
					require.NoError(b, err)
					stats = r.Stats
				}
				perLane(b, lanes)
				b.ReportMetric(stats.Utilisation(), "utilisation")
				b.ReportMetric(float64(stats.LaneSteps())*float64(b.N)/b.Elapsed().Seconds(), "lane-steps/s")
			})
		}
	}
}

func perLane(b *testing.B, lanes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lanes), "ns/lane")
}

// BenchmarkCompile is the time from Go source to a kernel.
func BenchmarkCompile(b *testing.B) {
	for _, w := range All {
		b.Run(w.Name, func(b *testing.B) {
			for b.Loop() {
				lockstep.MustCompile(w.Source, w.Func)
			}
		})
	}
}

// Each workload gives the same both ways, on any number of workers.
func TestWorkloads(t *testing.T) {
	for _, w := range All {
		t.Run(w.Name, func(t *testing.T) {
			w.Lanes = 600
			for _, workers := range []int{1, 2} {
				require.NoError(t, w.Verify(w.Make(w.Lanes), lockstep.Workers(workers)))
			}
		})
	}
}

func TestLookup(t *testing.T) {
	w, err := Lookup("fib")
	require.NoError(t, err)
	require.Equal(t, "Fib", w.Func)
	_, err = Lookup("fob")
	require.ErrorContains(t, err, `"fob"`)
}
