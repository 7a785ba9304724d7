package simd

import (
	"math/bits"
	"unsafe"
)

// Bitmaps of lanes: bit i%64 of word i/64 is lane i. The functions below take
// bitmaps of equal length; the destination may be an operand. A gang has few
// words, so what a vector would save, a call would cost: these stay in Go, where
// they are inlined.

// Words returns the words of a bitmap of n lanes.
func Words(n int) int { return (n + 63) >> 6 }

// Or: dst = x | y.
func Or(dst, x, y []uint64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] | y[i]
	}
}

// AndNot: dst = x &^ y.
func AndNot(dst, x, y []uint64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] &^ y[i]
	}
}

// AnyNonZero reports whether the bitmap has a lane.
func AnyNonZero(mask []uint64) bool {
	for _, m := range mask {
		if m != 0 {
			return true
		}
	}
	return false
}

// PopCount returns the number of lanes in the bitmap.
func PopCount(mask []uint64) int {
	n := 0
	for _, m := range mask {
		n += bits.OnesCount64(m)
	}
	return n
}

// getBit returns bit i of the bitmap at p.
func getBit(p unsafe.Pointer, i int) uint64 {
	return ld[uint64](p, i>>6) >> (i & 63) & 1
}

// setBit sets bit i of the bitmap at p to b, which is 0 or 1.
func setBit(p unsafe.Pointer, i int, b uint64) {
	w := i >> 6
	st(p, w, ld[uint64](p, w)&^(1<<(i&63))|b<<(i&63))
}
