package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Runes of strings of any text, in UTF-8 as RFC 3629 has it. Bytes that are none are U+FFFD each, as in Go.

const (
	maxWidth  = 4 // of a rune in bytes
	runeError = 0xFFFD
)

// rune32 is a rune as a constant of the type that runes are computed in.
func rune32(x uint64) program.Operand { return program.Lit(program.U32, x) }

// decode gives the rune of a string that begins at a byte which is there, as an i32, and how many bytes it has.
func (b *heap) decode(a known.Atom, at program.Operand) (r, width program.Operand) {
	op := func(row string, x, y program.Operand) program.Operand { return b.op(row, program.U32, x, y) }
	and := b.both
	between := func(x program.Operand, low, high program.Operand) program.Operand {
		return and(op("ge", x, low), op("le", x, high))
	}
	first := b.byteOf(a, at)
	got := b.variableOf(program.U32, "rune", first)
	width = b.variable("width", known.Int64(1))
	b.when(op("ge", first, rune32(0x80)), func() {
		left := b.difference(lengthOfBytes(a), at)
		next := func(k int64) program.Operand {
			there := b.op("lt", program.I64, known.Int64(k), left)
			i := b.op("select", program.I64, there, b.sum(at, known.Int64(k)), at)
			return b.op("select", program.U32, there, b.byteOf(a, i), rune32(0))
		}
		second, third, fourth := next(1), next(2), next(3)
		is := func(c uint64) program.Operand { return op("eq", first, rune32(c)) }
		choose := func(cond program.Operand, x, y program.Operand) program.Operand {
			return b.op("select", program.U32, cond, x, y)
		}
		// What the second byte may be excludes longer forms of a rune, surrogates and what is above U+10FFFF.
		low := choose(is(0xE0), rune32(0xA0), choose(is(0xF0), rune32(0x90), rune32(0x80)))
		high := choose(is(0xED), rune32(0x9F), choose(is(0xF4), rune32(0x8F), rune32(0xBF)))
		goesOn := func(c program.Operand) program.Operand { return between(c, rune32(0x80), rune32(0xBF)) }
		two := and(between(first, rune32(0xC2), rune32(0xDF)), goesOn(second))
		three := and(between(first, rune32(0xE0), rune32(0xEF)), and(between(second, low, high), goesOn(third)))
		four := and(and(between(first, rune32(0xF0), rune32(0xF4)), between(second, low, high)),
			and(goesOn(third), goesOn(fourth)))
		bits := func(c program.Operand, mask, shift uint64) program.Operand {
			return op("mul", op("and", c, rune32(mask)), rune32(1<<shift))
		}
		last := func(c program.Operand) program.Operand { return op("and", c, rune32(0x3F)) }
		ofTwo := op("or", bits(first, 0x1F, 6), last(second))
		ofThree := op("or", op("or", bits(first, 0x0F, 12), bits(second, 0x3F, 6)), last(third))
		ofFour := op("or", op("or", bits(first, 0x07, 18), bits(second, 0x3F, 12)),
			op("or", bits(third, 0x3F, 6), last(fourth)))
		b.reassign(got, choose(two, ofTwo, choose(three, ofThree, choose(four, ofFour, rune32(runeError)))))
		wide := func(cond program.Operand, n int64, other program.Operand) program.Operand {
			return b.op("select", program.I64, cond, known.Int64(n), other)
		}
		b.reassign(width, wide(two, 2, wide(three, 3, wide(four, 4, known.Int64(1)))))
	})
	return b.op("convert_i32", program.U32, got), width
}

// encode writes a rune, an i64, to a string that has room for it, from a byte on, and gives how many bytes it has.
func (b *heap) encode(r program.Operand, to known.Atom, at program.Operand) (width program.Operand) {
	put := func(k int64, c program.Operand) {
		lf := known.Leaf{Dtype: program.U32, GoType: program.GoUint8}
		b.write(b.elementAt(to, b.sum(at, known.Int64(k))),
			known.Value{known.NumberAtom(lf, b.op("convert_u32", program.I64, c))})
	}
	width = b.variable("width", known.Int64(1))
	one := b.both(b.op("ge", program.I64, r, known.Int64(0)), b.op("lt", program.I64, r, known.Int64(0x80)))
	b.when(one, func() { put(0, r) })
	b.when(b.op("not", program.Bool, one), func() { b.reassign(width, b.encodeLong(r, put)) })
	return width
}

