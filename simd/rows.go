package simd

import (
	"math"
	"math/bits"
	"unsafe"
)

// Rows of lanes that are addressed by an index of their own in every lane, as
// the saved values of a stack are by its depth. For the lanes of one word of a
// bitmap the rows lie together:
//
//	[word of 64 lanes][row][64 lanes]
//
// so that a lane that goes up and down by a few rows stays in few cache lines,
// a row is found by a shift, and no two rows are a gang's length apart, which
// often is a power of two that a cache cannot hold many of.
type Rows struct {
	Base      unsafe.Pointer // row 0 of lanes 0 to 63
	WordBytes int            // from 64 lanes to the next
	// Last is the last row. A lane whose index is beyond it, or below zero, is
	// left alone.
	Last int
}

// StoreRows stores a number of each lane in the mask into the lane's own row:
//
//	if mask has i { rows[index[i]-below][i] = src[i*stride] }
//
// In lanes outside the mask the same place may get junk, if it is in range: it
// must be free in every lane.
func StoreRows(r *Rows, index []int32, below int, src unsafe.Pointer, stride int, mask []uint64, size int) {
	a := rowArgs{Rows: *r, index: unsafe.SliceData(index), below: below, buf: src, stride: stride,
		mask: unsafe.SliceData(mask), words: len(mask)}
	if size == 4 {
		storeRows4(&a)
	} else {
		storeRows8(&a)
	}
}

// StoreRowsBits is StoreRows for bools, of which src has one for each lane. A
// row of bools has a byte for each lane, all ones for true.
func StoreRowsBits(r *Rows, index []int32, below int, src unsafe.Pointer, stride int, mask []uint64) {
	a := rowArgs{Rows: *r, index: unsafe.SliceData(index), below: below, buf: src, stride: stride,
		mask: unsafe.SliceData(mask), words: len(mask)}
	storeRows1(&a)
}

// LoadRows takes the number of each lane in the mask out of the lane's own row:
//
//	if mask has i { dst[i] = rows[index[i]-below][i] }
//
// Other lanes of dst are left alone.
func LoadRows(dst unsafe.Pointer, r *Rows, index []int32, below int, mask []uint64, size int) {
	a := rowArgs{Rows: *r, index: unsafe.SliceData(index), below: below, buf: dst, stride: 1,
		mask: unsafe.SliceData(mask), words: len(mask)}
	if size == 4 {
		loadRows4(&a)
	} else {
		loadRows8(&a)
	}
}

// LoadRowsBits is LoadRows for bools.
func LoadRowsBits(dst unsafe.Pointer, r *Rows, index []int32, below int, mask []uint64) {
	a := rowArgs{Rows: *r, index: unsafe.SliceData(index), below: below, buf: dst, stride: 1,
		mask: unsafe.SliceData(mask), words: len(mask)}
	loadRows1(&a)
}

// AddLanes adds to the numbers of the lanes in the mask,
//
//	if mask has i { x[i] += by }
//
// and returns the least and the greatest of the sums. With no lane in the mask
// they are math.MaxInt32 and math.MinInt32.
func AddLanes(x []int32, by int, mask []uint64) (least, greatest int) {
	return addLanes(unsafe.SliceData(x), by, unsafe.SliceData(mask), len(mask))
}

// EqualLanes finds the lanes in the mask whose number is v and reports whether
// there is one:
//
//	dst has i = mask has i && x[i] == v
//
// dst may be mask.
func EqualLanes(dst []uint64, x []int32, v int32, mask []uint64) bool {
	return equalLanes(unsafe.SliceData(dst), unsafe.SliceData(x), int(v), unsafe.SliceData(mask), len(mask)) != 0
}

// rowArgs are the operands of the functions above. Machine code knows the
// offsets of the fields.
type rowArgs struct {
	Rows
	index  *int32
	below  int
	buf    unsafe.Pointer
	stride int
	mask   *uint64
	words  int
}

// word returns the rows of the 64 lanes of word w and their indices.
func (a *rowArgs) word(w int) (rows unsafe.Pointer, index *[64]int32) {
	return unsafe.Add(a.Base, w*a.WordBytes), (*[64]int32)(unsafe.Add(unsafe.Pointer(a.index), w*256))
}

func storeRowsGo[T any](a *rowArgs) {
	last, below, ms := uint(a.Last), a.below, -a.stride
	for w := range a.words {
		rows, index := a.word(w)
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if d := int(index[i]) - below; uint(d) <= last {
				st(rows, d<<6+i, ld[T](a.buf, (w<<6+i)&ms))
			}
		}
	}
}

func storeRowsBitsGo(a *rowArgs) {
	last, below, ms := uint(a.Last), a.below, -a.stride
	for w := range a.words {
		rows, index := a.word(w)
		v := ld[uint64](a.buf, w&ms)
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if d := int(index[i]) - below; uint(d) <= last {
				st(rows, d<<6+i, -uint8(v>>i&1))
			}
		}
	}
}

func loadRowsGo[T any](a *rowArgs) {
	last, below := uint(a.Last), a.below
	for w := range a.words {
		rows, index := a.word(w)
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if d := int(index[i]) - below; uint(d) <= last {
				st(a.buf, w<<6+i, ld[T](rows, d<<6+i))
			}
		}
	}
}

func loadRowsBitsGo(a *rowArgs) {
	last, below := uint(a.Last), a.below
	for w := range a.words {
		rows, index := a.word(w)
		v := ld[uint64](a.buf, w)
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if d := int(index[i]) - below; uint(d) <= last {
				v = v&^(1<<i) | uint64(ld[uint8](rows, d<<6+i)&1)<<i
			}
		}
		st(a.buf, w, v)
	}
}

func addLanesGo(x *int32, by int, mask *uint64, words int) (least, greatest int) {
	lo, hi, add := int32(math.MaxInt32), int32(math.MinInt32), int32(by)
	for w := range words {
		lanes := (*[64]int32)(unsafe.Add(unsafe.Pointer(x), w*256))
		m := ld[uint64](unsafe.Pointer(mask), w)
		if m == ^uint64(0) {
			for i, v := range lanes {
				v += add
				lanes[i] = v
				lo, hi = min(lo, v), max(hi, v)
			}
			continue
		}
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			v := lanes[i] + add
			lanes[i] = v
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return int(lo), int(hi)
}

func equalLanesGo(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64) {
	for w := range words {
		in := ld[uint64](unsafe.Pointer(mask), w)
		var eq uint64
		for m := in; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			eq |= bit(ld[int32](unsafe.Pointer(x), w<<6+i) == int32(v)) << i
		}
		st(unsafe.Pointer(dst), w, eq)
		found |= eq
	}
	return found
}
