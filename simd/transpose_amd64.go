//go:build !purego

package simd

import "unsafe"

// transposeIn moves elements of 64 events to 64 lanes, from element 0 on, and
// returns how many.
func transposeIn(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems, size int) (done int) {
	switch {
	case moves() == inGo || elems <= 1:
		return 0
	case moves() == inAVX512 && size == 4:
		transposeIn4AVX512(dst, rowBytes, src, elems)
		done = elems
	case moves() == inAVX512:
		transposeIn8AVX512(dst, rowBytes, src, elems)
		done = elems
	case size == 4:
		if done = elems &^ 7; done > 0 {
			transposeIn4AVX2(dst, rowBytes, src, elems)
		}
	default:
		if done = elems &^ 3; done > 0 {
			transposeIn8AVX2(dst, rowBytes, src, elems)
		}
	}
	return done
}

// transposeOut moves elements of 64 lanes to 64 events, from element 0 on, and
// returns how many.
func transposeOut(dst, src unsafe.Pointer, rowBytes, elems, size int) (done int) {
	switch {
	case moves() == inGo || elems <= 1:
		return 0
	case moves() == inAVX512 && size == 4:
		transposeOut4AVX512(dst, src, rowBytes, elems)
		done = elems
	case moves() == inAVX512:
		transposeOut8AVX512(dst, src, rowBytes, elems)
		done = elems
	case size == 4:
		if done = elems &^ 7; done > 0 {
			transposeOut4AVX2(dst, src, rowBytes, elems)
		}
	default:
		if done = elems &^ 3; done > 0 {
			transposeOut8AVX2(dst, src, rowBytes, elems)
		}
	}
	return done
}

//go:noescape
func transposeIn4AVX2(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)

//go:noescape
func transposeIn8AVX2(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)

//go:noescape
func transposeIn4AVX512(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)

//go:noescape
func transposeIn8AVX512(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)

//go:noescape
func transposeOut4AVX2(dst, src unsafe.Pointer, rowBytes, elems int)

//go:noescape
func transposeOut8AVX2(dst, src unsafe.Pointer, rowBytes, elems int)

//go:noescape
func transposeOut4AVX512(dst, src unsafe.Pointer, rowBytes, elems int)

//go:noescape
func transposeOut8AVX512(dst, src unsafe.Pointer, rowBytes, elems int)
