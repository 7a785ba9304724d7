package stacks

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// sharedRows is how many saved values a lane keeps in memory that all lanes
// have. Beyond them, a lane has memory of its own. 32 rows hold every balanced
// recursion over more inputs than fit a memory (2³²), and a lane that runs away
// costs its own depth only, not the gang's.
//
// Rows are there for 64 lanes, also where a gang has fewer. Long events
// therefore have fewer of them, so that a lane's take sharedBytes at most; from
// sharedBytes+1 bytes on all that a lane saves is its own.
const (
	sharedRows  = 32
	sharedBytes = 8 << 10
)

// Stack holds the saved values of one variable for the lanes of a gang.
//
//	rows:  [word of 64 lanes][element][depth][64 lanes]   depth < shared
//	spill: [lane][piece][value][element]
//
// A value is an event of elems elements of 1, 4 or 8 bytes; booleans take a
// byte each, all ones for true.
type Stack struct {
	size, elems, lanes int

	depth  []int32 // saved values per lane
	rows   simd.Rows
	shared int // rows at most
	cap    int // rows allocated
	spill  [][][]uint64
	cut    pieces
	arena  *Arena   // where spill comes from
	high   int      // deepest any lane has been since New
	list   []int32  // scratch
	keep   []uint64 // owns the memory behind rows
	small  *small   // if the values are small numbers: they are there, not in rows
}

// New returns an empty stack for events of elems elements of size bytes (1, 4
// or 8) over the given number of lanes, which is a multiple of 64. Lanes deeper
// than the shared rows take memory from the arena.
func New(size, elems, lanes int, arena *Arena) *Stack {
	return &Stack{
		size: size, elems: elems, lanes: lanes, depth: make([]int32, lanes),
		shared: min(sharedRows, sharedBytes/(size*elems)), cut: piecesFor(size * elems), arena: arena,
	}
}

// Depth returns the number of values saved for a lane.
func (s *Stack) Depth(lane int32) int { return int(s.depth[lane]) }

// High returns the largest depth that any lane has had.
func (s *Stack) High() int { return s.high }

// Reset empties the stacks of the listed lanes and gives back what they took.
func (s *Stack) Reset(lanes []int32) {
	if s.small != nil {
		s.small.over.Reset(lanes)
	}
	for _, l := range lanes {
		s.depth[l] = 0
		s.giveBack(int(l), 0)
	}
}

// Shrink gives back what lanes took for depths that they have come back from.
func (s *Stack) Shrink() {
	if s.small != nil {
		s.small.over.Shrink()
	}
	for l := range s.spill {
		keep := 0
		if d := int(s.depth[l]) - s.shared; d > 0 {
			last, _ := s.cut.find(d - 1)
			keep = last + 1
		}
		s.giveBack(l, keep)
	}
}

// Taken returns how many bytes of the arena a lane has.
func (s *Stack) Taken(lane int32) int {
	if s.small != nil {
		return s.small.over.Taken(lane)
	}
	if s.spill == nil {
		return 0
	}
	bytes := 0
	for _, piece := range s.spill[lane] {
		bytes += 8 * len(piece)
	}
	return bytes
}

// giveBack gives back a lane's pieces but for the first few.
func (s *Stack) giveBack(lane, keep int) {
	if s.spill == nil || len(s.spill[lane]) <= keep {
		return
	}
	list := s.spill[lane]
	for i := keep; i < len(list); i++ {
		s.arena.put(list[i])
		list[i] = nil
	}
	s.spill[lane] = list[:keep]
	if keep == 0 {
		s.spill[lane] = nil
	}
}

// Buffer says where the values of lanes are, or go.
type Buffer struct {
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
	c := max(min(4, s.shared), s.cap)
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

// room makes sure that every lane's next free place in the shared rows is in
// memory.
func (s *Stack) room() {
	// No lane is deeper than high.
	if n := min(s.high+1, s.shared); n > s.cap {
		s.grow(n)
	}
}
