//go:build purego || !amd64

package simd

import "unsafe"

func flatIndex([]int64, unsafe.Pointer, int, int64, []uint64) (done int) { return 0 }

func takeTable(unsafe.Pointer, unsafe.Pointer, int, int, int, []int64) (done int) { return 0 }

func takeLanes(unsafe.Pointer, unsafe.Pointer, int, int, int, []int64) (done int) { return 0 }

func putLanes(unsafe.Pointer, int, int, unsafe.Pointer, int, []int64, int) bool { return false }
