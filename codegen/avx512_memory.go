package codegen

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512Memory are the forms that read and write arrays.
func avx512Memory(m map[string]selectFunc) {
	for _, t := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64, optab.F32, optab.F64} {
		on := func(form string, f func(s *Selector, in Instr, a arrayAccess)) {
			m[form+"."+t.String()] = func(s *Selector, in Instr) { f(s, in, arrayAccess{s, t}) }
		}
		on(Load, func(s *Selector, in Instr, a arrayAccess) {
			s.Set(in.Dst, a.load(s.Func.Arrays[in.Array], s.Of(in.Args[0]), s.Of(in.Args[1])))
		})
		on(LoadRow, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			s.Put(a.move(), mem(a.row(s.Func.Arrays[in.Array], int(in.Const))), def(d))
			s.Set(in.Dst, d)
		})
		on(Store, func(s *Selector, in Instr, a arrayAccess) {
			a.store(s.Func.Arrays[in.Array], s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Args[2]))
		})
		on(StoreRow, func(s *Selector, in Instr, a arrayAccess) {
			s.Put(a.move(), a.masked(s.Of(in.Args[1]), in.Args[0], a.row(s.Func.Arrays[in.Array], int(in.Const)))...)
		})
		on(Fill, func(s *Selector, in Instr, a arrayAccess) {
			array := s.Func.Arrays[in.Array]
			a.rows(array.Len, func(offset int, index General) {
				s.Put(a.move(), a.masked(s.Of(in.Args[1]), in.Args[0], a.at(array, offset, index))...)
			})
		})
		on(Rows, func(s *Selector, in Instr, a arrayAccess) { a.copyRows(in, int(in.Const), 0) })
		on(Part, func(s *Selector, in Instr, a arrayAccess) { a.copyRows(in, 0, int(in.Const)) })
		on(LoadTable, func(s *Selector, in Instr, a arrayAccess) {
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R13))
			s.Set(in.Dst, a.gather(Address{Base: R13, Scale: uint8(t.Size())}, s.Of(in.Args[0]), s.Of(in.Args[1])))
		})
		on(TableRow, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R13))
			s.Put(map[int]string{8: "VBROADCASTSD", 4: "VBROADCASTSS"}[t.Size()], mem(Address{Base: R13, Disp: int(in.Const) * t.Size()}), def(d))
			s.Set(in.Dst, d)
		})
		on(ReadColumn, func(s *Selector, in Instr, a arrayAccess) {
			array := s.Func.Arrays[in.Array]
			a.columns(s.Func.Arrays[in.From], array.Len, s.Of(in.Args[1]), func(offset int, index General, event Address, at Reg) {
				s.Put(a.move(), use(a.gather(event, s.Of(in.Args[0]), at)), use(s.Of(in.Args[0])), mem(a.at(array, offset, index)))
			})
		})
		on(WriteColumn, func(s *Selector, in Instr, a arrayAccess) {
			array := s.Func.Arrays[in.From]
			a.columns(s.Func.Arrays[in.Array], array.Len, s.Of(in.Args[1]), func(offset int, index General, event Address, at Reg) {
				v := s.Vector(t)
				s.Put(a.move(), mem(a.at(array, offset, index)), def(v))
				a.scatter(event, s.Of(in.Args[0]), v, at)
			})
		})
	}
}

// arrayAccess adds the code of accesses to arrays whose elements have a type.
type arrayAccess struct {
	*Selector
	t optab.Type
}

// move is the instruction that loads and stores rows.
func (a arrayAccess) move() string { return "VMOVU" + floatLetters(a.t) }

// masked are the operands of a store in the lanes of a mask.
func (a arrayAccess) masked(v Reg, mask Value, to Address) []Arg {
	if all, ok := a.IsConst(mask); ok && all != 0 {
		return []Arg{use(v), mem(to)}
	}
	return []Arg{use(v), use(a.Of(mask)), mem(to)}
}

// rowBytes is the size of a row.
func (a arrayAccess) rowBytes() int { return a.Lanes * a.t.Size() }

// row is where an element's row is.
func (a arrayAccess) row(array Array, element int) Address {
	return array.Addr.Plus(element * a.rowBytes())
}

// at is a place in an array, so many bytes and an index behind its beginning.
func (a arrayAccess) at(array Array, offset int, index General) Address {
	to := array.Addr.Plus(offset)
	if index != NoGeneral {
		to.Index, to.Scale = index, 1
	}
	return to
}

// unrolledRows is up to how many rows are treated one by one, without a loop.
const unrolledRows = 16

// rows adds code for each of n rows. f adds that of one, which is offset bytes and the
// register index behind the first.
func (a arrayAccess) rows(n int, f func(offset int, index General)) {
	if n <= unrolledRows {
		for i := range n {
			f(i*a.rowBytes(), NoGeneral)
		}
		return
	}
	// The first row alone, so that what the others need is in registers when the loop begins.
	f(0, NoGeneral)
	a.Put("MOVQ", imm(a.rowBytes()), gen(R13))
	top := a.Label("rows")
	a.Put(top + ":")
	before, body := Reg(len(a.Regs)), len(a.Insts)
	f(0, R13)
	a.Put("ADDQ", imm(a.rowBytes()), gen(R13))
	a.Put("CMPQ", gen(R13), imm(n*a.rowBytes()))
	a.Put("JLT", label(top))
	var read []Arg // again in the next round
	for _, in := range a.Insts[body:] {
		for _, arg := range in.Args {
			if arg.Role != Given && arg.Reg < before {
				read = append(read, useElem(arg.Reg))
			}
		}
	}
	a.Insts = append(a.Insts, Inst{Kind: Keep, Args: read})
}

