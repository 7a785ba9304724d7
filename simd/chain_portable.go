//go:build purego || (!amd64 && !arm64)

package simd

// Without machine kernels every link is in Go.
const stopCode = 0

func runChain(*Args, int) int { return 0 }
