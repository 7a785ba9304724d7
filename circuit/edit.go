package circuit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Everything that changes a circuit goes through add, setInput, setMeta, ReplaceUses, remove and removeAll, which keep
// the lists of uses right and forget the blocks that were found.

// intern returns the number of a meta. They are found by open addressing with linear probing, as gates are; a place
// is one more than a number.
func (c *Circuit) intern(m Meta) int32 {
	if 2*(len(c.metas)+1) > len(c.metaAt) {
		c.metaAt = make([]int32, max(128, 2*len(c.metaAt)))
		for i := range c.metas {
			c.metaAt[c.metaPlace(&c.metas[i])] = int32(i) + 1
		}
	}
	at := c.metaPlace(&m)
	if c.metaAt[at] == 0 {
		c.metas = append(c.metas, m)
		c.metaAt[at] = int32(len(c.metas))
	}
	return c.metaAt[at] - 1
}

// metaPlace returns where a meta is, or is to be.
func (c *Circuit) metaPlace(m *Meta) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(m.Kind) | uint64(m.Op)<<8 | uint64(uint32(m.States))<<24 ^ uint64(uint32(m.Depends))<<40
	if m.Faults {
		h ^= 1 << 62
	}
	if m.Anchored {
		h ^= 1 << 63
	}
	if m.Detached {
		h ^= 1 << 61
	}
	h = (h*odd ^ uint64(uint32(m.Values))) * odd
	h = (h ^ h>>29 ^ m.Param) * odd
	h = (h ^ h>>31 ^ uint64(m.Within.Lo)*odd ^ uint64(m.Within.Hi)) * odd
	mask := uint64(len(c.metaAt) - 1)
	at := (h ^ h>>32) & mask
	for c.metaAt[at] != 0 && c.metas[c.metaAt[at]-1] != *m {
		at = (at + 1) & mask
	}
	return at
}

// add makes a gate. Inputs that are None are filled in later.
func (c *Circuit) add(m Meta, t Type, inputs []Ref) Ref {
	return c.addInterned(c.intern(m), t, inputs)
}

// reserve makes room for about so many gates, of about three inputs each.
func (c *Circuit) reserve(n int) {
	c.gates, c.notes, c.slots = slices.Grow(c.gates, n), slices.Grow(c.notes, n), slices.Grow(c.slots, 3*n)
}

func (c *Circuit) addInterned(meta int32, t Type, inputs []Ref) Ref {
	g := Ref(len(c.gates))
	m, in := &c.metas[meta], int32(len(c.slots))
	c.gates = append(c.gates, gate{meta: meta, kind: m.Kind, typ: t, in: in, value: in + m.States + m.Depends, use: -1})
	c.notes = append(c.notes, note{home: None})
	for _, from := range inputs {
		s := int32(len(c.slots))
		c.slots = append(c.slots, slot{from: from, owner: g, next: -1, prev: -1})
		c.link(s)
	}
	c.live++
	c.restate(c.Kind(g))
	c.bounded = nil
	c.edits++
	return g
}

// link puts a slot into the list of uses of the gate it comes from.
func (c *Circuit) link(s int32) {
	u := &c.slots[s]
	if u.from == None {
		return
	}
	from := &c.gates[u.from]
	u.prev, u.next = -1, from.use
	if from.use >= 0 {
		c.slots[from.use].prev = s
	}
	from.use = s
}

// unlink takes a slot out of the list of uses.
func (c *Circuit) unlink(s int32) {
	u := &c.slots[s]
	if u.from == None {
		return
	}
	if u.prev >= 0 {
		c.slots[u.prev].next = u.next
	} else {
		c.gates[u.from].use = u.next
	}
	if u.next >= 0 {
		c.slots[u.next].prev = u.prev
	}
}

// setInput gives an input another source.
func (c *Circuit) setInput(g Ref, i int, from Ref) {
	s := c.gates[g].in + int32(i)
	if c.slots[s].from == from {
		return
	}
	shared := c.isShared(g)
	if shared {
		c.equal.remove(c, g)
	}
	c.bounded = nil
	c.edits++
	if m := c.Meta(g); i < int(m.States) {
		c.restate(m.Kind)
	}
	c.unlink(s)
	c.slots[s].from = from
	c.link(s)
	if shared {
		c.equal.insert(c, g)
	}
}

// setMeta changes what a gate is, which has the same inputs as before.
func (c *Circuit) setMeta(g Ref, m Meta) {
	shared := c.isShared(g)
	if shared {
		c.equal.remove(c, g)
	}
	at := &c.gates[g]
	at.meta, at.kind, at.value = c.intern(m), m.Kind, at.in+m.States+m.Depends
	c.bounded = nil
	c.edits++
	if shared {
		c.equal.insert(c, g)
	}
}

// ReplaceUses makes all uses of a gate uses of another.
func (c *Circuit) ReplaceUses(g, by Ref) {
	if g == by {
		return
	}
	for c.gates[g].use >= 0 {
		u := c.slots[c.gates[g].use]
		c.setInput(u.owner, int(c.gates[g].use-c.gates[u.owner].in), by)
	}
}

