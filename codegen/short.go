package codegen

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Operations on numbers that were shown to be small: products of one multiplication of
// halves, quotients of one division or multiplication of floats, conversions that put a number into the
// fraction of a float. What they give for others is nothing that anybody wants.

// Bounds are the least and the largest number that the operands of an operation's type are, those of u64
// taken as such of i64. Zero Bounds say nothing.
type Bounds struct{ Lo, Hi int64 }

func (s Bounds) within(lo, hi int64) bool { return s != Bounds{} && s.Lo >= lo && s.Hi <= hi }

// Short emits an operation on operands within bounds, if the target has shorter code for such. Operands
// that are constant need not be within the bounds.
func (b *Builder) Short(row string, t optab.Type, args []Value, in Bounds) (v Value, ok bool) {
	if in == (Bounds{}) {
		return NoValue, false
	}
	switch row {
	case "mul":
		return b.shortProduct(t, args[0], args[1], in)
	case "div", "rem":
		return b.shortQuotient(t, args[0], args[1], in, row == "rem")
	case "convert_f64", "convert_f32":
		return b.shortFloat(row, t, args[0], in)
	case "convert_i64", "convert_u64":
		if t == optab.F64 && in.within(-exact, exact-1) && b.Has(FromFraction) {
			return b.Emit(optab.I64, FromFraction, args[0]), true
		}
	case "shr":
		if t == optab.I64 && b.constantWithin(args[0], in).Lo >= 0 {
			return b.Emit(t, "shr.u64", args...), true
		}
	case "min", "max", "lt", "le", "gt", "ge":
		return b.shortOrder(row, t, args, in)
	}
	return NoValue, false
}

// shortOrder compares unsigned numbers as signed ones, which have the same order if they are small.
func (b *Builder) shortOrder(row string, t optab.Type, args []Value, in Bounds) (Value, bool) {
	signed, to := optab.I64, t
	if t.Bits() == 32 {
		signed = optab.I32
	}
	if row != "min" && row != "max" {
		to = optab.Bool
	}
	for _, a := range args {
		in = b.constantWithin(a, in)
	}
	if t.IsSigned() || !in.within(0, math.MaxInt64>>(64-t.Bits())) {
		return NoValue, false
	}
	return b.Emit(to, row+"."+signed.String(), args...), true
}

// constantWithin joins bounds with an operand, if that is constant: a number of 64 bits.
func (b *Builder) constantWithin(v Value, in Bounds) Bounds {
	if c, ok := b.IsConst(v); ok {
		return Bounds{min(in.Lo, int64(c)), max(in.Hi, int64(c))}
	}
	return in
}

// shortProduct multiplies numbers of 32 bits by one multiplication of lower halves.
func (b *Builder) shortProduct(t optab.Type, x, y Value, in Bounds) (Value, bool) {
	in = b.constantWithin(x, b.constantWithin(y, in))
	switch {
	case t.Bits() != 64 || b.isPowerOfTwo(x) || b.isPowerOfTwo(y): // which is a shift
	case in.within(0, math.MaxUint32) && b.Has("mul32.u64"):
		return b.Emit(t, "mul32.u64", x, y), true
	case in.within(math.MinInt32, math.MaxInt32) && b.Has("mul32.i64"):
		return b.Emit(t, "mul32.i64", x, y), true
	}
	return NoValue, false
}

func (b *Builder) isPowerOfTwo(v Value) bool {
	c, ok := b.IsConst(v)
	return ok && c&(c-1) == 0
}

// exact are the bounds of numbers that one addition makes floats of, and back.
const exact = 1 << 51

// isExact reports whether numbers of 64 bits within bounds are such numbers. Unsigned ones below zero are large.
func isExact(t optab.Type, in Bounds) bool {
	if t.IsSigned() {
		return in.within(-exact, exact-1)
	}
	return in.within(0, exact-1)
}

// shortQuotient divides numbers of 64 bits that a float holds, or takes the remainder. The caller sees to zeros.
func (b *Builder) shortQuotient(t optab.Type, x, y Value, in Bounds, remainder bool) (Value, bool) {
	d, constant := b.IsConst(y)
	switch {
	case t.Bits() != 64 || !isExact(t, b.constantWithin(x, b.constantWithin(y, in))):
		return NoValue, false
	case constant && d > 1 && d < 1<<31 && in.within(0, math.MaxInt32) && b.Has("mul32.u64"):
		q := b.reciprocalQuotient(t, x, d)
		if !remainder {
			return q, true
		}
		return b.Emit(t, "sub."+t.String(), x, b.Emit(t, "mul32.u64", q, y)), true
	}
	f := &Func{Name: "short", Fault: NoValue}
	f.Params = []Value{f.NewValue(t), f.NewValue(t)}
	f.Result = divideShort(f, f.Params[0], f.Params[1], d, remainder)
	v, _ := b.Inline(f, x, y)
	return v, true
}

// reciprocalQuotient divides a number from 0 to 2³¹-1 by a constant between 1 and 2³¹: with the least M that is
// above 2ⁿ/d, for n of 31 and the bits of d-1, M·x exceeds 2ⁿ·x/d by less than 2ⁿ/d (T. Granlund and P. L.
// Montgomery, "Division by invariant integers using multiplication", 1994).
func (b *Builder) reciprocalQuotient(t optab.Type, x Value, d uint64) Value {
	n := 31 + bits.Len64(d-1)
	high, low := uint64(1)<<n>>63>>1, uint64(1)<<n
	if n > 63 {
		high, low = 1<<(n-64), 0
	}
	m, _ := bits.Div64(high, low, d)
	product := b.Emit(optab.U64, "mul32.u64", x, b.Constant(optab.U64, m+1))
	return b.Emit(t, "shr.u64", product, b.Constant(optab.U64, uint64(n)))
}

// shortFloat converts a number that a float of 64 bits holds, on a target that has no instruction for it.
func (b *Builder) shortFloat(row string, t optab.Type, x Value, in Bounds) (Value, bool) {
	to := optab.F64
	if row == "convert_f32" {
		to = optab.F32
	}
	if t == optab.U32 {
		return b.Emit(to, row+".i32", x), in.within(0, math.MaxInt32)
	}
	if t.Bits() != 64 || !isExact(t, in) || !b.Has(ToFraction) {
		return NoValue, false
	}
	v := b.Emit(optab.F64, ToFraction, x)
	if to == optab.F32 {
		v = b.Emit(to, "convert_f32.f64", v)
	}
	return v, true
}
