package lockstep_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Columns do not tell a slice that is nil from an empty one. So a lane with either is left to Go where it matters, and
// only such a lane.
func TestNilSlices(t *testing.T) {
	const source = `package p

func Score(x []float64) float64 {
	if x == nil {
		return -1
	}
	return float64(len(x))
}

func Either(x, y []float64, n int) float64 {
	s := x
	if n > 0 {
		s = y
	}
	if n > 1 {
		s = nil
	}
	if s != nil {
		return 1
	}
	return 2
}

func Length(x []float64) int {
	if len(x) == 0 {
		return -1
	}
	return len(x)
}
`
	none := [][]float64{nil, {}, {1}, {2, 3}}
	full := [][]float64{{1}, {1}, {1}, {1}}
	for _, c := range []struct {
		name string
		in   lockstep.Inputs
		left []int
	}{
		{"Score", lockstep.Inputs{"x": none}, []int{0, 1}},
		{"Length", lockstep.Inputs{"x": none}, nil},
		{"Either", lockstep.Inputs{"x": none, "y": full, "n": []int{0, 0, 0, 0}}, []int{0, 1}},
		{"Either", lockstep.Inputs{"x": none, "y": full, "n": []int{1, 1, 1, 1}}, nil},
		{"Either", lockstep.Inputs{"x": none, "y": full, "n": []int{2, 2, 2, 2}}, nil},
	} {
		opts := []lockstep.CompileOption{lockstep.Cap("x", 4)}
		if c.name == "Either" {
			opts = append(opts, lockstep.Cap("y", 4))
		}
		f, err := lockstep.Compile(source, c.name, opts...)
		require.NoError(t, err)
		r, err := f.Run(context.Background(), c.in)
		require.NoError(t, err)
		var left []int
		for _, fault := range r.Faults {
			require.Equal(t, optab.NeedsGo, fault.Code)
			require.Contains(t, fault.Error(), "ask len(s) == 0")
			left = append(left, fault.Lane)
		}
		require.Equal(t, c.left, left, c.name)
	}
}
