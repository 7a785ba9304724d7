package circuit

// ofNegatives makes of sums, products and quotients of negatives what needs no negative. That is exact for floats, too:
// x - y is the sum of x and -y, and the sign of a product is that of its operands.
func (o *operation) ofNegatives() Ref {
	name := o.info.Row.Name
	switch name {
	case "add", "sub", "mul", "quo":
	default:
		return None
	}
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
	case name == "add" || name == "sub":
		return None
	case negX && negY:
		return o.op(name, x, y)
	case negX && constant:
		return o.op(name, x, o.constant(o.negative(k)))
	}
	return None
}

// negated returns x if a gate is -x.
func (o *operation) negated(g Ref) (x Ref, ok bool) {
	if m, ok := o.of(g, "neg"); ok && m.Op.Info().Type == o.info.Type {
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
