package batch

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// Column is one parameter or result over a batch: a slice of a Go number type
// or bool in row-major order, [lane, event...], and the event shape. A column
// shares its slice with the caller.
type Column struct {
	// Data is a []bool, []int8 … []int64, []int, []uint8 … []uint64, []uint,
	// []float32 or []float64; or a *Texts, or the *Lengths of such.
	Data any
	// Shape is the event shape: empty for numbers, [3] for arrays of three.
	Shape []int
}

// Rows returns the number of lanes in the column, and an error if the data is
// of no known type or is not a whole number of events.
func (c Column) Rows() (int, error) {
	n := dataLen(c.Data)
	if n < 0 {
		return 0, fmt.Errorf("%T is not a slice of numbers or bools", c.Data)
	}
	per := program.Elements(c.Shape)
	if per == 0 || n%per != 0 {
		return 0, fmt.Errorf("%d elements are not a whole number of events of shape %v", n, c.Shape)
	}
	return n / per, nil
}

// Slice returns rows lo to hi of the column, sharing its data.
func (c Column) Slice(lo, hi int) Column {
	per := program.Elements(c.Shape)
	return Column{Data: dataSlice(c.Data, lo*per, hi*per), Shape: c.Shape}
}

// accepts reports whether a column can feed or take a variable: one of the Go
// type that the variable was declared with if that is narrower than the stored
// one, since a wider column could hold what the type does not; otherwise one of
// the stored type, or int and uint for the 64-bit types.
func (v *variable) accepts(data any) bool {
	switch data.(type) {
	case *Texts:
		return v.text
	case *Lengths:
		return v.dtype == program.I64 && len(v.shape) == 0
	}
	t := GoType(data)
	return t == v.goType() || v.dtype == program.I64 && t == program.GoInt ||
		v.dtype == program.U64 && t == program.GoUint
}

// NewColumn returns a zeroed column of elements of the Go type goType, and whether
// there is such a type.
func NewColumn(goType program.GoType, rows int, shape []int) (Column, bool) {
	n := rows * program.Elements(shape)
	d := makeData(goType, n)
	return Column{Data: d, Shape: shape}, d != nil
}
