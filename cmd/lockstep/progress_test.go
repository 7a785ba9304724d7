package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		took        time.Duration
		want        string
	}{
		{0, 100, time.Second, ""},
		{100, 100, time.Second, ""},
		{50, 100, 2 * time.Second, ", about 2s left"},
		{30, 100, time.Second, ", about 2.3s left"},
		{1, 1000, 300 * time.Millisecond, ", about 5m0s left"},
	} {
		require.Equal(t, c.want, timeLeft(c.done, c.total, c.took))
	}
}
