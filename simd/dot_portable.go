//go:build purego || !amd64

package simd

func dotCode(int) uintptr { return 0 }
