//go:build !purego

package simd

// dotCode returns where the machine kernel begins, or 0 if there is none.
func dotCode(size int) uintptr {
	if moves() == inGo {
		return 0
	}
	i := 0
	if moves() == inAVX512 {
		i = 2
	}
	if size == 8 {
		i++
	}
	return dotTable()[i]
}

func dotTable() *[4]uintptr
