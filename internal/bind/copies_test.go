package bind

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCopies: numbers go through bytes, and bytes through numbers, whatever their number is.
func TestCopies(t *testing.T) {
	for n := range 70 {
		bytes, wide := make([]byte, n), make([]int32, n)
		for i := range n {
			bytes[i], wide[i] = byte(rand.Uint32()), int32(rand.Uint32())
		}
		to, narrow, bits := make([]int32, n), make([]byte, n), make([]byte, n)
		widen8(to, bytes)
		narrow8(narrow, wide, 0xff)
		narrow8(bits, wide, 1)
		for i := range n {
			require.Equal(t, int32(bytes[i]), to[i])
			require.Equal(t, byte(wide[i]), narrow[i])
			require.Equal(t, byte(wide[i])&1, bits[i])
		}
	}
	var b Bound
	for n := range 20 {
		require.Equal(t, slices.Repeat([]float64{1, 2, 3}, n+1), repeat(&b, []float64{1, 2, 3}, n+1))
	}
}
