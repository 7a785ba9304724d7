package wrap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpread(t *testing.T) {
	for _, n := range []int{1, 7, 64, 500} {
		for seed := range int64(50) {
			lanes := spread(100, 600, n, seed)
			require.Len(t, lanes, n)
			for i, l := range lanes {
				require.GreaterOrEqual(t, l, 100)
				require.Less(t, l, 600)
				require.True(t, i == 0 || l > lanes[i-1])
			}
		}
	}
}
