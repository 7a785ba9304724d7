package bench

import (
	"fmt"
	"math"
	"reflect"

	"github.com/lockstep-simt/lockstep"
)

// Verify proves a workload's results before they are timed, way by way, and notes which
// engines refuse. With package math's own functions, and where a program calls none, every
// engine must equal the loop, bit for bit. With ours every engine must equal the machine of
// package batch, which must be as near to the loop as functions within an ulp of the truth
// can make it; that it equals the oracle is for other tests to show.
func (w Workload) Verify(data Data, ways []Way) error {
	data.Loop()
	references := map[Math]Columns{NoMath: data.Results, GoMath: data.Results}
	for i := range ways {
		way := &ways[i]
		if references[way.Math] == nil {
			r, err := w.reference(data, *way)
			if err != nil {
				return err
			}
			references[way.Math] = r
		}
		r, err := way.run(data.Inputs)
		switch {
		case err != nil && way.forced():
			way.Refused = way.reason(err)
			continue
		case err != nil:
			return fmt.Errorf("bench: %s: %w", w.Name, err)
		case r.Err() != nil:
			return fmt.Errorf("bench: %s: a lane faulted: %w", w.Name, r.Err())
		case way.Engine != lockstep.EngineAuto && r.Stats.Engine != string(way.Engine):
			return fmt.Errorf("bench: %s: engine %s was to run it, and %s did", w.Name, way.Engine, r.Stats.Engine)
		}
		if err := references[way.Math].Same(r); err != nil {
			return fmt.Errorf("bench: %s: engine %s, math %q: %w", w.Name, way.Engine, way.Math, err)
		}
	}
	return nil
}

// Same is an error if results are others than these, in any bit.
func (c Columns) Same(r *lockstep.Result) error {
	for name, want := range c {
		if got := column(r, name, want); !sameBits(got, want) {
			return fmt.Errorf("%s is not what it must be", name)
		}
	}
	return nil
}

// reference returns what all engines must give with the mathematical functions of a way:
// the results of package batch's machine, which must be near the loop's.
func (w Workload) reference(data Data, way Way) (Columns, error) {
	way.opts = append(way.opts, lockstep.Engine(lockstep.EngineOff))
	r, err := way.run(data.Inputs)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
	}
	columns := Columns{}
	for name, want := range data.Results {
		columns[name] = column(r, name, want)
		if far := farLanes(columns[name], want); far > w.Lanes/1000 {
			return nil, fmt.Errorf("bench: %s: %s is far from the loop's in %d of %d lanes", w.Name, name, far, w.Lanes)
		}
	}
	return columns, nil
}

// column returns a result as a slice of the type that the plain function's results have.
func column(r *lockstep.Result, name string, like any) any {
	if _, ok := like.([]int); ok {
		return lockstep.Column[int](r, name)
	}
	return r.Column(name)
}

// sameBits reports whether two columns are of one type and have the same bits.
func sameBits(a, b any) bool {
	switch a := a.(type) {
	case []float64:
		b, ok := b.([]float64)
		return ok && equalBits(a, b, math.Float64bits)
	case []float32:
		b, ok := b.([]float32)
		return ok && equalBits(a, b, math.Float32bits)
	}
	return reflect.DeepEqual(a, b)
}

func equalBits[F float32 | float64, U comparable](a, b []F, bits func(F) U) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if bits(a[i]) != bits(b[i]) {
			return false
		}
	}
	return true
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
