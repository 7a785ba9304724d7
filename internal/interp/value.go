package interp

import (
	"fmt"
	"math"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Value is one tensor of one lane: an input or a result.
type Value struct {
	Type program.TensorType
	Bits []uint64 // each element's bits, in row-major order
}

// Scalar returns a scalar value with the given bits.
func Scalar(d program.Dtype, bits uint64) Value {
	return Value{program.Scalar(d), []uint64{bits}}
}

// Bool returns a scalar bool.
func Bool(v bool) Value {
	if v {
		return Scalar(program.Bool, 1)
	}
	return Scalar(program.Bool, 0)
}

// Int32 returns a scalar i32.
func Int32(v int32) Value { return Scalar(program.I32, uint64(uint32(v))) }

// Int64 returns a scalar i64.
func Int64(v int64) Value { return Scalar(program.I64, uint64(v)) }

// Float32 returns a scalar f32.
func Float32(v float32) Value { return Scalar(program.F32, uint64(math.Float32bits(v))) }

// Float64 returns a scalar f64.
func Float64(v float64) Value { return Scalar(program.F64, math.Float64bits(v)) }

// Float64 returns the first element of an f64 value.
func (v Value) Float64() float64 { return math.Float64frombits(v.Bits[0]) }

// Float32 returns the first element of an f32 value.
func (v Value) Float32() float32 { return math.Float32frombits(uint32(v.Bits[0])) }

// Int64 returns the first element of an i64 value.
func (v Value) Int64() int64 { return int64(v.Bits[0]) }

// Bool returns the first element of a bool value.
func (v Value) Bool() bool { return v.Bits[0] != 0 }

// String returns the elements as literals of the text form, in brackets unless
// the value is a scalar.
func (v Value) String() string {
	parts := make([]string, len(v.Bits))
	for i, b := range v.Bits {
		parts[i] = program.FormatLiteral(v.Type.Dtype, b)
	}
	s := strings.Join(parts, " ")
	if len(v.Type.Shape) == 0 {
		return s
	}
	return "[" + s + "]"
}

// Fault is how a lane ended early.
type Fault struct {
	Code program.Code
	Pos  program.Pos // of the instruction, with its file
	Msg  string      // of a panic
}

// String returns "file:line:col: code: message".
func (f *Fault) String() string {
	s := f.Code.String()
	if f.Msg != "" {
		s += ": " + f.Msg
	}
	if f.Pos.IsValid() {
		s = f.Pos.String() + ": " + s
	}
	return s
}

// checkInputs reports inputs that are not what the program takes.
func (o *Oracle) checkInputs(inputs []Value) error {
	want := o.leafTypes(o.in)
	if len(inputs) != len(want) {
		return fmt.Errorf("interp: %s takes %d inputs, not %d", o.p.Name, len(want), len(inputs))
	}
	for i, v := range inputs {
		if !v.Type.Equal(want[i]) || len(v.Bits) != want[i].Elements() {
			return fmt.Errorf("interp: input %d of %s is %s with %d elements, want %s", i, o.p.Name, v.Type,
				len(v.Bits), want[i])
		}
	}
	return nil
}
