package circuit

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
)

// lowBits leaves out what the low bits of an operand do not depend on, where an operation keeps no others: sums of
// bytes are reduced to a byte once, not after each.
func (o *operation) lowBits(name string) Ref {
	const most = 32 // bits: of a number with more it may be what makes it small, and lanes narrower
	n := 0
	switch name {
	case "zext8", "sext8":
		n = 8
	case "zext16", "sext16":
		n = 16
	case "and":
		if mask, ok := o.c.Bits(o.x(1)); ok && mask&(mask+1) == 0 {
			n = bits.Len64(mask)
		}
	}
	if n == 0 || !o.info.Type.IsInt() || o.info.Type.Bits() > most {
		return None
	}
	x, ok := o.c.low(o.x(0), n, lowDeep)
	switch {
	case !ok:
		return None
	case name == "and":
		return o.op(name, x, o.x(1))
	}
	return o.c.Pure(o.m.Op, x)
}

// lowDeep is through how many operations low bits are followed.
const lowDeep = 4

// low returns a gate whose n low bits are those of another, and which takes less to compute; ok if there is one. An
// operation that others ask for too stays as it is.
func (c *Circuit) low(g Ref, n, deep int) (by Ref, ok bool) {
	m := c.Meta(g)
	if m.Kind != Operation || m.Param != 0 || m.Depends > 0 || !c.Type(g).Dtype().IsInt() || deep == 0 {
		return g, false
	}
	x, kept := c.Value(g, 0), 0
	name := m.Op.Info().Row.Name
	switch name {
	case "zext8", "sext8":
		kept = 8
	case "zext16", "sext16":
		kept = 16
	case "and":
		if mask, ok := c.Bits(c.Value(g, 1)); ok {
			kept = bits.TrailingZeros64(^mask)
		}
	}
	if kept >= n && c.Type(x) == c.Type(g) {
		by, _ = c.low(x, n, deep-1)
		return by, true
	}
	switch name {
	case "add", "sub", "mul", "and", "or", "xor", "neg", "not":
		return c.lowOf(g, m.Op, n, deep)
	}
	return g, false
}

// lowOf is low of an operation whose low bits depend on those of its operands alone.
func (c *Circuit) lowOf(g Ref, op program.Opcode, n, deep int) (by Ref, ok bool) {
	uses := 0
	for range c.Uses(g) {
		if uses++; uses > 1 {
			return g, false
		}
	}
	inputs := make([]Ref, c.Meta(g).Values)
	for i := range inputs {
		var less bool
		inputs[i], less = c.low(c.Value(g, i), n, deep-1)
		ok = ok || less
	}
	if !ok {
		return g, false
	}
	return c.Pure(op, inputs...), true
}
