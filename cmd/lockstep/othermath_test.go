package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Other functions are named if they gain much, in words that say what was measured.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		gos, ours time.Duration
		want      string
	}{
		{time.Millisecond, time.Millisecond, ""},
		{1500 * time.Microsecond, time.Millisecond, ""},
		{2600 * time.Microsecond, time.Millisecond,
			"-math ours is 2.6 times as fast: 100 ns a lane in place of 260, measured on 10000 lanes; its functions " +
				"are within 1 ulp"},
	} {
		require.Equal(t, c.want, gainOf(c.gos, c.ours, 10_000))
	}
}
