package bind

import (
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
