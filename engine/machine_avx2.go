package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx2 has 16 registers, masks among them, and loads and stores under a mask. It has
// neither instructions that spread elements over the lanes of a mask, for which a table of
// permutations serves, nor such that scatter them: lanes that end are done one by one.
func avx2() *instructions {
	return &instructions{
		name: "avx2", target: codegen.AVX2, vectorPins: 4, shortPins: 4,
		machine: func(e *codegen.Emitter, number optab.Type, rows int) machine { return newAVX2(e, number, rows) },
		rows:    func(e *codegen.Emitter, number optab.Type, rows int) rowMachine { return newAVX2(e, number, rows) },
	}
}

type avx2Machine struct{ ownRows }

func newAVX2(e *codegen.Emitter, number optab.Type, rows int) *avx2Machine {
	return &avx2Machine{ownRows{e, number, rows, codegen.BX}}
}

func (*avx2Machine) transfer(typ optab.Type) string {
	if typ != optab.Bool && typ.Size() == 4 {
		return "VMOVUPS"
	}
	return "VMOVUPD"
}

// maskOf adds an instruction on two registers that makes a mask: y op x, in the order
// of the assembler.
func (m *avx2Machine) maskOf(op string, y, x codegen.Reg) codegen.Reg {
	d := m.Temp(optab.Bool)
	m.Put(op, codegen.InAny(y), codegen.In(x), codegen.Out(d))
	return d
}

func (m *avx2Machine) or(x, y codegen.Reg) codegen.Reg     { return m.maskOf("VPOR", y, x) }
func (m *avx2Machine) and(x, y codegen.Reg) codegen.Reg    { return m.maskOf("VPAND", y, x) }
func (m *avx2Machine) andNot(x, y codegen.Reg) codegen.Reg { return m.maskOf("VPANDN", x, y) }
func (m *avx2Machine) not(x codegen.Reg) codegen.Reg       { return m.maskOf("VPXOR", m.ones(), x) }

// ones are in all lanes.
func (m *avx2Machine) ones() codegen.Reg { return m.Constant(codegen.WidthMask(optab.I64)) }

func (m *avx2Machine) test(x codegen.Reg) { m.Put("VPTEST", codegen.In(x), codegen.In(x)) }

// bits puts a bit of each lane of a mask into a general register.
func (m *avx2Machine) bits(x codegen.Reg, to codegen.General) {
	op := "VMOVMSKPD"
	if m.Width == 4 {
		op = "VMOVMSKPS"
	}
	m.Put(op, codegen.In(x), codegen.Gen(to))
}

func (m *avx2Machine) count(x codegen.Reg) {
	m.bits(x, codegen.CX)
	m.Put("POPCNTL", codegen.Gen(codegen.CX), codegen.Gen(codegen.CX))
}

// choose puts what v has in the lanes of a mask, and else what old has, into a register.
func (m *avx2Machine) choose(typ optab.Type, v, mask, old, to codegen.Reg) {
	op := "VBLENDVPD"
	if typ.Size() == 4 {
		op = "VBLENDVPS"
	}
	m.Put(op, codegen.In(m.MaskFor(mask, typ)), codegen.In(v), codegen.In(old), codegen.Out(to))
}

func (m *avx2Machine) merge(typ optab.Type, v, mask, into codegen.Reg) {
	m.choose(typ, v, mask, into, into)
}

func (m *avx2Machine) mergeRow(typ optab.Type, v, mask, now codegen.Reg, row int) {
	d := m.Temp(typ)
	m.choose(typ, v, mask, now, d)
	m.Put(m.transfer(typ), codegen.In(d), codegen.Mem(at(row)))
}

func (m *avx2Machine) numbers(first int) codegen.Reg {
	next, all, numbers := m.NewReg(codegen.Vector, 16), m.Temp(m.number), m.Temp(m.number)
	m.Put("VMOVQ", codegen.Gen(nextReg), codegen.Out(next))
	m.Put("VPBROADCAST"+letter(m.number), codegen.In(next), codegen.Out(all))
	m.Put("VPADD"+letter(m.number), codegen.InAny(m.Row(count(first, m.Lanes))), codegen.In(all), codegen.Out(numbers))
	return numbers
}

