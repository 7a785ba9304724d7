package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// What all targets share of accesses to arrays: where rows are, and code for each of many.
// The general instructions are those of x86, which A64 is given others for.

// arrayAccess adds the code of accesses to arrays whose elements have a type.
type arrayAccess struct {
	*Selector
	t   optab.Type
	set arraySet
}

// InColumns reports whether a column whose elements have 8 or 16 bits may have so many of them for a lane: x86
// code moves units of 16 bytes, which have to be whole, and NEON code one element after the other.
func InColumns(t Target, bytes, elements int) bool {
	return bytes > 0 && (t.Arch() == "arm64" || bytes*elements >= 16)
}

// columnSize is how many bytes an element has in a column.
func (a arrayAccess) columnSize(column Array) int {
	if column.Narrow > 0 {
		return column.Narrow
	}
	return a.t.Size()
}

// everywhere reports whether a mask is known to have all lanes.
func (a arrayAccess) everywhere(mask Value) bool {
	all, ok := a.IsConst(mask)
	return ok && all != 0
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

// elements adds a loop over the elements of one lane's event, which begins at one register in a column and at another
// in an array. f adds the code for one element. The registers change.
func (a arrayAccess) elements(column, array Array, event, element, value, left General,
	f func(event, element, value Arg)) {
	next := a.Label("element")
	a.Put("MOVQ", imm(array.Len), gen(left))
	a.Here(next)
	f(mem(Address{Base: event}), mem(Address{Base: element}), gen(value))
	a.Put("ADDQ", imm(a.columnSize(column)), gen(event))
	a.Put("ADDQ", imm(a.rowBytes()), gen(element))
	a.Put("SUBQ", imm(1), gen(left))
	a.Put("JNE", a.To(next))
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
	a.rounds(R13, a.rowBytes(), n, func() { f(0, R13) })
}

// rounds adds a loop whose counter goes in steps up to n of them, from one on, so that its code runs n-1 times.
func (a arrayAccess) rounds(counter General, step, n int, code func()) {
	a.Put("MOVQ", imm(step), gen(counter))
	top := a.Label("rows")
	a.label(Round, top)
	before, body := Reg(len(a.Regs)), len(a.Insts)
	code()
	a.put(Again, "", nil)
	a.Put("ADDQ", imm(step), gen(counter))
	a.Put("CMPQ", gen(counter), imm(n*step))
	a.Put("JLT", a.To(top))
	a.keepRead(a.Insts[body:], before)
}
