package lockstep

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

const readings = `package f

import "errors"

var ErrLow = errors.New("too low")

type Mark struct {
	At  int32
	Val float64
}

type Reading struct {
	Xs    []float64
	Marks []Mark
	Sum   float64
	Bad   [2]error
	Err   error
}

func Read(r Reading) (out Reading) {
	for i, x := range r.Xs {
		if out.Sum += x; x < 0 {
			out.Marks = append(out.Marks, Mark{int32(i), x})
			out.Err = ErrLow
			out.Bad[i&1] = ErrLow
		}
	}
	for _, m := range r.Marks {
		out.Sum += m.Val
	}
	out.Xs = r.Xs[len(out.Marks):]
	return out
}

func Half(xs []float64, dir [2]float64) (ys []float64, z [2]float64, errs []error) {
	for i, x := range xs {
		if i%2 == 0 {
			ys = append(ys, x/2)
		} else {
			errs = append(errs, ErrLow, nil)
		}
	}
	return ys, [2]float64{dir[1], dir[0]}, errs
}
`

type mark struct {
	At  int32
	Val float64
}

type reading struct {
	Xs    []float64
	Marks []mark
	Sum   float64
	Bad   [2]error
	Err   error
}

// Fields of rows may be slices, of numbers and of structs, and errors, in and out. Slices that come out
// have memory of their own.
func TestRowsWithSlices(t *testing.T) {
	fn := MustCompile(readings, "Read", Cap("r.Xs", 4), Cap("r.Marks", 2), MakeCap(4))
	type row struct {
		R   reading
		Out reading
	}
	rows := []*row{
		{R: reading{Xs: []float64{1, 2, 3}, Marks: []mark{{1, 10}, {2, 20}}}},
		{R: reading{Xs: []float64{1, -2, 3, -4}}, Out: reading{Marks: []mark{{9, 9}}}},
		{R: reading{Marks: []mark{{3, 5}}}, Out: reading{Xs: []float64{7}, Err: context.Canceled}},
	}
	in, err := fn.Rows(rows)
	require.NoError(t, err)
	require.Equal(t, Padded{[]int32{1, 2, 0, 0, 3, 0}, []int64{2, 0, 1}}, in["r.Marks.At"])
	before := rows[0].R.Xs
	r, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.NoError(t, r.Into(rows))
	low := ReturnedError{Code: 1, Text: "too low", Var: "ErrLow"}
	want := []reading{
		{Xs: []float64{1, 2, 3}, Sum: 36},
		{Xs: []float64{3, -4}, Marks: []mark{{1, -2}, {3, -4}}, Sum: -2, Bad: [2]error{nil, low}, Err: low},
		{Sum: 5},
	}
	for i, r := range rows {
		require.Equal(t, want[i], r.Out, i)
	}
	require.Equal(t, want, Column[reading](r, "out"))
	rows[0].Out.Xs[0] = 100
	require.Equal(t, []float64{1, 2, 3}, before)

	again, err := fn.Run(context.Background(), Inputs{"r": []reading{rows[0].R, rows[1].R, rows[2].R}})
	require.NoError(t, err)
	require.Equal(t, want, Column[reading](again, "out"))
	_, err = fn.Rows([]row{{R: reading{Xs: make([]float64, 5)}}})
	require.ErrorContains(t, err, "rows: lane 0 has 5 elements; r.Xs has room for 4")
	_, err = fn.Rows([]struct{ R struct{ Xs [4]float64 } }{{}})
	require.ErrorContains(t, err, "rows: r.Xs is a slice whose length each lane brings, not one float64")
	require.ErrorContains(t, r.Into([]struct{ Out struct{ Err string } }{{}, {}, {}}), "string")
}

// A slice of one length is a field that is a slice or an array, and so is an array.
func TestRowsWithLengths(t *testing.T) {
	type row struct {
		Xs   []float64
		Dir  []float64
		Ys   []float64
		Z    []float64
		Errs []error
	}
	fn := MustCompile(readings, "Half", Len("xs", 3), MakeCap(4))
	rows := []row{{Xs: []float64{2, 4, 6}, Dir: []float64{1, 2}}, {Xs: []float64{1, 2, 3}, Dir: []float64{3, 4}}}
	in, err := fn.Rows(rows)
	require.NoError(t, err)
	require.Equal(t, []float64{2, 4, 6, 1, 2, 3}, in["xs"])
	r, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.NoError(t, r.Into(rows))
	low := ReturnedError{Code: 1, Text: "too low", Var: "ErrLow"}
	require.Equal(t, row{Xs: []float64{1, 2, 3}, Dir: []float64{3, 4}, Ys: []float64{0.5, 1.5}, Z: []float64{4, 3},
		Errs: []error{low, nil}}, rows[1])
	require.Equal(t, [][]error{{low, nil}, {low, nil}}, r.Column("errs"))
	require.Equal(t, [][]error{{low, nil}, {low, nil}}, Slices[error](r, "errs"))
	require.Panics(t, func() { r.Errors("errs") })
	_, err = fn.Rows([]struct {
		Xs  [3]float64
		Dir [2]float64
	}{{}})
	require.NoError(t, err)
	_, err = fn.Rows([]row{{Xs: []float64{1}}})
	require.ErrorContains(t, err, "lane 0 has 1 elements; xs has room for 3")
}
