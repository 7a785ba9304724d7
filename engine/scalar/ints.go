package scalar

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// commutes reports whether the operands of an operation may be swapped.
func commutes(op program.Opcode) bool { return op.Info().Row.Has(optab.Commutative) }

// powerOfTwo is the exponent of a literal power of two, or -1.
func powerOfTwo(a arg, t optab.Type) int {
	if a.kind != literal {
		return -1
	}
	n := a.bits & (1<<t.Bits() - 1)
	if n == 0 || n&(n-1) != 0 || t.IsSigned() && bits.TrailingZeros64(n) == t.Bits()-1 {
		return -1
	}
	return bits.TrailingZeros64(n)
}

// ints are the operations on integers and bools, by row; they may be wider than the row's
// own code here, as routines take others.
var ints = map[string]func(e *emitter, in *ins, t optab.Type){
	"add":        (*emitter).add,
	"sub":        (*emitter).add,
	"mul":        (*emitter).mul,
	"and":        (*emitter).and,
	"or":         func(e *emitter, in *ins, t optab.Type) { e.binary("OR", in, t) },
	"xor":        func(e *emitter, in *ins, t optab.Type) { e.binary("XOR", in, t) },
	"andnot":     (*emitter).andnot,
	"not":        (*emitter).not,
	"neg":        func(e *emitter, in *ins, t optab.Type) { e.unary("NEG", in, t) },
	"abs":        (*emitter).absInt,
	"min":        func(e *emitter, in *ins, t optab.Type) { e.extreme(in, t, "lt") },
	"max":        func(e *emitter, in *ins, t optab.Type) { e.extreme(in, t, "gt") },
	"div":        (*emitter).div,
	"rem":        (*emitter).div,
	"shl":        (*emitter).shift,
	"shr":        (*emitter).shift,
	"shiftcount": (*emitter).shiftcount,
	"mulhi":      (*emitter).mulhi,
	"divwide":    (*emitter).divwide,
	"remwide":    (*emitter).divwide,
	"rotl":       (*emitter).rotate,
	"bswap":      func(e *emitter, in *ins, t optab.Type) { e.unary("BSWAP", in, t) },
	"clz":        func(e *emitter, in *ins, t optab.Type) { e.countBits("LZCNT", in, t) },
	"ctz":        func(e *emitter, in *ins, t optab.Type) { e.countBits("TZCNT", in, t) },
	"popcount":   func(e *emitter, in *ins, t optab.Type) { e.countBits("POPCNT", in, t) },
	"sext8":      func(e *emitter, in *ins, t optab.Type) { e.extend("MOVBLSX", in, t) },
	"sext16":     func(e *emitter, in *ins, t optab.Type) { e.extend("MOVWLSX", in, t) },
	"zext8":      func(e *emitter, in *ins, t optab.Type) { e.extend("MOVBLZX", in, t) },
	"zext16":     func(e *emitter, in *ins, t optab.Type) { e.extend("MOVWLZX", in, t) },
	"checkindex": func(e *emitter, in *ins, t optab.Type) { e.check(in, t, "JCC") },
	"checkslice": func(e *emitter, in *ins, t optab.Type) { e.check(in, t, "JHI") },
	"checklen":   func(e *emitter, in *ins, t optab.Type) { e.check(in, t, "JHI") },
	"checkcap":   func(e *emitter, in *ins, t optab.Type) { e.check(in, t, "JGT") },
	"checkwide":  (*emitter).checkwide,
	"select":     (*emitter).selectInt,
}

// binary is an operation of two operands.
func (e *emitter) binary(op string, in *ins, t optab.Type) {
	x, y := in.in[0], in.in[1]
	d := e.target(in.out[0])
	if x.kind == literal && commutes(in.op) || commutes(in.op) && e.isIn(y, d) {
		x, y = y, x
	}
	r := d
	if e.isIn(y, d) && !e.isIn(x, d) {
		r = scratchA
	}
	from := e.source(y, t)
	e.move(r, x, t)
	e.put(op+suffix(t), from, reg(r))
	e.give(in.out[0], r)
}

