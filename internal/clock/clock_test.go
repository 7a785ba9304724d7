package clock

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Time in which the thread only waits is not counted where the thread's own time is known.
func TestTook(t *testing.T) {
	const wait = 20 * time.Millisecond
	took := Took(func() { time.Sleep(wait) })
	if _, known := thread(); known {
		require.Less(t, took, wait/2)
	} else {
		require.GreaterOrEqual(t, took, wait)
	}
	require.Positive(t, Took(func() {
		for start := time.Now(); time.Since(start) < time.Millisecond; {
		}
	}))
}

// What several threads work at once is what each does, and waiting is not counted.
func TestTookBy(t *testing.T) {
	const wait = 20 * time.Millisecond
	for _, took := range []time.Duration{
		TookBy(2, func() { time.Sleep(wait) }), TookFreely(func() { time.Sleep(wait) }),
	} {
		if _, known := process(); known {
			require.Less(t, took, wait/2)
		} else {
			require.GreaterOrEqual(t, took, wait)
		}
	}
}

// Work that waits is not late where its thread's time is known, and work that never ends is.
func TestWithin(t *testing.T) {
	const limit = 20 * time.Millisecond
	require.True(t, Within(limit, func() {}))
	require.True(t, Within(limit, func() { time.Sleep(2 * limit) }))
	stop := make(chan struct{})
	defer close(stop)
	spin := func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
		}
	}
	begin, _ := process()
	require.False(t, Within(limit, spin))
	if end, known := process(); known {
		require.GreaterOrEqual(t, end-begin, limit)
	}
}
