//go:build purego || !amd64

package simd

import "unsafe"

func widen(unsafe.Pointer, unsafe.Pointer, form, int) (done int) { return 0 }

func narrowed(unsafe.Pointer, unsafe.Pointer, int, int, uint32) (done int) { return 0 }
