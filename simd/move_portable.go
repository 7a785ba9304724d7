//go:build purego || !amd64

package simd

import "unsafe"

func maskedMove4(dst, src unsafe.Pointer, stride int, mask *uint64, words int) {
	maskedMoveGo[uint32](dst, src, stride, mask, words)
}

func maskedMove8(dst, src unsafe.Pointer, stride int, mask *uint64, words int) {
	maskedMoveGo[uint64](dst, src, stride, mask, words)
}

func fillRow(dst, src unsafe.Pointer, size, n int) { fillRowGo(dst, src, size, n) }

func pack4(dst, src unsafe.Pointer, mask *uint64, words int) { packGo[uint32](dst, src, mask, words) }
func pack8(dst, src unsafe.Pointer, mask *uint64, words int) { packGo[uint64](dst, src, mask, words) }

func unpack4(dst, src unsafe.Pointer, mask *uint64, words int) {
	unpackGo[uint32](dst, src, mask, words)
}

func unpack8(dst, src unsafe.Pointer, mask *uint64, words int) {
	unpackGo[uint64](dst, src, mask, words)
}

func packBits(dst, src unsafe.Pointer, mask *uint64, words int) { packBitsGo(dst, src, mask, words) }
func unpackBits(dst, src unsafe.Pointer, mask *uint64, words int) {
	unpackBitsGo(dst, src, mask, words)
}

func laneList(dst *int32, mask *uint64, words int) int { return laneListGo(dst, mask, words) }
