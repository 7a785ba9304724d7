package codegen

import (
	"math/bits"
	"strings"
)

// neonMemory are the forms that read and write arrays. NEON has no loads and stores under a
// mask, nor such at places that a register has: what is stored in some lanes is put
// together with what was there, and elements go one by one through general registers, of
// which code within a sequence has R12 to R15.
func neonMemory(m map[string]selectFunc) {
	for _, t := range append(types32, types64...) {
		on := func(form string, f func(s *Selector, in Instr, a neonArrays)) {
			m[form+"."+t.String()] = func(s *Selector, in Instr) {
				f(s, in, neonArrays{arrayAccess{Selector: s, t: t}})
			}
		}
		on(Load, func(s *Selector, in Instr, a neonArrays) {
			places := a.placesOf(a.onlyIn(in.Args[0], s.Of(in.Args[1])))
			s.Set(in.Dst, a.loadLanes(a.at(s.Func.Arrays[in.Array], 0, R13), places))
		})
		on(LoadRow, func(s *Selector, in Instr, a neonArrays) {
			s.Set(in.Dst, a.loadRow(a.row(s.Func.Arrays[in.Array], int(in.Const))))
		})
		on(LoadAt, func(s *Selector, in Instr, a neonArrays) {
			s.Set(in.Dst, a.loadRow(a.first(in, in.Args[0], in.Args[1])))
		})
		on(StoreAt, func(s *Selector, in Instr, a neonArrays) {
			a.storeRow(s.Of(in.Args[1]), in.Args[0], a.first(in, in.Args[3], in.Args[2]))
		})
		on(Store, func(s *Selector, in Instr, a neonArrays) {
			array, index := s.Func.Arrays[in.Array], s.Of(in.Args[2])
			if !a.everywhere(in.Args[0]) { // other lanes write to the row behind the last
				index = s.blend(s.Of(in.Args[0]), index, a.indexConstant(array.Len))
			}
			a.storeLanes(a.at(array, 0, R13), s.Of(in.Args[1]), a.placesOf(index))
		})
		on(StoreRow, func(s *Selector, in Instr, a neonArrays) {
			a.storeRow(s.Of(in.Args[1]), in.Args[0], a.row(s.Func.Arrays[in.Array], int(in.Const)))
		})
		on(Fill, func(s *Selector, in Instr, a neonArrays) {
			array := s.Func.Arrays[in.Array]
			a.rows(array.Len, func(offset int, index General) {
				a.storeRow(s.Of(in.Args[1]), in.Args[0], a.at(array, offset, index))
			})
		})
		on(Rows, func(s *Selector, in Instr, a neonArrays) { a.copyRows(in, int(in.Const), 0) })
		on(Part, func(s *Selector, in Instr, a neonArrays) { a.copyRows(in, 0, int(in.Const)) })
		on(LoadTable, func(s *Selector, in Instr, a neonArrays) {
			index := a.onlyIn(in.Args[0], s.Of(in.Args[1])) // tables have a first element
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R14))
			s.Set(in.Dst, a.loadLanes(Address{Base: R14, Index: R13, Scale: uint8(t.Size())}, index))
		})
		on(StoreTable, func(s *Selector, in Instr, a neonArrays) {
			mask, v, index := s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Args[2])
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R14))
			for i := range a.Lanes {
				none := a.Label("none")
				a.lane(mask, 16/a.Lanes, i, R12) // all registers are read before the jump
				a.index(index, i)
				a.lane(v, t.Size(), i, R15)
				s.Put("CBZ", gen(R12), a.To(none))
				s.Put(a.element(), gen(R15), mem(Address{Base: R14, Index: R13, Scale: uint8(t.Size())}))
				a.Here(none)
			}
		})
		on(TableAt, func(s *Selector, in Instr, a neonArrays) {
			a.firstNumber(in.Args[0], in.Args[1])
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R14))
			s.Set(in.Dst, a.repeat(Address{Base: R14, Index: R13, Scale: uint8(t.Size())}))
		})
		on(TableRow, func(s *Selector, in Instr, a neonArrays) {
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R14))
			s.Set(in.Dst, a.repeat(Address{Base: R14, Disp: int(in.Const) * t.Size()}))
		})
		neonColumns(on)
	}
}

