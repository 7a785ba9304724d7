package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
)

// Ratio is a workload measured both ways.
type Ratio struct {
	Workload
	Loop, Batch time.Duration // median of the rounds, for all lanes
	Engine      string        // what ran the lanes: "off" is the machine of package batch
	Utilisation float64       // of that machine
	Blocks      int64         // blocks that it ran
}

// Speedup returns how many times as fast the batch is.
func (r Ratio) Speedup() float64 { return float64(r.Loop) / float64(r.Batch) }

// Measure compares a batch with the loop over the workload's lanes: the
// medians of interleaved rounds, after one that is not counted and checks the
// results. The options hold for every batch.
func Measure(w Workload, rounds int, opts ...lockstep.RunOption) (Ratio, error) {
	kernel, err := lockstep.Compile(w.Source, w.Func)
	if err != nil {
		return Ratio{}, fmt.Errorf("bench: %s: %w", w.Name, err)
	}
	data := w.Make(w.Lanes)
	if err := w.Verify(data, opts...); err != nil {
		return Ratio{}, err
	}
	m := Ratio{Workload: w}
	var loop, batch []time.Duration
	for range rounds {
		start := time.Now()
		data.Loop()
		loop = append(loop, time.Since(start))
		start = time.Now()
		r, err := kernel.Run(context.Background(), data.Inputs, opts...)
		if err != nil {
			return Ratio{}, fmt.Errorf("bench: %s: %w", w.Name, err)
		}
		batch = append(batch, time.Since(start))
		m.Engine, m.Utilisation, m.Blocks = r.Stats.Engine, r.Stats.Utilisation(), r.Stats.Steps()
	}
	m.Loop, m.Batch = median(loop), median(batch)
	return m, nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// Mean returns the geometric mean of the speed-ups, and the worst of them.
func Mean(ratios []Ratio) (mean float64, worst Ratio) {
	sum := 0.0
	for i, r := range ratios {
		sum += math.Log(r.Speedup())
		if i == 0 || r.Speedup() < worst.Speedup() {
			worst = r
		}
	}
	return math.Exp(sum / float64(max(1, len(ratios)))), worst
}
