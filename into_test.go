package lockstep

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

const intoSource = `package f

import "errors"

var ErrOdd = errors.New("odd")

func All(x, by int) (half int, pair [2]float64, some []int8, big bool, err error) {
	half = x / by
	for i := 0; i < x&3; i++ {
		some = append(some, int8(i))
	}
	if x&1 != 0 {
		err = ErrOdd
	}
	return half, [2]float64{float64(x), 1}, some, x > 5, err
}
`

// TestInto: results are in the memory that is given for them, whatever engine runs, and lanes that
// fault have zeros there, whatever was there before.
func TestInto(t *testing.T) {
	fn, err := Compile(intoSource, "All", MakeCap(4))
	require.NoError(t, err)
	x := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	in := Inputs{"x": x, "by": []int{2, 2, 2, 2, 0, 2, 2, 2, 2}}
	want, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.Len(t, want.Faults, 1)
	type number int64
	for _, mode := range fn.Engines() {
		half, pair, big, codes := make([]number, len(x)), make([][2]float64, len(x)), make([]bool, len(x)),
			make([]int32, len(x))
		some := Padded{Data: make([]int8, 4*len(x)), Lens: make([]int64, len(x))}
		half[4], pair[4], big[4], some.Lens[4] = 7, [2]float64{7, 7}, true, 3
		got, err := fn.Run(context.Background(), in, Engine(mode), Into("half", half), Into("pair", pair),
			Into("big", big), Into("some", some), Into("err", codes))
		require.NoError(t, err, mode)
		require.Equal(t, want.Faults, got.Faults, mode)
		for _, f := range fn.Results() {
			require.Equal(t, want.Column(f.Name), got.Column(f.Name), "%s %s", mode, f.Name)
		}
		require.Equal(t, []number{0, 0, 1, 1, 0, 2, 3, 3, 4}, half, mode)
		require.Equal(t, [2]float64{}, pair[4], mode)
		require.Equal(t, [2]float64{8, 1}, pair[8], mode)
		require.Equal(t, []bool{false, false, false, false, false, false, true, true, true}, big, mode)
		require.Equal(t, []int32{0, 1, 0, 1, 0, 1, 0, 1, 0}, codes, mode)
		require.Equal(t, []int64{0, 1, 2, 3, 0, 1, 2, 3, 0}, some.Lens, mode)
		got.Int64("half")[0] = 99
		require.EqualValues(t, 99, half[0], mode)

		// All results, where those of a run are.
		first, err := fn.Run(context.Background(), in, Engine(mode))
		require.NoError(t, err, mode)
		again, err := fn.Run(context.Background(), in, Engine(mode), IntoResult(first))
		require.NoError(t, err, mode)
		for _, f := range fn.Results() {
			require.Equal(t, want.Column(f.Name), again.Column(f.Name), "%s %s", mode, f.Name)
		}
		again.Int64("half")[1] = 99
		require.EqualValues(t, 99, first.Int64("half")[1], mode)

		// Some of the results, and others of the run's own.
		got, err = fn.Run(context.Background(), in, Engine(mode), Into("half", half))
		require.NoError(t, err, mode)
		require.Equal(t, want.Column("big"), got.Column("big"), mode)
	}
}

func TestIntoRefuses(t *testing.T) {
	fn, err := Compile(intoSource, "All", MakeCap(4))
	require.NoError(t, err)
	in := Inputs{"x": []int{1, 2}, "by": []int{1}}
	for _, c := range []struct {
		opts []RunOption
		say  string
	}{
		{[]RunOption{Into("quarter", []int{0, 0})}, "lockstep: into: there is no result quarter; the results are " +
			"half, pair, some, big, err"},
		{[]RunOption{Into("half", []int{0, 0}), Into("half", []int{0, 0})}, "lockstep: into: half is given twice"},
		{[]RunOption{Into("half", []int{0})}, "lockstep: into: result half has 2 rows, got a column of 1 elements"},
		{[]RunOption{Into("half", []float64{0, 0})}, "lockstep: into: result half is []int64, got []float64"},
		{[]RunOption{Into("half", "no")}, "lockstep: into: string has not one int64 for each lane"},
		{[]RunOption{Into("pair", make([][3]float64, 2))},
			"lockstep: into: [][3]float64 has not one [2]float64 for each lane"},
		{[]RunOption{Into("pair", make([][]float64, 2))},
			"lockstep: into: [][]float64 has not one [2]float64 for each lane"},
		{[]RunOption{Into("some", make([][]int8, 2))}, "lockstep: into: some is []int8; give it a Padded, " +
			"not [][]int8"},
		{[]RunOption{Into("some", Padded{Data: make([]int8, 8), Lens: []int64{0}})},
			"lockstep: into: some has 1 lengths for 2 lanes"},
		{[]RunOption{Into("err", make([]error, 2))}, "lockstep: into: []error has not one error for each lane"},
	} {
		_, err := fn.Run(context.Background(), in, c.opts...)
		require.EqualError(t, err, c.say)
	}
}
