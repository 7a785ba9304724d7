package codegen

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Integers of 32 bits are divided by a constant without floats of 64 where all numbers of a group have 32 bits: the
// quotient is the upper half of a product, shifted (T. Granlund and P. L. Montgomery, "Division by invariant integers
// using multiplication", 1994, sections 4 and 5).

// divideNarrow emits x/by, or x%by, of integers of 32 bits, which are within bounds. It reports false for divisors that
// are not worth it: 1, -1 and the least integer.
func divideNarrow(f *Func, t optab.Type, x Value, by uint64, remainder bool, in Bounds) (Value, bool) {
	d, negative := uint32(by), false
	if t == optab.I32 && int32(d) < 0 {
		d, negative = -d, true
	}
	if d < 2 || t == optab.I32 && d > math.MaxInt32 {
		return NoValue, false
	}
	op := func(name string, x, y Value) Value { return f.Emit(t, name+"."+t.String(), x, y) }
	shift := func(x Value, n int) Value {
		if n == 0 {
			return x
		}
		return op("shr", x, f.integer(uint64(n)))
	}
	high := func(multiplier uint32) Value { return op("mulhi", x, f.Constant(t, uint64(multiplier))) }

	size := 32
	if t.IsSigned() {
		size = 31
	}
	natural := in.within(0, math.MaxInt32)
	log := bits.Len32(d - 1) // rounded up
	m, s, ok := multiplierOf(d, size, size)

	var q Value
	switch {
	case natural:
		q = divideNatural(f, t, x, d, in.Hi)
	case ok:
		q = shift(high(m), s)
	case t.IsSigned(): // by 2³² more
		q = shift(op("add", x, high(uint32(1<<(31+log)/uint64(d)+1))), log-1)
	default: // by 2³² more, and the sum may have 33 bits
		q = high(uint32((1<<log-uint64(d))<<32/uint64(d) + 1))
		q = shift(op("add", q, shift(op("sub", x, q), 1)), log-1)
	}
	if t.IsSigned() && !natural {
		q = op("sub", q, shift(x, 31)) // which rounds to 0
	}
	switch {
	case remainder:
		q = op("sub", x, op("mul", q, f.Constant(t, uint64(d))))
	case negative:
		q = f.Emit(t, "neg."+t.String(), q)
	}
	return q, true
}

// divideNatural emits x/d of numbers from 0 to most, which has 31 bits: by the lower half of a product, if that has all
// of it.
func divideNatural(f *Func, t optab.Type, x Value, d uint32, most int64) Value {
	for s := range 32 {
		m := 1<<s/uint64(d) + 1
		if over := m*uint64(d) - 1<<s; uint64(most)*m>>32 == 0 && uint64(most)*over < 1<<s {
			product := f.Emit(t, "mul."+t.String(), x, f.Constant(t, m))
			return f.Emit(t, "shr.u32", product, f.integer(uint64(s)))
		}
	}
	m, s, _ := multiplierOf(d, 31, 32)
	return f.Emit(t, "shr.u32", f.Emit(t, "mulhi.u32", x, f.Constant(t, uint64(m))), f.integer(uint64(s)))
}

// multiplierOf finds a number whose product with any x, of so many bits beside a sign, shifted by 32 and s, is x/d
// rounded down. If it is to have as few bits as x, there need be none.
func multiplierOf(d uint32, ofX, most int) (m uint32, s int, ok bool) {
	for s := range 32 {
		m := 1<<(32+s)/uint64(d) + 1
		over := m*uint64(d) - 1<<(32+s)
		if m>>most == 0 && over <= 1<<(s+32-ofX) {
			return uint32(m), s, true
		}
	}
	return 0, 0, false
}