// and takes the lowest bits without a copy where they are a byte or two.
func (e *emitter) and(in *ins, t optab.Type) {
	x, y := in.in[0], in.in[1]
	if x.kind == literal {
		x, y = y, x
	}
	op := ""
	if y.kind == literal && x.kind == variable {
		op = map[uint64]string{math.MaxUint8: "MOVBLZX", math.MaxUint16: "MOVWLZX"}[y.bits]
	}
	if op == "" {
		e.binary("AND", in, t)
		return
	}
	d := e.target(in.out[0])
	e.put(op, e.source(x, t), reg(d))
	e.give(in.out[0], d)
}

// isIn reports whether an operand is in a register.
func (e *emitter) isIn(a arg, r codegen.General) bool {
	if a.kind != variable {
		return false
	}
	l := e.f.alloc.of(a.v)
	return !l.inSlot && number(l.n) == r
}

// add adds or subtracts; where the sum goes elsewhere, without a copy.
func (e *emitter) add(in *ins, t optab.Type) {
	name := in.op.Info().Row.Name
	x, y := in.in[0], in.in[1]
	if name == "add" && x.kind == literal {
		x, y = y, x
	}
	d := e.target(in.out[0])
	if y.kind == literal && signed(y.bits, t) == 0 {
		e.move(d, x, t)
		e.give(in.out[0], d)
		return
	}
	if x.kind == variable && !e.isIn(x, d) && !e.f.alloc.of(x.v).inSlot {
		a := codegen.Address{Base: number(e.f.alloc.of(x.v).n)}
		n := signed(y.bits, t)
		if name == "sub" {
			n = -n
		}
		switch {
		case y.kind == literal && n == int(int32(n)):
			a.Disp = n
			e.put("LEA"+suffix(t), mem(a), reg(d))
			e.give(in.out[0], d)
			return
		case y.kind == variable && name == "add" && !e.isIn(y, d) && !e.f.alloc.of(y.v).inSlot:
			a.Index, a.Scale = number(e.f.alloc.of(y.v).n), 1
			e.put("LEA"+suffix(t), mem(a), reg(d))
			e.give(in.out[0], d)
			return
		}
	}
	op := "ADD"
	if name == "sub" {
		op = "SUB"
	}
	e.binary(op, in, t)
}

func (e *emitter) mul(in *ins, t optab.Type) {
	x, y := in.in[0], in.in[1]
	if x.kind == literal {
		x, y = y, x
	}
	if y.kind != literal || signed(y.bits, t) != int(int32(signed(y.bits, t))) {
		e.binary("IMUL", in, t)
		return
	}
	d := e.target(in.out[0])
	if r := e.source(x, t); isReg(r) && e.addTimes(r.General(), d, signed(y.bits, t), t) {
		e.give(in.out[0], d)
		return
	}
	if n := powerOfTwo(y, t); n >= 0 {
		e.move(d, x, t)
		if n > 0 {
			e.put("SHL"+suffix(t), imm(n), reg(d))
		}
	} else {
		from := e.source(x, t)
		if from.Form == codegen.Immediate {
			from = reg(e.inReg(x, t, scratchB))
		}
		e.put("IMUL3"+suffix(t), imm(signed(y.bits, t)), from, reg(d))
	}
	e.give(in.out[0], d)
}

// addTimes multiplies a register by a number that an address can have, which takes a third of the time of
// a product, or saves the copy. It reports false if that is not so.
func (e *emitter) addTimes(r, d codegen.General, n int, t optab.Type) bool {
	switch {
	case n == 2 && r != d, n == 3, n == 5, n == 9:
		e.put("LEA"+suffix(t), mem(codegen.Address{Base: r, Index: r, Scale: uint8(n - 1)}), reg(d))
		return true
	}
	return false
}

