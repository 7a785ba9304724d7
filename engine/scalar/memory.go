package scalar

import (
	"math"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// shapeOf is that of an array that an instruction reads.
func (u *unit) shapeOf(f *fn, a arg) []int {
	switch a.kind {
	case variable:
		return f.vars[a.v].shape
	case lent:
		return u.lentColumn(a).shape
	}
	return u.shapes[a.withoutBase()]
}

// home is where an array begins. That of a uniform is loaded into the scratch register.
func (e *emitter) home(a arg, scratch codegen.General) codegen.Address {
	if a.inRegister {
		if at := e.f.alloc.of(a.v); !at.inSlot {
			return codegen.Address{Base: number(at.n)}
		}
	}
	switch a.kind {
	case table:
		e.put("LEAQ", mem(inData(a.off)), reg(scratch))
		return codegen.Address{Base: scratch}
	case lent:
		if a.v != nowhere {
			return codegen.Address{Base: e.inReg(of(a.v), optab.I64, scratch)}
		}
		fallthrough
	case bound:
		e.put("MOVQ", mem(inFrame(a.off)), reg(scratch))
		return codegen.Address{Base: scratch}
	}
	return e.f.vars[a.v].home()
}

// loadBase loads the address of a table into the register that it has, if it has one.
func (e *emitter) loadBase(in *ins) {
	at := e.f.alloc.of(in.out[0])
	if at.inSlot {
		return
	}
	if a, r := in.in[0], reg(number(at.n)); a.kind == table {
		e.put("LEAQ", mem(inData(a.off)), r)
	} else {
		e.put("MOVQ", mem(inFrame(a.off)), r)
	}
}

// locate finds the element at the indices of an instruction: where it is is in a register,
// or known. An index that is out of range is a fault. rest is how many elements the part
// there has.
func (e *emitter) locate(in *ins, size int) (where codegen.Address, rest int) {
	a, indices := indicesOf(in)
	shape := e.u.shapeOf(e.f, a)
	if in.flat {
		shape = e.u.dimsOf(e.f, in)
	}
	rest = program.Elements(shape[len(indices):])
	open := slices.Contains(shape, program.AnyLength)
	known := 0                 // what is known of the element's number
	var linear codegen.General // of what is not known
	for i, x := range indices {
		n := imm(shape[i])
		if shape[i] == program.AnyLength {
			n = mem(inFrame(a.off + 8*(i+1)))
		}
		var scale uint8
		linear, scale = e.scaled(linear, x, n)
		known *= shape[i]
		if x.kind == literal && !open {
			if x.bits >= uint64(shape[i]) {
				e.put("JMP", e.to("fault"))
				return e.home(a, scratchA), rest
			}
			known += int(x.bits)
			continue
		}
		r := e.inside(in, i, x, n, linear)
		switch {
		case linear == codegen.NoGeneral:
			linear = r
		case linear != scratchB || scale > 1:
			e.put("LEAQ", mem(codegen.Address{Base: r, Index: linear, Scale: scale}), reg(scratchB))
			linear = scratchB
		default:
			e.put("ADDQ", reg(r), reg(scratchB))
		}
	}
	if linear != codegen.NoGeneral {
		linear = e.times(linear, imm(rest))
	}
	where = e.home(a, scratchA)
	if in.kind == index || in.kind == insert {
		known += in.n
	}
	where.Disp += known * rest * size
	if linear != codegen.NoGeneral {
		where.Index, where.Scale = linear, uint8(size)
	}
	return where, rest
}

// times multiplies a register; the product is in a scratch register, or the register's own
// value is.
func (e *emitter) times(r codegen.General, n codegen.Operand) codegen.General {
	switch {
	case n == imm(1):
		return r
	case n.Form == codegen.Immediate && e.addTimes(r, scratchB, n.N(), optab.I64):
	case n.Form == codegen.Immediate && bits.OnesCount(uint(n.N())) == 1:
		if r != scratchB {
			e.put("MOVQ", reg(r), reg(scratchB))
		}
		e.put("SHLQ", imm(bits.TrailingZeros(uint(n.N()))), reg(scratchB))
	case n.Form == codegen.Immediate:
		e.put("IMUL3Q", n, reg(r), reg(scratchB))
	default:
		if r != scratchB {
			e.put("MOVQ", reg(r), reg(scratchB))
		}
		e.put("IMULQ", n, reg(scratchB))
	}
	return scratchB
}

// isScale reports whether an address can multiply its index by a number.
func isScale(n codegen.Operand) bool {
	return n.Form == codegen.Immediate && (n == imm(2) || n == imm(4) || n == imm(8))
}

// scaled multiplies the number of an element, as far as indices have been added up, by the length n of the next axis;
// or it returns the scale by which that can be done where the next index x is added.
func (e *emitter) scaled(sum codegen.General, x arg, n codegen.Operand) (codegen.General, uint8) {
	switch {
	case sum == codegen.NoGeneral:
		return sum, 1
	case x.kind != literal && isScale(n):
		return sum, uint8(n.N())
	}
	return e.times(sum, n), 1
}

// inside returns the register of index i of an instruction, which is below n or a fault. It may stay there if no
// other has been added up.
func (e *emitter) inside(in *ins, i int, x arg, n codegen.Operand, sum codegen.General) codegen.General {
	scratch := scratchA
	if sum == codegen.NoGeneral {
		scratch = scratchB
	}
	r := e.inReg(x, optab.I64, scratch)
	if in.sure&(indexInside<<i) == 0 {
		e.put("CMPQ", reg(r), n)
		e.fail("JCC")
	}
	return r
}

// offset gives the number of an element.
func (e *emitter) offset(in *ins) {
	d, sum := e.target(in.out[0]), codegen.NoGeneral
	known := 0
	for i, n := range e.u.dims[in.n] {
		x := in.in[i]
		var scale uint8
		sum, scale = e.scaled(sum, x, imm(n))
		known *= n
		if x.kind == literal && x.bits < uint64(n) {
			known += int(x.bits)
			continue
		}
		r := e.inside(in, i, x, imm(n), sum)
		switch {
		case sum != codegen.NoGeneral:
			to := scratchB
			if i == len(in.in)-1 && known == 0 {
				to = d
			}
			e.put("LEAQ", mem(codegen.Address{Base: r, Index: sum, Scale: scale}), reg(to))
			sum = to
		default:
			sum = r
		}
	}
	if known > 0 {
		e.put("LEAQ", mem(codegen.Address{Base: sum, Disp: known}), reg(d))
		e.give(in.out[0], d)
		return
	}
	e.give(in.out[0], sum)
}

// index reads an element of an array.
func (e *emitter) index(in *ins) {
	v := in.out[0]
	t := e.f.vars[v].typ
	if in.in[0].kind == bound && t == optab.Bool { // it has four bytes there
		where, _ := e.locate(in, 4)
		d := e.target(v)
		e.put("MOVL", mem(where), reg(d))
		e.give(v, d)
		return
	}
	if in.in[0].kind == lent && classOf(t) == general {
		c := e.u.lentColumn(in.in[0])
		where, _ := e.locate(in, c.Size)
		if in.wide != 0 {
			e.loadWide(v, where, in.wide)
			return
		}
		d := e.target(v)
		e.put(c.load, mem(where), reg(d))
		e.give(v, d)
		return
	}
	array := e.arrayOf(in.in[0], t)
	where, _ := e.locate(in, array.element())
	e.loadElement(v, where, array)
}

// arrayOf is what is known of an operand with elements of a type.
func (e *emitter) arrayOf(a arg, t optab.Type) *info {
	if a.kind != variable {
		return &info{typ: t}
	}
	return &e.f.vars[a.v]
}

// loadElement loads a variable from an array.
func (e *emitter) loadElement(v val, a codegen.Address, array *info) {
	if array.narrow == 0 {
		e.loadFrom(v, a)
		return
	}
	d := e.target(v)
	e.put(array.loads(), mem(a), reg(d))
	e.give(v, d)
}

// storeElement stores an operand in an array. The address may have scratch register B, but not A.
func (e *emitter) storeElement(a codegen.Address, x arg, array *info) {
	switch {
	case array.narrow == 0:
		e.storeTo(a, x, array.typ)
	case array.narrow == 1 && x.kind == literal:
		e.put("MOVB", imm(int(int8(x.bits))), mem(a))
	case array.narrow == 1:
		e.put("MOVB", reg(e.inReg(x, array.typ, scratchA)), mem(a))
	default:
		e.put("MOVW", reg(e.inReg(x, array.typ, scratchA)), mem(a))
	}
}

// loadFrom loads a variable.
func (e *emitter) loadFrom(v val, a codegen.Address) {
	t := e.f.vars[v].typ
	if classOf(t) == vector {
		d := e.targetX(v)
		e.put("VMOV"+fsuffix(t), xmem(a), xmm(d))
		e.giveX(v, d)
		return
	}
	d := e.target(v)
	if t == optab.Bool {
		e.put("MOVBLZX", mem(a), reg(d))
	} else {
		e.put("MOV"+suffix(t), mem(a), reg(d))
	}
	e.give(v, d)
}

// storeTo stores an operand. The address may have scratch register B, but not A.
func (e *emitter) storeTo(a codegen.Address, x arg, t optab.Type) {
	if classOf(t) == vector {
		e.put("VMOV"+fsuffix(t), xmm(e.inRegX(x, t, scratchX)), xmem(a))
		return
	}
	if t == optab.Bool {
		from := e.source(x, t)
		if isMem(from) {
			from = reg(e.inReg(x, t, scratchA))
		}
		e.put("MOVB", from, mem(a))
		return
	}
	from := e.source(x, t)
	if isMem(from) {
		e.move(scratchA, x, t)
		from = reg(scratchA)
	}
	e.put("MOV"+suffix(t), from, mem(a))
}

// insert writes an element of an array.
func (e *emitter) insert(in *ins) {
	array := &e.f.vars[in.out[0]]
	where, _ := e.locate(in, array.element())
	e.noteWritten(array, where)
	e.storeElement(where, in.in[1], array)
}

// part reads a part of an array, and insertPart writes one.
func (e *emitter) part(in *ins) {
	size := e.f.vars[in.out[0]].element()
	where, n := e.locate(in, size)
	e.block(where, e.f.vars[in.out[0]].home(), n*size)
}

func (e *emitter) insertPart(in *ins) {
	size := e.f.vars[in.out[0]].element()
	where, n := e.locate(in, size)
	if in.in[1].kind == literal {
		e.fillPart(where, in.in[1].bits, size, n)
		return
	}
	if in.in[1].kind != variable {
		e.put("LEAQ", mem(where), reg(scratchB))
		where = codegen.Address{Base: scratchB}
	}
	from := e.home(in.in[1], scratchA)
	if from.Base == scratchA && n*size > maxUnrolled { // both are needed for a loop
		e.put("PUSHQ", reg(codegen.AX))
		e.put("MOVQ", reg(scratchA), reg(codegen.AX))
		e.blockLoop(codegen.Address{Base: codegen.AX}, where, n*size)
		e.put("POPQ", reg(codegen.AX))
		return
	}
	e.block(from, where, n*size)
}

const (
	// maxUnrolled is how many bytes are copied without a loop.
	maxUnrolled = 512
	// leastWide is how many bytes an array has, at least, that is set in rows as large as a loop's, without one: there
	// are half as many stores (a merge sort of 16 numbers is a quarter faster by it).
	leastWide = 256
)

// rowBytes is how many bytes a loop writes at once: as many as a register has where none of these go into two cache
// lines. Of small arrays they are 16, since soon after that elements are read, which takes longer of larger rows (on
// Zen 4, 30 cycles of a lane that permutes eight numbers).
func (e *emitter) rowBytes(to codegen.Address) int {
	if aligned := to.Base == frameReg || to.Base == codegen.SP && e.f.main; aligned && to.Disp%frameAlign == 0 {
		return frameAlign
	}
	return 16
}

// block copies memory.
func (e *emitter) block(from, to codegen.Address, bytes int) {
	if from == to {
		return
	}
	if bytes > maxUnrolled {
		for _, a := range []*codegen.Address{&from, &to} {
			if a.Index != codegen.NoGeneral || a.Base == scratchA {
				e.put("LEAQ", mem(*a), reg(scratchB))
				*a = codegen.Address{Base: scratchB}
			}
		}
		e.blockLoop(from, to, bytes)
		return
	}
	e.pieces(from, to, 0, bytes)
}

// pieces copies some bytes from an offset on.
func (e *emitter) pieces(from, to codegen.Address, at, bytes int) {
	for at < bytes {
		op, n := piece(bytes - at)
		if n == 1 { // the scratch registers may be in use, so another waits
			fuel := reg(fuelReg)
			e.put("VMOVQ", fuel, xmm(scratchY))
			e.put("MOVBLZX", mem(from.Plus(at)), fuel)
			e.put("MOVB", fuel, mem(to.Plus(at)))
			e.put("VMOVQ", xmm(scratchY), fuel)
		} else {
			e.put(op, xmem(from.Plus(at)), xmm(scratchY))
			e.put(op, xmm(scratchY), xmem(to.Plus(at)))
		}
		at += n
	}
}

// blockLoop copies memory at addresses without an index, counting in scratch register A.
func (e *emitter) blockLoop(from, into codegen.Address, bytes int) {
	again := e.label("copy")
	row := e.rowBytes(into)
	whole := bytes &^ (row - 1)
	e.put("XORL", reg(scratchA), reg(scratchA))
	e.here(again)
	with := func(a codegen.Address) codegen.Address {
		a.Index, a.Scale = scratchA, 1
		return a
	}
	part := codegen.VectorOf(scratchY, row)
	e.put("VMOVUPD", codegen.MemoryOf(with(from), row), part)
	e.put("VMOVUPD", part, codegen.MemoryOf(with(into), row))
	e.put("ADDQ", imm(row), reg(scratchA))
	e.put("CMPQ", reg(scratchA), imm(whole))
	e.put("JLT", e.to(again))
	e.pieces(from, into, whole, bytes)
}

// fillPart sets some elements of a size to a literal.
func (e *emitter) fillPart(at codegen.Address, bits uint64, size, elements int) {
	all, bytes, whole := xmm(scratchY), size*elements, 0
	for n := size; n < 8; n *= 2 { // as often as there is room
		bits = bits&(1<<(8*n)-1) | bits<<(8*n)
	}
	if bits == 0 {
		e.put("VXORPD", all, all, all)
	} else {
		e.put("VMOVUPD", xmem(inData(e.constant(bits, bits))), all)
	}
	if bytes > maxUnrolled {
		const row = 16
		if at.Index != codegen.NoGeneral || at.Base == scratchA {
			e.put("LEAQ", mem(at), reg(scratchB))
			at = codegen.Address{Base: scratchB}
		}
		whole = bytes &^ (row - 1)
		e.fillRows(at, whole, row)
	}
	for whole < bytes {
		op, n := piece(bytes - whole)
		if n == 1 {
			e.put("MOVB", imm(int(bits>>(8*(whole%8))&math.MaxUint8)), mem(at.Plus(whole)))
		} else {
			e.put(op, all, xmem(at.Plus(whole)))
		}
		whole += n
	}
}

// fillRows stores the second scratch register up to a place, a whole number of rows, counting in scratch register A. A
// round stores several of many rows, as processors store more than one in a cycle: 8 KB take 0.55 of the time (Zen 5).
// Of 1 KB a round stores one: with fewer rounds, or none, a sieve of 1000 numbers takes 1.8 times as long, since the
// processor foresees its branches by those before, which so many rounds make the same ones for all lanes.
func (e *emitter) fillRows(at codegen.Address, whole, row int) {
	const most, leastRounds = 4, 32
	abreast := max(1, min(most, whole/row/leastRounds))
	store := func(at codegen.Address) {
		e.put("VMOVUPD", codegen.VectorOf(scratchY, row), codegen.MemoryOf(at, row))
	}
	first := whole % (abreast * row)
	for off := 0; off < first; off += row {
		store(at.Plus(off))
	}
	at = at.Plus(first)
	again := e.label("fill")
	e.put("XORL", reg(scratchA), reg(scratchA))
	e.here(again)
	at.Index, at.Scale = scratchA, 1
	for i := range abreast {
		store(at.Plus(i * row))
	}
	e.put("ADDQ", imm(abreast*row), reg(scratchA))
	e.put("CMPQ", reg(scratchA), imm(whole-first))
	e.put("JLT", e.to(again))
}

// fill sets all elements of an array.
func (e *emitter) fill(x arg, array *info) {
	all := xmm(scratchY)
	if x.kind == literal && x.bits == 0 {
		e.put("VXORPD", all, all, all)
		e.fillWith(array)
		return
	}
	broadcast, mov := "VPBROADCASTQ", "VMOVQ"
	switch array.element() {
	case 1:
		broadcast, mov = "VPBROADCASTB", "VMOVD"
	case 2:
		broadcast, mov = "VPBROADCASTD", "VMOVD"
		x.bits = x.bits & math.MaxUint16 * (1<<16 + 1)
	case 4:
		broadcast, mov = "VPBROADCASTD", "VMOVD"
	}
	if classOf(array.typ) == vector {
		e.moveX(scratchY, x, array.typ)
	} else {
		e.put(mov, reg(e.inReg(x, array.typ, scratchA)), all)
	}
	e.put(broadcast, all, codegen.VectorOf(scratchY, frameAlign))
	e.fillWith(array)
}

// fillWith sets all elements of an array to what the second scratch register has.
func (e *emitter) fillWith(array *info) {
	if array.lines != nil {
		e.clearLines(array)
		return
	}
	at, bytes := array.home(), array.room()
	whole := 0
	if bytes > maxUnrolled {
		row := e.rowBytes(at)
		whole = bytes &^ (row - 1)
		e.fillRows(at, whole, row)
	}
	if row := e.rowBytes(at); bytes >= leastWide {
		for ; whole+row <= bytes; whole += row {
			e.put("VMOVUPD", codegen.VectorOf(scratchY, row), codegen.MemoryOf(at.Plus(whole), row))
		}
	}
	for whole < bytes {
		op, n := piece(bytes - whole)
		e.put(op, xmm(scratchY), xmem(at.Plus(whole)))
		whole += n
	}
}

// piece is how the next bytes are moved, and how many; a single one has no instruction of
// this kind.
func piece(left int) (op string, bytes int) {
	switch {
	case left < 4:
		return "", 1
	case left < 8:
		return "VMOVSS", 4
	case left < 16:
		return "VMOVSD", 8
	}
	return "VMOVUPD", 16
}
