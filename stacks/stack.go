package stacks

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// sharedRows is how many saved values a lane keeps in memory that all lanes
// have. Beyond them, a lane has a slice of its own. 32 rows hold every balanced
// recursion over more inputs than fit a memory (2³²), and a lane that runs away
// costs its own depth only, not the gang's.
const sharedRows = 32

// Stack holds the saved values of one variable for the lanes of a gang.
//
//	rows:  [word of 64 lanes][element][depth][64 lanes]   depth < sharedRows
//	spill: [lane][depth-sharedRows][element]
//
// A value is an event of elems elements of 1, 4 or 8 bytes; booleans take a
// byte each, all ones for true.
type Stack struct {
	size, elems, lanes int

	depth []int32 // saved values per lane
	rows  simd.Rows
	cap   int // rows allocated
	spill [][]uint64
	high  int      // deepest any lane has been since New
	spilt int      // bytes in spill
	list  []int32  // scratch
	keep  []uint64 // owns the memory behind rows
	small *small   // if the values are small numbers: they are there, not in rows
}

// New returns an empty stack for events of elems elements of size bytes (1, 4
// or 8) over the given number of lanes, which is a multiple of 64.
func New(size, elems, lanes int) *Stack {
	return &Stack{size: size, elems: elems, lanes: lanes, depth: make([]int32, lanes)}
}

// Depth returns the number of values saved for a lane.
func (s *Stack) Depth(lane int32) int { return int(s.depth[lane]) }

// High returns the largest depth that any lane has had.
func (s *Stack) High() int { return s.high }

// Spilt returns the bytes held by lanes deeper than the shared rows.
func (s *Stack) Spilt() int {
	if s.small != nil {
		return s.small.over.spilt
	}
	return s.spilt
}

// Reset empties the stacks of the listed lanes and frees what they grew.
func (s *Stack) Reset(lanes []int32) {
	if s.small != nil {
		s.small.over.Reset(lanes)
	}
	for _, l := range lanes {
		s.depth[l] = 0
		if s.spill != nil && s.spill[l] != nil {
			s.spilt -= 8 * len(s.spill[l])
			s.spill[l] = nil
		}
	}
}

// Source says where the values of the lanes are in a buffer.
type Source struct {
	Ptr    unsafe.Pointer // elements of the stack's size; bits for booleans
	Stride int            // lanes between two elements of an event
	// Step is 1 if the buffer is indexed by lane, or 0 for a uniform.
	Step int
	// Packed means that the buffer is indexed by the position of a lane among
	// those that are pushed or popped, instead of by lane.
	Packed bool
	// Bits means that the buffer is a bitmap for each element. Its stride is
	// then a multiple of 64.
	Bits bool
}

const underflow = "bug: stacks: pop of an empty stack"

// grow makes room for at least n rows. A lane's values stay in its own word's
// rows, at their depths.
func (s *Stack) grow(n int) {
	const alignment = 64
	c := max(4, s.cap)
	for c < n {
		c *= 2
	}
	row, words := 64*s.size, s.lanes/64
	keep := make([]uint64, (c*row*s.elems*words+alignment)/8)
	base := unsafe.Pointer(unsafe.SliceData(keep))
	base = unsafe.Add(base, -uintptr(base)&(alignment-1))
	rows := simd.Rows{Base: base, WordBytes: c * row * s.elems, Last: c - 1}
	for k := range words * s.elems {
		used := s.cap * row
		from := unsafe.Slice((*byte)(unsafe.Add(s.rows.Base, k*used)), used)
		copy(unsafe.Slice((*byte)(unsafe.Add(rows.Base, k*c*row)), used), from)
	}
	s.rows, s.cap, s.keep = rows, c, keep
}

// room makes sure that every lane's next free place below sharedRows is in
// memory.
func (s *Stack) room() {
	// No lane is deeper than high.
	if n := min(s.high+1, sharedRows); n > s.cap {
		s.grow(n)
	}
}
