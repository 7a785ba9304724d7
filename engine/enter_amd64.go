//go:build linux && amd64 && !purego

package engine

// enter runs machine code with a frame, until it leaves.
//
//go:noescape
func enter(entry uintptr, frame *byte)

// written is told of code that was written; this processor sees it by itself.
func written([]byte) {}
