package codegen

// A column of arrays has each lane's elements next to each other, an event; in registers and rows the same
// element of all lanes is. Instructions that gather or scatter elements take some cycles for each. So events
// are read and written in units of 16 bytes; a register holds the units of several lanes, and elements
// change places with registers in between.

// unitElements is up to how many elements an event has whose units are read and written one by one. Of longer ones a
// loop reads and writes unitBlock elements a round.
const (
	unitElements = 32
	unitBlock    = 8
)

// unit is how many elements 16 bytes have.
func (a arrayAccess) unit() int { return 16 / a.t.Size() }

// inUnits reports whether an array is read and written in units.
func (a arrayAccess) inUnits(array Array) bool {
	return array.Len >= a.unit() && a.Lanes >= a.unit()
}

// units adds code for each unit of an array. f adds that of one, whose first element is so many elements behind where
// R15 points in the column, and in the array so many and the bytes in a register behind the first. The last unit may
// have elements of the one before.
func (a arrayAccess) units(array Array, f func(inEvent, inArray int, index General)) {
	done := 0
	if array.Len > unitElements {
		done = array.Len / unitBlock * unitBlock
		a.blocks(done/unitBlock, f)
	}
	last := max(0, done-unitBlock) // where R15 points
	for next := done; next < array.Len; next += a.unit() {
		first := min(next, array.Len-a.unit())
		f(first-last, first, NoGeneral)
	}
}

// blocks adds code for n blocks, which leaves R15 at the last. The first is alone, so that most of what the others need
// is in registers when the loop begins.
func (a arrayAccess) blocks(n int, f func(inEvent, inArray int, index General)) {
	block := func(index General) {
		for first := 0; first < unitBlock; first += a.unit() {
			f(first, first, index)
		}
	}
	block(NoGeneral)
	a.rounds(BX, unitBlock*a.rowBytes(), n, func() {
		a.Put("ADDQ", imm(unitBlock*a.t.Size()), gen(R15))
		block(BX)
	})
}

// unitLanes calls f for each 16 bytes of a unit's registers: in a register they are of every second or fourth
// lane.
func (a arrayAccess) unitLanes(f func(register, part, lane int)) {
	for register := range a.unit() {
		for part := range a.rowBytes() / 16 {
			f(register, part, register+part*a.unit())
		}
	}
}

// across makes of registers with an element each of all lanes registers with all elements each of some lanes, and
// the way back.
func (a arrayAccess) across(in []Reg) []Reg {
	pair := func(letters string, x, y Reg) (low, high Reg) {
		return a.two("VUNPCKL"+letters, -1, x, y), a.two("VUNPCKH"+letters, -1, x, y)
	}
	if len(in) == 2 {
		low, high := pair("PD", in[0], in[1])
		return []Reg{low, high}
	}
	low, high := pair("PS", in[0], in[1])
	low2, high2 := pair("PS", in[2], in[3])
	first, second := pair("PD", low, low2)
	third, fourth := pair("PD", high, high2)
	return []Reg{first, second, third, fourth}
}

// eventPlaces puts the numbers of the first elements of lanes' events into a scratch row, and the address of
// the column into R15.
func (a arrayAccess) eventPlaces(column Array, numbers Reg, n int) Address {
	row := a.scratchRow("")
	a.Put("VMOVUPD", use(a.set.times(a, numbers, n)), mem(row))
	a.Put("MOVQ", mem(column.Addr), gen(R15))
	return row
}

// inEvent is an element of a lane's event. It takes R13.
func (a arrayAccess) inEvent(column Array, places Address, lane, element int) Address {
	a.lane(places, lane)
	size := a.columnSize(column)
	return Address{Base: R15, Index: R13, Scale: uint8(size), Disp: element * size}
}

// readUnits reads the events of the lanes of a mask. Others read the first event, which is there.
func (a arrayAccess) readUnits(column, array Array, mask, numbers Reg) {
	if column.Narrow > 0 {
		a.readNarrow(column, array, mask, numbers)
		return
	}
	places := a.eventPlaces(column, a.set.onlyIn(a, mask, numbers), array.Len)
	ahead := 0
	if array.Len > unitElements {
		ahead = a.Lanes * array.Len
	}
	a.units(array, func(inEvent, inArray int, index General) {
		for i, v := range a.readUnit(column, places, inEvent, ahead) {
			a.set.store(a, v, mask, a.at(array, (inArray+i)*a.rowBytes(), index))
		}
	})
}

