package compare

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// Case is a function in both forms, and the inputs to compare them over.
type Case struct {
	Source, Func string
	Inputs       Table
	// Want returns the results of the Go function for a lane, or a single
	// program.Code if the lane must fault.
	Want func(lane int) []any
	// Options hold for every run: limits.
	Options []lockstep.RunOption
}

// few is how many lanes are run through gangs so small that they make a batch
// slow.
const few = 150

// Run compiles the source, runs it over the inputs in every combination of gang
// size, workers and schedule, and compares each lane's results with the Go
// function's: bit for bit, with the functions of Go's package math. With those of
// package libm, if the source calls any, floats must be close to Go's.
func (c Case) Run(t *testing.T) {
	t.Helper()
	compiled := lockstep.MustCompile(c.Source, c.Func)
	t.Run("same", func(t *testing.T) { c.same(t, compiled) })
	ours := lockstep.MustCompile(c.Source, c.Func, lockstep.OurMath())
	if ours.Source().String() != compiled.Source().String() {
		t.Run("libm/same", func(t *testing.T) { c.same(t, ours) })
		t.Run("libm/close", func(t *testing.T) { c.close(t, ours) })
	}
	want := make([][]any, c.Inputs.Lanes())
	for lane := range want {
		want[lane] = c.Want(lane)
	}
	schedules := batch.Schedules()
	for _, gang := range []int{1, 7, 512} {
		for _, workers := range []int{1, 2} {
			for _, schedule := range schedules {
				name := fmt.Sprintf("gang=%d/workers=%d/%v", gang, workers, schedule)
				inputs := c.Inputs
				if gang < 64 {
					inputs = inputs.Head(few)
				}
				options := append([]lockstep.RunOption{
					lockstep.Gang(gang), lockstep.Workers(workers), lockstep.WithSchedule(schedule),
				}, c.Options...)
				t.Run(name, func(t *testing.T) { check(t, compiled, inputs, want, options) })
			}
		}
	}
}

// same runs the first lanes through everything that testkit compares with the
// oracle. Cases with limits get small ones, so that endless lanes end soon.
func (c Case) same(t *testing.T, compiled *lockstep.Func) {
	var limits testkit.Limits
	if len(c.Options) > 0 {
		limits = testkit.Limits{MaxDepth: 300, MaxSteps: 5000}
	}
	var cols []batch.Column
	for _, col := range c.Inputs.Head(sameLanes) {
		cols = append(cols, batch.Column{Data: col.Values})
	}
	testkit.Same(t, compiled.Source(), testkit.Lanes(cols), limits)
}

// close runs all lanes once and compares the results that are floats. (Counts
// of steps may differ by what one rounding more or less decides.)
func (c Case) close(t *testing.T, compiled *lockstep.Func) {
	result, err := compiled.Run(context.Background(), c.Inputs.inputs(), c.Options...)
	require.NoError(t, err)
	for i, f := range result.Columns() {
		column := reflect.ValueOf(result.Column(f.Name))
		tolerance := map[reflect.Kind]float64{reflect.Float64: 1e-9, reflect.Float32: 1e-5}[column.Type().Elem().Kind()]
		if tolerance == 0 {
			continue
		}
		for lane := range result.Lanes {
			w := c.Want(lane)
			if _, faults := w[0].(program.Code); faults {
				continue
			}
			got, want := column.Index(lane), reflect.ValueOf(w[i])
			if !same(got, want) {
				require.InDelta(t, want.Float(), got.Float(), tolerance*max(1, math.Abs(want.Float())), "lane %d: %s",
					lane, c.Inputs.Row(lane))
			}
		}
	}
}

// sameLanes is how many lanes of an example the oracle runs.
const sameLanes = 25

// check runs one batch and reports the first lane that differs.
func check(t *testing.T, compiled *lockstep.Func, inputs Table, want [][]any, options []lockstep.RunOption) {
	result, err := compiled.Run(context.Background(), inputs.inputs(), options...)
	require.NoError(t, err)
	require.Equal(t, inputs.Lanes(), result.Lanes)

	faults := map[int]lockstep.Fault{}
	for _, f := range result.Faults {
		faults[f.Lane] = f
	}
	var columns []reflect.Value
	for _, f := range result.Columns() {
		columns = append(columns, reflect.ValueOf(result.Column(f.Name)))
	}
	for lane := range inputs.Lanes() {
		row := fmt.Sprintf("lane %d: %s", lane, inputs.Row(lane))
		fault, faulted := faults[lane]
		if code, ok := want[lane][0].(program.Code); ok {
			require.True(t, faulted, "%s: no fault, want %v", row, code)
			require.Equal(t, code, fault.Code, row)
			require.True(t, fault.Pos.IsValid(), "%s: %v has no position", row, fault)
			continue
		}
		require.False(t, faulted, "%s: %v", row, fault)
		require.Len(t, columns, len(want[lane]), row)
		for i, w := range want[lane] {
			got := columns[i].Index(lane)
			require.True(t, same(got, reflect.ValueOf(w)), "%s: result %d is %v, want %v", row, i, got, w)
		}
	}
}

// same reports whether two values have the same bits, or are both NaN. An int
// and an int64 can be the same.
func same(got, want reflect.Value) bool {
	switch {
	case got.CanInt() && want.CanInt():
		return got.Int() == want.Int()
	case got.CanUint() && want.CanUint():
		return got.Uint() == want.Uint()
	case got.CanFloat() && want.CanFloat():
		g, w := got.Float(), want.Float()
		return got.Kind() == want.Kind() && (math.Float64bits(g) == math.Float64bits(w) || g != g && w != w)
	}
	return got.Kind() == reflect.Bool && want.Kind() == reflect.Bool && got.Bool() == want.Bool()
}
