package wrap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// lent is lanes that have nothing but buffers.
type lent struct {
	Work
	Buffers
}

// TestBuffers: the columns of a run are in the memory of those of the run before, as zeros, if that is large enough and
// of the same type.
func TestBuffers(t *testing.T) {
	fn, w := new(Func), &lent{}
	back := fn.lend(w)
	xs, ns := Make[float64](&w.Buffers, 4), Make[int64](&w.Buffers, 2)
	require.Equal(t, []float64{0, 0, 0, 0}, xs)
	xs[1], ns[1] = 7, 8
	w.used = 0 // the next piece of the call
	again := Make[float64](&w.Buffers, 3)
	require.Equal(t, []float64{0, 0, 0}, again)
	require.Same(t, &xs[0], &again[0])
	require.Equal(t, []int32{0, 0}, Make[int32](&w.Buffers, 2), "of another type")
	require.Len(t, Make[bool](&w.Buffers, 1), 1, "one more than before")
	back()
	require.Zero(t, w.Buffers, "another call may have them")
	require.Equal(t, make([]float64, 9), Make[float64](&w.Buffers, 9), "without any")
}
