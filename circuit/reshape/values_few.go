package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// fewMost is how many values are few, and fewWork how many instructions are looked at for them before giving up.
const (
	fewMost = 16
	fewWork = 1 << 16
)

// newFew finds which variables have few values: a counter of a loop that was written out, behind the loop, and what was
// chosen among such. The last bits of any number are few values too, but an array with such indices is left to
// machines, which see what else is done with it.
func newFew(p *program.Program, f *program.Shape) *constants {
	c := numbered(p, f, nil)
	c.most = fewMost
	c.at, _ = c.solve(0, c.nothing(), nil)
	return c
}

// union returns the values of both, or nil if they are too many.
func (c *constants) union(a, b []uint64) []uint64 {
	if c.most == 1 {
		return nil
	}
	all := slices.Clip(a) // it stays as it is
	for _, x := range b {
		if all = c.with(all, x); all == nil {
			return nil
		}
	}
	return all
}

// with adds a value to others, which are in order, or returns nil if they are too many then.
func (c *constants) with(all []uint64, x uint64) []uint64 {
	i, found := slices.BinarySearch(all, x)
	switch {
	case found:
		return all
	case len(all) == c.most:
		return nil
	}
	return slices.Insert(all, i, x)
}

// operandValues returns those that an operand can have, or nil if they are many.
func (c *constants) operandValues(o program.Operand, k *known) []uint64 {
	return c.sourceOf(o).values(k)
}

// values returns those that a source can have, or nil if they are many.
func (s source) values(k *known) []uint64 {
	switch {
	case s.v >= 0 && k.has.Has(s.v):
		return k.values(s.v)
	case s.is:
		return []uint64{s.bits}
	}
	return nil
}

// several returns the values that an operation on integers can give, or nil if they are many.
func (c *constants) several(e *effect, k *known) []uint64 {
	if !e.several {
		return nil
	}
	var in [3][]uint64
	for i, s := range e.in {
		if in[i] = s.values(k); in[i] == nil && i == 0 && e.chooses {
			in[i] = []uint64{0, 1}
		}
		if in[i] == nil {
			return nil
		}
	}
	var x [3]uint64
	all, _ := c.each(e, &in, &x, 0, nil)
	return all
}

// each adds the values of an operation for all values of its operands from the i-th on; x has those before.
// It reports whether they are still few.
func (c *constants) each(e *effect, in *[3][]uint64, x *[3]uint64, i int, all []uint64) ([]uint64, bool) {
	if i == len(e.in) {
		result, _ := e.op.Scalar(x[0], x[1], x[2])
		all = c.with(all, result)
		return all, all != nil
	}
	for _, value := range in[i] {
		x[i] = value
		var ok bool
		if all, ok = c.each(e, in, x, i+1, all); !ok {
			return nil, false
		}
	}
	return all, true
}
