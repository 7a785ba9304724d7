package batch

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program/optab"
)

const anyLengthText = `
program any lowered

uniform xs    : f64[?]
uniform m     : i32[?,?,2]
uniform flags : bool[?,3]
uniform scale : f64
uniform twice : f64 = mul.f64 scale, 2.0
uniform above : bool = gt.f64 twice, 3.0
uniform n     : i64 = length xs, 0
uniform cols  : i64 = length m, 1
uniform small : i32 = convert_i32.i64 n
uniform half  : f64 = 0.5
uniform one   : f64 = mul.f64 half, 2.0

var i : i64  register
var x : f64  register
var k : i32  register
var f : bool register
var c : i64  register

func main(i) -> (x, k, f, c) {
entry:
    x = index.f64 xs, i
    x = mul.f64 x, twice
    x = add.f64 x, one
    k = index.i32 m, i, 1, 1
    f = index.bool flags, i, 2
    c = copy cols
    branch above, on, below
below:
    x = neg.f64 x
    goto on
on:
    switch small, halt, 2: two, 3: three
two:
    c = copy 22
    goto halt
three:
    c = copy 33
    goto halt
}
`

// anyLengthInputs are uniforms for three lanes.
func anyLengthInputs(xs []float64, scale float64) []Option {
	return []Option{
		WithUniform("xs", Column{Data: xs}),
		WithUniform("m", Column{Data: []int8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Shape: []int{3, 2, 2}}),
		WithUniform("flags", Column{Data: []bool{false, false, true, true, true, false, false, false, true}}),
		WithUniform("scale", Column{Data: []float64{scale}}),
	}
}

func TestUniformsOfAnyLength(t *testing.T) {
	c := compileText(t, anyLengthText)
	lanes := []Column{{Data: []int64{0, 1, 2, -1}}}
	res, err := c.Run(context.Background(), lanes, anyLengthInputs([]float64{1, 10, 100}, 2)...)
	require.NoError(t, err)
	require.Equal(t, []float64{5, 41, 401, 0}, res.Cols[0].Data)
	require.Equal(t, []int32{3, 7, 11, 0}, res.Cols[1].Data)
	require.Equal(t, []bool{true, false, true, false}, res.Cols[2].Data)
	require.Equal(t, []int64{33, 33, 33, 0}, res.Cols[3].Data)
	require.Len(t, res.Faults, 1)

	res, err = c.Run(context.Background(), lanes, anyLengthInputs([]float64{1, 10}, 1)...)
	require.NoError(t, err)
	require.Equal(t, []float64{-3, -21, 0, 0}, res.Cols[0].Data)
	require.Equal(t, []int64{22, 22, 0, 0}, res.Cols[3].Data)
	require.Len(t, res.Faults, 2)

	// Long enough to be read where the caller has it.
	long := make([]float64, 3*sharedTable)
	copy(long, []float64{1, 10, 100})
	res, err = c.Run(context.Background(), lanes, anyLengthInputs(long, 1.5)...)
	require.NoError(t, err)
	require.Equal(t, []float64{-4, -31, -301, 0}, res.Cols[0].Data)
	require.Equal(t, []int64{2, 2, 2, 0}, res.Cols[3].Data)
}

// Every index into a uniform without elements faults, whatever its dimensions.
func TestEmptyUniforms(t *testing.T) {
	for _, text := range []string{
		"uniform e : f64[?]\nvar r : f64 register\n@    r = index.f64 e, i",
		"uniform e : f64[?,100000]\nvar r : f64 register\n@    r = index.f64 e, 0, i",
		"uniform e : f64[?,?]\nvar r : f64 register\n@    r = index.f64 e, i, i",
		"uniform e : f64[?,3]\nvar r : f64[3] register\n@    r = index.f64 e, i",
	} {
		decls, op, _ := strings.Cut(text, "@")
		c := compileText(t, "program empty lowered\n"+decls+"\nvar i : i64 register\nfunc main(i) -> (r) {\nentry:\n"+
			op+"\n    goto halt\n}\n")
		for _, shape := range [][]int{nil, {0, 1 << 30}, {1 << 30, 0}} {
			if u := c.uniforms[0].Type; (shape != nil) != (u.AnyAxes() == 2) {
				continue
			}
			i := make([]int64, 100)
			for k := range i {
				i[k] = int64(k) * 900
			}
			res, err := c.Run(context.Background(), []Column{{Data: i}},
				WithUniform("e", Column{Data: []float64{}, Shape: shape}))
			require.NoError(t, err)
			require.Len(t, res.Faults, len(i))
			for _, f := range res.Faults {
				require.Equal(t, optab.IndexOutOfRange, f.Code)
			}
		}
	}
}

