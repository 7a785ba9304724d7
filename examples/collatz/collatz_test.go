package collatz

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are what is too small, two numbers with long sequences, then random
// ones.
func inputs() compare.Table {
	n := []int64{-7, 0, 1, 2, 3, 27, 837799, 8400511}
	r := rand.New(rand.NewPCG(4, 1))
	for len(n) < 2000 {
		n = append(n, 1+r.Int64N(1<<20))
	}
	return compare.Table{{Name: "n", Values: n}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestSteps(t *testing.T) {
	for _, c := range []struct{ n, steps, peak int64 }{
		{-7, 0, -7}, {0, 0, 0}, {1, 0, 1}, {2, 1, 2}, {3, 7, 16}, {27, 111, 9232}, {837799, 524, 2974984576},
	} {
		steps, peak := Steps(c.n)
		require.Equal(t, c.steps, steps, "%d", c.n)
		require.Equal(t, c.peak, peak, "%d", c.n)
	}
}

func TestBatch(t *testing.T) {
	n := inputs()[0].Values.([]int64)
	compare.Case{
		Source: Source, Func: "Steps", Inputs: inputs(),
		Want: func(i int) []any {
			steps, peak := Steps(n[i])
			return []any{steps, peak}
		},
	}.Run(t)
}
