package optab

import "math"

// Type is the element type of a tensor. There are seven: Go's 8- and 16-bit
// integers are stored in 32 bits by the frontends, and int and uint are 64-bit.
type Type uint8

// The element types, as Go calls them.
const (
	Invalid Type = iota // no type
	Bool                // bool
	I32                 // int32, and what Go stores in 8 or 16 bits with a sign
	I64                 // int64 and int
	U32                 // uint32, and what Go stores in 8 or 16 bits without
	U64                 // uint64 and uint
	F32                 // float32
	F64                 // float64
	typeEnd
)

// Types lists every type in declaration order.
func Types() []Type { return []Type{Bool, I32, I64, U32, U64, F32, F64} }

var typeInfo = [typeEnd]struct {
	name, goName string
	size         int
}{
	Invalid: {"invalid", "invalid", 0},
	Bool:    {"bool", "bool", 1},
	I32:     {"i32", "int32", 4},
	I64:     {"i64", "int64", 8},
	U32:     {"u32", "uint32", 4},
	U64:     {"u64", "uint64", 8},
	F32:     {"f32", "float32", 4},
	F64:     {"f64", "float64", 8},
}

// String returns the type's name in the text form: "f64".
func (t Type) String() string {
	if t >= typeEnd {
		return "invalid"
	}
	return typeInfo[t].name
}

// GoName returns the Go type with the same values: "float64".
func (t Type) GoName() string { return typeInfo[t].goName }

// Size returns the bytes one element takes outside the machine. (Inside, a
// bool is one bit.)
func (t Type) Size() int { return typeInfo[t].size }

// IsFloat reports whether t is a floating-point type.
func (t Type) IsFloat() bool { return t == F32 || t == F64 }

// IsInt reports whether t is an integer type.
func (t Type) IsInt() bool { return t >= I32 && t <= U64 }

// IsSigned reports whether t is a signed integer type.
func (t Type) IsSigned() bool { return t == I32 || t == I64 }

// Bits returns the width of a number in bits, and 1 for bool.
func (t Type) Bits() int {
	if t == Bool {
		return 1
	}
	return 8 * t.Size()
}

