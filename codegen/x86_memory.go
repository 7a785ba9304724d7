package codegen

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// arraySet is what AVX-512 and AVX2 each have of their own for accesses to arrays.
type arraySet interface {
	// small is up to how many elements an index is compared with each of them.
	small(a arrayAccess) int
	// store adds the store of a row in the lanes of a mask.
	store(a arrayAccess, v, mask Reg, to Address)
	// choose loads each lane's element of the few that an array has.
	choose(a arrayAccess, array Array, index Reg) Reg
	// load loads each lane's element of an array, whose number exists in all of them.
	load(a arrayAccess, array Array, index Reg) Reg
	// is tells in which lanes, of those of a mask unless it is NoReg, an index has a value.
	is(a arrayAccess, index Reg, n int, among Reg) Reg
	// onlyIn is an index in the lanes of a mask, and 0 in others; orElse is one that is n
	// in others.
	onlyIn(a arrayAccess, mask, index Reg) Reg
	orElse(a arrayAccess, mask, index Reg, n int) Reg
	// common is a register whose first element is the one that all lanes of a mask have,
	// or 0 if there is no lane.
	common(a arrayAccess, mask, index Reg) Reg
	// gather adds a load of elements whose numbers are in a register, from an address in R15. Lanes that are not
	// among those of a mask get anything.
	gather(a arrayAccess, from Address, among Value, index Reg) Reg
	// record loads some words of each lane's record, from the one that is offset bytes behind its first on: as many as
	// the record has, or as there are lanes.
	record(a arrayAccess, array Array, offset, words int, number Reg) []Reg
	// scatter adds a store of the elements of the lanes of a mask, at numbers in a register behind an address
	// in R15.
	scatter(a arrayAccess, to Address, v, mask, index Reg)
	// readColumn and writeColumn copy the events of lanes of a mask, whose numbers are in a
	// register, from a column to an array, and back.
	readColumn(a arrayAccess, column, array Array, mask, numbers Reg)
	writeColumn(a arrayAccess, column, array Array, mask, numbers Reg)
	// bits puts the bits of a mask into CX.
	bits(a arrayAccess, mask Reg)
	// times is a multiple of numbers that are as wide as an index.
	times(a arrayAccess, numbers Reg, n int) Reg
	// insert and extract are the instructions that put 16 bytes into a register of 32, and
	// take them out of a whole one.
	insert() string
	extract() string
}

