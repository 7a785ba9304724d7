package codegen

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// simplify returns the value of an instruction where none is needed, or a
// simpler one does. Every rule keeps the bits of the result, NaN payloads
// aside.
func (b *Builder) simplify(t optab.Type, op string, args []Value) (Value, bool) {
	if v, ok := b.fold(t, op, args); ok {
		return v, true
	}
	if v, ok := b.byIdentity(t, op, args); ok {
		return v, true
	}
	row, of, _ := strings.Cut(op, ".")
	switch row {
	case "bitcast_u64", "bitcast_f64", "bitcast_u32", "bitcast_f32":
		return args[0], true
	case "convert_i64", "convert_u64", "convert_i32", "convert_u32":
		if from := optab.ParseType(of); from.IsInt() && from.Bits() == t.Bits() {
			return args[0], true
		}
	case "select":
		return b.simplifySelect(t, op, args)
	case "fma":
		return b.simplifyFMA(t, of, args)
	case "not":
		if in := b.made(args[0]); in.Op == op {
			return in.Args[0], true
		}
		return b.simplifyNotComparison(t, op, args[0])
	case "and", "or", "xor", "andnot":
		return b.simplifyBits(t, row, op, args)
	case "mul", "quo":
		if row == "mul" && t.IsInt() {
			return b.simplifyShift(t, args)
		}
		if c, ok := b.IsConst(args[1]); ok && row == "quo" && t.IsFloat() {
			if inverse, exact := reciprocal(t, c); exact {
				return b.Emit(t, "mul."+of, args[0], b.Constant(t, inverse)), true
			}
		}
	}
	return NoValue, false
}

// byIdentity applies the identities of the op table.
func (b *Builder) byIdentity(t optab.Type, op string, args []Value) (Value, bool) {
	id, ok := optab.Match(identities()[op], func(i int) (uint64, bool) { return b.IsConst(args[i]) },
		func(i, j int) bool { return args[i] == args[j] })
	if !ok {
		return NoValue, false
	}
	_, of, _ := strings.Cut(op, ".")
	switch {
	case id.Of < 0:
		return b.Constant(t, id.Gives), true
	case id.By != "" && id.And >= 0:
		return b.Emit(t, id.By+"."+of, args[id.Of], args[id.And]), true
	case id.By != "":
		return b.Emit(t, id.By+"."+of, args[id.Of]), true
	}
	return args[id.Of], true
}

// identities are those that rows of the op table claim, by the names of instructions.
var identities = sync.OnceValue(func() map[string][]optab.Identity {
	all := map[string][]optab.Identity{}
	for i := range optab.Table {
		row := &optab.Table[i]
		if row.Form != optab.Elementwise {
			continue
		}
		for _, t := range row.TypeList() {
			if list, _ := row.IdentitiesFor(t); len(list) > 0 { // a test validates the table
				all[row.Name+"."+t.String()] = list
			}
		}
	}
	return all
})

// simplifyShift makes a shift of a product of integers of which one is a power of two: no instruction
// set multiplies as fast, and AVX2 has no product of 64-bit numbers.
func (b *Builder) simplifyShift(t optab.Type, args []Value) (Value, bool) {
	for i, a := range args {
		if c, ok := b.IsConst(a); ok && bits.OnesCount64(c) == 1 {
			by := b.Constant(optab.U64, uint64(bits.TrailingZeros64(c)))
			return b.Emit(t, "shl."+t.String(), args[1-i], by), true
		}
	}
	return NoValue, false
}

// reciprocal returns 1/c, and whether it is exact, so that a division by c is a product: if c is
// a power of two, and neither it nor 1/c is subnormal.
func reciprocal(t optab.Type, c uint64) (inverse uint64, exact bool) {
	mantissa := uint64(52)
	if t == optab.F32 {
		mantissa = 23
	}
	bias := uint64(1)<<(t.Bits()-2-int(mantissa)) - 1
	exponent := c << 1 & WidthMask(t) >> (mantissa + 1)
	if c&(1<<mantissa-1) != 0 || exponent == 0 || exponent >= 2*bias {
		return 0, false
	}
	return c&(1<<(t.Bits()-1)) | (2*bias-exponent)<<mantissa, true
}

// fold computes an instruction whose arguments are all constant.
func (b *Builder) fold(t optab.Type, op string, args []Value) (Value, bool) {
	var c [3]uint64
	for i, a := range args {
		bits, ok := b.IsConst(a)
		if !ok {
			return NoValue, false
		}
		c[i] = bits
	}
	bits, ok := evalOp(op, t, c)
	if !ok {
		return NoValue, false
	}
	return b.Constant(t, bits), true
}

func (b *Builder) simplifySelect(t optab.Type, op string, args []Value) (Value, bool) {
	c, x, y := args[0], args[1], args[2]
	if in := b.made(c); in.Op == "not.bool" {
		return b.Emit(t, op, in.Args[0], y, x), true
	}
	if bit, ok := b.IsConst(y); ok && t == optab.Bool && bit != 0 {
		return b.Emit(optab.Bool, "or.bool", b.Emit(optab.Bool, "not.bool", c), x), true
	}
	if v, ok := b.simplifyOrdered(t, b.made(c), x, y); ok {
		return v, true
	}
	if in := b.made(x); in.Op == op && in.Args[2] == y { // chosen where both hold
		return b.Emit(t, op, b.Emit(optab.Bool, "and.bool", c, in.Args[0]), in.Args[1], y), true
	}
	return NoValue, false
}

