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

// CompressBits packs the bools of the listed lanes, whole words of dst at a
// time: dst[j] = src[lanes[j]].
func CompressBits(dst, src unsafe.Pointer, lanes []int32) {
	for base := 0; base < len(lanes); base += 64 {
		var m uint64
		for j, l := range lanes[base:min(base+64, len(lanes))] {
			m |= getBit(src, int(l)) << (j & 63)
		}
		st(dst, base>>6, m)
	}
}

// Expand spreads packed numbers over the listed lanes:
// dst[lanes[j]] = src[j*step]. Other lanes of dst are left alone.
func Expand(dst, src unsafe.Pointer, step int, lanes []int32, size int) {
	if size == 4 {
		expand[uint32](dst, src, step, lanes)
	} else {
		expand[uint64](dst, src, step, lanes)
	}
}

func expand[T any](dst, src unsafe.Pointer, step int, lanes []int32) {
	ms := -step
	for j, l := range lanes {
		st(dst, int(l), ld[T](src, j&ms))
	}
}

// ExpandBits spreads packed bools over the listed lanes:
// dst[lanes[j]] = src[j*step]. Other lanes of dst are left alone.
func ExpandBits(dst, src unsafe.Pointer, step int, lanes []int32) {
	ms := -step
	for j, l := range lanes {
		// A uniform bool is a word of equal bits: any of them will do.
		setBit(dst, int(l), ld[uint64](src, j>>6&ms)>>(j&63)&1)
	}
}
