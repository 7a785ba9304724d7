package scalar

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays that have room for all that append may make (-make-cap) are large and zero when a lane begins, which writes to
// a few of their elements. Lanes run one after the other in the same memory, so that all but what the lane before has
// written is zero still. So there is a byte for each line of such an array, which says whether something was written to
// it, and those lines are cleared. So it is with other arrays of 8 KB and more, where lanes with short inputs need a
// part: a lane with a table of longest common subsequences of 50×50 numbers takes 100 ns in place of 440 if it needs up
// to 10×10 of them, 1260 in place of 1450 for 20×20 to 30×30, and up to 4 % more for nearly all. Most lines of smaller
// arrays are written to, and to clear them costs less than to know which.

// leastTracked is how many bytes an array has at least for this: less is cleared by a few instructions.
const leastTracked = 1024

// alwaysTracked is how many bytes an array has at least that is not expected to be sparse.
const alwaysTracked = 8 << 10

// lineBytes is how many bytes are cleared together: as many as a line of the cache has.
const lineBytes = 64

// kept is an array that is set as a whole only when the code is entered: lanes read no element that they have not
// written. It must be set then, since what is known of elements holds for what lanes before have left, and of other
// memory nothing does: an index that is read for nothing must be one.
type kept struct {
	array *info
	with  arg
}

// trackWritten gives sparse arrays of the main graph, and those that functions share, a byte for each of their lines in
// the worker's frame, if it is known of all that writes to them where it does.
func (u *unit) trackWritten() {
	type array struct {
		f   *fn // nil if functions share it
		off int
	}
	key := func(f *fn, v val) (array, bool) {
		x := &f.vars[v]
		large := x.bytes() >= alwaysTracked || x.sparse && x.bytes() >= leastTracked
		switch {
		case !x.isArray() || !x.scratch && !large || !x.shared && !f.main:
			return array{}, false
		case x.shared:
			return array{nil, x.off}, true
		}
		return array{f, x.off}, true
	}
	filled, other := map[array]arg{}, map[array]bool{}
	for _, f := range u.fns {
		for _, blk := range f.blocks {
			for i := range blk.code {
				in := &blk.code[i]
				for _, v := range in.out {
					k, ok := key(f, v)
					with, again := filled[k]
					switch {
					case !ok || in.kind == insert || in.kind == store || in.kind == memmove:
					case in.kind == call && f.vars[v].shared: // the function writes to it itself
					case in.kind == fill && in.in[0].kind == literal && (!again || with == in.in[0]):
						filled[k] = in.in[0]
					default:
						other[k] = true
					}
				}
			}
		}
	}
	places, begun := map[array]*lines{}, map[array]bool{}
	for _, f := range u.fns {
		for v := range f.vars {
			k, ok := key(f, val(v))
			if _, is := filled[k]; !ok || !is || other[k] {
				continue
			}
			if f.vars[v].scratch {
				f.vars[v].kept = true
				if !begun[k] {
					begun[k] = true
					u.kept = append(u.kept, kept{&f.vars[v], filled[k]})
				}
				continue
			}
			if places[k] == nil {
				n := (f.vars[v].bytes() + lineBytes - 1) / lineBytes
				places[k] = &lines{at: u.at.bytes + 8, n: n, noLast: !f.vars[v].sparse}
				u.at.bytes += 8 + (n+7)&^7 // which are looked at by eight
				if places[k].noLast {
					u.at.bytes += lookedAt
				}
				u.lines = append(u.lines, places[k])
			}
			f.vars[v].lines = places[k]
		}
	}
}

// lines is where the worker's frame has the bytes of the lines of an array, and how many. The number of the last line
// that was written to is before them. It is not known of arrays that are not expected to be sparse, to which inner
// loops write: it costs as much as the rest of a note. Of these, lookedAt lines are looked at together.
type lines struct {
	at, n  int
	noLast bool
}

const lookedAt = 64

// last is the number of the last line.
func (l *lines) last() codegen.Operand { return mem(inFrame(l.at - 8)) }

// beginArrays sets what is kept, and notes that all lines may have been written to.
func (e *emitter) beginArrays() {
	for _, k := range e.u.kept {
		e.fill(k.with, k.array)
	}
	const all = 0x0101010101010101
	for _, l := range e.u.lines {
		again, whole := e.label("lines"), l.n&^7
		e.move(scratchA, arg{kind: literal, bits: all}, optab.I64)
		e.put("XORL", reg(scratchB), reg(scratchB))
		e.here(again)
		e.put("MOVQ", reg(scratchA), mem(l.of(scratchB)))
		e.put("ADDQ", imm(8), reg(scratchB))
		e.put("CMPQ", reg(scratchB), imm(whole))
		e.put("JLT", e.to(again))
		e.move(scratchA, arg{kind: literal, bits: all & (1<<(8*(l.n-whole)) - 1)}, optab.I64)
		if whole < l.n { // no line is behind the array
			e.put("MOVQ", reg(scratchA), mem(inFrame(l.at+whole)))
		}
		if !l.noLast {
			e.put("MOVQ", imm(l.n-1), l.last())
		}
	}
}

