package lockstep_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/program"
)

// firstAbove returns the elements of x above a limit, as far as there is a
// second one; and an error where there is none, or none at all.
const firstAbove = `program firstAbove source

error 1 = "no elements" as ErrEmpty
error 2 = "nothing above the limit"

var x     : f64[4]
var x.len : i64 as len
var limit : f64
var r0    : f64[4]
var r0.len : i64 as len
var r1    : i32 as error
var i     : i64
var at    : f64
var c     : bool

func main(x, x.len, limit) -> (r0, r0.len, r1) {
entry:
    r0 = copy x
    r0.len = copy 0
    i = copy 0
    r1 = copy 0
    c = eq.i64 x.len, 0
    branch c, empty, loop
empty:
    r1 = copy 1
    goto halt
loop:
    c = lt.i64 i, x.len
    branch c, body, end
body:
    at = index.f64 x, i
    i = add.i64 i, 1
    c = gt.f64 at, limit
    branch c, take, loop
take:
    r0 = insert.f64 r0, at, r0.len
    r0.len = add.i64 r0.len, 1
    goto loop
end:
    c = eq.i64 r0.len, 0
    branch c, nothing, halt
nothing:
    r1 = copy 2
    goto halt
}
`

func fromText(t testing.TB, text string) *lockstep.Func {
	t.Helper()
	p, err := program.Parse("t.lockstep", text)
	require.NoError(t, err)
	fn, err := lockstep.FromProgram(p)
	require.NoError(t, err)
	return fn
}

func TestSlicesAndErrors(t *testing.T) {
	fn := fromText(t, firstAbove)
	require.Equal(t, []lockstep.Field{
		{Name: "x", Type: program.GoFloat64, Shape: []int{4}, Slice: "x"},
		{Name: "limit", Type: program.GoFloat64},
	}, fn.Params())
	require.Equal(t, []lockstep.Field{
		{Name: "r0", Type: program.GoFloat64, Shape: []int{4}, Slice: "r0"},
		{Name: "r1", Type: program.GoError},
	}, fn.Results())
	require.Equal(t, fn.Source().Errors, fn.Lowered().Errors)

	res, err := fn.Run(context.Background(), lockstep.Inputs{
		"x":     [][]float64{{1, 5, 2, 7}, {}, {3}, nil, {9, 1}},
		"limit": []float64{4},
	})
	require.NoError(t, err)
	require.Empty(t, res.Faults, "an error is a result")
	want := [][]float64{{5, 7}, nil, nil, nil, {9}}
	require.Equal(t, want, res.Column("r0"))
	require.Equal(t, want, lockstep.Slices[float64](res, "r0"))
	require.Equal(t, want, lockstep.Column[[]float64](res, "r0"))
	require.Equal(t, []int64{2, 0, 0, 0, 1}, res.Padded("r0").Lens)
	require.Equal(t, []int32{0, 1, 2, 1, 0}, lockstep.Column[int32](res, "r1"))

	errs := res.Errors("r1")
	require.Equal(t, errs, res.Column("r1"))
	require.Equal(t, errs, lockstep.Column[error](res, "r1"))
	require.NoError(t, errs[0])
	require.EqualError(t, errs[1], "no elements")
	require.EqualError(t, errs[2], "nothing above the limit")
	require.Equal(t, lockstep.ReturnedError{Code: 1, Text: "no elements", Var: "ErrEmpty"}, errs[1])

	padded := res.Padded("r0")
	again, err := fn.Run(context.Background(), lockstep.Inputs{"x": padded, "limit": []float64{6, 0, 0, 0, 10}})
	require.NoError(t, err)
	require.Equal(t, [][]float64{{7}, nil, nil, nil, nil}, again.Column("r0"))
	require.ErrorIs(t, again.Errors("r1")[1], errs[1], "the same error of another run")
	require.NotErrorIs(t, again.Errors("r1")[1], errs[2])

	same, err := fn.Run(context.Background(), lockstep.Inputs{"x": [][]float64{{1, 2}}, "limit": []float64{0, 1, 2}})
	require.NoError(t, err)
	require.Equal(t, [][]float64{{1, 2}, {2}, nil}, same.Column("r0"), "a column of one slice holds for all lanes")
}

