//go:build purego || !amd64

package simd

// Elsewhere every function of this package is in Go.
func moves() level { return inGo }

func setLevel(level) {}
