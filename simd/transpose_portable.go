//go:build purego || !amd64

package simd

import "unsafe"

func transposeIn(unsafe.Pointer, int, unsafe.Pointer, int, int) (done int) { return 0 }

func transposeOut(unsafe.Pointer, unsafe.Pointer, int, int, int) (done int) { return 0 }