// encodeLong writes a rune of several bytes, and gives how many these are.
func (b *heap) encodeLong(r program.Operand, put func(k int64, c program.Operand)) (width program.Operand) {
	i64 := func(row string, x program.Operand, y int64) program.Operand {
		return b.op(row, program.I64, x, known.Int64(y))
	}
	surrogate := b.both(i64("ge", r, 0xD800), i64("lt", r, 0xE000))
	valid := b.both(b.both(i64("ge", r, 0), i64("le", r, 0x10FFFF)), b.op("not", program.Bool, surrogate))
	r = b.op("select", program.I64, valid, r, known.Int64(runeError))
	choose := func(cond program.Operand, x, y program.Operand) program.Operand {
		return b.op("select", program.I64, cond, x, y)
	}
	two, three := i64("lt", r, 0x800), i64("lt", r, 0x10000)
	// group is the k-th six bits from below, with what marks a byte in front.
	group := func(k, mark int64) program.Operand {
		return i64("or", i64("and", i64("div", r, 1<<(6*k)), 0x3F), mark)
	}
	put(0, choose(two, group(1, 0xC0), choose(three, group(2, 0xE0), group(3, 0xF0))))
	put(1, choose(two, group(0, 0x80), choose(three, group(1, 0x80), group(2, 0x80))))
	b.when(i64("ge", r, 0x800), func() { put(2, choose(three, group(0, 0x80), group(1, 0x80))) })
	b.when(i64("ge", r, 0x10000), func() { put(3, group(0, 0x80)) })
	return choose(two, known.Int64(2), choose(three, known.Int64(3), known.Int64(4)))
}

// runesOf translates []rune(s).
func (b *heap) runesOf(in *ssa.Convert, a known.Atom, elem types.Type) known.Atom {
	length := lengthOfBytes(a)
	if !b.emitting() {
		length = a.Within(length)
	}
	out := b.newText(in, elem, length, false) // it has at most as many runes as bytes
	out.Region.Grown = true
	at, n := b.variable("at", known.Int64(0)), b.variable("n", known.Int64(0))
	b.while(func() program.Operand { return b.op("lt", program.I64, at, lengthOfBytes(a)) }, func() {
		r, width := b.decode(a, at)
		b.write(b.elementAt(out, n), known.Value{known.NumberAtom(known.Leaf{Dtype: program.I32}, r)})
		b.reassign(at, b.op("add", program.I64, at, width))
		b.reassign(n, b.op("add", program.I64, n, known.Int64(1)))
	})
	if most, ok := known.Limit(length); ok && !b.emitting() {
		n = known.AtMost(most)
	}
	return withLength(out, n)
}

// textOfRunes translates string(r) of a slice of runes.
func (b *heap) textOfRunes(in *ssa.Convert, a known.Atom) known.Atom {
	length := lengthOfBytes(a)
	if !b.emitting() {
		length = a.Within(length)
	}
	out := b.newText(in, types.Typ[types.Uint8], b.op("mul", program.I64, length, known.Int64(maxWidth)), false)
	at := b.variable("at", known.Int64(0))
	b.each(lengthOfBytes(a), func(i program.Operand) {
		r := b.op("convert_i64", program.I32, b.byteOf(a, i))
		b.reassign(at, b.op("add", program.I64, at, b.encode(r, out, at)))
	})
	if most, ok := known.Limit(length); ok && !b.emitting() {
		at = known.AtMost(most * maxWidth)
	}
	return b.withLength(out, at)
}

// rangeOverText begins a loop over a string. What it gives is the string, and where the next rune begins.
func (b *hashing) rangeOverText(in *ssa.Range, a known.Atom) {
	at := known.ScalarOf(program.I64, b.variable("at", known.Int64(0)))
	b.define(known.Value{{Kind: known.Boxed, Type: in.X.Type(), Parts: append(known.Value{b.textBytes(a)}, at...)}})
}

// nextRune goes on in a loop over a string.
func (b *hashing) nextRune(in *ssa.Next, over known.Atom, at program.Operand) {
	there := b.op("lt", program.I64, at, lengthOfBytes(over))
	index, got := b.variable("index", at), b.variableOf(program.I32, "rune", program.Lit(program.I32, 0))
	b.when(there, func() {
		r, width := b.decode(over, at)
		b.reassign(got, r)
		b.reassign(at, b.op("add", program.I64, at, width))
	})
	if most, ok := known.Limit(over.Within(lengthOfBytes(over))); ok && !b.emitting() {
		index = known.AtMost(most)
	}
	v := known.ScalarOf(program.Bool, there)
	used := in.Type().(*types.Tuple)
	for i, part := range []known.Value{known.ScalarOf(program.I64, index), known.ScalarOf(program.I32, got)} {
		if used.At(i+1).Type() == types.Typ[types.Invalid] { // nobody asks for it
			part = known.Value{{Kind: known.Nothing}}
		}
		v = append(v, part...)
	}
	b.define(v)
}
