package ranges

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// rule gives the range of a result of type t; x are the operands' ranges, none of them empty. It
// may return numbers that t does not have: results wrap.
type rule func(t program.Dtype, x []Range) Range

// rules are the operations that are followed, by the name of their row.
var rules = map[string]rule{
	"const":   func(_ program.Dtype, x []Range) Range { return x[0] },
	"select":  choice,
	"add":     func(_ program.Dtype, x []Range) Range { return sum(x[0], x[1]) },
	"sub":     func(_ program.Dtype, x []Range) Range { return difference(x[0], x[1]) },
	"mul":     func(_ program.Dtype, x []Range) Range { return product(x[0], x[1]) },
	"neg":     func(_ program.Dtype, x []Range) Range { return difference(Of(0), x[0]) },
	"abs":     func(_ program.Dtype, x []Range) Range { return magnitude(x[0]) },
	"not":     not,
	"min":     smaller,
	"max":     larger,
	"div":     quotient,
	"rem":     remainder,
	"remwide": wideRemainder,
	"and":     and,
	"or":      or,
	"xor":     xor,
	"andnot":  func(t program.Dtype, x []Range) Range { return part(x[0], t).Meet(signed(t, x)) },
	"shl":     left,
	"shr":     right,

	"clz":      count,
	"ctz":      trailing,
	"popcount": count,
	"sext8":    func(_ program.Dtype, x []Range) Range { return cut(x[0], Between(math.MinInt8, math.MaxInt8)) },
	"sext16":   func(_ program.Dtype, x []Range) Range { return cut(x[0], Between(math.MinInt16, math.MaxInt16)) },
	"zext8":    func(_ program.Dtype, x []Range) Range { return cut(x[0], Between(0, math.MaxUint8)) },
	"zext16":   func(_ program.Dtype, x []Range) Range { return cut(x[0], Between(0, math.MaxUint16)) },

	"convert_i32": func(_ program.Dtype, x []Range) Range { return x[0] },
	"convert_i64": func(_ program.Dtype, x []Range) Range { return x[0] },
	"convert_u32": func(_ program.Dtype, x []Range) Range { return x[0] },
	"convert_u64": func(_ program.Dtype, x []Range) Range { return x[0] },

	"shiftcount": func(_ program.Dtype, x []Range) Range { return x[0].Meet(Between(0, math.MaxInt64)) },
	"checkindex": func(_ program.Dtype, x []Range) Range { return x[0].Meet(Between(0, max(x[1].Hi, 0)-1)) },
	"checkslice": bounded,
	"checklen":   bounded,
	"checkcap":   func(_ program.Dtype, x []Range) Range { return x[0].Meet(Between(math.MinInt64, x[1].Hi)) },
}

// ruleOf has the rule of each opcode of integers, by number.
var ruleOf = func() []rule {
	list := program.Opcodes()
	of := make([]rule, int(list[len(list)-1])+1)
	for _, op := range list {
		info := op.Info()
		if info.Out == program.Bool && info.Type != program.Bool || info.Out.IsFloat() {
			continue
		}
		float := false
		for _, t := range info.In {
			float = float || t.IsFloat()
		}
		if !float {
			of[op] = rules[info.Row.Name]
		}
	}
	return of
}()

// Result returns the range of what an elementwise operation gives whose operands have the given
// ranges: for an operation that may fault, if it does not.
func Result(op program.Opcode, x ...Range) Range {
	info := op.Info()
	for _, r := range x {
		if r.IsEmpty() {
			return Empty
		}
	}
	if of := ruleOf[op]; of != nil {
		r := of(info.Out, x)
		if r.IsEmpty() && info.Row.Effect == optab.Faults {
			return Empty // it always faults
		}
		return r.in(info.Out)
	}
	if info.Out == program.Bool && len(x) == 2 {
		if holds, ok := Decided(op, x[0], x[1]); ok {
			return OfBits(program.Bool, bit(holds))
		}
	}
	return All(info.Out)
}

func choice(_ program.Dtype, x []Range) Range {
	switch x[0] {
	case Of(0):
		return x[2]
	case Of(1):
		return x[1]
	}
	return x[1].Join(x[2])
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// plus adds numbers, and reports whether the sum is one.
func plus(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) == (y > 0)
}