func (e *emitter) unary(op string, in *ins, t optab.Type) {
	d := e.target(in.out[0])
	e.move(d, in.in[0], t)
	e.put(op+suffix(t), reg(d))
	e.give(in.out[0], d)
}

func (e *emitter) not(in *ins, t optab.Type) {
	if t != optab.Bool {
		e.unary("NOT", in, t)
		return
	}
	d := e.target(in.out[0])
	e.move(d, in.in[0], t)
	e.put("XORL", imm(1), reg(d))
	e.give(in.out[0], d)
}

func (e *emitter) andnot(in *ins, t optab.Type) {
	d := e.target(in.out[0])
	x, y := e.inReg(in.in[0], t, scratchA), e.inReg(in.in[1], t, scratchB)
	e.put("ANDN"+suffix(t), reg(x), reg(y), reg(d))
	e.give(in.out[0], d)
}

func (e *emitter) absInt(in *ins, t optab.Type) {
	e.move(scratchA, in.in[0], t)
	e.put("MOV"+suffix(t), reg(scratchA), reg(scratchB))
	e.put("NEG"+suffix(t), reg(scratchB))
	e.put("CMOV"+suffix(t)+"PL", reg(scratchB), reg(scratchA))
	e.give(in.out[0], scratchA)
}

// extreme takes x where it is below y, or above.
func (e *emitter) extreme(in *ins, t optab.Type, test string) {
	x, y := in.in[0], in.in[1]
	d := e.target(in.out[0])
	if x.kind == literal || e.isIn(y, d) {
		x, y = y, x
	}
	from := reg(e.inReg(y, t, scratchB))
	e.move(d, x, t)
	e.put("CMP"+suffix(t), from, reg(d))
	e.put("CMOV"+suffix(t)+conditions[test][t.IsSigned()], from, reg(d))
	e.give(in.out[0], d)
}

// shift shifts; counts from the width on leave nothing, or the sign.
func (e *emitter) shift(in *ins, t optab.Type) {
	left, width := in.op.Info().Row.Name == "shl", t.Bits()
	op := "SHR"
	switch {
	case left:
		op = "SHL"
	case t.IsSigned():
		op = "SAR"
	}
	d, s := e.target(in.out[0]), suffix(t)
	if n := in.in[1]; n.kind == literal {
		count := n.bits
		if op == "SAR" {
			count = min(count, uint64(width-1))
		}
		if count >= uint64(width) {
			e.number(d, 0, t)
		} else if e.move(d, in.in[0], t); count > 0 {
			e.put(op+s, imm(int(count)), reg(d))
		}
		e.give(in.out[0], d)
		return
	}
	count := e.inReg(in.in[1], optab.U64, scratchB)
	x := e.inReg(in.in[0], t, scratchA)
	if in.sure&isInside != 0 {
		e.put(op+"X"+s, reg(count), reg(x), reg(d))
		e.give(in.out[0], d)
		return
	}
	if op == "SAR" {
		if count != scratchB {
			e.put("MOVQ", reg(count), reg(scratchB))
		}
		ok := e.label("count")
		e.put("CMPQ", reg(scratchB), imm(width-1))
		e.put("JLS", e.to(ok))
		e.put("MOVL", imm(width-1), reg(scratchB))
		e.here(ok)
		e.put("SARX"+s, reg(scratchB), reg(x), reg(scratchA))
		e.give(in.out[0], scratchA)
		return
	}
	e.put(op+"X"+s, reg(count), reg(x), reg(scratchA))
	e.put("CMPQ", reg(count), imm(width))
	e.put("MOVL", imm(0), reg(scratchB))
	e.put("CMOVQCC", reg(scratchB), reg(scratchA))
	e.give(in.out[0], scratchA)
}

