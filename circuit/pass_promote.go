package circuit

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// promote keeps an element that a loop takes and replaces in a variable while the loop runs: it is loaded before, and
// stored where lanes leave. What else the loop does with the array must be about other elements (K. Cooper and J. Lu,
// "Register promotion in C programs", 1997).
func promote(c *Circuit) {
	k := c.knows()
	if k == nil || len(k.s.Loops.All) == 0 || len(c.Cells) == 0 {
		return
	}
	p := &promoter{leaver: leaver{confiner{k: k, c: c}}, on: make([][]Ref, 1+len(c.Cells))}
	for g := range c.Gates() {
		if tokens.has(c.Kind(g)) && !isOrigin(c.Kind(g)) {
			p.note(g)
		}
	}
	for _, loop := range slices.Backward(k.s.Loops.All) { // inner ones first
		p.loop(loop)
	}
}

// promoteMost is how many elements a loop has in variables, at most: they are in registers for its sake.
const promoteMost = 4

// accessMost is how often a loop takes and replaces elements of an array, at most.
const accessMost = 64

// promoter finds elements and moves them.
type promoter struct {
	leaver
	on [][]Ref // by chain: what takes and gives its tokens, but for the effects
}

// note adds a gate to those that are on its chains.
func (p *promoter) note(g Ref) {
	c := p.c
	for i := range int(c.Meta(g).Depends) {
		if chain := c.ChainAt(g, i); chain != Effects {
			p.on[chain] = append(p.on[chain], g)
		}
	}
}

// element is what a loop does with an array.
type element struct {
	loop  *flow.Loop
	head  Ref // the state of the loop
	token Ref // the selector of the chain there
	chain Chain
	cell  Ref
	all   []Ref // what takes or replaces an element
	same  []Ref // of those, what is about the one that is promoted
	model Ref   // one of those, which does not fault
	// values are what is in the element behind a token, as found.
	values map[Ref]Ref
}

// loop promotes elements of a loop, one after another.
func (p *promoter) loop(loop *flow.Loop) {
	c := p.c
	head := p.k.s.Blocks[loop.Header].Head
	var tokens []Ref
	for u := range c.Uses(head) {
		if c.Kind(u) == DependSelector && Chain(c.Meta(u).Param) != Effects {
			tokens = append(tokens, u)
		}
	}
	slices.Sort(tokens)
	promoted := 0
	for _, token := range tokens {
		e := &element{loop: loop, head: head, token: token, chain: Chain(c.Meta(token).Param)}
		if !p.accesses(e) {
			continue
		}
		var tried []Ref
		for _, g := range e.all {
			if promoted == promoteMost {
				return
			}
			if !c.has(g) || c.Meta(g).Op.Form() != optab.Insert || slices.Contains(tried, g) {
				continue
			}
			if p.isPromotable(e, g) {
				p.move(e)
				promoted++
			}
			tried = append(tried, e.same...)
		}
	}
}

// accesses lists what a loop does with an array, if it takes and replaces elements only.
func (p *promoter) accesses(e *element) bool {
	c := p.c
	for _, g := range p.on[e.chain] {
		if !c.has(g) || isFixed(c.Kind(g)) || !p.k.s.reaches(g) || !e.loop.Contains(int(p.home(g))) {
			continue
		}
		m := c.Meta(g)
		if m.Kind != Operation || m.Faults || m.Op.Form() != optab.Index && m.Op.Form() != optab.Insert {
			return false
		}
		e.cell = c.Value(g, 0)
		if m.Op.Form() == optab.Insert && !c.isStore(g) {
			return false // it moves the array, or a part of it
		}
		if c.Kind(e.cell) != Cell || ChainOf(int(c.Meta(e.cell).Param)) != e.chain ||
			len(c.placeOf(g)) != len(c.shapeOf(e.cell)) {
			return false
		}
		if e.all = append(e.all, g); len(e.all) > accessMost {
			return false
		}
	}
	return len(e.all) > 0 && p.leavesByRelays(e)
}

