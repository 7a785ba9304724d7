//go:build !purego

package simd

func shiftIn(x *uint64, v *uint32, width int, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		shiftInAVX512(x, v, width, mask, words)
	case inAVX2:
		shiftInAVX2(x, v, width, mask, words)
	default:
		shiftInGo(x, v, width, mask, words)
	}
}

func shiftOut(v *uint32, x *uint64, width int, mask *uint64, words int) {
	switch moves() {
	case inAVX512:
		shiftOutAVX512(v, x, width, mask, words)
	case inAVX2:
		shiftOutAVX2(v, x, width, mask, words)
	default:
		shiftOutGo(v, x, width, mask, words)
	}
}

func multipleLanes(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64) {
	switch moves() {
	case inAVX512:
		return multipleLanesAVX512(dst, x, of, mask, words)
	case inAVX2:
		return multipleLanesAVX2(dst, x, of, mask, words)
	}
	return multipleLanesGo(dst, x, of, mask, words)
}

//go:noescape
func shiftInAVX512(x *uint64, v *uint32, width int, mask *uint64, words int)

//go:noescape
func shiftOutAVX512(v *uint32, x *uint64, width int, mask *uint64, words int)

//go:noescape
func multipleLanesAVX512(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64)

//go:noescape
func shiftInAVX2(x *uint64, v *uint32, width int, mask *uint64, words int)

//go:noescape
func shiftOutAVX2(v *uint32, x *uint64, width int, mask *uint64, words int)

//go:noescape
func multipleLanesAVX2(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64)