// arrayForms are the forms that read and write arrays.
func arrayForms(m map[string]selectFunc, set arraySet) {
	for _, t := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64, optab.F32, optab.F64} {
		on := func(form string, f func(s *Selector, in Instr, a arrayAccess)) {
			m[form+"."+t.String()] = func(s *Selector, in Instr) { f(s, in, arrayAccess{s, t, set}) }
		}
		on(Load, func(s *Selector, in Instr, a arrayAccess) {
			s.Set(in.Dst, a.load(s.Func.Arrays[in.Array], in.Args[0], s.Of(in.Args[1])))
		})
		on(LoadRow, func(s *Selector, in Instr, a arrayAccess) {
			s.Set(in.Dst, a.loadRow(a.row(s.Func.Arrays[in.Array], int(in.Const))))
		})
		on(LoadAt, func(s *Selector, in Instr, a arrayAccess) {
			s.Set(in.Dst, a.loadRow(a.first(in, in.Args[0], in.Args[1])))
		})
		on(StoreAt, func(s *Selector, in Instr, a arrayAccess) {
			a.storeRow(s.Of(in.Args[1]), in.Args[0], a.first(in, in.Args[3], in.Args[2]))
		})
		on(TableAt, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			a.firstNumber(in.Args[0], in.Args[1], R13)
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R15))
			at := Address{Base: R15, Index: R13, Scale: uint8(t.Size())}
			s.Put(a.broadcast(), mem(at), def(d))
			s.Set(in.Dst, d)
		})
		on(Store, func(s *Selector, in Instr, a arrayAccess) {
			a.store(s.Func.Arrays[in.Array], in.Args[0], s.Of(in.Args[1]), s.Of(in.Args[2]))
		})
		on(StoreRow, func(s *Selector, in Instr, a arrayAccess) {
			a.storeRow(s.Of(in.Args[1]), in.Args[0], a.row(s.Func.Arrays[in.Array], int(in.Const)))
		})
		on(Fill, func(s *Selector, in Instr, a arrayAccess) {
			array := s.Func.Arrays[in.Array]
			a.rows(array.Len, func(offset int, index General) {
				a.storeRow(s.Of(in.Args[1]), in.Args[0], a.at(array, offset, index))
			})
		})
		on(Rows, func(s *Selector, in Instr, a arrayAccess) { a.copyRows(in, int(in.Const), 0) })
		on(Part, func(s *Selector, in Instr, a arrayAccess) { a.copyRows(in, 0, int(in.Const)) })
		on(LoadTable, func(s *Selector, in Instr, a arrayAccess) {
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R15))
			s.Set(in.Dst, set.gather(a, Address{Base: R15, Scale: uint8(t.Size())}, in.Args[0], s.Of(in.Args[1])))
		})
		on(StoreTable, func(s *Selector, in Instr, a arrayAccess) {
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R15))
			set.scatter(a, Address{Base: R15, Scale: uint8(t.Size())}, s.Of(in.Args[1]), s.Of(in.Args[0]),
				s.Of(in.Args[2]))
		})
		on(TableRow, func(s *Selector, in Instr, a arrayAccess) {
			d := s.Vector(t)
			s.Put("MOVQ", mem(s.Func.Arrays[in.Array].Addr), gen(R13))
			s.Put(a.broadcast(), mem(Address{Base: R13, Disp: int(in.Const) * t.Size()}), def(d))
			s.Set(in.Dst, d)
		})
		on(ReadColumn, func(s *Selector, in Instr, a arrayAccess) {
			set.readColumn(a, s.Func.Arrays[in.From], s.Func.Arrays[in.Array], s.Of(in.Args[0]), s.Of(in.Args[1]))
		})
		on(WriteColumn, func(s *Selector, in Instr, a arrayAccess) {
			set.writeColumn(a, s.Func.Arrays[in.Array], s.Func.Arrays[in.From], s.Of(in.Args[0]), s.Of(in.Args[1]))
		})
	}
}

// move is the instruction that loads and stores rows.
func (a arrayAccess) move() string { return "VMOVU" + floatLetters(a.t) }

// loadRow adds the load of a row.
func (a arrayAccess) loadRow(from Address) Reg {
	d := a.Vector(a.t)
	a.Put(a.move(), mem(from), def(d))
	return d
}

// storeRow adds the store of a row in the lanes of a mask.
func (a arrayAccess) storeRow(v Reg, mask Value, to Address) {
	if a.everywhere(mask) {
		a.Put(a.move(), use(v), mem(to))
	} else {
		a.set.store(a, v, a.Of(mask), to)
	}
}

// copyRows copies the elements of an array, from one place on, to another's.
func (a arrayAccess) copyRows(in Instr, to, from int) {
	into, of := a.Func.Arrays[in.Array], a.Func.Arrays[in.From]
	into.Addr, of.Addr = a.row(into, to), a.row(of, from)
	a.rows(min(into.Len-to, of.Len-from), func(offset int, index General) {
		v := a.loadRow(a.at(of, offset, index))
		a.storeRow(v, in.Args[0], a.at(into, offset, index))
	})
}

// broadcast is the instruction that loads an element into all lanes.
func (a arrayAccess) broadcast() string {
	return bySize(a.t.Size(), "VBROADCASTSD", "VBROADCASTSS")
}

