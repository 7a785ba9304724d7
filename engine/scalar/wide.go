package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The processor divides and multiplies numbers of twice the width in AX and DX, and leaves two
// results there: a quotient and its remainder, or both halves of a product. Where a block wants
// both of the same operands, they are one instruction.

// isFixed reports whether an instruction is of this kind.
func isFixed(in *ins) bool {
	if in.kind != prim {
		return false
	}
	switch info := in.op.Info(); info.Row.Name {
	case "div", "rem":
		return powerOfTwo(in.in[1], info.Type) < 0 && len(in.in) == 2 && !in.unread && !isSmallQuotient(in)
	case "divwide", "remwide":
		return true
	case "mulhi":
		return info.Type.Bits() == 64
	}
	return false
}

// isWide reports whether a row divides numbers of twice the width.
func isWide(row *optab.Op) bool { return row.Name == "divwide" || row.Name == "remwide" }

// twinOf is the row that the other of two results is of.
var twinOf = map[string]string{
	"div": "rem", "rem": "div", "divwide": "remwide", "remwide": "divwide", "mulhi": "mul", "mul": "mulhi",
}

// fixedAt is the register in which the processor leaves the result of a row.
func fixedAt(row *optab.Op) int {
	switch row.Name {
	case "rem", "remwide", "mulhi":
		return regDX
	}
	return regAX
}

// pairTwins makes one instruction of two in a block, the first of which is fixed or becomes so.
func (f *fn) pairTwins() {
	for _, blk := range f.blocks {
		for i := 0; i < len(blk.code); i++ {
			in := &blk.code[i]
			if !hasTwin(in) {
				continue
			}
			if at := blk.twin(i); at > 0 {
				out := []val{in.out[0], blk.code[at].out[0]}
				if in.op.Info().Row.Name == "mul" {
					in.op, out[0], out[1] = blk.code[at].op, out[1], out[0]
				}
				in.out = out
				blk.code = slices.Delete(blk.code, at, at+1)
			}
		}
	}
}

// hasTwin reports whether an instruction may be paired: by literals, divisions are products.
func hasTwin(in *ins) bool {
	if in.kind != prim || in.unread || in.test.IsValid() || len(in.out) != 1 || twinOf[in.op.Info().Row.Name] == "" {
		return false
	}
	info := in.op.Info()
	switch info.Row.Name {
	case "div", "rem":
		return len(in.in) == 2 && in.in[1].kind != literal
	}
	return info.Type == optab.U64
}

// twin is the place of the instruction behind another that gives its other result, and could stand
// there as well; or 0.
func (b *block) twin(at int) int {
	first := b.code[at]
	info := first.op.Info()
	other := program.OpcodeFor(twinOf[info.Row.Name], info.Type)
	for i := at + 1; i < len(b.code); i++ {
		in := &b.code[i]
		if hasTwin(in) && in.op == other && alike(&first, in) {
			out := in.out[0]
			if out != first.out[0] && !b.writes(out, at, i) && !b.reads(out, at+1, i) && !first.overwrites() {
				return i
			}
			return 0
		}
		if slices.ContainsFunc(first.in, func(a arg) bool { return a.kind == variable && isIn(in.out, a.v) }) {
			return 0
		}
	}
	return 0
}

// alike reports whether two instructions read the same.
func alike(x, y *ins) bool {
	return slices.Equal(x.in, y.in) ||
		commutes(x.op) && commutes(y.op) && x.in[0] == y.in[1] && x.in[1] == y.in[0]
}

// overwrites reports whether an instruction writes what it reads.
func (in *ins) overwrites() bool {
	return slices.ContainsFunc(in.in, func(a arg) bool { return a.kind == variable && isIn(in.out, a.v) })
}

// giveFixed stores the results that are in AX and DX. Neither goes where the other is.
func (e *emitter) giveFixed(in *ins) {
	at := [...]codegen.General{codegen.AX, codegen.DX}
	first := 0
	if fixedAt(in.op.Info().Row) == regDX {
		first = 1
	}
	for i, v := range in.out {
		e.give(v, at[first^i])
	}
}

// mulhi gives the upper half of a product.
func (e *emitter) mulhi(in *ins, t optab.Type) {
	x, y := in.in[0], in.in[1]
	switch {
	case t.Bits() == 64:
		op := "MULQ"
		if t.IsSigned() {
			op = "IMULQ"
		}
		r := e.inReg(y, t, scratchB)
		e.move(codegen.AX, x, t)
		e.put(op, reg(r))
		e.giveFixed(in)
		return
	case t.IsSigned():
		e.put("MOVLQSX", reg(e.inReg(x, t, scratchA)), reg(scratchA))
		e.put("MOVLQSX", reg(e.inReg(y, t, scratchB)), reg(scratchB))
	default:
		e.move(scratchA, x, t)
		e.move(scratchB, y, t)
	}
	e.put("IMULQ", reg(scratchB), reg(scratchA))
	e.put("SHRQ", imm(32), reg(scratchA))
	e.give(in.out[0], scratchA)
}

// divwide divides x:y by z where z exceeds x; else the processor has a trap, and 0 is given.
func (e *emitter) divwide(in *ins, t optab.Type) {
	z := e.inReg(in.in[2], t, scratchB)
	y := e.inReg(in.in[1], t, scratchA)
	e.move(codegen.DX, in.in[0], t)
	e.put("MOVQ", reg(y), reg(codegen.AX))
	done := e.label("divided")
	if in.sure&isInside == 0 {
		large := e.label("large")
		e.put("CMPQ", reg(z), reg(codegen.DX))
		e.put("JLS", e.to(large))
		e.late = append(e.late, func() {
			e.here(large)
			e.put("XORL", reg(codegen.AX), reg(codegen.AX))
			e.put("XORL", reg(codegen.DX), reg(codegen.DX))
			e.put("JMP", e.to(done))
		})
	}
	if t.Bits() == 32 {
		e.put("DIVL", reg(z))
	} else {
		e.put("DIVQ", reg(z))
	}
	e.here(done)
	e.giveFixed(in)
}
