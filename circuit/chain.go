package circuit

import "slices"

// Chain names a chain of dependencies.
type Chain int32

// Effects is the chain of calls and of operations that may fault. The others are those of cells.
const Effects Chain = 0

// ChainOf returns the chain of a cell by its place among the circuit's.
func ChainOf(cell int) Chain { return Chain(cell + 1) }

// ChainAt returns the chain of a gate's i-th dependency.
func (c *Circuit) ChainAt(g Ref, i int) Chain {
	m := c.Meta(g)
	switch m.Kind {
	case DependSelector, DependRelay:
		return Chain(m.Param)
	case Throw, Project:
		return Effects
	}
	if m.Kind != Operation || m.Faults || m.Anchored {
		if i == 0 {
			return Effects
		}
		i--
	}
	// Cells come in the order in which the values name them first.
	for v := range int(m.Values) {
		in := c.Value(g, v)
		if c.Kind(in) != Cell || c.namesBefore(g, v, in) {
			continue
		}
		if i == 0 {
			return ChainOf(int(c.Meta(in).Param))
		}
		i--
	}
	panic("bug: circuit: a dependency of no chain: " + c.Format(g))
}

// namesBefore reports whether one of the first n values of a gate is a cell. A return names a
// cell as often as it is a result, and depends on it each time.
func (c *Circuit) namesBefore(g Ref, n int, cell Ref) bool {
	if c.Kind(g) == Return {
		return false
	}
	for v := range n {
		if c.Value(g, v) == cell {
			return true
		}
	}
	return false
}

// dependOn returns which of a gate's dependencies is on a chain, or -1.
func (c *Circuit) dependOn(g Ref, chain Chain) int {
	for i := range int(c.Meta(g).Depends) {
		if c.ChainAt(g, i) == chain {
			return i
		}
	}
	return -1
}

// dependBefore returns the token before another on its chain, on the first way if it is a selector.
func (c *Circuit) dependBefore(token Ref, chain Chain) Ref {
	if k := c.Kind(token); k == Operation || k == Call {
		return c.Depend(token, c.dependOn(token, chain))
	}
	return c.Depend(token, 0)
}

// tokenUse reports whether a use is a dependency wire, and whose chain it is on.
func (c *Circuit) tokenUse(user Ref, input int) (Chain, bool) {
	m := c.Meta(user)
	i := input - int(m.States)
	if i < 0 || i >= int(m.Depends) || m.Kind == Project {
		return 0, false
	}
	return c.ChainAt(user, i), true
}

// writes reports whether a gate changes what a chain is about: everything does with the effects.
func (c *Circuit) writes(g Ref, chain Chain) bool {
	m := c.Meta(g)
	n := 0
	switch {
	case chain == Effects:
		return true
	case m.Kind == Operation:
		n = int(m.Param)
	case m.Kind == Call:
		for _, t := range c.Callees[m.Param].Results {
			if len(t.Shape) > 0 {
				n++
			}
		}
	}
	for v := int(m.Values) - n; v < int(m.Values); v++ {
		if c.Kind(c.Value(g, v)) == Cell && ChainOf(int(c.Meta(c.Value(g, v)).Param)) == chain {
			return true
		}
	}
	return false
}

// bypass takes a gate out of one of its chains: who goes on with it goes on with what it took.
// The gate keeps its dependency.
func (c *Circuit) bypass(g Ref, chain Chain) {
	i := c.dependOn(g, chain)
	before := c.Depend(g, i)
	for again := true; again; {
		again = false
		for u, input := range c.Uses(g) {
			if on, ok := c.tokenUse(u, input); ok && on == chain {
				c.setInput(u, input, before)
				again = true
				break
			}
		}
	}
}

// replaceValue makes the uses of a gate's value uses of another's.
func (c *Circuit) replaceValue(g, by Ref) {
	for again := true; again; {
		again = false
		for u, input := range c.Uses(g) {
			m := c.Meta(u)
			if input >= int(m.States+m.Depends) {
				c.setInput(u, input, by)
				again = true
				break
			}
		}
	}
}

// replace takes a gate off its chains and gives its users another value.
func (c *Circuit) replace(g, by Ref) {
	for i := range int(c.Meta(g).Depends) {
		c.bypass(g, c.ChainAt(g, i))
	}
	c.replaceValue(g, by)
	c.remove(g)
}

// memory returns the token that says what is in a cell behind a token of its chain: the last
// that wrote it, or the selector where different ones meet.
func (c *Circuit) memory(token Ref, chain Chain) Ref {
	if !c.isWritten(chain) {
		return Root(DependEntry)
	}
	for {
		token = c.passReads(token, chain)
		if c.Kind(token) != DependSelector {
			return token
		}
		only := c.onlySource(token, chain)
		if only == None {
			return token
		}
		token = only
	}
}

// isWritten reports whether anything writes the cell of a chain. No pass writes one that nothing wrote.
func (c *Circuit) isWritten(chain Chain) bool {
	if c.written == nil {
		c.written = make([]bool, 1+len(c.Cells))
		c.written[Effects] = true
		for g := range c.Gates() {
			if k := c.Kind(g); k != Operation && k != Call {
				continue
			}
			for v := range int(c.Meta(g).Values) {
				if x := c.Value(g, v); c.Kind(x) == Cell {
					on := ChainOf(int(c.Meta(x).Param))
					c.written[on] = c.written[on] || c.writes(g, on)
				}
			}
		}
	}
	return c.written[chain]
}

// onlySource returns the one token that a selector, and those that it is made of, can be
// anything but each other; None if there are several.
func (c *Circuit) onlySource(selector Ref, chain Chain) Ref {
	if only := c.onlyOther(selector, chain); only != None {
		return only
	}
	seen := []Ref{selector}
	only := None
	for at := 0; at < len(seen); at++ {
		if len(seen) > 32 {
			return None
		}
		for i := range int(c.Meta(seen[at]).Depends) {
			t := c.passReads(c.Depend(seen[at], i), chain)
			if c.Kind(t) == DependSelector {
				if !slices.Contains(seen, t) {
					seen = append(seen, t)
				}
				continue
			}
			if only != None && only != t {
				return None
			}
			only = t
		}
	}
	return only
}

// onlyOther returns the one token that a selector can be beside itself, perhaps another selector; None if there are
// several.
func (c *Circuit) onlyOther(selector Ref, chain Chain) Ref {
	only := None
	for i := range int(c.Meta(selector).Depends) {
		switch t := c.passReads(c.Depend(selector, i), chain); {
		case t == selector || t == only:
		case only != None:
			return None
		default:
			only = t
		}
	}
	return only
}

// passReads follows a token back to a write or a selector.
func (c *Circuit) passReads(token Ref, chain Chain) Ref {
	for {
		switch c.Kind(token) {
		case Operation, Call:
			if c.writes(token, chain) {
				return token
			}
			token = c.Depend(token, c.dependOn(token, chain))
		case DependRelay:
			token = c.Depend(token, 0)
		default:
			return token
		}
	}
}
