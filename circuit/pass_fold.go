package circuit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// fold replaces gates by simpler ones that give the same bits, until nothing is left to
// replace: operations on constants, the rules of rules.go, selectors that have one thing to
// select, and equal gates. An operation whose operands say that it does not fault leaves the
// chain of effects.
func fold(c *Circuit) {
	if c.folded == c.edits {
		return
	}
	f := &c.folder
	f.c, f.work, f.waits = c, f.work[:0], zeros(f.waits, c.Size()+c.Size()/8)
	for g := range c.Gates() {
		f.push(g)
	}
	for len(f.work) > 0 {
		g := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.waits[g] = false
		if c.has(g) {
			f.gate(g)
		}
	}
	c.folded = c.edits
}

// folder has the gates that are still to be looked at: on the list, or nothing applies.
type folder struct {
	c     *Circuit
	work  []Ref
	waits []bool
}

func (f *folder) push(g Ref) {
	for len(f.waits) <= int(g) {
		f.waits = append(f.waits, false)
	}
	if !f.waits[g] {
		f.waits[g] = true
		f.work = append(f.work, g)
	}
}

// users puts the users of a gate on the list.
func (f *folder) users(g Ref) {
	for u := range f.c.Uses(g) {
		f.push(u)
	}
}

func (f *folder) gate(g Ref) {
	c := f.c
	m := c.Meta(g)
	if m.Kind == Operation && m.Faults {
		f.checked(g)
		if !f.unfault(g) {
			return
		}
	}
	if !c.has(g) {
		return
	}
	n := Ref(c.Size())
	by := f.simpler(g)
	if by == g {
		return
	}
	for made := n; int(made) < c.Size(); made++ {
		c.copyNote(made, g)
		f.push(made)
	}
	f.users(g)
	c.ReplaceUses(g, by)
	f.users(by)
	f.push(by)
	if !c.IsUsed(g) {
		c.remove(g)
	}
}

// checked gives those who use a constant that was checked the constant: what a check gives is what it was given.
func (f *folder) checked(g Ref) {
	c := f.c
	m := c.Meta(g)
	if m.Values == 0 || !isCheck(m.Op) || m.Op.Info().Out != m.Op.Info().Type || !c.isScalar(g) ||
		c.Kind(c.Value(g, 0)) != Constant {
		return
	}
	for u, input := range c.Uses(g) {
		if of := c.Meta(u); input >= int(of.States+of.Depends) {
			f.push(u)
		}
	}
	c.replaceValue(g, c.Value(g, 0))
}

// unfault takes an operation that does not fault off the chain of effects, and reports whether
// it did. One that is on no other chain becomes another gate.
func (f *folder) unfault(g Ref) bool {
	c := f.c
	if c.canFault(g) {
		return false
	}
	f.users(g)
	by := c.withoutFault(g)
	f.push(by)
	f.users(by)
	return true
}

// withoutFault replaces an operation that does not fault, wherever it is computed, by one that says so and
// depends on no effects. The operation is removed.
func (c *Circuit) withoutFault(g Ref) Ref {
	c.bypass(g, Effects)
	m := *c.Meta(g)
	m.Faults, m.Anchored = false, false
	m.Depends--
	n := c.Size()
	by := c.make(m, c.Type(g), slices.Collect(inputsOf(c, g))[1:]...)
	if int(by) >= n {
		c.copyNote(by, g)
	}
	c.ReplaceUses(g, by)
	c.remove(g)
	return by
}

// canFault reports whether an operation may fault, as far as its constants say.
func (c *Circuit) canFault(g Ref) bool {
	m := c.Meta(g)
	first := 1 // index: the array; insert: the array and the element
	switch m.Op.Form() {
	case optab.Index:
	case optab.Insert:
		first = 2
	default:
		return c.scalarCanFault(g)
	}
	shape := c.shapeOf(c.Value(g, 0))
	for i := first; i < int(m.Values)-int(m.Param); i++ {
		bits, ok := c.Bits(c.Value(g, i))
		if axis := i - first; !ok || axis >= len(shape) || shape[axis] < 0 || bits >= uint64(shape[axis]) {
			return true
		}
	}
	return false
}

