//go:build purego || !amd64

package simd

// Elsewhere every function of this package is in Go.
const moves = inGo

func setLevel(level) {}
