package engine

import (
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// neon has 32 registers of two or four lanes, masks among them. It has no loads and stores
// under a mask: where a group has fewer lanes than a register, its elements go one by one
// through a row of the machine's own.
//
// It was run under an emulator alone. How fast it is, and so whether it is worth it, is not
// known; so it is used only where it is asked for.
func neon() *instructions {
	return &instructions{
		name: "neon", target: codegen.NEON, vectorPins: 14, byName: true,
		machine: func(e *codegen.Emitter, number optab.Type, rows int) machine { return newNEON(e, number, rows) },
		rows:    func(e *codegen.Emitter, number optab.Type, rows int) rowMachine { return newNEON(e, number, rows) },
	}
}

type neonMachine struct{ ownRows }

func newNEON(e *codegen.Emitter, number optab.Type, rows int) *neonMachine {
	return &neonMachine{ownRows{e, number, rows, neonLane}}
}

// The general registers of the machine, each for a few instructions: those of the code
// around have others.
const (
	neonLanes = codegen.R12 // a bit for each lane
	neonLane  = codegen.R13
	neonA     = codegen.R14
	neonB     = codegen.R15
)

func (m *neonMachine) transfer(typ optab.Type) string {
	if typ != optab.Bool && typ.Size() < m.Width {
		return "FMOVD"
	}
	return "FMOVQ"
}

// of ends the names of instructions on elements of the widest type.
func (m *neonMachine) of(name string) string {
	if m.Width == 4 {
		return name + ".4s"
	}
	return name + ".2d"
}

// op adds an instruction that makes a register of whole width.
func (m *neonMachine) op(name string, args ...codegen.Reg) codegen.Reg {
	d := m.Temp(optab.Bool)
	list := []codegen.Arg{codegen.Out(d)}
	for _, r := range args {
		list = append(list, codegen.In(r))
	}
	m.Put(name, list...)
	return d
}

func (m *neonMachine) or(x, y codegen.Reg) codegen.Reg     { return m.op("orr.16b", x, y) }
func (m *neonMachine) and(x, y codegen.Reg) codegen.Reg    { return m.op("and.16b", x, y) }
func (m *neonMachine) andNot(x, y codegen.Reg) codegen.Reg { return m.op("bic.16b", x, y) }
func (m *neonMachine) not(x codegen.Reg) codegen.Reg       { return m.op("not.16b", x) }

func (m *neonMachine) test(x codegen.Reg) {
	any := m.op("umaxp.4s", x, x)
	m.Put("umov.d", codegen.Gen(neonLanes), codegen.In(any), codegen.Imm(0))
	m.Put("TESTQ", codegen.Gen(neonLanes), codegen.Gen(neonLanes))
}

// total puts the sum of the elements of a register into a general one.
func (m *neonMachine) total(x codegen.Reg, to codegen.General) {
	if m.Width == 4 {
		m.Put("umov.s", codegen.Gen(to), codegen.In(m.op("addv.4s", x)), codegen.Imm(0))
	} else {
		m.Put("umov.d", codegen.Gen(to), codegen.In(m.op("addp.d", x)), codegen.Imm(0))
	}
}

func (m *neonMachine) count(x codegen.Reg) { m.total(m.op(m.of("neg"), x), codegen.CX) }

// bits puts a bit of each lane of a mask into a general register.
func (m *neonMachine) bits(x codegen.Reg, to codegen.General) {
	m.total(m.and(x, m.Row([]uint64{1, 2, 4, 8}[:m.Lanes])), to)
}

func (m *neonMachine) merge(typ optab.Type, v, mask, into codegen.Reg) {
	m.Put("bit.16b", codegen.InOut(into), codegen.In(v), codegen.In(m.MaskFor(mask, typ)))
}

func (m *neonMachine) mergeRow(typ optab.Type, v, mask, now codegen.Reg, row int) {
	d := m.Temp(typ)
	m.Copy(now, d)
	m.merge(typ, v, mask, d)
	m.Put(m.transfer(typ), codegen.In(d), codegen.Mem(at(row)))
}

// everywhere returns a register with a number in all lanes.
func (m *neonMachine) everywhere(number codegen.General) codegen.Reg {
	d := m.Temp(optab.Bool)
	m.Put(m.of("dup"), codegen.Out(d), codegen.Gen(number))
	return d
}

func (m *neonMachine) numbers(first int) codegen.Reg {
	return m.op(m.of("add"), m.everywhere(nextReg), m.Row(count(first, m.Lanes)))
}

func (m *neonMachine) below(numbers, among codegen.Reg) codegen.Reg {
	m.Put("MOVQ", codegen.Mem(at(frameLimit)), codegen.Gen(neonA))
	return m.among(m.op(m.of("cmgt"), m.everywhere(neonA), numbers), among)
}

func (m *neonMachine) known(numbers, among codegen.Reg) codegen.Reg {
	return m.among(m.op(m.of("cmgez"), numbers), among)
}

func (m *neonMachine) among(mask, among codegen.Reg) codegen.Reg {
	if among == codegen.NoReg {
		return mask
	}
	return m.and(mask, among)
}

// eachLane adds code that runs for each lane of a mask, with its number in neonLane, and before that code that runs
// once.
func (m *neonMachine) eachLane(lanes codegen.Reg, once, code func()) {
	m.bits(lanes, neonLanes)
	once()
	m.eachBit(code)
}

// eachBit adds code that runs for each lane whose bit is in neonLanes, with its number in
// neonLane.
func (m *neonMachine) eachBit(code func()) {
	again, none := m.Label("lane"), m.Label("none")
	m.Put("TESTQ", codegen.Gen(neonLanes), codegen.Gen(neonLanes))
	m.Put("JEQ", m.To(none))
	m.Here(again)
	m.Put("TZCNTQ", codegen.Gen(neonLanes), codegen.Gen(neonLane))
	code()
	m.Put("LEAQ", codegen.Mem(codegen.Address{Base: neonLanes, Disp: -1}), codegen.Gen(neonA))
	m.Put("ANDQ", codegen.Gen(neonA), codegen.Gen(neonLanes))
	m.Put("JNE", m.To(again))
	m.Here(none)
}

// load loads a whole register, or copies the elements that there are to a row and loads
// that.
func (m *neonMachine) load(typ optab.Type, from codegen.Address, mask codegen.Reg) codegen.Reg {
	if mask == codegen.NoReg {
		m.Put("LEAQ", codegen.Mem(from), codegen.Gen(codegen.AX))
		return m.loadAll(typ)
	}
	whole := m.Label("whole")
	m.bits(mask, neonLanes)
	m.Put("LEAQ", codegen.Mem(from), codegen.Gen(codegen.AX))
	m.Put("CMPQ", codegen.Gen(neonLanes), codegen.Imm(1<<m.Lanes-1))
	m.Put("JEQ", m.To(whole))
	m.eachBit(func() {
		element := codegen.Address{Base: codegen.AX, Index: neonLane, Scale: uint8(typ.Size())}
		m.Put(m.move(typ), codegen.Mem(element), codegen.Gen(neonA))
		m.Put(m.move(typ), codegen.Gen(neonA), codegen.Mem(m.element(0, typ)))
	})
	m.Put("LEAQ", codegen.Mem(m.row(0)), codegen.Gen(codegen.AX))
	m.Here(whole)
	return m.loadAll(typ)
}

// loadAll loads a register from AX.
func (m *neonMachine) loadAll(typ optab.Type) codegen.Reg {
	r := m.Temp(typ)
	m.Put(m.transfer(typ), codegen.Mem(codegen.Address{Base: codegen.AX}), codegen.Out(r))
	return r
}

// store stores to a row, and copies from there: all bytes, or the elements that are meant.
func (m *neonMachine) store(typ optab.Type, v, mask codegen.Reg, to codegen.Address) {
	if mask == codegen.NoReg {
		m.Put("LEAQ", codegen.Mem(to), codegen.Gen(codegen.AX))
		m.Put(m.transfer(typ), codegen.In(v), codegen.Mem(codegen.Address{Base: codegen.AX}))
		return
	}
	some, done := m.Label("some"), m.Label("stored")
	m.Put(m.transfer(typ), codegen.In(v), codegen.Mem(m.row(0)))
	m.bits(mask, neonLanes)
	m.Put("LEAQ", codegen.Mem(to), codegen.Gen(codegen.AX))
	m.Put("CMPQ", codegen.Gen(neonLanes), codegen.Imm(1<<m.Lanes-1))
	m.Put("JNE", m.To(some))
	for i := 0; i < m.Lanes*typ.Size(); i += 8 {
		m.Put("MOVQ", codegen.Mem(m.row(0).Plus(i)), codegen.Gen(neonA))
		m.Put("MOVQ", codegen.Gen(neonA), codegen.Mem(codegen.Address{Base: codegen.AX, Disp: i}))
	}
	m.Put("JMP", m.To(done))
	m.Here(some)
	m.eachBit(func() {
		element := codegen.Address{Base: codegen.AX, Index: neonLane, Scale: uint8(typ.Size())}
		m.Put(m.move(typ), codegen.Mem(m.element(0, typ)), codegen.Gen(neonA))
		m.Put(m.move(typ), codegen.Gen(neonA), codegen.Mem(element))
	})
	m.Here(done)
}

// spreads is a table of 16 bytes for the bits of each mask: from which of the first
// elements each of its lanes takes its own, in order, by bytes.
func (m *neonMachine) spreads() codegen.Address {
	var table []uint64
	for mask := range uint64(1) << m.Lanes {
		row, from := [2]uint64{}, 0
		for lane := range m.Lanes {
			for i := range m.Width {
				at := m.Width*lane + i
				row[at/8] |= uint64(m.Width*from+i) & 15 << (at % 8 * 8)
			}
			from += int(mask >> lane & 1)
		}
		table = append(table, row[0], row[1])
	}
	return m.Data(table)
}

func (m *neonMachine) renew(ids, ended codegen.Reg) renewed {
	m.count(ended)
	m.bits(ended, neonLanes)
	m.Put("LEAQ", codegen.Mem(m.spreads()), codegen.Gen(neonA))
	m.Put("SHLQ", codegen.Imm(4), codegen.Gen(neonLanes))
	spread, now := m.Temp(optab.Bool), m.Temp(m.number)
	m.Put("FMOVQ", codegen.Mem(codegen.Address{Base: neonA, Index: neonLanes, Scale: 1}), codegen.Out(spread))
	numbers := m.numbers(0)
	m.Copy(ids, now)
	m.merge(m.number, m.op("tbl1.16b", numbers, spread), ended, now)
	valid := m.below(now, ended)
	return renewed{
		now: m.or(now, m.andNot(ended, valid)), valid: valid,
		spread: spread, there: m.below(numbers, codegen.NoReg),
	}
}

func (m *neonMachine) input(f renewed, typ optab.Type, from codegen.Address) codegen.Reg {
	next := m.load(typ, from, f.there)
	if typ.Size() == m.Width {
		return m.op("tbl1.16b", next, f.spread)
	}
	wide, r := m.op("tbl1.16b", m.op("uxtl.2d", next), f.spread), m.Temp(typ)
	m.Put("xtn.2s", codegen.Out(r), codegen.In(wide))
	return r
}

func (m *neonMachine) scatter(lanes, numbers codegen.Reg, results []scattered) {
	m.scatterEach(m, neonB, neonA, lanes, numbers, results)
}

func (m *neonMachine) list(lanes, numbers codegen.Reg) {
	m.listEach(m, codegen.BX, neonA, lanes, numbers)
}
