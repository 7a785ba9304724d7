package circuit

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// carry takes from the round before what a round of a loop loads: in y[i] = a*y[i-1] + x[i] the element that the last
// round stored, and in x[i] - x[i-1] the one that it loaded. The first round's is loaded before the loop (D. Callahan,
// S. Carr and K. Kennedy, "Improving register allocation for subscripted variables", 1990).
func carry(c *Circuit) {
	k := c.knows()
	if k == nil || len(k.s.Loops.All) == 0 {
		return
	}
	p := &carrier{leaver{confiner{k: k, c: c}}}
	loads := p.loads()
	for _, loop := range slices.Backward(k.s.Loops.All) { // inner ones first
		if list := loads[loop]; len(list) > 0 && len(list) <= accessMost {
			p.loop(loop, list)
		}
	}
}

// carryMost is how many elements a loop carries from round to round, at most.
const carryMost = 4

// carrier finds loads and replaces them.
type carrier struct{ leaver }

// load is a load of a loop and where it loads.
type load struct {
	g     Ref
	chain Chain
	at    sums
	// value is what stands for it, or the load itself.
	value Ref
}

// loads lists the loads of each loop that are in none inside it.
func (p *carrier) loads() map[*flow.Loop][]*load {
	k, c := p.k, p.c
	list := map[*flow.Loop][]*load{}
	for g := range c.Gates() {
		m := c.Meta(g)
		if m.Kind != Operation || m.Op.Form() != optab.Index || !m.Anchored || m.Detached || !k.s.reaches(g) ||
			c.Kind(c.Value(g, 0)) != Cell || !c.Type(g).HasValue() {
			continue
		}
		if loop := k.s.Loops.Of[p.home(g)]; loop != nil {
			chain := ChainOf(int(c.Meta(c.Value(g, 0)).Param))
			list[loop] = append(list[loop], &load{g: g, chain: chain, at: c.sumsOf(g), value: g})
		}
	}
	return list
}

// loop replaces loads of a loop.
func (p *carrier) loop(loop *flow.Loop, loads []*load) {
	c := p.c
	head := p.k.s.Blocks[loop.Header].Head
	carried := 0
	for again := true; again; {
		again = false
		for _, l := range loads {
			if carried < carryMost && l.value == l.g && p.carries(loop, head, l, loads) {
				carried++
				again = true
			}
		}
	}
	for _, l := range loads {
		if l.value != l.g {
			c.replaceValue(l.g, l.value)
			c.bypass(l.g, l.chain)
			c.remove(l.g)
		}
	}
}

// carries replaces a load by what the round before stored or loaded there, if it did.
func (p *carrier) carries(loop *flow.Loop, head Ref, l *load, loads []*load) bool {
	k, c := p.k, p.c
	token := c.memory(c.Depend(l.g, c.dependOn(l.g, l.chain)), l.chain)
	inside := p.isIn(token, loop)
	if inside && (c.Kind(token) != DependSelector || c.State(token, 0) != head) {
		return false
	}
	next, first, ok := p.shifted(l.at, head, loop)
	if !ok {
		return false
	}
	before := k.s.of[c.stateOf(c.State(head, 0))]
	if !p.exists(l.g, first, before) {
		return false
	}
	value := None
	if inside {
		value = p.stored(token, c.Depend(token, 1), l, next, carryDeep)
	}
	for _, other := range loads {
		if value == None && other != l && other.chain == l.chain && slices.Equal(other.at, next) &&
			p.isInEachRound(loop, p.home(other.g)) && (!inside || p.isUnwritten(token, c.Depend(token, 1), l, next)) &&
			c.memory(c.Depend(other.g, c.dependOn(other.g, l.chain)), l.chain) == token {
			value = other.value
		}
	}
	if value == None {
		return false
	}
	p.replace(loop, head, l, first, value)
	return true
}

// shifted returns the place, in the next round, of the element at a place in this round, and that place in the first
// round. The one is in terms of this round's gates, the other of gates before the loop.
func (p *carrier) shifted(at sums, head Ref, loop *flow.Loop) (next, first sums, ok bool) {
	k, c := p.k, p.c
	before := k.s.of[c.stateOf(c.State(head, 0))]
	moves := false
	for _, s := range at {
		if s.of != None && c.Kind(s.of) == ValueSelector && c.State(s.of, 0) == head {
			n, f := c.sumOf(c.Value(s.of, 1)), c.sumOf(c.Value(s.of, 0))
			if n.of != s.of || n.plus == 0 || f.of != None && !p.isThere(f.of, before, availableDepth) {
				return nil, nil, false
			}
			next, first = append(next, sum{n.of, n.plus + s.plus}), append(first, sum{f.of, f.plus + s.plus})
			moves = true
			continue
		}
		if s.of != None && !p.isThere(s.of, before, availableDepth) {
			return nil, nil, false
		}
		next, first = append(next, s), append(first, s)
	}
	return next, first, moves
}

