package engine

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDepth: words of return blocks are saved and taken back, lanes that go deeper than stacks are
// for tier 1, and the others of their group have their results.
func TestDepth(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(n, m int) int { return f(n, m) }
		func f(n, m int) int {
			if n <= 0 { return m }
			x := f(n-1, m+1)
			if x&1 == 0 { x += g(n/2, x) }
			return x*3 + f(n/8, m)&7 + n*m
		}
		func g(n, m int) int { if n <= 0 { return m }; return g(n/3, m+n) ^ n*m + 1 }`)
	var f, g func(n, m int) int
	f = func(n, m int) int {
		if n <= 0 {
			return m
		}
		x := f(n-1, m+1)
		if x&1 == 0 {
			x += g(n/2, x)
		}
		return x*3 + f(n/8, m)&7 + n*m
	}
	g = func(n, m int) int {
		if n <= 0 {
			return m
		}
		return g(n/3, m+n) ^ n*m + 1
	}
	const lanes = 67
	n, m, out := make([]int, lanes), make([]int, lanes), make([]int, lanes)
	for i := range n {
		n[i], m[i] = []int{0, 1, 19, 20, 21, 22, 41, 60, 200, 3, 1 << 13}[i%11], i
	}
	for _, machine := range Machines() {
		for groups := 1; groups <= 3; groups++ {
			t.Run(fmt.Sprint(machine, groups), func(t *testing.T) {
				clear(out)
				c, err := Compile(p, Options{Machine: machine, Groups: groups})
				require.NoError(t, err)
				did, err := c.Do(context.Background(), &Run{In: []any{n, m}, Out: []any{out}, Lanes: lanes, Workers: 1})
				require.NoError(t, err)
				again := map[int]bool{}
				for _, lane := range did.Again {
					again[lane] = true
				}
				for i := range n {
					require.Equal(t, n[i] == 1<<13, again[i], "lane %d: %d", i, n[i])
					if !again[i] {
						require.Equal(t, f(n[i], m[i]), out[i], "lane %d: %d", i, n[i])
					}
				}
			})
		}
	}
}
