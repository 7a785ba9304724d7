package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench/internal/first"
	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/lane"
)

func main() {
	each := flag.Duration("for", time.Second, "measure each figure for so long")
	out := measure.OutFlag()
	flag.Parse()
	runtime.GOMAXPROCS(1) // one thread does it all
	if err := run(flag.Args(), *each, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// function is what requests ask for.
type function struct {
	name    string
	scalar  func(a, x float64) float64
	wrapper func(ctx context.Context, a, x []float64, opts ...lane.Option) ([]float64, error)
	params  [2]string
}

var functions = []function{
	{"Line", first.Line, first.LineBatch, [2]string{"a", "x"}},
	{"Logistic", first.Logistic, first.LogisticBatch, [2]string{"r", "x"}},
}

var sizes = []int{1, 10, 64, 100, 1000}

// warm is for how long calls run before they are measured.
const warm = 500 * time.Millisecond

func run(names []string, each time.Duration, out string) error {
	report := &measure.Report{Name: "requests", Notes: []string{
		"processor time of a call in µs, on one processor, when such calls have run for half a second",
	}}
	table := measure.Table{Columns: []string{
		"function", "lanes", "loop", "wrapper", "kernel", "Into", "loop at 1000/s", "wrapper at 1000/s",
		"Into at 1000/s",
	}}
	idle, err := paced(each, func() error { return nil })
	if err != nil {
		return err
	}
	for _, f := range functions {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		for _, lanes := range sizes {
			ways, err := f.ways(lanes)
			if err != nil {
				return err
			}
			row := []string{f.name, fmt.Sprint(lanes)}
			for _, way := range ways {
				if _, err := steady(warm, way); err != nil {
					return err
				}
				took, err := steady(each, way)
				if err != nil {
					return err
				}
				row = append(row, us(took))
			}
			for _, way := range []func() error{ways[0], ways[1], ways[3]} {
				took, err := paced(each, way)
				if err != nil {
					return err
				}
				row = append(row, us(max(0, took-idle)))
			}
			table.Row(row...)
		}
	}
	report.Tables = append(report.Tables, table)
	return report.Emit(out)
}

func us(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/1e3) }

// ways are calls of so many lanes: of the loop, the wrapper, and the kernel with new columns and
// with the same ones. Those of the batch have given what the loop gives.
func (f *function) ways(lanes int) ([]func() error, error) {
	a, x, y := make([]float64, lanes), make([]float64, lanes), make([]float64, lanes)
	for i := range lanes {
		a[i], x[i] = 3.5+rand.Float64()/2, rand.Float64()
	}
	k, err := lockstep.Compile(first.Source, f.name)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	in := lockstep.Inputs{f.params[0]: a, f.params[1]: x}
	var got []float64
	result := k.Results()[0].Name
	ours := lockstep.Into(result, make([]float64, lanes))
	kernel := func(opts ...lockstep.RunOption) error {
		r, err := k.Run(ctx, in, opts...)
		if err == nil {
			got = r.Float64(result)
		}
		return err
	}
	ways := []func() error{
		func() error {
			for i := range y {
				y[i] = f.scalar(a[i], x[i])
			}
			got = y
			return nil
		},
		func() (err error) { got, err = f.wrapper(ctx, a, x); return err },
		func() error { return kernel() },
		func() error { return kernel(ours) },
	}
	for _, way := range ways {
		if err := way(); err != nil {
			return nil, err
		}
		for i := range y {
			if got[i] != y[i] {
				return nil, fmt.Errorf("%s, lane %d: %v, want %v", f.name, i, got[i], y[i])
			}
		}
	}
	return ways, nil
}

// steady returns what a call takes of calls one after the other for some time.
func steady(each time.Duration, call func() error) (time.Duration, error) {
	n, start := 0, time.Now()
	before, err := measure.ProcessorTime()
	for ; err == nil && time.Since(start) < each; n += 16 {
		for range 16 {
			if err := call(); err != nil {
				return 0, err
			}
		}
	}
	after, _ := measure.ProcessorTime()
	return (after - before) / time.Duration(max(1, n)), err
}

// paced returns what a call takes of a thousand calls a second.
func paced(each time.Duration, call func() error) (took time.Duration, err error) {
	n, tick := 0, time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for start := time.Now(); err == nil && time.Since(start) < each; n++ {
		<-tick.C
		took += clock.Took(func() { err = call() })
	}
	return took / time.Duration(max(1, n)), err
}
