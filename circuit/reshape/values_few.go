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
	all := slices.Concat(a, b)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > c.most {
		return nil
	}
	return all
}

// values returns those that an operand can have, or nil if they are many.
func (c *constants) values(o program.Operand, k known) []uint64 {
	if v, ok := c.vars[o.Name]; ok && k.has.Has(v) {
		return slices.Clone(k.values(v))
	}
	if lit, ok := c.operand(o, k); ok {
		return []uint64{lit.Bits}
	}
	return nil
}

// valuesOf returns the values that an operation on integers can give, or nil if they are many.
func (c *constants) valuesOf(op *program.PrimOp, k known) []uint64 {
	if !c.gives(op) || op.Op.CanFault() || !op.Op.Info().Out.IsInt() {
		return nil
	}
	in := make([][]uint64, len(op.In))
	for i, o := range op.In {
		in[i] = c.values(o, k)
	}
	if op.Op.Info().Row.Name == "select" && in[0] == nil {
		in[0] = []uint64{0, 1}
	}
	all, _ := c.each(&program.Definition{Op: op.Op, In: slices.Clone(op.In)}, in, 0, nil)
	return all
}

// each adds the values of an operation, whose operands before the i-th are literals, for all values of the others. It
// reports whether they are still few.
func (c *constants) each(d *program.Definition, in [][]uint64, i int, all []uint64) ([]uint64, bool) {
	if i == len(d.In) {
		all = c.union(all, []uint64{d.Value(nil, nil)})
		return all, all != nil
	}
	o := d.In[i]
	defer func() { d.In[i] = o }()
	ok := in[i] != nil
	for _, x := range in[i] {
		if !o.IsLiteral() {
			t, _ := c.p.TensorTypeOf(o.Name)
			d.In[i] = program.Lit(t.Dtype, x)
		}
		if all, ok = c.each(d, in, i+1, all); !ok {
			return nil, false
		}
	}
	return all, ok
}
