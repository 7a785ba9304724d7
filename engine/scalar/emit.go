package scalar

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// emitter writes the machine code of a unit.
type emitter struct {
	u      *unit
	at     Frame
	x      *codegen.X86
	lines  []codegen.Line
	room   []codegen.Operand // of lines
	f      *fn
	labels int
	mark   int // of instructions that are added
	names  codegen.Labels
	flags  codegen.Line      // the comparison that they are of, if any, see flags.go
	looked outcome           // of the last select's condition
	consts map[[2]uint64]int // places of constants in the data
	rows   map[uint64]int    // places of bytes there that are repeated
	copied int               // instructions of the function that are there once more
	late   []func()          // write what is behind a function: ways that are rare
	tables []jumpTable
	// leastTable is from how many cases on a switch goes by a table, if that is not sparse.
	leastTable int
	header     header
	moves      bool // some code copies memory by the routine
	err        error
}

// put adds an instruction.
func (e *emitter) put(op string, args ...codegen.Operand) {
	if e.compared(op, args) {
		return
	}
	const some = 512 // operands, so that callers need no memory for those of each instruction
	if len(e.room)+len(args) > cap(e.room) {
		e.room = make([]codegen.Operand, 0, some)
	}
	n := len(e.room)
	e.room = append(e.room, args...)
	l := codegen.Line{Op: op, Args: e.room[n:len(e.room):len(e.room)], Mark: e.mark}
	e.lines = append(e.lines, l)
	if err := e.x.Line(l); err != nil && e.err == nil {
		e.err = err
	}
}

func (e *emitter) here(label string) { e.put(codegen.LabelOp, e.to(label)) }

func (e *emitter) label(name string) string {
	e.labels++
	return fmt.Sprint(name, e.labels)
}

// The operands of instructions.

func reg(r codegen.General) codegen.Operand { return codegen.GeneralOf(r) }
func imm(n int) codegen.Operand             { return codegen.ImmediateOf(n) }
func mem(a codegen.Address) codegen.Operand { return codegen.MemoryOf(a, 0) }
func xmm(n int) codegen.Operand             { return codegen.VectorOf(n, 16) }
func ymm(n int) codegen.Operand             { return codegen.VectorOf(n, 32) }

// xmem is memory that an instruction on floats reads or writes.
func xmem(a codegen.Address) codegen.Operand { return codegen.MemoryOf(a, 16) }

// to is the label that a jump goes to.
//
//go:noinline
func (e *emitter) to(label string) codegen.Operand { return codegen.LabelOf(e.names.Number(label)) }

// number is the General of a machine register.
func number(n int) codegen.General { return codegen.General(n + 1) }

func inFrame(off int) codegen.Address   { return codegen.Address{Base: frameReg, Disp: off} }
func inStack(off int) codegen.Address   { return codegen.Address{Base: codegen.SP, Disp: off} }
func inData(off int) codegen.Address    { return codegen.InData(0, off) }
func slotAddress(n int) codegen.Address { return inStack(8 * n) }

// suffix ends the names of integer instructions on a type.
func suffix(t optab.Type) string {
	if t.Bits() == 64 {
		return "Q"
	}
	return "L"
}

// fsuffix ends the names of float instructions on a type.
func fsuffix(t optab.Type) string {
	if t.Bits() == 64 {
		return "SD"
	}
	return "SS"
}

// signed is a literal as an integer with a sign.
func signed(bits uint64, t optab.Type) int {
	if t.Bits() == 64 {
		return int(bits)
	}
	return int(int32(bits))
}

// isReg reports whether an operand is a general register.
func isReg(o codegen.Operand) bool { return o.Form == codegen.GeneralRegister }

func isMem(o codegen.Operand) bool { return o.IsMemory() }

// source is an operand that can be read in place: a register, memory or a small number.
func (e *emitter) source(a arg, t optab.Type) codegen.Operand {
	switch a.kind {
	case literal:
		n := signed(a.bits, t)
		if n == int(int32(n)) {
			return imm(n)
		}
		return mem(inData(e.constant(uint64(n), 0)))
	case given:
		return mem(inFrame(a.off))
	}
	l := e.f.alloc.of(a.v)
	if l.inSlot {
		return mem(slotAddress(l.n))
	}
	return reg(number(l.n))
}

