package circuit

import "slices"

// branches makes branches on constants jumps, removes states that the entry does not reach then,
// merges and loops with one way in, and blocks that only one other leads to.
func branches(c *Circuit) {
	b := &brancher{c: c, to: map[Ref]Ref{}}
	for again := true; again; {
		again = b.decide()
		again = b.unreached() || again
		again = b.single() || again
	}
	b.moveHomes()
	c.sweep()
}

// brancher knows which state has become which.
type brancher struct {
	c    *Circuit
	to   map[Ref]Ref
	ways []int // room for those into a state
}

// decide removes the branches whose way is known.
func (b *brancher) decide() bool {
	c := b.c
	changed := false
	for g := range c.Gates() {
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
		changed = true
	}
	return changed
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
		by := c.state(DefaultCase, 0, g)
		c.copyNote(by, last)
		c.notes[by].home = by
		c.setInput(last, 0, None)
		c.ReplaceUses(last, by)
		b.to[last] = by
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
	b.to[state] = before
	c.remove(state)
}

// unreached cuts what is not reached from merges and loops that are, and reports whether it
// did.
func (b *brancher) unreached() bool {
	c := b.c
	reached := c.newMark()
	work := []Ref{Root(StateEntry)}
	reached.set(work[0])
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range c.Uses(g) {
			if c.Schema(u).Part == Sequential && reached.set(u) {
				work = append(work, u)
			}
		}
	}
	type cut struct {
		g    Ref
		ways []int
	}
	var cuts []cut
	for g := range c.Gates() {
		if k := c.Kind(g); k != Merge && k != LoopBegin || !reached.has(g) {
			continue
		}
		n := int(c.Meta(g).States)
		ways := b.ways[:0]
		for i := range n {
			if in := c.State(g, i); in != None && reached.has(in) {
				ways = append(ways, i)
			}
		}
		if b.ways = ways; len(ways) < n {
			cuts = append(cuts, cut{g, slices.Clone(ways)})
		}
	}
	for _, x := range cuts {
		b.narrow(x.g, x.ways)
	}
	return len(cuts) > 0
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
	b.to[g] = by
	c.remove(g)
}

// single removes the states that one other leads to without a choice, and reports whether there
// was one.
func (b *brancher) single() bool {
	c := b.c
	changed := false
	for g := range c.Gates() {
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
		changed = true
	}
	return changed
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
