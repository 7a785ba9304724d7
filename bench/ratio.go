package bench

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
)

// Ratio is a workload measured with one kind of mathematical functions.
type Ratio struct {
	Workload
	Math Math
	Loop time.Duration // median of the rounds, for all lanes
	Ways []Timed       // one for each engine, in the order asked for
}

// Timed is a way with its time, which is 0 if the engine refuses.
type Timed struct {
	Way
	Time  time.Duration  // median of the rounds, for all lanes
	Stats lockstep.Stats // of the last round
}

// On returns what an engine did. It panics if it was not asked.
func (r Ratio) On(engine lockstep.EngineMode) Timed {
	return r.Ways[slices.IndexFunc(r.Ways, func(t Timed) bool { return t.Engine == engine })]
}

// Speedup returns how many times as fast as the loop an engine is; 0 if it refuses.
func (r Ratio) Speedup(engine lockstep.EngineMode) float64 {
	if t := r.On(engine); t.Refused == "" {
		return float64(r.Loop) / float64(t.Time)
	}
	return 0
}

// roundTime times the rounds asked for is how long a workload is measured at least: a short
// disturbance by another program would meet all of a few short rounds.
const roundTime = 200 * time.Millisecond

// settling is how long each way runs before it is measured: which engine and which form of its code is the fastest
// is found out meanwhile.
const settling = 300 * time.Millisecond

// Settings say how to measure.
type Settings struct {
	Rounds  int // at least; more where they are short
	Engines []lockstep.EngineMode
	Options []lockstep.RunOption // of every run
	// Clock is what is read before and after a run.
	Clock func() (time.Duration, error)
}

// Measure compares engines with the loop over the workload's lanes: the
// medians of interleaved rounds, after others that are not counted; the first of these checks the
// results. A program that calls mathematical functions has two ratios, with ours and with
// package math's.
func Measure(w Workload, s Settings) ([]Ratio, error) {
	ways, err := w.Ways(s.Engines, s.Options...)
	if err != nil {
		return nil, err
	}
	data := w.Make(w.Lanes)
	if err := w.Verify(data, ways); err != nil {
		return nil, err
	}
	for _, way := range ways {
		for start := time.Now(); way.Refused == "" && time.Since(start) < settling; {
			if _, err := way.run(data.Inputs); err != nil {
				return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
			}
		}
	}
	var loop []time.Duration
	times, stats := make([][]time.Duration, len(ways)), make([]lockstep.Stats, len(ways))
	began := time.Now()
	for n := 0; n < s.Rounds || time.Since(began) < time.Duration(s.Rounds)*roundTime; n++ {
		t, err := s.timed(func() error { data.Loop(); return nil })
		if err != nil {
			return nil, err
		}
		loop = append(loop, t)
		for i, way := range ways {
			if way.Refused != "" {
				continue
			}
			t, err := s.timed(func() error {
				r, err := way.run(data.Inputs)
				if err == nil {
					stats[i] = r.Stats
				}
				return err
			})
			if err != nil {
				return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
			}
			times[i] = append(times[i], t)
		}
	}
	var ratios []Ratio
	for i, way := range ways {
		if i%len(s.Engines) == 0 {
			ratios = append(ratios, Ratio{Workload: w, Math: way.Math, Loop: median(loop)})
		}
		last := &ratios[len(ratios)-1]
		last.Ways = append(last.Ways, Timed{Way: way, Time: median(times[i]), Stats: stats[i]})
	}
	return ratios, nil
}

// timed returns how long f takes, but not what the collector of memory does beside it on other threads: what ran before
// leaves it no garbage, but work for the collector.
func (s Settings) timed(f func() error) (time.Duration, error) {
	runtime.GC()
	start, err := s.Clock()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := f(); err != nil {
		return 0, err
	}
	wall := time.Since(began)
	end, err := s.Clock()
	return min(wall, end-start), err
}

// median returns the middle one; 0 if there is none.
func median(d []time.Duration) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2]
}

// Mean returns the geometric mean of an engine's speed-ups over the programs that it runs,
// how many those are, and the worst of them.
func Mean(ratios []Ratio, engine lockstep.EngineMode) (mean float64, n int, worst Ratio) {
	sum := 0.0
	for _, r := range ratios {
		s := r.Speedup(engine)
		if s == 0 {
			continue
		}
		if n == 0 || s < worst.Speedup(engine) {
			worst = r
		}
		sum += math.Log(s)
		n++
	}
	return math.Exp(sum / float64(max(1, n))), n, worst
}
