package simd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWidths: narrow numbers keep their values when they become wide, and wide numbers their low bits when they
// become narrow, whatever their number is; what is behind the last is left alone.
func TestWidths(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range append(upTo(150), 1<<16+31, 1<<17+64) {
			widths(t, n, func(x uint32) int8 { return int8(x) })
			widths(t, n, func(x uint32) uint8 { return uint8(x) })
			widths(t, n, func(x uint32) int16 { return int16(x) })
			widths(t, n, func(x uint32) uint16 { return uint16(x) })
			boolWidths(t, n)
		}
	})
}

func widths[T narrow](t *testing.T, n int, of func(uint32) T) {
	from, wide := make([]T, n), make([]int32, n+1)
	for i := range from {
		from[i] = of(rand.Uint32())
	}
	wide[n] = 77
	Widen(wide, from)
	for i, x := range from {
		if wide[i] != int32(x) {
			t.Fatalf("n=%d: number %d is %d and not %d", n, i, wide[i], x)
		}
	}
	require.EqualValues(t, 77, wide[n])

	to := make([]T, n+1)
	to[n] = 99
	for i := range wide {
		wide[i] = int32(rand.Uint32())
	}
	Narrow(to[:n], wide)
	for i, x := range to[:n] {
		if x != T(wide[i]) {
			t.Fatalf("n=%d: number %d is %d and not the low bits of %d", n, i, x, wide[i])
		}
	}
	require.EqualValues(t, 99, to[n])
}

func boolWidths(t *testing.T, n int) {
	from, wide, to := make([]bool, n), make([]int32, n), make([]bool, n+1)
	for i := range from {
		from[i] = rand.Uint32()&1 != 0
	}
	WidenBools(wide, from)
	for i, x := range from {
		if wide[i] != int32(bit(x)) {
			t.Fatalf("n=%d: number %d is %d, of %t", n, i, wide[i], x)
		}
		wide[i] |= int32(rand.Uint32()) &^ 1 // of which nothing counts
	}
	to[n] = true
	NarrowBools(to[:n], wide)
	require.Equal(t, from, to[:n])
	require.True(t, to[n])
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
