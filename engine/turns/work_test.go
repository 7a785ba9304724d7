package turns

import (
	"context"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLastLanes: a lane that runs long after the inputs have run out costs no memory, however often the code is left.
func TestLastLanes(t *testing.T) {
	const group = FrameCols
	allocations := func(entries int) float64 {
		entered := 0
		l := Layout{Lanes: 1, Width: 8, Abreast: 1, Groups: 1, First: group, Step: 64, Bytes: group + 64, Fuel: 1}
		s := New(l, func(from *byte) {
			f := frame(unsafe.Slice(from, l.Bytes))
			if next := f.get(FrameNext); next < f.get(FrameLimit) {
				f.put(FrameNext, uint64(next+1))
				l.setNumber(f[group:], 0, int(next))
			}
			if entered++; entered == entries {
				l.setNumber(f[group:], 0, -1)
			}
		})
		return testing.AllocsPerRun(3, func() {
			entered = 0
			o := s.Work(context.Background(), &Run{Lanes: 1}, 1, new(atomic.Int64), 1)
			require.Empty(t, o.Left)
			require.Equal(t, entries, entered)
		})
	}
	require.InDelta(t, allocations(10), allocations(10_000), 5)
}