func sum(x, y Range) Range {
	lo, ok := plus(x.Lo, y.Lo)
	hi, both := plus(x.Hi, y.Hi)
	if !ok || !both {
		return anything
	}
	return every(lo, hi, int64(gcd(uint64(x.Step), uint64(y.Step))))
}

func difference(x, y Range) Range {
	if y.Lo == math.MinInt64 { // which has no negative
		if low := x.Lo - y.Hi; x.Hi < 0 && (y.Hi <= 0 || low < 0) {
			return Between(low, x.Hi-y.Lo)
		}
		return anything
	}
	return sum(x, Range{-y.Hi, -y.Lo, y.Step})
}

// fits reports whether products of such numbers are numbers.
func fits(r Range) bool { return r.Within(math.MinInt32, math.MaxInt32) }

func product(x, y Range) Range {
	if k, ok := y.Only(); ok && fits(y) && x.Within(math.MinInt32, math.MaxInt32) {
		if k < 0 {
			return every(x.Hi*k, x.Lo*k, -x.Step*k)
		}
		return every(x.Lo*k, x.Hi*k, x.Step*k)
	}
	if _, ok := x.Only(); ok {
		if _, ok := y.Only(); !ok {
			return product(y, x)
		}
	}
	if !fits(x) || !fits(y) {
		return anything
	}
	a, b, c, d := x.Lo*y.Lo, x.Lo*y.Hi, x.Hi*y.Lo, x.Hi*y.Hi
	return Between(min(a, b, c, d), max(a, b, c, d))
}

func magnitude(x Range) Range {
	switch {
	case x.Lo >= 0:
		return x
	case x.Lo == math.MinInt64:
		return anything
	case x.Hi <= 0:
		return Range{-x.Hi, -x.Lo, x.Step}
	}
	return Between(0, max(-x.Lo, x.Hi))
}

func not(t program.Dtype, x []Range) Range {
	switch t {
	case program.Bool:
		return difference(Of(1), x[0])
	case program.U32:
		return difference(Of(math.MaxUint32), x[0])
	}
	return difference(Of(-1), x[0]) // -x-1
}

// plain reports whether ranges are in the order of their type: numbers of u64 from 1<<63 on are
// not.
func plain(t program.Dtype, x ...Range) bool {
	for _, r := range x {
		if t == program.U64 && r.Lo < 0 {
			return false
		}
	}
	return true
}

func smaller(t program.Dtype, x []Range) Range {
	if !plain(t, x...) {
		return anything
	}
	return x[0].Join(x[1]).Meet(Between(math.MinInt64, min(x[0].Hi, x[1].Hi)))
}

func larger(t program.Dtype, x []Range) Range {
	if !plain(t, x...) {
		return anything
	}
	return x[0].Join(x[1]).Meet(Between(max(x[0].Lo, x[1].Lo), math.MaxInt64))
}

func quotient(t program.Dtype, x []Range) Range {
	a, b := x[0], x[1]
	if !plain(t, x...) {
		if k, ok := b.Only(); ok && t == program.U64 && k > 1 {
			return Between(0, int64(math.MaxUint64/uint64(k)))
		}
		return anything
	}
	if b.Lo == 0 {
		b = b.Without(0)
	}
	switch {
	case b.IsEmpty():
		return Empty
	case b.Lo > 0:
		return Between(min(a.Lo/b.Lo, a.Lo/b.Hi), max(a.Hi/b.Lo, a.Hi/b.Hi))
	case a.Lo > math.MinInt64:
		return Between(-max(-a.Lo, a.Hi), max(-a.Lo, a.Hi))
	}
	return anything
}

func remainder(t program.Dtype, x []Range) Range {
	a, b := x[0], x[1]
	switch {
	case b == Of(0):
		return Empty
	case t == program.U64 && b.Lo >= 0 && a.Lo < 0:
		return Between(0, b.Hi-1)
	case !plain(t, x...), b.Lo == math.MinInt64:
		return anything
	}
	most := max(-b.Lo, b.Hi) - 1
	if a.Lo >= 0 && b.Lo > a.Hi {
		return a
	}
	if k, ok := b.Only(); ok && a.Lo >= 0 && a.Step > 1 {
		// The steps that divide the divisor stay.
		if step := int64(gcd(uint64(a.Step), uint64(max(k, -k)))); step > 1 {
			return every(a.Lo%step, min(a.Hi, most), step)
		}
	}
	if a.Lo >= 0 {
		return Between(0, min(a.Hi, most))
	}
	return Between(max(a.Lo, -most), max(0, min(a.Hi, most)))
}

