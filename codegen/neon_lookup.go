package codegen

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// neonLookup permutes the bytes of small tables where that saves loads, and
// loads the elements one by one elsewhere.
func neonLookup(s *Selector, in Instr) {
	index, t := s.operand(in, 0), s.Type(in.Dst)
	if s.Lanes == 4 && len(in.Table) <= 16 {
		s.Set(in.Dst, neonPermute(s, index, in.Table))
		return
	}
	s.Set(in.Dst, neonLoadElements(s, index, in.Table, t.Bits()/8))
}

// neonPermute finds 32-bit elements of up to 16 in registers. An instruction
// finds bytes in one register and leaves those alone whose number is beyond it.
// The numbers of an element's bytes are either all in a register or all beyond,
// on one side; so a borrow between them does no harm.
func neonPermute(s *Selector, index Reg, table []uint64) Reg {
	for len(table) < 4 {
		table = append(table[:len(table):len(table)], table...)
	}
	const repeat, bytes, register = 0x04040404, 0x03020100, 0x10101010
	d := NoReg
	for i := range len(table) / 4 {
		numbers := s.Once(fmt.Sprint("bytes of table part ", i), index, func() Reg {
			r := s.neon("mul.4s", index, s.Constant(optab.U32, repeat))
			return s.neon("add.4s", r, s.Constant(optab.U32, uint64(bytes-i*register)))
		})
		part := s.Whole(elements(table[4*i:4*i+4], 4))
		if i == 0 {
			d = s.neon("tbl1.16b", part, numbers)
		} else {
			d = s.neonOnto("tbx1.16b", d, part, numbers)
		}
	}
	return d
}

// neonLoadElements loads elements of 4 or 8 bytes, each into the lowest lane of
// a register, and interleaves them.
func neonLoadElements(s *Selector, index Reg, table []uint64, size int) Reg {
	letter := map[int]string{4: "s", 8: "d"}[size]
	s.LanesOnce(index, func() {
		for i := range s.Lanes {
			s.Put("umov."+letter, general(neonLanes[i]), use(index), imm(i))
		}
	})
	s.Put("ADR", mem(s.Pool.Table(table, size)), general(12))
	lanes := make([]Reg, s.Lanes)
	for i := range lanes {
		lanes[i] = s.NewReg(Vector, 16)
		s.Put("ldrx."+letter, def(lanes[i]), general(12), general(neonLanes[i]))
	}
	if len(lanes) == 4 {
		lanes = []Reg{s.neon("zip1.4s", lanes[0], lanes[2]), s.neon("zip1.4s", lanes[1], lanes[3])}
	}
	return s.neon("zip1"+arrangement(8*size), lanes[0], lanes[1])
}

// neonLanes are the general registers for the lanes of an index.
var neonLanes = [...]int{19, 20, 21, 22}
