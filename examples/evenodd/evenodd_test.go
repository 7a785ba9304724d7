package evenodd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are -1…23 in order, then at random.
func inputs() compare.Table {
	var n []int
	for i := -1; i <= 23; i++ {
		n = append(n, i)
	}
	r := rand.New(rand.NewPCG(7, 1))
	for len(n) < 500 {
		n = append(n, r.IntN(24))
	}
	return compare.Table{{Name: "n", Values: n}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestParity(t *testing.T) {
	for n := range 100 {
		require.Equal(t, n%2 == 0, IsEven(n), "%d", n)
		require.Equal(t, n%2 == 1, IsOdd(n), "%d", n)
	}
}

func TestHofstadter(t *testing.T) {
	for n, want := range []int{1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8, 8, 9, 9, 10, 11, 11, 12, 13} {
		require.Equal(t, want, Female(n), "%d", n)
	}
	for n, want := range []int{0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 7, 8, 9, 9, 10, 11, 11, 12, 12} {
		require.Equal(t, want, Male(n), "%d", n)
	}
}

func TestBatch(t *testing.T) {
	n := inputs()[0].Values.([]int)
	for name, want := range map[string]func(n int) any{
		"IsEven": func(n int) any { return IsEven(n) },
		"IsOdd":  func(n int) any { return IsOdd(n) },
		"Female": func(n int) any { return Female(n) },
		"Male":   func(n int) any { return Male(n) },
	} {
		t.Run(name, func(t *testing.T) {
			compare.Case{
				Source: Source, Func: name, Inputs: inputs(),
				Want: func(i int) []any { return []any{want(n[i])} },
			}.Run(t)
		})
	}
}
