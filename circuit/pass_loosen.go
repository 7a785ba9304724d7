package circuit

import (
	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// loosen lets stand anywhere what does not fault whatever else its operands are made of: a load of
// table[x&3] needs no condition before it, so that it can leave a loop. It comes behind all that
// gives gates other operands: what replaces an operand is right where that matters, and not anywhere.
func loosen(c *Circuit) {
	for g := range c.Gates() {
		if m := c.Meta(g); m.Anchored && m.Depends == 1 && c.isSafe(g) {
			c.withoutFault(g)
		}
	}
}

// safeDepth is how far one looks for what keeps an operand small.
const safeDepth = 4

// isSafe reports whether an operation does not fault wherever it is computed.
func (c *Circuit) isSafe(g Ref) bool {
	m := c.Meta(g)
	switch form := m.Op.Form(); {
	case form == optab.Index && c.Kind(c.Value(g, 0)) == Uniform:
		for i, n := range c.dimensions(g) {
			if n < 0 || !c.anywhere(c.Value(g, 1+i), safeDepth).Within(0, int64(n)-1) {
				return false
			}
		}
		return true
	case form == optab.Elementwise && c.isScalar(g):
		in := make([]ranges.Range, m.Values)
		for i := range in {
			in[i] = c.anywhere(c.Value(g, i), safeDepth)
		}
		return !ranges.CanFault(m.Op, in...)
	}
	return false
}

// anywhere returns which numbers a value can be, wherever it is computed: as its operations say, and
// no condition.
func (c *Circuit) anywhere(g Ref, depth int) ranges.Range {
	t := c.Type(g).Dtype()
	m := c.Meta(g)
	switch {
	case m.Kind == Constant && !t.IsFloat():
		return ranges.OfBits(t, m.Param)
	case m.Kind != Operation || depth == 0 || m.Depends > 0 || m.Op.Form() != optab.Elementwise || !c.isScalar(g),
		m.Within != (program.Span{}): // which machine code relies on, and it does not hold anywhere
		return ranges.All(t)
	}
	in := make([]ranges.Range, m.Values)
	for i := range in {
		in[i] = c.anywhere(c.Value(g, i), depth-1)
	}
	return ranges.Result(m.Op, in...)
}
