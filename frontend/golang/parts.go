package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// The parts of a body. Each has what it embeds, and nothing else of the body. Methods call whichever
// part they have b, since in use it is the body.

// cursor is where the translation of an instance is, and refuses what is there.
type cursor struct {
	*translator
	cur ssa.Instruction
	at  program.Pos // of the current instruction, or the last known one
}

// coder makes operations on numbers: while the instance is analysed it computes what
// it can of them, and afterwards it emits them.
type coder struct {
	cursor
	*emission // nil in the analysis
}

func (b *coder) emitting() bool { return b.emission != nil }

// tables reads what all lanes share: package-level variables and uniforms.
type tables struct {
	coder
	nested int // of what a table refers to; see valueOf
}

// history is what the analysis found in the instance: which operations ran and what
// they gave, and which regions it knows. Its methods ask, and change nothing.
type history struct {
	*graph
	fn      *ssa.Function
	e       *instance.Entry
	in      instance.Bundle
	regions map[string]*known.Region
	refused map[int]*program.Error // why operations gave what is broken, see lost, or are left to Go, see leave.go
	// leftOptions are, of calls of one of several, why some are left to Go; nil for the others.
	leftOptions map[int][]*program.Error
	// How many functions the current instruction calls, which of them is next, and whether that was called.
	callees, nth int
	called       bool
}

// heap is the memory of a lane: it makes regions, and reads and writes them.
type heap struct {
	tables
	history
	ctx     *instance.Context // in the analysis
	growing bool              // what is written is behind a slice, if there is room
}

// operands are what the current instruction takes and gives.
type operands struct {
	heap
	curOp  int
	curIn  []instance.Operand
	curOut []instance.Operand
	joined map[*ssa.BinOp]bool // which joins of strings the analysis has go on in other memory, see joinedIn
}

// calculation translates instructions that compute numbers of numbers.
type calculation struct{ *operands }

// slicing translates what makes slices, and looks at their lengths.
type slicing struct {
	*operands
	// What emission needs to know of appends: which make a new array for some
	// lanes, and how long their results are at most.
	outgrows map[*ssa.Call]bool
	inMade   map[*ssa.Call]bool // of which growMade said so
	longest  map[*ssa.Call]int64
}

// addressing translates what makes variables, finds their parts and elements, and looks into constant maps.
type addressing struct{ *operands }

// hashing translates what is done with maps that lanes make, and ranges over maps.
type hashing struct{ *operands }

// boxing translates what puts values into interfaces and functions, and takes them out.
type boxing struct{ *operands }

// flow translates what ends a block, and the φs where blocks meet.
type flow struct{ *operands }
