//go:build purego || !amd64

package simd

import "unsafe"

func widen(unsafe.Pointer, unsafe.Pointer, form, int) (done int) { return 0 }

func takeRows(unsafe.Pointer, int, []uintptr, int) (done bool) { return false }

func narrowed(unsafe.Pointer, unsafe.Pointer, int, int, uint32) (done int) { return 0 }
