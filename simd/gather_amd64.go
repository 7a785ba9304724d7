//go:build !purego

package simd

import "unsafe"

// flatIndex does groups of lanes of FlatIndex.
func flatIndex(index []int64, idx unsafe.Pointer, stride int, dim int64, fault []uint64) (done int) {
	eights := len(index) / 8
	switch {
	case eights == 0 || moves() == inGo:
		return 0
	case moves() == inAVX512:
		flatIndexAVX512(&index[0], idx, stride, dim, &fault[0], eights)
	default:
		flatIndexAVX2(&index[0], idx, stride, dim, &fault[0], eights)
	}
	return 8 * eights
}

// takeTable does groups of lanes of GatherTable.
func takeTable(dst, table unsafe.Pointer, size, stride, n int, index []int64) (done int) {
	eights := len(index) / 8
	switch {
	case eights == 0 || moves() == inGo:
		return 0
	case moves() == inAVX512 && size == 8 && n <= 16:
		var small [16]uint64
		for i := range n {
			small[i] = ld[uint64](table, i*stride)
		}
		permute8AVX512(dst, &small, &index[0], eights)
	case moves() == inAVX512 && size == 4 && n <= 32:
		var small [32]uint32
		for i := range n {
			small[i] = ld[uint32](table, i*stride)
		}
		permute4AVX512(dst, &small, &index[0], eights)
	case size == 8:
		take8(dst, table, stride*8, &index[0], eights)
	default:
		take4(dst, table, stride*4, &index[0], eights)
	}
	return 8 * eights
}

// takeLanes does groups of lanes of GatherLanes, if the run is not packed.
func takeLanes(dst, src unsafe.Pointer, size, rowBytes, stride int, index []int64) (done int) {
	eights := len(index) / 8
	switch {
	case eights == 0 || moves() == inGo:
		return 0
	case stride == 0 && size == 8:
		take8(dst, src, rowBytes, &index[0], eights)
	case stride == 0:
		take4(dst, src, rowBytes, &index[0], eights)
	case size == 8:
		takeLanes8(dst, src, rowBytes, &index[0], eights)
	default:
		takeLanes4(dst, src, rowBytes, &index[0], eights)
	}
	return 8 * eights
}

// putLanes puts the numbers of 64 lanes from lane i on, all of which are in the
// mask, and reports whether it did.
func putLanes(dst unsafe.Pointer, size, rowBytes int, src unsafe.Pointer, stride int, index []int64, i int) bool {
	switch {
	case moves() == inGo || i+64 > len(index):
		return false
	case size == 8:
		putLanes8(unsafe.Add(dst, 8*i), rowBytes, unsafe.Add(src, 8*i*stride), stride, &index[i], 8)
	default:
		putLanes4(unsafe.Add(dst, 4*i), rowBytes, unsafe.Add(src, 4*i*stride), stride, &index[i], 8)
	}
	return true
}

//go:noescape
func take4(dst, table unsafe.Pointer, strideBytes int, index *int64, eights int)

//go:noescape
func take8(dst, table unsafe.Pointer, strideBytes int, index *int64, eights int)

//go:noescape
func takeLanes4(dst, src unsafe.Pointer, rowBytes int, index *int64, eights int)

//go:noescape
func takeLanes8(dst, src unsafe.Pointer, rowBytes int, index *int64, eights int)

//go:noescape
func putLanes4(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index *int64, eights int)

//go:noescape
func putLanes8(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index *int64, eights int)

//go:noescape
func permute4AVX512(dst unsafe.Pointer, table *[32]uint32, index *int64, eights int)

//go:noescape
func permute8AVX512(dst unsafe.Pointer, table *[16]uint64, index *int64, eights int)

//go:noescape
func flatIndexAVX512(index *int64, idx unsafe.Pointer, stride int, dim int64, fault *uint64, eights int)

//go:noescape
func flatIndexAVX2(index *int64, idx unsafe.Pointer, stride int, dim int64, fault *uint64, eights int)
