package scalar

import (
	"iter"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// unit is a program whose variables and blocks have numbers.
type unit struct {
	prog    *program.Program
	fns     []*fn // the main graph, then the functions
	in, out []Column
	given   []string
	// place says where a uniform is: a number in the frame, or a table in the code.
	place   map[string]arg
	table   []byte           // read-only data: tables and constants
	shapes  map[arg][]int    // of tables
	values  map[arg][]uint64 // of those in the code's data
	lengths map[arg]bool     // uniforms that are lengths of tables
	dims    [][]int          // of arrays with several
	shared  map[string]int   // where the worker's frame has the arrays that functions share
	bound   []Table
	lent    map[string]arg // input arrays that stay where they are
	at      Frame
	lines   []*lines // of sparse arrays, whose written lines alone are cleared
	kept    []kept   // arrays that are set as a whole only when the code is entered

	routines []routineCode
	marks    []Mark
	marked   map[Mark]int // their numbers
}

// val is the number of a variable of a function.
type val int32

// arg is what an instruction reads.
type arg struct {
	kind argKind
	v    val    // or that with the address, see lent.go and bases.go
	bits uint64 // of a literal
	off  int    // in the worker's frame or in the code's data
	// inRegister is set if a variable may have the address of a table.
	inRegister bool
}

type argKind uint8

const (
	literal argKind = iota
	variable
	given // a uniform, in the worker's frame
	table // a uniform, in the code's data
	bound // a uniform whose address and dimensions are in the worker's frame
	lent  // an input array that stays where the caller has it
)

func of(v val) arg { return arg{kind: variable, v: v} }

// isRead reports whether an operand needs its variable.
func (a arg) isRead() bool {
	return a.kind == variable || a.kind == lent && a.v != nowhere || a.inRegister
}

// withoutBase is the operand without the variable that may have its address.
func (a arg) withoutBase() arg {
	if a.inRegister {
		a.v, a.inRegister = 0, false
	}
	return a
}

// kind tells what an instruction does.
type kind uint8

const (
	prim       kind = iota // an operation of the op table
	copies                 // copies all operands at once
	call                   // calls a function
	also                   // a select with the condition of the one before it
	routine                // an operation that vector code computes, in a routine
	lowest                 // the lowest bit of a number that is set
	scaled                 // adds a multiple, see scale.go
	save                   // stores a variable in its slot
	restore                // loads it
	input                  // loads an input of the lane
	output                 // stores a result of the lane
	assign                 // copies an array
	fill                   // sets all elements of an array
	load                   // reads an element of an array that is known
	store                  // writes one
	offset                 // the number of an element, of its indices
	index                  // reads an element
	insert                 // writes one
	part                   // reads a part of an array
	insertPart             // writes one
	address                // loads the address of a table, see bases.go
	memmove                // copies elements next to each other, see copying.go
	search                 // counts elements that are not what is looked for, see searching.go
)

// ins is an instruction.
type ins struct {
	kind kind
	op   program.Opcode
	// test, if it is valid, is the comparison of the first two operands that gives a
	// select's condition; or an and of integers, of which it is whether there are common
	// bits, or with inverse, none.
	test    program.Opcode
	inverse bool
	in      []arg
	out     []val
	fn      *fn  // that is called
	n       int  // of a slot, a column, a routine, an element, a list of dimensions; what an index has more; a factor
	wide    int  // how many bytes elements have that are loaded as one number, see joined.go
	flat    bool // the index is the number of the element
	apart   bool // a routine leaves variables' registers alone
	now     bool // a save that comes when the variable is written
	mark    int  // see Mark
	stays   bool // copies to a variable of a loop and back, see split.go
	unread  bool // nobody reads what it gives: it is there for its fault
	sure    sure
}

// termKind tells how a block ends.
type termKind uint8

const (
	jump termKind = iota
	branch
	choose
	leave
	fault
)

// term ends a block. A branch goes to to[0] where its condition holds; choose compares
// with each of values, and goes to the last of to if none is equal.
type term struct {
	kind    termKind
	test    program.Opcode // of a branch, as of a select; else it has a condition
	inverse bool
	typ     optab.Type // of what choose compares
	among   span       // what that may be, or what a branch compares with a literal; no number if nothing is known
	in      []arg
	values  []uint64
	to      []int
	mark    int
}

type block struct {
	code  []ins
	term  term
	preds []int
	times float64 // how often it runs in a call, as far as can be told
	head  bool    // something jumps back to it
	// spends is how much fuel it takes when it begins, or 0.
	spends int
}

// info is what is known of a variable.
type info struct {
	typ   optab.Type
	shape []int // of an array, which is in the function's frame
	off   int   // where it is there, or in the worker's frame
	// shared is set if the array is in the worker's frame, since other functions have it too.
	shared bool
	sparse bool // lanes write to few elements of the array
	// scratch is set if lanes read no element that they have not written, and kept if the array is set as a whole only
	// when the code is entered therefore.
	scratch, kept bool
	// lines says to which lines of the array something was written, see written.go; nil if it is cleared as a whole.
	lines *lines
	// base is set if it is the address of a table.
	base bool
	// narrow is how many bytes an element of the array has, with a sign or not, if they are fewer than its type has.
	narrow int
	signed bool
}

func (v *info) isArray() bool { return len(v.shape) > 0 }

// element is how many bytes an element of an array has.
func (v *info) element() int {
	if v.narrow != 0 {
		return v.narrow
	}
	return sizeOf(v.typ)
}

// bytes is how large an array is.
func (v *info) bytes() int { return v.element() * program.Elements(v.shape) }

// room is how much memory it has.
func (v *info) room() int { return (v.bytes() + 7) &^ 7 }

// class is a register file.
type class uint8

const (
	general class = iota
	vector
)

func classOf(t optab.Type) class {
	if t.IsFloat() {
		return vector
	}
	return general
}

// fn is a function.
type fn struct {
	name      string
	main      bool
	recursive bool
	vars      []info
	params    []val
	results   []val
	blocks    []*block // in reverse postorder
	loops     []*loop
	inner     []*loop // the smallest loop of each block, or nil
	order     []int   // in which blocks are written
	aside     int     // how many of them are not behind all others
	slots     int
	early     set // variables that are stored when they are written
	alloc     *allocation
	rounds    []round // by the heads of loops
	base      int     // cycles of all blocks, roughly, each run once
	weight    int     // of one pass, in cycles, roughly
	spends    bool    // fuel, when it begins
	frame     int     // bytes
}

//go:noinline
func (f *fn) newVar(t optab.Type) val {
	f.vars = append(f.vars, info{typ: t})
	return val(len(f.vars) - 1)
}

func (f *fn) class(v val) class { return classOf(f.vars[v].typ) }

// reads calls use for each variable that an instruction reads.
func (in *ins) reads(use func(v val)) {
	for _, a := range in.in {
		if a.isRead() {
			use(a.v)
		}
	}
}

func (t *term) reads(use func(v val)) {
	for _, a := range t.in {
		if a.kind == variable {
			use(a.v)
		}
	}
}

// clobbers tells whether an instruction leaves nothing in the registers of a class.
func (in *ins) clobbers(c class) bool {
	return in.kind == call || in.kind == routine && c == vector && !in.apart
}

// set is a flow.Set of variables, which have numbers of a type of their own.
type set flow.Set

func newSet(n int) set { return set(flow.NewSet(n)) }

func (s set) has(v val) bool           { return flow.Set(s).Has(int(v)) }
func (s set) add(v val)                { flow.Set(s).Add(int(v)) }
func (s set) del(v val)                { flow.Set(s).Remove(int(v)) }
func (s set) addAll(t set) (grew bool) { return flow.Set(s).AddAll(flow.Set(t)) }
func (s set) fill()                    { flow.Set(s).Fill() }
func (s set) all() iter.Seq[int]       { return flow.Set(s).All() }

// countReads returns how often each variable is read.
func (f *fn) countReads() []int {
	uses := make([]int, len(f.vars))
	use := func(v val) { uses[v]++ }
	for _, blk := range f.blocks {
		for i := range blk.code {
			blk.code[i].reads(use)
		}
		blk.term.reads(use)
	}
	for _, v := range f.results {
		use(v)
	}
	return uses
}

// drop takes instructions out of a block.
func (b *block) drop(gone []bool) {
	kept := b.code[:0]
	for i, in := range b.code {
		if !gone[i] {
			kept = append(kept, in)
		}
	}
	b.code = kept
}

// liveness returns what is alive at the end of each block, and at the start. It is not flow.NewLive, whose graph, uses
// and defs would have to be made anew for each pass that asks, and through is needed besides.
func (f *fn) liveness() (in, out []set) {
	n := len(f.vars)
	for range f.blocks {
		in, out = append(in, newSet(n)), append(out, newSet(n))
	}
	live := newSet(n)
	for changed := true; changed; {
		changed = false
		for b := len(f.blocks) - 1; b >= 0; b-- {
			blk := f.blocks[b]
			for _, to := range blk.term.to {
				out[b].addAll(in[to])
			}
			copy(live, out[b])
			f.through(blk, live, nil)
			changed = in[b].addAll(live) || changed
		}
	}
	return in, out
}

// through turns what is alive after a block into what is alive before it. at, if not nil,
// sees what is alive after each instruction.
func (f *fn) through(blk *block, live set, at func(i int, live set)) {
	blk.term.reads(live.add)
	if blk.term.kind == leave {
		for _, v := range f.results {
			live.add(v)
		}
	}
	for i := len(blk.code) - 1; i >= 0; i-- {
		in := &blk.code[i]
		if at != nil {
			at(i, live)
		}
		for _, v := range in.out {
			live.del(v)
		}
		in.reads(live.add)
	}
}
