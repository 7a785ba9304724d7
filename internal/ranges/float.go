package ranges

import (
	"fmt"
	"math"

	"github.com/lockstep-simt/lockstep/program"
)

// Float is the numbers that a float can be, from Lo to Hi in the order in which -0 is below 0, and whether it
// can be NaN. Lo above Hi is no number.
type Float struct {
	Lo, Hi float64
	NaN    bool
}

// AnyFloat is all floats.
var AnyFloat = Float{math.Inf(-1), math.Inf(1), true}

// NoFloat is none: of what is never computed.
var NoFloat = Float{math.Inf(1), math.Inf(-1), false}

// OfFloatBits returns the range of a literal.
func OfFloatBits(t program.Dtype, b uint64) Float {
	x := math.Float64frombits(b)
	if t == program.F32 {
		x = float64(math.Float32frombits(uint32(b)))
	}
	if x != x {
		return Float{NoFloat.Lo, NoFloat.Hi, true}
	}
	return Float{x, x, false}
}

// isBelow reports whether x comes before y.
func isBelow(x, y float64) bool {
	return x < y || x == y && math.Signbit(x) && !math.Signbit(y)
}

func least(x ...float64) float64 {
	m := x[0]
	for _, y := range x[1:] {
		if isBelow(y, m) {
			m = y
		}
	}
	return m
}

func most(x ...float64) float64 {
	m := x[0]
	for _, y := range x[1:] {
		if isBelow(m, y) {
			m = y
		}
	}
	return m
}

// HasNumbers reports whether there is a number, which NaN is not.
func (r Float) HasNumbers() bool { return !isBelow(r.Hi, r.Lo) }

// IsEmpty reports whether there is neither a number nor NaN.
func (r Float) IsEmpty() bool { return !r.NaN && !r.HasNumbers() }

// Has reports whether a float is in the range.
func (r Float) Has(x float64) bool {
	if x != x {
		return r.NaN
	}
	return !isBelow(x, r.Lo) && !isBelow(r.Hi, x)
}

// IsPositive reports whether nothing has the sign of negative numbers, and nothing is NaN.
func (r Float) IsPositive() bool { return !r.NaN && !math.Signbit(r.Lo) }

// HasInfinity reports whether the range has the infinity of a sign.
func (r Float) HasInfinity(sign int) bool { return r.HasNumbers() && r.Has(math.Inf(sign)) }

// hasInfinities reports whether either infinity is in the range.
func (r Float) hasInfinities() bool { return r.HasInfinity(1) || r.HasInfinity(-1) }

// hasZero reports whether a zero is, of either sign.
func (r Float) hasZero() bool { return r.Lo <= 0 && r.Hi >= 0 }

// Join returns the floats of both, and those between.
func (r Float) Join(s Float) Float {
	switch {
	case !r.HasNumbers():
		return Float{s.Lo, s.Hi, r.NaN || s.NaN}
	case !s.HasNumbers():
		return Float{r.Lo, r.Hi, r.NaN || s.NaN}
	}
	return Float{least(r.Lo, s.Lo), most(r.Hi, s.Hi), r.NaN || s.NaN}
}

// Meet returns the floats that are in both.
func (r Float) Meet(s Float) Float {
	m := Float{most(r.Lo, s.Lo), least(r.Hi, s.Hi), r.NaN && s.NaN}
	if !m.HasNumbers() {
		m.Lo, m.Hi = NoFloat.Lo, NoFloat.Hi
	}
	return m
}

// Integers returns the integers that the floats become if they are truncated to a type: the smallest of
// signed ones, too, if some are out of range.
func (r Float) Integers(t program.Dtype) Range {
	lo, hi := math.Trunc(r.Lo), math.Trunc(r.Hi)
	low, above := -0x1p63, 0x1p63
	switch t {
	case program.I32:
		low, above = -0x1p31, 0x1p31
	case program.U32:
		low, above = 0, 0x1p32
	case program.U64:
		low = 0
	}
	switch {
	case r.IsEmpty():
		return Empty
	case !r.NaN && lo >= low && hi < above:
		return Between(int64(lo), int64(hi))
	case t.IsSigned() && hi < above:
		return Between(All(t).Lo, max(All(t).Lo, int64(math.Max(hi, low))))
	}
	return All(t)
}

// String returns "0..1", with "or NaN" where that can be.
func (r Float) String() string {
	text := "no number"
	if r.HasNumbers() {
		text = fmt.Sprintf("%v..%v", r.Lo, r.Hi)
	}
	if r.Lo == r.Hi && math.Signbit(r.Lo) == math.Signbit(r.Hi) {
		text = fmt.Sprint(r.Lo)
	}
	if r.NaN {
		text += " or NaN"
	}
	return text
}
