package codegen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Func is the code of one kernel: straight-line, but for regions that are jumped over and
// loops. Every value holds one element per
// lane; the kernel runs it for one register full of lanes after another.
type Func struct {
	Name   string       // the mnemonic the kernel is registered under: "exp.f64"
	Params []Value      // X, Y, Z, loaded from memory
	Types  []optab.Type // of each Value; Bool is a mask
	Code   []Instr
	Result Value
	// Results, if there are any, take the place of Result: in code that is part of a
	// larger whole, see Emitter.
	Results []Value
	// Fault, if not NoValue, is the mask of the lanes that fault; their result
	// is stored as zero.
	Fault Value
	// Power, if not nil, is what the kernel does instead where Y is uniform and a
	// power of two, greater than 0. In it Y is the exponent, an unsigned integer of
	// the same width.
	Power *Func
	// Arrays is the memory of the code.
	Arrays []Array
	// Same are parameters that are the same in all lanes, and in all copies that Weave makes.
	Same map[Value]bool
}

// Value is the number of a virtual register: an index into Func.Types.
type Value int32

// NoValue stands for an absent value.
const NoValue Value = -1

// Instr computes Dst from Args. Every value is defined once, before its uses
// in the order of the code, but for those that Merge changes.
//
// What counts is the type in Op: a value may be used as any type of its own's
// width, and translated code has no casts between such types (bitcast_…, and
// conversions between signed and unsigned). The count of a shift is an unsigned
// integer of x's width, or a u64.
type Instr struct {
	// Op is a mnemonic of the op table with its type ("fma.f64",
	// "convert_f64.f32", "lt.i64", "select.f64", "shl.u64", "and.bool"), or one
	// of the forms below.
	Op   string
	Args []Value
	// Mark is a number of the caller's that says what the instruction is of, for those who
	// print the code; 0 is what the one before is of.
	Mark  int
	Const uint64   // Const: the bits. A shift by a constant has it as a Const argument.
	Table []uint64 // Lookup: the elements' bits, 2ⁿ of them
	// Array and From are the arrays that it writes or reads, see memory.go.
	Array, From int
	Dst         Value
	// Exists is what is known of the element that LoadAt or StoreAt means.
	Exists Existence
}

// Existence is what is known of an element that an access means.
type Existence uint8

const (
	// Unsure: it may not exist.
	Unsure Existence = iota
	// Within: it exists if some lane is there.
	Within
	// Met: it exists, as some lane is there whenever the code runs.
	Met
)

// The forms that are not rows of the op table.
const (
	// Const: Dst = Const, in every lane.
	Const = "const"
	// Lookup: Dst = Table[Args[0]]; the index, of Dst's width, is in range.
	Lookup = "lookup"
	// Scale: Dst = Args[0] times 2 to the power Args[1]: libm's scale, and
	// scale32 where Dst is an f32. A target without an instruction for it is given
	// the definition's body instead.
	Scale = "scale"
	// ToFraction and FromFraction convert an i64 of less than 51 bits and a sign to an f64, and an f64 that
	// is truncated to such to an i64, where a target has nothing better: by the fraction of a float.
	ToFraction   = "fraction.i64"
	FromFraction = "fraction.f64"
	// Lesser and Greater, with a type behind: Dst = x if x < y, or x > y, and y elsewhere: what a target has one
	// instruction for.
	Lesser  = "lesser"
	Greater = "greater"
	// FusedSub, FusedNegAdd and FusedNegSub, with a type behind: Dst = x*y - z,
	// -x*y + z, and -x*y - z, each with one rounding. Translated code has them only for
	// targets that do.
	FusedSub    = "fms"
	FusedNegAdd = "fnma"
	FusedNegSub = "fnms"
	// If: the code up to the matching End runs for all lanes if Args[0] holds in
	// any, and is jumped over if it holds in none. Values defined inside are
	// not used after End; results leave by Merge.
	If = "if"
	// End closes the innermost If, or Unless.
	End = "end"
	// Do: the code up to the matching While is a loop. What a round changes by Merge
	// is read by the next; all else that it defines is its own.
	Do = "do"
	// While: the code from the matching Do on runs once more if Args[0] holds in any lane.
	While = "while"
	// Merge: Dst = Args[1] in the lanes where Args[0] holds; others keep
	// their Dst. It is the only instruction that changes a value; that value was made
	// by a Copy before the If or the Do. With one argument, Dst is that in all lanes.
	Merge = "merge"
	// Copy: Dst = Args[0].
	Copy = "copy"
)

// Uses returns how often each value is read, and given as a result.
func (f *Func) Uses() []int {
	uses := make([]int, len(f.Types))
	for _, in := range f.Code {
		for _, a := range in.Args {
			uses[a]++
		}
	}
	for _, v := range append([]Value{f.Result, f.Fault}, f.Results...) {
		if v != NoValue {
			uses[v]++
		}
	}
	return uses
}

// NewValue adds a value of type t.
//
//go:noinline
func (f *Func) NewValue(t optab.Type) Value {
	f.Types = append(f.Types, t)
	return Value(len(f.Types) - 1)
}

// Emit adds an instruction with a new result of type t and returns the result.
//
//go:noinline
func (f *Func) Emit(t optab.Type, op string, args ...Value) Value {
	v := f.NewValue(t)
	f.Code = append(f.Code, Instr{Op: op, Dst: v, Args: slices.Clone(args)})
	return v
}

// Constant adds a constant of type t.
//
//go:noinline
func (f *Func) Constant(t optab.Type, bits uint64) Value {
	v := f.NewValue(t)
	f.Code = append(f.Code, Instr{Op: Const, Dst: v, Const: bits})
	return v
}

// Width returns the bytes of the widest element among the values, bools and
// constants aside: a register of w bytes runs w/Width lanes, and narrower
// elements fill only part of it. (A constant is as wide as what it is used
// with, but for the count of a shift, which is in the instruction.)
func (f *Func) Width() int {
	constant := make([]bool, len(f.Types))
	for _, in := range f.Code {
		if in.Op == Const {
			constant[in.Dst] = true
		}
	}
	w := 0
	for v, t := range f.Types {
		if t != optab.Bool && !constant[v] {
			w = max(w, t.Bits()/8)
		}
	}
	return w
}

// WidthMask has the bits of an element of a type.
func WidthMask(t optab.Type) uint64 { return 1<<t.Bits() - 1 }
