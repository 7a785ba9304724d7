package stacks

import "unsafe"

// Lanes given by a list: the way of a gang that runs over a packed copy of a
// few lanes, and of lanes that come and go. It takes time proportional to the
// length of the list.

// Push saves a value for each of the listed lanes.
func (s *Stack) Push(src Buffer, lanes []int32) {
	if s.small != nil {
		s.pushSmallList(src, lanes)
		return
	}
	s.room()
	switch {
	case s.elems == 1 && s.size == 8:
		pushNumbers[uint64](s, src, lanes)
		return
	case s.elems == 1 && s.size == 4:
		pushNumbers[uint32](s, src, lanes)
		return
	}
	byPosition, byLane := src.steps()
	for j, l := range lanes {
		if s.interrupted() {
			return
		}
		d := s.depth[l]
		s.depth[l] = d + 1
		s.high = max(s.high, int(d)+1)
		s.store(j&byPosition|int(l)&byLane, l, d, src)
	}
}

// Pop drops n-1 saved values of each listed lane and moves the n-th into dst.
func (s *Stack) Pop(n int, dst Buffer, lanes []int32) { s.read(n, n, dst, lanes) }

// Peek copies the n-th saved value from the top (1 is the last one saved) of
// each listed lane into dst.
func (s *Stack) Peek(n int, dst Buffer, lanes []int32) { s.read(n, 0, dst, lanes) }

// Drop drops n saved values of each listed lane.
func (s *Stack) Drop(n int, lanes []int32) {
	if s.small != nil {
		s.dropSmall(n, lanes)
		return
	}
	for _, l := range lanes {
		if s.depth[l] -= int32(n); s.depth[l] < 0 {
			panic(underflow)
		}
	}
}

func (s *Stack) read(below, drop int, dst Buffer, lanes []int32) {
	switch {
	case s.small != nil:
		s.readSmallList(below, drop, dst, lanes)
		return
	case s.elems == 1 && s.size == 8:
		readNumbers[uint64](s, below, drop, dst, lanes)
		return
	case s.elems == 1 && s.size == 4:
		readNumbers[uint32](s, below, drop, dst, lanes)
		return
	}
	byPosition, byLane := dst.steps()
	for j, l := range lanes {
		if s.interrupted() {
			return
		}
		d := s.depth[l] - int32(below)
		if d < 0 {
			panic(underflow)
		}
		s.depth[l] -= int32(drop)
		s.load(j&byPosition|int(l)&byLane, l, d, dst)
	}
}

// pushNumbers is Push for events of one number.
func pushNumbers[T any](s *Stack, src Buffer, lanes []int32) {
	size := int(unsafe.Sizeof(*new(T)))
	rows, high, depth := s.rows, s.high, s.depth
	byPosition, byLane := src.steps()
	for j, l := range lanes {
		d := int(depth[l])
		depth[l] = int32(d + 1)
		high = max(high, d+1)
		v := *(*T)(unsafe.Add(src.Ptr, (j&byPosition|int(l)&byLane)*size))
		if d < sharedRows {
			*(*T)(unsafe.Add(rows.Base, int(l)>>6*rows.WordBytes+(d<<6+int(l)&63)*size)) = v
			continue
		}
		p, _ := s.at(l, int32(d))
		*(*T)(p) = v
	}
	s.high = high
}

// readNumbers is read for events of one number.
func readNumbers[T any](s *Stack, below, drop int, dst Buffer, lanes []int32) {
	size := int(unsafe.Sizeof(*new(T)))
	rows, depth := s.rows, s.depth
	byPosition, byLane := dst.steps()
	for j, l := range lanes {
		d := int(depth[l]) - below
		depth[l] -= int32(drop)
		to := (*T)(unsafe.Add(dst.Ptr, (j&byPosition|int(l)&byLane)*size))
		if uint(d) < sharedRows {
			*to = *(*T)(unsafe.Add(rows.Base, int(l)>>6*rows.WordBytes+(d<<6+int(l)&63)*size))
			continue
		}
		if d < 0 {
			panic(underflow)
		}
		p, _ := s.at(l, int32(d))
		*to = *(*T)(p)
	}
}

