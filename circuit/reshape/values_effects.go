package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop is followed round by round, and so its instructions are looked at again and again. What they do is noted by
// the numbers of variables when they are looked at first: looking up names, and making operands of what is known,
// took most of the time of passes expand and pick.

// effect is what an instruction does to what is known.
type effect struct {
	kind effectKind
	op   program.Opcode
	in   []source
	out  []int    // the numbers of variables; nothing is known of those that have none, which are left out
	asks []source // indices of a lane's own array that are not literals
	// several reports whether an operation gives numbers that are kept if its operands have a few values, and chooses
	// that its first operand is a choice.
	several, chooses bool
}

type effectKind uint8

const (
	forgets effectKind = iota // what it writes may be anything
	copies                    // all operands at once
	gives                     // computes its one result of its operands
)

// source is what an operand has: a number, a variable's value, or what nobody knows.
type source struct {
	v    int // the number of the variable, or none
	bits uint64
	is   bool // it is a number
}

const none = -1

func (c *constants) sourceOf(o program.Operand) source {
	if v, ok := c.vars[o.Name]; ok && !o.IsLiteral() {
		return source{v: v}
	}
	lit, ok := c.operand(o, known{})
	return source{v: none, bits: lit.Bits, is: ok}
}

// in returns the value of a source, if it is known.
func (s source) in(k *known) (uint64, bool) {
	if s.v >= 0 && k.has.Has(s.v) {
		if len(k.few) > 0 && k.few[s.v] != nil {
			return 0, false
		}
		return k.x[s.v], true
	}
	return s.bits, s.is
}

// effects returns what the instructions of a block do.
func (c *constants) effects(b int) []effect {
	if c.noted == nil {
		c.noted = make([][]effect, len(c.f.Blocks))
	}
	if c.noted[b] == nil {
		list := make([]effect, len(c.f.Blocks[b].Instrs))
		for i, in := range c.f.Blocks[b].Instrs {
			list[i] = c.effectOf(in)
		}
		c.noted[b] = list
	}
	return c.noted[b]
}

func (c *constants) effectOf(in program.Instr) (e effect) {
	var from []program.Operand
	op, ok := in.(*program.PrimOp)
	switch {
	case ok && op.Op == program.OpCopy && len(op.In) == len(op.Out):
		e.kind, from = copies, op.In
	case ok && op.Op != program.OpCopy && c.gives(op):
		e.kind, e.op, from = gives, op.Op, op.In
		e.several = c.most > 1 && op.Op.HasScalar() && !op.Op.CanFault() && op.Op.Info().Out.IsInt()
		e.chooses = op.Op.Info().Row.Name == "select"
	}
	for i, name := range program.Writes(in, nil) {
		v, ok := c.vars[name]
		if !ok {
			continue
		}
		e.out = append(e.out, v)
		if e.kind == copies {
			e.in = append(e.in, c.sourceOf(from[i]))
		}
	}
	if e.kind == gives {
		for _, o := range from {
			e.in = append(e.in, c.sourceOf(o))
		}
	}
	for _, o := range laneIndices(c.p, in) {
		if !o.IsLiteral() {
			e.asks = append(e.asks, c.sourceOf(o))
		}
	}
	return e
}

// apply changes k by an effect.
func (c *constants) apply(e *effect, k *known) {
	switch e.kind {
	case gives:
		if x, ok := e.value(k); ok {
			k.set(e.out[0], x)
		} else {
			k.set(e.out[0], c.several(e, k)...)
		}
	case forgets:
		for _, v := range e.out {
			k.set(v)
		}
	case copies:
		c.read, c.values = c.read[:0], c.values[:0]
		for _, s := range e.in {
			x, ok := s.in(k)
			c.read = append(c.read, source{bits: x, is: ok})
			var few []uint64
			if len(k.few) > 0 {
				few = k.few[s.v]
			}
			c.values = append(c.values, few)
		}
		for i, v := range e.out {
			if c.read[i].is {
				k.set(v, c.read[i].bits)
			} else {
				k.set(v, c.values[i]...)
			}
		}
	}
}

// value computes an operation on what is known.
func (e *effect) value(k *known) (uint64, bool) {
	var x [3]uint64
	if len(e.in) > len(x) {
		return 0, false
	}
	for i, s := range e.in {
		var ok bool
		if x[i], ok = s.in(k); !ok {
			return 0, false
		}
	}
	if e.op.Form() == optab.Const {
		return x[0], true
	}
	if !e.op.HasScalar() {
		return 0, false
	}
	result, fault := e.op.Scalar(x[0], x[1], x[2])
	return result, fault == optab.NoFault
}

// taken returns a copy in memory that nobody uses.
func (c *constants) taken(k known) (own known) {
	if n := len(c.free); n > 0 {
		own, c.free = c.free[n-1], c.free[:n-1]
	}
	own.put(k)
	return own
}

// release says that nobody uses what was known at the start of blocks any more.
func (c *constants) release(at []known) {
	for _, k := range at {
		if k.reached() {
			c.free = append(c.free, k)
		}
	}
	clear(at)
	c.freed = at
}
