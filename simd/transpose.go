package simd

import (
	"math/bits"
	"unsafe"
)

// Between events, whose elements lie together, and rows of lanes:
//
//	[event][element]  ⇄  [element][lane]
//
// Where a word of the mask is full, its 64 events are transposed in blocks;
// others are moved one number at a time. Nothing outside the events of lanes in
// the mask is read or written on the side of the events: they may be a caller's
// slice. An event has at least one element.

// TransposeIn puts events, one after another, into the lanes in the mask. The
// rows are rowBytes apart:
//
//	for i in mask { dst[every e][i] = src[j][every e]; j++ }
func TransposeIn(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems, size int, mask []uint64) {
	at := 0 // bytes of events; a pointer must not go beyond the last one
	for w, m := range mask {
		if m == 0 {
			continue
		}
		to, src := unsafe.Add(dst, w*64*size), unsafe.Add(src, at)
		done := 0
		if m == ^uint64(0) {
			done = transposeIn(to, rowBytes, src, elems, size)
		}
		if size == 4 {
			transposeInGo[uint32](to, rowBytes, src, elems, done, m)
		} else {
			transposeInGo[uint64](to, rowBytes, src, elems, done, m)
		}
		at += bits.OnesCount64(m) * elems * size
	}
}

// TransposeOut is the way back:
//
//	for i in mask { dst[j][every e] = src[every e][i]; j++ }
func TransposeOut(dst, src unsafe.Pointer, rowBytes, elems, size int, mask []uint64) {
	at := 0
	for w, m := range mask {
		if m == 0 {
			continue
		}
		dst, from := unsafe.Add(dst, at), unsafe.Add(src, w*64*size)
		done := 0
		if m == ^uint64(0) {
			done = transposeOut(dst, from, rowBytes, elems, size)
		}
		if size == 4 {
			transposeOutGo[uint32](dst, from, rowBytes, elems, done, m)
		} else {
			transposeOutGo[uint64](dst, from, rowBytes, elems, done, m)
		}
		at += bits.OnesCount64(m) * elems * size
	}
}

// transposeInGo moves the elements from a given one on.
func transposeInGo[T any](dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems, from int, mask uint64) {
	if mask == ^uint64(0) {
		if elems == 1 {
			*(*[64]T)(dst) = *(*[64]T)(src)
			return
		}
		for e := from; e < elems; e++ {
			row := (*[64]T)(unsafe.Add(dst, e*rowBytes))
			for i := range row {
				row[i] = ld[T](src, i*elems+e)
			}
		}
		return
	}
	for j := 0; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		for e := range elems {
			st(unsafe.Add(dst, e*rowBytes), i, ld[T](src, j))
			j++
		}
	}
}

func transposeOutGo[T any](dst, src unsafe.Pointer, rowBytes, elems, from int, mask uint64) {
	if mask == ^uint64(0) {
		if elems == 1 {
			*(*[64]T)(dst) = *(*[64]T)(src)
			return
		}
		for e := from; e < elems; e++ {
			row := (*[64]T)(unsafe.Add(src, e*rowBytes))
			for i := range row {
				st(dst, i*elems+e, row[i])
			}
		}
		return
	}
	for j := 0; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		for e := range elems {
			st(dst, j, ld[T](unsafe.Add(src, e*rowBytes), i))
			j++
		}
	}
}
