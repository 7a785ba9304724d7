package circuit

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// leaveLoops lets what gives the same in each round leave loops although it hangs on tokens: a load of an element that
// the loop does not write, and what was proven not to fault if it does not fault before the loop either. It takes
// tokens from before the loop then; where it is computed, the schedule chooses (A. Aho et al., "Compilers", 2006, 9.5).
// What pass narrow says of operands holds where they are needed, and so it comes behind this one.
func leaveLoops(c *Circuit) {
	k := c.knows()
	if k == nil || len(k.s.Loops.All) == 0 {
		return
	}
	l := &leaver{confiner{k: k, c: c}}
	for _, g := range k.s.order {
		if c.has(g) && l.isCandidate(g) {
			l.leave(g)
		}
	}
}

// leaver moves tokens of gates.
type leaver struct{ confiner }

// isCandidate reports whether a gate cannot fault where it stands, hangs on tokens, and writes nothing.
func (l *leaver) isCandidate(g Ref) bool {
	c := l.c
	m := c.Meta(g)
	if m.Kind != Operation || m.Faults || m.Depends == 0 || m.Param > 0 || !c.Type(g).HasValue() || !c.IsUsed(g) ||
		m.Op.Info().Row.Has(optab.Unbounded) || !l.k.s.reaches(g) || !l.k.reached[l.home(g)] {
		return false
	}
	form := m.Op.Form()
	return form == optab.Index || form == optab.Elementwise && c.isScalar(g)
}

// home returns the block in which the program had a gate.
func (l *leaver) home(g Ref) int32 { return l.k.s.of[l.c.home(g)] }

// leave gives a gate the tokens from before the outermost loop that it can leave.
func (l *leaver) leave(g Ref) {
	k, c := l.k, l.c
	var out *flow.Loop
	for loop := k.s.Loops.Of[l.home(g)]; loop != nil && l.mayLeave(g, loop); loop = loop.Parent {
		out = loop
	}
	if out == nil {
		return
	}
	c.rehang(g, func(token Ref, chain Chain) Ref { return l.before(token, chain, out) })
	l.prove(g, l.text(g), fmt.Sprintf("the same in each round of the loop in line %d", l.line(out)))
	c.moved, c.decided = true, true
}

// rehang gives a gate that writes nothing other tokens for those that it has, and takes it off their chains.
func (c *Circuit) rehang(g Ref, instead func(token Ref, chain Chain) Ref) {
	m := *c.Meta(g)
	for i := range int(m.Depends) {
		chain := c.ChainAt(g, i)
		token := instead(c.Depend(g, i), chain)
		if !m.Detached && (chain != Effects || !m.Anchored) {
			c.bypass(g, chain)
		}
		c.setInput(g, int(m.States)+i, token)
	}
	if m.Depends > 1 || !m.Anchored {
		m.Detached = true
		c.setMeta(g, m)
	}
}

// mayLeave reports whether a gate would read the same before a loop, without a fault.
func (l *leaver) mayLeave(g Ref, loop *flow.Loop) bool {
	k, c := l.k, l.c
	head := k.s.Blocks[loop.Header].Head
	before := k.s.of[c.stateOf(c.State(head, 0))]
	m := c.Meta(g)
	for i := range int(m.Values) {
		if !l.isThere(c.Value(g, i), before, availableDepth) {
			return false
		}
	}
	for i := range int(m.Depends) {
		if chain := c.ChainAt(g, i); chain != Effects && l.isIn(c.memory(c.Depend(g, i), chain), loop) {
			return false
		}
	}
	if !m.Anchored {
		return true // its indices are constants
	}
	k.leaving = true
	_, ok := l.whyNoFault(g, before)
	k.leaving = false
	return ok
}

// availableDepth is how far one looks for what is computed inside of a loop without need.
const availableDepth = 6

// isThere reports whether a value can be computed at the end of a block.
func (l *leaver) isThere(g Ref, block int32, depth int) bool {
	k, c := l.k, l.c
	kind := c.Kind(g)
	if isOrigin(kind) {
		return true
	}
	if kind == ValueSelector {
		return k.dominates(k.s.of[c.State(g, 0)], block)
	}
	if k.s.reaches(g) && k.dominates(l.home(g), block) {
		return true
	}
	m := c.Meta(g)
	if kind != Operation || c.isPinned(g) || depth == 0 || m.Op.Info().Row.Has(optab.Unbounded) {
		return false
	}
	for i := range int(m.Depends) {
		if !k.dominates(l.tokenAt(c.Depend(g, i)), block) {
			return false
		}
	}
	for i := range int(m.Values) {
		if !l.isThere(c.Value(g, i), block, depth-1) {
			return false
		}
	}
	return true
}

// tokenAt returns the block in which a token is given.
func (l *leaver) tokenAt(token Ref) int32 {
	switch kind := l.c.Kind(token); {
	case isOrigin(kind):
		return 0
	case isFixed(kind):
		return l.k.s.of[l.c.State(token, 0)]
	}
	return l.home(token)
}

// isIn reports whether a token is given in a loop.
func (l *leaver) isIn(token Ref, loop *flow.Loop) bool { return loop.Contains(int(l.tokenAt(token))) }

// before returns the token of a chain with which a loop begins that has a token.
func (l *leaver) before(token Ref, chain Chain, loop *flow.Loop) Ref {
	for l.isIn(token, loop) {
		token = l.c.dependBefore(token, chain)
	}
	return token
}

// line returns where a loop begins in the source.
func (l *leaver) line(loop *flow.Loop) int {
	return l.c.Position(l.k.s.Blocks[loop.Header].Head).Line
}
