//go:build linux && (amd64 || arm64) && !purego

package engine

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNeverWritable: while machine code runs, no page of the process can be written and
// executed, and the code's own can be executed.
func TestNeverWritable(t *testing.T) {
	skipWithout(t)
	c := code(t, lowered(t, `func F(n int) int { for n != 1 { n ^= 0 }; return 3 }`), Options{Machine: usual()}, false)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		const lanes = 100
		_, err := c.Do(ctx, &Run{In: []any{make([]int64, lanes)}, Out: []any{make([]int64, lanes)}, Lanes: lanes,
			Workers: 1})
		done <- err
	}()
	line := regexp.MustCompile(`(?m)^([0-9a-f]+)-([0-9a-f]+) ([rwxsp-]{4}) .*$`)
	seen := 0
	for range 5 {
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		for _, m := range line.FindAllStringSubmatch(string(maps), -1) {
			require.False(t, m[3][1] == 'w' && m[3][2] == 'x', m[0])
			from, err := strconv.ParseUint(m[1], 16, 64)
			require.NoError(t, err)
			to, err := strconv.ParseUint(m[2], 16, 64)
			require.NoError(t, err)
			if entry := uint64(c.shape.Load().entry); from <= entry && entry < to {
				require.Equal(t, "r-x", m[3][:3])
				seen++
			}
		}
		// Others are made meanwhile.
		code(t, lowered(t, programs["straight line"]), Options{Machine: usual()}, false)
	}
	require.Equal(t, 5, seen)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
}
