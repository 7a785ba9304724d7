package bench

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/lockstep-simt/lockstep"
)

// Verify proves a workload's results before they are timed. With package
// math's own functions the batch must equal the loop, bit for bit. With ours it
// must be as near as functions within an ulp of the truth can make it; that it
// equals the oracle is for the examples' tests to show.
func (w Workload) Verify(data Data, opts ...lockstep.RunOption) error {
	data.Loop()
	// Few engines have package math's functions.
	exact, err := w.run(data, append(slices.Clip(opts), lockstep.Engine(lockstep.EngineAuto)), lockstep.GoMath())
	if err != nil {
		return err
	}
	if !data.Equal(exact) {
		return fmt.Errorf("bench: %s: the batch differs from the loop", w.Name)
	}
	ours, err := w.run(data, opts)
	if err != nil {
		return err
	}
	for _, f := range exact.Columns() {
		if far := farLanes(exact.Column(f.Name), ours.Column(f.Name)); far > w.Lanes/1000 {
			return fmt.Errorf("bench: %s: %s is far from the loop's in %d of %d lanes", w.Name, f.Name, far, w.Lanes)
		}
	}
	return nil
}

func (w Workload) run(data Data, opts []lockstep.RunOption, how ...lockstep.CompileOption) (*lockstep.Result, error) {
	kernel, err := lockstep.Compile(w.Source, w.Func, how...)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
	}
	r, err := kernel.Run(context.Background(), data.Inputs, opts...)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("bench: %s: a lane faulted: %w", w.Name, err)
	}
	return r, nil
}

// farLanes counts the elements of two columns of one type that differ by more
// than a function's error can explain. Where a loop ends by a comparison of
// floats, single lanes may take another round.
func farLanes(a, b any) int {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	far := 0
	for i := range x.Len() {
		u, v := x.Index(i), y.Index(i)
		switch {
		case u.Kind() == reflect.Float64 && !near(u.Float(), v.Float(), 1e-7):
			far++
		case u.Kind() == reflect.Float32 && !near(u.Float(), v.Float(), 1e-3):
			far++
		case !u.CanFloat() && !u.Equal(v):
			far++
		}
	}
	return far
}

func near(x, y, tolerance float64) bool {
	return x == y || x != x && y != y || math.Abs(x-y) <= tolerance*(1+math.Abs(x))
}
