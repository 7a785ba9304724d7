package circuit

import "github.com/lockstep-simt/lockstep/program"

// ofChoice computes an operation of a choice between two constants, with other constants, for both: what is left is a
// choice between the results, or for a comparison often the condition. A choice that others need as well stays, so it
// must be a comparison then.
func (o *operation) ofChoice() Ref {
	c := o.c
	choice := None
	for i := range int(o.m.Values) {
		x := o.x(i)
		if _, isConstant := c.Bits(x); isConstant || x == choice {
			continue
		}
		if _, ok := o.of(x, "select"); !ok || choice != None {
			return None
		}
		choice = x
	}
	if choice == None || o.info.Out != program.Bool && !c.isUsedBy(choice, o.g) {
		return None
	}
	yes, ok := o.with(choice, c.Value(choice, 1))
	no, also := o.with(choice, c.Value(choice, 2))
	if !ok || !also {
		return None
	}
	return c.Pure(program.OpcodeFor("select", o.info.Out), c.Value(choice, 0), o.constant(yes), o.constant(no))
}

// with returns what the operation gives if one of its operands, the others being constants, is the constant by.
func (o *operation) with(operand, by Ref) (bits uint64, ok bool) {
	var x [3]uint64
	for i := range int(o.m.Values) {
		in := o.x(i)
		if in == operand {
			in = by
		}
		if x[i], ok = o.c.Bits(in); !ok {
			return 0, false
		}
	}
	return ofNumbers(o.m.Op, x)
}

// isUsedBy reports whether nothing but one gate uses another.
func (c *Circuit) isUsedBy(g, by Ref) bool {
	for u := range c.Uses(g) {
		if u != by {
			return false
		}
	}
	return true
}