// neonColumns are those that read and write columns.
func neonColumns(on func(form string, f func(s *Selector, in Instr, a neonArrays))) {
	on(ReadColumn, func(s *Selector, in Instr, a neonArrays) {
		column := s.Func.Arrays[in.From]
		a.events(in, column, s.Func.Arrays[in.Array], func(event, element, value Arg) {
			a.Put(a.ofColumn(column), event, value)
			a.Put(a.element(), value, element)
		})
	})
	on(WriteColumn, func(s *Selector, in Instr, a neonArrays) {
		column := s.Func.Arrays[in.Array]
		a.events(in, column, s.Func.Arrays[in.From], func(event, element, value Arg) {
			a.Put(a.element(), element, value)
			a.Put(strings.TrimSuffix(a.ofColumn(column), "U"), value, event)
		})
	})
}

// neonArrays are accesses to arrays by NEON.
type neonArrays struct{ arrayAccess }

// loadRow adds the load of a row, and storeRow its store in the lanes of a mask.
func (a neonArrays) loadRow(from Address) Reg {
	d := a.Vector(a.t)
	a.Put(a.rowMove(), mem(from), def(d))
	return d
}

func (a neonArrays) storeRow(v Reg, mask Value, to Address) {
	if !a.everywhere(mask) {
		narrow, old := neonNarrowMask(a.Selector, a.Of(mask), a.t), a.loadRow(to)
		a.Put("bit.16b", both(old), use(v), use(narrow))
		v = old
	}
	a.Put(a.rowMove(), use(v), mem(to))
}

func (a neonArrays) rowMove() string { return map[int]string{8: "FMOVD", 16: "FMOVQ"}[a.rowBytes()] }

// copyRows copies the elements of an array, from one place on, to another's.
func (a neonArrays) copyRows(in Instr, to, from int) {
	into, of := a.Func.Arrays[in.Array], a.Func.Arrays[in.From]
	into.Addr, of.Addr = a.row(into, to), a.row(of, from)
	a.rows(min(into.Len-to, of.Len-from), func(offset int, index General) {
		a.storeRow(a.loadRow(a.at(of, offset, index)), in.Args[0], a.at(into, offset, index))
	})
}

// indexConstant is a register of the same index in all lanes.
func (a neonArrays) indexConstant(n int) Reg { return a.ConstantBytes(uint64(n), 16/a.Lanes, 16) }

// onlyIn is an index in the lanes of a mask, and 0 in others.
func (a neonArrays) onlyIn(mask Value, index Reg) Reg {
	if a.everywhere(mask) {
		return index
	}
	return a.neon("and.16b", index, a.Of(mask))
}

// placesOf are the places of elements, in bytes: each lane has its own column.
func (a neonArrays) placesOf(index Reg) Reg {
	list := make([]uint64, a.Lanes)
	for i := range list {
		list[i] = uint64(i * a.t.Size())
	}
	by := arrangement(8 * 16 / a.Lanes)
	first := a.neonBy("shl"+by, index, bits.TrailingZeros(uint(a.rowBytes())))
	return a.neon("add"+by, first, a.Whole(elements(list, 16/a.Lanes)))
}

// lane adds a move of a lane of a register, of elements of a size, into a general register.
func (a neonArrays) lane(r Reg, size, i int, to General) {
	a.Put(map[int]string{8: "umov.d", 4: "umov.s"}[size], gen(to), use(r), imm(i))
}

// index adds that of a lane of an index into R13. Of places of 32 bits, those before the
// array, where stacks that are empty are read, are negative.
func (a neonArrays) index(r Reg, i int) {
	a.lane(r, 16/a.Lanes, i, R13)
	if a.Lanes == 4 {
		a.Put("SXTW", gen(R13), gen(R13))
	}
}

