package engine

import (
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// rowMachine is what an instruction set has for masks that are in memory, a bit for each lane.
type rowMachine interface {
	machine
	// maskAt loads the mask of a group.
	maskAt(a codegen.Address) codegen.Reg
	// bitsOf puts the bits of a mask into a general register.
	bitsOf(mask codegen.Reg, to codegen.General)
	// item is how many bytes the mask of a group has; copied tells that masks are copies, a
	// byte for each group.
	item() (bytes int, copied bool)
}

func (m *avx512Machine) maskAt(a codegen.Address) codegen.Reg {
	d := m.Temp(optab.Bool)
	m.mask("KMOV", codegen.Mem(a), codegen.Out(d))
	return d
}

func (m *avx512Machine) bitsOf(mask codegen.Reg, to codegen.General) {
	m.mask("KMOV", codegen.In(mask), codegen.Gen(to))
}

func (m *avx512Machine) item() (int, bool) { return m.Lanes / 8, false }

func (m *avx2Machine) maskAt(a codegen.Address) codegen.Reg {
	bits := make([]uint64, m.Lanes)
	for i := range bits {
		bits[i] = 1 << i
	}
	all, own, d := m.Temp(m.number), m.Temp(m.number), m.Temp(optab.Bool)
	m.Put("VPBROADCAST"+letter(m.number), codegen.Mem(a), codegen.Out(all))
	row := m.Row(bits)
	m.Put("VPAND", codegen.InAny(row), codegen.In(all), codegen.Out(own))
	m.Put("VPCMPEQ"+letter(m.number), codegen.InAny(row), codegen.In(own), codegen.Out(d))
	return d
}

func (m *avx2Machine) bitsOf(mask codegen.Reg, to codegen.General) { m.bits(mask, to) }

func (m *avx2Machine) item() (int, bool) { return 1, true }

func (m *neonMachine) maskAt(a codegen.Address) codegen.Reg {
	m.Put("MOVL", codegen.Mem(a), codegen.Gen(neonA))
	row := m.Row([]uint64{1, 2, 4, 8}[:m.Lanes])
	return m.op(m.of("cmeq"), m.and(m.everywhere(neonA), row), row)
}

func (m *neonMachine) bitsOf(mask codegen.Reg, to codegen.General) { m.bits(mask, to) }

func (m *neonMachine) item() (int, bool) { return 1, true }