func TestSliceColumnsThatDoNotFit(t *testing.T) {
	fn := fromText(t, firstAbove)
	for _, tt := range []struct {
		name string
		x    any
		want string
	}{
		{"too long", [][]float64{{1}, {1, 2, 3, 4, 5}}, "column x: lane 1 has 5 elements; the capacity is 4"},
		{"flat", []float64{1, 2, 3, 4}, "column x: []float64 has not one []float64 for each lane"},
		{"no slice", 3.0, "column x: float64 is not a slice with a value for each lane"},
		{"nothing", nil, "column x: <nil> is not a slice"},
		{"deep", [][][]float64{{{1}}}, "column x: [][][]float64 has not one []float64 for each lane"},
		{"type", [][]float32{{1}}, "input x is []float64, got []float32"},
		{"padded length", lockstep.Padded{Data: make([]float64, 12), Lens: []int64{1, 5, 0}},
			"input x: lane 1 has the length 5; the capacity is 4"},
		{"negative length", lockstep.Padded{Data: make([]float64, 4), Lens: []int64{-1}},
			"input x: lane 0 has the length -1; the capacity is 4"},
		{"padded lanes", lockstep.Padded{Data: make([]float64, 8), Lens: []int64{1}},
			"column x: there are elements for 2 lanes and lengths for 1"},
		{"padded events", lockstep.Padded{Data: make([]float64, 7), Lens: []int64{1}},
			"column x: 7 elements are not a whole number of events of shape [4]"},
		{"lanes", [][]float64{{1}, {2}}, "column limit has 3 lanes, but x has 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := fn.Run(context.Background(), lockstep.Inputs{"x": tt.x, "limit": []float64{1, 2, 3}})
			require.ErrorContains(t, err, tt.want)
		})
	}
}

type celsius float64

// Array parameters take what Go has for a batch of arrays.
func TestNestedColumns(t *testing.T) {
	fn := fromText(t, `program sum source
var m  : f64[2,3]
var v  : i32[3]
var s  : f64
var r0 : f64
var r1 : i32
var t  : f64[2]
func main(m, v, s) -> (r0, r1) {
x:
    t = reduce_add.f64 m
    r0 = reduce_add.f64 t
    r0 = add.f64 r0, s
    r1 = reduce_add.i32 v
    goto halt
}
`)
	run := func(m, v, s any) error {
		res, err := fn.Run(context.Background(), lockstep.Inputs{"m": m, "v": v, "s": s})
		if err == nil {
			require.Equal(t, []float64{22, 33}, res.Float64("r0"))
			require.Equal(t, []int32{6, 60}, lockstep.Column[int32](res, "r1"))
		}
		return err
	}
	m := []float64{1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 11}
	v := [][3]int32{{1, 2, 3}, {10, 20, 30}}
	s := []celsius{1, 2}
	require.NoError(t, run(m, []int32{1, 2, 3, 10, 20, 30}, s))
	require.NoError(t, run([][2][3]float64{{{1, 2, 3}, {4, 5, 6}}, {{2, 3, 4}, {5, 6, 11}}}, v, s))
	require.NoError(t, run([][][]float64{{{1, 2, 3}, {4, 5, 6}}, {{2, 3, 4}, {5, 6, 11}}},
		[][]int32{{1, 2, 3}, {10, 20, 30}}, s))
	require.NoError(t, run([][][3]celsius{{{1, 2, 3}, {4, 5, 6}}, {{2, 3, 4}, {5, 6, 11}}}, v, s))
	require.NoError(t, run([][2][]float64{{{1, 2, 3}, {4, 5, 6}}, {{2, 3, 4}, {5, 6, 11}}}, v, s))

	for _, tt := range []struct {
		m, v any
		want string
	}{
		{m, [][]int32{{1, 2, 3}, {1, 2}}, "column v: lane 1 has 2 elements, not the 3 of a [3]int32"},
		{m, [][4]int32{{}, {}}, "column v: [][4]int32 has not one [3]int32 for each lane"},
		{[][3][2]float64{{}, {}}, v, "column m: [][3][2]float64 has not one [2][3]float64 for each lane"},
		{[][][3]float64{{{}, {}}, {{}}}, v, "column m: lane 1 has 1 elements, not the 2"},
		{[][2][]float64{{{1, 2, 3}, {4, 5}}}, v, "column m: lane 0: element 1 has 2 elements, not 3"},
		{[][]float64{{1, 2, 3}}, v, "column m: [][]float64 has not one [2][3]float64 for each lane"},
		{m, []string{"a"}, "column v: []string has not one [3]int32 for each lane"},
	} {
		require.ErrorContains(t, run(tt.m, tt.v, s), tt.want)
	}
}

