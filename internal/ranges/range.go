package ranges

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// Range is the numbers Lo, Lo+Step, … Hi. A single number has step 0; the step of others is 1 or
// more, and Hi is one of them. Equal ranges are equal values.
type Range struct{ Lo, Hi, Step int64 }

// Empty has no number: it is the range of what is never computed.
var Empty = Range{Lo: 1, Hi: 0}

var anything = Range{math.MinInt64, math.MaxInt64, 1}

// Of returns the range of one number.
func Of(n int64) Range { return Range{n, n, 0} }

// Between returns the numbers from lo to hi.
func Between(lo, hi int64) Range { return every(lo, hi, 1) }

// every returns the numbers from lo to at most hi in steps.
func every(lo, hi, step int64) Range {
	switch {
	case lo > hi:
		return Empty
	case step <= 1:
		step = 1
	default:
		hi -= int64((uint64(hi) - uint64(lo)) % uint64(step))
	}
	if lo == hi {
		step = 0
	}
	return Range{lo, hi, step}
}

// All returns the numbers of a type; of a type that is not of integers or bools, anything.
func All(t program.Dtype) Range {
	switch t {
	case program.Bool:
		return Range{0, 1, 1}
	case program.I32:
		return Range{math.MinInt32, math.MaxInt32, 1}
	case program.U32:
		return Range{0, math.MaxUint32, 1}
	}
	return anything
}

// OfColumn is the range of the numbers in a column of a Go type, which have a type in the program that may be wider.
func OfColumn(t program.GoType, in program.Dtype) Range {
	switch t {
	case program.GoInt8:
		return Between(math.MinInt8, math.MaxInt8)
	case program.GoInt16:
		return Between(math.MinInt16, math.MaxInt16)
	case program.GoUint8:
		return Between(0, math.MaxUint8)
	case program.GoUint16:
		return Between(0, math.MaxUint16)
	}
	return All(in)
}

// OfBits returns the range of a literal.
func OfBits(t program.Dtype, b uint64) Range {
	switch t {
	case program.Bool:
		b &= 1
	case program.I32:
		b = uint64(int64(int32(b)))
	case program.U32:
		b = uint64(uint32(b))
	}
	return Of(int64(b))
}

// IsEmpty reports whether there is no number.
func (r Range) IsEmpty() bool { return r.Lo > r.Hi }

// Has reports whether a number is in the range.
func (r Range) Has(n int64) bool {
	if n < r.Lo || n > r.Hi {
		return false
	}
	return r.Step <= 1 || (uint64(n)-uint64(r.Lo))%uint64(r.Step) == 0
}

// Only returns the one number that there is.
func (r Range) Only() (n int64, ok bool) { return r.Lo, r.Lo == r.Hi }

// Within reports whether all numbers are from lo to hi.
func (r Range) Within(lo, hi int64) bool { return r.Lo >= lo && r.Hi <= hi }

// IsIn reports whether all numbers are of another range.
func (r Range) IsIn(s Range) bool { return r.IsEmpty() || r.Join(s) == s }

// Len returns how many numbers there are, or the most that an int64 can be.
func (r Range) Len() int64 {
	if r.IsEmpty() {
		return 0
	}
	if n := (uint64(r.Hi) - uint64(r.Lo)) / uint64(max(r.Step, 1)); n < math.MaxInt64 {
		return int64(n) + 1
	}
	return math.MaxInt64
}

// Join returns the numbers of both, and those between that no step leaves out.
func (r Range) Join(s Range) Range {
	switch {
	case r == s, s.IsEmpty():
		return r
	case r.IsEmpty():
		return s
	}
	apart := uint64(max(r.Lo, s.Lo)) - uint64(min(r.Lo, s.Lo))
	step := gcd(gcd(uint64(r.Step), uint64(s.Step)), apart)
	if step > math.MaxInt64 {
		step = 1
	}
	return every(min(r.Lo, s.Lo), max(r.Hi, s.Hi), int64(step))
}

// Meet returns the numbers that are in both, and perhaps more of the one with the longer steps.
func (r Range) Meet(s Range) Range {
	if s.Step > r.Step && r.Step > 0 || s.Step == 0 {
		r, s = s, r
	}
	if r.Step == 0 {
		if r.IsEmpty() || !s.Has(r.Lo) {
			return Empty
		}
		return r
	}
	lo, hi := r.Lo, min(r.Hi, s.Hi)
	if s.Lo > lo {
		rest := (uint64(s.Lo) - uint64(lo)) % uint64(r.Step)
		lo = s.Lo
		if rest > 0 {
			up := int64(uint64(r.Step) - rest)
			if lo > math.MaxInt64-up {
				return Empty
			}
			lo += up
		}
	}
	return every(lo, hi, r.Step)
}

// Without returns the range without a number, if that is at one of its ends.
func (r Range) Without(n int64) Range {
	switch {
	case r.IsEmpty():
	case r.Lo == r.Hi && n == r.Lo:
		return Empty
	case n == r.Lo:
		return every(r.Lo+r.Step, r.Hi, r.Step)
	case n == r.Hi:
		return every(r.Lo, r.Hi-r.Step, r.Step)
	}
	return r
}

// in is the range, or all numbers of the type if it has others: results wrap.
func (r Range) in(t program.Dtype) Range {
	if all := All(t); r.IsEmpty() || !r.Within(all.Lo, all.Hi) {
		return all
	}
	return r
}

// gcd returns the greatest common divisor; that of 0 and x is x.
func gcd(x, y uint64) uint64 {
	if x == 0 || y == 0 {
		return x | y
	}
	shift := bits.TrailingZeros64(x | y)
	x >>= bits.TrailingZeros64(x)
	for y != 0 {
		y >>= bits.TrailingZeros64(y)
		if x > y {
			x, y = y, x
		}
		y -= x
	}
	return x << shift
}

// String returns "7", "0..7", "0..6 by 2", with the ends of int64 left out; "nothing" where there
// is not a number.
func (r Range) String() string {
	if r.IsEmpty() {
		return "nothing"
	}
	if r.Lo == r.Hi {
		return strconv.FormatInt(r.Lo, 10)
	}
	end := func(n, last int64) string {
		if n == last {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	s := end(r.Lo, math.MinInt64) + ".." + end(r.Hi, math.MaxInt64)
	if r.Step > 1 {
		s += fmt.Sprintf(" by %d", r.Step)
	}
	return s
}

// Widen returns the range with numbers in the same steps down to lo and up to hi at most.
func (r Range) Widen(lo, hi int64) Range {
	if r.IsEmpty() {
		return r
	}
	step := uint64(max(r.Step, 1))
	lo = min(lo, r.Lo)
	lo += int64((uint64(r.Lo) - uint64(lo)) % step)
	return every(lo, max(hi, r.Hi), int64(step))
}
