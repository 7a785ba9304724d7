//go:build purego || !amd64

package simd

func storeRows1(a *rowArgs) { storeRowsBitsGo(a) }
func storeRows4(a *rowArgs) { storeRowsGo[uint32](a) }
func storeRows8(a *rowArgs) { storeRowsGo[uint64](a) }
func loadRows1(a *rowArgs)  { loadRowsBitsGo(a) }
func loadRows4(a *rowArgs)  { loadRowsGo[uint32](a) }
func loadRows8(a *rowArgs)  { loadRowsGo[uint64](a) }

func addLanes(x *int32, by int, mask *uint64, words int) (least, greatest int) {
	return addLanesGo(x, by, mask, words)
}

func equalLanes(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64) {
	return equalLanesGo(dst, x, v, mask, words)
}
