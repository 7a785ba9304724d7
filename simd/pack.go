package simd

import (
	"math/bits"
	"unsafe"
)

// The lanes of a bitmap, packed to the front of a run and spread out again.
// Buffers are a multiple of 64 lanes long, and so is the bitmap.

// Pack moves the numbers of the lanes in the mask to the front of dst, in order:
//
//	for i in mask { dst[j] = src[i]; j++ }
//
// What follows them in dst, up to its length, may be overwritten. dst may be
// src.
func Pack(dst, src unsafe.Pointer, mask []uint64, size int) {
	if size == 4 {
		pack4(dst, src, unsafe.SliceData(mask), len(mask))
	} else {
		pack8(dst, src, unsafe.SliceData(mask), len(mask))
	}
}

// PackBits is Pack for bools. It writes whole words.
func PackBits(dst, src unsafe.Pointer, mask []uint64) {
	packBits(dst, src, unsafe.SliceData(mask), len(mask))
}

// Unpack spreads packed numbers over the lanes in the mask:
//
//	for i in mask { dst[i] = src[j*stride]; j++ }
//
// Other lanes of dst are left alone.
func Unpack(dst, src unsafe.Pointer, stride int, mask []uint64, size int) {
	switch {
	case stride == 0:
		MaskedMove(dst, src, 0, mask, size, 64*len(mask))
	case size == 4:
		unpack4(dst, src, unsafe.SliceData(mask), len(mask))
	default:
		unpack8(dst, src, unsafe.SliceData(mask), len(mask))
	}
}

// UnpackBits is Unpack for bools.
func UnpackBits(dst, src unsafe.Pointer, stride int, mask []uint64) {
	if stride == 0 {
		MaskedMoveBits(dst, src, 0, mask)
	} else {
		unpackBits(dst, src, unsafe.SliceData(mask), len(mask))
	}
}

// LaneList appends the lanes of the bitmap to dst in ascending order and
// returns it. It is fastest where dst has room for all lanes that the bitmap
// could have.
func LaneList(mask []uint64, dst []int32) []int32 {
	n := len(dst)
	if room := cap(dst) - n; room < 64*len(mask) {
		dst = append(dst, make([]int32, 64*len(mask))...)
	}
	dst = dst[:n+64*len(mask)]
	if len(mask) == 0 {
		return dst
	}
	return dst[:n+laneList(&dst[n], unsafe.SliceData(mask), len(mask))]
}

func packGo[T any](dst, src unsafe.Pointer, mask *uint64, words int) {
	j := 0
	for w := range words {
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			st(dst, j, ld[T](src, w<<6+bits.TrailingZeros64(m)))
			j++
		}
	}
}

func unpackGo[T any](dst, src unsafe.Pointer, mask *uint64, words int) {
	j := 0
	for w := range words {
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			st(dst, w<<6+bits.TrailingZeros64(m), ld[T](src, j))
			j++
		}
	}
}

func packBitsGo(dst, src unsafe.Pointer, mask *uint64, words int) {
	var packed uint64
	j := 0
	for w := range words {
		v := ld[uint64](src, w)
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			packed |= v >> bits.TrailingZeros64(m) & 1 << (j & 63)
			if j++; j&63 == 0 {
				st(dst, j>>6-1, packed)
				packed = 0
			}
		}
	}
	if j&63 != 0 {
		st(dst, j>>6, packed)
	}
}

func unpackBitsGo(dst, src unsafe.Pointer, mask *uint64, words int) {
	j := 0
	for w := range words {
		mask := ld[uint64](unsafe.Pointer(mask), w)
		v := ld[uint64](dst, w) &^ mask
		for m := mask; m != 0; m &= m - 1 {
			v |= getBit(src, j) << bits.TrailingZeros64(m)
			j++
		}
		st(dst, w, v)
	}
}

func laneListGo(dst *int32, mask *uint64, words int) int {
	j := 0
	for w := range words {
		for m := ld[uint64](unsafe.Pointer(mask), w); m != 0; m &= m - 1 {
			st(unsafe.Pointer(dst), j, int32(w<<6+bits.TrailingZeros64(m)))
			j++
		}
	}
	return j
}
