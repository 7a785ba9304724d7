package batch

import (
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// The edge between a user's columns and a gang's rows, for the common case:
// numbers whose Go type is the stored one. A word of 64 lanes that holds
// consecutive inputs is moved, or transposed, in one go.

// plain returns where a column's data lies and its element size, if elements
// are stored as they are given.
func plain(data any) (p unsafe.Pointer, size int) {
	switch d := data.(type) {
	case []int32:
		return unsafe.Pointer(unsafe.SliceData(d)), 4
	case []uint32:
		return unsafe.Pointer(unsafe.SliceData(d)), 4
	case []float32:
		return unsafe.Pointer(unsafe.SliceData(d)), 4
	case []int64:
		return unsafe.Pointer(unsafe.SliceData(d)), 8
	case []uint64:
		return unsafe.Pointer(unsafe.SliceData(d)), 8
	case []int:
		return unsafe.Pointer(unsafe.SliceData(d)), int(unsafe.Sizeof(0))
	case []uint:
		return unsafe.Pointer(unsafe.SliceData(d)), int(unsafe.Sizeof(0))
	case []float64:
		return unsafe.Pointer(unsafe.SliceData(d)), 8
	}
	return nil, 0
}

// loadRow puts a column's elements, one after another, into the lanes in the
// mask: row[i] = data[j] for the j-th lane i.
func loadRow[T uint32 | uint64](row unsafe.Pointer, data []T, mask []uint64) {
	j := 0
	for w, m := range mask {
		to := (*[64]T)(unsafe.Add(row, 64*w*int(unsafe.Sizeof(T(0)))))
		if m == ^uint64(0) {
			*to = [64]T(data[j:])
			j += 64
			continue
		}
		for ; m != 0; m &= m - 1 {
			to[bits.TrailingZeros64(m)] = data[j]
			j++
		}
	}
}

// storeRow is the way back: data[ids[i]] = row[i] for each lane i in the mask.
// runs has the words whose lanes have consecutive ids.
func storeRow[T uint32 | uint64](data []T, row unsafe.Pointer, mask []uint64, ids []int64, runs []bool) {
	for w, m := range mask {
		from := (*[64]T)(unsafe.Add(row, 64*w*int(unsafe.Sizeof(data[0]))))
		if m == ^uint64(0) && runs[w] {
			copy(data[ids[64*w]:], from[:])
			continue
		}
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			data[ids[64*w+i]] = from[i]
		}
	}
}

// loadPlain puts a column's events, one after another, into the lanes in the
// mask; ok is false if the column is not a plain one of the given element size.
func loadPlain(rows unsafe.Pointer, rowBytes, elems, size int, data any, mask []uint64) (ok bool) {
	p, n := plain(data)
	switch {
	case n != size || p == nil || elems == 0:
		return false
	case elems > 1:
		simd.TransposeIn(rows, rowBytes, p, elems, size, mask)
	case size == 4:
		loadRow(rows, unsafe.Slice((*uint32)(p), dataLen(data)), mask)
	default:
		loadRow(rows, unsafe.Slice((*uint64)(p), dataLen(data)), mask)
	}
	return true
}

// storePlain is storeRow for a plain column in Go's types.
func storePlain(data any, row unsafe.Pointer, size int, mask []uint64, ids []int64, runs []bool) {
	p, _ := plain(data)
	if size == 4 {
		storeRow(unsafe.Slice((*uint32)(p), dataLen(data)), row, mask, ids, runs)
	} else {
		storeRow(unsafe.Slice((*uint64)(p), dataLen(data)), row, mask, ids, runs)
	}
}
