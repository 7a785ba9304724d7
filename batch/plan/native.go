package plan

import "unsafe"

// Native is machine code of a superblock, which runs over the rows of a gang.
type Native interface {
	// Layout says what the code is given and what it leaves.
	Layout() *NativeLayout
	// Enter runs the code with its frame, until it leaves.
	Enter(frame unsafe.Pointer)
	// Bytes is how much memory the code takes, which Release gives back.
	Bytes() int
	Release()
}

// NativeLayout is the frame of machine code over rows: words at offsets.
type NativeLayout struct {
	Bytes int
}
