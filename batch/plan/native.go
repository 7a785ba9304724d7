package plan

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

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

// NativeLayout is what machine code of a superblock has in its frame, whose length and alignment
// are Bytes and 64: words at offsets. It runs lanes from one to before another, in groups.
// Lanes that leave have their bit set in the mask of the way out, and those that fault in that
// of the micro-op. What changes for lanes that leave, apart from Ways, the code has done.
type NativeLayout struct {
	Bytes        int
	First, Limit int // offsets: the first lane, and the one before which to end
	Group, Fuel  int // offsets: the number of the first lane's group, and of rounds
	Least        int // offset: all ones if half of the lanes of a group are too few to go round a loop, else 0
	Lanes        int // of a group
	Piece        int // lanes to run at a time, a multiple of 64
	Rounds       int // fuel
	Copied       bool
	Words        []NativeWord
	Staged       []program.Dtype
	Ways         []NativeWay
	Faults       []int // micro-ops that may fault; behind the last is the terminator
	Heights      []int // micro-ops that test a depth, before any lane is run
}

// NativeWord is the address of a row or a mask, or the value of a uniform. Masks have a bit
// a lane; with NativeLayout.Copied they are copies with a byte a group of lanes.
type NativeWord struct {
	Offset  int
	Kind    NativeKind
	Index   int
	Element int
}

// NativeKind says what a word is.
type NativeKind uint8

const (
	EntryMask     NativeKind = iota // the lanes that enter
	WayMask                         // those that leave by way Index
	FaultMask                       // those that fault at Faults[Index]
	TopRow                          // the top of variable Index
	BelowRow                        // the value with number Index
	StagedRow                       // row Index of Staged; a mask, for bools
	UniformWord                     // element Element of uniform Index
	UniformTable                    // where the elements of uniform Index are
	UniformLength                   // how many uniform Index has along axis Element
	RowLanes                        // how many lanes there are from an element of variable Index to the next
)

// NativeWay is what is left to do for lanes that leave by a way. The readings in it are of
// staged rows: row i is that of the value behind the last of the superblock's, plus i.
type NativeWay struct {
	Changes []Change
	Calls   []int
}