// greater is the mask of the lanes where x is greater than y, of those among others.
func (m *avx2Machine) greater(x, y, among codegen.Reg) codegen.Reg {
	d := m.maskOf("VPCMPGT"+letter(m.number), y, x)
	if among == codegen.NoReg {
		return d
	}
	return m.and(d, among)
}

func (m *avx2Machine) below(numbers, among codegen.Reg) codegen.Reg {
	return m.greater(m.InMemory(m.number, at(frameLimit), m.Width), numbers, among)
}

func (m *avx2Machine) known(numbers, among codegen.Reg) codegen.Reg {
	return m.greater(numbers, m.ones(), among)
}

// masked is the instruction that loads and stores elements of a type under a mask.
func (*avx2Machine) masked(typ optab.Type) string {
	if typ.Size() == 4 {
		return "VMASKMOVPS"
	}
	return "VMASKMOVPD"
}

func (m *avx2Machine) load(typ optab.Type, from codegen.Address, mask codegen.Reg) codegen.Reg {
	r := m.Temp(typ)
	if mask == codegen.NoReg {
		m.Put(m.transfer(typ), codegen.Mem(from), codegen.Out(r))
	} else {
		m.Put(m.masked(typ), codegen.Mem(from), codegen.In(m.MaskFor(mask, typ)), codegen.Out(r))
	}
	return r
}

func (m *avx2Machine) store(typ optab.Type, v, mask codegen.Reg, to codegen.Address) {
	if mask == codegen.NoReg {
		m.Put(m.transfer(typ), codegen.In(v), codegen.Mem(to))
	} else {
		m.Put(m.masked(typ), codegen.In(v), codegen.In(m.MaskFor(mask, typ)), codegen.Mem(to))
	}
}

// spreads is a table of permutations of eight 32-bit elements: for the bits of a mask, from
// which of the first elements each of its lanes takes its own, in order. It has eight
// bytes for each mask.
func (m *avx2Machine) spreads() codegen.Address {
	each := 8 / m.Lanes // elements of a lane
	var table []uint64
	for mask := range uint64(1) << m.Lanes {
		row, from := uint64(0), 0
		for lane := range m.Lanes {
			for i := range each {
				row |= uint64(each*from+i) & 7 << (8 * (each*lane + i))
			}
			from += int(mask >> lane & 1)
		}
		table = append(table, row)
	}
	return m.Data(table)
}

func (m *avx2Machine) renew(ids, ended codegen.Reg) renewed {
	m.bits(ended, codegen.CX)
	spread, numbers := m.Temp(m.number), m.numbers(0)
	m.Put("LEAQ", codegen.Mem(m.spreads()), codegen.Gen(codegen.AX))
	m.Put("VPMOVZXBD", codegen.Mem(codegen.Address{Base: codegen.AX, Index: codegen.CX, Scale: 8}), codegen.Out(spread))
	m.Put("POPCNTL", codegen.Gen(codegen.CX), codegen.Gen(codegen.CX))
	mine, now := m.Temp(m.number), m.Temp(m.number)
	m.Put("VPERMD", codegen.In(numbers), codegen.In(spread), codegen.Out(mine))
	m.choose(m.number, mine, ended, ids, now)
	valid := m.below(now, ended)
	return renewed{
		now: m.or(now, m.andNot(ended, valid)), valid: valid,
		spread: spread, there: m.below(numbers, codegen.NoReg),
	}
}

func (m *avx2Machine) input(f renewed, typ optab.Type, from codegen.Address) codegen.Reg {
	next, r := m.load(typ, from, f.there), m.Temp(typ)
	if typ.Size() == m.Width {
		m.Put("VPERMD", codegen.In(next), codegen.In(f.spread), codegen.Out(r))
		return r
	}
	// The even ones of the permutation's elements are twice those of short elements.
	short := m.Temp(typ)
	m.Put("VPSRLD", codegen.Imm(1), codegen.In(m.MaskFor(f.spread, typ)), codegen.Out(short))
	m.Put("VPERMILPS", codegen.In(short), codegen.In(next), codegen.Out(r))
	return r
}

