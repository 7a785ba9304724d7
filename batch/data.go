package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

// What depends on the Go type of a column's data: thirteen slice types, one
// switch for each question.

// number is every Go type that a column may hold, bool apart.
type number interface {
	int8 | int16 | int32 | int64 | int | uint8 | uint16 | uint32 | uint64 | uint | float32 | float64
}

// GoType returns the Go type of the elements of a column's data; program.GoStored if
// it is not a column.
func GoType(data any) program.GoType {
	switch data.(type) {
	case []bool:
		return program.GoBool
	case []int8:
		return program.GoInt8
	case []int16:
		return program.GoInt16
	case []int32:
		return program.GoInt32
	case []int64:
		return program.GoInt64
	case []int:
		return program.GoInt
	case []uint8:
		return program.GoUint8
	case []uint16:
		return program.GoUint16
	case []uint32:
		return program.GoUint32
	case []uint64:
		return program.GoUint64
	case []uint:
		return program.GoUint
	case []float32:
		return program.GoFloat32
	case []float64:
		return program.GoFloat64
	}
	return program.GoStored
}

func dataLen(data any) int {
	switch d := data.(type) {
	case []bool:
		return len(d)
	case []int8:
		return len(d)
	case []int16:
		return len(d)
	case []int32:
		return len(d)
	case []int64:
		return len(d)
	case []int:
		return len(d)
	case []uint8:
		return len(d)
	case []uint16:
		return len(d)
	case []uint32:
		return len(d)
	case []uint64:
		return len(d)
	case []uint:
		return len(d)
	case []float32:
		return len(d)
	case []float64:
		return len(d)
	case *Texts:
		return d.Size()
	case *Lengths:
		return d.texts.Len()
	}
	return -1
}

func dataSlice(data any, lo, hi int) any {
	switch d := data.(type) {
	case []bool:
		return d[lo:hi:hi]
	case []int8:
		return d[lo:hi:hi]
	case []int16:
		return d[lo:hi:hi]
	case []int32:
		return d[lo:hi:hi]
	case []int64:
		return d[lo:hi:hi]
	case []int:
		return d[lo:hi:hi]
	case []uint8:
		return d[lo:hi:hi]
	case []uint16:
		return d[lo:hi:hi]
	case []uint32:
		return d[lo:hi:hi]
	case []uint64:
		return d[lo:hi:hi]
	case []uint:
		return d[lo:hi:hi]
	case []float32:
		return d[lo:hi:hi]
	case []float64:
		return d[lo:hi:hi]
	case *Texts:
		return d.slice(lo/d.room, hi/d.room)
	case *Lengths:
		return d.slice(lo, hi)
	}
	return nil
}

func makeData(goType program.GoType, n int) any {
	switch goType {
	case program.GoBool:
		return make([]bool, n)
	case program.GoInt8:
		return make([]int8, n)
	case program.GoInt16:
		return make([]int16, n)
	case program.GoInt32:
		return make([]int32, n)
	case program.GoInt64:
		return make([]int64, n)
	case program.GoInt:
		return make([]int, n)
	case program.GoUint8:
		return make([]uint8, n)
	case program.GoUint16:
		return make([]uint16, n)
	case program.GoUint32:
		return make([]uint32, n)
	case program.GoUint64:
		return make([]uint64, n)
	case program.GoUint:
		return make([]uint, n)
	case program.GoFloat32:
		return make([]float32, n)
	case program.GoFloat64:
		return make([]float64, n)
	}
	return nil
}

