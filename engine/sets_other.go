//go:build !amd64 && !arm64

package engine

// sets are the instruction sets of this architecture; see sets_amd64.go.
var sets []*instructions
