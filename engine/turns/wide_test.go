package turns

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShorten: numbers of 64 bits become numbers of 32 where all are within limits, wherever one is that is not, and
// however far from them.
func TestShorten(t *testing.T) {
	far := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt32 - 1, math.MaxInt32 + 1, math.MaxInt64 - 1,
		math.MaxInt64}
	for _, limits := range [][2]int64{{0, 16}, {-1, 0}, {5, 9}, {-9, -5}, {math.MinInt32, math.MaxInt32}} {
		least, most := limits[0], limits[1]
		numbers := []int64{least, most, (least + most) / 2, most}
		short := make([]int32, len(numbers))
		require.True(t, shorten(short, numbers, least, most), limits)
		for i, n := range numbers {
			require.EqualValues(t, n, short[i])
		}
		for _, wrong := range append(slices.Clone(far), least-1, most+1) {
			for i := range numbers {
				some := slices.Clone(numbers)
				some[i] = wrong
				require.False(t, shorten(short, some, least, most), "%d is within %v", wrong, limits)
			}
		}
	}
}