// loadLanes spreads rows row, row+rowStep, … of a column over the listed
// lanes of a variable's rows: dst[e][lanes[j]] = data[row + j*rowStep][e].
func loadLanes(data any, row, rowStep, elems int, dst unsafe.Pointer, rowBytes int, lanes []int32) {
	switch d := data.(type) {
	case []bool:
		for j, l := range lanes {
			for e := range elems {
				putBit(unsafe.Add(dst, e*rowBytes), int(l), d[(row+j*rowStep)*elems+e])
			}
		}
	case []int8:
		loadNumbers[int8, int32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []int16:
		loadNumbers[int16, int32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []int32:
		loadNumbers[int32, int32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []int64:
		loadNumbers[int64, int64](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []int:
		loadNumbers[int, int64](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []uint8:
		loadNumbers[uint8, uint32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []uint16:
		loadNumbers[uint16, uint32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []uint32:
		loadNumbers[uint32, uint32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []uint64:
		loadNumbers[uint64, uint64](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []uint:
		loadNumbers[uint, uint64](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []float32:
		loadNumbers[float32, float32](d, row, rowStep, elems, dst, rowBytes, lanes)
	case []float64:
		loadNumbers[float64, float64](d, row, rowStep, elems, dst, rowBytes, lanes)
	}
}

func loadNumbers[T, S number](data []T, row, rowStep, elems int, dst unsafe.Pointer, rowBytes int, lanes []int32) {
	for e := range elems {
		to := unsafe.Slice((*S)(unsafe.Add(dst, e*rowBytes)), rowBytes/int(unsafe.Sizeof(S(0))))
		for j, l := range lanes {
			to[l] = S(data[(row+j*rowStep)*elems+e])
		}
	}
}

// storeLanes is the way back: data[j][e] = src[e][lanes[j]].
func storeLanes(data any, elems int, src unsafe.Pointer, rowBytes int, lanes []int32) {
	switch d := data.(type) {
	case []bool:
		for j, l := range lanes {
			for e := range elems {
				d[j*elems+e] = getBit(unsafe.Add(src, e*rowBytes), int(l))
			}
		}
	case []int8:
		storeNumbers[int8, int32](d, elems, src, rowBytes, lanes)
	case []int16:
		storeNumbers[int16, int32](d, elems, src, rowBytes, lanes)
	case []int32:
		storeNumbers[int32, int32](d, elems, src, rowBytes, lanes)
	case []int64:
		storeNumbers[int64, int64](d, elems, src, rowBytes, lanes)
	case []int:
		storeNumbers[int, int64](d, elems, src, rowBytes, lanes)
	case []uint8:
		storeNumbers[uint8, uint32](d, elems, src, rowBytes, lanes)
	case []uint16:
		storeNumbers[uint16, uint32](d, elems, src, rowBytes, lanes)
	case []uint32:
		storeNumbers[uint32, uint32](d, elems, src, rowBytes, lanes)
	case []uint64:
		storeNumbers[uint64, uint64](d, elems, src, rowBytes, lanes)
	case []uint:
		storeNumbers[uint, uint64](d, elems, src, rowBytes, lanes)
	case []float32:
		storeNumbers[float32, float32](d, elems, src, rowBytes, lanes)
	case []float64:
		storeNumbers[float64, float64](d, elems, src, rowBytes, lanes)
	}
}

func storeNumbers[T, S number](data []T, elems int, src unsafe.Pointer, rowBytes int, lanes []int32) {
	for e := range elems {
		from := unsafe.Slice((*S)(unsafe.Add(src, e*rowBytes)), rowBytes/int(unsafe.Sizeof(S(0))))
		for j, l := range lanes {
			data[j*elems+e] = T(from[l])
		}
	}
}

// copyRows copies rows of src, which has the type of dst, to the given rows of
// dst.
func copyRows(dst, src any, elems int, rows []int64) {
	switch d := dst.(type) {
	case []bool:
		copyRowsOf(d, src.([]bool), elems, rows)
	case []int8:
		copyRowsOf(d, src.([]int8), elems, rows)
	case []int16:
		copyRowsOf(d, src.([]int16), elems, rows)
	case []int32:
		copyRowsOf(d, src.([]int32), elems, rows)
	case []int64:
		copyRowsOf(d, src.([]int64), elems, rows)
	case []int:
		copyRowsOf(d, src.([]int), elems, rows)
	case []uint8:
		copyRowsOf(d, src.([]uint8), elems, rows)
	case []uint16:
		copyRowsOf(d, src.([]uint16), elems, rows)
	case []uint32:
		copyRowsOf(d, src.([]uint32), elems, rows)
	case []uint64:
		copyRowsOf(d, src.([]uint64), elems, rows)
	case []uint:
		copyRowsOf(d, src.([]uint), elems, rows)
	case []float32:
		copyRowsOf(d, src.([]float32), elems, rows)
	case []float64:
		copyRowsOf(d, src.([]float64), elems, rows)
	}
}

func copyRowsOf[T any](dst, src []T, elems int, rows []int64) {
	if elems == 1 {
		for j, r := range rows {
			dst[r] = src[j]
		}
		return
	}
	for j, r := range rows {
		copy(dst[int(r)*elems:][:elems], src[j*elems:])
	}
}

// goType returns the Go type in which a variable's results are given.
func (v *variable) goType() program.GoType {
	switch v.goTyp {
	case program.GoStored, program.GoError, program.GoLen, program.GoString: // codes and counts
		return program.GoTypeOf(v.dtype)
	}
	return v.goTyp
}

// SameBits returns a column of int as one of int64 and the other way round, and
// likewise for uint, sharing the data; ok is false for any other pair.
func SameBits[T any](data any) (col []T, ok bool) {
	var as any
	switch d := data.(type) {
	case []int:
		as = unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(d))), len(d))
	case []int64:
		as = unsafe.Slice((*int)(unsafe.Pointer(unsafe.SliceData(d))), len(d))
	case []uint:
		as = unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(d))), len(d))
	case []uint64:
		as = unsafe.Slice((*uint)(unsafe.Pointer(unsafe.SliceData(d))), len(d))
	}
	col, ok = as.([]T)
	return col, ok
}

// SliceOf returns a slice of one element for a bare number or bool, and anything
// else as it is.
func SliceOf(v any) any {
	switch x := v.(type) {
	case bool:
		return []bool{x}
	case int8:
		return []int8{x}
	case int16:
		return []int16{x}
	case int32:
		return []int32{x}
	case int64:
		return []int64{x}
	case int:
		return []int{x}
	case uint8:
		return []uint8{x}
	case uint16:
		return []uint16{x}
	case uint32:
		return []uint32{x}
	case uint64:
		return []uint64{x}
	case uint:
		return []uint{x}
	case float32:
		return []float32{x}
	case float64:
		return []float64{x}
	}
	return v
}
