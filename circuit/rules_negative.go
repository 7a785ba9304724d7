package circuit

// ofNegatives does without a negative of which a sum, a product or a quotient is made. That is exact for floats, too:
// a difference is the sum with the negative, and the sign of a product is that of its operands.
func (o *operation) ofNegatives(name string) Ref {
	x, negX := o.negated(o.x(0))
	y, negY := o.negated(o.x(1))
	k, constant := o.c.Bits(o.x(1))
	switch {
	case name == "add" && negY:
		return o.op("sub", o.x(0), y)
	case name == "add" && negX:
		return o.op("sub", o.x(1), x)
	case name == "sub" && negY:
		return o.op("add", o.x(0), y)
	case name == "sub" && negX && constant:
		return o.op("sub", o.constant(o.negative(k)), x)
	case (name == "mul" || name == "quo") && negX && negY:
		return o.op(name, x, y)
	case (name == "mul" || name == "quo") && negX && constant:
		return o.op(name, x, o.constant(o.negative(k)))
	}
	return None
}

// negated returns that of which a gate is the negative.
func (o *operation) negated(g Ref) (of Ref, ok bool) {
	if _, ok := o.of(g, "neg"); ok && o.c.Meta(g).Op.Info().Type == o.info.Type {
		return o.c.Value(g, 0), true
	}
	return None, false
}

// negative returns the bits of the negative of a number of the type T.
func (o *operation) negative(bits uint64) uint64 {
	if o.info.Type.IsFloat() {
		return bits ^ 1<<(o.info.Type.Bits()-1)
	}
	return -bits & o.ones()
}
