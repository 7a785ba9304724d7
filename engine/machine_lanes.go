package engine

import (
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// ownRows are rows of the frame that a machine has for itself. Instruction sets that have no scatter put there what
// lanes have, and take it from there for one lane after the other.
type ownRows struct {
	*codegen.Emitter
	number optab.Type // of the numbers of lanes
	rows   int        // where the first is
	lane   codegen.General
}

// row is where row i begins, and element the element of a type in the row that is of the lane.
func (m *ownRows) row(i int) codegen.Address { return at(m.rows + 64*i) }

func (m *ownRows) element(i int, typ optab.Type) codegen.Address {
	a := m.row(i)
	a.Index, a.Scale = m.lane, uint8(typ.Size())
	return a
}

// move is the instruction that moves one element of a type.
func (*ownRows) move(typ optab.Type) string {
	if typ.Size() == 4 {
		return "MOVL"
	}
	return "MOVQ"
}

// oneByOne is what scatterEach and listEach need of a machine.
type oneByOne interface {
	transfer(t optab.Type) string
	eachLane(lanes codegen.Reg, once, code func())
}

// scatterEach is machine.scatter; number and value are scratch registers.
func (m *ownRows) scatterEach(by oneByOne, number, value codegen.General, lanes, numbers codegen.Reg,
	results []scattered) {
	m.Put(by.transfer(m.number), codegen.In(numbers), codegen.Mem(m.row(0)))
	for i, r := range results {
		m.Put(by.transfer(r.typ), codegen.In(r.values), codegen.Mem(m.row(1+i)))
	}
	by.eachLane(lanes, func() {}, func() {
		m.Put(m.move(m.number), codegen.Mem(m.element(0, m.number)), codegen.Gen(number))
		for i, r := range results {
			to := codegen.Address{Base: codegen.AX, Index: number, Scale: uint8(r.typ.Size())}
			m.Put("MOVQ", codegen.Mem(at(r.column)), codegen.Gen(codegen.AX))
			m.Put(m.move(r.typ), codegen.Mem(m.element(1+i, r.typ)), codegen.Gen(value))
			m.Put(m.move(r.typ), codegen.Gen(value), codegen.Mem(to))
		}
	})
}

// listEach is machine.list; count and number are scratch registers.
func (m *ownRows) listEach(by oneByOne, count, number codegen.General, lanes, numbers codegen.Reg) {
	m.Put(by.transfer(m.number), codegen.In(numbers), codegen.Mem(m.row(0)))
	by.eachLane(lanes, func() {
		m.Put("MOVQ", codegen.Mem(at(frameList)), codegen.Gen(codegen.AX))
		m.Put("MOVQ", codegen.Mem(at(frameFaults)), codegen.Gen(count))
	}, func() {
		to := codegen.Address{Base: codegen.AX, Index: count, Scale: uint8(m.Width)}
		m.Put(m.move(m.number), codegen.Mem(m.element(0, m.number)), codegen.Gen(number))
		m.Put(m.move(m.number), codegen.Gen(number), codegen.Mem(to))
		m.Put("ADDQ", codegen.Imm(1), codegen.Gen(count))
	})
	m.Put("MOVQ", codegen.Gen(count), codegen.Mem(at(frameFaults)))
}
