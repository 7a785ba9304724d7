package circuit

import "github.com/lockstep-simt/lockstep/program"

// Type is the type of a gate's output in 32 bits.
//
//	31     1: a machine type, as all of ours are
//	30-29  Variance
//	15-8   the secondary type: the element type of the program, which tells
//	       signed and unsigned integers apart
//	7-2    the primary type
//	1      whether there is a value at all
type Type uint32

// Primary is the type that suffices to make code: how wide a value is and which
// kind of register has it. It follows from the operation.
type Primary uint8

const (
	// NoValue: a gate that gives none.
	NoValue Primary = iota
	I1              // a bool
	I32             // an integer of 32 bits, with a sign or without
	I64             // of 64 bits
	F32             // a float32
	F64             // a float64
	primaryEnd
)

var primaryNames = [primaryEnd]string{"novalue", "i1", "i32", "i64", "f32", "f64"}

// String returns the name of the type as a circuit is printed with.
func (p Primary) String() string { return primaryNames[p] }

// Variance says for which lanes a value is the same: what the seed's bits about
// garbage collection say of values at safepoints, these say of lanes at a
// divergence.
type Variance uint8

const (
	// MayVary: nothing is known.
	MayVary Variance = iota
	// Varies: each lane has a value of its own.
	Varies
	// Same: one value for all lanes.
	Same
	// Control: not a value of lanes.
	Control
)

var varianceNames = [4]string{"", "varying", "uniform", "control"}

// String returns the variance as a circuit is printed with; MayVary is empty.
func (v Variance) String() string { return varianceNames[v] }

const (
	machineBit   Type = 1 << 31
	varianceBits Type = 3 << 29
	outputBit    Type = 1 << 1
)

// Empty is the type of gates without a value.
const Empty = machineBit | Type(Control)<<29

// ValueOf returns the type of a value whose element type is all that is
// known.
func ValueOf(d program.Dtype) Type {
	return machineBit | Type(d)<<8 | Type(primaryOf(d))<<2 | outputBit
}

func primaryOf(d program.Dtype) Primary {
	switch d {
	case program.Bool:
		return I1
	case program.I32, program.U32:
		return I32
	case program.I64, program.U64:
		return I64
	case program.F32:
		return F32
	case program.F64:
		return F64
	}
	return NoValue
}

// HasValue reports whether the gate has a value.
func (t Type) HasValue() bool { return t&outputBit != 0 }

// Primary returns the primary type.
func (t Type) Primary() Primary { return Primary(t >> 2 & 63) }

// Dtype returns the element type of the program.
func (t Type) Dtype() program.Dtype { return program.Dtype(t >> 8) }

// Variance says for which lanes the value is the same.
func (t Type) Variance() Variance { return Variance(t & varianceBits >> 29) }

// With returns the type with another variance.
func (t Type) With(v Variance) Type { return t&^varianceBits | Type(v)<<29 }

// String returns the element type, and the variance where it is known.
func (t Type) String() string {
	if !t.HasValue() {
		return "novalue"
	}
	if v := t.Variance(); v != MayVary {
		return t.Dtype().String() + " " + v.String()
	}
	return t.Dtype().String()
}

// wellFormed reports whether the parts of a type fit together.
func (t Type) wellFormed() bool {
	if !t.HasValue() {
		return t == Empty
	}
	return t == ValueOf(t.Dtype()).With(t.Variance()) && t.Primary() != NoValue && t.Variance() != Control
}
