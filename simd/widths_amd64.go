//go:build !purego

package simd

import "unsafe"

// Numbers that machine code does at a time, and in one call at most, since nothing interrupts it.
const (
	widthGroup = 32
	widthCall  = 1 << 16
)

// widen does whole groups of numbers and says how many.
func widen(to, from unsafe.Pointer, f form, n int) (done int) {
	if moves() == inGo {
		return 0
	}
	n &^= widthGroup - 1
	for done < n {
		some := min(n-done, widthCall)
		dst := unsafe.Add(to, 4*done)
		switch f {
		case signed8:
			widenInt8AVX2(dst, unsafe.Add(from, done), some)
		case unsigned8:
			widenUint8AVX2(dst, unsafe.Add(from, done), some)
		case signed16:
			widenInt16AVX2(dst, unsafe.Add(from, 2*done), some)
		case unsigned16:
			widenUint16AVX2(dst, unsafe.Add(from, 2*done), some)
		}
		done += some
	}
	return done
}

// narrowed gives whole groups of numbers of so many bytes what is under a mask in others, and says
// how many.
func narrowed(to, from unsafe.Pointer, size, n int, mask uint32) (done int) {
	if moves() == inGo {
		return 0
	}
	n &^= widthGroup - 1
	for done < n {
		some := min(n-done, widthCall)
		if size == 1 {
			narrow8AVX2(unsafe.Add(to, done), unsafe.Add(from, 4*done), some, mask)
		} else {
			narrow16AVX2(unsafe.Add(to, 2*done), unsafe.Add(from, 4*done), some, mask)
		}
		done += some
	}
	return done
}

// takeRows takes rows of bytes, as numbers of so many bytes each, and says whether it has.
func takeRows(to unsafe.Pointer, size int, where []uintptr, room int) (done bool) {
	if moves() == inGo {
		return false
	}
	most := max(1, widthCall/room)
	for done := 0; done < len(where); done += most {
		n, rows := min(len(where)-done, most), unsafe.Add(to, size*done*room)
		if size == 1 {
			copyRowsAVX2(rows, &where[done], room, n)
		} else {
			widenRowsAVX2(rows, &where[done], room, n)
		}
	}
	return true
}

//go:noescape
func copyRowsAVX2(dst unsafe.Pointer, where *uintptr, room, n int)

//go:noescape
func widenRowsAVX2(dst unsafe.Pointer, where *uintptr, room, n int)

//go:noescape
func widenInt8AVX2(dst, src unsafe.Pointer, n int)

//go:noescape
func widenUint8AVX2(dst, src unsafe.Pointer, n int)

//go:noescape
func widenInt16AVX2(dst, src unsafe.Pointer, n int)

//go:noescape
func widenUint16AVX2(dst, src unsafe.Pointer, n int)

//go:noescape
func narrow8AVX2(dst, src unsafe.Pointer, n int, mask uint32)

//go:noescape
func narrow16AVX2(dst, src unsafe.Pointer, n int, mask uint32)
