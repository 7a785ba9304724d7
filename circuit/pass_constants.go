package circuit

import "slices"

// constants computes on each way what comes of constants that are chosen there: where i is 0 on one way and 1 on
// another, and behind them a table is looked up at i, or i is compared, what that gives is chosen at once. It does so
// if that is less work: a choice costs as much as an addition on each way.
func constants(c *Circuit) {
	for g := range c.Gates() {
		if c.Kind(g) == ValueSelector && c.choosesConstants(g) {
			c.computeAhead(g)
		}
	}
}

// choosesConstants reports whether every value of a selector is a constant, and not all are the same.
func (c *Circuit) choosesConstants(s Ref) bool {
	for i := range int(c.Meta(s).Values) {
		if c.Kind(c.Value(s, i)) != Constant {
			return false
		}
	}
	return c.onlyValue(s) == None
}

// most operations that come of a selector's constants, so that the work is bounded.
const mostAhead = 64

// ahead is what comes of a selector's constants: for each gate, the bits on each way.
type ahead struct {
	c    *Circuit
	ways int
	bits map[Ref][]uint64
	list []Ref // the selector, and operations in an order in which operands come first
	work int   // of the operations, in additions
}

// computeAhead chooses what comes of a selector's constants in place of them.
func (c *Circuit) computeAhead(s Ref) {
	a := &ahead{c: c, ways: int(c.Meta(s).Values), bits: map[Ref][]uint64{}}
	var chosen []uint64
	for i := range a.ways {
		bits, _ := c.Bits(c.Value(s, i))
		chosen = append(chosen, bits)
	}
	a.add(s, chosen)
	for k := 0; k < len(a.list); k++ {
		for u := range c.Uses(a.list[k]) {
			if bits, ok := a.compute(u); ok && len(a.list) < mostAhead {
				a.add(u, bits)
				a.work += c.Meta(u).Op.Info().Row.Weight()
			}
		}
	}
	results := a.results()
	choices := len(results)
	if !a.isAsked(s) {
		choices-- // the selector itself goes
	}
	if len(results) == 0 || a.work <= choices*a.ways {
		return
	}
	for _, g := range results {
		c.ReplaceUses(g, a.choice(s, g))
	}
	for _, g := range slices.Backward(a.list) {
		if !c.IsUsed(g) {
			c.remove(g)
		}
	}
}

func (a *ahead) add(g Ref, bits []uint64) {
	a.list = append(a.list, g)
	a.bits[g] = bits
}

// compute returns what an operation gives on each way, if it has no operands but constants and what is known of each
// way.
func (a *ahead) compute(g Ref) (list []uint64, ok bool) {
	c := a.c
	m := c.Meta(g)
	if a.bits[g] != nil || m.Kind != Operation || m.Depends > 0 || m.Param > 0 || m.Faults || !c.isScalar(g) {
		return nil, false
	}
	for way := range a.ways {
		var x [3]uint64
		for k := range int(m.Values) {
			in := c.Value(g, k)
			if bits, known := c.Bits(in); known {
				x[k] = bits
			} else if bits := a.bits[in]; bits != nil {
				x[k] = bits[way]
			} else {
				return nil, false
			}
		}
		bits, ok := ofNumbers(m.Op, x)
		if !ok {
			return nil, false
		}
		list = append(list, bits)
	}
	return list, true
}

// results returns the operations that others use.
func (a *ahead) results() (list []Ref) {
	for _, g := range a.list[1:] {
		if a.isAsked(g) {
			list = append(list, g)
		}
	}
	return list
}

// isAsked reports whether a gate is used by something that is not computed ahead.
func (a *ahead) isAsked(g Ref) bool {
	for u := range a.c.Uses(g) {
		if a.bits[u] == nil {
			return true
		}
	}
	return false
}

// choice returns the selector of what a gate gives on each way.
func (a *ahead) choice(s, g Ref) Ref {
	c := a.c
	t := c.Type(g).Dtype()
	from := []Ref{c.State(s, 0)}
	for _, bits := range a.bits[g] {
		from = append(from, c.Constant(t, bits))
	}
	n := c.Size()
	x := c.make(Meta{Kind: ValueSelector, States: 1, Values: int32(a.ways)}, ValueOf(t), from...)
	if int(x) >= n {
		c.copyNote(x, g)
	}
	return x
}