// simplifyOrdered replaces the choice of one of two numbers by which of them is less, if the target has an
// instruction that does both. Of floats that are equal, or not ordered, the second is chosen.
func (b *Builder) simplifyOrdered(t optab.Type, cond *Instr, x, y Value) (Value, bool) {
	row, of, _ := strings.Cut(cond.Op, ".")
	ordered, ok := orderedChoices[row]
	if !ok || of == "bool" || optab.ParseType(of).Bits() != t.Bits() {
		return NoValue, false
	}
	if float := optab.ParseType(of).IsFloat(); float && (row == "le" || row == "ge") {
		return NoValue, false
	}
	op := ordered[0]
	switch {
	case cond.Args[0] == x && cond.Args[1] == y:
	case cond.Args[0] == y && cond.Args[1] == x:
		op = ordered[1]
	default:
		return NoValue, false
	}
	if op += "." + of; !b.Has(op) {
		return NoValue, false
	}
	return b.Emit(t, op, x, y), true
}

// orderedChoices are what a choice is by a comparison of what is chosen if that holds with the other, and by one of
// the other with it.
var orderedChoices = map[string][2]string{
	"lt": {Lesser, Greater}, "le": {Lesser, Greater}, "gt": {Greater, Lesser}, "ge": {Greater, Lesser},
}

// simplifyNotComparison turns a comparison round instead of its result. Of
// floats only == and != are each other's opposite: NaN is not ordered.
func (b *Builder) simplifyNotComparison(t optab.Type, op string, x Value) (Value, bool) {
	if op != "not.bool" {
		return NoValue, false
	}
	in := b.made(x)
	row, of, _ := strings.Cut(in.Op, ".")
	opposite, ok := optab.Opposite(row, optab.ParseType(of))
	if of == "bool" || !ok {
		return NoValue, false
	}
	return b.Emit(t, opposite+"."+of, in.Args[0], in.Args[1]), true
}

func (b *Builder) simplifyBits(t optab.Type, row, op string, args []Value) (Value, bool) {
	x, y := args[0], args[1]
	if row != "andnot" {
		if _, ok := b.IsConst(x); ok {
			x, y = y, x
		}
	}
	if c, ok := b.IsConst(y); ok {
		if c == 1 && row == "and" && b.isSign(t, x) {
			return b.Emit(t, "shr.u"+strconv.Itoa(t.Bits()), b.made(x).Args...), true
		}
		if row == "andnot" {
			return b.Emit(t, "and."+t.String(), x, b.Constant(t, ^c&WidthMask(t))), true
		}
		return NoValue, false
	}
	if row == "or" && t == optab.Bool {
		return b.simplifyOutside(x, y)
	}
	if row == "andnot" && t == optab.Bool {
		return b.simplifyWithout(x, y)
	}
	if row != "and" {
		return NoValue, false
	}
	not := "not." + t.String()
	if in := b.made(y); in.Op == not {
		return b.Emit(t, "andnot."+t.String(), x, in.Args[0]), true
	}
	if in := b.made(x); in.Op == not {
		return b.Emit(t, "andnot."+t.String(), y, in.Args[0]), true
	}
	return NoValue, false
}

// simplifyWithout finds x without the lanes of y where they were taken away before, or where y is
// what is left of x without others.
func (b *Builder) simplifyWithout(x, y Value) (Value, bool) {
	of := x
	for range maxTaken {
		in := b.made(of)
		if in.Op != "andnot.bool" {
			break
		}
		if in.Args[1] == y {
			return x, true
		}
		of = in.Args[0]
	}
	if in := b.made(y); in.Op == "andnot.bool" && in.Args[0] == x {
		if part := b.made(in.Args[1]); part.Op == "and.bool" && slices.Contains(part.Args, x) {
			return in.Args[1], true
		}
	}
	return NoValue, false
}

// maxTaken is how many times lanes were taken away from a mask that are looked at.
const maxTaken = 8

// simplifyOutside makes one comparison of the two that ask whether an index is below zero, or
// not below a constant.
func (b *Builder) simplifyOutside(x, y Value) (Value, bool) {
	low, high := b.made(x), b.made(y)
	if low.Op != "lt.i64" || high.Op != "ge.i64" || low.Args[0] != high.Args[0] {
		return NoValue, false
	}
	zero, ok := b.IsConst(low.Args[1])
	n, known := b.IsConst(high.Args[1])
	if !ok || !known || zero != 0 || int64(n) < 0 {
		return NoValue, false
	}
	return b.Emit(optab.Bool, "ge.u64", high.Args...), true
}

// isSign reports whether a value is the sign of an integer in all bits of a t.
func (b *Builder) isSign(t optab.Type, v Value) bool {
	in := b.made(v)
	if in.Op != "shr.i"+strconv.Itoa(t.Bits()) {
		return false
	}
	n, ok := b.IsConst(in.Args[1])
	return ok && n == uint64(t.Bits())-1
}

// simplifyFMA takes signs off the arguments, if the target has an instruction
// that puts them back.
func (b *Builder) simplifyFMA(t optab.Type, of string, args []Value) (Value, bool) {
	x, negX := b.withoutSign(args[0])
	y, negY := b.withoutSign(args[1])
	z, negZ := b.withoutSign(args[2])
	op := ""
	switch product := negX != negY; {
	case product && negZ:
		op = FusedNegSub
	case product:
		op = FusedNegAdd
	case negZ:
		op = FusedSub
	case negX: // both
		op = "fma"
	default:
		return NoValue, false
	}
	op += "." + of
	if !strings.HasPrefix(op, "fma.") && !b.Has(op) {
		return NoValue, false
	}
	return b.Emit(t, op, x, y, z), true
}

// withoutSign returns what a value is the negative of, and whether it is one.
func (b *Builder) withoutSign(v Value) (Value, bool) {
	if in := b.made(v); strings.HasPrefix(in.Op, "neg.") {
		return in.Args[0], true
	}
	return v, false
}
