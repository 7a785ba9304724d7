package codegen

import (
	"math"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Integer division by float64 division, exact for all operands. Lanes whose
// divisor is zero get something; they fault.
//
// 32-bit operands are exact in float64, and so is the truncated quotient: where
// x/y is not an integer it differs from the next one by 1/y at least, relatively
// more than 2⁻³², which rounding to 53 bits does not bridge. The same holds for
// operands below 2⁵² in magnitude, which are what programs mostly have. The
// others go through two steps of approximation, in a region that is jumped
// over where no lane needs it.
//
// The quotient by a constant is a product with the least float that is not below
// its reciprocal, which two roundings make too large by less than 2⁻⁵¹
// relatively: below 2⁵¹ it does not get to the next integer.

// divide emits x/y, or x%y, of integers of type t. A y that is not 0 is by.
func divide(f *Func, t optab.Type, x, y Value, by uint64, remainder bool) Value {
	switch t {
	case optab.I32, optab.U32:
		return divide32(f, t, x, y, by, remainder)
	case optab.I64:
		return divideSigned(f, x, y, by, remainder)
	}
	return divideUnsigned(f, x, y, by, remainder)
}

// DivideBy returns the Func of x/y, or x%y, of integers by a constant that is not 0. Where no number has more than 32
// bits it has none either, if it is narrow; and x is within bounds, if these are any.
func DivideBy(t optab.Type, by uint64, remainder, narrow bool, in Bounds) *Func {
	f := &Func{Name: "divide", Fault: NoValue}
	x := f.NewValue(t)
	f.Params = []Value{x}
	if narrow && t.Bits() == 32 {
		if q, ok := divideNarrow(f, t, x, by, remainder, in); ok {
			f.Result = q
			return f
		}
	}
	f.Result = divide(f, t, x, f.Constant(t, by), by, remainder)
	return f
}

// i64 emits an op on i64 values.
//
//go:noinline
func (f *Func) i64(name string, args ...Value) Value { return f.Emit(optab.I64, name+".i64", args...) }

// f64 emits an op on f64 values.
//
//go:noinline
func (f *Func) f64(name string, args ...Value) Value { return f.Emit(optab.F64, name+".f64", args...) }

func (f *Func) float(x float64) Value  { return f.Constant(optab.F64, math.Float64bits(x)) }
func (f *Func) integer(c uint64) Value { return f.Constant(optab.U64, c) }
func (f *Func) bitsOf(x float64) Value { return f.integer(math.Float64bits(x)) }

// quotient emits the truncated quotient of floats, or the remainder, which is
// exact. The divisor is by, as a number of type t, if that is not 0.
func quotient(f *Func, t optab.Type, x, y Value, by uint64, remainder bool) Value {
	var q Value
	if by == 0 {
		q = f.f64("quo", x, y)
	} else {
		q = f.f64("mul", x, f.float(reciprocalAbove(t, by)))
	}
	q = f.f64("trunc", q)
	if remainder {
		return f.f64(FusedNegAdd, q, y, x)
	}
	return q
}

// reciprocalAbove returns the least float that is not nearer to 0 than 1/by, for a number of type t.
func reciprocalAbove(t optab.Type, by uint64) float64 {
	d := float64(by)
	if t.IsSigned() {
		d = float64(int64(signExtend(by, t)))
	}
	r := 1 / d
	if math.FMA(r, d, -1) < 0 {
		r = math.Nextafter(r, math.Copysign(2, d))
	}
	return r
}

func divide32(f *Func, t optab.Type, x, y Value, by uint64, remainder bool) Value {
	from := "convert_f64." + t.String()
	v := quotient(f, t, f.Emit(optab.F64, from, x), f.Emit(optab.F64, from, y), by, remainder)
	if t == optab.I32 {
		return f.Emit(t, "convert_i32.f64", v)
	}
	return f.Emit(t, "convert_u32.u64", f.f64("add", v, f.float(0x1p52)))
}

// divideSigned converts numbers of less than 51 bits to floats and back by
// adding 1.5·2⁵², whose last place is 1. For others it divides the magnitudes.
func divideSigned(f *Func, x, y Value, by uint64, remainder bool) Value {
	bias := f.integer(1 << 51)
	size := f.i64("add", x, bias)
	if by == 0 || by+1<<51 >= 1<<52 {
		size = f.u64("or", size, f.i64("add", y, bias))
		by = 0
	}
	big := f.Emit(optab.Bool, "ne.u64", f.u64("shr", size, f.integer(52)), f.integer(0))
	return f.rarely(big, divideShort(f, x, y, by, remainder), func() Value {
		u := divide64(f, f.i64("abs", x), f.i64("abs", y), remainder)
		signs := x // the remainder has the sign of x
		if !remainder {
			signs = f.u64("xor", x, y)
		}
		sign := f.i64("shr", signs, f.integer(63))
		return f.u64("sub", f.u64("xor", u, sign), sign)
	})
}

// divideShort divides numbers of less than 51 bits, and a sign; by is the divisor if it is not 0.
func divideShort(f *Func, x, y Value, by uint64, remainder bool) Value {
	magic, bits := f.float(0x1.8p52), f.bitsOf(0x1.8p52)
	float := func(v Value) Value { return f.f64("sub", f.i64("add", v, bits), magic) }
	q := quotient(f, optab.I64, float(x), float(y), by, remainder)
	return f.i64("sub", f.f64("add", q, magic), bits)
}

// divideUnsigned does the same with 2⁵² for numbers of no more bits, if the divisor is not a constant.
func divideUnsigned(f *Func, x, y Value, by uint64, remainder bool) Value {
	width, size := uint64(52), f.u64("or", x, y)
	if by != 0 && by < 1<<51 {
		width, size = 51, x
	} else {
		by = 0
	}
	big := f.Emit(optab.Bool, "ne.u64", f.u64("shr", size, f.integer(width)), f.integer(0))
	magic, bits := f.float(0x1p52), f.bitsOf(0x1p52)
	float := func(v Value) Value { return f.f64("sub", f.u64("or", v, bits), magic) }
	q := quotient(f, optab.U64, float(x), float(y), by, remainder)
	v := f.u64("sub", f.f64("add", q, magic), bits)
	return f.rarely(big, v, func() Value { return divide64(f, x, y, remainder) })
}

// rarely emits v, replaced where c holds by what code computes in a region.
func (f *Func) rarely(c, v Value, code func() Value) Value {
	result := f.Emit(f.Types[v], Copy, v)
	f.Code = append(f.Code, Instr{Op: If, Dst: NoValue, Args: []Value{c}})
	other := code()
	f.Code = append(f.Code, Instr{Op: Merge, Dst: result, Args: []Value{c, other}}, Instr{Op: End, Dst: NoValue})
	return result
}

// divide64 emits the quotient or remainder of any unsigned numbers. Four
// roundings make x times the reciprocal of y wrong by less than 2⁻⁵¹ relatively;
// with a reciprocal that is 2⁻⁵⁰ too small the quotient is never too large, and
// what is left, x - q·y, is below y + 2⁻⁴⁹x. A second step with that for x
// leaves less than 2y, of which y may have to be taken off once more.
func divide64(f *Func, x, y Value, remainder bool) Value {
	float := func(v Value) Value { return f.Emit(optab.F64, "convert_f64.u64", v) }
	reciprocal := f.f64("quo", f.float(1-0x1p-50), float(y))
	step := func(x Value) (q, left Value) {
		q = f.Emit(optab.U64, "fix_u64.f64", f.f64("mul", float(x), reciprocal))
		return q, f.u64("sub", x, f.u64("mul", q, y))
	}
	q1, left := step(x)
	q2, left := step(left)
	more := f.Emit(optab.Bool, "ge.u64", left, y)
	if remainder {
		return f.Emit(optab.U64, "select.u64", more, f.u64("sub", left, y), left)
	}
	q := f.u64("add", q1, q2)
	return f.Emit(optab.U64, "select.u64", more, f.u64("add", q, f.integer(1)), q)
}

// powerOfTwo returns the Func of a division by 2ⁿ, n in each lane. Its second
// parameter is n.
func powerOfTwo(name string, t optab.Type, remainder bool) *Func {
	f := &Func{Name: name, Fault: NoValue}
	x, n := f.NewValue(t), f.NewValue(countType(t))
	f.Params = []Value{x, n}
	on := func(op string, args ...Value) Value { return f.Emit(t, op+"."+t.String(), args...) }
	// What is below the multiple of 2ⁿ: of a negative number the quotient is
	// rounded up, by adding 2ⁿ-1 to it.
	low := func() Value { return on("sub", on("shl", f.Constant(t, 1), n), f.Constant(t, 1)) }
	up := func(low Value) Value {
		return on("add", x, on("and", on("shr", x, f.Constant(optab.U64, uint64(t.Bits()-1))), low))
	}
	switch {
	case !t.IsSigned() && remainder:
		f.Result = on("and", x, low())
	case !t.IsSigned():
		f.Result = on("shr", x, n)
	case remainder:
		below := low()
		f.Result = on("sub", x, on("andnot", up(below), below))
	default:
		f.Result = on("shr", up(low()), n)
	}
	return f
}

// countType returns the unsigned integer type of t's width.
func countType(t optab.Type) optab.Type {
	if t.Bits() == 64 {
		return optab.U64
	}
	return optab.U32
}
