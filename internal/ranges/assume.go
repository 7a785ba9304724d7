package ranges

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// comparison is what a comparison asks, with the operands in the order in which it is "below".
type comparison uint8

const (
	none comparison = iota
	equal
	unequal
	below
	atMost
	above
	atLeast
)

var comparisons = map[string]comparison{
	"eq": equal, "ne": unequal, "lt": below, "le": atMost, "gt": above, "ge": atLeast,
}

// negated and mirrored are what is asked where a comparison does not hold, and of exchanged
// operands.
var (
	negated  = [...]comparison{none, unequal, equal, atLeast, above, atMost, below}
	mirrored = [...]comparison{none, equal, unequal, above, atLeast, below, atMost}
)

// comparisonOf has what each opcode that compares integers or bools asks, by number.
var comparisonOf = func() []comparison {
	list := program.Opcodes()
	of := make([]comparison, int(list[len(list)-1])+1)
	for _, op := range list {
		if info := op.Info(); info.Out == program.Bool && (info.Type.IsInt() || info.Type == program.Bool) {
			of[op] = comparisons[info.Row.Name]
		}
	}
	return of
}()

// Decided reports whether a comparison of integers holds, if that is known.
func Decided(op program.Opcode, x, y Range) (holds, ok bool) {
	if comparisonOf[op] == none || x.IsEmpty() || y.IsEmpty() {
		return false, false
	}
	if a, _ := Assume(op, true, x, y); a.IsEmpty() {
		return false, true
	}
	if a, _ := Assume(op, false, x, y); a.IsEmpty() {
		return true, true
	}
	return false, false
}

// Assume returns what is left of the operands' ranges if a comparison of integers holds, or does
// not. Both are empty if that cannot be. Of another operation nothing is known.
func Assume(op program.Opcode, holds bool, x, y Range) (Range, Range) {
	is := comparisonOf[op]
	if !holds {
		is = negated[is]
	}
	t := op.Info().Type
	flip := is == above || is == atLeast
	if flip {
		is, x, y = mirrored[is], y, x
	}
	switch is {
	case equal:
		x = x.Meet(y)
		y = y.Meet(x)
	case unequal:
		if n, ok := y.Only(); ok {
			x = x.Without(n)
		}
		if n, ok := x.Only(); ok {
			y = y.Without(n)
		}
	case below, atMost:
		by := int64(0)
		if is == below {
			by = 1
		}
		x, y = ordered(t, by, x, y)
	}
	if x.IsEmpty() || y.IsEmpty() {
		return Empty, Empty
	}
	if flip {
		x, y = y, x
	}
	return x, y
}

// ordered returns what is left where x is by at least so much less than y.
func ordered(t program.Dtype, by int64, x, y Range) (Range, Range) {
	if t == program.U64 {
		if y.Lo < 0 {
			return x, y // y may be from 1<<63 on, which is above all that is plain
		}
		x = x.Meet(Between(0, math.MaxInt64))
		if x.IsEmpty() {
			return x, y
		}
	}
	if y.Hi < math.MinInt64+by || x.Lo > math.MaxInt64-by {
		return Empty, Empty
	}
	return x.Meet(Between(math.MinInt64, y.Hi-by)), y.Meet(Between(x.Lo+by, math.MaxInt64))
}

// CanFault reports whether an elementwise operation may fault on operands of the given ranges.
func CanFault(op program.Opcode, x ...Range) bool {
	info := op.Info()
	if info.Row.Effect != optab.Faults {
		return false
	}
	for _, r := range x {
		if r.IsEmpty() {
			return false // it is never computed
		}
	}
	switch info.Row.Name {
	case "div", "rem":
		return x[len(x)-1].Has(0)
	case "checkindex":
		return x[0].Lo < 0 || x[0].Hi >= x[1].Lo
	case "checkslice", "checklen":
		return x[0].Lo < 0 || x[0].Hi > x[1].Lo
	case "checkcap":
		return x[0].Hi > x[1].Lo
	case "checkwide":
		return !plain(info.Type, x...) || x[1].Lo <= x[0].Hi
	case "shiftcount":
		return x[0].Lo < 0
	}
	return true
}