// eachLane adds code that runs for each lane of a mask, with its number in BX, and before that code that runs once.
func (m *avx2Machine) eachLane(lanes codegen.Reg, once, code func()) {
	once()
	again, none := m.Label("lane"), m.Label("none")
	m.bits(lanes, codegen.CX)
	m.Put("TESTQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.CX))
	m.Put("JEQ", m.To(none))
	m.Here(again)
	m.Put("TZCNTQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.BX))
	code()
	m.Put("LEAQ", codegen.Mem(codegen.Address{Base: codegen.CX, Disp: -1}), codegen.Gen(codegen.BX))
	m.Put("ANDQ", codegen.Gen(codegen.BX), codegen.Gen(codegen.CX))
	m.Put("JNE", m.To(again))
	m.Here(none)
}

func (m *avx2Machine) scatter(lanes, numbers codegen.Reg, results []scattered) {
	if m.Width == 8 && len(results) <= fewResults && !slices.ContainsFunc(results, isShort) {
		m.scatterAll(lanes, numbers, results)
		return
	}
	m.scatterEach(m, codegen.R13, codegen.R15, lanes, numbers, results)
}

// fewResults is up to how many results are stored for all lanes: that is sooner than a jump that is foreseen wrongly.
const fewResults = 2

func isShort(r scattered) bool { return r.typ == optab.Bool || r.typ.Size() < 8 }

// scatterAll stores results of four lanes without a jump: lanes that are not meant store theirs to a row of the frame.
func (m *avx2Machine) scatterAll(lanes, numbers codegen.Reg, results []scattered) {
	half, elsewhere, offsets := m.NewReg(codegen.Vector, 16), m.Temp(m.number), m.Temp(m.number)
	m.Put("LEAQ", codegen.Mem(m.row(0)), codegen.Gen(codegen.AX))
	m.Put("VMOVQ", codegen.Gen(codegen.AX), codegen.Out(half))
	m.Put("VPBROADCASTQ", codegen.In(half), codegen.Out(elsewhere))
	m.Put("VPSLLQ", codegen.Imm(3), codegen.In(numbers), codegen.Out(offsets))
	for _, r := range results {
		column, places := m.InMemory(m.number, at(r.column), m.Width), m.Temp(m.number)
		m.Put("VPADDQ", codegen.InAny(column), codegen.In(offsets), codegen.Out(places))
		m.choose(m.number, places, lanes, elsewhere, places)
		for i := range 2 {
			at, values := places, r.values
			if i == 1 {
				at, values = m.upperHalf(places), m.upperHalf(r.values)
			}
			second := m.NewReg(codegen.Vector, 16)
			m.Put("VMOVQ", codegen.InLow(at), codegen.Gen(codegen.AX))
			m.Put("VMOVQ", codegen.InLow(values), codegen.Mem(codegen.Address{Base: codegen.AX}))
			m.Put("VPSHUFD", codegen.Imm(0xee), codegen.InLow(at), codegen.Out(second))
			m.Put("VMOVQ", codegen.In(second), codegen.Gen(codegen.AX))
			m.Put("VMOVHPD", codegen.InLow(values), codegen.Mem(codegen.Address{Base: codegen.AX}))
		}
	}
}

// upperHalf has the last 16 bytes of a register.
func (m *avx2Machine) upperHalf(of codegen.Reg) codegen.Reg {
	d := m.NewReg(codegen.Vector, 16)
	m.Put("VEXTRACTI128", codegen.Imm(1), codegen.In(of), codegen.Out(d))
	return d
}

func (m *avx2Machine) list(lanes, numbers codegen.Reg) {
	m.listEach(m, codegen.R13, codegen.R15, lanes, numbers)
}
