package circuit

import "slices"

// dead removes the gates that no return, fault, branch or effect needs. A load that nobody
// reads leaves its chain, and so does what is stored in an element that is stored again before anybody loads it;
// another write is needed if its chain's next token is.
func dead(c *Circuit) {
	c.forgetStores()
	c.forgetLoads()
	c.sweep()
}

// forgetStores removes the stores into elements that the chain's next accesses replace, and do not take.
func (c *Circuit) forgetStores() {
	for g := range c.Gates() {
		if c.isStore(g) && !c.Meta(g).Faults && c.isReplaced(g) {
			c.bypass(g, ChainOf(int(c.Meta(c.Value(g, 0)).Param)))
			c.remove(g)
		}
	}
}

// isReplaced reports whether what is stored is replaced before anybody loads it.
func (c *Circuit) isReplaced(g Ref) bool {
	at := c.sumsOf(g)
	token := g
	for range 32 {
		next := None
		for u := range c.Uses(token) {
			if next != None {
				return false
			}
			next = u
		}
		switch {
		case next == None:
			return false
		case c.isStore(next) && slices.Equal(c.sumsOf(next), at):
			return true
		case !c.isStore(next) || !isElsewhere(c.sumsOf(next), at):
			return false
		}
		token = next
	}
	return false
}

// forgetLoads takes operations off their chains that read cells for nothing.
func (c *Circuit) forgetLoads() {
	work := c.work[:0]
	for g := range c.Gates() {
		work = append(work, g)
	}
	c.work = work
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		if !c.has(g) {
			continue
		}
		m := c.Meta(g)
		if m.Kind != Operation || m.Depends == 0 || m.Faults || m.Param > 0 || c.valueUsed(g) {
			continue
		}
		for i := range int(m.Depends) {
			c.bypass(g, c.ChainAt(g, i))
		}
		for _, in := range c.Inputs(g) {
			work = append(work, in)
		}
		c.remove(g)
	}
}

// valueUsed reports whether anything uses the value of a gate.
func (c *Circuit) valueUsed(g Ref) bool {
	for u, i := range c.Uses(g) {
		if m := c.Meta(u); i >= int(m.States+m.Depends) {
			return true
		}
	}
	return false
}

// sweep removes the gates that are not needed: states that the entry does not reach, and what
// only those, or nothing, use.
func (c *Circuit) sweep() {
	if c.swept == c.edits {
		return
	}
	alive := c.newMark()
	work := c.work[:0]
	keep := func(g Ref) {
		if alive.set(g) {
			work = append(work, g)
		}
	}
	states := append(make([]Ref, 0, 32), Root(StateEntry))
	alive.set(states[0])
	for len(states) > 0 {
		g := states[len(states)-1]
		states = states[:len(states)-1]
		work = append(work, g)
		for u := range c.Uses(g) {
			if c.Schema(u).Part == Sequential && alive.set(u) {
				states = append(states, u)
			}
		}
	}
	for k := CircuitRoot; k <= CellList; k++ {
		keep(Root(k))
	}
	for i, v := range c.Params {
		if len(v.Type.Shape) == 0 {
			keep(c.arg(i))
		}
	}
	for g := range c.Gates() {
		if home := c.home(g); c.isEffect(g) && home != None && c.has(home) && alive.has(home) {
			keep(g)
		}
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, in := range c.Inputs(g) {
			keep(in)
		}
	}
	gone := work[:0]
	for g := range c.Gates() {
		if !alive.has(g) {
			gone = append(gone, g)
		}
	}
	c.work = gone
	c.removeAll(gone)
	c.swept = c.edits
}

// isEffect reports whether a gate is needed for what it does.
func (c *Circuit) isEffect(g Ref) bool {
	m := c.Meta(g)
	return m.Kind == Call || m.Kind == Operation && m.Faults
}
