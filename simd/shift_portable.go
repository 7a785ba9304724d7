//go:build purego || !amd64

package simd

func shiftIn(x *uint64, v *uint32, width int, mask *uint64, words int) {
	shiftInGo(x, v, width, mask, words)
}

func shiftOut(v *uint32, x *uint64, width int, mask *uint64, words int) {
	shiftOutGo(v, x, width, mask, words)
}

func multipleLanes(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64) {
	return multipleLanesGo(dst, x, of, mask, words)
}
