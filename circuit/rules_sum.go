package circuit

// sum adds up constants: x plus one of them is the form of all such chains, written as a
// difference where the constant is negative.
func (o *operation) sum(name string) Ref {
	c := o.c
	k, ok := c.Bits(o.x(1))
	if !ok {
		return None
	}
	if name == "sub" {
		k = -k
	}
	x := o.x(0)
	deep := false
	for {
		y, more, ok := o.plus(x)
		if !ok || o.isNextCount(x, y) && (k+more)&o.ones() != 0 {
			break
		}
		x, k, deep = y, k+more, true
	}
	k &= o.ones()
	sign := uint64(1) << (o.info.Type.Bits() - 1)
	minus := (-k) & o.ones()
	switch {
	case k == 0:
		return x
	case k > sign && (deep || name == "add"):
		return o.op("sub", x, o.constant(minus))
	case k <= sign && (deep || name == "sub"):
		return o.op("add", x, o.constant(k))
	}
	return None
}

// isNextCount reports whether a counter is needed for its next value only: what is said of the next value stays so, or
// both would be kept.
func (o *operation) isNextCount(next, counter Ref) bool {
	c := o.c
	if c.Kind(counter) != ValueSelector {
		return false
	}
	for u := range c.Uses(counter) {
		if u != next && u != o.g {
			return false
		}
	}
	for i := range int(c.Meta(counter).Values) {
		if c.Value(counter, i) == next {
			return true
		}
	}
	return false
}
