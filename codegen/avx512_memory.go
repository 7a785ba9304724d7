package codegen

// avx512Arrays are accesses to arrays by AVX-512, whose instructions take masks.
type avx512Arrays struct{}

func (avx512Arrays) small(arrayAccess) int { return 8 }

func (avx512Arrays) insert() string  { return "VINSERTF32X4" }
func (avx512Arrays) extract() string { return "VEXTRACTF32X4" }

func (avx512Arrays) store(a arrayAccess, v, mask Reg, to Address) {
	a.Put(a.move(), use(v), use(mask), mem(to))
}

// choose halves the rows by each bit of the index: masks are made one a cycle at most, and an index has
// fewer bits than there are elements.
func (avx512Arrays) choose(a arrayAccess, array Array, index Reg) Reg {
	var odd Reg
	bit := func(n int) Reg {
		d := a.NewReg(Mask, 8)
		a.Put("VPTESTM"+a.indexLetter(), useElem(a.indexConstant(n)), use(index), def(d))
		return d
	}
	if array.Len > 1 {
		odd = bit(1)
	}
	var rows []Reg
	for i := 0; i < array.Len; i += 2 {
		d := a.loadRow(a.row(array, i))
		if i+1 < array.Len {
			a.Put(a.move(), mem(a.row(array, i+1)), use(odd), both(d))
		}
		rows = append(rows, d)
	}
	for n := 2; len(rows) > 1; n *= 2 {
		upper := bit(n)
		var half []Reg
		for i := 0; i < len(rows); i += 2 {
			if i+1 < len(rows) {
				a.Put("VMOVA"+floatLetters(a.t), use(rows[i+1]), use(upper), both(rows[i]))
			}
			half = append(half, rows[i])
		}
		rows = half
	}
	return rows[0]
}

func (avx512Arrays) is(a arrayAccess, index Reg, n int, among Reg) Reg {
	op := "VPCMP" + a.indexLetter()
	if among == NoReg {
		return a.compare(op, 0, index, a.indexConstant(n))
	}
	d := a.NewReg(Mask, 8)
	a.Put(op, imm(0), useElem(a.indexConstant(n)), use(index), use(among), def(d))
	return d
}

func (avx512Arrays) onlyIn(a arrayAccess, mask, index Reg) Reg {
	d := a.NewReg(Vector, 64)
	a.Put("VMOVUP"+bySize(a.indexBytes(), "D", "S")+".Z", use(index), use(mask), def(d))
	return d
}

func (avx512Arrays) orElse(a arrayAccess, mask, index Reg, n int) Reg {
	d := a.NewReg(Vector, 64)
	a.Put("VPBLENDM"+a.indexLetter(), use(index), use(a.indexConstant(n)), use(mask), def(d))
	return d
}

func (avx512Arrays) common(a arrayAccess, mask, index Reg) Reg {
	d := a.NewReg(Vector, 64)
	a.Put("VPCOMPRESS"+a.indexLetter()+".Z", use(index), use(mask), def(d))
	return d
}

func (avx512Arrays) load(a arrayAccess, array Array, index Reg) Reg {
	return a.loadLanes(a.row(array, -1), 0, a.eachPlace(a.placesOf(index)))
}

func (set avx512Arrays) gather(a arrayAccess, from Address, among Value, index Reg) Reg {
	return set.gatherIn(a, from, a.Of(among), index)
}

func (avx512Arrays) gatherIn(a arrayAccess, from Address, mask, index Reg) Reg {
	done, d := a.Tie(mask), a.Vector(a.t)
	op := map[[2]int]string{{8, 8}: "VGATHERQPD", {4, 8}: "VGATHERQPS",
		{4, 16}: "VGATHERDPS"}[[2]int{a.t.Size(), a.Lanes}]
	a.Put(op, indexed(from, index), both(done), early(d))
	return d
}

func (set avx512Arrays) readColumn(a arrayAccess, column, array Array, mask, numbers Reg) {
	if a.inUnits(array) {
		a.readUnits(column, array, mask, numbers)
		return
	}
	set.events(a, column, array.Len, numbers, func(offset int, index General, event Address, at Reg) {
		a.Put(a.move(), use(set.gatherIn(a, event, mask, at)), use(mask), mem(a.at(array, offset, index)))
	})
}

func (set avx512Arrays) writeColumn(a arrayAccess, column, array Array, mask, numbers Reg) {
	if a.inUnits(array) && array.Len != 3 { // two units of two take longer than three elements
		set.bits(a, mask)
		a.writeUnits(column, array, numbers)
		a.writeEach(column, array, numbers)
		return
	}
	set.events(a, column, array.Len, numbers, func(offset int, index General, event Address, at Reg) {
		set.scatter(a, event, a.loadRow(a.at(array, offset, index)), mask, at)
	})
}

func (avx512Arrays) scatter(a arrayAccess, to Address, v, mask, index Reg) {
	size := [2]int{a.t.Size(), a.Lanes}
	op := map[[2]int]string{{8, 8}: "VPSCATTERQQ", {4, 8}: "VPSCATTERQD", {4, 16}: "VPSCATTERDD"}[size]
	done := a.Tie(mask)
	a.Put(op, use(v), both(done), indexed(to, index))
}

func (avx512Arrays) bits(a arrayAccess, mask Reg) {
	a.Put("KMOV"+maskLetter(a.Selector), use(mask), gen(CX))
}

func (avx512Arrays) times(a arrayAccess, numbers Reg, n int) Reg {
	return a.op("VPMULL"+a.indexLetter(), numbers, a.indexConstant(n))
}

// events adds code for each element of the events of lanes in a column. f adds that of
// one: its row is offset bytes and the register index behind the first, and in the column
// it is behind event, at the numbers in the register at.
func (avx512Arrays) events(
	a arrayAccess, column Array, n int, numbers Reg, f func(offset int, index General, event Address, at Reg),
) {
	at := avx512Arrays{}.times(a, numbers, n)
	a.Put("MOVQ", mem(column.Addr), gen(R15))
	event := Address{Base: R15, Scale: uint8(a.t.Size())}
	a.rows(n, func(offset int, index General) {
		f(offset, index, event, at)
		a.Put("ADDQ", imm(a.t.Size()), gen(R15))
	})
}
