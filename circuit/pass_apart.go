package circuit

import "slices"

// apart computes a gate again on each of several ways that need it, if no way past it before
// them does: the program had it there, and a lane that takes none of the ways would compute it
// for nothing. Where every way needs it, it stays one, which is computed before they part. It is
// the last pass, since it takes apart what all others bring together.
func apart(c *Circuit) {
	s := c.bounds()
	a := &parter{c: c, s: s, used: make([]bool, len(s.Blocks))}
	s.part = a.part
	c.bounded = s
	s.choose()
	if c.bounded == s { // nothing was taken apart
		s.part = nil
		s.forget()
	}
}

// parter clones gates while a schedule chooses their blocks.
type parter struct {
	c    *Circuit
	s    *Schedule
	used []bool // by the gate that is looked at
	uses []use  // of it
}

// use is a use of a gate, and the block that it is in.
type use struct {
	user  Ref
	input int
	block int
}

// part takes a gate apart, if that is well, and returns the late block of what is left.
func (a *parter) part(g Ref, home, late int) int {
	c, s := a.c, a.s
	m := c.Meta(g)
	if m.Kind != Operation || m.Depends > 0 || late < 0 || home >= 0 && s.Dom.Dominates(home, late) {
		return late
	}
	uses := a.uses[:0]
	for u, i := range c.Uses(g) {
		if at := s.useAt(u, i); at >= 0 {
			uses = append(uses, use{u, i, at})
		}
	}
	a.uses = uses
	for _, u := range uses {
		a.used[u.block] = true
	}
	needed := a.needed(late, late, 8)
	for _, u := range uses {
		a.used[u.block] = false
	}
	if needed {
		return late
	}
	for _, u := range uses {
		if l := s.Loops.Of[u.block]; l != nil && !l.Contains(late) {
			return late // out of that loop it is computed less often
		}
	}
	if s.depth(s.outermost(g, late, late)) < s.depth(late) {
		return late // before the loop it is computed once for all ways
	}
	slices.SortFunc(uses, func(x, y use) int {
		if d := a.below(late, x.block) - a.below(late, y.block); d != 0 {
			return d
		}
		if x.user != y.user {
			return int(x.user - y.user)
		}
		return x.input - y.input
	})
	return a.split(g, late, uses)
}

// below returns the block on the way from a block down the tree of dominators to another that
// comes directly below the first.
func (a *parter) below(top, b int) int {
	for a.s.Dom.Idom[b] != top {
		b = a.s.Dom.Idom[b]
	}
	return b
}

// split gives each group of uses below a block a gate of its own, and returns the late block of
// the first. The uses are sorted by group.
func (a *parter) split(g Ref, top int, uses []use) int {
	c, s := a.c, a.s
	first := -1
	for start := 0; start < len(uses); {
		end, group := start, a.below(top, uses[start].block)
		late := -1
		for end < len(uses) && a.below(top, uses[end].block) == group {
			if late < 0 {
				late = uses[end].block
			} else {
				late = s.Dom.Common(late, uses[end].block)
			}
			end++
		}
		if start == 0 {
			first = late
		} else {
			clone := c.add(*c.Meta(g), c.Type(g), slices.Collect(inputsOf(c, g)))
			c.copyNote(clone, g)
			c.notes[clone].home = s.Blocks[late].Head
			c.equal.insert(c, clone)
			s.of, s.early, s.late = append(s.of, int32(late)), append(s.early, s.early[g]), append(s.late, int32(late))
			for _, u := range uses[start:end] {
				c.setInput(u.user, u.input, clone)
			}
		}
		start = end
	}
	c.notes[g].home = s.Blocks[first].Head
	return first
}

func inputsOf(c *Circuit, g Ref) func(yield func(Ref) bool) {
	return func(yield func(Ref) bool) {
		for _, in := range c.Inputs(g) {
			if !yield(in) {
				return
			}
		}
	}
}

// needed reports whether every way on from a block comes to a use before it leaves what a block
// dominates.
func (a *parter) needed(top, b, steps int) bool {
	s := a.s
	if a.used[b] {
		return true
	}
	if steps == 0 || len(s.Blocks[b].Succs) == 0 || !s.Dom.Dominates(top, b) {
		return false
	}
	for _, to := range s.Blocks[b].Succs {
		if s.Dom.Dominates(to, b) || !a.needed(top, to, steps-1) {
			return false
		}
	}
	return true
}
