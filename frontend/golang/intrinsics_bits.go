package golang

import (
	"github.com/lockstep-simt/lockstep/program"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
)

// The functions of math/bits, for each width: in 64 bits over u64, in the
// others over u32.

func init() {
	widths := []struct {
		suffix string
		n      int
	}{{"", 64}, {"64", 64}, {"32", 32}, {"16", 16}, {"8", 8}}
	for _, w := range widths {
		v := word{n: w.n, d: program.U32}
		if w.n == 64 {
			v.d = program.U64
		}
		add := func(name string, f intrinsicFunc) { intrinsics["math/bits."+name+w.suffix] = f }
		add("LeadingZeros", v.leadingZeros)
		add("TrailingZeros", v.trailingZeros)
		add("OnesCount", row("popcount", v.d))
		add("Len", v.length)
		add("Reverse", v.turned("bitrev"))
		add("RotateLeft", v.rotateLeft)
		if w.n > 8 {
			add("ReverseBytes", v.turned("bswap"))
		}
		if w.n >= 32 {
			add("Add", v.add)
			add("Sub", v.sub)
			add("Mul", v.mul)
			add("Div", v.div)
			add("Rem", v.rem)
		}
	}
}

// word is an unsigned integer type of n bits, stored in d.
type word struct {
	n int
	d program.Dtype
}

// stored is the number of bits of the type that stores the word.
func (w word) stored() int { return w.d.Bits() }

func (w word) lit(x uint64) program.Operand { return program.Lit(w.d, x) }

func (w word) leadingZeros(b *coder, c *intrinsicCall) []program.Operand {
	zeros := b.op("clz", w.d, c.in[0])
	if w.n < w.stored() {
		zeros = b.op("sub", program.I64, zeros, known.Int64(int64(w.stored()-w.n)))
	}
	return one(zeros)
}

func (w word) length(b *coder, c *intrinsicCall) []program.Operand {
	return one(b.op("sub", program.I64, known.Int64(int64(w.stored())), b.op("clz", w.d, c.in[0])))
}

func (w word) trailingZeros(b *coder, c *intrinsicCall) []program.Operand {
	x := c.in[0]
	if w.n < w.stored() {
		x = b.op("or", w.d, x, w.lit(1<<w.n)) // stops the count at the word's end
	}
	return one(b.op("ctz", w.d, x))
}

// turned makes an intrinsic that reverses the stored word and drops what was
// above the word.
func (w word) turned(row string) intrinsicFunc {
	return func(b *coder, c *intrinsicCall) []program.Operand {
		x := b.op(row, w.d, c.in[0])
		if w.n < w.stored() {
			x = b.op("shr", w.d, x, litU64(uint64(w.stored()-w.n)))
		}
		return one(x)
	}
}

// rotateLeft takes the count modulo the width, which turns a negative count
// into the rotation to the right that it means.
func (w word) rotateLeft(b *coder, c *intrinsicCall) []program.Operand {
	count := b.op("and", program.U64, b.op("convert_u64", program.I64, c.in[1]), litU64(uint64(w.n-1)))
	if w.n == w.stored() {
		return one(b.op("rotl", w.d, c.in[0], count))
	}
	left := b.op("shl", w.d, c.in[0], count)
	right := b.op("shr", w.d, c.in[0], b.op("sub", program.U64, litU64(uint64(w.n)), count))
	narrow := "zext8"
	if w.n == 16 {
		narrow = "zext16"
	}
	return one(b.op(narrow, w.d, b.op("or", w.d, left, right)))
}

// add gives the sum and the carry: the top bit of what was carried out of
// every position, ((x & y) | ((x | y) &^ sum)).
func (w word) add(b *coder, c *intrinsicCall) []program.Operand {
	x, y := c.in[0], c.in[1]
	sum := b.op("add", w.d, b.op("add", w.d, x, y), c.in[2])
	either := b.op("andnot", w.d, b.op("or", w.d, x, y), sum)
	carries := b.op("or", w.d, b.op("and", w.d, x, y), either)
	return []program.Operand{sum, b.op("shr", w.d, carries, litU64(uint64(w.n-1)))}
}

// sub gives the difference and the borrow: the top bit of what was borrowed at
// every position, ((^x & y) | (^(x ^ y) & diff)).
func (w word) sub(b *coder, c *intrinsicCall) []program.Operand {
	x, y := c.in[0], c.in[1]
	diff := b.op("sub", w.d, b.op("sub", w.d, x, y), c.in[2])
	below := b.op("andnot", w.d, y, x)
	equal := b.op("andnot", w.d, diff, b.op("xor", w.d, x, y))
	borrows := b.op("or", w.d, below, equal)
	return []program.Operand{diff, b.op("shr", w.d, borrows, litU64(uint64(w.n-1)))}
}

func (w word) mul(b *coder, c *intrinsicCall) []program.Operand {
	return []program.Operand{b.op("mulhi", w.d, c.in[0], c.in[1]), b.op("mul", w.d, c.in[0], c.in[1])}
}

// div faults on zero first, as a remainder of half the width does, which nobody reads; and then
// on a quotient that does not fit.
func (w word) div(b *coder, c *intrinsicCall) []program.Operand {
	hi, lo, y := c.in[0], c.in[1], c.in[2]
	b.op("rem", w.d, hi, y)
	y = b.op("checkwide", w.d, hi, y)
	return []program.Operand{b.op("divwide", w.d, hi, lo, y), b.op("remwide", w.d, hi, lo, y)}
}

// rem needs only the remainder of the upper half, as that of all before it.
func (w word) rem(b *coder, c *intrinsicCall) []program.Operand {
	hi, lo, y := c.in[0], c.in[1], c.in[2]
	return one(b.op("remwide", w.d, b.op("rem", w.d, hi, y), lo, y))
}