// steps returns masks for the position of a lane in a list and for its number:
// what is left of one of them is its place in the buffer.
func (s Buffer) steps() (byPosition, byLane int) {
	if s.Packed {
		return -s.Step, 0
	}
	return 0, -s.Step
}

// store puts the value at place i of a buffer into a lane's stack.
func (s *Stack) store(i int, lane, depth int32, src Buffer) {
	p, stride := s.at(lane, depth)
	switch {
	case s.size == 8:
		storeAs[uint64](p, stride, s.elems, src, i)
	case s.size == 4:
		storeAs[uint32](p, stride, s.elems, src, i)
	case src.Bits:
		for e := range s.elems {
			*(*uint8)(unsafe.Add(p, e*stride)) = -bit(src.Ptr, e*src.Stride+i)
		}
	default:
		storeAs[uint8](p, stride, s.elems, src, i)
	}
}

func storeAs[T any](p unsafe.Pointer, stride, elems int, src Buffer, i int) {
	size := int(unsafe.Sizeof(*new(T)))
	for e := range elems {
		*(*T)(unsafe.Add(p, e*stride)) = *(*T)(unsafe.Add(src.Ptr, (e*src.Stride+i)*size))
	}
}

// load copies a value of a lane's stack to place i of a buffer.
func (s *Stack) load(i int, lane, depth int32, dst Buffer) {
	p, stride := s.at(lane, depth)
	switch {
	case s.size == 8:
		loadAs[uint64](p, stride, s.elems, dst, i)
	case s.size == 4:
		loadAs[uint32](p, stride, s.elems, dst, i)
	case dst.Bits:
		for e := range s.elems {
			setBit(dst.Ptr, e*dst.Stride+i, *(*uint8)(unsafe.Add(p, e*stride)))
		}
	default:
		loadAs[uint8](p, stride, s.elems, dst, i)
	}
}

func loadAs[T any](p unsafe.Pointer, stride, elems int, dst Buffer, i int) {
	size := int(unsafe.Sizeof(*new(T)))
	for e := range elems {
		*(*T)(unsafe.Add(dst.Ptr, (e*dst.Stride+i)*size)) = *(*T)(unsafe.Add(p, e*stride))
	}
}

// at returns the place of a lane's value at the given depth, and the distance
// between its elements. It makes room if the lane has to spill.
func (s *Stack) at(lane, depth int32) (p unsafe.Pointer, stride int) {
	if int(depth) < s.shared {
		return unsafe.Add(s.rows.Base, int(lane)>>6*s.rows.WordBytes+(int(depth)<<6+int(lane)&63)*s.size),
			s.cap * 64 * s.size
	}
	piece, i := s.cut.find(int(depth) - s.shared)
	if s.spill == nil {
		s.spill = make([][][]uint64, s.lanes)
	}
	list := s.spill[lane]
	if piece == len(list) {
		list = append(list, s.arena.get(s.cut.words(piece, s.elems*s.size)))
		s.spill[lane] = list
	}
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(list[piece])), i*s.elems*s.size), s.size
}

// longEvent is how many elements an event has where moving it for many lanes
// takes so long that somebody has to ask in between whether to go on.
const longEvent = 1024

// interrupted reports whether to stop before the next lane of a move.
func (s *Stack) interrupted() bool {
	return s.elems >= longEvent && s.arena.interrupted != nil && s.arena.interrupted(s.elems)
}

func bit(p unsafe.Pointer, i int) uint8 {
	return uint8(*(*uint64)(unsafe.Add(p, i>>6<<3)) >> (i & 63) & 1)
}

// setBit sets bit i of a bitmap to bit 0 of v.
func setBit(p unsafe.Pointer, i int, v uint8) {
	w := (*uint64)(unsafe.Add(p, i>>6<<3))
	*w = *w&^(1<<(i&63)) | uint64(v&1)<<(i&63)
}
