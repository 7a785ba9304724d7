package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestMeasureFirst runs lanes enough to measure, first where making the other code would not
// be worth it and then where it is; the results are the same.
func TestMeasureFirst(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(x float64, n int) float64 { for range n & 7 { x = x*x - 1 }; return x }`)
	c, err := Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
	const lanes = 2*leastMeasured + 5
	x, n, want := make([]float64, lanes), make([]int64, lanes), make([]float64, lanes)
	for i := range x {
		x[i], n[i] = float64(i)/lanes, int64(i)
		want[i] = x[i]
		for range n[i] & 7 {
			want[i] = float64(want[i]*want[i]) - 1
		}
	}
	for _, measured := range []bool{false, true} {
		if c.took = time.Hour; measured {
			c.took = 0
		}
		r := make([]float64, lanes)
		o, err := c.Do(context.Background(), &Run{Lanes: lanes, In: []any{x, n}, Out: []any{r}})
		require.NoError(t, err)
		require.Zero(t, o)
		require.Equal(t, measured, c.measured.Load())
		require.Equal(t, want, r)
	}
}

// TestFastest: what takes least is found, also where a first look was disturbed, and what is far
// behind is looked at once.
func TestFastest(t *testing.T) {
	for _, c := range []struct {
		name  string
		looks [][]time.Duration // of each way
		want  int
		made  []int // looks at each way
	}{
		{"none", nil, -1, nil},
		{"one", [][]time.Duration{{5}}, 0, []int{0}},
		{"far apart", [][]time.Duration{{100}, {40}, {90}}, 1, []int{1, 1, 1}},
		{"close", [][]time.Duration{{100, 100, 100, 100, 100}, {110, 105, 99, 99, 99}}, 1, []int{5, 5}},
		{"disturbed", [][]time.Duration{{60, 60}, {100, 40}}, 1, []int{2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := make([]int, len(c.looks))
			require.Equal(t, c.want, fastest(len(c.looks), func(i int) time.Duration {
				made[i]++
				return c.looks[i][made[i]-1]
			}))
			require.ElementsMatch(t, c.made, made)
		})
	}
}

// TestClimb: one goes on in the direction in which it gets better, and no further.
func TestClimb(t *testing.T) {
	for _, c := range []struct {
		from  int
		takes []int // what each number takes, from 1 on
		asked []int
	}{
		{2, []int{4, 3, 2, 1}, []int{3, 4}},
		{2, []int{4, 2, 1, 3}, []int{3, 4}},
		{2, []int{1, 2, 3, 4}, []int{3, 1}},
		{2, []int{3, 1, 2, 4}, []int{3, 1}},
		{1, []int{1, 2, 3, 4}, []int{2}},
		{4, []int{4, 3, 1, 2}, []int{3, 2}},
	} {
		var asked []int
		best := c.from
		climb(c.from, len(c.takes), func(n int) bool {
			asked = append(asked, n)
			if c.takes[n-1] >= c.takes[best-1] {
				return false
			}
			best = n
			return true
		})
		require.Equal(t, c.asked, asked)
		require.Equal(t, slices.Min(c.takes), c.takes[best-1])
	}
}

// TestForms has another form of a program.
func TestForms(t *testing.T) {
	skipWithout(t)
	p, other := lowered(t, `func F(x float64) float64 { return x + 1 }`), lowered(t,
		`func F(x float64) float64 { return 1 + x }`)
	c, err := Compile(p, Options{Machine: usual(), Also: func() []*program.Program {
		return []*program.Program{other}
	}})
	require.NoError(t, err)
	require.Len(t, c.forms(), 2)
}