// FloatBits returns a number as the bits of an element of t, which is F32 or F64; F32 rounds it.
func (t Type) FloatBits(x float64) uint64 {
	if t == F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// IsNaN reports whether the bits of an element of t are a NaN; those of no integer or bool are.
func (t Type) IsNaN(bits uint64) bool {
	switch t {
	case F64:
		return bits<<1 > 0x7ff<<53
	case F32:
		return uint32(bits)<<1 > 0xff<<24
	}
	return false
}

// ParseType returns the type with the given text name, or Invalid.
func ParseType(name string) Type {
	for t := Bool; t < typeEnd; t++ {
		if typeInfo[t].name == name {
			return t
		}
	}
	return Invalid
}

// Class is the type of one operand or result of a row: a fixed type, or the
// type the opcode ranges over.
type Class struct {
	Fixed Type // Invalid: the row's T
}

// Of returns the class's type in the opcode for t.
func (c Class) Of(t Type) Type {
	if c.Fixed == Invalid {
		return t
	}
	return c.Fixed
}

// Form says how an operation treats event shapes. Forms are few on purpose: a
// new operation normally adds a row and no code.
type Form uint8

const (
	InvalidForm Form = iota // no form
	// Elementwise: operands' event shapes are broadcast together; each element
	// is computed by the row's expression.
	Elementwise
	// Const: one literal, broadcast to the destination's shape.
	Const
	// Copy: moves values of any type, several at once; all are read before any
	// is written. A destination's shape may be larger: the value is broadcast.
	Copy
	// Reduce: folds the last axis of the event with the row's expression, from
	// element 0 upwards.
	Reduce
	// Index: x, i... takes the element (or sub-array) of x at the given leading
	// indices; an index out of range is a fault.
	Index
	// Insert: x, v, i... is x with the element (or sub-array) at the given
	// leading indices replaced by v; an index out of range is a fault.
	Insert
	// Dot: the inner product over the last axis, added up from element 0.
	Dot
	// MatVec: a matrix [m,n] times a vector [n]; each row is a Dot.
	MatVec
	// Reshape: the same elements in row-major order under the destination's
	// shape.
	Reshape
)

// FirstIndex is which operand of an Index or Insert is its first index, and 0 for other forms.
func (f Form) FirstIndex() int {
	switch f {
	case Index:
		return 1
	case Insert:
		return 2
	}
	return 0
}

// Effect says what an operation may do besides giving its results.
type Effect uint8

const (
	Pure   Effect = iota // nothing
	Faults               // may end the lane with the row's fault code
)

// Exact says what every tier promises about the bits of a result.
type Exact uint8

const (
	Bits Exact = iota // the same bits as the scalar expression, always
	// ULP1: a function of package libm, within 1 ulp of the real value, and the
	// same bits always.
	ULP1
	// Library: a function of Go's package math. Every tier gives the same bits,
	// those that package math gives on this machine; they may differ between
	// machines and releases of Go, and the error is not bounded here.
	Library
)

// Flag is a claim about an operation that a test proves from its expression.
type Flag uint8

const (
	Commutative Flag = 1 << iota // x op y has the bits of y op x, NaN payloads aside
	Idempotent                   // op(op(x)) is op(x); of two operands, x op x is x
	Involution                   // op(op(x)) is x
	Math                         // a function of package libm or math
	// Unbounded: the time of one element depends on its operands without a
	// useful bound, so it must not be computed for lanes that hold junk.
	Unbounded
)

// Code is the reason a lane ended early.
type Code uint8

// The reasons. What a compiled Go function would panic with has Go's words; see [Code.String].
const (
	NoFault         Code = iota // the lane did not fault
	DivideByZero                // an integer was divided by zero
	IndexOutOfRange             // an index was negative or not below the length
	NegativeShift               // a shift count was negative
	Overflow                    // a quotient does not fit, as of bits.Div64
	Panic                       // the function called panic
	StackOverflow               // the lane recursed deeper than the run allows
	StepLimit                   // the lane ran more blocks than the run allows
	SliceOutOfRange             // a slice expression had bounds beyond the capacity, or out of order
	// MakeSliceOutOfRange is a length or a capacity of make that is negative or too large.
	MakeSliceOutOfRange
	// NilDereference is a use of a pointer, function or interface that is nil.
	NilDereference
	// CapacityExceeded is a slice that got longer than there is room for: a limit of the batch, not of Go.
	CapacityExceeded
	// NeedsGo ends lanes that get to code without a batched form, which the
	// compiled function can run.
	NeedsGo
	codeEnd
)

var codeNames = [codeEnd]string{
	NoFault:         "",
	DivideByZero:    "integer divide by zero",
	IndexOutOfRange: "index out of range",
	NegativeShift:   "negative shift amount",
	Overflow:        "integer overflow",
	Panic:           "panic",
	StackOverflow:   "stack overflow",
	StepLimit:       "step limit exceeded",

	SliceOutOfRange:     "slice bounds out of range",
	MakeSliceOutOfRange: "makeslice: len out of range",
	NilDereference:      "invalid memory address or nil pointer dereference",
	CapacityExceeded:    "what is made outgrows its room (-make-cap)",
	NeedsGo:             "needs the compiled function",
}

// String returns the code's words as they appear in reports.
func (c Code) String() string {
	if c >= codeEnd {
		return "unknown fault"
	}
	return codeNames[c]
}

// Panics reports whether the compiled Go function panics where a lane faults so. The others are limits of a run, or of
// what has a batched form.
func (c Code) Panics() bool {
	switch c {
	case NoFault, StackOverflow, StepLimit, CapacityExceeded, NeedsGo:
		return false
	}
	return true
}

// Codes lists every fault code in order.
func Codes() []Code {
	codes := make([]Code, 0, codeEnd-1)
	for c := DivideByZero; c < codeEnd; c++ {
		codes = append(codes, c)
	}
	return codes
}
