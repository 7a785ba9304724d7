package lockstep_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// weigh has uniforms of every kind: a slice, a matrix, an array of rows, a
// scalar, and derived ones.
const weigh = `program weigh source
uniform xs : f64[?]
uniform m  : f64[?,?]
uniform rows : i32[?,2]
uniform scale : f64
uniform twice : f64 = mul.f64 scale, 2.0
uniform n : i64 = length m, 1
var i : i64
var x : f64
var y : f64
var k : i32
func main(i) -> (y, k, i) {
start:
    x = index.f64 xs, i
    y = index.f64 m, i, 1
    y = mul.f64 y, twice
    y = add.f64 x, y
    k = index.i32 rows, i, 1
    i = copy n
    goto halt
}
`

func TestUniformValues(t *testing.T) {
	p, err := program.Parse("weigh", weigh)
	require.NoError(t, err)
	fn, err := lockstep.FromProgram(p)
	require.NoError(t, err)
	require.Equal(t, []lockstep.Field{
		{Name: "i", Type: program.GoInt64},
		{Name: "xs", Type: program.GoFloat64, Shape: []int{-1}, Uniform: true},
		{Name: "m", Type: program.GoFloat64, Shape: []int{-1, -1}, Uniform: true},
		{Name: "rows", Type: program.GoInt32, Shape: []int{-1, 2}, Uniform: true},
		{Name: "scale", Type: program.GoFloat64, Uniform: true},
	}, fn.Params())

	values := func() map[string]any {
		return map[string]any{"xs": []float64{1, 2}, "m": [][]float64{{3, 4, 5}, {6, 7, 8}},
			"rows": [][]int32{{1, 2}, {3, 4}}, "scale": 0.5}
	}
	run := func(name string, value any) (*lockstep.Result, error) {
		given := values()
		given[name] = value
		var opts []lockstep.RunOption
		for n, v := range given {
			opts = append(opts, lockstep.WithUniform(n, v))
		}
		return fn.Run(ctx, lockstep.Inputs{"i": []int{0, 1}}, opts...)
	}
	for _, tt := range []struct {
		name  string
		value any
	}{
		{"scale", 0.5},
		{"scale", celsius(0.5)},
		{"xs", []celsius{1, 2}},
		{"xs", [2]float64{1, 2}},
		{"m", [2][3]float64{{3, 4, 5}, {6, 7, 8}}},
		{"m", [][3]celsius{{3, 4, 5}, {6, 7, 8}}},
		{"m", batch.Column{Data: []float64{3, 4, 5, 6, 7, 8}, Shape: []int{2, 3}}},
		{"rows", [][2]int32{{1, 2}, {3, 4}}},
		{"rows", []int32{1, 2, 3, 4}},
		{"rows", [][]int8{{1, 2}, {3, 4}}},
	} {
		res, err := run(tt.name, tt.value)
		require.NoError(t, err, "%s = %v", tt.name, tt.value)
		require.Equal(t, []float64{5, 9}, res.Float64("y"))
		require.Equal(t, []int32{2, 4}, res.Column("k"))
		require.Equal(t, []int64{3, 3}, res.Int64("i"))
	}

	// A uniform may be empty.
	for name, value := range map[string]any{"xs": []float64{}, "m": [][]float64{}, "rows": [][]int32{}} {
		res, err := run(name, value)
		require.NoError(t, err, name)
		require.Len(t, res.Faults, 2, name)
	}
	res, err := run("m", [][0]float64{{}, {}})
	require.NoError(t, err)
	require.Len(t, res.Faults, 2)

	for _, tt := range []struct {
		name  string
		value any
		want  string
	}{
		{"m", [][]float64{{1, 2}, {3}}, "lockstep: uniform m: rows must be equally long, but row 1 has 1 elements " +
			"and row 0 has 2"},
		{"m", []float64{1, 2}, "lockstep: uniform m is float64[?,?], got float64[2]: its shape is not known; give " +
			"rows, or a column with a shape"},
		{"m", [][]float32{{1}}, "lockstep: uniform m is float64[?,?], got float32[1,1]"},
		{"rows", [][]int32{{1, 2, 3}}, "lockstep: uniform rows is int32[?,2], got int32[1,3]: the shape is [1,3]"},
		{"xs", []string{"a"}, "lockstep: uniform xs: []string is neither a number, a bool, a slice of them nor a " +
			"slice of such slices"},
		{"xs", nil, "lockstep: uniform xs: <nil> is neither a number"},
		{"xs", [][]any{{1.0}}, "lockstep: uniform xs: [][]interface {} is neither a number"},
		{"twice", 1.0, "weigh has no run-time uniform twice"},
	} {
		_, err := run(tt.name, tt.value)
		require.ErrorContains(t, err, tt.want)
	}
}

// Code for one lane at a time keeps a loop that the lowered form writes out, or the other way round, so that there is
// more to derive of a uniform in one than in the other. No run computes that, so the code does without.
func TestUniformsOfOneForm(t *testing.T) {
	fn, err := lockstep.Compile(`package p

func F(a, b int) int {
	m := map[int]int{}
	for j := range 4 {
		m[(b>>uint(j*2))&3] += j
	}
	return m[a]
}
`, "F", lockstep.Uniform("b"), lockstep.MakeCap(8))
	require.NoError(t, err)
	if lockstep.EngineAvailable() == nil && runtime.GOARCH == "amd64" {
		require.Contains(t, fn.Engines(), lockstep.EngineScalar)
	}
	for _, mode := range fn.Engines() {
		r, err := fn.Run(t.Context(), lockstep.Inputs{"a": []int{0, 1, 2, 3, 4}}, lockstep.WithUniform("b", 6),
			lockstep.Engine(mode))
		require.NoError(t, err, mode)
		require.Equal(t, []int64{5, 1, 0, 0, 0}, lockstep.Column[int64](r, "r0"), mode)
	}
}
