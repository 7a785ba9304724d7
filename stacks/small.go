package stacks

import (
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// Stacks of small numbers, such as the blocks that calls return to. Each lane
// has a register of 64 bits with its last few values, the last one lowest; a
// push shifts one in. All lanes do that at once, whatever their depths, and in
// little memory. When a register is full it is saved to a stack of registers,
// which few lanes at a time have to do.

// small is what a Stack of small numbers has in place of rows.
type small struct {
	width   int // bits of a number, a power of two
	per     int // numbers of a register
	reg     []uint64
	over    *Stack   // registers that were full
	crossed []uint64 // scratch: lanes that fill or empty a register
}

// NewSmall returns an empty stack for one int32 value from 0 to limit-1 a lane.
// It does what New(4, 1, lanes, arena) does, faster the smaller the limit is.
func NewSmall(limit, lanes int, arena *Arena) *Stack {
	s := New(4, 1, lanes, arena)
	width := 1
	for width < bits.Len(uint(limit-1)) {
		width *= 2
	}
	s.small = &small{
		width: width, per: 64 / width,
		reg: make([]uint64, lanes), over: New(8, 1, lanes, arena), crossed: make([]uint64, lanes/64),
	}
	return s
}

// registers describes the registers to the stack of full ones.
func (m *small) registers() Buffer {
	return Buffer{Ptr: unsafe.Pointer(unsafe.SliceData(m.reg)), Stride: len(m.reg), Step: 1}
}

// pushSmall is PushMask for a buffer that is indexed by lane.
func (s *Stack) pushSmall(values []uint32, mask []uint64) {
	m := s.small
	if crossed := m.crossed[:len(mask)]; simd.MultipleLanes(crossed, s.depth, m.per, mask) {
		m.over.PushMask(m.registers(), crossed)
	}
	simd.ShiftIn(m.reg, values, m.width, mask)
	_, deepest := simd.AddLanes(s.depth, 1, mask)
	s.high = max(s.high, deepest)
}

// popSmall is PopMask for one value and a buffer that is indexed by lane.
func (s *Stack) popSmall(values []uint32, mask []uint64) {
	m := s.small
	if least, _ := simd.AddLanes(s.depth, -1, mask); least < 0 {
		panic(underflow)
	}
	simd.ShiftOut(values, m.reg, m.width, mask)
	if crossed := m.crossed[:len(mask)]; simd.MultipleLanes(crossed, s.depth, m.per, mask) {
		m.over.PopMask(1, m.registers(), crossed)
	}
}

// pushSmallList is Push.
func (s *Stack) pushSmallList(src Buffer, lanes []int32) {
	m := s.small
	byPosition, byLane := src.steps()
	for j, l := range lanes {
		d := int(s.depth[l])
		if d != 0 && d&(m.per-1) == 0 {
			m.over.Push(m.registers(), lanes[j:j+1])
		}
		v := *(*uint32)(unsafe.Add(src.Ptr, (j&byPosition|int(l)&byLane)*4))
		m.reg[l] = m.reg[l]<<m.width | uint64(v)
		s.depth[l] = int32(d + 1)
		s.high = max(s.high, d+1)
	}
}

// readSmallList is read: it moves the value that lies below values down to dst
// and then drops some.
func (s *Stack) readSmallList(below, drop int, dst Buffer, lanes []int32) {
	byPosition, byLane := dst.steps()
	for j, l := range lanes {
		*(*uint32)(unsafe.Add(dst.Ptr, (j&byPosition|int(l)&byLane)*4)) = s.smallAt(l, int(s.depth[l])-below)
		s.dropSmall(drop, lanes[j:j+1])
	}
}

// smallAt returns the value that a lane has at a depth below its own.
func (s *Stack) smallAt(lane int32, depth int) uint32 {
	if depth < 0 {
		panic(underflow)
	}
	m := s.small
	top := int(s.depth[lane]) - 1
	reg, last := m.reg[lane], top
	if depth/m.per != top/m.per { // in a full register
		p, _ := m.over.at(lane, int32(depth/m.per))
		reg, last = *(*uint64)(p), depth|(m.per-1)
	}
	return uint32(reg >> ((last - depth) * m.width) & (1<<m.width - 1))
}

// dropSmall is Drop.
func (s *Stack) dropSmall(n int, lanes []int32) {
	m := s.small
	for j, l := range lanes {
		for range n {
			if s.depth[l]--; s.depth[l] < 0 {
				panic(underflow)
			}
			m.reg[l] >>= m.width
			if d := int(s.depth[l]); d != 0 && d&(m.per-1) == 0 {
				m.over.Pop(1, m.registers(), lanes[j:j+1])
			}
		}
	}
}
