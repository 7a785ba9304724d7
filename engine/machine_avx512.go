package engine

import (
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512 has masks in registers of their own, and instructions for all that is needed.
func avx512() *instructions {
	return &instructions{
		name: "avx512", target: codegen.AVX512, vectorPins: 22, maskPins: 4,
		machine: func(e *codegen.Emitter, number optab.Type, _ int) machine { return &avx512Machine{e, number} },
		rows:    func(e *codegen.Emitter, number optab.Type, rows int) rowMachine { return &avx512Machine{e, number} },
	}
}

type avx512Machine struct {
	*codegen.Emitter
	number optab.Type
}

func (*avx512Machine) transfer(typ optab.Type) string {
	switch {
	case typ == optab.Bool:
		return "KMOVQ"
	case typ.Size() == 4:
		return "VMOVUPS"
	}
	return "VMOVUPD"
}

// mask adds an instruction on masks.
func (m *avx512Machine) mask(op string, args ...codegen.Arg) {
	if m.Lanes == 16 {
		m.Put(op+"W", args...)
	} else {
		m.Put(op+"B", args...)
	}
}

// maskOf adds one that makes a mask.
func (m *avx512Machine) maskOf(op string, args ...codegen.Arg) codegen.Reg {
	d := m.Temp(optab.Bool)
	m.mask(op, append(args, codegen.Out(d))...)
	return d
}

func (m *avx512Machine) or(x, y codegen.Reg) codegen.Reg {
	return m.maskOf("KOR", codegen.In(y), codegen.In(x))
}

func (m *avx512Machine) and(x, y codegen.Reg) codegen.Reg {
	return m.maskOf("KAND", codegen.In(x), codegen.In(y))
}

func (m *avx512Machine) andNot(x, y codegen.Reg) codegen.Reg {
	return m.maskOf("KANDN", codegen.In(x), codegen.In(y))
}

func (m *avx512Machine) not(x codegen.Reg) codegen.Reg { return m.maskOf("KNOT", codegen.In(x)) }

func (m *avx512Machine) test(x codegen.Reg) { m.mask("KORTEST", codegen.In(x), codegen.In(x)) }

func (m *avx512Machine) count(x codegen.Reg) {
	m.mask("KMOV", codegen.In(x), codegen.Gen(codegen.CX))
	m.Put("POPCNTL", codegen.Gen(codegen.CX), codegen.Gen(codegen.CX))
}

// aligned is the instruction that copies a part of a register of a type.
func (m *avx512Machine) aligned(typ optab.Type) string {
	return strings.Replace(m.transfer(typ), "VMOVU", "VMOVA", 1)
}

func (m *avx512Machine) merge(typ optab.Type, v, mask, into codegen.Reg) {
	m.Put(m.aligned(typ), codegen.In(v), codegen.In(mask), codegen.InOut(into))
}

func (m *avx512Machine) mergeRow(typ optab.Type, v, mask, _ codegen.Reg, row int) {
	m.store(typ, v, mask, at(row))
}

func (m *avx512Machine) numbers(first int) codegen.Reg {
	next, numbers := m.Temp(m.number), m.Temp(m.number)
	m.Put("VPBROADCAST"+letter(m.number), codegen.Gen(nextReg), codegen.Out(next))
	m.Put("VPADD"+letter(m.number), codegen.InAny(m.Row(count(first, m.Lanes))), codegen.In(next), codegen.Out(numbers))
	return numbers
}

// compare is the mask of a comparison of numbers, with what may be in memory: 1 is less, 5
// greater or equal.
func (m *avx512Machine) compare(predicate int, numbers, with, among codegen.Reg) codegen.Reg {
	args := []codegen.Arg{codegen.Imm(predicate), codegen.InAny(with), codegen.In(numbers)}
	if among != codegen.NoReg {
		args = append(args, codegen.In(among))
	}
	d := m.Temp(optab.Bool)
	m.Put("VPCMP"+letter(m.number), append(args, codegen.Out(d))...)
	return d
}

func (m *avx512Machine) below(numbers, among codegen.Reg) codegen.Reg {
	return m.compare(1, numbers, m.InMemory(m.number, at(frameLimit), m.Width), among)
}

func (m *avx512Machine) known(numbers, among codegen.Reg) codegen.Reg {
	return m.compare(5, numbers, m.Constant(0), among)
}

func (m *avx512Machine) load(typ optab.Type, from codegen.Address, mask codegen.Reg) codegen.Reg {
	r := m.Temp(typ)
	if mask == codegen.NoReg {
		m.Put(m.transfer(typ), codegen.Mem(from), codegen.Out(r))
	} else {
		m.Put(m.transfer(typ)+".Z", codegen.Mem(from), codegen.In(mask), codegen.Out(r))
	}
	return r
}

func (m *avx512Machine) store(typ optab.Type, v, mask codegen.Reg, to codegen.Address) {
	if mask == codegen.NoReg {
		m.Put(m.transfer(typ), codegen.In(v), codegen.Mem(to))
	} else {
		m.Put(m.transfer(typ), codegen.In(v), codegen.In(mask), codegen.Mem(to))
	}
}

func (m *avx512Machine) renew(ids, ended codegen.Reg) renewed {
	m.count(ended)
	numbers, now := m.numbers(0), m.Temp(m.number)
	m.Copy(ids, now)
	m.Put("VPEXPAND"+letter(m.number), codegen.In(numbers), codegen.In(ended), codegen.InOut(now))
	valid := m.below(now, ended)
	vacant := m.andNot(ended, valid)
	m.merge(m.number, m.Constant(codegen.WidthMask(optab.I64)), vacant, now)
	return renewed{now: now, valid: valid}
}

func (m *avx512Machine) input(f renewed, typ optab.Type, from codegen.Address) codegen.Reg {
	r := m.Temp(typ)
	m.Put("VPEXPAND"+letter(typ)+".Z", codegen.Mem(from), codegen.In(f.valid), codegen.Out(r))
	return r
}

func (m *avx512Machine) scatter(lanes, numbers codegen.Reg, results []scattered) {
	for _, r := range results {
		mask := m.Temp(optab.Bool)
		m.Copy(lanes, mask)
		m.Put("MOVQ", codegen.Mem(at(r.column)), codegen.Gen(codegen.AX))
		m.Put("VPSCATTER"+letter(m.number)+letter(r.typ), codegen.In(r.values), codegen.InOut(mask),
			codegen.Indexed(codegen.AX, r.typ.Size(), numbers))
	}
}

// list jumps where no lane faulted, which is nearly always: a compressing store takes a hundred
// cycles also when it stores nothing, and several times as long if its page was never written.
func (m *avx512Machine) list(lanes, numbers codegen.Reg) {
	none := m.Label("listed")
	m.test(lanes)
	m.Put("JEQ", m.To(none))
	m.Put("MOVQ", codegen.Mem(at(frameList)), codegen.Gen(codegen.AX))
	m.Put("MOVQ", codegen.Mem(at(frameFaults)), codegen.Gen(codegen.BX))
	to := codegen.Address{Base: codegen.AX, Index: codegen.BX, Scale: uint8(m.Width)}
	m.Put("VPCOMPRESS"+letter(m.number), codegen.In(numbers), codegen.In(lanes), codegen.Mem(to))
	m.count(lanes)
	m.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.BX))
	m.Put("MOVQ", codegen.Gen(codegen.BX), codegen.Mem(at(frameFaults)))
	m.Here(none)
}
