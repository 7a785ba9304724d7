package simd

import "unsafe"

// Element access by an index of its own in every lane. An index comes as
// [FlatIndex] makes it: in range in every lane, so gathers and scatters check
// nothing.
//
// Below, lane i of a packed run is lane lanes[i] of the storage; lanes may be
// nil where they are the same.

// FlatIndex folds one more axis into the flat element numbers:
//
//	index[i] = index[i]*dim + idx[i*step]
//
// Start from zeros. Where idx (int64) is outside 0 ≤ idx < dim, which is at
// least 1, the lane's bit is set in fault and idx counts as 0, so that the
// element exists also for junk.
func FlatIndex(index []int64, idx unsafe.Pointer, step int, dim int64, fault []uint64) {
	m := -step
	for i := range index {
		x := ld[int64](idx, i&m)
		if uint64(x) >= uint64(dim) {
			fault[i>>6] |= 1 << (i & 63)
			x = 0
		}
		index[i] = index[i]*dim + x
	}
}

// GatherTable takes numbers from a table that all lanes share:
// dst[i] = table[index[i]*stride].
func GatherTable(dst, table unsafe.Pointer, size, stride int, index []int64) {
	if size == 4 {
		gatherTable[uint32](dst, table, stride, index)
	} else {
		gatherTable[uint64](dst, table, stride, index)
	}
}

func gatherTable[T any](dst, table unsafe.Pointer, stride int, index []int64) {
	for i, x := range index {
		st(dst, i, ld[T](table, int(x)*stride))
	}
}

// GatherTableBits takes bools from a table of bytes, zero for false, that all
// lanes share: dst[i] = table[index[i]*stride] != 0. It writes whole words.
func GatherTableBits(dst, table unsafe.Pointer, stride int, index []int64) {
	for base := 0; base < len(index); base += 64 {
		var m uint64
		for j, x := range index[base:min(base+64, len(index))] {
			m |= bit(ld[uint8](table, int(x)*stride) != 0) << (j & 63)
		}
		st(dst, base>>6, m)
	}
}

// GatherLanes takes each lane's number out of [element][lane] storage whose
// elements are rowBytes apart: dst[i] = src[index[i]][lane i]. With step 0 an
// element is one number for all lanes.
func GatherLanes(dst, src unsafe.Pointer, size, rowBytes, step int, index []int64, lanes []int32) {
	if size == 4 {
		gatherLanes[uint32](dst, src, rowBytes, step, index, lanes)
	} else {
		gatherLanes[uint64](dst, src, rowBytes, step, index, lanes)
	}
}

func gatherLanes[T any](dst, src unsafe.Pointer, rowBytes, step int, index []int64, lanes []int32) {
	m := -step
	for i, x := range index {
		st(dst, i, ld[T](unsafe.Add(src, int(x)*rowBytes), lane(lanes, i)&m))
	}
}

// GatherLanesBits is GatherLanes for bitmaps of lanes. It writes whole words.
func GatherLanesBits(dst, src unsafe.Pointer, rowBytes, step int, index []int64, lanes []int32) {
	ms := -step
	for base := 0; base < len(index); base += 64 {
		var m uint64
		for i := base; i < min(base+64, len(index)); i++ {
			m |= getBit(unsafe.Add(src, int(index[i])*rowBytes), lane(lanes, i)&ms) << (i & 63)
		}
		st(dst, base>>6, m)
	}
}

// ScatterLanes puts a number into an element of each lane that is in the mask:
//
//	if mask has i { dst[index[i]][lane i] = src[i*step] }
//
// Everything else in dst is left alone.
func ScatterLanes(dst unsafe.Pointer, size, rowBytes int, src unsafe.Pointer, step int, index []int64, lanes []int32, mask []uint64) {
	if size == 4 {
		scatterLanes[uint32](dst, rowBytes, src, step, index, lanes, mask)
	} else {
		scatterLanes[uint64](dst, rowBytes, src, step, index, lanes, mask)
	}
}

func scatterLanes[T any](dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, step int, index []int64, lanes []int32, mask []uint64) {
	m := -step
	for i, x := range index {
		if mask[i>>6]>>(i&63)&1 != 0 {
			st(unsafe.Add(dst, int(x)*rowBytes), lane(lanes, i), ld[T](src, i&m))
		}
	}
}

// ScatterLanesBits is ScatterLanes for bitmaps of lanes.
func ScatterLanesBits(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, step int, index []int64, lanes []int32, mask []uint64) {
	m := -step
	for i, x := range index {
		if mask[i>>6]>>(i&63)&1 != 0 {
			// A uniform bool is a word of equal bits: any of them will do.
			setBit(unsafe.Add(dst, int(x)*rowBytes), lane(lanes, i), getBit(src, i&m))
		}
	}
}

// lane returns the storage lane of lane i of a run.
func lane(lanes []int32, i int) int {
	if lanes != nil {
		return int(lanes[i])
	}
	return i
}
