package simd

import (
	"math/bits"
	"unsafe"
)

// Element access by an index of its own in every lane. An index comes as
// [FlatIndex] makes it: in range in every lane, so gathers and scatters check
// nothing.
//
// Below, lane i of a packed run is lane lanes[i] of the storage; lanes may be
// nil where they are the same. Machine code does whole groups of lanes from the
// first one on, where it has code for the case, and says how many; the loops
// here do the rest.

// FlatIndex folds one more axis into the flat element numbers:
//
//	index[i] = index[i]*dim + idx[i*stride]
//
// Start from zeros. Where idx (int64) is outside 0 ≤ idx < dim, the lane's bit
// is set in fault and idx counts as 0, so that the element exists also for junk
// (unless dim is 0, where nothing exists and every lane is at fault).
func FlatIndex(index []int64, idx unsafe.Pointer, stride int, dim int64, fault []uint64) {
	done := flatIndex(index, idx, stride, dim, fault)
	m := -stride
	for i := done; i < len(index); i++ {
		x := ld[int64](idx, i&m)
		if uint64(x) >= uint64(dim) {
			fault[i>>6] |= 1 << (i & 63)
			x = 0
		}
		index[i] = index[i]*dim + x
	}
}

// GatherTable takes numbers from a table that all lanes share, of n elements:
// dst[i] = table[index[i]*stride].
func GatherTable(dst, table unsafe.Pointer, size, stride, n int, index []int64) {
	done := takeTable(dst, table, size, stride, n, index)
	if size == 4 {
		gatherTable[uint32](dst, table, stride, index, done)
	} else {
		gatherTable[uint64](dst, table, stride, index, done)
	}
}

func gatherTable[T any](dst, table unsafe.Pointer, stride int, index []int64, from int) {
	for i := from; i < len(index); i++ {
		st(dst, i, ld[T](table, int(index[i])*stride))
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
// elements are rowBytes apart: dst[i] = src[index[i]][lane i]. With stride 0 an
// element is one number for all lanes.
func GatherLanes(dst, src unsafe.Pointer, size, rowBytes, stride int, index []int64, lanes []int32) {
	done := 0
	if lanes == nil || stride == 0 {
		done = takeLanes(dst, src, size, rowBytes, stride, index)
	}
	if size == 4 {
		gatherLanes[uint32](dst, src, rowBytes, stride, index, lanes, done)
	} else {
		gatherLanes[uint64](dst, src, rowBytes, stride, index, lanes, done)
	}
}

func gatherLanes[T any](dst, src unsafe.Pointer, rowBytes, stride int, index []int64, lanes []int32, from int) {
	m := -stride
	for i := from; i < len(index); i++ {
		st(dst, i, ld[T](unsafe.Add(src, int(index[i])*rowBytes), lane(lanes, i)&m))
	}
}

// GatherLanesBits is GatherLanes for bitmaps of lanes. It writes whole words.
func GatherLanesBits(dst, src unsafe.Pointer, rowBytes, stride int, index []int64, lanes []int32) {
	ms := -stride
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
//	if mask has i { dst[index[i]][lane i] = src[i*stride] }
//
// Everything else in dst is left alone.
func ScatterLanes(dst unsafe.Pointer, size, rowBytes int, src unsafe.Pointer, stride int, index []int64, lanes []int32,
	mask []uint64) {
	if size == 4 {
		scatterLanes[uint32](dst, rowBytes, src, stride, index, lanes, mask)
	} else {
		scatterLanes[uint64](dst, rowBytes, src, stride, index, lanes, mask)
	}
}

func scatterLanes[T any](dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index []int64, lanes []int32,
	mask []uint64) {
	ms := -stride
	for w, m := range mask[:Words(len(index))] {
		if m == ^uint64(0) && lanes == nil && putLanes(dst, int(unsafe.Sizeof(*new(T))), rowBytes, src, stride, index,
			w<<6) {
			continue
		}
		for ; m != 0; m &= m - 1 {
			i := w<<6 + bits.TrailingZeros64(m)
			st(unsafe.Add(dst, int(index[i])*rowBytes), lane(lanes, i), ld[T](src, i&ms))
		}
	}
}

// ScatterLanesBits is ScatterLanes for bitmaps of lanes.
func ScatterLanesBits(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index []int64, lanes []int32,
	mask []uint64) {
	ms := -stride
	for w, m := range mask[:Words(len(index))] {
		for ; m != 0; m &= m - 1 {
			i := w<<6 + bits.TrailingZeros64(m)
			// A uniform bool is a word of equal bits: any of them will do.
			setBit(unsafe.Add(dst, int(index[i])*rowBytes), lane(lanes, i), getBit(src, i&ms))
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
