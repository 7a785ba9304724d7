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

// difference simplifies x - y where one of them is computed from the other: s[i:i+n] has n elements.
func (o *operation) difference(name string) Ref {
	if name != "sub" {
		return None
	}
	c, from, less := o.c, o.x(0), o.x(1)
	x, more := from, uint64(0)
	if y, k, ok := o.plus(x); ok {
		x, more = y, k
	}
	y, fewer := less, uint64(0)
	if z, k, ok := o.plus(y); ok {
		y, fewer = z, k
	}
	if x == y {
		return o.constant((more - fewer) & o.ones())
	}
	if _, ok := o.of(from, "add"); ok {
		switch less {
		case c.Value(from, 0):
			return c.Value(from, 1)
		case c.Value(from, 1):
			return c.Value(from, 0)
		}
	}
	if _, ok := o.of(less, "sub"); ok && c.Value(less, 0) == from {
		return c.Value(less, 1)
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
