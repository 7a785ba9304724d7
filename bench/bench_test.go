package bench

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/circuit"
)

// BenchmarkRun/<program>/<engine>/lanes=<n>: engine is loop or one of
// lockstep.EngineModes, on one thread each.
func BenchmarkRun(b *testing.B) {
	for _, w := range All {
		ways, err := w.Ways(lockstep.EngineModes(), lockstep.Workers(1))
		require.NoError(b, err)
		for _, lanes := range []int{1000, 10000} {
			data := w.Make(lanes)
			w.Lanes = lanes
			require.NoError(b, w.Verify(data, ways))
			b.Run(fmt.Sprintf("%s/loop/lanes=%d", w.Name, lanes), func(b *testing.B) {
				for b.Loop() {
					data.Loop()
				}
				perLane(b, lanes)
			})
			for _, way := range ways {
				if way.Refused == "" && way.Math != GoMath {
					b.Run(fmt.Sprintf("%s/%s/lanes=%d", w.Name, way.Engine, lanes), func(b *testing.B) {
						benchmark(b, way, data)
					})
				}
			}
		}
	}
}

func benchmark(b *testing.B, way Way, data Data) {
	var stats lockstep.Stats
	lanes := 0
	for b.Loop() {
		r, err := way.compiled.Run(context.Background(), data.Inputs, way.opts...)
		require.NoError(b, err)
		stats, lanes = r.Stats, r.Lanes
	}
	perLane(b, lanes)
	if stats.Steps() > 0 { // machine code counts none
		b.ReportMetric(stats.Utilisation(), "utilisation")
		b.ReportMetric(float64(stats.LaneSteps())*float64(b.N)/b.Elapsed().Seconds(), "lane-steps/s")
	}
}

func perLane(b *testing.B, lanes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lanes), "ns/lane")
}

// BenchmarkCompile is the time from Go source to a function.
func BenchmarkCompile(b *testing.B) {
	for _, w := range All {
		b.Run(w.Name, func(b *testing.B) {
			for b.Loop() {
				_, err := w.Compile()
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkOptimise is the time that the circuits of a program take, as the frontend gives it.
func BenchmarkOptimise(b *testing.B) {
	for _, w := range All {
		b.Run(w.Name, func(b *testing.B) {
			f, err := w.Compile()
			require.NoError(b, err)
			gates := 0
			circuit.Optimise(f.Source(), circuit.Options{Observe: func(pass string, c *circuit.Circuit) {
				if pass == "build" {
					gates += c.Len()
				}
			}})
			for b.Loop() {
				circuit.Optimise(f.Source(), circuit.Options{})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(gates)*1000, "µs/1000gates")
		})
	}
}

// Each workload gives the same on every engine, on any number of workers, and no engine
// refuses all of them where there is machine code.
func TestWorkloads(t *testing.T) {
	ran := map[lockstep.EngineMode]int{}
	for _, w := range All {
		t.Run(w.Name, func(t *testing.T) {
			w.Lanes = 600
			data := w.Make(w.Lanes)
			for _, workers := range []int{1, 2} {
				ways, err := w.Ways(lockstep.EngineModes(), lockstep.Workers(workers))
				require.NoError(t, err)
				require.NoError(t, w.Verify(data, ways))
				for _, way := range ways {
					if way.Refused == "" {
						ran[way.Engine]++
					} else {
						t.Logf("engine %s, math %q: %s", way.Engine, way.Math, way.Refused)
					}
				}
			}
		})
	}
	if lockstep.EngineAvailable() == nil {
		for _, e := range lockstep.EngineModes() {
			require.Positive(t, ran[e], "engine %s", e)
		}
	}
}

// A wrong bit of one lane is found.
func TestVerifyFinds(t *testing.T) {
	for _, name := range []string{"lorenz", "blackscholes-f32", "gcd"} {
		w, err := Lookup(name)
		require.NoError(t, err)
		w.Lanes = 100
		data := w.Make(w.Lanes)
		ways, err := w.Ways([]lockstep.EngineMode{lockstep.EngineOff}, lockstep.Workers(1))
		require.NoError(t, err)
		loop := data.Loop
		data.Loop = func() {
			loop()
			for _, column := range data.Results {
				switch c := column.(type) {
				case []float64:
					c[77] = math.Nextafter(c[77], 0)
				case []float32:
					c[77] = math.Nextafter32(c[77], 0)
				case []int64:
					c[77]++
				}
			}
		}
		require.ErrorContains(t, w.Verify(data, ways), "is not what it must be", name)
	}
}

// Programs with mathematical functions, and no others, are measured with both kinds.
func TestMathOf(t *testing.T) {
	for name, want := range map[string][]Math{"option-tree": {OurMath, GoMath}, "potential": {NoMath}} {
		w, err := Lookup(name)
		require.NoError(t, err)
		ways, err := w.Ways([]lockstep.EngineMode{lockstep.EngineAuto})
		require.NoError(t, err)
		var got []Math
		for _, way := range ways {
			got = append(got, way.Math)
		}
		require.Equal(t, want, got, name)
	}
}

// A refusal counts for nothing.
func TestMean(t *testing.T) {
	ratio := func(name string, way Way, time time.Duration) Ratio {
		return Ratio{Workload: Workload{Name: name}, Loop: 100, Ways: []Timed{{Way: way, Time: time}}}
	}
	ran := Way{Engine: lockstep.EngineLanes}
	refused := Way{Engine: lockstep.EngineLanes, Refused: "why"}
	ratios := []Ratio{ratio("a", ran, 25), ratio("b", refused, 0), ratio("c", ran, 100)}
	mean, n, worst := Mean(ratios, lockstep.EngineLanes)
	require.InDelta(t, 2, mean, 1e-12)
	require.Equal(t, 2, n)
	require.Equal(t, "c", worst.Name)
}

func TestLookup(t *testing.T) {
	w, err := Lookup("fib")
	require.NoError(t, err)
	require.Equal(t, "Fib", w.Func)
	_, err = Lookup("fob")
	require.ErrorContains(t, err, `"fob"`)
}
