package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
)

// An instance of a generic function is compiled by its name.
func TestGenericInstances(t *testing.T) {
	const src = `package a
import "math"
type Number interface{ ~float64 | ~int32 }
type Vec[T Number] struct{ X, Y T }
func (v Vec[T]) Dot(w Vec[T]) T { return v.X*w.X + v.Y*w.Y }
func (v *Vec[T]) Scale(_ T) (_ T, ok bool) { v.X *= 2; return v.X, true }
func Sum[T Number](x T, rest ...T) float64 { return math.Sqrt(float64(x)) }
func Convert[A, B Number](a A) B { return B(a) + B(1) }
func SumInt32() {}
`
	files := []golang.File{{Name: "a.go", Text: src}}
	for _, tt := range []struct {
		fn     string
		inputs []string
		in     []interp.Value
		want   string
	}{
		{"Vec[float64].Dot", []string{"v.X", "v.Y", "w.X", "w.Y"},
			[]interp.Value{interp.Float64(1), interp.Float64(2), interp.Float64(3), interp.Float64(4)}, "11.0"},
		{"Convert[int32, float64]", []string{"a"}, []interp.Value{interp.Int32(41)}, "42.0"},
		{"Convert[float64,int32]", []string{"a"}, []interp.Value{interp.Float64(2.5)}, "3"},
	} {
		p, err := golang.Compile(files, tt.fn, golang.Options{})
		require.NoError(t, err, tt.fn)
		require.Equal(t, tt.inputs, p.VarsIn.Flatten())
		out, fault, err := interp.Run(p, tt.in)
		require.NoError(t, err)
		require.Nil(t, fault)
		require.Equal(t, tt.want, out[0].String())
	}
	p, err := golang.Compile(files, "Vec[int32].Scale", golang.Options{})
	require.NoError(t, err)
	require.Equal(t, "VecInt32Scale", p.Name)
	require.Equal(t, []string{"v.X", "v.Y", "p1"}, p.VarsIn.Flatten())
	require.Equal(t, []string{"r0", "ok", "v.out.X"}, p.VarsOut.Flatten())

	for fn, want := range map[string]string{
		"Sum[int32]":            "parameter rest: a lane's memory has a fixed size",
		"Convert[int32]":        "Convert[int32]: it has 2 type parameters, and there are 1 type arguments; give all",
		"Convert[int32, int64]": "int64 does not satisfy Number",
		"Gone[int32]":           "no generic function Gone, of which Gone[int32] would be an instance",
		"Sum[":                  "Sum[ is not the name of a function with type arguments",
		"SumInt32[int32]":       "no generic function SumInt32",
		"Sum":                   "Sum has type parameters; name the types, as in Sum[float64], or write a function",
		"Vec.Dot":               "name the types, as in Vec[float64].Dot",
	} {
		_, err := golang.Compile(files, fn, golang.Options{})
		require.ErrorContains(t, err, want, fn)
	}
}
