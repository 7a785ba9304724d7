package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLateFaults has cases of a switch whose values follow each other, all of which may fault with the same index, and
// others that never do though the index is bad there, too.
func TestLateFaults(t *testing.T) {
	skipWithout(t)
	const lanes = 8 * 6 * 40
	for _, groups := range []int{0, 1, 3} {
		c, err := Compile(lowered(t, `func F(op, at, n int) int {
			r := [4]int{1, 2, 3, 4}
			for range n {
				switch op {
				case 0:
					return r[0]
				case 1:
					r[1]++
				case 2:
					r[0] += r[at]
				case 3:
					r[0] -= r[at]
				case 4:
					r[0] *= r[at]
				case 5:
					r[2] += at
				}
				op = (op + 1) & 7
			}
			return r[0] + r[1] + r[2]
		}`), Options{Machine: usual(), Groups: groups})
		require.NoError(t, err)
		op, at, n, r := make([]int64, lanes), make([]int64, lanes), make([]int64, lanes), make([]int64, lanes)
		var want []int
		for i := range op {
			op[i], at[i], n[i] = int64(i%8), int64(i/8%6), int64(i/48%10)
			// Rounds begin with operations op, op+1 and so on, up to the one that returns.
			for k := range n[i] {
				now := (op[i] + k) & 7
				if now == 0 {
					break
				}
				if at[i] > 3 && now >= 2 && now <= 4 {
					want = append(want, i)
					break
				}
			}
		}
		o, err := c.Do(context.Background(), &Run{Lanes: lanes, In: []any{op, at, n}, Out: []any{r}, Workers: 1})
		require.NoError(t, err)
		require.ElementsMatch(t, want, o.Again)
	}
}
