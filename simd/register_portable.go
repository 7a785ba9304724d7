//go:build purego || !(amd64 || arm64)

package simd

// provideFunctions has nothing to add where all kernels are in Go.
func provideFunctions() {}