// remove takes away a gate that nothing uses.
func (c *Circuit) remove(g Ref) {
	if c.gates[g].use >= 0 {
		panic("bug: circuit: a gate is removed that is used: " + c.Format(g))
	}
	if c.isShared(g) {
		c.equal.remove(c, g)
	}
	for i := range c.Meta(g).Inputs() {
		s := c.gates[g].in + int32(i)
		c.unlink(s)
		c.slots[s].from = None
	}
	c.bounded = nil
	c.edits++
	c.restate(c.Kind(g))
	c.gates[g].meta, c.gates[g].kind = -1, InvalidKind
	c.live--
}

// removeAll removes gates that only gates among them use.
func (c *Circuit) removeAll(gone []Ref) {
	if len(gone) == 0 {
		return
	}
	for _, g := range gone {
		if c.isShared(g) {
			c.equal.remove(c, g)
		}
	}
	for _, g := range gone {
		for i := range c.Meta(g).Inputs() {
			s := c.gates[g].in + int32(i)
			c.unlink(s)
			c.slots[s].from = None
		}
	}
	for _, g := range gone {
		if c.IsUsed(g) {
			panic("bug: circuit: a gate is removed that is used")
		}
		c.restate(c.Kind(g))
		c.gates[g].meta, c.gates[g].kind = -1, InvalidKind
	}
	c.bounded = nil
	c.edits++
	c.live -= len(gone)
}

// shareable are the kinds whose equal gates are one gate, if they depend on nothing:
// what they give is a function of their inputs.
var shareable = setOf(ValueSelector, Operation, Cell, Arg, Uniform, Constant)

// isShared reports whether a gate is one that another like it stands for.
func (c *Circuit) isShared(g Ref) bool { return c.Meta(g).isShared() }

// isShared reports whether gates of one sort with the same inputs stand for each other wherever
// they are. Of an operation whose time has no bound they do not: it must not be computed where
// the program does not.
func (m *Meta) isShared() bool {
	return shareable.has(m.Kind) && m.Depends == 0 &&
		(m.Kind != Operation || !m.Op.Info().Row.Has(optab.Unbounded))
}

// make returns a gate, an old one if there is one that gives the same.
func (c *Circuit) make(m Meta, t Type, inputs ...Ref) Ref {
	meta := c.intern(m)
	if !m.isShared() {
		return c.addInterned(meta, t, inputs)
	}
	if g := c.equal.find(c, meta, t, inputs); g != None {
		return g
	}
	g := c.addInterned(meta, t, inputs)
	c.equal.insert(c, g)
	return g
}

// Constant returns the gate of a constant.
func (c *Circuit) Constant(d program.Dtype, bits uint64) Ref {
	return c.make(Meta{Kind: Constant, States: 1, Param: bits}, ValueOf(d).With(Same), Root(ConstantList))
}

// number returns the gate of an integer or a bool.
func (c *Circuit) number(d program.Dtype, n int64) Ref {
	bits := uint64(n)
	if d.Bits() == 32 {
		bits = uint64(uint32(n))
	}
	return c.Constant(d, bits)
}

// uniform returns the gate of a uniform by its place in the circuit's list.
func (c *Circuit) uniform(i int) Ref {
	t := ValueOf(c.Uniforms[i].Type.Dtype).With(Same)
	return c.make(Meta{Kind: Uniform, States: 1, Param: uint64(i)}, t, Root(ConstantList))
}

// arg returns the gate of a scalar parameter.
func (c *Circuit) arg(i int) Ref {
	return c.make(Meta{Kind: Arg, States: 1, Param: uint64(i)}, ValueOf(c.Params[i].Type.Dtype), Root(ArgList))
}

// cell returns the gate of an array.
func (c *Circuit) cell(i int) Ref {
	return c.make(Meta{Kind: Cell, States: 1, Param: uint64(i)}, Empty, Root(CellList))
}

// Pure returns the gate of an operation on values that cannot fault.
func (c *Circuit) Pure(op program.Opcode, inputs ...Ref) Ref {
	return c.make(Meta{Kind: Operation, Op: op, Values: int32(len(inputs))}, ValueOf(op.Info().Out), inputs...)
}

// state makes a state gate.
func (c *Circuit) state(k Kind, param uint64, states ...Ref) Ref {
	return c.add(Meta{Kind: k, States: int32(len(states)), Param: param}, Empty, states)
}

// selector makes a selector whose inputs are filled in later, with n of them: of values, or, for
// the empty type, of a chain.
func (c *Circuit) selector(t Type, chain Chain, state Ref, n int) Ref {
	inputs := make([]Ref, n+1)
	inputs[0] = state
	for i := range n {
		inputs[i+1] = None
	}
	if !t.HasValue() {
		return c.add(Meta{Kind: DependSelector, States: 1, Depends: int32(n), Param: uint64(chain)}, t, inputs)
	}
	return c.add(Meta{Kind: ValueSelector, States: 1, Values: int32(n)}, t, inputs)
}

// Bits returns the bits of a constant, and whether the gate is one.
func (c *Circuit) Bits(g Ref) (bits uint64, ok bool) {
	m := c.Meta(g)
	return m.Param, m.Kind == Constant
}
