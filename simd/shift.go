package simd

import (
	"math/bits"
	"unsafe"
)

// Small numbers kept in shift registers: every lane has a word of 64 bits, into
// whose low end numbers of a few bits are shifted, and taken out again.

// ShiftIn shifts a number of each lane in the mask into the lane's register:
//
//	if mask has i { x[i] = x[i]<<width | uint64(v[i]) }
//
// Numbers have no more than width bits.
func ShiftIn(x []uint64, v []uint32, width int, mask []uint64) {
	if len(mask) > 0 {
		shiftIn(&x[0], &v[0], width, &mask[0], len(mask))
	}
}

// ShiftOut takes the number that was last shifted in out of the register of
// each lane in the mask:
//
//	if mask has i { v[i], x[i] = uint32(x[i] & (1<<width - 1)), x[i]>>width }
func ShiftOut(v []uint32, x []uint64, width int, mask []uint64) {
	if len(mask) > 0 {
		shiftOut(&v[0], &x[0], width, &mask[0], len(mask))
	}
}

// MultipleLanes finds the lanes in the mask whose number is a multiple of a
// power of two, but not zero, and reports whether there is one:
//
//	dst has i = mask has i && x[i] != 0 && x[i]%of == 0
//
// dst may be mask.
func MultipleLanes(dst []uint64, x []int32, of int, mask []uint64) bool {
	return len(mask) > 0 && multipleLanes(&dst[0], &x[0], of, &mask[0], len(mask)) != 0
}

func shiftInGo(x *uint64, v *uint32, width int, mask *uint64, words int) {
	for w := range words {
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			i := w<<6 + bits.TrailingZeros64(m)
			st(unsafe.Pointer(x), i, ld[uint64](unsafe.Pointer(x), i)<<width|uint64(ld[uint32](unsafe.Pointer(v), i)))
		}
	}
}

func shiftOutGo(v *uint32, x *uint64, width int, mask *uint64, words int) {
	low := uint64(1)<<width - 1
	for w := range words {
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			i := w<<6 + bits.TrailingZeros64(m)
			r := ld[uint64](unsafe.Pointer(x), i)
			st(unsafe.Pointer(v), i, uint32(r&low))
			st(unsafe.Pointer(x), i, r>>width)
		}
	}
}

func multipleLanesGo(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64) {
	for w := range words {
		var in uint64
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			v := ld[int32](unsafe.Pointer(x), w<<6+i)
			in |= bit(v != 0 && v&int32(of-1) == 0) << i
		}
		st(unsafe.Pointer(dst), w, in)
		found |= in
	}
	return found
}
