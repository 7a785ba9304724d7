package lane

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// took notes that 1000 lanes took so many microseconds.
func (c *class) took(e Engine, us int) { c.record(e, time.Duration(us)*time.Microsecond, 1000) }

// The faster engine is chosen: at once if the difference is plain, after two
// looks at both if it is not.
func TestDecide(t *testing.T) {
	c := new(class)
	require.Equal(t, None, c.decide())
	require.Equal(t, Loop, c.lessTried())
	c.took(Loop, 100)
	require.Equal(t, None, c.decide())
	require.Equal(t, Batch, c.lessTried())
	c.took(Batch, 90)
	require.Equal(t, None, c.decide())
	c.took(Loop, 200)
	c.took(Batch, 300)
	require.Equal(t, Batch, c.decide())
	require.Equal(t, trial{ns: 90, count: 2}, c.trial[Batch])

	c = new(class)
	c.took(Loop, 100)
	c.took(Batch, 200)
	require.Equal(t, Loop, c.decide())
}

// When lanes begin to take another time, both are measured again; a call or
// two is not enough.
func TestDrift(t *testing.T) {
	for _, us := range []int{100 * (drift + 1), 100 / (drift + 1)} {
		c := new(class)
		c.took(Loop, 100)
		c.took(Batch, 1000)
		require.Equal(t, Loop, c.decide())
		for range 10 {
			c.took(Loop, us)
			c.took(Loop, 150)
			c.watch()
			require.Equal(t, Loop, c.decided())
		}
		for range drifting {
			require.Equal(t, Loop, c.decided())
			c.took(Loop, us)
			c.watch()
		}
		require.Equal(t, None, c.decided())
		require.True(t, c.untried())
	}
}

// Calls with about the same number of lanes share what is known.
func TestClasses(t *testing.T) {
	var c choice
	require.Same(t, c.class(600, 2), c.class(1000, 2))
	require.NotSame(t, c.class(600, 2), c.class(600, 1))
	require.NotSame(t, c.class(600, 2), c.class(2000, 2))
	require.Same(t, c.class(1<<20, 2), c.class(1<<30, 2))
}

// In this build Go fuses, or it does not; a program with products and sums is
// one where that matters.
func TestFuses(t *testing.T) {
	text := `program p lowered

var x : f64 register

func main(x) -> (x) {
start:
    x = mul.f64 x, x
    x = add.f64 x, 1
    goto halt
}
`
	c, err := read("p", text)
	require.NoError(t, err)
	require.Equal(t, goFuses, c.fuses)
	require.False(t, c.ours)
	require.False(t, c.recurses)
}
