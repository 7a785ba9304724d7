package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A loop that compares its counter with a number of the lane's own has another round whatever is known of the rest, and
// following it round by round tells nothing. Where such loops are inside each other, as after recursion was written
// out, that would be tried for each round of each loop around, until nobody has time for more. So it is asked before:
// of branches whose condition is computed of what is never known both ways are open, of others one of the two, and a
// loop is endless if some way leads back to its first block whichever these are.

// isEndless reports whether there is another round of a loop behind each, whatever is known when it begins.
func (c *constants) isEndless(l *loop) bool {
	back := flow.NewSet(len(c.f.Blocks)) // from here some way leads to the next round
	leads := func(label string) bool {
		to := c.f.Index(label)
		return to == l.first || to != c.f.Exit() && l.blocks.Has(to) && back.Has(to)
	}
	for changed := true; changed; {
		changed = false
		for b := range l.blocks.All() {
			if back.Has(b) {
				continue
			}
			some, all := false, true
			for _, label := range c.f.Blocks[b].Term.Targets() {
				if leads(label) {
					some = true
				} else {
					all = false
				}
			}
			if some && (all || c.isOpen(b)) {
				back.Add(b)
				changed = true
			}
		}
	}
	return back.Has(l.first)
}

// isOpen reports whether it is never known where a block leads to.
func (c *constants) isOpen(b int) bool {
	o, ok := program.TermOperand(c.f.Blocks[b].Term)
	if !ok {
		return false
	}
	s, ever := c.sourceOf(o), c.everKnown()
	list := c.effects(b)
	for i := len(list) - 1; i >= 0 && s.v >= 0; i-- {
		for k, v := range list[i].out {
			if v == s.v {
				return !list[i].known(k, ever)
			}
		}
	}
	return !s.ever(ever)
}

// everKnown are the variables whose value may be known anywhere: what is computed of numbers and of such, and
// conditions behind branches on them.
func (c *constants) everKnown() flow.Set {
	if c.ever != nil {
		return c.ever
	}
	c.ever = flow.NewSet(len(c.vars) + 1)
	for v := range c.at[0].has.All() { // when the body begins
		c.ever.Add(v)
	}
	for _, blk := range c.f.Blocks {
		if o, ok := program.TermOperand(blk.Term); ok {
			if s := c.sourceOf(o); s.v >= 0 {
				c.ever.Add(s.v)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range c.f.Blocks {
			list := c.effects(b)
			for i := range list {
				for k, v := range list[i].out {
					if !c.ever.Has(v) && list[i].known(k, c.ever) {
						c.ever.Add(v)
						changed = true
					}
				}
			}
		}
	}
	return c.ever
}

// known reports whether the result k of an effect may be known if some variables may be.
func (e *effect) known(k int, ever flow.Set) bool {
	switch e.kind {
	case copies:
		return e.in[k].ever(ever)
	case gives:
		for _, s := range e.in {
			if !s.ever(ever) {
				return false
			}
		}
		return true
	}
	return false
}

// ever reports whether a source may be known if some variables may be.
func (s source) ever(ever flow.Set) bool { return s.is || s.v >= 0 && ever.Has(s.v) }
