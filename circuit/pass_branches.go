package circuit

import "slices"

// branches makes branches on constants jumps, removes states that the entry does not reach then,
// merges and loops with one way in, and blocks that only one other leads to.
func branches(c *Circuit) {
	if c.branched == c.edits {
		return
	}
	b := &brancher{c: c, states: c.states}
	b.find()
	for again := true; again; {
		again = false
		for _, step := range [...]func(){b.decide, b.unreached, b.single} {
			b.changed = false
			step()
			if b.changed {
				again = true
				b.find()
			}
		}
	}
	b.moveHomes()
	c.states = b.states
	c.sweep()
	c.branched = c.edits
}

// brancher knows which state has become which.
type brancher struct {
	c    *Circuit
	to   map[Ref]Ref // nil if nothing has
	ways []int       // room for those into a state
	// states are those that the entry reaches, in the order in which they were made; reached marks them.
	states  []Ref
	reached mark
	changed bool // there are other states now, or other wires between them
}

// note notes that a state has become another.
func (b *brancher) note(state, by Ref) {
	if b.to == nil {
		b.to = map[Ref]Ref{}
	}
	b.to[state] = by
}

// find finds the states.
func (b *brancher) find() {
	c := b.c
	entry := Root(StateEntry)
	b.states, b.reached = append(b.states[:0], entry), c.newMark()
	b.reached.set(entry)
	for i := 0; i < len(b.states); i++ {
		for u := range c.Uses(b.states[i]) {
			if Schema[c.Kind(u)].Part == Sequential && b.reached.set(u) {
				b.states = append(b.states, u)
			}
		}
	}
	slices.Sort(b.states)
}

// decide removes the branches whose way is known.
func (b *brancher) decide() {
	c := b.c
	for _, g := range b.states {
		if !c.has(g) { // a way that became what was before it
			continue
		}
		if k := c.Kind(g); k != IfBranch && k != SwitchBranch {
			continue
		}
		bits, ok := c.Bits(c.Value(g, 0))
		if one := c.Kind(g) == SwitchBranch && b.whole(g); !ok && !one {
			continue
		}
		taken := None
		for u := range c.Uses(g) {
			switch c.Kind(u) {
			case IfTrue:
				if bits != 0 {
					taken = u
				}
			case IfFalse:
				if bits == 0 {
					taken = u
				}
			case SwitchCase:
				if c.Meta(u).Param == bits {
					taken = u
				}
			case DefaultCase:
				if taken == None {
					taken = u
				}
			}
		}
		// The other ways lose their state; what hangs on them is not reached any more.
		var others []Ref
		for u := range c.Uses(g) {
			if u != taken {
				others = append(others, u)
			}
		}
		before := c.State(g, 0)
		b.become(taken, before)
		for _, u := range others {
			c.setInput(u, 0, None)
		}
		c.remove(g)
		b.changed = true
	}
}

// whole gives a switch whose value always is one of its cases' a default: the last of them, so that
// the values of the others still follow each other if they did. It reports whether that is the only way.
func (b *brancher) whole(g Ref) (one bool) {
	c := b.c
	ways, last, whole := 0, None, false
	for u := range c.Uses(g) {
		ways++
		whole = whole || c.Kind(u) == DefaultCase
		if last == None || c.Meta(u).Param > c.Meta(last).Param {
			last = u
		}
	}
	if ways > 0 && !whole {
		b.changed = true
		by := c.state(DefaultCase, 0, g)
		c.copyNote(by, last)
		c.notes[by].home = by
		c.setInput(last, 0, None)
		c.ReplaceUses(last, by)
		b.note(last, by)
		c.remove(last)
	}
	return ways == 1
}

// become removes a state that one other leads to: what follows it follows that one, and what a
// relay in it takes goes on without. The state's input is cut.
func (b *brancher) become(state, before Ref) {
	c := b.c
	var relays []Ref
	for u := range c.Uses(state) {
		if c.Kind(u) == DependRelay {
			relays = append(relays, u)
		}
	}
	for _, r := range relays {
		c.ReplaceUses(r, c.Depend(r, 0))
		c.remove(r)
	}
	if c.NameOf(before) == "" && c.NameOf(state) != "" {
		c.notes[before].name = c.notes[state].name
	}
	c.setInput(state, 0, None)
	c.ReplaceUses(state, before)
	b.note(state, before)
	c.remove(state)
}

// unreached cuts what is not reached from merges and loops that are.
func (b *brancher) unreached() {
	c := b.c
	type cut struct {
		g    Ref
		ways []int
	}
	var cuts []cut
	for _, g := range b.states {
		if k := c.Kind(g); k != Merge && k != LoopBegin {
			continue
		}
		n := int(c.Meta(g).States)
		ways := b.ways[:0]
		for i := range n {
			if in := c.State(g, i); in != None && b.reached.has(in) {
				ways = append(ways, i)
			}
		}
		if b.ways = ways; len(ways) < n {
			cuts = append(cuts, cut{g, slices.Clone(ways)})
		}
	}
	for _, x := range cuts {
		b.narrow(x.g, x.ways)
		b.changed = true
	}
}

// narrow replaces a merge or a loop by one that has the given ways in only. A loop that has
// lost one is none any more.
func (b *brancher) narrow(g Ref, ways []int) {
	c := b.c
	states := make([]Ref, len(ways))
	for k, way := range ways {
		states[k] = c.State(g, way)
	}
	by := c.state(Merge, 0, states...)
	c.copyNote(by, g)
	c.notes[by].home = by
	var selectors []Ref
	for u := range c.Uses(g) {
		if k := c.Kind(u); k == ValueSelector || k == DependSelector {
			selectors = append(selectors, u)
		}
	}
	for _, s := range selectors {
		n := c.selector(c.Type(s), Chain(c.Meta(s).Param), by, len(ways))
		c.copyNote(n, s)
		for k, way := range ways {
			in := c.Input(s, 1+way)
			if in == s {
				in = n
			}
			c.setInput(n, 1+k, in)
		}
		c.ReplaceUses(s, n)
		c.remove(s)
	}
	for i := range int(c.Meta(g).States) {
		c.setInput(g, i, None)
	}
	c.ReplaceUses(g, by)
	b.note(g, by)
	c.remove(g)
}

// single removes the states that one other leads to without a choice.
func (b *brancher) single() {
	c := b.c
	for _, g := range b.states {
		switch c.Kind(g) {
		case OrdinaryBlock:
		case Merge:
			if c.Meta(g).States != 1 {
				continue
			}
			var selectors []Ref
			for u := range c.Uses(g) {
				if k := c.Kind(u); k == ValueSelector || k == DependSelector {
					selectors = append(selectors, u)
				}
			}
			for _, s := range selectors {
				c.ReplaceUses(s, c.Input(s, 1))
				c.remove(s)
			}
		default:
			continue
		}
		before := c.State(g, 0)
		if before == None {
			continue
		}
		b.become(g, before)
		b.changed = true
	}
}

// moveHomes gives the gates whose home became another state that one.
func (b *brancher) moveHomes() {
	c := b.c
	if len(b.to) == 0 {
		return
	}
	for g := range c.Gates() {
		home := c.notes[g].home
		for {
			to, ok := b.to[home]
			if !ok {
				break
			}
			home = to
		}
		c.notes[g].home = home
	}
}
