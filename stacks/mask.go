package stacks

import (
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// Lanes given by a bitmap: the way of a gang that runs over all its lanes. The
// rows of 64 lanes are done together, equal depths or not. Values in the shared
// rows are moved first; then those of lanes that have spilled, one by one.

// PushMask saves a value for each lane in the bitmap.
func (s *Stack) PushMask(src Buffer, mask []uint64) {
	if s.small != nil && src.byLane() {
		s.pushSmall(src.numbers(s.lanes), mask)
		return
	}
	if src.Packed || s.small != nil || s.shared == 0 {
		s.Push(src, s.lanesOf(mask))
		return
	}
	s.room()
	for e := range s.elems {
		rows, at := s.element(e), src.element(e, s.size)
		if src.Bits {
			simd.StoreRowsBits(&rows, s.depth, 0, at, src.Step, mask)
		} else {
			simd.StoreRows(&rows, s.depth, 0, at, src.Step, mask, s.size)
		}
	}
	_, deepest := simd.AddLanes(s.depth, 1, mask)
	s.high = max(s.high, deepest)
	if deepest > s.shared {
		s.eachSpilt(mask, 1, func(lane, depth int32) {
			s.store(int(lane)*src.Step, lane, depth, src)
		})
	}
}

// PopMask drops n-1 saved values of each lane in the bitmap and moves the n-th
// into dst.
func (s *Stack) PopMask(n int, dst Buffer, mask []uint64) {
	if s.small != nil && n == 1 && dst.byLane() {
		s.popSmall(dst.numbers(s.lanes), mask)
		return
	}
	if dst.Packed || s.small != nil || s.shared == 0 {
		s.Pop(n, dst, s.lanesOf(mask))
		return
	}
	least, deepest := simd.AddLanes(s.depth, -n, mask)
	if least < 0 {
		panic(underflow)
	}
	s.readMask(0, deepest, dst, mask)
}

// PeekMask copies the n-th saved value from the top (1 is the last one saved)
// of each lane in the bitmap into dst.
func (s *Stack) PeekMask(n int, dst Buffer, mask []uint64) {
	if dst.Packed || s.small != nil || s.shared == 0 {
		s.Peek(n, dst, s.lanesOf(mask))
		return
	}
	least, deepest := simd.AddLanes(s.depth, 0, mask)
	if least < n {
		panic(underflow)
	}
	s.readMask(n, deepest-n, dst, mask)
}

// DropMask drops n saved values of each lane in the bitmap.
func (s *Stack) DropMask(n int, mask []uint64) {
	if s.small != nil {
		s.Drop(n, s.lanesOf(mask))
		return
	}
	if least, _ := simd.AddLanes(s.depth, -n, mask); least < 0 {
		panic(underflow)
	}
}

// readMask copies the values that lie below the depth into dst; the deepest of
// them lies at the given one.
func (s *Stack) readMask(below, deepest int, dst Buffer, mask []uint64) {
	if s.cap == 0 {
		return // nothing was ever saved, so the bitmap is empty
	}
	for e := range s.elems {
		rows, at := s.element(e), dst.element(e, s.size)
		if dst.Bits {
			simd.LoadRowsBits(at, &rows, s.depth, below, mask)
		} else {
			simd.LoadRows(at, &rows, s.depth, below, mask, s.size)
		}
	}
	if deepest >= s.shared {
		s.eachSpilt(mask, below, func(lane, depth int32) {
			s.load(int(lane), lane, depth, dst)
		})
	}
}

// element returns the rows of one element of the events.
func (s *Stack) element(e int) simd.Rows {
	r := s.rows
	r.Base = unsafe.Add(r.Base, e*s.cap*64*s.size)
	return r
}

// element returns where one element of the events begins.
func (s Buffer) element(e, size int) unsafe.Pointer {
	if s.Bits {
		return unsafe.Add(s.Ptr, e*s.Stride/8)
	}
	return unsafe.Add(s.Ptr, e*s.Stride*size)
}

// byLane reports whether the buffer has a place for each lane.
func (s Buffer) byLane() bool { return !s.Packed && s.Step == 1 }

// numbers returns the buffer as numbers of 4 bytes, one a lane.
func (s Buffer) numbers(lanes int) []uint32 { return unsafe.Slice((*uint32)(s.Ptr), lanes) }

// eachSpilt calls f for the lanes in the bitmap whose value below their depth
// does not lie in the shared rows.
func (s *Stack) eachSpilt(mask []uint64, below int, f func(lane, depth int32)) {
	for w, m := range mask {
		for ; m != 0; m &= m - 1 {
			l := int32(w<<6 + bits.TrailingZeros64(m))
			if d := s.depth[l] - int32(below); int(d) >= s.shared {
				f(l, d)
			}
		}
	}
}

func (s *Stack) lanesOf(mask []uint64) []int32 {
	s.list = simd.LaneList(mask, s.list[:0])
	return s.list
}
