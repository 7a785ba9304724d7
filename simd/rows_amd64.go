//go:build !purego

package simd

func storeRows1(a *rowArgs) {
	switch moves() {
	case inAVX512:
		storeRows1AVX512(a)
	case inAVX2:
		storeRows1AVX2(a)
	default:
		storeRowsBitsGo(a)
	}
}

func storeRows4(a *rowArgs) {
	switch moves() {
	case inAVX512:
		storeRows4AVX512(a)
	case inAVX2:
		storeRows4AVX2(a)
	default:
		storeRowsGo[uint32](a)
	}
}

func storeRows8(a *rowArgs) {
	switch moves() {
	case inAVX512:
		storeRows8AVX512(a)
	case inAVX2:
		storeRows8AVX2(a)
	default:
		storeRowsGo[uint64](a)
	}
}

func loadRows1(a *rowArgs) {
	switch moves() {
	case inAVX512:
		loadRows1AVX512(a)
	case inAVX2:
		loadRows1AVX2(a)
	default:
		loadRowsBitsGo(a)
	}
}

func loadRows4(a *rowArgs) {
	switch moves() {
	case inAVX512:
		loadRows4AVX512(a)
	case inAVX2:
		loadRows4AVX2(a)
	default:
		loadRowsGo[uint32](a)
	}
}

func loadRows8(a *rowArgs) {
	switch moves() {
	case inAVX512:
		loadRows8AVX512(a)
	case inAVX2:
		loadRows8AVX2(a)
	default:
		loadRowsGo[uint64](a)
	}
}

func addLanes(x *int32, by int, mask *uint64, words int) (least, greatest int) {
	switch moves() {
	case inAVX512:
		return addLanesAVX512(x, by, mask, words)
	case inAVX2:
		return addLanesAVX2(x, by, mask, words)
	}
	return addLanesGo(x, by, mask, words)
}

func equalLanes(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64) {
	switch moves() {
	case inAVX512:
		return equalLanesAVX512(dst, x, v, mask, words)
	case inAVX2:
		return equalLanesAVX2(dst, x, v, mask, words)
	}
	return equalLanesGo(dst, x, v, mask, words)
}

//go:noescape
func storeRows1AVX512(a *rowArgs)

//go:noescape
func storeRows4AVX512(a *rowArgs)

//go:noescape
func storeRows8AVX512(a *rowArgs)

//go:noescape
func loadRows1AVX512(a *rowArgs)

//go:noescape
func loadRows4AVX512(a *rowArgs)

//go:noescape
func loadRows8AVX512(a *rowArgs)

//go:noescape
func addLanesAVX512(x *int32, by int, mask *uint64, words int) (least, greatest int)

//go:noescape
func equalLanesAVX512(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64)

//go:noescape
func storeRows1AVX2(a *rowArgs)

//go:noescape
func storeRows4AVX2(a *rowArgs)

//go:noescape
func storeRows8AVX2(a *rowArgs)

//go:noescape
func loadRows1AVX2(a *rowArgs)

//go:noescape
func loadRows4AVX2(a *rowArgs)

//go:noescape
func loadRows8AVX2(a *rowArgs)

//go:noescape
func addLanesAVX2(x *int32, by int, mask *uint64, words int) (least, greatest int)

//go:noescape
func equalLanesAVX2(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64)
