package stacks

import (
	"unsafe"
)

// denseRows is how many saved values a lane keeps in the rows that all lanes
// share. Beyond them, a lane has a slice of its own. 32 rows hold every
// balanced recursion over more inputs than fit a memory (2³²), and a lane that
// runs away costs its own depth only, not the gang's.
const denseRows = 32

// Stack holds the saved values of one variable for the lanes of a gang.
//
//	rows:  [depth][element][lane]   depth < denseRows, grown by doubling
//	spill: [lane][depth-denseRows][element]
//
// A value is an event of elems elements of 1, 4 or 8 bytes; booleans take a
// byte each.
type Stack struct {
	size, elems, lanes int

	depth []int32 // saved values per lane
	rows  []uint64
	cap   int // rows allocated
	spill [][]uint64
	high  int32 // deepest any lane has been since New
	spilt int   // bytes in spill
}

// New returns an empty stack for events of elems elements of size bytes (1, 4
// or 8) over the given number of lanes.
func New(size, elems, lanes int) *Stack {
	return &Stack{size: size, elems: elems, lanes: lanes, depth: make([]int32, lanes)}
}

// Depth returns the number of values saved for a lane.
func (s *Stack) Depth(lane int32) int { return int(s.depth[lane]) }

// High returns the largest depth that any lane has had.
func (s *Stack) High() int { return int(s.high) }

// Spilt returns the bytes held by lanes deeper than the shared rows.
func (s *Stack) Spilt() int { return s.spilt }

// Reset empties the stacks of the listed lanes and frees what they grew.
func (s *Stack) Reset(lanes []int32) {
	for _, l := range lanes {
		s.depth[l] = 0
		if s.spill != nil && s.spill[l] != nil {
			s.spilt -= 8 * len(s.spill[l])
			s.spill[l] = nil
		}
	}
}

// Source says where the value of the j-th listed lane is in a buffer.
type Source struct {
	Ptr    unsafe.Pointer // elements of the stack's size; bits for booleans
	Stride int            // lanes between two elements of an event
	// Step is 1 if the buffer is indexed by lane, or 0 for a uniform.
	Step int
	// Packed means that the buffer is indexed by j, the position in the list,
	// instead of by lane.
	Packed bool
	// Bits means that the buffer is a bitmap for each element.
	Bits bool
}

// Push saves a value for each of the listed lanes. It takes time proportional
// to their number.
func (s *Stack) Push(src Source, lanes []int32) {
	// No lane is deeper than high, so this many rows are enough.
	if n := min(int(s.high)+1, denseRows); n > s.cap {
		s.grow(n)
	}
	switch s.size {
	case 8:
		pushAs[uint64](s, src, lanes)
	case 4:
		pushAs[uint32](s, src, lanes)
	default:
		pushAs[uint8](s, src, lanes)
	}
}

// Pop drops n-1 saved values of each listed lane and moves the n-th into dst.
func (s *Stack) Pop(n int, dst Source, lanes []int32) { s.read(n, n, dst, lanes) }

// Peek copies the n-th saved value from the top (1 is the last one saved) of
// each listed lane into dst.
func (s *Stack) Peek(n int, dst Source, lanes []int32) { s.read(n, 0, dst, lanes) }

// Drop drops n saved values of each listed lane.
func (s *Stack) Drop(n int, lanes []int32) {
	for _, l := range lanes {
		if s.depth[l] -= int32(n); s.depth[l] < 0 {
			panic(underflow)
		}
	}
}

const underflow = "bug: stacks: pop of an empty stack"

func (s *Stack) read(below, drop int, dst Source, lanes []int32) {
	switch s.size {
	case 8:
		readAs[uint64](s, int32(below), int32(drop), dst, lanes)
	case 4:
		readAs[uint32](s, int32(below), int32(drop), dst, lanes)
	default:
		readAs[uint8](s, int32(below), int32(drop), dst, lanes)
	}
}

// grow makes room for at least n rows; rows keep their place.
func (s *Stack) grow(n int) {
	c := max(4, s.cap)
	for c < n {
		c *= 2
	}
	c = min(c, denseRows)
	words := (c*s.elems*s.lanes*s.size + 7) / 8
	rows := make([]uint64, words)
	copy(rows, s.rows)
	s.rows, s.cap = rows, c
}

type word interface{ uint8 | uint32 | uint64 }

