package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Array is memory that a Func reads and writes: of each lane an array of its own, as rows
// [element][lane], a row an element of all lanes; or a table that all lanes read, one
// element after the other.
type Array struct {
	Type optab.Type
	Len  int // elements
	// Narrow is how many bytes an element of a column has there, 1 or 2, if these are fewer than its Type has: it
	// is extended as that has a sign or not. Such columns are for targets and lengths that InColumns tells.
	Narrow int
	// Addr is where the rows are. Of a table, and of columns, it is where their address is.
	Addr Address
}

// The forms that read and write an array; each has the type of the elements behind it.
// They act in the order of the code. A mask is of the lanes that are meant; an index is an
// integer as wide as the widest value.
const (
	// Load: Dst = element Args[1] of Array, in the lanes of Args[0], for which the index
	// is in range; anything in others.
	Load = "load"
	// LoadRow: Dst = element Const of Array, in all lanes.
	LoadRow = "loadrow"
	// Store: element Args[2] of Array = Args[1], in the lanes of Args[0].
	Store = "store"
	// StoreRow: element Const of Array = Args[1], in the lanes of Args[0].
	StoreRow = "storerow"
	// Fill: every element of Array = Args[1], in the lanes of Args[0].
	Fill = "fill"
	// Rows: elements of Array from Const on = those of From, in the lanes of Args[0]. It
	// copies all elements of the shorter one.
	Rows = "rows"
	// Part: elements of Array = those of From, from element Const on, in the lanes of Args[0].
	Part = "part"
	// LoadAt: Dst = element Args[1] + Const of Array, which is the same one for all lanes of
	// Args[0]; anything in others, and where it is out of range.
	LoadAt = "loadat"
	// StoreAt: element Args[2] + Const of Array = Args[1], in the lanes of Args[0], for all
	// of which it is the same one and in range. One of the lanes of Args[3] tells which.
	StoreAt = "storeat"
	// StoreFrame: in the frame at depth Args[0] of Array, element k = the next of the other
	// Args, for each bit k of Const. A frame is a line of FrameElements elements for each
	// lane; Array.Len is how many each lane has. All lanes write.
	StoreFrame = "storeframe"
	// LoadFrame: Dst = element Const of the frame below depth Args[0].
	LoadFrame = "loadframe"
	// LoadRecord: Dst = word Const of record Args[0] of Array, a table of records of Array.Len words
	// each: 2, 4 or 8. All lanes read, so the number is one of a record in all of them.
	LoadRecord = "loadrecord"
	// LoadTable: Dst = element Args[1] of the table Array, in the lanes of Args[0].
	LoadTable = "loadtable"
	// StoreTable: element Args[2] of the table Array = Args[1], in the lanes of Args[0], for which the
	// index is in range. If several lanes mean one element, the last has it.
	StoreTable = "storetable"
	// TableAt is LoadAt of a table, without Const; where there is no lane it reads the first
	// element, which tables have to have.
	TableAt = "tableat"
	// TableRow: Dst = element Const of the table Array, in all lanes.
	TableRow = "tablerow"
	// ReadColumn: the elements of Array = those of the event of each lane in a column,
	// in the lanes of Args[0]; Args[1] are the lanes' numbers. From is the column.
	ReadColumn = "readcolumn"
	// WriteColumn is the way back: Array is the column.
	WriteColumn = "writecolumn"
)

// memoryForms are the forms that read or write arrays, and whether they write.
var memoryForms = map[string]bool{
	Load: false, LoadRow: false, LoadAt: false, LoadTable: false, TableRow: false, TableAt: false, LoadFrame: false,
	LoadRecord: false,
	StoreAt:    true, StoreTable: true, StoreFrame: true, Store: true, StoreRow: true, Fill: true, Rows: true,
	Part:       true,
	ReadColumn: true, WriteColumn: true,
}

// writesMemory reports whether an instruction is needed although nobody reads its result.
func (in *Instr) writesMemory() bool {
	name, _, _ := strings.Cut(in.Op, ".")
	return memoryForms[name]
}

// FrameElements is how many elements a frame has, of 8 bytes each, and FrameLanes how many
// lanes.
const (
	FrameElements = 8
	FrameLanes    = 8
)

// FrameRows is how many rows of a group's memory so many frames of each lane take. A lane's frames lie
// nine rows behind the lane's before, and whole pages: so neither the frames of one depth nor those of a few
// depths beside it fall into one set of a cache, or are taken for one another by their addresses' low bits.
func FrameRows(frames int) int {
	rows := frames + 1
	return FrameLanes * (rows + (pageRows+laneRows-rows%pageRows)%pageRows)
}

const (
	pageRows = 64 // rows of 4096 bytes
	laneRows = 9
)

// LoadFrame returns an element of the frame below a depth, as a value of a type.
func (b *Builder) LoadFrame(array, element int, depth Value, t optab.Type) Value {
	op := LoadFrame + "." + b.F.Arrays[array].Type.String()
	return b.read(Instr{Op: op, Args: []Value{depth}, Const: uint64(element), Array: array}, t)
}

// LoadRecord returns a word of a record of a table.
func (b *Builder) LoadRecord(array, word int, number Value) Value {
	return b.read(Instr{Op: LoadRecord + ".u64", Args: []Value{number}, Const: uint64(word), Array: array}, optab.U64)
}

// AddArray adds an array and returns its number.
func (b *Builder) AddArray(a Array) int {
	b.F.Arrays = append(b.F.Arrays, a)
	b.versions = append(b.versions, 0)
	return len(b.F.Arrays) - 1
}

