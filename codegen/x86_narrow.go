package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// Elements of a column may have 8 or 16 bits, and have 32 in rows. A unit has as many of them then as fit 16 bytes:
// four, or two, are in an element of the registers that units are exchanged in, and are taken out of it by shifts.

// loadNarrow and storeNarrow are the instructions for an element of a column in a general register.
func (a arrayAccess) loadNarrow(column Array) string {
	if column.Narrow == 0 {
		return bySize(a.t.Size(), "MOVQ", "MOVL")
	}
	op := "MOVBL"
	if column.Narrow == 2 {
		op = "MOVWL"
	}
	if a.t.IsSigned() {
		return op + "SX"
	}
	return op + "ZX"
}

func (a arrayAccess) storeNarrow(column Array) string {
	switch column.Narrow {
	case 1:
		return "MOVB"
	case 2:
		return "MOVW"
	}
	return bySize(a.t.Size(), "MOVQ", "MOVL")
}

// narrowUnits adds code for each unit of a column of such elements. f adds that of one, whose first element is so many
// elements behind where R15 points in the column, and in the array so many and the bytes in a register behind the
// first. The last unit may have elements of the one before.
func (a arrayAccess) narrowUnits(column, array Array, f func(inEvent, inArray int, index General)) {
	const most = 2 // units that are read and written without a loop
	unit, done, last := 16/column.Narrow, 0, 0
	if whole := array.Len / unit; whole > most {
		done, last = whole*unit, (whole-1)*unit
		f(0, 0, NoGeneral)
		a.rounds(BX, unit*a.rowBytes(), whole, func() {
			a.Put("ADDQ", imm(16), gen(R15))
			f(0, 0, BX)
		})
	}
	for ; done < array.Len; done += unit {
		first := min(done, array.Len-unit)
		f(first-last, first, NoGeneral)
	}
}

// readNarrow is readUnits of such a column.
func (a arrayAccess) readNarrow(column, array Array, mask, numbers Reg) {
	places := a.eventPlaces(column, a.set.onlyIn(a, mask, numbers), array.Len)
	each, bits := 4/column.Narrow, 8*column.Narrow
	a.narrowUnits(column, array, func(inEvent, inArray int, index General) {
		for i, v := range a.readUnit(column, places, inEvent, 0) {
			for k := range each {
				row := a.at(array, (inArray+i*each+k)*a.rowBytes(), index)
				a.set.store(a, a.bitsFrom(v, k*bits, bits), mask, row)
			}
		}
	})
}

// words is an instruction on the bits of elements of 32.
func (a arrayAccess) words(op string) string {
	if hasMasks(a.Target) {
		return op + "D"
	}
	return op
}

// bitsFrom is a number of so many bits, from one on, of each element.
func (a arrayAccess) bitsFrom(v Reg, from, bits int) Reg {
	above := 32 - from - bits
	switch {
	case a.t.IsSigned():
		if above > 0 {
			v = a.opImm("VPSLLD", above, v)
		}
		return a.opImm("VPSRAD", 32-bits, v)
	case above == 0:
		return a.opImm("VPSRLD", from, v)
	case from > 0:
		v = a.opImm("VPSRLD", from, v)
	}
	return a.op(a.words("VPAND"), v, a.Constant(optab.U32, 1<<bits-1))
}

// writeNarrow is writeUnits of such a column.
func (a arrayAccess) writeNarrow(column, array Array, places Address) {
	each, bits := 4/column.Narrow, 8*column.Narrow
	a.narrowUnits(column, array, func(inEvent, inArray int, index General) {
		var words []Reg
		for i := range a.unit() {
			var word Reg
			for k := range each {
				v := a.loadRow(a.at(array, (inArray+i*each+k)*a.rowBytes(), index))
				if k < each-1 { // above the last there is nothing
					v = a.op(a.words("VPAND"), v, a.Constant(optab.U32, 1<<bits-1))
				}
				if k > 0 {
					v = a.op(a.words("VPOR"), a.opImm("VPSLLD", k*bits, v), word)
				}
				word = v
			}
			words = append(words, word)
		}
		a.writeUnit(column, places, inEvent, words)
	})
}
