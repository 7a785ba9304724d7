package scalar

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// leastMoved is how many elements are worth copying at once. So many have four bytes or more.
const leastMoved = 4

// arraysMoved is the number of the operand of a memmove that is the first array. Before it are the first of the
// elements that are read, and of those that are written, how many there are, and the one that the loop in its place
// would write first. From it on there are arrays that are read and those that are written, by turns.
const arraysMoved = 4

// memmove copies elements that are next to each other: of arrays to others. The first result is how many it has copied:
// none where some are out of range, and where the loop would read what it has written. The number of the first element
// is more by in.n where it is read, and by in.wide where it is written.
func (e *emitter) memmove(in *ins) {
	count, arrays := in.in[2], in.in[arraysMoved:]
	loop, done := e.label("loop"), e.label("copied")
	a := reg(scratchA)
	e.move(scratchA, count, optab.I64)
	e.areInside(in, loop)
	for i := 0; i < len(arrays); i += 2 {
		if arrays[i] == arrays[i+1] {
			e.overlap(in, loop)
			break
		}
	}
	for i := 0; i < len(arrays); i += 2 {
		e.moveArray(in, arrays[i], arrays[i+1])
	}
	e.move(scratchA, count, optab.I64)
	e.put("JMP", e.to(done))
	e.here(loop)
	e.put("XORL", a, a)
	e.here(done)
	e.give(in.out[0], scratchA)
	e.moves = true
}

// areInside goes on where the elements of all arrays are in range, as far as it is not sure. Scratch register A has
// their number.
func (e *emitter) areInside(in *ins, loop string) {
	a, b := reg(scratchA), reg(scratchB)
	for i := range 2 {
		if in.sure&(indexInside<<i) != 0 {
			continue
		}
		least := math.MaxInt
		for k := arraysMoved + i; k < len(in.in); k += 2 {
			least = min(least, program.Elements(e.u.shapeOf(e.f, in.in[k])))
		}
		e.put("CMPQ", a, imm(least))
		e.put("JHI", e.to(loop))
		e.put("MOVQ", imm(least), b)
		e.put("SUBQ", a, b)
		e.put("CMPQ", b, e.source(in.in[i], optab.I64))
		e.put("JCS", e.to(loop))
	}
}

// moveArray copies the elements of one array.
func (e *emitter) moveArray(in *ins, from, to arg) {
	count, size := in.in[2], e.f.vars[to.v].element()
	e.noteMoved(&e.f.vars[to.v], in.in[1], in.wide, count)
	e.elementAddress(e.home(from, scratchB), in.in[0], in.n, size, scratchA)
	e.elementAddress(e.f.vars[to.v].home(), in.in[1], in.wide, size, scratchB)
	ax, n := reg(codegen.AX), e.source(count, optab.I64)
	e.put("PUSHQ", ax)
	if l := e.f.alloc.of(count.v); l.inSlot {
		n = mem(slotAddress(l.n + 1)) // behind what was pushed
	}
	if n != ax {
		e.put("MOVQ", n, ax)
	}
	if size > 1 {
		e.put("SHLQ", imm(bits.TrailingZeros(uint(size))), ax)
	}
	e.put("CALL", e.to("memmove"))
	e.put("POPQ", ax)
}

// overlap goes on where the loop would not read what it has written: it goes up, and what is written is not among what
// is read later; or down, and so on. The number of elements is in scratch register A.
func (e *emitter) overlap(in *ins, loop string) {
	from, to, first := in.in[0], in.in[1], in.in[3]
	a, b := reg(scratchA), reg(scratchB)
	e.move(scratchB, to, optab.I64)
	e.put("SUBQ", e.source(from, optab.I64), b)
	if more := in.wide - in.n; more != 0 {
		e.put("ADDQ", imm(more), b)
	}
	e.put("CMPQ", b, a)
	if first == to { // it goes up
		e.put("JCS", e.to(loop))
		return
	}
	apart, below := e.label("apart"), e.label("below")
	turn := func(jump string) {
		e.move(scratchB, first, optab.I64)
		e.put("CMPQ", b, e.source(to, optab.I64))
		e.put(jump, e.to(loop))
	}
	e.put("JCC", e.to(below))
	turn("JEQ")
	e.put("JMP", e.to(apart))
	e.here(below)
	e.put("NEGQ", b)
	e.put("CMPQ", b, a)
	e.put("JCC", e.to(apart))
	turn("JNE")
	e.here(apart)
}

