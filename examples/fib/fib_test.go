package fib

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// inputs are -2…20 in order, then at random.
func inputs() compare.Table {
	var n []int
	for i := -2; i <= 20; i++ {
		n = append(n, i)
	}
	r := rand.New(rand.NewPCG(2, 1))
	for len(n) < 600 {
		n = append(n, r.IntN(21))
	}
	return compare.Table{{Name: "n", Values: n}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestFib(t *testing.T) {
	for n, want := range []int{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55} {
		require.Equal(t, want, Fib(n))
	}
	require.Equal(t, -3, Fib(-3))
}

func TestBatch(t *testing.T) {
	n := inputs()[0].Values.([]int)
	compare.Case{
		Source: Source, Func: "Fib", Inputs: inputs(),
		Want: func(i int) []any { return []any{Fib(n[i])} },
	}.Run(t)
}

func TestWrapper(t *testing.T) {
	n := make([]int, 500)
	for i := range n {
		n[i] = i % 18
	}
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		got, err := FibBatch(context.Background(), n, opts...)
		require.NoError(t, err)
		for i := range n {
			require.Equal(t, Fib(n[i]), got[i])
		}
	})
}
