package codegen

import (
	"fmt"
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
			s.Set(in.Dst, a.load(s.Func.Arrays[in.Array], in.Args[0], s.Of(in.Args[1])))
		})
		on(LoadRow, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			s.Put(a.move(), mem(a.row(s.Func.Arrays[in.Array], int(in.Const))), def(d))
			s.Set(in.Dst, d)
		})
		on(LoadAt, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			s.Put(a.move(), mem(a.first(in, in.Args[0], in.Args[1])), def(d))
			s.Set(in.Dst, d)
		})
		on(StoreAt, func(s *Selector, in Instr, a arrayAccess) {
			s.Put(a.move(), a.masked(s.Of(in.Args[1]), in.Args[0], a.first(in, in.Args[3], in.Args[2]))...)
		})
		on(TableAt, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			a.firstNumber(in.Args[0], in.Args[1])
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R15))
			at := Address{Base: R15, Index: R13, Scale: uint8(t.Size())}
			s.Put(a.broadcast(), mem(at), def(d))
			s.Set(in.Dst, d)
		})
		on(Store, func(s *Selector, in Instr, a arrayAccess) {
			a.store(s.Func.Arrays[in.Array], in.Args[0], s.Of(in.Args[1]), s.Of(in.Args[2]))
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
			s.Put(a.broadcast(), mem(Address{Base: R13, Disp: int(in.Const) * t.Size()}), def(d))
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
	// The first row alone, so that most of what the others need is in registers when the loop
	// begins: what is not is loaded in each round, or given up and put back.
	f(0, NoGeneral)
	a.Put("MOVQ", imm(a.rowBytes()), gen(R13))
	top := a.Label("rows")
	a.Insts = append(a.Insts, Inst{Kind: Round, Op: top + ":", Mark: a.mark})
	before, body := Reg(len(a.Regs)), len(a.Insts)
	f(0, R13)
	a.Insts = append(a.Insts, Inst{Kind: Again})
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

// broadcast is the instruction that loads an element into all lanes.
func (a arrayAccess) broadcast() string {
	return map[int]string{8: "VBROADCASTSD", 4: "VBROADCASTSS"}[a.t.Size()]
}

// firstNumber puts the number that all lanes of a mask have into R13; 0 if there is no lane.
func (a arrayAccess) firstNumber(among, index Value) {
	r := a.Of(index)
	if all, ok := a.IsConst(among); !ok || all == 0 {
		mask := a.Of(among)
		r = a.Once(fmt.Sprint("first of ", mask), r, func() Reg {
			d := a.NewReg(Vector, 64)
			a.Put("VPCOMPRESS"+a.indexLetter()+".Z", use(a.Of(index)), use(mask), def(d))
			return d
		})
	}
	a.Put("VMOV"+a.indexLetter(), Arg{Role: Use, Reg: r, As: 16}, gen(R13))
}

// first is the row of the element that all lanes of an access mean. Out of the array's
// elements, unless the access is Within them, it is a row of it.
func (a arrayAccess) first(in Instr, among, index Value) Address {
	array := a.Func.Arrays[in.Array]
	plus := int(int64(in.Const))
	if in.Within {
		return a.at(array, plus*a.rowBytes(), a.placeIn(among, index, array.Len))
	}
	a.firstNumber(among, index)
	if plus != 0 {
		a.Put("LEAQ", mem(Address{Base: R13, Disp: plus}), gen(R13))
	}
	a.Put("MOVQ", imm(0), gen(R15))
	a.Put("CMPQ", gen(R13), imm(array.Len))
	a.Put("CMOVQCC", gen(R15), gen(R13))
	a.Put("SHLQ", imm(a.rowShift()), gen(R13))
	return a.at(array, 0, R13)
}

func (a arrayAccess) rowShift() int { return bits.TrailingZeros(uint(a.rowBytes())) }

// placed is the place of a row, in bytes, that a general register has.
type placed struct {
	mask, index Reg
	shift, len  int
	in          General
}

// PlusMost is the most that Const may add to an index that is Within.
const PlusMost = 8

// placeRegisters have the places that were used last.
var placeRegisters = []General{R10, R12, SI, DI}

// placeIn returns a general register with the place of the row that all lanes of a mask mean.
func (a arrayAccess) placeIn(among, index Value, n int) General {
	want := placed{mask: NoReg, index: a.Of(index), shift: a.rowShift(), len: n}
	if all, ok := a.IsConst(among); !ok || all == 0 {
		want.mask = a.Of(among)
	}
	for _, p := range a.places {
		if p.mask == want.mask && p.index == want.index && p.shift == want.shift && p.len == n {
			return p.in
		}
	}
	want.in = placeRegisters[len(a.places)%len(placeRegisters)]
	if len(a.places) == len(placeRegisters) {
		want.in = a.places[0].in
		a.Selector.places = a.places[1:]
	}
	a.firstNumber(among, index)
	if want.mask == NoReg {
		// Without a lane the index may be anything, and something is read all the same.
		a.Put("LEAQ", mem(Address{Base: R13, Disp: PlusMost}), gen(R15))
		a.Put("CMPQ", gen(R15), imm(n+2*PlusMost))
		a.Put("MOVQ", imm(0), gen(R15))
		a.Put("CMOVQCC", gen(R15), gen(R13))
	}
	a.Put("SHLQ", imm(want.shift), gen(R13))
	a.Put("MOVQ", gen(R13), gen(want.in))
	a.Selector.places = append(a.places, want)
	return want.in
}

// smallArray is up to how many elements an index is compared with each of them.
const smallArray = 8

// load adds the load of each lane's element.
func (a arrayAccess) load(array Array, mask Value, index Reg) Reg {
	if array.Len > smallArray {
		if all, ok := a.IsConst(mask); !ok || all == 0 {
			index = a.onlyIn(a.Of(mask), index)
		}
		return a.loadLanes(a.row(array, -1), a.placesOf(index))
	}
	d := a.Vector(a.t)
	a.Put(a.move(), mem(a.row(array, 0)), def(d))
	for i := 1; i < array.Len; i++ {
		is := a.is(index, i)
		a.Put(a.move(), mem(a.row(array, i)), use(is), both(d))
	}
	return d
}

// store adds the store of each lane's element. Lanes that are not meant write to the row
// behind the last.
func (a arrayAccess) store(array Array, mask Value, v, index Reg) {
	if array.Len > smallArray {
		if all, ok := a.IsConst(mask); !ok || all == 0 {
			d := a.NewReg(Vector, 64)
			a.Put("VPBLENDM"+a.indexLetter(), use(index), use(a.indexConstant(array.Len)), use(a.Of(mask)), def(d))
			index = d
		}
		a.storeLanes(a.row(array, -1), v, a.placesOf(index))
		return
	}
	for i := range array.Len {
		is := a.NewReg(Mask, 8)
		a.Put("VPCMP"+a.indexLetter(), imm(0), useElem(a.indexConstant(i)), use(index), use(a.Of(mask)), def(is))
		a.Put(a.move(), use(v), use(is), mem(a.row(array, i)))
	}
}

// onlyIn is an index in the lanes of a mask, and 0 in others.
func (a arrayAccess) onlyIn(mask, index Reg) Reg {
	return a.Once(fmt.Sprint("in ", mask), index, func() Reg {
		d := a.NewReg(Vector, 64)
		a.Put("VMOVUP"+map[int]string{8: "D", 16: "S"}[a.Lanes]+".Z", use(index), use(mask), def(d))
		return d
	})
}

// Eight loads and stores of one element are faster than one instruction that gathers or
// scatters them.

// placesOf puts the places of elements, in bytes behind the row before the first, into a
// scratch row: each lane has its own column.
func (a arrayAccess) placesOf(index Reg) Address {
	size := fmt.Sprint("places of ", a.t.Size())
	return a.rowOnce(size, index, func() Reg {
		first := a.opImm("VPSLL"+a.indexLetter(), bits.TrailingZeros(uint(a.rowBytes())), index)
		list := make([]uint64, a.Lanes)
		for i := range list {
			list[i] = uint64(a.rowBytes() + i*a.t.Size())
		}
		return a.op("VPADD"+a.indexLetter(), first, a.Whole(elements(list, 64/a.Lanes)))
	})
}

// scratchRows is how many rows of the scratch memory hold vectors whose lanes are read one
// by one.
const scratchRows = 32

// rowOnce returns the scratch row that has what make makes of a register; it may have been
// made before.
func (a arrayAccess) rowOnce(name string, of Reg, make func() Reg) Address {
	key := fmt.Sprint(name, " ", of)
	if r, ok := a.made[key]; ok {
		return a.Regs[r].Home.Addr
	}
	v := make()
	row := a.scratchRow(key)
	a.Put("VMOVUPD", use(v), mem(row))
	a.made[key] = a.NewHome(Vector, 64, Home{Addr: row})
	return row
}

// scratchRow gives the row that was not used for longest.
func (a arrayAccess) scratchRow(key string) Address {
	if a.inRows == nil {
		a.Selector.inRows = make([]string, scratchRows)
	}
	i := a.nextRow % scratchRows
	a.Selector.nextRow++
	delete(a.made, a.inRows[i])
	for _, r := range a.open {
		delete(r.made, a.inRows[i])
	}
	a.inRows[i] = key
	return a.Target.(framed).scratchRow(i)
}

// lane adds a load of a lane of a row of integers as wide as an index into R13.
func (a arrayAccess) lane(row Address, i int) {
	if a.Lanes == 8 {
		a.Put("MOVQ", mem(row.Plus(8*i)), gen(R13))
	} else {
		a.Put("MOVL", mem(row.Plus(4*i)), gen(R13))
	}
}

// loadLanes adds the load of an element for each lane, from places behind an address.
func (a arrayAccess) loadLanes(from Address, places Address) Reg {
	if from.Index == NoGeneral {
		from.Index, from.Scale = R13, 1
	}
	if a.t.Size() == 4 {
		row := a.scratchRow("")
		for i := range a.Lanes {
			a.lane(places, i)
			a.Put("MOVL", mem(from), gen(R15))
			a.Put("MOVL", gen(R15), mem(row.Plus(4*i)))
		}
		d := a.Vector(a.t)
		a.Put(a.move(), mem(row), def(d))
		return d
	}
	var pairs []Reg
	for i := 0; i < a.Lanes; i += 2 {
		low, both := a.NewReg(Vector, 16), a.NewReg(Vector, 16)
		a.lane(places, i)
		a.Put("VMOVQ", mem(from), def(low))
		a.lane(places, i+1)
		a.Put("VMOVHPD", mem(from), use(low), def(both))
		pairs = append(pairs, both)
	}
	join := func(op string, bytes int, low, high Reg) Reg {
		d := a.NewReg(Vector, bytes)
		a.Put(op, imm(1), use(high), Arg{Role: Use, Reg: low, As: bytes}, def(d))
		return d
	}
	low := join("VINSERTF32X4", 32, pairs[0], pairs[1])
	return join("VINSERTF64X4", 64, low, join("VINSERTF32X4", 32, pairs[2], pairs[3]))
}

// storeLanes adds the store of an element for each lane.
func (a arrayAccess) storeLanes(to Address, v Reg, places Address) {
	to.Index, to.Scale = R13, 1
	if a.t.Size() == 4 {
		row := a.scratchRow("")
		a.Put(a.move(), use(v), mem(row))
		for i := range a.Lanes {
			a.lane(places, i)
			a.Put("MOVL", mem(row.Plus(4*i)), gen(R15))
			a.Put("MOVL", gen(R15), mem(to))
		}
		return
	}
	part := func(op string, n, bytes int, of Reg) Reg {
		d := a.NewReg(Vector, bytes)
		a.Put(op, imm(n), use(of), def(d))
		return d
	}
	pairs := []Reg{v, part("VEXTRACTF32X4", 1, 16, v), part("VEXTRACTF32X4", 2, 16, v), part("VEXTRACTF32X4", 3, 16, v)}
	for i := range a.Lanes {
		a.lane(places, i)
		a.Put([]string{"VMOVQ", "VMOVHPD"}[i%2], Arg{Role: Use, Reg: pairs[i/2], As: 16}, mem(to))
	}
}

// is tells in which lanes an index has a value.
func (a arrayAccess) is(index Reg, n int) Reg {
	return a.compare("VPCMP"+a.indexLetter(), 0, index, a.indexConstant(n))
}

// indexLetter ends the names of instructions on indices.
func (a arrayAccess) indexLetter() string { return map[int]string{8: "Q", 16: "D"}[a.Lanes] }

func (a arrayAccess) indexConstant(n int) Reg {
	return a.ConstantBytes(uint64(n), 64/a.Lanes, 64)
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
