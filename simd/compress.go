package simd

import "unsafe"

// Compress packs the numbers of the listed lanes: dst[j] = src[lanes[j]].
func Compress(dst, src unsafe.Pointer, lanes []int32, size int) {
	if size == 4 {
		compress[uint32](dst, src, lanes)
	} else {
		compress[uint64](dst, src, lanes)
	}
}

func compress[T any](dst, src unsafe.Pointer, lanes []int32) {
	for j, l := range lanes {
		st(dst, j, ld[T](src, int(l)))
	}
}

// Expand spreads packed numbers over the listed lanes:
// dst[lanes[j]] = src[j*stride]. Other lanes of dst are left alone.
func Expand(dst, src unsafe.Pointer, stride int, lanes []int32, size int) {
	if size == 4 {
		expand[uint32](dst, src, stride, lanes)
	} else {
		expand[uint64](dst, src, stride, lanes)
	}
}

func expand[T any](dst, src unsafe.Pointer, stride int, lanes []int32) {
	ms := -stride
	for j, l := range lanes {
		st(dst, int(l), ld[T](src, j&ms))
	}
}
