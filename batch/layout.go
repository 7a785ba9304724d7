package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

// Where a gang's values lie. A value has a row for each element of its event, with
// a number for each lane, and rows lie one after another.
//
// Kernels write up to the next multiple of 64 lanes. The rows of scalars and of
// small events are that long, since nothing is saved by less. In a gang of few
// lanes the rows of wide events follow each other closely, and a kernel that writes
// one of them spoils the next few. That is harmless, because whatever is computed
// is written whole, row after row, into a buffer that is not an operand: a row that was
// spoilt is written afterwards, and after the last one comes slack. What is not
// written whole (commits, inserts, lanes that come in) writes nothing beyond its
// lanes. Inner products are the one kernel that writes several rows; see products.

const (
	align = 8 * vectorWords
	// wideEvent is how many elements an event has whose rows are as long as there
	// are lanes.
	wideEvent = 64
	// slack is what a kernel may write beyond a row: 64 numbers of 8 bytes.
	slack = 64 * 8
)

// alloc returns zeroed, aligned memory that lives as long as the gang.
func (g *gang) alloc(bytes int) unsafe.Pointer {
	buf := make([]uint64, (bytes+align+7)/8)
	g.keep = append(g.keep, buf)
	if g.opts.Poison {
		for i := range buf {
			buf[i] = 0x9e3779b97f4a7c15 * uint64(i+1)
		}
	}
	p := unsafe.Pointer(unsafe.SliceData(buf))
	return unsafe.Add(p, -uintptr(p)&(align-1))
}

// allocRows returns memory for the rows of an event, with slack behind wide ones.
func (g *gang) allocRows(d program.Dtype, elems int) unsafe.Pointer {
	bytes := elems * g.rowBytes(d, elems)
	if elems >= wideEvent {
		bytes += slack
	}
	return g.alloc(bytes)
}

// rowBytes is the length of a row of an event with so many elements.
func (g *gang) rowBytes(d program.Dtype, elems int) int {
	switch {
	case d == program.Bool:
		return g.padded / 8
	case elems < wideEvent:
		return g.padded * d.Size()
	}
	return narrowRow(g.lanes, d.Size())
}

// rowLanes is the number of lanes from a row to the next.
func (g *gang) rowLanes(d program.Dtype, elems int) int {
	if d == program.Bool {
		return g.padded
	}
	return g.rowBytes(d, elems) / d.Size()
}

// narrowRow is the length of a row for so many numbers and hardly more: whole
// vectors, or an even part of one.
func narrowRow(lanes, size int) int {
	bytes := lanes * size
	if bytes > align/2 {
		return (bytes + align - 1) &^ (align - 1)
	}
	row := size
	for row < bytes {
		row *= 2
	}
	return row
}

// slot is a place for a temporary: a number of elements of a size, 1 for bools.
type slot struct{ elems, size int }

// slotBytes is the room that a slot takes.
func (g *gang) slotBytes(s slot) int {
	bytes := s.elems * g.padded / 8
	switch {
	case s.size > 1 && s.elems >= wideEvent:
		bytes = s.elems*narrowRow(g.lanes, s.size) + slack
	case s.size > 1:
		bytes = s.elems * g.padded * s.size
	}
	return (bytes + align - 1) &^ (align - 1)
}
