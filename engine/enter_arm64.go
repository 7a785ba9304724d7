//go:build linux && !purego

package engine

import "unsafe"

// enter runs machine code with a frame, until it leaves.
//
//go:noescape
func enter(entry uintptr, frame *byte)

// written makes the processor see code that was written: what it reads as data and what it
// reads as instructions are different caches.
func written(code []byte) {
	writeBack(unsafe.Pointer(unsafe.SliceData(code)), len(code))
}

//go:noescape
func writeBack(code unsafe.Pointer, bytes int)
