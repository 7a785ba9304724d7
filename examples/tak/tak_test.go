package tak

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are arguments in order, all equal and negative, then random ones.
func inputs() compare.Table {
	x := []int{0, 3, 1, 5, -1, 10}
	y := []int{0, 3, 2, 4, -2, 5}
	z := []int{0, 3, 3, 3, -3, 0}
	r := rand.New(rand.NewPCG(6, 1))
	for len(x) < 500 {
		x = append(x, r.IntN(10))
		y = append(y, r.IntN(8))
		z = append(z, r.IntN(8))
	}
	return compare.Table{{Name: "x", Values: x}, {Name: "y", Values: y}, {Name: "z", Values: z}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestTak(t *testing.T) {
	for _, c := range []struct{ x, y, z, want int }{
		{1, 2, 3, 3}, {10, 5, 0, 5}, {18, 12, 6, 7}, {14, 10, 3, 4},
	} {
		require.Equal(t, c.want, Tak(c.x, c.y, c.z), "%d %d %d", c.x, c.y, c.z)
	}
}

func TestBatch(t *testing.T) {
	table := inputs()
	x, y, z := table[0].Values.([]int), table[1].Values.([]int), table[2].Values.([]int)
	compare.Case{
		Source: Source, Func: "Tak", Inputs: table,
		Want: func(i int) []any { return []any{Tak(x[i], y[i], z[i])} },
	}.Run(t)
}
