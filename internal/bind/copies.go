package bind

import (
	"encoding/binary"
	"sync"
	"unsafe"
)

// element is what columns of machine code have.
type element interface {
	bool | int8 | uint8 | int16 | uint16 | int32 | int64 | int | uint32 | uint64 | uint | uintptr | float32 | float64
}

// spare has memory of copies that no run uses.
var spare = sync.Pool{New: func() any { return new([]uint64) }}

// lend returns memory for n numbers, with anything in it, until b is released.
func lend[T element](b *Bound, n int) []T {
	buffer := spare.Get().(*[]uint64)
	b.lent = append(b.lent, buffer)
	if words := (n*int(unsafe.Sizeof(*new(T))) + 7) / 8; cap(*buffer) < words {
		*buffer = make([]uint64, words)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(*buffer))), n)
}

// bytesOf returns the bytes of a slice whose elements are one each.
func bytesOf[T bool | int8](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// narrow8 gives each byte what is under a mask in a number: eight at a time, since Go's compiler
// does one at a time.
func narrow8(to []byte, from []int32, mask byte) {
	pair, n := uint64(mask)|uint64(mask)<<32, len(to)&^7
	for i := 0; i < n; i += 8 {
		w := (*[4]uint64)(unsafe.Pointer(&from[i : i+8][0]))
		a, b, c, d := w[0]&pair, w[1]&pair, w[2]&pair, w[3]&pair
		a, b, c, d = a|a>>24, b|b>>24, c|c>>24, d|d>>24
		binary.NativeEndian.PutUint64(to[i:], uint64(uint16(a))|uint64(uint16(b))<<16|uint64(uint16(c))<<32|d<<48)
	}
	for i := n; i < len(to); i++ {
		to[i] = byte(from[i]) & mask
	}
}

// widen8 gives each number a byte.
func widen8(to []int32, from []byte) {
	const low, high = 0xff, 0xff00
	n := len(from) &^ 7
	for i := 0; i < n; i += 8 {
		w, x := (*[4]uint64)(unsafe.Pointer(&to[i : i+8][0])), binary.NativeEndian.Uint64(from[i:])
		w[0], w[1] = x&low|x&high<<24, x>>16&low|x>>16&high<<24
		w[2], w[3] = x>>32&low|x>>32&high<<24, x>>48&low|x>>48&high<<24
	}
	for i := n; i < len(from); i++ {
		to[i] = int32(from[i])
	}
}
