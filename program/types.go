package program

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Dtype is the type of a tensor's elements.
type Dtype = optab.Type

// The element types.
const (
	Invalid = optab.Invalid
	Bool    = optab.Bool
	I32     = optab.I32
	I64     = optab.I64
	U32     = optab.U32
	U64     = optab.U64
	F32     = optab.F32
	F64     = optab.F64
)

// TensorType is an element type with an event shape: the dimensions of one
// lane's value. The lane axis is not part of it; [] is a scalar.
type TensorType struct {
	Dtype Dtype // of the elements
	Shape []int // empty for a scalar
}

// Scalar returns the type of a scalar.
func Scalar(d Dtype) TensorType { return TensorType{Dtype: d} }

// Array returns the type of an event of the given shape.
func Array(d Dtype, shape ...int) TensorType { return TensorType{Dtype: d, Shape: shape} }

// Elements returns the number of elements of one event: 1 for a scalar, and
// AnyLength if it is not known.
func (t TensorType) Elements() int { return Elements(t.Shape) }

// Elements returns the number of elements of an event of the given shape, or
// AnyLength if a dimension is that.
//
//go:noinline
func Elements(shape []int) int {
	n := 1
	for _, d := range shape {
		if d == AnyLength {
			return AnyLength
		}
		n *= d
	}
	return n
}

// Equal reports whether t and u are the same type.
func (t TensorType) Equal(u TensorType) bool {
	return t.Dtype == u.Dtype && slices.Equal(t.Shape, u.Shape)
}

// String returns the text form: "f64", "f64[3,2]", "f64[?]".
func (t TensorType) String() string { return t.Dtype.String() + formatShape(t.Shape) }

func formatShape(shape []int) string {
	if len(shape) == 0 {
		return ""
	}
	parts := make([]string, len(shape))
	for i, d := range shape {
		if parts[i] = strconv.Itoa(d); d == AnyLength {
			parts[i] = "?"
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// Type is the type of a variable: a pattern of tensor types.
type Type = Pattern[TensorType]

// Names is a pattern of variable names: what a function takes or returns.
type Names = Pattern[string]

// Variables returns the variables of a parameter or result list from left to
// right. The zero Names is the empty list.
func Variables(n Names) []string {
	if n.IsLeaf() && n.Leaf() == "" {
		return nil
	}
	return n.Flatten()
}

// Of returns the type of a variable holding a single tensor.
func Of(t TensorType) Type { return Leaf(t) }

// BroadcastShapes returns the event shape that shapes a and b have in common
// under the usual rule (aligned at the last axis; equal or 1), and whether
// there is one.
func BroadcastShapes(a, b []int) ([]int, bool) {
	n := max(len(a), len(b))
	out := make([]int, n)
	for i := 1; i <= n; i++ {
		da, db := 1, 1
		if i <= len(a) {
			da = a[len(a)-i]
		}
		if i <= len(b) {
			db = b[len(b)-i]
		}
		switch {
		case da == db || db == 1:
			out[n-i] = da
		case da == 1:
			out[n-i] = db
		default:
			return nil, false
		}
	}
	if n == 0 {
		return nil, true
	}
	return out, true
}

// BroadcastOffsets returns, for each element of an event of shape out, the
// element of an event of shape in that it reads.
func BroadcastOffsets(in, out []int) []int {
	offsets := make([]int, Elements(out))
	strides := make([]int, len(out))
	step := 1
	for i := 1; i <= len(in); i++ {
		d := in[len(in)-i]
		if d != 1 {
			strides[len(out)-i] = step
		}
		step *= d
	}
	coord := make([]int, len(out))
	for e := range offsets {
		for a, c := range coord {
			offsets[e] += c * strides[a]
		}
		for a := len(out) - 1; a >= 0; a-- {
			if coord[a]++; coord[a] < out[a] {
				break
			}
			coord[a] = 0
		}
	}
	return offsets
}

func itoa(i int) string { return strconv.Itoa(i) }