// leavesByRelays reports whether what takes the array behind the loop takes it from relays in the states to which the
// loop is left.
func (p *promoter) leavesByRelays(e *element) bool {
	c := p.c
	for _, g := range p.on[e.chain] {
		if !c.has(g) || !p.k.s.reaches(g) || !p.isIn(g, e.loop) {
			continue
		}
		for u, i := range c.Uses(g) {
			on, ok := c.tokenUse(u, i)
			if !ok || on != e.chain {
				continue
			}
			switch {
			case c.Kind(u) == DependRelay:
			case c.Kind(u) == DependSelector:
				if !p.isIn(u, e.loop) {
					return false
				}
			case c.Schema(u).Part == Sequential || !p.k.s.reaches(u) || !e.loop.Contains(int(p.home(u))):
				return false
			}
		}
	}
	return true
}

// isPromotable reports whether the element that a gate replaces is the same in each round, exists before the loop, and
// is apart from all others that the loop is about.
func (p *promoter) isPromotable(e *element, g Ref) bool {
	k, c := p.k, p.c
	e.model, e.same = g, nil
	before := k.s.of[c.stateOf(c.State(e.head, 0))]
	at := c.placeOf(g)
	for _, x := range at {
		if !p.isThere(x, before, availableDepth) {
			return false
		}
	}
	k.leaving = true
	_, ok := p.whyNoFault(g, before)
	k.leaving = false
	if !ok {
		return false
	}
	always := false
	for _, other := range e.all {
		switch {
		case !c.has(other):
		case slices.Equal(c.placeOf(other), at):
			e.same = append(e.same, other)
			always = always || p.isInEachRound(e.loop, p.home(other))
		case !p.isApart(other, at):
			return false
		}
	}
	return always || len(e.same) > 1
}

// isInEachRound reports whether every round of a loop goes through a block.
func (l *leaver) isInEachRound(loop *flow.Loop, b int32) bool {
	for _, pred := range l.k.s.Graph.Preds[loop.Header] {
		if loop.Contains(pred) && !l.k.dominates(b, int32(pred)) {
			return false
		}
	}
	return true
}

// isApart reports whether a gate is about another element than the one at the given indices.
func (p *promoter) isApart(g Ref, at []Ref) bool {
	k := p.k
	block := p.home(g)
	for i, x := range p.c.placeOf(g) {
		y := at[i]
		if p.c.sumOf(x).differs(p.c.sumOf(y)) {
			return true
		}
		if !p.c.Type(x).Dtype().IsSigned() || !k.holdsAt(x, block) || !k.holdsAt(y, block) {
			continue
		}
		if k.proves(x, term{g: y}, -1, block, proofSteps) || k.proves(y, term{g: x}, -1, block, proofSteps) {
			return true
		}
	}
	return false
}

// move makes a variable of the element.
func (p *promoter) move(e *element) {
	k, c := p.k, p.c
	c.moved, c.decided = true, true
	p.prove(e.model, p.text(e.model), fmt.Sprintf("kept in a variable by the loop in line %d", p.line(e.loop)))
	first := p.load(e)
	t := c.Type(first)
	v := c.selector(t, 0, e.head, 2)
	p.describe(v, e.model, e.head)
	e.values = map[Ref]Ref{e.token: v}
	back := c.Depend(e.token, 1)
	c.setInput(v, 1, first)
	c.setInput(v, 2, p.value(e, back))
	p.store(e)
	for _, g := range e.same {
		if m := c.Meta(g); m.Op.Form() == optab.Index {
			c.replaceValue(g, p.value(e, c.Depend(g, c.dependOn(g, e.chain))))
		}
	}
	for _, g := range e.same {
		c.bypass(g, e.chain)
		c.remove(g)
	}
	k.isNow(v, v)
}

