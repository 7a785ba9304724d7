package codegen

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Array is memory that a Func reads and writes: of each lane an array of its own, as rows
// [element][lane], a row an element of all lanes; or a table that all lanes read, one
// element after the other.
type Array struct {
	Type optab.Type
	Len  int // elements
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
	// LoadTable: Dst = element Args[1] of the table Array, in the lanes of Args[0].
	LoadTable = "loadtable"
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
	Load: false, LoadRow: false, LoadTable: false, TableRow: false,
	Store: true, StoreRow: true, Fill: true, Rows: true, Part: true, ReadColumn: true, WriteColumn: true,
}

// writesMemory reports whether an instruction is needed although nobody reads its result.
func (in *Instr) writesMemory() bool {
	name, _, _ := strings.Cut(in.Op, ".")
	return memoryForms[name]
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
	return b.read(Instr{Op: form + "." + t.String(), Args: []Value{mask, index}, Array: array}, t)
}

// LoadRow returns an element of an array, or of a table, that is the same for all lanes.
func (b *Builder) LoadRow(form string, array, element int) Value {
	t := b.F.Arrays[array].Type
	return b.read(Instr{Op: form + "." + t.String(), Const: uint64(element), Array: array}, t)
}

// read returns the value of an instruction that reads an array: what it gave before,
// unless the array was written since.
func (b *Builder) read(in Instr, t optab.Type) Value {
	key := fmt.Sprint(in.Op, " ", in.Args, " ", in.Const, " ", in.Array, " ", b.versions[in.Array])
	for _, m := range b.known {
		if v, ok := m[key]; ok {
			return v
		}
	}
	in.Dst = b.F.NewValue(t)
	b.known[len(b.known)-1][key] = in.Dst
	return b.add(in)
}

// Write adds an instruction that writes an array: its form, the element or the first of
// them, and the array it reads, as far as the form has them.
func (b *Builder) Write(form string, array, from, element int, args ...Value) {
	b.versions[array]++
	op := form + "." + b.F.Arrays[array].Type.String()
	b.F.Code = append(b.F.Code, Instr{Op: op, Dst: NoValue, Args: args, Const: uint64(element), Array: array, From: from})
}