// What is behind the elements that a lane brings is 0, also where a run before had more there.
func TestNestedAgain(t *testing.T) {
	fn := fromText(t, `program all source
var v     : f64[4]
var v.len : i64 as len
var w     : i64[3,2]
var w.len : i64 as len
var n     : i64
var t     : i64[3]
var r0    : f64
var r1    : i64
func main(v, v.len, w, w.len) -> (r0, r1) {
x:
    r0 = reduce_add.f64 v
    t = reduce_add.i64 w
    n = reduce_add.i64 t
    r1 = add.i64 n, v.len
    goto halt
}
`)
	for range 3 {
		for _, rows := range [][2]any{
			{[][]float64{{1, 2, 3, 4}, {5, 6, 7, 8}}, [][][]int64{{{1, 1}, {2, 2}, {3, 3}}, {{4, 4}, {5, 5}, {6, 6}}}},
			{[][]float64{{1}, {2, 3}}, [][][]int64{{}, {{1, 2}}}},
			{[][]float64{{}}, [][][2]int64{{{3, 4}}}},
		} {
			res, err := fn.Run(context.Background(), lockstep.Inputs{"v": rows[0], "w": rows[1]})
			require.NoError(t, err)
			for lane, v := range rows[0].([][]float64) {
				sum, n := 0.0, int64(len(v))
				for _, x := range v {
					sum += x
				}
				w := reflect.ValueOf(rows[1]).Index(lane)
				for i := range w.Len() {
					n += w.Index(i).Index(0).Int() + w.Index(i).Index(1).Int()
				}
				require.Equal(t, sum, res.Float64("r0")[lane])
				require.Equal(t, n, lockstep.Column[int64](res, "r1")[lane])
			}
		}
	}
}

// A slice of structs is a column a field, of one length.
func TestSlicesOfStructs(t *testing.T) {
	fn := fromText(t, `program swap source
var p.A   : f64[3]
var p.B   : i64[3,2]
var p.len : i64 as len
var q.B   : f64[3]
var q.A   : i64[3,2]
var q.len : i64 as len
func main(p.A, p.B, p.len) -> (q.B, q.A, q.len) {
x:
    q.B, q.A, q.len = copy p.A, p.B, p.len
    goto halt
}
`)
	require.Equal(t, []lockstep.Field{
		{Name: "p.A", Type: program.GoFloat64, Shape: []int{3}, Slice: "p"},
		{Name: "p.B", Type: program.GoInt64, Shape: []int{3, 2}, Slice: "p"},
	}, fn.Params())
	in := lockstep.Inputs{
		"p.A": [][]float64{{1, 2}, {}, {3}},
		"p.B": [][][2]int{{{1, 2}, {3, 4}}, {}, {{5, 6}}},
	}
	res, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, [][]float64{{1, 2}, nil, {3}}, res.Column("q.B"))
	require.Equal(t, [][]int{{1, 2, 3, 4}, nil, {5, 6}}, lockstep.Slices[int](res, "q.A"),
		"arrays in a row stand one after the other")

	in["p.B"] = [][][2]int{{{1, 2}, {3, 4}}, {}, {}}
	_, err = fn.Run(context.Background(), in)
	require.ErrorContains(t, err, "column p.B: lane 2 has 0 elements, but that of p.A has 1")
	in["p.B"] = [][][2]int{{}}
	_, err = fn.Run(context.Background(), in)
	require.ErrorContains(t, err, "column p.B has 1 lanes, but p.A has 3")
}

// What a program may not return, a hand-written one can.
func TestLengthsAndCodesOutOfRange(t *testing.T) {
	fn := fromText(t, `program wild source
error 1 = "known"
var n      : i64
var e      : i32
var r0     : f64[2]
var r0.len : i64 as len
var r1     : i32 as error
func main(n, e) -> (r0, r0.len, r1) {
x:
    r0 = copy 1.0
    r0.len = copy n
    r1 = copy e
    goto halt
}
`)
	res, err := fn.Run(context.Background(), lockstep.Inputs{"n": []int{-3, 1, 99}, "e": []int32{-1, 1, 2}})
	require.NoError(t, err)
	require.Equal(t, [][]float64{nil, {1}, {1, 1}}, res.Column("r0"))
	errs := res.Errors("r1")
	require.Equal(t, []string{"error -1", "known", "error 2"},
		[]string{errs[0].Error(), errs[1].Error(), errs[2].Error()})
	var re lockstep.ReturnedError
	require.True(t, errors.As(errs[2], &re))
	require.Equal(t, lockstep.ReturnedError{Code: 2, Text: "error 2"}, re)
}

func TestResultsOfAnotherKind(t *testing.T) {
	fn := fromText(t, firstAbove)
	res, err := fn.Run(context.Background(), lockstep.Inputs{"x": [][]float64{{1}}, "limit": []float64{0}})
	require.NoError(t, err)
	require.PanicsWithValue(t, "lockstep: result r1 is error, not a slice whose length each lane brings",
		func() { lockstep.Slices[int](res, "r1") })
	require.PanicsWithValue(t, "lockstep: result r1 is error, not a slice whose length each lane brings",
		func() { res.Padded("r1") })
	require.PanicsWithValue(t, "lockstep: result r0 is []float64, not []int",
		func() { lockstep.Slices[int](res, "r0") })
	require.PanicsWithValue(t, "lockstep: result r0 is []float64, not error", func() { res.Errors("r0") })
	require.PanicsWithValue(t, "lockstep: result r0 is [][]float64, not []float64", func() { res.Float64("r0") })
	require.PanicsWithValue(t, "lockstep: there is no result x; the results are r0, r1", func() { res.Errors("x") })
}
