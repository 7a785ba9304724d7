package scalar

import (
	"cmp"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings are read where the caller has them, by the address and the length that Go keeps of each. Code may read as
// many bytes as there is room for, whatever is behind a string: where those that follow it may be in another page,
// which may not be there, its bytes are copied to the worker's frame. An empty string may be anywhere, and is read from
// there.

const (
	// mostRoom is the most room for which code reads strings itself: with more, too many end in another page than what
	// there is room for.
	mostRoom = 1024
	// leastPage is the size of the smallest pages that systems have.
	leastPage = 4096
)

// takeStrings notes that the columns of a slice are strings if they are.
func (u *unit) takeStrings(s program.Slice) {
	if len(s.Elems) != 1 {
		return
	}
	of := s.Elems[0]
	bytes, lens := &u.in[of], &u.in[s.Len]
	if bytes.Text && bytes.Elements <= mostRoom && lens.Size == 8 && lens.Elements == 1 {
		for _, c := range []*Column{bytes, lens} {
			c.Strings, c.Bytes, c.Lens = true, of, s.Len
		}
	}
}

// placeStrings gives strings room in the worker's frame.
func (u *unit) placeStrings() {
	for i := range u.in {
		if c := &u.in[i]; c.Strings && c.Text {
			c.copied = u.at.bytes
			u.at.bytes += (c.Elements + 63) &^ 63
		}
	}
}

// lengthsFirst puts the length of each string before the address of its bytes, so that one of them finds the string
// for both.
func (u *unit) lengthsFirst(inputs []ins) []ins {
	place := func(in ins) int {
		switch c := &u.in[in.n]; {
		case c.Strings && c.Text:
			return 2*c.Bytes + 1
		case c.Strings:
			return 2 * c.Bytes
		}
		return 2 * in.n
	}
	sorting.By(inputs, func(a, b ins) int { return cmp.Compare(place(a), place(b)) })
	return inputs
}

// header says that scratch register B has the address of the lane's string in the column of some bytes, behind so many
// instructions of the code.
type header struct{ of, lines int }

// headerOf puts the address of the lane's string in column n into a register.
func (e *emitter) headerOf(n int, d codegen.General) {
	const each = 4 // the logarithm of the size of an address and a length
	e.put("MOVQ", reg(laneReg), reg(d))
	e.put("SHLQ", imm(each), reg(d))
	e.put("ADDQ", mem(inFrame(e.at.Columns+8*n)), reg(d))
}

// lengthOf is where the length of the lane's string is.
func (e *emitter) lengthOf(n int) codegen.Address {
	e.headerOf(n, scratchB)
	return codegen.Address{Base: scratchB, Disp: 8}
}

// hasRoom makes the lane fault if its string, of a length, has more bytes than there is room for.
func (e *emitter) hasRoom(length codegen.Operand, c *Column) {
	e.put("CMPQ", length, imm(e.u.in[c.Bytes].Elements))
	e.put("JHI", e.to("fault"))
	e.u.in[c.Bytes].Checked, e.u.in[c.Lens].Checked = true, true
}

// string is where the bytes of the lane's string are.
func (e *emitter) string(n int, c *Column) codegen.Address {
	if e.header != (header{n, len(e.lines)}) {
		e.headerOf(n, scratchB)
		e.hasRoom(mem(codegen.Address{Base: scratchB, Disp: 8}), c)
	}
	a, b := reg(scratchA), reg(scratchB)
	e.put("CMPQ", mem(codegen.Address{Base: scratchB, Disp: 8}), imm(0))
	e.put("MOVQ", mem(codegen.Address{Base: scratchB}), b)
	e.put("CMOVQEQ", reg(frameReg), b) // where there is enough to read
	e.put("MOVL", b, a)
	e.put("ANDL", imm(leastPage-1), a)
	e.put("CMPL", a, imm(leastPage-c.Elements))
	far, back := e.label("far"), e.label("near")
	e.put("JHI", e.to(far))
	e.here(back)
	e.late = append(e.late, func() {
		e.here(far)
		e.copyString(n, c, back)
	})
	return codegen.Address{Base: scratchB}
}

// copyString copies the lane's string, whose address is in scratch register B, unless all that there is room for is in
// the same page as its end.
func (e *emitter) copyString(n int, c *Column, back string) {
	a, b, ax, bx := reg(scratchA), reg(scratchB), reg(codegen.AX), reg(codegen.BX)
	again, keep := e.label("copy"), e.label("keep")
	e.put("PUSHQ", ax)
	e.put("PUSHQ", bx)
	e.headerOf(n, codegen.AX)
	e.put("MOVQ", mem(codegen.Address{Base: codegen.AX, Disp: 8}), ax)
	e.put("LEAQ", mem(codegen.Address{Base: scratchB, Index: codegen.AX, Scale: 1, Disp: -1}), a)
	e.put("LEAQ", mem(codegen.Address{Base: scratchB, Disp: c.Elements - 1}), bx)
	e.put("XORQ", bx, a)
	e.put("CMPQ", a, imm(leastPage))
	e.put("JCS", e.to(keep))
	e.put("LEAQ", mem(inFrame(c.copied)), a)
	e.put("ADDQ", ax, a)
	e.put("ADDQ", ax, b)
	e.put("NEGQ", ax)
	e.put("JEQ", e.to(again+"end"))
	e.here(again)
	e.put("MOVBLZX", mem(codegen.Address{Base: scratchB, Index: codegen.AX, Scale: 1}), bx)
	e.put("MOVB", bx, mem(codegen.Address{Base: scratchA, Index: codegen.AX, Scale: 1}))
	e.put("ADDQ", imm(1), ax)
	e.put("JNE", e.to(again))
	e.here(again + "end")
	e.put("LEAQ", mem(inFrame(c.copied)), b)
	e.here(keep)
	e.put("POPQ", bx)
	e.put("POPQ", ax)
	e.put("JMP", e.to(back))
}
