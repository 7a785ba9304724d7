package simd

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

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

// TestTakeRows: rows are read from where they are and put one behind the other, and nothing is written behind them.
func TestTakeRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		memory := make([]uint8, 4096)
		for i := range memory {
			memory[i] = uint8(rand.Uint32())
		}
		for room := range mostRoom + 2 {
			for _, n := range []int{0, 1, 2, 100, 1 << 16 / max(1, room), 1<<16/max(1, room) + 1} {
				takenRows[uint8](t, memory, room, n)
				takenRows[int32](t, memory, room, n)
			}
		}
	})
}

func takenRows[T uint8 | int32](t *testing.T, memory []uint8, room, n int) {
	begins, where, to := make([]int, n), make([]uintptr, n), make([]T, n*room+1)
	for i := range begins {
		begins[i] = rand.IntN(len(memory) - room + 1)
		where[i] = uintptr(unsafe.Pointer(unsafe.SliceData(memory))) + uintptr(begins[i])
	}
	to[n*room] = 77
	done := TakeRows(to, where, room)
	runtime.KeepAlive(memory)
	require.EqualValues(t, 77, to[n*room])
	require.Equal(t, moves() != inGo && room > 0 && room <= mostRoom, done)
	for i := range to[:n*room] {
		if k := i / room; done && to[i] != T(memory[begins[k]+i%room]) {
			t.Fatalf("byte %d of row %d of %d is %d and not %d", i%room, k, room, to[i], memory[begins[k]+i%room])
		}
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
