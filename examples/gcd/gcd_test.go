package gcd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are zeros, signs and extremes, the longest run of Euclid's algorithm
// that fits 64 bits, then random pairs with a common factor.
func inputs() compare.Table {
	a := []int64{0, 0, 12, -12, 12, -12, math.MinInt64, math.MinInt64, math.MaxInt64, 7540113804746346429}
	b := []int64{0, 5, 0, 18, -18, -18, -1, math.MinInt64, math.MinInt64, 4660046610375530309}
	r := rand.New(rand.NewPCG(3, 1))
	for len(a) < 1000 {
		factor := int64(1) << r.IntN(20)
		a = append(a, factor*r.Int64N(1<<(4+r.IntN(36))))
		b = append(b, factor*r.Int64N(1<<(4+r.IntN(36))))
	}
	return compare.Table{{Name: "a", Values: a}, {Name: "b", Values: b}}
}

// unsigned is inputs for Binary: the magnitudes.
func unsigned() compare.Table {
	table := inputs()
	for i, c := range table {
		var u []uint64
		for _, v := range c.Values.([]int64) {
			u = append(u, magnitude(v))
		}
		table[i].Values = u
	}
	return table
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestGcd(t *testing.T) {
	for _, c := range []struct{ a, b, want int64 }{
		{0, 0, 0}, {0, 5, 5}, {5, 0, 5}, {12, 18, 6}, {18, 12, 6}, {17, 13, 1},
		{-12, 18, 6}, {12, -18, -6}, {-12, -18, -6}, {math.MinInt64, -1, -1},
	} {
		require.Equal(t, c.want, Gcd(c.a, c.b), "%d %d", c.a, c.b)
	}
}

// The two algorithms judge each other.
func TestBinary(t *testing.T) {
	table := inputs()
	for i, a := range table[0].Values.([]int64) {
		b := table[1].Values.([]int64)[i]
		require.Equal(t, magnitude(Gcd(a, b)), Binary(magnitude(a), magnitude(b)), table.Row(i))
	}
}

func TestBatch(t *testing.T) {
	t.Run("Gcd", func(t *testing.T) {
		table := inputs()
		a, b := table[0].Values.([]int64), table[1].Values.([]int64)
		compare.Case{
			Source: Source, Func: "Gcd", Inputs: table,
			Want: func(i int) []any { return []any{Gcd(a[i], b[i])} },
			// A tail call saves nothing: no depth is needed at all.
			Options: []lockstep.RunOption{lockstep.MaxDepth(1)},
		}.Run(t)
	})
	t.Run("Binary", func(t *testing.T) {
		table := unsigned()
		a, b := table[0].Values.([]uint64), table[1].Values.([]uint64)
		compare.Case{
			Source: Source, Func: "Binary", Inputs: table,
			Want: func(i int) []any { return []any{Binary(a[i], b[i])} },
		}.Run(t)
	})
}
