package nqueens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// solutions is how many ways there are to place n queens, from n = 0.
var solutions = []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352}

// inputs are every pair of columns of every board up to 9×9, and some that are
// no board.
func inputs() compare.Table {
	n := []int{0, 1, -3, 64, 4, 4, 4}
	first := []int{0, 0, 0, 0, -1, 4, 1}
	second := []int{0, 0, 0, 2, 0, 0, 100}
	for size := 2; size < len(solutions); size++ {
		for a := range size {
			for b := range size {
				n, first, second = append(n, size), append(first, a), append(second, b)
			}
		}
	}
	return compare.Table{{Name: "n", Values: n}, {Name: "first", Values: first}, {Name: "second", Values: second}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

// The pieces of the search add up to the whole.
func TestCompletions(t *testing.T) {
	table := inputs()
	n, first, second := table[0].Values.([]int), table[1].Values.([]int), table[2].Values.([]int)
	sum := make([]int, len(solutions))
	for i := range n {
		count := Completions(n[i], first[i], second[i])
		if n[i] >= 0 && n[i] < len(sum) {
			sum[n[i]] += count
		}
	}
	require.Equal(t, solutions[2:], sum[2:])
	require.Equal(t, 724, sumOver(10))
}

func sumOver(n int) (sum int) {
	for a := range n {
		for b := range n {
			sum += Completions(n, a, b)
		}
	}
	return sum
}

func TestBatch(t *testing.T) {
	table := inputs()
	n, first, second := table[0].Values.([]int), table[1].Values.([]int), table[2].Values.([]int)
	compare.Case{
		Source: Source, Func: "Completions", Inputs: table,
		Want: func(i int) []any { return []any{Completions(n[i], first[i], second[i])} },
	}.Run(t)
}