// Load returns an element of an array, or of a table, in the lanes of a mask.
func (b *Builder) Load(form string, array int, mask, index Value) Value {
	t := b.F.Arrays[array].Type
	at := element{array, b.versions[array], index}
	for _, known := range b.loaded[at] {
		if b.Among(mask, known.mask) {
			return known.value
		}
	}
	v := b.read(Instr{Op: form + "." + t.String(), Args: []Value{mask, index}, Array: array}, t)
	if len(b.known) == 1 { // on all ways
		if b.loaded == nil {
			b.loaded = map[element][]loadedIn{}
		}
		b.loaded[at] = append(b.loaded[at], loadedIn{mask, v})
	}
	return v
}

// element is one of an array, as it was after so many writes.
type element struct {
	array, version int
	index          Value
}

// loadedIn is what was loaded, and in which lanes.
type loadedIn struct{ mask, value Value }

// mostAsked is how many masks are looked at to find out how two belong together. A mask may be made of another one in
// very many ways, and all of them would be followed.
const mostAsked = 256

// asking is a question about two masks.
type asking struct {
	*Builder
	left int // how many more may be looked at
}

func (b *asking) look() bool {
	b.left--
	return b.left >= 0
}

// Among reports whether a mask is made of another by taking lanes away, as far as that is found out soon.
func (b *Builder) Among(mask, of Value) bool { return (&asking{b, mostAsked}).among(mask, of) }

func (b *asking) among(mask, of Value) bool {
	if mask == of {
		return true
	}
	if !b.look() {
		return false
	}
	if in := b.made(of); in.Op == "andnot.bool" && b.among(mask, in.Args[0]) && b.without(mask, in.Args[1]) {
		return true
	}
	switch in := b.made(mask); in.Op {
	case "and.bool":
		return b.among(in.Args[0], of) || b.among(in.Args[1], of)
	case "andnot.bool":
		return b.among(in.Args[0], of)
	}
	return false
}

// Without reports whether the lanes of another mask were taken away from a mask, as far as that is found out soon.
func (b *Builder) Without(mask, lanes Value) bool {
	return (&asking{b, mostAsked}).without(mask, lanes)
}

func (b *asking) without(mask, lanes Value) bool {
	if !b.look() {
		return false
	}
	in := b.made(mask)
	switch in.Op {
	case "and.bool":
		return b.without(in.Args[0], lanes) || b.without(in.Args[1], lanes)
	case "andnot.bool":
		x, y := in.Args[0], in.Args[1]
		away := b.made(y)
		// Those of the mask are as good as all.
		only := away.Op == "and.bool" && lanes != x &&
			slices.Contains(away.Args, x) && slices.Contains(away.Args, lanes)
		return y == lanes || only || b.without(x, lanes)
	}
	return false
}

// LoadAt returns an element of an array, or of a table, that is the same for all lanes of a
// mask.
func (b *Builder) LoadAt(form string, array, plus int, exists Existence, mask, index Value) Value {
	t := b.F.Arrays[array].Type
	in := Instr{Op: form + "." + t.String(), Args: []Value{mask, index}, Const: uint64(plus), Array: array,
		Exists: exists}
	return b.read(in, t)
}

// StoreAt replaces such an element of an array. One of the lanes among tells which it is.
func (b *Builder) StoreAt(array, plus int, exists Existence, mask, v, index, among Value) {
	b.Write(StoreAt, array, 0, plus, mask, v, index, among)
	b.F.Code[len(b.F.Code)-1].Exists = exists
}

// Sum takes a value apart into another and a constant of the same type.
func (b *Builder) Sum(v Value) (of Value, plus int) {
	in := b.made(v)
	name, _, _ := strings.Cut(in.Op, ".")
	if name != "add" && name != "sub" || !b.F.Types[v].IsInt() {
		return v, 0
	}
	for i := range in.Args {
		c, ok := b.IsConst(in.Args[i])
		n := int64(c)
		if b.F.Types[v] == optab.I32 {
			n = int64(int32(c))
		}
		if ok && (name == "add" || i == 1) && n > -1<<20 && n < 1<<20 {
			if name == "sub" {
				n = -n
			}
			return in.Args[1-i], int(n)
		}
	}
	return v, 0
}

// LoadRow returns an element of an array, or of a table, that is the same for all lanes.
func (b *Builder) LoadRow(form string, array, element int) Value {
	t := b.F.Arrays[array].Type
	return b.read(Instr{Op: form + "." + t.String(), Const: uint64(element), Array: array}, t)
}

// read returns the value of an instruction that reads an array: what it gave before,
// unless the array was written since.
func (b *Builder) read(in Instr, t optab.Type) Value {
	key := in.key(optab.Invalid)
	key.array, key.version, key.element = in.Array, b.versions[in.Array], in.Const
	v, ok := b.find(key)
	if !ok {
		in.Dst = b.F.NewValue(t)
		v = b.add(in)
		b.remember(key, v)
	}
	return v
}

// Write adds an instruction that writes an array: its form, the element or the first of
// them, and the array it reads, as far as the form has them.
//
//go:noinline
func (b *Builder) Write(form string, array, from, element int, args ...Value) {
	b.versions[array]++
	op := form + "." + b.F.Arrays[array].Type.String()
	b.F.Code = append(b.F.Code, Instr{Op: op, Dst: NoValue, Args: args, Const: uint64(element), Array: array,
		From: from})
}
