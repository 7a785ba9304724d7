package circuit

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// isStore reports whether a gate replaces one element of an array of scalars and nothing else.
func (c *Circuit) isStore(g Ref) bool {
	m := c.Meta(g)
	return m.Kind == Operation && m.Op.Form() == optab.Insert && c.Kind(c.Value(g, 0)) == Cell &&
		c.Value(g, 0) == c.Value(g, int(m.Values)-1) && c.Type(c.Value(g, 1)).HasValue() &&
		int(m.Values)-3 == len(c.shapeOf(c.Value(g, 0)))
}

// placeOf returns the indices of the element that an operation takes or replaces.
func (c *Circuit) placeOf(g Ref) (list []Ref) {
	m := c.Meta(g)
	for i := m.Op.Form().FirstIndex(); i < int(m.Values)-int(m.Param); i++ {
		list = append(list, c.Value(g, i))
	}
	return list
}

// sums are where an element is: for each axis the sum of a gate, or None, and a constant.
type sums []sum

type sum struct {
	of   Ref
	plus uint64
}

// differs reports whether two sums are never the same, whatever the gates are.
func (s sum) differs(t sum) bool { return s.of == t.of && s.plus != t.plus }

// sumsOf returns where an operation takes or replaces an element.
func (c *Circuit) sumsOf(g Ref) (at sums) {
	for _, x := range c.placeOf(g) {
		at = append(at, c.sumOf(x))
	}
	return at
}

// sumOf returns what a gate is the sum of.
func (c *Circuit) sumOf(g Ref) sum {
	of, s := c.addends(g, None)
	if s.more != None {
		return sum{of: g}
	}
	if bits, ok := c.Bits(of); ok {
		return sum{None, bits + s.plus}
	}
	return sum{of, s.plus}
}

// isElsewhere reports whether two places are never the same.
func isElsewhere(a, b sums) bool {
	for i := range a {
		if a[i].differs(b[i]) {
			return true
		}
	}
	return false
}

// gateOf returns a gate of a sum.
func (c *Circuit) gateOf(s sum) Ref {
	switch {
	case s.of == None:
		return c.Constant(program.I64, s.plus)
	case s.plus == 0:
		return s.of
	}
	return c.Pure(program.OpcodeFor("add", program.I64), s.of, c.Constant(program.I64, s.plus))
}

// addend is what is added to a number: a constant and, if more is not None, a gate's number, which is taken away if
// less is set.
type addend struct {
	plus uint64
	more Ref
	less bool
}

// addends returns what a gate adds something to, and what. It stops at of.
func (c *Circuit) addends(g, of Ref) (Ref, addend) {
	s := addend{more: None}
	for range 8 {
		m := c.Meta(g)
		if g == of || m.Kind != Operation || m.Op.Info().Type != program.I64 || !c.isScalar(g) {
			break
		}
		if isCheck(m.Op) && m.Op.Info().Out == program.I64 {
			g = c.Value(g, 0)
			continue
		}
		name := m.Op.Info().Row.Name
		if name != "add" && name != "sub" {
			break
		}
		if bits, ok := c.Bits(c.Value(g, 1)); ok {
			if name == "sub" {
				bits = -bits
			}
			s.plus += bits
		} else if s.more == None {
			s.more, s.less = c.Value(g, 1), name == "sub"
		} else {
			break
		}
		g = c.Value(g, 0)
	}
	return g, s
}