// readUnit reads a unit of all lanes' events, and gives what the same elements of all lanes are in. Where a block
// begins it asks for elements so far ahead to come, if that is not 0: those of the lanes that are next in a group.
// Processors do not see that events follow which are read a block at a time, several abreast.
func (a arrayAccess) readUnit(column Array, places Address, inEvent, ahead int) []Reg {
	events := make([]Reg, a.unit())
	a.unitLanes(func(register, part, lane int) {
		from, bytes := a.inEvent(column, places, lane, inEvent), min(16<<part, 64) // up to this part
		if ahead > 0 && inEvent == 0 {
			a.Put("PREFETCHT0", mem(from.Plus(ahead*a.columnSize(column))))
		}
		d := a.NewReg(Vector, bytes)
		if part == 0 {
			a.Put("VMOVUPD", mem(from), def(d))
		} else {
			a.Put(a.set.insert(), imm(part), mem(from), lower(events[register], bytes), def(d))
		}
		events[register] = d
	})
	return a.across(events)
}

// writeUnit is the way back.
func (a arrayAccess) writeUnit(column Array, places Address, inEvent int, rows []Reg) {
	events := a.across(rows)
	a.unitLanes(func(register, part, lane int) {
		v := events[register]
		to := a.inEvent(column, places, lane, inEvent)
		if part == 0 {
			a.Put("VMOVUPD", lower(v, 16), mem(to))
		} else {
			a.Put(a.set.extract(), imm(part), use(v), mem(to))
		}
	})
}

// writeUnits writes the events of all lanes, if all are in the mask that CX has the bits of, and then leaves none
// there.
func (a arrayAccess) writeUnits(column, array Array, numbers Reg) {
	a.Put("CMPQ", gen(CX), imm(1<<a.Lanes-1))
	a.Jump("JNE")
	places := a.eventPlaces(column, numbers, array.Len)
	if column.Narrow > 0 {
		a.writeNarrow(column, array, places)
		a.Put("MOVQ", imm(0), gen(CX))
		a.Land()
		return
	}
	a.units(array, func(inEvent, inArray int, index General) {
		var rows []Reg
		for i := range a.unit() {
			rows = append(rows, a.loadRow(a.at(array, (inArray+i)*a.rowBytes(), index)))
		}
		a.writeUnit(column, places, inEvent, rows)
	})
	a.Put("MOVQ", imm(0), gen(CX))
	a.Land()
}

// readEach and writeEach copy the elements of one lane's event after the other, of the lanes that CX has the bits
// of. That is best for few lanes, as they come and go in a turn.
func (a arrayAccess) readEach(column, array Array, numbers Reg) {
	a.eachEvent(column, array, numbers, func(event, element, value Arg) {
		a.Put(a.loadNarrow(column), event, value)
		a.Put(bySize(a.t.Size(), "MOVQ", "MOVL"), value, element)
	})
}

func (a arrayAccess) writeEach(column, array Array, numbers Reg) {
	a.eachEvent(column, array, numbers, func(event, element, value Arg) {
		a.Put(bySize(a.t.Size(), "MOVQ", "MOVL"), element, value)
		a.Put(a.storeNarrow(column), value, event)
	})
}

// eachEvent adds code that copies the elements of one lane's event after the other; f adds that of one.
func (a arrayAccess) eachEvent(column, array Array, numbers Reg, f func(event, element, value Arg)) {
	event, element, value, left := AX, R13, R15, BX
	row := a.scratchRow("")
	a.Put("VMOVUPD", use(numbers), mem(row))
	a.eachLane(func(lane General) {
		number := row
		number.Index, number.Scale = lane, uint8(a.indexBytes())
		a.Put("MOV"+bySize(a.indexBytes(), "Q", "L"), mem(number), gen(event))
		a.Put("IMUL3Q", imm(array.Len*a.columnSize(column)), gen(event), gen(event))
		a.Put("ADDQ", mem(column.Addr), gen(event))
		first := array.Addr
		first.Index, first.Scale = lane, uint8(a.t.Size())
		a.Put("LEAQ", mem(first), gen(element))
		a.elements(column, array, event, element, value, left, f)
	})
}

// eachLane adds code that runs for each lane whose bit is in CX, with its number in a register, which it may change,
// as it may AX, R13 and R15.
func (a arrayAccess) eachLane(code func(lane General)) {
	again, none := a.Label("lane"), a.Label("none")
	a.Put("TESTQ", gen(CX), gen(CX))
	a.Put("JEQ", a.To(none))
	a.Here(again)
	a.Put("TZCNTQ", gen(CX), gen(BX))
	code(BX)
	a.Put("LEAQ", mem(Address{Base: CX, Disp: -1}), gen(R13))
	a.Put("ANDQ", gen(R13), gen(CX))
	a.Put("JNE", a.To(again))
	a.Here(none)
}
