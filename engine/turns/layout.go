package turns

// The frame of a worker: what the code needs to know, and what its lanes are while it is
// left. Rows are 64 bytes.
const (
	FrameNext   = 0  // the next input
	FrameLimit  = 8  // the first that is not this worker's
	FrameFuel   = 16 // turns until the code is left
	FrameFaults = 24 // how many lanes are in the list of those that faulted
	FrameList   = 32 // where it is
	FrameResume = 40 // in which region the code was left, counted from 1; 0 is none
	FrameLooks  = 48 // how many turns there are from one look at lanes that are done to the next, less 1
	FrameLeft   = 56 // turns that were left when the code was left for want of inputs
	FrameCols   = 64 // where the input columns are, then the result columns; then uniforms
)

// Layout is what there is to know of code: its columns, and where things are in its frame.
type Layout struct {
	In, Out []Column
	Given   []Given // words of the frame that tell of uniforms
	Lanes   int     // of a group
	Width   int     // bytes of the number of a lane
	Abreast int     // groups that advance together
	// Groups is how many groups keep the numbers of their lanes in the frame; those of the
	// first are at First, and the next group's are Step further on.
	Groups, First, Step int
	// Bytes is how large the frame is. What is behind the first Clear of them is of lanes
	// alone: whatever others left there, a lane that begins does not mind.
	Bytes, Clear int
	Fuel         int64 // turns
	// Looks is how many turns there may be at most from one look at the lanes that are done to the next, if that
	// is not 1, and Refill how many turns it takes to give one of them the next input.
	Looks  int64
	Refill float64
	// Short is set if the code has integers of 32 bits where its caller has such of 64, see wide.go.
	Short bool
	// Rounds is how much fuel there may be until lanes that began before are given back; 0 for any.
	Rounds int64
	// Loose tells that code may spend fuel for more than it does: see grant.
	Loose   bool
	Stack   *Stack
	Records []*Records
	// Twins are the operations of package math that the code computes itself: it has the
	// bits of package math where simd.Agrees says so, in builds of a form.
	Twins []string
	Form  string // see simd.Form
	Hosts []Host
}

// Column is a column of numbers.
type Column struct {
	Name     string
	Size     int // bytes of a number
	Elements int // that a lane has
	// Apart is set if the elements of lanes are apart from each other: the column has their addresses, as uintptr.
	Apart bool
	// Strings is set if the column has strings, as Go has them: it is that of their bytes, or of their lengths. Bytes
	// and Lens are both columns.
	Strings     bool
	Bytes, Lens int
	// Checked is set if a lane faults whose string has more bytes than Elements.
	Checked bool
	// Wide is set if the code has 4 bytes of each number: its run has a copy.
	Wide     bool
	From, To int64 // of an input that is Wide: the least and the largest number that the code has room for
}

// Given is a word that tells of a uniform: its value, the address of its elements, or how
// many it has along an axis.
type Given struct {
	Name  string
	Table bool // the address
	Axis  int  // one more than it, if the word is a length
	// Least is how many elements of a table the code reads, whatever lanes want and however many there are.
	Least int
	// Wide is set if the code has 4 bytes of each number: its run has a copy of a table.
	Wide     bool
	From, To int64 // of what is Wide: the least and the largest number that the code has room for
}

// Records are tables side by side: a run makes a table of them, which has their name.
type Records struct {
	Name   string
	Words  int // of 8 bytes, of a record
	Fields []RecordField
}

// RecordField is where the elements of a table are in records, and their size, in bytes.
type RecordField struct {
	Table    string
	At, Size int
}

// Stack is what code needs that calls functions: where its stack and the least address of
// it are in the frame, and how much of the stack is below that.
type Stack struct {
	At, Bottom, Margin int
	Tables             []StackTable
}

// StackTable is a uniform of several elements as such code has it: the address of the
// elements and then the lengths are at a place of the frame.
type StackTable struct {
	Name string
	Size int // bytes of an element
	Dims int
	At   int
}

// Columns are those of the inputs and of the results.
func (l *Layout) Columns() (in, out []Column) { return l.In, l.Out }

// Gang is how many lanes are in registers at once.
func (l *Layout) Gang() int { return l.Abreast * l.Lanes }

// uniform is where given word i is.
func (l *Layout) uniform(i int) int { return FrameCols + 8*(len(l.In)+len(l.Out)+i) }

// group is where the numbers of the lanes of group g are.
func (l *Layout) group(g int) int { return l.First + g*l.Step }
