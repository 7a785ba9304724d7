package golang

import "github.com/lockstep-simt/lockstep/program"

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
			add("Rem", row("remwide", v.d))
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

func (w word) leadingZeros(b *body, c *intrinsicCall) {
	if w.n == w.stored() {
		b.set(c.dst[0], "clz", w.d, c.in[0])
		return
	}
	b.set(c.dst[0], "sub", program.I64, b.tmp("clz", w.d, c.in[0]), litI64(int64(w.stored()-w.n)))
}

func (w word) length(b *body, c *intrinsicCall) {
	b.set(c.dst[0], "sub", program.I64, litI64(int64(w.stored())), b.tmp("clz", w.d, c.in[0]))
}

func (w word) trailingZeros(b *body, c *intrinsicCall) {
	x := c.in[0]
	if w.n < w.stored() {
		x = b.tmp("or", w.d, x, w.lit(1<<w.n)) // stops the count at the word's end
	}
	b.set(c.dst[0], "ctz", w.d, x)
}

// turned makes an intrinsic that reverses the stored word and drops what was
// above the word.
func (w word) turned(row string) intrinsicFunc {
	return func(b *body, c *intrinsicCall) {
		if w.n == w.stored() {
			b.set(c.dst[0], row, w.d, c.in[0])
			return
		}
		b.set(c.dst[0], "shr", w.d, b.tmp(row, w.d, c.in[0]), litU64(uint64(w.stored()-w.n)))
	}
}

// rotateLeft takes the count modulo the width, which turns a negative count
// into the rotation to the right that it means.
func (w word) rotateLeft(b *body, c *intrinsicCall) {
	count := program.Operand(litU64(c.in[1].Bits & uint64(w.n-1)))
	if !c.in[1].IsLiteral() {
		count = b.tmp("and", program.U64, b.tmp("convert_u64", program.I64, c.in[1]), litU64(uint64(w.n-1)))
	}
	if w.n == w.stored() {
		b.set(c.dst[0], "rotl", w.d, c.in[0], count)
		return
	}
	left := b.tmp("shl", w.d, c.in[0], count)
	right := b.tmp("shr", w.d, c.in[0], b.tmp("sub", program.U64, litU64(uint64(w.n)), count))
	b.wrapNarrow(c.dst[0], w, b.tmp("or", w.d, left, right))
}

func (b *body) wrapNarrow(dst string, w word, x program.Operand) {
	row := "zext8"
	if w.n == 16 {
		row = "zext16"
	}
	b.set(dst, row, w.d, x)
}

// add gives the sum and the carry: the top bit of what was carried out of
// every position, ((x & y) | ((x | y) &^ sum)).
func (w word) add(b *body, c *intrinsicCall) {
	x, y := c.in[0], c.in[1]
	sum := b.tmp("add", w.d, b.tmp("add", w.d, x, y), c.in[2])
	either := b.tmp("andnot", w.d, b.tmp("or", w.d, x, y), sum)
	carries := b.tmp("or", w.d, b.tmp("and", w.d, x, y), either)
	b.copy(c.dst[:1], []program.Operand{sum})
	b.set(c.dst[1], "shr", w.d, carries, litU64(uint64(w.n-1)))
}

// sub gives the difference and the borrow: the top bit of what was borrowed at
// every position, ((^x & y) | (^(x ^ y) & diff)).
func (w word) sub(b *body, c *intrinsicCall) {
	x, y := c.in[0], c.in[1]
	diff := b.tmp("sub", w.d, b.tmp("sub", w.d, x, y), c.in[2])
	below := b.tmp("andnot", w.d, y, x)
	equal := b.tmp("andnot", w.d, diff, b.tmp("xor", w.d, x, y))
	borrows := b.tmp("or", w.d, below, equal)
	b.copy(c.dst[:1], []program.Operand{diff})
	b.set(c.dst[1], "shr", w.d, borrows, litU64(uint64(w.n-1)))
}

func (w word) mul(b *body, c *intrinsicCall) {
	b.set(c.dst[0], "mulhi", w.d, c.in[0], c.in[1])
	b.set(c.dst[1], "mul", w.d, c.in[0], c.in[1])
}

// div faults on zero first (the remainder does) and then on a quotient that
// does not fit.
func (w word) div(b *body, c *intrinsicCall) {
	hi, lo, y := c.in[0], c.in[1], c.in[2]
	b.set(c.dst[1], "remwide", w.d, hi, lo, y)
	y = b.tmp("checkwide", w.d, hi, y)
	b.set(c.dst[0], "divwide", w.d, hi, lo, y)
}
