package simd

import (
	"encoding/binary"
	"unsafe"
)

// Columns of bools and of numbers of 8 and 16 bits, and columns of the numbers of 32 bits that
// machine code has of them. As for gathers, machine code does whole groups of numbers from the
// first one on, where it has code for the case, and says how many; the loops here do the rest.

// narrow is a number of 8 or 16 bits.
type narrow interface{ int8 | uint8 | int16 | uint16 }

// Widen makes numbers of 32 bits of narrow ones: to[i] = int32(from[i]).
func Widen[T narrow](to []int32, from []T) {
	to = to[:len(from)]
	done := widen(unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(from)), formOf[T](), len(from))
	if bytes, ok := any(from).([]uint8); ok {
		done += widenBytes(to[done:], bytes[done:])
	}
	for i := done; i < len(from); i++ {
		to[i] = int32(from[i])
	}
}

// mostRoom is of how many bytes rows are taken whole, whatever is in them: of longer ones that would take longer than
// to find where what is in them ends.
const mostRoom = 128

// TakeRows copies rows of room bytes, which can all be read, from any addresses, as bytes or as numbers of 32 bits:
// to[i*room+k] becomes byte k of the row at where[i]. It reports whether it did; without machine code, or where rows
// are long, it does nothing.
func TakeRows[T uint8 | int32](to []T, where []uintptr, room int) (done bool) {
	if room < 1 || room > mostRoom {
		return false
	}
	to = to[:len(where)*room]
	return takeRows(unsafe.Pointer(unsafe.SliceData(to)), int(unsafe.Sizeof(*new(T))), where, room)
}

// WidenBools makes numbers of bools: 1 for true.
func WidenBools(to []int32, from []bool) { Widen(to, bytesOf(from)) }

// Narrow keeps the low bits of numbers: to[i] = T(from[i]).
func Narrow[T narrow](to []T, from []int32) {
	if unsafe.Sizeof(*new(T)) == 1 {
		narrowBytes(bytesOf(to), from, 0xff)
		return
	}
	from = from[:len(to)]
	done := narrowed(unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(from)), 2, len(to), 0xffff)
	for i := done; i < len(to); i++ {
		to[i] = T(from[i])
	}
}

// NarrowBools makes bools of numbers, of which the lowest bit counts.
func NarrowBools(to []bool, from []int32) { narrowBytes(bytesOf(to), from, 1) }

// form is a kind of narrow number.
type form uint8

const (
	signed8 form = iota
	unsigned8
	signed16
	unsigned16
)

func formOf[T narrow]() form {
	switch any(*new(T)).(type) {
	case int8:
		return signed8
	case uint8:
		return unsigned8
	case int16:
		return signed16
	}
	return unsigned16
}

// bytesOf returns the bytes of numbers that have one each.
func bytesOf[T bool | narrow](s []T) []uint8 {
	return unsafe.Slice((*uint8)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// narrowBytes stores the bits of each number that a mask keeps as a byte. Without machine code it does eight at a time,
// because Go's compiler would do one.
func narrowBytes(to []uint8, from []int32, mask uint8) {
	from = from[:len(to)]
	done := narrowed(unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(from)), 1, len(to),
		uint32(mask))
	to, from = to[done:], from[done:]
	pair, n := uint64(mask)|uint64(mask)<<32, len(to)&^7
	for i := 0; i < n; i += 8 {
		w := (*[4]uint64)(unsafe.Pointer(&from[i : i+8][0]))
		a, b, c, d := w[0]&pair, w[1]&pair, w[2]&pair, w[3]&pair
		a, b, c, d = a|a>>24, b|b>>24, c|c>>24, d|d>>24
		binary.NativeEndian.PutUint64(to[i:], uint64(uint16(a))|uint64(uint16(b))<<16|uint64(uint16(c))<<32|d<<48)
	}
	for i := n; i < len(to); i++ {
		to[i] = uint8(from[i]) & mask
	}
}

// widenBytes gives each number a byte, eight at a time. It says how many it did.
func widenBytes(to []int32, from []uint8) (done int) {
	const low, high = 0xff, 0xff00
	n := len(from) &^ 7
	for i := 0; i < n; i += 8 {
		w, x := (*[4]uint64)(unsafe.Pointer(&to[i : i+8][0])), binary.NativeEndian.Uint64(from[i:])
		w[0], w[1] = x&low|x&high<<24, x>>16&low|x>>16&high<<24
		w[2], w[3] = x>>32&low|x>>32&high<<24, x>>48&low|x>>48&high<<24
	}
	return n
}