// firstNumber puts the number that all lanes of a mask have into a general register, or 0 if the mask has no lane.
func (a arrayAccess) firstNumber(among, index Value, to General) {
	r := a.Of(index)
	if !a.everywhere(among) {
		mask := a.Of(among)
		r = a.Once("first of "+strconv.Itoa(int(mask)), r, func() Reg { return a.set.common(a, mask, a.Of(index)) })
	}
	a.Put("VMOV"+a.indexLetter(), lower(r, 16), gen(to))
	if a.indexBytes() == 4 { // it may be less than 0, where Const makes up for that
		a.Put("MOVLQSX", gen(to), gen(to))
	}
}

// first is the row of the element that all lanes of an access mean. Out of the array's
// elements, unless it is known to exist, it is a row of it.
func (a arrayAccess) first(in Instr, among, index Value) Address {
	array := a.Func.Arrays[in.Array]
	plus := int(int64(in.Const))
	if in.Exists != Unsure {
		return a.at(array, plus*a.rowBytes(), a.placeIn(among, index, array.Len, in.Exists == Met))
	}
	a.firstNumber(among, index, R13)
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

// PlusMost is the most that Const may add to an index whose element exists. Where no lane has such an index, so many
// rows before an array and twice as many behind it may be read.
const PlusMost = 32

// placeRegisters have the places that were used last.
var placeRegisters = []General{R10, R12, SI, DI}

// placeIn returns a general register with the place of the row that all lanes of a mask mean. met says that at least
// one lane is there.
func (a arrayAccess) placeIn(among, index Value, n int, met bool) General {
	want := placed{mask: NoReg, index: a.Of(index), shift: a.rowShift(), len: n}
	if !a.everywhere(among) {
		want.mask = a.Of(among)
	}
	for i, p := range a.places {
		if p.mask == want.mask && p.index == want.index && p.shift == want.shift && p.len == n {
			a.Selector.places = append(slices.Delete(a.places, i, i+1), p) // used last
			return p.in
		}
	}
	want.in = placeRegisters[len(a.places)%len(placeRegisters)]
	if len(a.places) == len(placeRegisters) {
		want.in = a.places[0].in
		a.Selector.places = a.places[1:]
	}
	a.firstNumber(among, index, want.in)
	if want.mask == NoReg && !met {
		// Without a lane the index may be anything, and something is read all the same.
		a.Put("LEAQ", mem(Address{Base: want.in, Disp: PlusMost}), gen(R15))
		a.Put("CMPQ", gen(R15), imm(n+2*PlusMost))
		a.Put("MOVQ", imm(0), gen(R15))
		a.Put("CMOVQCC", gen(R15), gen(want.in))
	}
	a.Put("SHLQ", imm(want.shift), gen(want.in))
	a.Selector.places = append(a.places, want)
	return want.in
}

// load adds the load of each lane's element.
func (a arrayAccess) load(array Array, mask Value, index Reg) Reg {
	if array.Len > a.set.small(a) {
		if !a.everywhere(mask) {
			index = a.Once("in "+strconv.Itoa(int(a.Of(mask))), index,
				func() Reg { return a.set.onlyIn(a, a.Of(mask), index) })
		}
		return a.set.load(a, array, index)
	}
	return a.set.choose(a, array, index)
}

// store adds the store of each lane's element. Lanes that are not meant write to the row
// behind the last.
func (a arrayAccess) store(array Array, mask Value, v, index Reg) {
	if array.Len > a.set.small(a) {
		if !a.everywhere(mask) {
			index = a.set.orElse(a, a.Of(mask), index, array.Len)
		}
		a.storeLanes(a.row(array, -1), v, a.placesOf(index))
		return
	}
	for i := range array.Len {
		a.set.store(a, v, a.set.is(a, index, i, a.Of(mask)), a.row(array, i))
	}
}

// Loads and stores of one element are faster than one instruction that gathers or scatters
// eight of them.

// placesOf puts the places of elements, in bytes behind the row before the first, into a
// scratch row: each lane has its own column.
func (a arrayAccess) placesOf(index Reg) Address {
	size := "places of " + strconv.Itoa(a.t.Size())
	return a.rowOnce(size, index, func() Reg {
		first := a.opImm("VPSLL"+a.indexLetter(), bits.TrailingZeros(uint(a.rowBytes())), index)
		list := make([]uint64, a.Lanes)
		for i := range list {
			list[i] = uint64(a.rowBytes() + i*a.t.Size())
		}
		return a.op("VPADD"+a.indexLetter(), first, a.Whole(elements(list, a.indexBytes())))
	})
}

// scratchRows is how many rows of the scratch memory hold vectors whose lanes are read one
// by one.
const scratchRows = 32

// rowOnce returns the scratch row that has what make makes of a register; it may have been
// made before.
func (a arrayAccess) rowOnce(name string, of Reg, make func() Reg) Address {
	key := name + " " + strconv.Itoa(int(of))
	if r, ok := a.made[key]; ok {
		return a.Regs[r].Home.Addr
	}
	v := make()
	row := a.scratchRow(key)
	a.Put("VMOVUPD", use(v), mem(row))
	a.made[key] = a.NewHome(a.Target.RegBytes(), Home{Addr: row})
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
	a.Put("MOV"+bySize(a.indexBytes(), "Q", "L"), mem(row.Plus(a.indexBytes()*i)), gen(R13))
}

// eachLane calls f for one lane after the other, after a general register has got a number of the lane's.
type eachLane func(f func(lane int, in General))

// eachPlace has the numbers of a scratch row, in R13.
func (a arrayAccess) eachPlace(places Address) eachLane {
	return func(f func(lane int, in General)) {
		for i := range a.Lanes {
			a.lane(places, i)
			f(i, R13)
		}
	}
}

// loadLanes adds the load of an element for each lane: from an address whose index is the lane's number, and so many
// bytes further for each lane before.
func (a arrayAccess) loadLanes(from Address, apart int, each eachLane) Reg {
	from.Scale = max(1, from.Scale)
	var parts []Reg // of 16 bytes
	each(func(lane int, in General) {
		from := from.Plus(lane * apart)
		from.Index = in
		n, d := lane%(16/a.t.Size()), a.NewReg(Vector, 16)
		switch {
		case n == 0:
			a.Put(bySize(a.t.Size(), "VMOVQ", "VMOVSS"), mem(from), def(d))
			parts = append(parts, d)
			return
		case a.t.Size() == 8:
			a.Put("VMOVHPD", mem(from), use(parts[len(parts)-1]), def(d))
		default:
			a.Put("VPINSRD", imm(n), mem(from), use(parts[len(parts)-1]), def(d))
		}
		parts[len(parts)-1] = d
	})
	for len(parts) > 1 {
		op, bytes := a.set.insert(), 32
		if len(parts) == 2 && a.rowBytes() == 64 {
			op, bytes = "VINSERTF64X4", 64
		}
		var wider []Reg
		for i := 0; i < len(parts); i += 2 {
			d := a.NewReg(Vector, bytes)
			a.Put(op, imm(1), use(parts[i+1]), lower(parts[i], bytes), def(d))
			wider = append(wider, d)
		}
		parts = wider
	}
	return parts[0]
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
	pairs := []Reg{v}
	for i := 1; i < a.rowBytes()/16; i++ {
		d := a.NewReg(Vector, 16)
		a.Put(a.set.extract(), imm(i), use(v), def(d))
		pairs = append(pairs, d)
	}
	for i := range a.Lanes {
		a.lane(places, i)
		a.Put([]string{"VMOVQ", "VMOVHPD"}[i%2], lower(pairs[i/2], 16), mem(to))
	}
}

// indexBytes is the size of an index, which is as wide as the widest value.
func (a arrayAccess) indexBytes() int { return a.Target.RegBytes() / a.Lanes }

// indexLetter ends the names of instructions on indices.
func (a arrayAccess) indexLetter() string { return bySize(a.indexBytes(), "Q", "D") }

// indexConstant is a register of the same index in all lanes.
func (a arrayAccess) indexConstant(n int) Reg {
	return a.ConstantBytes(uint64(n), a.indexBytes(), a.Target.RegBytes())
}
