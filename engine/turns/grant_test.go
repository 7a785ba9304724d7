package turns

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestGrant: code that spends fuel for what it does not do gets more, up to a limit, and less again when
// its entries take long.
func TestGrant(t *testing.T) {
	s := &Shape{Layout: Layout{Fuel: 1000}}
	fuel := s.Fuel
	for _, c := range []struct {
		took  time.Duration
		times int64 // as much as usual
	}{
		{time.Microsecond, 2}, {time.Microsecond, 4}, {entryTime * 3 / 4, 4}, {2 * entryTime, 2}, {2 * entryTime, 1},
		{time.Second, 1},
		{0, 2}, {0, 4}, {0, 8}, {0, 16}, {0, 16},
	} {
		fuel = s.grant(fuel, c.took)
		require.Equal(t, c.times*s.Fuel, fuel)
	}
}