// element is the instruction that moves one element.
func (a neonArrays) element() string { return map[int]string{8: "MOVQ", 4: "MOVL"}[a.t.Size()] }

// repeat adds the load of an element into all lanes.
func (a neonArrays) repeat(from Address) Reg {
	d := a.Vector(a.t)
	a.Put(a.element(), mem(from), gen(R15))
	a.Put("dup"+arrangement(a.t.Bits()), def(d), gen(R15))
	return d
}

// loadLanes adds the load of an element for each lane, from an address whose index R13 is
// that lane of a register.
func (a neonArrays) loadLanes(from Address, places Reg) Reg {
	a.index(places, 0)
	d := a.repeat(from)
	for i := 1; i < a.Lanes; i++ {
		a.index(places, i)
		a.Put(a.element(), mem(from), gen(R15))
		a.Put(map[int]string{8: "ins.d", 4: "ins.s"}[a.t.Size()], both(d), imm(i), gen(R15))
	}
	return d
}

// storeLanes adds the store of an element for each lane, to an address like that.
func (a neonArrays) storeLanes(to Address, v, places Reg) {
	for i := range a.Lanes {
		a.index(places, i)
		a.lane(v, a.t.Size(), i, R15)
		a.Put(a.element(), gen(R15), mem(to))
	}
}

// firstNumber puts the number that all lanes of a mask have into R13; 0 if there is no lane.
func (a neonArrays) firstNumber(among, index Value) {
	numbers := a.onlyIn(among, a.Of(index))
	a.index(numbers, 0)
	if a.everywhere(among) {
		return
	}
	for i := 1; i < a.Lanes; i++ {
		a.lane(numbers, 16/a.Lanes, i, R15)
		if a.Lanes == 4 {
			a.Put("SXTW", gen(R15), gen(R15))
		}
		a.Put("ORR", gen(R15), gen(R13))
	}
}

// first is the row of the element that all lanes of an access mean. Out of the array's
// elements it is a row of it, unless some lane is known to have it there.
func (a neonArrays) first(in Instr, among, index Value) Address {
	array, plus := a.Func.Arrays[in.Array], int(int64(in.Const))
	a.firstNumber(among, index)
	a.Put("LEAQ", mem(Address{Base: R13, Disp: plus}), gen(R13))
	if in.Exists != Met {
		exists := a.Label("exists")
		a.Put("CMPQ", gen(R13), imm(array.Len))
		a.Put("JCS", a.To(exists))
		a.Put("MOVQ", imm(0), gen(R13))
		a.Here(exists)
	}
	a.Put("SHLQ", imm(bits.TrailingZeros(uint(a.rowBytes()))), gen(R13))
	return a.at(array, 0, R13)
}

// ofColumn is the instruction that loads one element of a column, and stores it without the U at its end.
func (a neonArrays) ofColumn(column Array) string {
	op := map[int]string{0: a.element(), 1: "MOVB", 2: "MOVH"}[column.Narrow]
	if column.Narrow > 0 && !a.t.IsSigned() {
		op += "U"
	}
	return op
}

// events adds code that copies the elements of the events of lanes one after the other; f adds that of one.
func (a neonArrays) events(in Instr, column, array Array, f func(event, element, value Arg)) {
	mask, numbers := a.Of(in.Args[0]), a.Of(in.Args[1])
	element, event, left, value := R12, R13, R14, R15
	for i := range a.Lanes {
		none := a.Label("none")
		a.lane(mask, 16/a.Lanes, i, element)
		a.lane(numbers, 16/a.Lanes, i, event)
		a.Put("CBZ", gen(element), a.To(none))
		a.Put("MOVQ", imm(array.Len*a.columnSize(column)), gen(left))
		a.Put("MUL", gen(left), gen(event), gen(event))
		a.Put("ADDQ", mem(column.Addr), gen(event))
		a.Put("LEAQ", mem(array.Addr.Plus(i*a.t.Size())), gen(element))
		a.elements(column, array, event, element, value, left, f)
		a.Here(none)
	}
}
