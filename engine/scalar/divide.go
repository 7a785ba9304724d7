package scalar

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// div divides. The smallest number divided by -1 wraps, for which the processor has a trap.
func (e *emitter) div(in *ins, t optab.Type) {
	s, remainder := suffix(t), in.op.Info().Row.Name == "rem"
	x, y := in.in[0], in.in[1]
	if len(in.in) > 2 {
		e.remainderOf(in, t)
		return
	}
	if n := powerOfTwo(y, t); n >= 0 {
		if in.sure&isPositive != 0 && t.IsSigned() { // as if it had no sign
			t = map[optab.Type]optab.Type{optab.I32: optab.U32, optab.I64: optab.U64}[t]
		}
		e.divPower(in, t, n, remainder)
		return
	}
	if isSmallQuotient(in) {
		e.smallQuotient(in, t)
		return
	}
	if y.kind == literal && hasReciprocal(signed(y.bits, t), t) {
		e.divConstant(in, t, remainder)
		return
	}
	r := e.inReg(y, t, scratchB)
	if in.sure&isDivisor == 0 {
		e.put("TEST"+s, reg(r), reg(r))
		e.fail("JEQ")
	}
	if in.unread {
		return
	}
	e.move(codegen.AX, x, t)
	done := e.label("divided")
	switch {
	case in.sure&isShort != 0: // which takes less time
		e.put("XORL", reg(codegen.DX), reg(codegen.DX))
		e.put("DIVL", reg(r))
	case t.IsSigned():
		if in.sure&isTame == 0 {
			negates := e.label("negates")
			e.put("CMP"+s, reg(r), imm(-1))
			e.put("JEQ", e.to(negates))
			e.late = append(e.late, func() {
				e.here(negates)
				e.put("NEG"+s, reg(codegen.AX))
				e.put("MOVL", imm(0), reg(codegen.DX))
				e.put("JMP", e.to(done))
			})
		}
		if s == "Q" {
			e.put("CQO")
		} else {
			e.put("CDQ")
		}
		e.put("IDIV"+s, reg(r))
	default:
		e.put("XORL", reg(codegen.DX), reg(codegen.DX))
		e.put("DIV"+s, reg(r))
	}
	e.here(done)
	e.giveFixed(in)
}

// belowSmall is above the numbers whose quotients are half a product: that of one below it, and of a reciprocal of 31
// bits.
const (
	smallBits  = 30
	belowSmall = 1 << smallBits
)

// isSmallQuotient reports whether an instruction gives a quotient of small numbers, for which no register is fixed.
func isSmallQuotient(in *ins) bool {
	return in.name() == "div" && len(in.in) == 2 && in.sure&isSmall != 0 && powerOfTwo(in.in[1], in.op.Info().Type) < 0
}

// smallQuotient divides a number that is not negative.
func (e *emitter) smallQuotient(in *ins, t optab.Type) {
	m, shift := smallReciprocal(in.in[1].bits)
	from, to := e.inReg(in.in[0], t, scratchB), e.target(in.out[0])
	e.put("IMUL3Q", imm(m), reg(from), reg(to))
	e.put("SHRQ", imm(shift), reg(to))
	e.give(in.out[0], to)
}

// smallReciprocal returns 2ⁿ/d, rounded up, and n, for numbers below 2³⁰, where d is not a power of two. With
// 2ˡ above d and n = 30+l that fits 31 bits, and by how much it is too large, times the number, is below 2ⁿ, since
// it is less than 2ˡ.
func smallReciprocal(d uint64) (m, n int) {
	n = smallBits + bits.Len64(d)
	return int((1<<n + d - 1) / d), n
}

// hasReciprocal reports whether divConstant divides by a number that is not a power of two; if
// the type has a sign, its magnitude must not be one either.
func hasReciprocal(n int, t optab.Type) bool { return n != 0 && (!t.IsSigned() || n&-n != max(n, -n)) }

// divPower divides by 2ⁿ: a shift, which for negative numbers rounds after 2ⁿ-1 is added.
func (e *emitter) divPower(in *ins, t optab.Type, n int, remainder bool) {
	s, width := suffix(t), t.Bits()
	x := in.in[0]
	if !t.IsSigned() {
		e.move(scratchA, x, t)
		switch {
		case remainder:
			e.put("AND"+s, e.lowBits(n, t), reg(scratchA))
		case n > 0:
			e.put("SHR"+s, imm(n), reg(scratchA))
		}
		e.give(in.out[0], scratchA)
		return
	}
	if n == 0 {
		if remainder {
			x = arg{}
		}
		e.move(scratchA, x, t)
		e.give(in.out[0], scratchA)
		return
	}
	r := e.inReg(x, t, scratchA)
	e.put("MOV"+s, reg(r), reg(scratchB))
	if n > 1 {
		e.put("SAR"+s, imm(width-1), reg(scratchB))
	}
	e.put("SHR"+s, imm(width-n), reg(scratchB))
	d := scratchA
	if !remainder {
		d = e.target(in.out[0])
	}
	e.put("LEA"+s, mem(codegen.Address{Base: r, Index: scratchB, Scale: 1}), reg(d))
	if !remainder {
		e.put("SAR"+s, imm(n), reg(d))
		e.give(in.out[0], d)
		return
	}
	// What was added is taken away again from the lower bits.
	e.put("AND"+s, e.lowBits(n, t), reg(scratchA))
	e.put("SUB"+s, reg(scratchB), reg(scratchA))
	e.give(in.out[0], scratchA)
}