// copyRows copies the elements of an array, from one place on, to another's.
func (a arrayAccess) copyRows(in Instr, to, from int) {
	into, of := a.Func.Arrays[in.Array], a.Func.Arrays[in.From]
	into.Addr, of.Addr = a.row(into, to), a.row(of, from)
	a.rows(min(into.Len-to, of.Len-from), func(offset int, index General) {
		v := a.Vector(a.t)
		a.Put(a.move(), mem(a.at(of, offset, index)), def(v))
		a.Put(a.move(), a.masked(v, in.Args[0], a.at(into, offset, index))...)
	})
}

// smallArray is up to how many elements an index is compared with each of them.
const smallArray = 8

// load adds the load of each lane's element.
func (a arrayAccess) load(array Array, mask, index Reg) Reg {
	if array.Len > smallArray {
		return a.gather(array.Addr.scaled(a.t.Size()), mask, a.lanesOf(index))
	}
	d := a.Vector(a.t)
	a.Put(a.move(), mem(a.row(array, 0)), def(d))
	for i := 1; i < array.Len; i++ {
		is := a.is(index, i)
		a.Put(a.move(), mem(a.row(array, i)), use(is), both(d))
	}
	return d
}

// store adds the store of each lane's element.
func (a arrayAccess) store(array Array, mask, v, index Reg) {
	if array.Len > smallArray {
		a.scatter(array.Addr.scaled(a.t.Size()), mask, v, a.lanesOf(index))
		return
	}
	for i := range array.Len {
		is := a.NewReg(Mask, 8)
		a.Put("VPCMP"+a.indexLetter(), imm(0), useElem(a.indexConstant(i)), use(index), use(mask), def(is))
		a.Put(a.move(), use(v), use(is), mem(a.row(array, i)))
	}
}

// is tells in which lanes an index has a value.
func (a arrayAccess) is(index Reg, n int) Reg {
	return a.compare("VPCMP"+a.indexLetter(), 0, index, a.indexConstant(n))
}

// scaled is the address with elements of a size behind it.
func (a Address) scaled(size int) Address {
	a.Scale = uint8(size)
	return a
}

// indexLetter ends the names of instructions on indices.
func (a arrayAccess) indexLetter() string { return map[int]string{8: "Q", 16: "D"}[a.Lanes] }

func (a arrayAccess) indexConstant(n int) Reg {
	return a.ConstantBytes(uint64(n), 64/a.Lanes, 64)
}

// lanesOf turns elements' numbers into numbers of places in the rows: each lane has its
// own column.
func (a arrayAccess) lanesOf(index Reg) Reg {
	return a.Once("lanes", index, func() Reg {
		first := a.opImm("VPSLL"+a.indexLetter(), bits.TrailingZeros(uint(a.Lanes)), index)
		return a.op("VPADD"+a.indexLetter(), first, a.laneNumbers())
	})
}

// laneNumbers are 0, 1, 2 …
func (a arrayAccess) laneNumbers() Reg {
	list := make([]uint64, a.Lanes)
	for i := range list {
		list[i] = uint64(i)
	}
	return a.Whole(elements(list, 64/a.Lanes))
}

// gather adds a load of elements whose numbers are in a register. Lanes without the mask
// get anything.
func (a arrayAccess) gather(from Address, mask, index Reg) Reg {
	done, d := a.Tie(mask), a.Vector(a.t)
	op := map[[2]int]string{{8, 8}: "VGATHERQPD", {4, 8}: "VGATHERQPS", {4, 16}: "VGATHERDPS"}[[2]int{a.t.Size(), a.Lanes}]
	a.Insts = append(a.Insts, Inst{Op: op, Args: []Arg{{Role: Use, Reg: index, Index: from}, both(done), early(d)}})
	return d
}

// scatter adds the store of elements to places whose numbers are in a register.
func (a arrayAccess) scatter(to Address, mask, v, index Reg) {
	done := a.Tie(mask)
	op := map[[2]int]string{{8, 8}: "VPSCATTERQQ", {4, 8}: "VPSCATTERQD", {4, 16}: "VPSCATTERDD"}[[2]int{a.t.Size(), a.Lanes}]
	a.Insts = append(a.Insts, Inst{Op: op, Args: []Arg{use(v), both(done), {Role: Use, Reg: index, Index: to}}})
}

// columns adds code for each element of the events of lanes in a column. f adds that of
// one: its row is offset bytes and the register index behind the first, and in the column
// it is behind event, at the numbers in the register at.
func (a arrayAccess) columns(column Array, n int, lanes Reg, f func(offset int, index General, event Address, at Reg)) {
	at := a.op("VPMULL"+a.indexLetter(), lanes, a.indexConstant(n))
	a.Put("MOVQ", mem(column.Addr), gen(R15))
	event := Address{Base: R15, Scale: uint8(a.t.Size())}
	a.rows(n, func(offset int, index General) {
		f(offset, index, event, at)
		a.Put("ADDQ", imm(a.t.Size()), gen(R15))
	})
}
