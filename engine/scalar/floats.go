package scalar

import (
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// floats are the operations on floats, by row.
var floats = map[string]func(e *emitter, in *ins, t optab.Type){
	"add":         func(e *emitter, in *ins, t optab.Type) { e.binaryX("VADD", in, t) },
	"sub":         func(e *emitter, in *ins, t optab.Type) { e.binaryX("VSUB", in, t) },
	"mul":         func(e *emitter, in *ins, t optab.Type) { e.binaryX("VMUL", in, t) },
	"quo":         func(e *emitter, in *ins, t optab.Type) { e.binaryX("VDIV", in, t) },
	"sqrt":        (*emitter).sqrt,
	"fma":         (*emitter).fma,
	"neg":         func(e *emitter, in *ins, t optab.Type) { e.withMask("VXORPD", in, t, signBits(t)) },
	"abs":         func(e *emitter, in *ins, t optab.Type) { e.withMask("VANDPD", in, t, ^signBits(t)) },
	"copysign":    (*emitter).copysign,
	"floor":       func(e *emitter, in *ins, t optab.Type) { e.round(9, in, t) },
	"ceil":        func(e *emitter, in *ins, t optab.Type) { e.round(10, in, t) },
	"trunc":       func(e *emitter, in *ins, t optab.Type) { e.round(11, in, t) },
	"roundtoeven": func(e *emitter, in *ins, t optab.Type) { e.round(8, in, t) },
	"select":      (*emitter).selectFloat,
	"min":         func(e *emitter, in *ins, t optab.Type) { e.extremeX(in, t, 0) },
	"max":         func(e *emitter, in *ins, t optab.Type) { e.extremeX(in, t, signBits(t)) },
}

// signBits are the signs of the floats in 8 bytes.
func signBits(t optab.Type) uint64 {
	if t == optab.F32 {
		return 1<<31 | 1<<63
	}
	return 1 << 63
}

func (e *emitter) binaryX(op string, in *ins, t optab.Type) {
	d := e.targetX(in.out[0])
	a, b := in.in[0], in.in[1]
	if commutes(in.op) && isMem(e.sourceX(a, t)) {
		a, b = b, a
	}
	x := e.inRegX(a, t, scratchX)
	e.put(op+fsuffix(t), e.sourceX(b, t), xmm(x), xmm(d))
	e.giveX(in.out[0], d)
}

func (e *emitter) sqrt(in *ins, t optab.Type) {
	d := e.targetX(in.out[0])
	x := e.inRegX(in.in[0], t, scratchX)
	e.put("VSQRT"+fsuffix(t), xmm(x), xmm(x), xmm(d))
	e.giveX(in.out[0], d)
}

// round rounds as the low bits of mode say.
func (e *emitter) round(mode int, in *ins, t optab.Type) {
	d := e.targetX(in.out[0])
	x := e.inRegX(in.in[0], t, scratchX)
	e.put("VROUND"+fsuffix(t), imm(mode), xmm(x), xmm(x), xmm(d))
	e.giveX(in.out[0], d)
}

func (e *emitter) fma(in *ins, t optab.Type) {
	e.moveX(scratchX, in.in[2], t)
	x := e.inRegX(in.in[0], t, scratchY)
	e.put("VFMADD231"+fsuffix(t), e.sourceX(in.in[1], t), xmm(x), xmm(scratchX))
	e.giveX(in.out[0], scratchX)
}

func (e *emitter) withMask(op string, in *ins, t optab.Type, mask uint64) {
	d := e.targetX(in.out[0])
	x := e.inRegX(in.in[0], t, scratchX)
	e.put(op, xmem(inData(e.constant(mask, mask))), xmm(x), xmm(d))
	e.giveX(in.out[0], d)
}

func (e *emitter) copysign(in *ins, t optab.Type) {
	sign := signBits(t)
	x, y := e.inRegX(in.in[0], t, scratchX), e.inRegX(in.in[1], t, scratchY)
	e.put("VANDPD", xmem(inData(e.constant(^sign, ^sign))), xmm(x), xmm(scratchX))
	e.put("VANDPD", xmem(inData(e.constant(sign, sign))), xmm(y), xmm(scratchY))
	d := e.targetX(in.out[0])
	e.put("VORPD", xmm(scratchX), xmm(scratchY), xmm(d))
	e.giveX(in.out[0], d)
}

// extremeX gives the smaller of two floats, or the larger. The instruction gives its second
// operand if they are equal or one is NaN. Both are rare; then what it gives for both orders
// has the sign, and NaN, in one of them at least. To find the larger, signs are changed
// there before and after.
func (e *emitter) extremeX(in *ins, t optab.Type, sign uint64) {
	op, s := "VMIN", fsuffix(t)
	if sign != 0 {
		op = "VMAX"
	}
	x, y, d := xmm(scratchX), xmm(scratchY), e.targetX(in.out[0])
	e.moveX(scratchX, in.in[0], t)
	e.moveX(scratchY, in.in[1], t)
	rare, done := e.label("equal"), e.label("extreme")
	e.put("VUCOMI"+s, y, x)
	e.put("JEQ", e.to(rare))
	e.put(op+s, y, x, xmm(d))
	e.here(done)
	e.giveX(in.out[0], d)
	e.late = append(e.late, func() {
		flip := func(o codegen.Operand) {
			if sign != 0 {
				e.put("VXORPD", xmem(inData(e.constant(sign, sign))), o, o)
			}
		}
		e.here(rare)
		flip(x)
		flip(y)
		if d == scratchX { // there is no third register
			passed := xmem(inFrame(e.at.passed))
			e.put("VMOV"+s, y, passed)
			e.put("VMIN"+s, x, y, y)
			e.put("VMIN"+s, passed, x, x)
		} else {
			e.put("VMIN"+s, y, x, xmm(d))
			e.put("VMIN"+s, x, y, y)
		}
		e.put("VORPD", y, xmm(d), xmm(d))
		flip(xmm(d))
		e.put("JMP", e.to(done))
	})
}

// conversion is the name of the type that an operation converts or casts to, or "".
func conversion(op program.Opcode) (to string, cast bool) {
	name := op.Info().Row.Name
	if to, ok := strings.CutPrefix(name, "convert_"); ok {
		return to, false
	}
	if to, ok := strings.CutPrefix(name, "bitcast_"); ok {
		return to, true
	}
	return "", false
}

// converts reports whether there is code for a conversion.
func converts(op program.Opcode) bool {
	to, cast := conversion(op)
	from := op.Info().Type
	switch {
	case to == "":
		return false
	case cast, !from.IsFloat() && !op.Info().Out.IsFloat():
		return true
	case from.IsFloat():
		return to != "u64"
	}
	return true
}

// convert converts.
func (e *emitter) convert(in *ins, from optab.Type) {
	to, v := in.op.Info().Out, in.out[0]
	_, cast := conversion(in.op)
	x := in.in[0]
	mov := "VMOVQ"
	if from.Bits() == 32 {
		mov = "VMOVD"
	}
	switch {
	case cast && to.IsFloat():
		d := e.targetX(v)
		e.put(mov, reg(e.inReg(x, from, scratchB)), xmm(d))
		e.giveX(v, d)
	case cast:
		d := e.target(v)
		e.put(mov, xmm(e.inRegX(x, from, scratchX)), reg(d))
		e.give(v, d)
	case from.IsFloat() && to.IsFloat():
		d, s := e.targetX(v), e.inRegX(x, from, scratchX)
		op := "VCVTSD2SS"
		if from == optab.F32 {
			op = "VCVTSS2SD"
		}
		e.put(op, xmm(s), xmm(s), xmm(d))
		e.giveX(v, d)
	case from.IsFloat():
		op, d := "VCVTT"+fsuffix(from)+"2SI", e.target(v)
		if to != optab.I32 {
			op += "Q"
		}
		e.put(op, xmm(e.inRegX(x, from, scratchX)), reg(d))
		if to == optab.U32 {
			e.put("MOVL", reg(d), reg(d))
		}
		e.give(v, d)
	case to.IsFloat():
		s := e.inReg(x, from, scratchB)
		e.put("VXORPD", xmm(scratchX), xmm(scratchX), xmm(scratchX))
		if from == optab.U64 && in.sure&isPositive == 0 {
			e.convertUnsigned(v, s, to)
			return
		}
		size := "Q" // of numbers that are not negative, 32 bits are in registers as 64
		if from == optab.I32 {
			size = "L"
		}
		d := e.targetX(v)
		e.put("VCVTSI2"+fsuffix(to)+size, reg(s), xmm(scratchX), xmm(d))
		e.giveX(v, d)
	default:
		e.resize(in, from, to)
	}
}

// convertUnsigned makes a float of a number of 64 bits without a sign in a register. AVX2 has that for such with a
// sign: of what has its top bit set, half is converted, whose last bit says whether either of the last two was set, so
// that it rounds as the whole number does, and doubled.
func (e *emitter) convertUnsigned(v val, s codegen.General, to optab.Type) {
	d := e.targetX(v)
	if !e.x.VEX { // AVX-512 has it
		e.put("VCVTUSI2"+fsuffix(to)+"Q", reg(s), xmm(scratchX), xmm(d))
		e.giveX(v, d)
		return
	}
	op := "VCVTSI2" + fsuffix(to) + "Q"
	large, done := e.label("large"), e.label("float")
	e.put("TESTQ", reg(s), reg(s))
	e.put("JLT", e.to(large))
	e.put(op, reg(s), xmm(scratchX), xmm(d))
	e.here(done)
	e.giveX(v, d)
	e.late = append(e.late, func() {
		e.here(large)
		e.put("MOVQ", reg(s), reg(scratchA))
		e.put("SHRQ", imm(1), reg(scratchA))
		if s != scratchB {
			e.put("MOVQ", reg(s), reg(scratchB))
		}
		e.put("ANDQ", imm(1), reg(scratchB))
		e.put("ORQ", reg(scratchB), reg(scratchA))
		e.put(op, reg(scratchA), xmm(scratchX), xmm(d))
		e.put("VADD"+fsuffix(to), xmm(d), xmm(d), xmm(d))
		e.put("JMP", e.to(done))
	})
}

// resize extends or cuts an integer. Registers have numbers of 32 bits with zeros above.
func (e *emitter) resize(in *ins, from, to optab.Type) {
	x, d := in.in[0], e.target(in.out[0])
	s := e.inReg(x, from, scratchB)
	switch {
	case from == optab.I32 && to.Bits() == 64 && in.sure&isPositive == 0:
		e.put("MOVLQSX", reg(s), reg(d))
	case from.Bits() == 64 && to.Bits() == 64:
		if s != d {
			e.put("MOVQ", reg(s), reg(d))
		}
	case s == d && from.Bits() == 32: // it has zeros above
	default:
		e.put("MOVL", reg(s), reg(d))
	}
	e.give(in.out[0], d)
}

// isNative reports whether there is code for an instruction in scalar registers.
func (u *unit) isNative(in *ins) bool {
	info := in.op.Info()
	name := info.Row.Name
	switch {
	case isComparison(in.op), converts(in.op):
		return true
	case info.Type.IsFloat():
		return floats[name] != nil
	}
	return ints[name] != nil
}

// native adds the code of an operation.
func (e *emitter) native(in *ins) {
	info := in.op.Info()
	name := info.Row.Name
	switch {
	case isComparison(in.op):
		e.comparison(in)
	case converts(in.op):
		e.convert(in, info.Type)
	case info.Type.IsFloat():
		floats[name](e, in, info.Type)
	default:
		ints[name](e, in, info.Type)
	}
}
