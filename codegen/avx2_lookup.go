package codegen

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Tables of constants. An instruction that permutes finds the elements of all lanes in a register of table. Where a
// table of 64-bit elements takes four registers, a load for one lane after the other takes less time (AMD Zen 3: 2 ns
// for four lanes, where a gather takes 3.0 and the permutations 3.2). Most functions read several tables at one index:
// these are put side by side, so that a load has elements of two of them.

// rowTables is up to how many tables are put side by side.
const rowTables = 4

// lookup256 finds elements in tables that up to four registers hold by
// permuting each and choosing among them, and in larger ones by loads. 64-bit
// elements are permuted as pairs of 32-bit ones.
func lookup256(s *Selector, in Instr) {
	t := s.Type(in.Dst)
	size := t.Bits() / 8
	index, table := s.Of(in.Args[0]), in.Table
	per := 32 / size
	for len(table) < per {
		table = append(slices.Clone(table), table...)
	}
	if size == 8 && s.Regs[index].Bytes == 32 && s.sideBySide(in) {
		return
	}
	if len(table) > 4*per || s.Regs[index].Bytes < 32 {
		all, d := s.Tie(s.ones(index)), s.Vector(t)
		s.Put("LEAQ", mem(s.Pool.Table(table, size)), gen(R13))
		gather := bySize(size, "VGATHERQPD", "VGATHERDPS")
		s.Put(gather, both(all), indexed(Address{Base: R13, Scale: uint8(size)}, index), early(d))
		s.Set(in.Dst, d)
		return
	}
	pairs := index
	if size == 8 {
		pairs = s.Once("pairs", index, func() Reg {
			twice := s.opImm("VPSHUFD", 0xa0, s.op("VPADDD", index, index))
			return s.op("VPADDD", twice, s.ConstantBytes(1<<32, 8, 32))
		})
	}
	var find func(table []uint64) Reg
	find = func(table []uint64) Reg {
		if len(table) == per {
			d := s.NewReg(Vector, 32)
			s.Put("VPERMD", useMem(s.Whole(elements(table, size))), use(pairs), def(d))
			return d
		}
		// The bit of the index that chooses the half goes to the sign.
		half := len(table) / 2
		shift := t.Bits() - bits.Len(uint(half))
		upper := s.Once(fmt.Sprint("shift ", shift), index,
			func() Reg { return s.opImm("VPSLL"+intLetter(t), shift, index) })
		return s.choose(t, upper, find(table[half:]), find(table[:half]))
	}
	s.Set(in.Dst, find(table))
}

// sideBySide adds the lookups of an instruction and of those behind it that read tables of 64-bit elements at the same
// index, unless registers hold the tables. It reports whether that was done, now or before.
func (s *Selector) sideBySide(in Instr) bool {
	if s.lookedUp[in.Dst] {
		return true
	}
	together := s.lookupsAt(in)
	if n := len(in.Table); n < 8 || n*len(together) < 16 {
		return false
	}
	row := 1 << bits.Len(uint(len(together)-1))
	table := make([]uint64, row*len(in.Table))
	for k, l := range together {
		for i, bits := range l.Table {
			table[row*i+k] = bits
		}
	}
	index := s.Of(in.Args[0])
	if in.Op != Lookup { // it may be anything in lanes that are elsewhere
		last := len(in.Table) - 1
		index = s.Once(fmt.Sprint("up to ", last), index,
			func() Reg { return s.op("VPAND", index, s.u64(uint64(last))) })
	}
	s.Put("LEAQ", mem(s.Pool.Table(table, 8)), gen(R15))
	for k, r := range s.rowsAt(0, row, len(together), index) {
		s.Set(together[k].Dst, r)
		s.lookedUp[together[k].Dst] = true
	}
	return true
}

// lookupsAt are an instruction that reads a table, and those behind it on the same way that read one of the same size
// at the same index, as far as they are put side by side.
func (s *Selector) lookupsAt(in Instr) []Instr {
	list := []Instr{in}
	if s.mutable[in.Args[0]] || s.mutable[in.Dst] {
		return list
	}
	for _, l := range s.Func.Code[s.at+1:] {
		switch {
		case l.Op == If || l.Op == End || l.Op == Do || l.Op == While || len(list) == rowTables:
			return list
		case l.Op == in.Op && l.Args[0] == in.Args[0] && len(l.Table) == len(in.Table) && !s.mutable[l.Dst] &&
			s.Type(l.Dst).Bits() == 64:
			list = append(list, l)
		}
	}
	return list
}

// rowsAt loads words of rows for four lanes, whose rows an index tells, and returns the first so many words of each.
// The words of the first row are so many bytes behind R15.
func (s *Selector) rowsAt(offset, row, words int, index Reg) []Reg {
	if row > 1 {
		shift := bits.TrailingZeros(uint(row))
		index = s.Once(fmt.Sprint("row ", shift), index, func() Reg { return s.opImm("VPSLLQ", shift, index) })
	}
	if words == 1 {
		a := arrayAccess{s, optab.F64, avx2Arrays{}}
		return []Reg{a.loadLanes(Address{Base: R15, Scale: 8, Disp: offset}, 0, s.eachIndex(index))}
	}
	// The first lane is beside the third, and the second beside the fourth, so that words are side by side when these
	// are put together.
	pairs := make([][2]Reg, (words+1)/2)
	s.eachIndex(index)(func(lane int, in General) {
		for k := range pairs {
			pair, from := &pairs[k][lane%2], mem(Address{Base: R15, Index: in, Scale: 8, Disp: offset + 16*k})
			if lane < 2 {
				*pair = s.NewReg(Vector, 16)
				s.Put("VMOVUPD", from, def(*pair))
				continue
			}
			d := s.NewReg(Vector, 32)
			s.Put("VINSERTF128", imm(1), from, lower(*pair, 32), def(d))
			*pair = d
		}
	})
	list := make([]Reg, words)
	for i := range list {
		list[i] = s.op([]string{"VUNPCKLPD", "VUNPCKHPD"}[i%2], pairs[i/2][0], pairs[i/2][1])
	}
	return list
}

// eachIndex puts the indices of lanes, which fill a register, into general registers, one after the other: R13, and AX
// where there are eight.
func (s *Selector) eachIndex(index Reg) eachLane {
	return func(f func(lane int, in General)) {
		upper := s.NewReg(Vector, 16)
		s.Put("VEXTRACTI128", imm(1), use(index), def(upper))
		for k := range 4 {
			part := lower([]Reg{index, upper}[k/2], 16)
			if k%2 == 1 {
				second := s.NewReg(Vector, 16)
				s.Put("VPSHUFD", imm(0xee), part, def(second))
				part = use(second)
			}
			s.Put("VMOVQ", part, gen(R13))
			if s.Lanes == 4 {
				f(k, R13)
				continue
			}
			s.Put("MOVL", gen(R13), gen(AX))
			f(2*k, AX)
			s.Put("SHRQ", imm(32), gen(R13))
			f(2*k+1, R13)
		}
	}
}