// exists reports whether an array has an element at a place at the end of a block.
func (p *carrier) exists(g Ref, at sums, block int32) bool {
	k, c := p.k, p.c
	k.leaving = true
	defer func() { k.leaving = false }()
	for i, n := range c.dimensions(g) {
		least, most := int64(at[i].plus), int64(at[i].plus)
		if at[i].of != None {
			r := k.at(at[i].of, block, 3)
			if r.IsEmpty() || !k.holdsAt(at[i].of, block) {
				return false
			}
			if r.Lo < -1<<40 || r.Hi > 1<<40 || least < -1<<40 || least > 1<<40 {
				return false
			}
			least, most = least+r.Lo, most+r.Hi
		}
		if least < 0 || n < 0 || most >= int64(n) {
			return false
		}
	}
	return true
}

// carryDeep is how many merges of ways that store one looks behind.
const carryDeep = 4

// stored returns what a round has stored at a place behind a token, from there back to its begin; None if it did not on
// every way, or it is not known.
func (p *carrier) stored(head, token Ref, l *load, at sums, depth int) Ref {
	c := p.c
	for range accessMost {
		token = c.memory(token, l.chain)
		m := c.Meta(token)
		switch {
		case token != head && m.Kind == DependSelector && c.Kind(c.State(token, 0)) == Merge && depth > 0:
			return p.storedOnWays(head, token, l, at, depth-1)
		case m.Kind != Operation || !c.isStore(token):
			return None
		case slices.Equal(c.sumsOf(token), at):
			return c.Value(token, 1)
		case !isElsewhere(c.sumsOf(token), at):
			return None
		}
		token = c.Depend(token, c.dependOn(token, l.chain))
	}
	return None
}

// storedOnWays is stored behind a selector: what each way has stored is chosen there.
func (p *carrier) storedOnWays(head, token Ref, l *load, at sums, depth int) Ref {
	c := p.c
	var values []Ref
	for i := range int(c.Meta(token).Depends) {
		value := p.stored(head, c.Depend(token, i), l, at, depth)
		if value == None {
			return None
		}
		values = append(values, value)
	}
	return c.chosen(c.State(token, 0), token, values)
}

// isUnwritten reports whether a round replaces nothing at a place.
func (p *carrier) isUnwritten(head, token Ref, l *load, at sums) bool {
	c := p.c
	for range accessMost {
		if token = c.memory(token, l.chain); token == head {
			return true
		}
		if c.Kind(token) != Operation || !c.isStore(token) || !isElsewhere(c.sumsOf(token), at) {
			return false
		}
		token = c.Depend(token, c.dependOn(token, l.chain))
	}
	return false
}

// replace makes a selector of what is loaded before the loop and what a round leaves.
func (p *carrier) replace(loop *flow.Loop, head Ref, l *load, first sums, value Ref) {
	c := p.c
	c.moved, c.decided = true, true
	p.prove(l.g, p.text(l.g), fmt.Sprintf("what the round before of the loop in line %d left there", p.line(loop)))
	m := *c.Meta(l.g)
	m.Detached = true
	var inputs []Ref
	for i := range int(m.Depends) {
		inputs = append(inputs, p.before(c.Depend(l.g, i), c.ChainAt(l.g, i), loop))
	}
	inputs = append(inputs, c.Value(l.g, 0))
	for _, s := range first {
		inputs = append(inputs, c.gateOf(s))
	}
	g := c.add(m, c.Type(l.g), inputs)
	c.copyNote(g, l.g)
	c.notes[g].home = c.stateOf(c.State(head, 0))
	l.value = c.selector(c.Type(l.g), 0, head, 2)
	c.copyNote(l.value, l.g)
	c.notes[l.value].home = head
	c.setInput(l.value, 1, g)
	c.setInput(l.value, 2, value)
	p.k.isNow(l.value, l.value)
}