// shapeOf returns the event shape of a cell or a uniform.
func (c *Circuit) shapeOf(g Ref) []int {
	switch c.Kind(g) {
	case Cell:
		return c.Cells[c.Meta(g).Param].Type.Shape
	case Uniform:
		return c.Uniforms[c.Meta(g).Param].Type.Shape
	}
	return nil
}

func (c *Circuit) scalarCanFault(g Ref) bool {
	m := c.Meta(g)
	n := int(m.Values) - int(m.Param)
	if m.Op.Info().Row.Code == optab.DivideByZero {
		bits, ok := c.Bits(c.Value(g, n-1))
		return !ok || bits == 0
	}
	var x [3]uint64
	for i := range n {
		var ok bool
		if x[i], ok = c.Bits(c.Value(g, i)); !ok {
			return true
		}
	}
	_, fault := m.Op.Scalar(x[0], x[1], x[2])
	return fault != optab.NoFault
}

// simpler returns a gate that gives what a gate gives, or the gate itself.
func (f *folder) simpler(g Ref) Ref {
	c := f.c
	m := c.Meta(g)
	switch m.Kind {
	case ValueSelector:
		if by := c.onlyValue(g); by != None {
			return by
		}
	case Operation:
		if m.Depends > 0 || m.Param > 0 || !c.Type(g).HasValue() {
			return g
		}
		if by := c.constant(g); by != None {
			return by
		}
		if by := c.rule(g); by != None && by != g {
			return by
		}
	default:
		return g
	}
	return c.twin(g)
}

// twin returns the gate that stands for all that are equal to a gate.
func (c *Circuit) twin(g Ref) Ref {
	if !c.isShared(g) {
		return g
	}
	var buffer [8]Ref
	inputs := buffer[:0]
	for _, in := range c.Inputs(g) {
		inputs = append(inputs, in)
	}
	if by := c.equal.find(c, c.gates[g].meta, c.gates[g].typ, inputs); by != g && by != None {
		return c.older(g, by)
	}
	if m := *c.Meta(g); m.Kind == Operation && m.Values == 2 && inputs[0] != inputs[1] {
		o := operation{c: c, g: g, m: &m, info: m.Op.Info()}
		if m.Op = o.exchanged(); m.Op != program.OpInvalid {
			inputs[0], inputs[1] = inputs[1], inputs[0]
			if by := c.equal.find(c, c.intern(m), c.gates[g].typ, inputs); by != None {
				return c.older(g, by)
			}
		}
	}
	return g
}

// older gives a gate that stands for another the notes of the one that the program had first, and
// returns it.
func (c *Circuit) older(g, by Ref) Ref {
	if c.notes[g].seq < c.notes[by].seq {
		c.copyNote(by, g)
	}
	return by
}

// onlyValue returns what a selector selects if that is always the same: one gate, or itself.
func (c *Circuit) onlyValue(g Ref) Ref {
	only := None
	for i := range int(c.Meta(g).Values) {
		in := c.Value(g, i)
		if in == g || in == only {
			continue
		}
		if only != None {
			return None
		}
		only = in
	}
	return only
}

// constant returns the constant that an operation on constants gives, or None. A NaN is left
// to the machine, which chooses among NaNs; so is a function of Go's library, whose bits depend
// on where it runs.
func (c *Circuit) constant(g Ref) Ref {
	m := c.Meta(g)
	var x [3]uint64
	for i := range int(m.Values) {
		var ok bool
		if x[i], ok = c.Bits(c.Value(g, i)); !ok {
			return None
		}
	}
	bits, ok := ofNumbers(m.Op, x)
	if !ok {
		return None
	}
	return c.Constant(m.Op.Info().Out, bits)
}

// ofNumbers returns what an operation gives of numbers, unless it faults, gives a NaN or is one of Go's library.
func ofNumbers(op program.Opcode, x [3]uint64) (bits uint64, ok bool) {
	info := op.Info()
	if info.Row.Form != optab.Elementwise || info.Row.Exact == optab.Library || !op.HasScalar() {
		return 0, false
	}
	bits, fault := op.Scalar(x[0], x[1], x[2])
	return bits, fault == optab.NoFault && !info.Out.IsNaN(bits)
}
