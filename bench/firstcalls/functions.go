package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/lockstep-simt/lockstep/bench/internal/first"
	"github.com/lockstep-simt/lockstep/lane"
)

// function is a function whose first calls are timed.
type function struct {
	name    string
	sizes   []size
	prepare func(lanes int) *calls
}

// calls are calls of some lanes each: what they are given, a loop over the
// function, and the wrapper.
type calls struct {
	fill    func()
	loop    func()
	wrapper func() error
	equal   func() error
	engine  func() string // of one call more
}

var usual = []size{{8, 10_000}, {100, 1000}, {1000, 100}, {10_000, 10}, {1_000_000, 1}}

// wrappers are functions with a wrapper.
var wrappers = []function{
	{"Logistic", usual, floats(first.Logistic, first.LogisticBatch)},
	{"Tak", usual, prepareTak},
	{"Collatz", usual, prepareCollatz},
	{"Line", usual, floats(first.Line, first.LineBatch)},
	{"Long", []size{{8, 2000}, {100, 100}, {1000, 20}, {10_000, 1}}, floats(first.Long, first.LongBatch)},
}

// floats prepares calls of a function of two numbers.
func floats(f func(a, b float64) float64, wrapper func(context.Context, []float64, []float64,
	...lane.Option) ([]float64, error)) func(int) *calls {
	return func(lanes int) *calls {
		a, b := make([]float64, lanes), make([]float64, lanes)
		return prepared(lanes, func(i int) { a[i], b[i] = 3.5+rand.Float64()/2, rand.Float64() },
			func(i int) float64 { return f(a[i], b[i]) },
			func(opts ...lane.Option) ([]float64, error) { return wrapper(context.Background(), a, b, opts...) })
	}
}

func prepareTak(lanes int) *calls {
	x, y, z := make([]int, lanes), make([]int, lanes), make([]int, lanes)
	return prepared(lanes, func(i int) { x[i], y[i], z[i] = 6+rand.IntN(5), 3+rand.IntN(4), rand.IntN(3) },
		func(i int) int { return first.Tak(x[i], y[i], z[i]) },
		func(opts ...lane.Option) ([]int, error) {
			return first.TakBatch(context.Background(), x, y, z, opts...)
		})
}

func prepareCollatz(lanes int) *calls {
	n := make([]int, lanes)
	return prepared(lanes, func(i int) { n[i] = 1 + rand.IntN(1_000_000) },
		func(i int) int { return first.Collatz(n[i]) },
		func(opts ...lane.Option) ([]int, error) { return first.CollatzBatch(context.Background(), n, opts...) })
}

// prepared makes calls of what there is to do for a lane. The loop makes room for
// its results, as the wrapper does.
func prepared[T comparable](lanes int, fill func(i int), one func(i int) T,
	wrapper func(opts ...lane.Option) ([]T, error)) *calls {
	var want, got []T
	return &calls{
		fill: func() {
			for i := range lanes {
				fill(i)
			}
		},
		loop: func() {
			want = make([]T, lanes)
			for i := range want {
				want[i] = one(i)
			}
		},
		wrapper: func() (err error) {
			got, err = wrapper()
			return err
		},
		equal: func() error {
			for i := range want {
				if want[i] != got[i] {
					return fmt.Errorf("lane %d: %v, want %v", i, got[i], want[i])
				}
			}
			return nil
		},
		engine: func() string {
			var r lane.Report
			if _, err := wrapper(lane.Stats(&r)); err != nil {
				return err.Error()
			}
			return r.Way.String()
		},
	}
}