// elementAddress puts the address of an element of an array into a scratch register: that at an index, and so many
// more.
func (e *emitter) elementAddress(home codegen.Address, index arg, more, size int, scratch codegen.General) {
	e.move(scratch, index, optab.I64)
	home.Disp += more * size
	home.Index, home.Scale = scratch, uint8(size)
	e.put("LEAQ", mem(home), reg(scratch))
}

// writeMemmove writes the routine that copies so many bytes as AX has, four at least, from what scratch register A
// has the address of to what B has. It changes AX and the vector registers for use within an instruction. All of a few
// bytes are read before any are written; of more, those at the end to which it goes.
func (e *emitter) writeMemmove() {
	if !e.moves {
		return
	}
	const row = 32
	ax, bx := codegen.AX, codegen.BX
	x, y := codegen.VectorOf(scratchX, row), codegen.VectorOf(scratchY, row)
	at := func(base, index codegen.General, off int) codegen.Address {
		a := codegen.Address{Base: base, Disp: off}
		if index != codegen.NoGeneral {
			a.Index, a.Scale = index, 1
		}
		return a
	}
	rows := func(base, index codegen.General, off int) codegen.Operand {
		return codegen.MemoryOf(at(base, index, off), row)
	}
	e.here("memmove")
	for _, few := range []struct {
		op         string
		less, most int
	}{{"VMOVSS", 4, 8}, {"VMOVSD", 8, 16}, {"VMOVUPD", 16, row}} {
		more := e.label("more")
		e.put("CMPQ", reg(ax), imm(few.most))
		e.put("JHI", e.to(more))
		e.put(few.op, xmem(at(scratchA, codegen.NoGeneral, 0)), xmm(scratchX))
		e.put(few.op, xmem(at(scratchA, ax, -few.less)), xmm(scratchY))
		e.put(few.op, xmm(scratchX), xmem(at(scratchB, codegen.NoGeneral, 0)))
		e.put(few.op, xmm(scratchY), xmem(at(scratchB, ax, -few.less)))
		e.put("RET")
		e.here(more)
	}
	down, again := e.label("down"), e.label("copy")
	e.put("SUBQ", imm(row), reg(ax))
	e.put("CMPQ", reg(scratchA), reg(scratchB))
	e.put("JCS", e.to(down))
	e.put("PUSHQ", reg(bx))
	e.put("VMOVUPD", rows(scratchA, ax, 0), y)
	e.put("XORL", reg(bx), reg(bx))
	e.here(again)
	e.put("VMOVUPD", rows(scratchA, bx, 0), x)
	e.put("VMOVUPD", x, rows(scratchB, bx, 0))
	e.put("ADDQ", imm(row), reg(bx))
	e.put("CMPQ", reg(bx), reg(ax))
	e.put("JLT", e.to(again))
	e.put("VMOVUPD", y, rows(scratchB, ax, 0))
	e.put("POPQ", reg(bx))
	e.put("RET")
	e.here(down)
	again = e.label("copy")
	e.put("VMOVUPD", rows(scratchA, codegen.NoGeneral, 0), y)
	e.here(again)
	e.put("VMOVUPD", rows(scratchA, ax, 0), x)
	e.put("VMOVUPD", x, rows(scratchB, ax, 0))
	e.put("SUBQ", imm(row), reg(ax))
	e.put("JGT", e.to(again))
	e.put("VMOVUPD", y, rows(scratchB, codegen.NoGeneral, 0))
	e.put("RET")
}
