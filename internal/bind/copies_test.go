package bind

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRepeat: each lane has the row.
func TestRepeat(t *testing.T) {
	var b Bound
	for n := range 20 {
		require.Equal(t, slices.Repeat([]float64{1, 2, 3}, n+1), repeat(&b, []float64{1, 2, 3}, n+1))
	}
}
