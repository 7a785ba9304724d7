package lockstep_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// rulesSource evaluates rules over a row: a program of small instructions that all rows share.
const rulesSource = `package rules

import "fmt"

type Op struct {
	Code byte
	Arg  int
	X    float64
}

// Score runs a program over two numbers.
func Score(ops []Op, a, b float64) (float64, error) {
	var st [8]float64
	n := 0
	for pc := 0; pc < len(ops); pc++ {
		op := ops[pc]
		switch op.Code {
		case 'c':
			st[n] = op.X
			n++
		case 'a':
			st[n] = a
			n++
		case 'b':
			st[n] = b
			n++
		case '+':
			n--
			st[n-1] += st[n]
		case '*':
			n--
			st[n-1] = float64(st[n-1] * st[n])
		case '<':
			n--
			if st[n-1] < st[n] {
				st[n-1] = 1
			} else {
				st[n-1] = 0
			}
		case '?': // goes on at Arg if the top is 0
			n--
			if st[n] == 0 {
				pc = op.Arg - 1
			}
		case '!':
			return st[n-1], fmt.Errorf("row (%v, %v) is refused by rule %d", a, b, pc)
		}
	}
	return st[0], nil
}
`

// Op is an instruction of rulesSource.
type Op struct {
	Code byte
	Arg  int
	X    float64
}

// rules gives a*a + 0.5*b if a < b, and refuses if b < 1, and b otherwise.
var rules = []Op{{Code: 'a'}, {Code: 'b'}, {Code: '<'}, {Code: '?', Arg: 11}, {Code: 'a'}, {Code: 'a'}, {Code: '*'},
	{Code: 'c', X: 0.5}, {Code: 'b'}, {Code: '*'}, {Code: '+'}, {Code: 'b'}, {Code: 'c', X: 1}, {Code: '<'},
	{Code: '?', Arg: 17}, {Code: 'b'}, {Code: '!'}}

// A function that is specialised to a uniform gives what it gives with that as a uniform, and interprets no more.
func TestSpecialise(t *testing.T) {
	fn, err := lockstep.Compile(rulesSource, "Score", lockstep.Uniform("ops"))
	require.NoError(t, err)
	ops := lockstep.WithUniform("ops", rules)
	special, err := fn.Specialise(ops)
	require.NoError(t, err)
	require.Contains(t, fn.Lowered().String(), "switch ")
	require.NotContains(t, special.Lowered().String(), "switch ")
	var names []string
	for _, p := range special.Params() {
		names = append(names, p.Name)
	}
	require.Equal(t, []string{"a", "b"}, names)
	in := lockstep.Inputs{"a": []float64{0.5, 3, -1, 2}, "b": []float64{2, 1, -3, 0.25}}
	for _, engine := range lockstep.EngineModes() {
		want, err := fn.Run(context.Background(), in, ops, lockstep.Engine(lockstep.EngineOff))
		require.NoError(t, err)
		got, err := special.Run(context.Background(), in, lockstep.Engine(engine))
		if err != nil {
			require.ErrorContains(t, err, "engine") // there is no such code here
			continue
		}
		require.Equal(t, want.Column("r0"), got.Column("r0"))
		require.Equal(t, want.Column("r1"), got.Column("r1"))
		require.ErrorContains(t, got.Column("r1").([]error)[3], "row (2, 0.25) is refused by rule 16")
	}
}

// Some uniforms may stay uniform, and a function may be specialised again.
func TestSpecialiseSome(t *testing.T) {
	const text = `package p
func F(x float64, k []float64, n int, scale float64) float64 {
	s := 0.0
	for i := range n { s = float64(s*x) + k[i] }
	return float64(s*scale)
}`
	fn, err := lockstep.Compile(text, "F", lockstep.Uniform("k", "n", "scale"))
	require.NoError(t, err)
	k, n := lockstep.WithUniform("k", []float64{1, 2, 3}), lockstep.WithUniform("n", 3)
	scale := lockstep.WithUniform("scale", 2.)
	in := lockstep.Inputs{"x": []float64{1, 2, -1}}
	want, err := fn.Run(context.Background(), in, k, n, scale)
	require.NoError(t, err)
	two, err := fn.Specialise(k, n)
	require.NoError(t, err)
	got, err := two.Run(context.Background(), in, scale)
	require.NoError(t, err)
	require.Equal(t, want.Column("r0"), got.Column("r0"))
	three, err := two.Specialise(scale)
	require.NoError(t, err)
	got, err = three.Run(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, want.Column("r0"), got.Column("r0"))
	_, err = three.Run(context.Background(), in, scale)
	require.ErrorContains(t, err, "has no run-time uniform scale")
	beyond, err := fn.Specialise(k, lockstep.WithUniform("n", 4))
	require.NoError(t, err)
	got, err = beyond.Run(context.Background(), in, scale)
	require.NoError(t, err)
	require.Len(t, got.Faults, 3)
	require.Equal(t, optab.IndexOutOfRange, got.Faults[0].Code)
}

// What cannot be specialised to is refused.
func TestSpecialiseRefused(t *testing.T) {
	const text = "package p\nfunc F(x int, k []int32) int { return x + int(k[0]) }"
	fn, err := lockstep.Compile(text, "F", lockstep.Uniform("k"))
	require.NoError(t, err)
	for _, tt := range []struct {
		opt lockstep.RunOption
		err string
	}{
		{lockstep.Workers(2), "takes values of uniforms alone"},
		{lockstep.WithUniform("x", 3), "each lane brings its own x"},
		{lockstep.WithUniform("y", 3), "has no run-time uniform y"},
		{lockstep.WithUniform("k", []string{"a"}), "uniform k"},
		{lockstep.WithUniform("k", []float64{1}), "uniform k is int32[?], got float64[1]"},
		{lockstep.WithUniform("k", make([]int32, 1<<17)), "has 131072 elements; at most 65536 may become constants"},
	} {
		_, err := fn.Specialise(tt.opt)
		require.ErrorContains(t, err, tt.err)
		require.True(t, strings.HasPrefix(err.Error(), "lockstep: "), err)
	}
}
