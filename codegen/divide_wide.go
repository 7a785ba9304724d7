package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// Division of 128 bits by 64, by digits of 32 bits with float64 estimates.

// divideWide emits the row divwide or remwide: 0 in lanes whose quotient does not fit.
func divideWide(remainder bool) func(f *Func, t optab.Type, p []Value) Value {
	return func(f *Func, t optab.Type, p []Value) Value {
		x, y, z := p[0], p[1], p[2]
		fits := f.Emit(optab.Bool, "gt."+t.String(), z, x)
		var v Value
		if t == optab.U64 {
			v = divideWide64(f, x, y, z, remainder)
		} else {
			wide := func(v Value) Value { return f.Emit(optab.U64, "convert_u64.u32", v) }
			both := f.u64("or", f.u64("shl", wide(x), f.Constant(optab.U64, 32)), wide(y))
			v = f.Emit(t, "convert_u32.u64", divideUnsigned(f, both, wide(z), 0, remainder))
		}
		return f.Emit(t, "select."+t.String(), fits, v, f.Constant(t, 0))
	}
}

// divideWide64 divides x:y by z, which exceeds x, as on paper: twice, what is left, with 32 bits
// of y behind it, is divided by z (Knuth, "The Art of Computer Programming", volume 2, section 4.3.1).
func divideWide64(f *Func, x, y, z Value, remainder bool) Value {
	half := f.integer(32)
	float := func(v Value) Value { return f.Emit(optab.F64, "convert_f64.u64", v) }
	reciprocal := f.f64("quo", f.float(1), float(z))
	digit := func(left, next Value) (q, rest Value) {
		number := f.f64("fma", float(left), f.float(0x1p32), float(next))
		return nextDigit(f, number, f.u64("or", f.u64("shl", left, half), next), z, reciprocal)
	}
	high, left := digit(x, f.u64("shr", y, half))
	low, left := digit(left, f.u64("and", y, f.integer(1<<32-1)))
	if remainder {
		return left
	}
	return f.u64("add", f.u64("shl", high, half), low)
}

// nextDigit divides a number below 2³²z by z. It has the number as a float, and its lower 64 bits.
//
// Let v be the quotient before rounding down, and ε = 2⁻¹⁸. The estimate of v - ¼ has been rounded
// five times and is wrong by less than ε; adding 1.5·2⁵² rounds it to the nearest integer q. So
// v - q is from -¼-ε to ¾+ε, and the digit is q, or q - 1 where that is negative. What is left of
// the number, (v-q)z modulo 2⁶⁴, does not say alone whether it is negative, where z is almost 2⁶⁴.
// But it is just where its top bit is set and the estimate less q is negative, which is v-q < ¼:
// negative ones are from (¾-ε)2⁶⁴ on then, and the others below (¼+ε)2⁶⁴.
func nextDigit(f *Func, number, low, z, reciprocal Value) (q, left Value) {
	magic := f.float(0x1.8p52)
	estimate := f.f64("fma", number, reciprocal, f.float(-0.25))
	nearest := f.f64("add", estimate, magic)
	over := f.f64("sub", estimate, f.f64("sub", nearest, magic))
	q = f.u64("sub", nearest, f.bitsOf(0x1.8p52))
	left = f.u64("sub", low, f.u64("mul", q, z))
	negative := f.Emit(optab.Bool, "lt.i64", f.u64("and", left, over), f.Constant(optab.I64, 0))
	choose := func(a, b Value) Value { return f.Emit(optab.U64, "select.u64", negative, a, b) }
	return choose(f.u64("sub", q, f.integer(1)), q), choose(f.u64("add", left, z), left)
}