// describe gives a gate that a state has the notes of another.
func (p *promoter) describe(g, like, state Ref) {
	c := p.c
	c.copyNote(g, like)
	c.notes[g].home = state
	if x := c.Value(like, 0); c.Meta(like).Op.Form() == optab.Insert {
		c.notes[g].name = c.notes[x].name
	}
}

// anchor returns the token of the effects from before the loop, if what takes or replaces the element hangs on one.
func (p *promoter) anchor(e *element) []Ref {
	if !p.c.Meta(e.model).Anchored {
		return nil
	}
	return []Ref{p.before(p.c.Depend(e.model, 0), Effects, e.loop)}
}

// load loads the element before the loop.
func (p *promoter) load(e *element) Ref {
	c := p.c
	m := *c.Meta(e.model)
	before := c.stateOf(c.State(e.head, 0))
	inputs := append(append(p.anchor(e), c.Depend(e.token, 0), e.cell), c.placeOf(e.model)...)
	info := m.Op.Info()
	g := c.add(Meta{Kind: Operation, Op: program.OpcodeFor("index", info.Type), Anchored: m.Anchored,
		Depends: m.Depends, Values: int32(1 + len(c.placeOf(e.model)))}, ValueOf(info.Type), inputs)
	p.describe(g, e.model, before)
	c.setInput(e.token, 1, g)
	p.note(g)
	return g
}

// store stores what is in the variable where lanes leave the loop, if anything takes the array there.
func (p *promoter) store(e *element) {
	k, c := p.k, p.c
	m := *c.Meta(e.model)
	for b := range k.s.Blocks {
		if !e.loop.Contains(b) {
			continue
		}
		for _, to := range k.s.Blocks[b].Succs {
			if e.loop.Contains(to) {
				continue
			}
			state := k.s.Blocks[to].Head
			relay := p.relayAt(state, e.chain)
			if relay == None {
				continue
			}
			inputs := append(p.anchor(e), relay, e.cell, p.value(e, c.Depend(relay, 0)))
			inputs = append(append(inputs, c.placeOf(e.model)...), e.cell)
			var users []use
			for u, i := range c.Uses(relay) {
				if on, ok := c.tokenUse(u, i); ok && on == e.chain {
					users = append(users, use{user: u, input: i})
				}
			}
			g := c.add(m, c.Type(e.model), inputs)
			p.describe(g, e.model, state)
			c.notes[g].seq = c.notes[relay].seq
			p.note(g)
			for _, u := range users {
				c.setInput(u.user, u.input, g)
			}
		}
	}
}

// relayAt returns the relay of a chain in a state, or None.
func (p *promoter) relayAt(state Ref, chain Chain) Ref {
	for u := range p.c.Uses(state) {
		if m := p.c.Meta(u); m.Kind == DependRelay && Chain(m.Param) == chain {
			return u
		}
	}
	return None
}

// value returns what is in the element behind a token of the loop.
func (p *promoter) value(e *element, token Ref) Ref {
	c := p.c
	if v, ok := e.values[token]; ok {
		return v
	}
	m := c.Meta(token)
	var v Ref
	switch {
	case m.Kind == DependRelay:
		v = p.value(e, c.Depend(token, 0))
	case m.Kind == DependSelector:
		state := c.State(token, 0)
		v = c.selector(c.Type(e.values[e.token]), 0, state, int(m.Depends))
		p.describe(v, e.model, state)
		e.values[token] = v
		for i := range int(m.Depends) {
			c.setInput(v, 1+i, p.value(e, c.Depend(token, i)))
		}
	case slices.Contains(e.same, token) && m.Op.Form() == optab.Insert:
		if v = c.Value(token, 1); slices.Contains(e.same, v) {
			v = p.value(e, c.Depend(v, c.dependOn(v, e.chain))) // what is loaded there
		}
	default:
		v = p.value(e, c.Depend(token, c.dependOn(token, e.chain)))
	}
	e.values[token] = v
	return v
}