// The lengths of a uniform without elements are those that it was given with.
func TestEmptyUniformLengths(t *testing.T) {
	c := compileText(t, `program lengths lowered
uniform e       : f64[?,?]
uniform rows    : i64 = length e, 0
uniform columns : i64 = length e, 1
var i : i64 register
var n : i64 temporary
var x : f64 temporary
var r : i64 register
func main(i) -> (r) {
entry:
    n = mul.i64 columns, 1000
    r = add.i64 rows, n
    branch false, use, halt
use:
    x = index.f64 e, i, i
    r = convert_i64.f64 x
    goto halt
}
`)
	for _, shape := range [][]int{{0, 7}, {7, 0}, {0, 0}} {
		res, err := c.Run(context.Background(), []Column{{Data: []int64{3}}},
			WithUniform("e", Column{Data: []float64{}, Shape: shape}))
		require.NoError(t, err)
		require.Equal(t, []int64{int64(shape[0] + 1000*shape[1])}, res.Cols[0].Data)
	}
}

// A table that is only gathered is not laid out as vectors, nor is a long one
// of which single elements are taken, and a long column is not copied.
func TestUniformForms(t *testing.T) {
	c := compileText(t, `program forms lowered
uniform long  : f64[?]
uniform fixed : f64[5000]
uniform short : f64[5]
uniform both  : f64[5]
uniform big   : f64[2,1024]
uniform last  : f64 = index.f64 big, 1, 1023
var i : i64 register
var a : f64 temporary
var b : f64 temporary
var r : f64 register
func main(i) -> (r) {
entry:
    a = index.f64 long, i
    b = index.f64 fixed, 4999
    r = add.f64 a, b
    a = index.f64 short, 4
    r = add.f64 r, a
    a = index.f64 both, i
    b = reduce_add.f64 both
    r = add.f64 r, a
    r = add.f64 r, b
    a = index.f64 big, 0, i
    r = add.f64 r, a
    r = add.f64 r, last
    goto halt
}
`)
	type form struct{ vector, table bool }
	want := map[string]form{"long": {table: true}, "fixed": {table: true}, "short": {vector: true},
		"both": {true, true}, "big": {table: true}, "last": {vector: true}}
	for _, u := range c.uniforms {
		require.Equal(t, want[u.Name], form{u.vector, u.table}, u.Name)
	}
	long := make([]float64, 1<<20)
	long[2], long[3] = 1000, 2000
	fixed := make([]float64, 5000)
	fixed[4999] = 100
	big := make([]float64, 2048)
	big[2], big[3], big[2047] = 10000, 20000, 100000
	five := Column{Data: []float64{1, 1, 1, 1, 20}}
	o := newOptions([]Option{WithUniform("long", Column{Data: long}), WithUniform("fixed", Column{Data: fixed}),
		WithUniform("short", five), WithUniform("both", five), WithUniform("big", Column{Data: big})})
	uni, err := c.bindUniforms(context.Background(), o)
	require.NoError(t, err)
	require.Same(t, &long[0], (*float64)(uni[0].table))
	require.Same(t, &fixed[0], (*float64)(uni[1].table))
	res, err := c.Run(context.Background(), []Column{{Data: []int64{2, 3}}},
		func(to *settings.Run) { to.Uniforms = o.Uniforms })
	require.NoError(t, err)
	require.Equal(t, []float64{111000 + 100 + 20 + 1 + 24, 122000 + 100 + 20 + 1 + 24}, res.Cols[0].Data)
}

// Constants, and what is computed of them, are laid out when the code is made.
func TestKnownUniforms(t *testing.T) {
	c := compileText(t, anyLengthText)
	known := map[string]bool{}
	for _, u := range c.uniforms {
		known[u.Name] = u.known
	}
	for name, is := range known {
		require.Equal(t, name == "half" || name == "one", is, name)
	}
}

func TestUniformErrors(t *testing.T) {
	c := compileText(t, anyLengthText)
	for _, tt := range []struct {
		name string
		col  Column
		want string
	}{
		{"xs", Column{Data: []float32{1}}, "uniform xs is float64[?], got float32[1]"},
		{"xs", Column{Data: []float64{1, 2}, Shape: []int{1, 2}},
			"uniform xs is float64[?], got float64[1,2]: the shape is [1,2]"},
		{"m", Column{Data: []int32{1, 2}}, "uniform m is int32[?,?,2], got int32[2]: its shape is not known; give " +
			"rows, or a column with a shape"},
		{"m", Column{Data: []int32{1, 2}, Shape: []int{1, 1, 3}},
			"uniform m is int32[?,?,2], got int32[1,1,3]: the shape is [1,1,3]"},
		{"flags", Column{Data: []bool{true, false}}, "uniform flags is bool[?,3], got bool[2]: 2 elements are no " +
			"whole number of rows of 3"},
		{"scale", Column{Data: []float64{1, 2}}, "uniform scale is float64, got float64[2]: 2 elements, not 1"},
		{"twice", Column{Data: []float64{1}}, "any has no run-time uniform twice"},
	} {
		opts := append(anyLengthInputs(nil, 1), WithUniform(tt.name, tt.col))
		_, err := c.Run(context.Background(), []Column{{Data: []int64{0}}}, opts...)
		require.EqualError(t, err, "batch: "+tt.want)
	}
}