// at returns the place of a lane's value at the given depth, and the distance
// between its elements. It makes room if the lane has to spill.
func at[T word](s *Stack, lane, depth int32) (p unsafe.Pointer, stride uintptr) {
	size := unsafe.Sizeof(T(0))
	if depth < denseRows {
		return unsafe.Add(unsafe.Pointer(unsafe.SliceData(s.rows)), (uintptr(depth)*uintptr(s.elems)*uintptr(s.lanes)+uintptr(lane))*size), uintptr(s.lanes) * size
	}
	need := (int(depth-denseRows+1)*s.elems*int(size) + 7) / 8
	if s.spill == nil {
		s.spill = make([][]uint64, s.lanes)
	}
	if sp := s.spill[lane]; need > len(sp) {
		grown := make([]uint64, max(need, 2*len(sp), 16))
		copy(grown, sp)
		s.spilt += 8 * (len(grown) - len(sp))
		s.spill[lane] = grown
	}
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(s.spill[lane])), uintptr(depth-denseRows)*uintptr(s.elems)*size), size
}

// plain reports whether a buffer is one row of numbers, indexed by lane: the
// case that the loops are short for.
func (s Source) plain(elems int) bool { return elems == 1 && !s.Bits && !s.Packed && s.Step == 1 }

// denseOf returns the shared rows as numbers.
func denseOf[T word](s *Stack) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s.rows))), s.cap*s.elems*s.lanes)
}

func pushAs[T word](s *Stack, src Source, lanes []int32) {
	high := s.high
	if src.plain(s.elems) {
		rows, from := denseOf[T](s), unsafe.Slice((*T)(src.Ptr), s.lanes)
		for _, l := range lanes {
			d := s.depth[l]
			s.depth[l] = d + 1
			high = max(high, d+1)
			if d < denseRows {
				rows[int(d)*s.lanes+int(l)] = from[l]
				continue
			}
			p, _ := at[T](s, l, d)
			*(*T)(p) = from[l]
		}
		s.high = high
		return
	}
	size := unsafe.Sizeof(T(0))
	for j, l := range lanes {
		d := s.depth[l]
		s.depth[l] = d + 1
		high = max(high, d+1)
		p, stride := at[T](s, l, d)
		i := src.index(j, l)
		for e := range s.elems {
			var v T
			if src.Bits {
				v = T(bit(src.Ptr, e*src.Stride+i))
			} else {
				v = *(*T)(unsafe.Add(src.Ptr, uintptr(e*src.Stride+i)*size))
			}
			*(*T)(unsafe.Add(p, uintptr(e)*stride)) = v
		}
	}
	s.high = high
}

// readAs moves the value below saved values down to dst and then drops drop.
func readAs[T word](s *Stack, below, drop int32, dst Source, lanes []int32) {
	if dst.plain(s.elems) {
		rows, to := denseOf[T](s), unsafe.Slice((*T)(dst.Ptr), s.lanes)
		for _, l := range lanes {
			d := s.depth[l] - below
			s.depth[l] -= drop
			if uint32(d) < denseRows {
				to[l] = rows[int(d)*s.lanes+int(l)]
				continue
			}
			if d < 0 {
				panic(underflow)
			}
			p, _ := at[T](s, l, d)
			to[l] = *(*T)(p)
		}
		return
	}
	size := unsafe.Sizeof(T(0))
	for j, l := range lanes {
		d := s.depth[l] - below
		s.depth[l] -= drop
		if d < 0 {
			panic(underflow)
		}
		p, stride := at[T](s, l, d)
		i := dst.index(j, l)
		for e := range s.elems {
			v := *(*T)(unsafe.Add(p, uintptr(e)*stride))
			if dst.Bits {
				setBit(dst.Ptr, e*dst.Stride+i, v != 0)
			} else {
				*(*T)(unsafe.Add(dst.Ptr, uintptr(e*dst.Stride+i)*size)) = v
			}
		}
	}
}

func (s Source) index(j int, lane int32) int {
	if s.Packed {
		return j * s.Step
	}
	return int(lane) * s.Step
}

func bit(p unsafe.Pointer, i int) uint64 {
	return *(*uint64)(unsafe.Add(p, i>>6<<3)) >> (i & 63) & 1
}

func setBit(p unsafe.Pointer, i int, v bool) {
	w := (*uint64)(unsafe.Add(p, i>>6<<3))
	if m := uint64(1) << (i & 63); v {
		*w |= m
	} else {
		*w &^= m
	}
}