func (e *emitter) shiftcount(in *ins, t optab.Type) {
	d := e.target(in.out[0])
	e.move(d, in.in[0], t)
	if in.sure&isPositive == 0 {
		e.put("TEST"+suffix(t), reg(d), reg(d))
		e.fail("JLT")
	}
	e.give(in.out[0], d) // 32 bits without a sign fill the upper half with zeros
}

// rotate rotates; the processor takes counts modulo the width.
func (e *emitter) rotate(in *ins, t optab.Type) {
	x, n := in.in[0], in.in[1]
	if n.kind == literal {
		d := e.target(in.out[0])
		e.move(d, x, t)
		if n := int(n.bits) & (t.Bits() - 1); n > 0 {
			e.put("ROL"+suffix(t), imm(n), reg(d))
		}
		e.give(in.out[0], d)
		return
	}
	// The count has to be in CX. What is there otherwise waits in a scratch register.
	cx, r := reg(codegen.CX), e.target(in.out[0])
	if r == codegen.CX || e.isIn(n, r) {
		r = scratchA
	}
	e.move(r, x, t)
	if e.isIn(n, codegen.CX) {
		e.put("ROL"+suffix(t), cx, reg(r))
	} else {
		e.put("MOVQ", cx, reg(scratchB))
		e.put("MOVL", e.source(n, optab.U32), cx)
		e.put("ROL"+suffix(t), cx, reg(r))
		e.put("MOVQ", reg(scratchB), cx)
	}
	e.give(in.out[0], r)
}

func (e *emitter) countBits(op string, in *ins, t optab.Type) {
	d := e.target(in.out[0])
	e.put(op+suffix(t), reg(e.inReg(in.in[0], t, scratchB)), reg(d))
	e.give(in.out[0], d)
}

func (e *emitter) extend(op string, in *ins, t optab.Type) {
	d := e.target(in.out[0])
	e.put(op, reg(e.inReg(in.in[0], t, scratchB)), reg(d))
	e.give(in.out[0], d)
}

// check gives x, which must be below y: a comparison of unsigned numbers finds negative
// ones too, where y is none. Else they are refused with a second one. A literal is compared the other way round.
func (e *emitter) check(in *ins, t optab.Type, jump string) {
	x, y := e.source(in.in[0], t), e.source(in.in[1], t)
	if x.Form == codegen.Immediate && x.N() >= 0 && (isReg(y) || isMem(y)) {
		mirrored := map[string]string{"JCC": "JLS", "JHI": "JCS", "JGT": "JLT"}
		if in.sure&isLength == 0 { // what the literal is compared with may be negative
			mirrored["JCC"], mirrored["JHI"] = "JLE", "JLT"
		}
		if in.sure&isInside == 0 {
			e.put("CMP"+suffix(t), y, x)
			e.fail(mirrored[jump])
		}
		if !in.unread {
			e.number(e.target(in.out[0]), in.in[0].bits, t)
			e.give(in.out[0], e.target(in.out[0]))
		}
		return
	}
	if !isReg(x) {
		e.move(scratchA, in.in[0], t)
		x = reg(scratchA)
	}
	switch {
	case in.sure&isInside != 0:
	case in.sure&isLength != 0 || jump == "JGT":
		e.put("CMP"+suffix(t), x, y)
		e.fail(jump)
	default:
		if in.sure&isPositive == 0 {
			e.put("TEST"+suffix(t), x, x)
			e.fail("JLT")
		}
		e.put("CMP"+suffix(t), x, y)
		e.fail(map[string]string{"JCC": "JGE", "JHI": "JGT"}[jump])
	}
	if !in.unread {
		e.give(in.out[0], x.General())
	}
}

// checkwide gives y, which must exceed x.
func (e *emitter) checkwide(in *ins, t optab.Type) {
	y, x := e.inReg(in.in[1], t, scratchA), e.source(in.in[0], t)
	e.put("CMP"+suffix(t), reg(y), x)
	e.fail("JLS")
	e.give(in.out[0], y)
}
