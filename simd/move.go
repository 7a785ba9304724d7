package simd

import (
	"math/bits"
	"unsafe"
)

// Moves do not look at what they move: a number is 4 or 8 bytes (size), a bool
// is a bit. Steps are as in Args.

func fill[T any](dst unsafe.Pointer, n int, v T) {
	s := unsafe.Slice((*T)(dst), n)
	for i := range s {
		s[i] = v
	}
}

// Copy moves n numbers: dst[i] = src[i*stride].
func Copy(dst, src unsafe.Pointer, stride, size, n int) {
	switch {
	case stride == 0:
		fillRow(dst, src, size, n)
	default:
		copy(unsafe.Slice((*byte)(dst), size*n), unsafe.Slice((*byte)(src), size*n))
	}
}

// CopyKernel returns the kernel that copies numbers of 32 or 64 bits, or bools
// (1 bit): dst[i] = x[i*sx].
func CopyKernel(bits int) Kernel { return Kernel{run: copyKernels[bits]} }

var copyKernels = map[int]func(*Args, int){
	1:  func(a *Args, n int) { CopyBits(a.Dst, a.X, a.SX, n) },
	32: func(a *Args, n int) { Copy(a.Dst, a.X, a.SX, 4, n) },
	64: func(a *Args, n int) { Copy(a.Dst, a.X, a.SX, 8, n) },
}

// CopyBits moves n lanes of a bitmap, whole words at a time:
// dst[i] = src[i*stride].
func CopyBits(dst, src unsafe.Pointer, stride, n int) {
	if stride == 0 {
		fill(dst, Words(n), ld[uint64](src, 0))
		return
	}
	copy(unsafe.Slice((*uint64)(dst), Words(n)), unsafe.Slice((*uint64)(src), Words(n)))
}

// MaskedMove moves the numbers of the lanes in a bitmap:
//
//	if mask has i { dst[i] = src[i*stride] }
//
// Other lanes of dst are left alone. n is the number of lanes of the buffers;
// no lane of the mask is at or beyond it. Full words are moved in one go.
func MaskedMove(dst, src unsafe.Pointer, stride int, mask []uint64, size, n int) {
	if size == 4 {
		maskedMove4(dst, src, stride, unsafe.SliceData(mask), Words(n))
	} else {
		maskedMove8(dst, src, stride, unsafe.SliceData(mask), Words(n))
	}
}

func maskedMoveGo[T any](dst, src unsafe.Pointer, stride int, mask *uint64, words int) {
	size := int(unsafe.Sizeof(*new(T)))
	ms := -stride
	for w := range words {
		base := w << 6
		m := ld[uint64](unsafe.Pointer(mask), w)
		if m == ^uint64(0) {
			to := unsafe.Slice((*T)(unsafe.Add(dst, base*size)), 64)
			if stride != 0 {
				copy(to, unsafe.Slice((*T)(unsafe.Add(src, base*size)), 64))
			} else {
				fill(unsafe.Pointer(&to[0]), 64, ld[T](src, 0))
			}
			continue
		}
		for ; m != 0; m &= m - 1 {
			i := base + bits.TrailingZeros64(m)
			st(dst, i, ld[T](src, i&ms))
		}
	}
}

func fillRowGo(dst, src unsafe.Pointer, size, n int) {
	if size == 4 {
		fill(dst, n, ld[uint32](src, 0))
	} else {
		fill(dst, n, ld[uint64](src, 0))
	}
}

// MaskedMoveBits moves the bools of the lanes in a bitmap:
//
//	if mask has i { dst[i] = src[i*stride] }
func MaskedMoveBits(dst, src unsafe.Pointer, stride int, mask []uint64) {
	ms := -stride
	for w, m := range mask {
		v := ld[uint64](dst, w)
		st(dst, w, v^(v^ld[uint64](src, w&ms))&m)
	}
}
