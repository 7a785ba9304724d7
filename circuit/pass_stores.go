package circuit

import (
	"slices"
)

// stores stores once, behind several ways, what each of them stores in the same element: the value is chosen there, and
// whoever loads the element behind them has it.
func stores(c *Circuit) {
	for g := range c.Gates() {
		if c.Kind(g) == DependSelector && Chain(c.Meta(g).Param) != Effects && c.Kind(c.State(g, 0)) == Merge {
			c.storeBehind(g)
		}
	}
}

// storeBehind moves what is stored at the ends of all ways behind the selector of the array's chain, if that is the
// same element.
func (c *Circuit) storeBehind(s Ref) {
	chain := Chain(c.Meta(s).Param)
	ways := int(c.Meta(s).Depends)
	var all []Ref
	for i := range ways {
		g := c.Depend(s, i)
		if !c.isStore(g) || c.Meta(g).Faults || slices.Contains(all, g) || !c.isUsedBy(g, s) {
			return
		}
		if i > 0 && (c.gates[g].meta != c.gates[all[0]].meta || !slices.Equal(c.placeOf(g), c.placeOf(all[0]))) {
			return
		}
		all = append(all, g)
	}
	var users []use
	for u, i := range c.Uses(s) {
		users = append(users, use{user: u, input: i})
	}
	merge := c.State(s, 0)
	var values []Ref
	anchors := []Ref{merge}
	for _, g := range all {
		values = append(values, c.Value(g, 1))
		if c.Meta(g).Anchored {
			anchors = append(anchors, c.Depend(g, 0))
		}
	}
	v := c.chosen(merge, s, values)
	m := *c.Meta(all[0])
	var inputs []Ref
	if m.Anchored {
		inputs = append(inputs, c.anchorBehind(s, anchors))
	}
	cell := c.Value(all[0], 0)
	inputs = append(append(append(inputs, s, cell, v), c.placeOf(all[0])...), cell)
	g := c.add(m, c.Type(all[0]), inputs)
	c.copyNote(g, s)
	c.notes[g].pos = c.notes[all[0]].pos
	for _, u := range users {
		c.setInput(u.user, u.input, g)
	}
	for _, w := range all {
		c.bypass(w, chain)
		c.remove(w)
	}
	c.moved = true
	if c.known != nil {
		c.known.isNow(v, v)
	}
}

// anchorBehind returns the token of what was anchored at those of several ways, where the ways meet.
func (c *Circuit) anchorBehind(like Ref, anchors []Ref) Ref {
	if only := anchors[1]; !slices.ContainsFunc(anchors[1:], func(t Ref) bool { return t != only }) {
		return only
	}
	g := c.selector(Empty, Effects, anchors[0], len(anchors)-1)
	c.copyNote(g, like)
	for i, t := range anchors[1:] {
		c.setInput(g, 1+i, t)
	}
	return g
}