// of is the byte of a line.
func (l *lines) of(line codegen.General) codegen.Address {
	at := inFrame(l.at)
	at.Index, at.Scale = line, 1
	return at
}

// clearLines gives the lines of an array that were written to what the second scratch register for vectors has.
func (e *emitter) clearLines(array *info) {
	outer, inner, next, done := e.label("lines"), e.label("line"), e.label("next"), e.label("cleared")
	l, to := array.lines, array.home()
	row := e.rowBytes(to)
	a, b, ax := reg(scratchA), reg(scratchB), reg(codegen.AX)
	if e.put("PUSHQ", ax); to.Base == codegen.SP {
		to.Disp += 8
	}
	e.put("XORL", b, b)
	e.here(outer)
	if l.noLast {
		e.put("CMPQ", b, imm(l.n))
		e.put("JGE", e.to(done))
		e.skipLines(l, outer)
	} else {
		e.put("CMPQ", b, l.last())
		e.put("JGT", e.to(done))
	}
	e.put("MOVQ", mem(l.of(scratchB)), a)
	e.put("TESTQ", a, a)
	e.put("JEQ", e.to(next))
	e.put("MOVQ", imm(0), mem(l.of(scratchB)))
	e.here(inner)
	e.put("TZCNTQ", a, ax) // eight times the number of the byte
	e.put("LEAQ", mem(codegen.Address{Base: codegen.AX, Index: scratchB, Scale: 8}), ax)
	to.Index, to.Scale = codegen.AX, 8
	for k := 0; k < lineBytes; k += row {
		e.put("VMOVUPD", codegen.VectorOf(scratchY, row), codegen.MemoryOf(to.Plus(k), row))
	}
	e.put("LEAQ", mem(codegen.Address{Base: scratchA, Disp: -1}), ax)
	e.put("ANDQ", ax, a)
	e.put("JNE", e.to(inner))
	e.here(next)
	e.put("ADDQ", imm(8), b)
	e.put("JMP", e.to(outer))
	e.here(done)
	if !l.noLast {
		e.put("MOVQ", imm(-1), l.last())
	}
	e.put("POPQ", ax)
}

// skipLines goes on with those behind the next ones, if nothing was written to these. The second scratch register has
// the number of the first of them.
func (e *emitter) skipLines(l *lines, again string) {
	some := e.label("some")
	const half = lookedAt / 2
	next := codegen.VectorOf(scratchX, half)
	e.put("VMOVUPD", codegen.MemoryOf(l.of(scratchB), half), next)
	e.put("VPOR", codegen.MemoryOf(l.of(scratchB).Plus(half), half), next, next)
	e.put("VPTEST", next, next)
	e.put("JNE", e.to(some))
	e.put("ADDQ", imm(lookedAt), reg(scratchB))
	e.put("JMP", e.to(again))
	e.here(some)
}

// lineShift is by how much the number of an element is shifted to be that of its line.
func (x *info) lineShift() codegen.Operand {
	return imm(bits.TrailingZeros(uint(lineBytes / x.element())))
}

// noteWritten notes that the element at some place of an array is written. Scratch register A is free.
func (e *emitter) noteWritten(array *info, where codegen.Address) {
	if array.lines == nil {
		return
	}
	known, a := (where.Disp-array.home().Disp)/array.element(), reg(scratchA)
	switch {
	case where.Index == codegen.NoGeneral:
		e.move(scratchA, arg{kind: literal, bits: uint64(known)}, optab.I64)
	case known == 0:
		e.put("MOVQ", reg(where.Index), a)
	default:
		e.put("LEAQ", mem(codegen.Address{Base: where.Index, Disp: known}), a)
	}
	e.put("SHRQ", array.lineShift(), a)
	e.put("MOVB", imm(1), mem(array.lines.of(scratchA)))
	e.raiseLast(array.lines, scratchA)
}

// raiseLast notes that a line is written to.
func (e *emitter) raiseLast(l *lines, line codegen.General) {
	if l.noLast {
		return
	}
	lower := e.label("lower")
	e.put("CMPQ", reg(line), l.last())
	e.put("JLE", e.to(lower))
	e.put("MOVQ", reg(line), l.last())
	e.here(lower)
}

// noteMoved notes that elements are written from one on, so many, and not none. The scratch registers are free.
func (e *emitter) noteMoved(array *info, first arg, more int, count arg) {
	if array.lines == nil {
		return
	}
	again := e.label("lines")
	a, b := reg(scratchA), reg(scratchB)
	e.move(scratchA, first, optab.I64)
	if more != 0 {
		e.put("ADDQ", imm(more), a)
	}
	e.put("MOVQ", a, b)
	e.put("ADDQ", e.source(count, optab.I64), b)
	e.put("SUBQ", imm(1), b)
	e.put("SHRQ", array.lineShift(), a)
	e.put("SHRQ", array.lineShift(), b)
	e.here(again)
	e.put("MOVB", imm(1), mem(array.lines.of(scratchA)))
	e.put("ADDQ", imm(1), a)
	e.put("CMPQ", a, b)
	e.put("JLE", e.to(again))
	e.raiseLast(array.lines, scratchB)
}
