package stacks

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// Variables that are always pushed and popped together have one depth between
// them, and what a lane saves of them lies together: a line of memory for each
// lane and depth. Moving it costs less than moving the variables one by one,
// most of all where the memory is far away.

// ClusterMembers is the greatest number of variables of a Cluster.
const ClusterMembers = 8

// Cluster holds the saved values of some variables of one number of 8 bytes each,
// for the lanes of a gang. All of them have the same depth in a lane.
type Cluster struct {
	// lines has an event for each saved cluster: a line with room for 4 or 8
	// numbers.
	lines   Stack
	members int
	ptrs    [ClusterMembers]unsafe.Pointer // scratch
}

// NewCluster returns an empty cluster for a number of variables, from 2 to
// ClusterMembers, over the given number of lanes, which is a multiple of 64.
// Lanes deeper than the shared rows take memory from the arena.
func NewCluster(members, lanes int, arena *Arena) *Cluster {
	slots := 4
	if members > slots {
		slots = ClusterMembers
	}
	return &Cluster{lines: *New(8*slots, 1, lanes, arena), members: members}
}

// Depth returns the number of values of each variable saved for a lane.
func (f *Cluster) Depth(lane int32) int { return f.lines.Depth(lane) }

// High returns the largest depth that any lane has had.
func (f *Cluster) High() int { return f.lines.High() }

// Reset empties the stacks of the listed lanes and gives back what they took.
func (f *Cluster) Reset(lanes []int32) { f.lines.Reset(lanes) }

// Taken returns how many bytes of the arena a lane has.
func (f *Cluster) Taken(lane int32) int { return f.lines.Taken(lane) }

// Shrink gives back what lanes took for depths that they have come back from.
func (f *Cluster) Shrink() { f.lines.Shrink() }

// PushMask saves a value of each variable for each lane in the bitmap. It is
// slower for buffers that are not indexed by lane.
func (f *Cluster) PushMask(src []Buffer, mask []uint64) {
	s := &f.lines
	for _, v := range src {
		if !v.byLane() {
			f.Push(src, s.lanesOf(mask))
			return
		}
	}
	s.room()
	rows := f.rows()
	simd.StoreClusters(&rows, s.depth, 0, f.pointers(src), mask)
	_, deepest := simd.AddLanes(s.depth, 1, mask)
	s.high = max(s.high, deepest)
	if deepest > s.shared {
		s.eachSpilt(mask, 1, func(lane, depth int32) { f.store(src, 0, lane, depth) })
	}
}

// Push is PushMask for listed lanes.
func (f *Cluster) Push(src []Buffer, lanes []int32) {
	s := &f.lines
	s.room()
	for j, l := range lanes {
		d := s.depth[l]
		s.depth[l] = d + 1
		s.high = max(s.high, int(d)+1)
		f.store(src, j, l, d)
	}
}

// PopMask drops n-1 saved values of each variable for each lane in the bitmap
// and moves the n-th ones into dst, buffers that are indexed by lane.
func (f *Cluster) PopMask(n int, dst []Buffer, mask []uint64) {
	s := &f.lines
	least, deepest := simd.AddLanes(s.depth, -n, mask)
	if least < 0 {
		panic(underflow)
	}
	if s.cap == 0 {
		return // nothing was ever saved, so the bitmap is empty
	}
	rows := f.rows()
	simd.LoadClusters(f.pointers(dst), &rows, s.depth, 0, mask)
	if deepest >= s.shared {
		s.eachSpilt(mask, 0, func(lane, depth int32) {
			for k := range dst {
				*dst[k].number(0, lane) = *f.number(k, lane, depth)
			}
		})
	}
}

// PeekMask copies one variable's n-th saved value from the top (1 is the last
// one saved) of each lane in the bitmap into dst.
func (f *Cluster) PeekMask(n, member int, dst Buffer, mask []uint64) {
	f.Peek(n, member, dst, f.lines.lanesOf(mask))
}

// Peek is PeekMask for listed lanes.
func (f *Cluster) Peek(n, member int, dst Buffer, lanes []int32) {
	for j, l := range lanes {
		d := f.lines.depth[l] - int32(n)
		if d < 0 {
			panic(underflow)
		}
		*dst.number(j, l) = *f.number(member, l, d)
	}
}

// DropMask drops n saved values of each variable for each lane in the bitmap.
func (f *Cluster) DropMask(n int, mask []uint64) { f.lines.DropMask(n, mask) }

// rows describes the lines in the shared rows.
func (f *Cluster) rows() simd.Clusters {
	return simd.Clusters{Rows: f.lines.rows, Slots: f.lines.size / 8}
}

// pointers returns where the buffers begin.
func (f *Cluster) pointers(bufs []Buffer) []unsafe.Pointer {
	for k := range f.members {
		f.ptrs[k] = bufs[k].Ptr
	}
	return f.ptrs[:f.members]
}

// store saves the values of one lane, the j-th of those that are pushed.
func (f *Cluster) store(src []Buffer, j int, lane, depth int32) {
	for k := range src {
		*f.number(k, lane, depth) = *src[k].number(j, lane)
	}
}

// number returns the place of a variable's value in a lane's stack.
func (f *Cluster) number(member int, lane, depth int32) *uint64 {
	p, _ := f.lines.at(lane, depth)
	return (*uint64)(unsafe.Add(p, 8*member))
}

// number returns the place in a buffer of a lane's number of 8 bytes; the lane
// is the j-th of those that are pushed or popped.
func (s Buffer) number(j int, lane int32) *uint64 {
	i := int(lane)
	if s.Packed {
		i = j
	}
	return (*uint64)(unsafe.Add(s.Ptr, 8*i*s.Step))
}
