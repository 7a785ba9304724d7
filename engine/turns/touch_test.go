package turns

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTouch: all values stay as they are.
func TestTouch(t *testing.T) {
	n := 3*os.Getpagesize() + 1
	floats, bools, ints := make([]float64, n), make([]bool, n), make([]int, 2*n)
	for i := range n {
		floats[i], bools[i], ints[2*i] = math.Float64frombits(0x7ff8_0000_0000_0000+uint64(i)), i%3 == 0, -i
	}
	for _, column := range []any{floats, bools, ints, []uint8(nil)} {
		Touch(column)
	}
	for i := range n {
		require.Equal(t, 0x7ff8_0000_0000_0000+uint64(i), math.Float64bits(floats[i]))
		require.Equal(t, i%3 == 0, bools[i])
		require.Equal(t, []int{-i, 0}, ints[2*i:2*i+2])
	}
}