// lowBits is an operand with the n lowest bits set.
func (e *emitter) lowBits(n int, t optab.Type) codegen.Operand {
	if n < 32 {
		return imm(1<<n - 1)
	}
	return mem(inData(e.constant(1<<n-1, 0)))
}

// divConstant divides by a literal that is not 0, 1 or -1 nor a power of two: it multiplies
// by the reciprocal (Granlund and Montgomery, "Division by invariant integers using
// multiplication", 1994). The upper half of the product is in DX.
func (e *emitter) divConstant(in *ins, t optab.Type, remainder bool) {
	positive := in.sure&isPositive != 0 && (!t.IsSigned() || signed(in.in[1].bits, t) > 0)
	if positive && t == optab.I32 {
		t = optab.U32
	}
	s := suffix(t)
	d := signed(in.in[1].bits, t) // as t has it; its magnitude is what divides
	size := uint64(in.in[1].bits)
	if t.Bits() == 32 {
		size &= 1<<32 - 1
	}
	negative := t.IsSigned() && d < 0
	if negative {
		size = uint64(-d)
	}
	from := e.inReg(in.in[0], t, scratchA)
	if from == codegen.AX || from == codegen.DX || t == optab.I32 {
		e.move(scratchA, in.in[0], t)
		from = scratchA
	}
	x, q := reg(from), reg(codegen.DX)
	e.quotient(t, size, positive, x)
	if negative {
		e.put("NEG"+s, q)
	}
	if !remainder {
		e.give(in.out[0], codegen.DX)
		return
	}
	switch {
	case e.addTimes(codegen.DX, codegen.DX, d, t):
	case d == int(int32(d)):
		e.put("IMUL3"+s, imm(d), q, q)
	default:
		e.number(codegen.AX, in.in[1].bits, t)
		e.put("IMUL"+s, reg(codegen.AX), q)
	}
	if from != scratchA {
		e.put("MOV"+s, x, reg(scratchA))
	}
	e.put("SUB"+s, q, reg(scratchA))
	e.give(in.out[0], scratchA)
}

// quotient leaves in DX what x divided by a size is, for a type and its instructions. AX is overwritten.
func (e *emitter) quotient(t optab.Type, size uint64, positive bool, x codegen.Operand) {
	q := reg(codegen.DX)
	switch {
	case positive && t.Bits() == 64: // 63 bits, for which 64 of the reciprocal are enough
		l := bits.Len64(size)
		m, _ := bits.Div64(1<<(l-1), 0, size)
		e.multiplyHigh("MULQ", m+1, x)
		if l > 1 {
			e.put("SHRQ", imm(l-1), q)
		}
	case t == optab.U32: // below 2³², 64 bits of the reciprocal are enough
		e.multiplyHigh("MULQ", reciprocal(size), x)
	case t == optab.I32: // the product is rounded down; below zero that is one too low
		e.put("MOVLQSX", x, x)
		e.multiplyHigh("IMULQ", reciprocal(size), x)
		e.put("MOVL", x, reg(codegen.AX))
		e.put("SHRL", imm(31), reg(codegen.AX))
		e.put("ADDL", reg(codegen.AX), q)
	case t == optab.U64 && hasShort(size):
		l := bits.Len64(size)
		m, _ := bits.Div64(1<<(l-1), 0, size)
		e.multiplyHigh("MULQ", m+1, x)
		e.put("SHRQ", imm(l-1), q)
	case t == optab.U64:
		l := bits.Len64(size)
		m, _ := bits.Div64(1<<l-size, 0, size) // 2⁶⁴ times (2ˡ - d)/d, which is below 1
		e.multiplyHigh("MULQ", m+1, x)
		e.put("MOVQ", x, reg(codegen.AX))
		e.put("SUBQ", q, reg(codegen.AX))
		e.put("SHRQ", imm(1), reg(codegen.AX))
		e.put("ADDQ", reg(codegen.AX), q)
		e.put("SHRQ", imm(l-1), q)
	default:
		m, shift := signedReciprocal(size)
		e.multiplyHigh("IMULQ", m, x)
		if m >= 1<<63 { // it was taken as 2⁶⁴ less
			e.put("ADDQ", x, q)
		}
		if shift > 0 {
			e.put("SARQ", imm(shift), q)
		}
		e.put("MOVQ", x, reg(codegen.AX))
		e.put("SHRQ", imm(63), reg(codegen.AX))
		e.put("ADDQ", reg(codegen.AX), q)
	}
}

// hasShort reports whether 64 bits of the reciprocal of d, rounded up, are enough for all numbers
// of 64 bits: by how much the product is too large, it does not reach the next quotient.
func hasShort(d uint64) bool {
	l := bits.Len64(d)
	_, r := bits.Div64(1<<(l-1), 0, d)
	return d-r <= 1<<(l-1)
}