// wideRemainder is below the divisor.
func wideRemainder(t program.Dtype, x []Range) Range {
	if !plain(t, x[2]) {
		return anything
	}
	return Between(0, max(x[2].Hi, 1)-1)
}

// part is the range of a number that has some of the bits of x.
func part(x Range, t program.Dtype) Range {
	if x.Lo >= 0 {
		return Between(0, x.Hi)
	}
	return All(t)
}

// signed is the range of what is made bit by bit of two numbers with signs: it needs no more bits than the longer.
func signed(t program.Dtype, x []Range) Range {
	if !t.IsSigned() {
		return All(t)
	}
	size := 0
	for _, r := range x {
		for _, n := range []int64{r.Lo, r.Hi} {
			size = max(size, bits.Len64(uint64(n^n>>63)))
		}
	}
	if size == 63 {
		return All(t)
	}
	return Between(-1<<size, 1<<size-1)
}

func and(t program.Dtype, x []Range) Range {
	r := part(x[0], t).Meet(part(x[1], t)).Meet(signed(t, x))
	for i, mask := range x {
		k, ok := mask.Only()
		if !ok || k == 0 {
			continue
		}
		if y := x[1-i]; k > 0 && k&(k+1) == 0 && y.Within(0, k) {
			return y
		}
		if low := k & -k; low > 1 && r.Lo >= 0 {
			return every(0, r.Hi, low)
		}
	}
	return r
}

// or is the range of xor, but for numbers below either: what is set in one stays set.
func or(t program.Dtype, x []Range) Range {
	r := xor(t, x)
	if x[0].Lo >= 0 && x[1].Lo >= 0 {
		r = r.Meet(Between(max(x[0].Lo, x[1].Lo), math.MaxInt64))
	}
	return r
}

// xor is the range of numbers with no bit that neither has.
func xor(t program.Dtype, x []Range) Range {
	if x[0].Lo < 0 || x[1].Lo < 0 {
		return signed(t, x)
	}
	most := uint64(1)<<bits.Len64(uint64(x[0].Hi|x[1].Hi)) - 1
	return Between(0, int64(most))
}

func left(t program.Dtype, x []Range) Range {
	if k, ok := x[1].Only(); ok && k >= 0 && k < 31 {
		return product(x[0], Of(1<<k))
	}
	if x[0].Lo >= 0 && x[1].Within(0, 62) && x[0].Hi <= math.MaxInt64>>uint(x[1].Hi) {
		return Between(x[0].Lo<<uint(x[1].Lo), x[0].Hi<<uint(x[1].Hi))
	}
	return anything
}

func right(t program.Dtype, x []Range) Range {
	a, by := x[0], x[1]
	if by.Lo < 0 {
		return part(a, t)
	}
	least, most := uint(min(by.Lo, 63)), uint(min(by.Hi, 63))
	switch {
	case a.Lo >= 0:
		return Between(a.Lo>>most, a.Hi>>least)
	case t.IsSigned():
		return Between(a.Lo>>least, max(a.Hi>>least, a.Hi>>most))
	case least > 0:
		return Between(0, int64(^uint64(0)>>least))
	}
	return anything
}

// count is the range of a number of bits.
func count(_ program.Dtype, x []Range) Range { return Between(0, 64) }

// trailing is how many zeros are below the lowest bit that is set, where there is one.
func trailing(t program.Dtype, x []Range) Range {
	if x[0].Lo <= 0 {
		return count(t, x)
	}
	return Between(0, int64(bits.Len64(uint64(x[0].Hi)))-1)
}

// cut is x if it stays as it is, and all that can be left of it otherwise.
func cut(x, most Range) Range {
	if x.IsIn(most) {
		return x
	}
	return most
}

func bounded(_ program.Dtype, x []Range) Range { return x[0].Meet(Between(0, x[1].Hi)) }