// inReg is an operand in a register.
func (e *emitter) inReg(a arg, t optab.Type, scratch codegen.General) codegen.General {
	if o := e.source(a, t); isReg(o) {
		return o.General()
	}
	e.move(scratch, a, t)
	return scratch
}

// move loads an operand. It changes no flags.
func (e *emitter) move(d codegen.General, a arg, t optab.Type) {
	if a.kind == literal {
		e.number(d, a.bits, t)
		return
	}
	if o := e.source(a, t); o != reg(d) {
		e.put("MOV"+suffix(t), o, reg(d))
	}
}

// number loads a literal.
func (e *emitter) number(d codegen.General, bits uint64, t optab.Type) {
	switch n := signed(bits, t); {
	case t.Bits() < 64 || n >= 0 && n == int(uint32(n)):
		e.put("MOVL", imm(int(int32(n))), reg(d))
	default:
		e.put("MOVQ", imm(n), reg(d))
	}
}

// target is the register in which a result is to be, or a scratch register if it is to be
// in a slot.
func (e *emitter) target(v val) codegen.General {
	if l := e.f.alloc.of(v); !l.inSlot {
		return number(l.n)
	}
	return scratchA
}

// give stores a result that is in a register.
func (e *emitter) give(v val, r codegen.General) {
	l := e.f.alloc.of(v)
	switch {
	case l.inSlot:
		e.put("MOVQ", reg(r), mem(slotAddress(l.n)))
	case number(l.n) != r:
		e.put("MOV"+suffix(e.f.vars[v].typ), reg(r), reg(number(l.n)))
	}
}

// sourceX is a float operand that can be read in place: a register or memory.
func (e *emitter) sourceX(a arg, t optab.Type) codegen.Operand {
	switch a.kind {
	case literal:
		return xmem(inData(e.constant(a.bits, 0)))
	case given:
		return xmem(inFrame(a.off))
	}
	l := e.f.alloc.of(a.v)
	if l.inSlot {
		return xmem(slotAddress(l.n))
	}
	return xmm(l.n)
}

// inRegX is a float operand in a register.
func (e *emitter) inRegX(a arg, t optab.Type, scratch int) int {
	if o := e.sourceX(a, t); !isMem(o) {
		return int(o.Num)
	}
	e.moveX(scratch, a, t)
	return scratch
}

// moveX loads a float operand.
func (e *emitter) moveX(d int, a arg, t optab.Type) {
	switch o := e.sourceX(a, t); {
	case a.kind == literal && a.bits == 0:
		e.put("VXORPD", xmm(d), xmm(d), xmm(d))
	case isMem(o):
		e.put("VMOV"+fsuffix(t), o, xmm(d))
	case int(o.Num) != d:
		e.put("VMOVAPD", o, xmm(d))
	}
}

// targetX is target for floats.
func (e *emitter) targetX(v val) int {
	if l := e.f.alloc.of(v); !l.inSlot {
		return l.n
	}
	return scratchX
}

// giveX is give for floats.
func (e *emitter) giveX(v val, r int) {
	l := e.f.alloc.of(v)
	switch {
	case l.inSlot:
		e.put("VMOV"+fsuffix(e.f.vars[v].typ), xmm(r), xmem(slotAddress(l.n)))
	case l.n != r:
		e.put("VMOVAPD", xmm(r), xmm(l.n))
	}
}

// constant returns the place of 16 bytes of data.
func (e *emitter) constant(low, high uint64) int {
	key := [2]uint64{low, high}
	off, ok := e.consts[key]
	if !ok {
		e.u.align(16)
		off = len(e.u.table)
		e.u.element(optab.U64, low)
		e.u.element(optab.U64, high)
		e.consts[key] = off
	}
	return off
}

// fail adds a jump that ends the lane with a fault.
func (e *emitter) fail(jump string) { e.put(jump, e.to("fault")) }