// signedReciprocal returns the least 2⁶⁴⁺ⁿ/d, rounded up, that is exact enough for all numbers
// of 63 bits and a sign, and n: by how much it is too large, times the largest number that leaves
// the remainder d-1, is below 2⁶⁴⁺ⁿ (Warren, "Hacker's Delight", section 10-1).
func signedReciprocal(d uint64) (m uint64, n int) {
	const two63 = 1 << 63
	largest := two63 - 1 - two63%d
	for ; ; n++ {
		q, r := bits.Div64(1<<n, 0, d)
		if high, _ := bits.Mul64(largest, d-r); high < 1<<n {
			return q + 1, n
		}
	}
}

// remainderOf takes the quotient, which is the third operand, times the divisor from a number.
func (e *emitter) remainderOf(in *ins, t optab.Type) {
	s, d := suffix(t), signed(in.in[1].bits, t)
	if q := e.inReg(in.in[2], t, scratchB); !e.addTimes(q, scratchB, d, t) {
		e.put("IMUL3"+s, imm(d), reg(q), reg(scratchB))
	}
	r := e.target(in.out[0])
	e.move(r, in.in[0], t)
	e.put("SUB"+s, reg(scratchB), reg(r))
	e.give(in.out[0], r)
}

// splitRemainders has remainders by a literal take the quotient of a division before them, which is
// what they are computed from. Where the quotient is wanted too, before or behind, it is a repeat.
func (f *fn) splitRemainders() {
	quotients := map[expr]val{}
	for _, blk := range f.blocks {
		var code []ins
		for _, in := range blk.code {
			if isByLiteral(&in, "rem") {
				t := in.op.Info().Type
				div := ins{kind: prim, op: program.OpcodeFor("div", t), in: slices.Clone(in.in), mark: in.mark}
				e, _ := exprOf(&in)
				q, ok := quotients[e]
				if !ok {
					q = f.newVar(t)
					quotients[e] = q
				}
				div.out = []val{q}
				code = append(code, div)
				in.in = append(slices.Clip(in.in), of(q))
			}
			code = append(code, in)
		}
		blk.code = code
	}
}

// isByLiteral reports whether an instruction is a division of a variable, of a name, by a literal
// for which that is a product.
func isByLiteral(in *ins, name string) bool {
	if in.kind != prim || in.test.IsValid() || in.op.Info().Row.Name != name || len(in.in) != 2 {
		return false
	}
	x, y, t := in.in[0], in.in[1], in.op.Info().Type
	d := signed(y.bits, t)
	return x.kind == variable && y.kind == literal && d == int(int32(d)) && hasReciprocal(d, t) && powerOfTwo(y, t) < 0
}

// writes reports whether instructions of a block write a variable, and reads whether they read it.
func (b *block) writes(v val, from, to int) bool {
	return slices.ContainsFunc(b.code[from:to], func(in ins) bool { return isIn(in.out, v) })
}

func (b *block) reads(v val, from, to int) bool {
	return slices.ContainsFunc(b.code[from:to], func(in ins) bool { return slices.Contains(in.in, of(v)) })
}

// reciprocal is 2⁶⁴/d, rounded up; d is not a power of two.
func reciprocal(d uint64) uint64 {
	q, _ := bits.Div64(1, 0, d)
	return q + 1
}

// multiplyHigh leaves the upper half of a product in DX.
func (e *emitter) multiplyHigh(op string, by uint64, x codegen.Operand) {
	e.number(codegen.AX, by, optab.U64)
	e.put(op, x)
}

// bitsOfRemainders makes remainders of numbers with a sign by a power of two that are only asked whether they are some
// number above zero the lowest bits and the sign: x%2 == 1 where x is odd and has no sign.
func (f *fn) bitsOfRemainders() {
	uses := f.countReads()
	for _, blk := range f.blocks {
		for i := range blk.code {
			in := &blk.code[i]
			if in.name() != "rem" || len(in.in) != 2 || in.sure&isPositive != 0 || uses[in.out[0]] != 1 {
				continue
			}
			t := in.op.Info().Type
			n := powerOfTwo(in.in[1], t)
			if n < 1 || !t.IsSigned() {
				continue
			}
			asked := func(op program.Opcode, args []arg) bool {
				if !op.IsValid() || len(args) < 2 || args[0] != of(in.out[0]) || args[1].kind != literal {
					return false
				}
				name, c := op.Info().Row.Name, signed(args[1].bits, t)
				return (name == "eq" || name == "ne") && c > 0 && c < 1<<n
			}
			if !asked(blk.term.test, blk.term.in) && !slices.ContainsFunc(blk.code[i+1:], func(in ins) bool {
				return in.kind == prim && (asked(in.op, in.in) || asked(in.test, in.in))
			}) {
				continue
			}
			sign := uint64(1) << (t.Bits() - 1)
			in.op, in.in = program.OpcodeFor("and", t), []arg{in.in[0], {bits: sign | 1<<n - 1}}
		}
	}
}
