package batch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompactPays is the rule's shape: a full gang is never compacted, and a
// block is the sooner the emptier it runs, the more it computes and the less it
// moves.
func TestCompactPays(t *testing.T) {
	require.False(t, compactPays(1000, 1, 512, 512, 2), "full")
	require.True(t, compactPays(10, 4, 1, 512, 6), "one lane")
	for n := 1; n < 512; n++ {
		if compactPays(16, 6, n+1, 512, 6) {
			require.True(t, compactPays(16, 6, n, 512, 6), "fewer lanes")
		}
		if compactPays(16, 6, n, 512, 6) {
			require.True(t, compactPays(17, 6, n, 512, 6), "more work")
			require.True(t, compactPays(16, 5, n, 512, 6), "fewer moves")
			require.True(t, compactPays(16, 6, n, 512, 5), "cheaper moves")
		}
	}
	c := moveCost()
	require.GreaterOrEqual(t, c, 1)
	require.LessOrEqual(t, c, 32)
	t.Log("moving an element costs as much as", c, "additions")
}
