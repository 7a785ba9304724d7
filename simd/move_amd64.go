//go:build !purego

package simd

import (
	"math/bits"
	"unsafe"
)

func maskedMove4(dst, src unsafe.Pointer, stride int, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		maskedMove4AVX512(dst, src, stride, mask, words)
	case inAVX2:
		maskedMove4AVX2(dst, src, stride, mask, words)
	default:
		maskedMoveGo[uint32](dst, src, stride, mask, words)
	}
}

func maskedMove8(dst, src unsafe.Pointer, stride int, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		maskedMove8AVX512(dst, src, stride, mask, words)
	case inAVX2:
		maskedMove8AVX2(dst, src, stride, mask, words)
	default:
		maskedMoveGo[uint64](dst, src, stride, mask, words)
	}
}

func fillRow(dst, src unsafe.Pointer, size, n int) {
	if moves() == inGo {
		fillRowGo(dst, src, size, n)
	} else {
		fillRowAVX2(dst, src, (size*n+63)>>6)
	}
}

func pack4(dst, src unsafe.Pointer, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		pack4AVX512(dst, src, mask, words)
	case inAVX2:
		pack4AVX2(dst, src, mask, words, &packOrder)
	default:
		packGo[uint32](dst, src, mask, words)
	}
}

func pack8(dst, src unsafe.Pointer, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		pack8AVX512(dst, src, mask, words)
	case inAVX2:
		pack8AVX2(dst, src, mask, words, &pairOrder)
	default:
		packGo[uint64](dst, src, mask, words)
	}
}

func unpack4(dst, src unsafe.Pointer, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		unpack4AVX512(dst, src, mask, words)
	case inAVX2:
		unpack4AVX2(dst, src, mask, words, &unpackOrder)
	default:
		unpackGo[uint32](dst, src, mask, words)
	}
}

func unpack8(dst, src unsafe.Pointer, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		unpack8AVX512(dst, src, mask, words)
	case inAVX2:
		unpack8AVX2(dst, src, mask, words, &unpairOrder)
	default:
		unpackGo[uint64](dst, src, mask, words)
	}
}

func packBits(dst, src unsafe.Pointer, mask *uint64, words int) {
	if moves() == inGo {
		packBitsGo(dst, src, mask, words)
	} else {
		packBitsBMI2(dst, src, mask, words)
	}
}

func unpackBits(dst, src unsafe.Pointer, mask *uint64, words int) {
	if moves() == inGo {
		unpackBitsGo(dst, src, mask, words)
	} else {
		unpackBitsBMI2(dst, src, mask, words)
	}
}

func laneList(dst *int32, mask *uint64, words int) int {
	if moves() == inGo {
		return laneListGo(dst, mask, words)
	}
	// With AVX-512 it takes longer: more of the overlapping stores cross from
	// one cache line to the next.
	return laneListAVX2(dst, mask, words, &packOrder)
}

// AVX2 has no instructions that pack or unpack, but it permutes eight numbers
// of 4 bytes by an index for each. The tables have the indices, one a byte.
var (
	packOrder   [256][8]uint8 // by a byte of the mask: the lanes that are in it
	unpackOrder [256][8]uint8 // by a byte of the mask: the rank of each lane
	pairOrder   [16][8]uint8  // the same for four numbers of 8 bytes
	unpairOrder [16][8]uint8
)

func init() {
	for m := range packOrder {
		rank := 0
		for lane := range 8 {
			if m>>lane&1 != 0 {
				packOrder[m][rank] = uint8(lane)
				unpackOrder[m][lane] = uint8(rank)
				rank++
			}
		}
	}
	for m := range pairOrder {
		rank := uint8(0)
		for rest := uint(m); rest != 0; rest &= rest - 1 {
			lane := uint8(bits.TrailingZeros(rest))
			for half := range uint8(2) {
				pairOrder[m][2*rank+half] = 2*lane + half
				unpairOrder[m][2*lane+half] = 2*rank + half
			}
			rank++
		}
	}
}

//go:noescape
func maskedMove4AVX512(dst, src unsafe.Pointer, stride int, mask *uint64, words int)

//go:noescape
func maskedMove8AVX512(dst, src unsafe.Pointer, stride int, mask *uint64, words int)

//go:noescape
func pack4AVX512(dst, src unsafe.Pointer, mask *uint64, words int)

//go:noescape
func pack8AVX512(dst, src unsafe.Pointer, mask *uint64, words int)

//go:noescape
func unpack4AVX512(dst, src unsafe.Pointer, mask *uint64, words int)

//go:noescape
func unpack8AVX512(dst, src unsafe.Pointer, mask *uint64, words int)

//go:noescape
func maskedMove4AVX2(dst, src unsafe.Pointer, stride int, mask *uint64, words int)

//go:noescape
func maskedMove8AVX2(dst, src unsafe.Pointer, stride int, mask *uint64, words int)

// fillRowAVX2 repeats the 64 bytes at src.
//
//go:noescape
func fillRowAVX2(dst, src unsafe.Pointer, times int)

//go:noescape
func pack4AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[256][8]uint8)

//go:noescape
func pack8AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[16][8]uint8)

//go:noescape
func unpack4AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[256][8]uint8)

//go:noescape
func unpack8AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[16][8]uint8)

//go:noescape
func laneListAVX2(dst *int32, mask *uint64, words int, order *[256][8]uint8) int

//go:noescape
func packBitsBMI2(dst, src unsafe.Pointer, mask *uint64, words int)

//go:noescape
func unpackBitsBMI2(dst, src unsafe.Pointer, mask *uint64, words int)
