package codegen

import (
	"math/bits"
	"slices"
	"strconv"
)

// avx2Arrays are accesses to arrays by AVX2, where masks are vectors. What is stored in
// some lanes is blended with what was there: a later load of the row then finds all of it
// in one store, and the instruction that stores under a mask is slow on many processors.
type avx2Arrays struct{}

// small is fewer elements where there are fewer lanes, as each costs a comparison and a blend.
func (avx2Arrays) small(a arrayAccess) int { return a.Lanes }

func (avx2Arrays) insert() string  { return "VINSERTF128" }
func (avx2Arrays) extract() string { return "VEXTRACTI128" }

// maskOf is a mask of lanes for elements of the array's type.
func (a arrayAccess) maskOf(mask Reg) Reg {
	if a.rowBytes() == a.Regs[mask].Bytes {
		return mask
	}
	return a.Once("narrow", mask, func() Reg { return a.lowerHalves(mask) })
}

func (avx2Arrays) store(a arrayAccess, v, mask Reg, to Address) {
	narrow, old, d := a.maskOf(mask), a.loadRow(to), a.Vector(a.t)
	a.Put(blendOp(a.t, a.Selector), use(narrow), use(v), use(old), def(d))
	a.Put(a.move(), use(d), mem(to))
}

func (set avx2Arrays) choose(a arrayAccess, array Array, index Reg) Reg {
	old := a.loadRow(a.row(array, 0))
	for i := 1; i < array.Len; i++ {
		narrow, d := a.maskOf(set.is(a, index, i, NoReg)), a.Vector(a.t)
		a.Put(blendOp(a.t, a.Selector), use(narrow), mem(a.row(array, i)), use(old), def(d))
		old = d
	}
	return old
}

func (avx2Arrays) is(a arrayAccess, index Reg, n int, among Reg) Reg {
	d := a.op("VPCMPEQ"+a.indexLetter(), index, a.indexConstant(n))
	if among == NoReg {
		return d
	}
	return a.op("VPAND", d, among)
}

func (avx2Arrays) onlyIn(a arrayAccess, mask, index Reg) Reg { return a.op("VPAND", index, mask) }

func (avx2Arrays) orElse(a arrayAccess, mask, index Reg, n int) Reg {
	d := a.NewReg(Vector, 32)
	op := bySize(a.indexBytes(), "VBLENDVPD", "VBLENDVPS")
	a.Put(op, use(mask), use(index), use(a.indexConstant(n)), def(d))
	return d
}

// common ors the elements of the lanes, which are all the same.
func (avx2Arrays) common(a arrayAccess, mask, index Reg) Reg {
	all := a.op("VPAND", index, mask)
	high := a.NewReg(Vector, 16)
	a.Put("VEXTRACTI128", imm(1), use(all), def(high))
	either := func(x Arg, y Reg) Reg {
		d := a.NewReg(Vector, 16)
		a.Put("VPOR", x, use(y), def(d))
		return d
	}
	r := either(lower(all, 16), high)
	r = either(use(a.opImm("VPSHUFD", 0xee, r)), r)
	if a.indexBytes() == 4 {
		r = either(use(a.opImm("VPSHUFD", 0x55, r)), r)
	}
	return r
}

// gather loads one element after the other: lanes that are not meant have the first, which tables have to have.
func (set avx2Arrays) gather(a arrayAccess, from Address, among Value, index Reg) Reg {
	if mask := a.Of(among); !a.everywhere(among) {
		index = a.Once("in "+strconv.Itoa(int(mask)), index, func() Reg { return set.onlyIn(a, mask, index) })
	}
	return a.loadLanes(from, 0, a.eachIndex(index))
}

func (avx2Arrays) load(a arrayAccess, array Array, index Reg) Reg {
	shift, from := bits.TrailingZeros(uint(a.rowBytes())), 0
	if a.Lanes == 8 {
		from = -1 // numbers of 32 bits lose their sign, and lanes that are elsewhere may have -1
	}
	places := a.Once("place "+strconv.Itoa(shift), index, func() Reg {
		first := a.opImm("VPSLL"+a.indexLetter(), shift, index)
		if from == 0 {
			return first
		}
		row := slices.Repeat([]uint64{uint64(a.rowBytes())}, a.Lanes)
		return a.op("VPADD"+a.indexLetter(), first, a.Whole(elements(row, a.indexBytes())))
	})
	return a.loadLanes(a.row(array, from), a.t.Size(), a.eachIndex(places))
}

func (avx2Arrays) record(a arrayAccess, array Array, offset, words int, number Reg) []Reg {
	a.Put("MOVQ", mem(array.Addr), gen(R15))
	return a.rowsAt(offset, array.Len, words, number)
}

// scatter stores one element after the other: there is no instruction for it.
func (set avx2Arrays) scatter(a arrayAccess, to Address, v, mask, index Reg) {
	places, values := a.scratchRow(""), a.scratchRow("")
	a.Put("VMOVUPD", use(index), mem(places))
	a.Put(a.move(), use(v), mem(values))
	set.bits(a, mask)
	a.eachLane(func(lane General) {
		places.Index, places.Scale = lane, uint8(a.indexBytes())
		values.Index, values.Scale = lane, uint8(a.t.Size())
		to.Index = R13
		move := bySize(a.t.Size(), "MOVQ", "MOVL")
		a.Put("MOV"+bySize(a.indexBytes(), "Q", "L"), mem(places), gen(R13))
		a.Put(move, mem(values), gen(AX))
		a.Put(move, gen(AX), mem(to))
	})
}

func (set avx2Arrays) readColumn(a arrayAccess, column, array Array, mask, numbers Reg) {
	if a.inUnits(array) {
		a.readUnits(column, array, mask, numbers)
		return
	}
	set.bits(a, mask)
	a.readEach(column, array, numbers)
}

func (set avx2Arrays) writeColumn(a arrayAccess, column, array Array, mask, numbers Reg) {
	set.bits(a, mask)
	if a.inUnits(array) {
		a.writeUnits(column, array, numbers)
	}
	a.writeEach(column, array, numbers)
}

func (avx2Arrays) bits(a arrayAccess, mask Reg) {
	a.Put(bySize(a.indexBytes(), "VMOVMSKPD", "VMOVMSKPS"), use(mask), gen(CX))
}

func (avx2Arrays) times(a arrayAccess, numbers Reg, n int) Reg {
	by := a.indexConstant(n)
	if a.indexBytes() == 4 {
		return a.op("VPMULLD", numbers, by)
	}
	low, high := a.op("VPMULUDQ", numbers, by), a.op("VPMULUDQ", a.opImm("VPSRLQ", 32, numbers), by)
	return a.op("VPADDQ", low, a.opImm("VPSLLQ", 32, high))
}
