package circuit

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Schedule gives every gate a block and the gates of a block an order. It does not change the
// circuit. Hoisting out of loops and sinking out of them happen here and nowhere else.
//
// A gate may stand in any block between two: the deepest one, by dominators, that has an input
// (the early one), and the nearest that dominates all uses (the late one; the use of a selector
// is in the predecessor it comes from). Of those, a gate that depends on nothing takes the one
// in the fewest loops, unless too much lives through them already, and otherwise the one in which
// the program had it (C. Click, "Global code motion, global value numbering", 1995). A gate on a
// dependency chain stays where it was, if it can.
type Schedule struct {
	Blocks []Block
	Graph  *flow.Graph
	Dom    *flow.Dominators
	Loops  *flow.Loops

	c *Circuit
	// random, if it is not nil, makes the choices among what is legal.
	random *rand.Rand
	// part, if it is not nil, may take a gate apart before it gets its block.
	part func(g Ref, home, late int) int
	// of is the block of a gate, or -1; early and late are its bounds.
	of, early, late []int32
	order           []Ref // inputs before uses, selectors' inputs apart
	crowd           crowd
}

// Block is a straight line: a state, what is computed there, and how it ends.
type Block struct {
	Head      Ref
	End       Ref // the IfBranch, SwitchBranch, Return or Throw; None where it just goes on
	Succs     []int
	Selectors []Ref
	Gates     []Ref
}

// NewSchedule schedules a circuit.
func NewSchedule(c *Circuit) *Schedule { return schedule(c, nil) }

// Shuffled is NewSchedule with any legal choice in place of each; it is for tests.
func Shuffled(c *Circuit, random *rand.Rand) *Schedule { return schedule(c, random) }

func schedule(c *Circuit, random *rand.Rand) *Schedule {
	s := c.bounds()
	c.bounded = nil // its blocks are chosen here
	s.random = random
	s.choose()
	s.fill()
	return s
}

// newBounds returns a schedule that has blocks, and the first block in which each gate may stand.
func newBounds(c *Circuit) *Schedule {
	s := c.schedules.One()
	*s = Schedule{c: c}
	n := c.Size()
	s.of, s.early, s.late = c.room(n, -1), c.room(n, -1), c.room(n, -1)
	s.findBlocks()
	s.findOrder()
	s.findEarly()
	return s
}

// bounds returns a schedule of a circuit that has bounds, from the pass before if that changed no gate.
func (c *Circuit) bounds() *Schedule {
	if c.bounded != nil {
		return c.bounded
	}
	return newBounds(c)
}

// forget forgets in which blocks gates are, but for those whose state says it.
func (s *Schedule) forget() {
	for _, g := range s.order {
		if !isFixed(s.c.Kind(g)) {
			s.of[g], s.late[g] = -1, -1
		}
	}
}

// isNext are the states that a general state goes on to.
var isNext = setOf(Return, Throw, OrdinaryBlock, IfBranch, SwitchBranch, Merge, LoopBegin, LoopBack)

// Next returns the state that follows another; None if there is none.
func (c *Circuit) Next(state Ref) Ref {
	for u := range c.Uses(state) {
		if isNext.has(c.Kind(u)) {
			return u
		}
	}
	return None
}

// findBlocks takes the blocks that the entry reaches.
func (s *Schedule) findBlocks() {
	o := s.c.outlined()
	s.Blocks = append(s.c.blocks.Room(len(o.blocks)), o.blocks...)
	s.Graph, s.Dom, s.Loops = o.graph, o.dom, o.loops
	for i := range s.Blocks {
		b := &s.Blocks[i]
		s.of[b.Head] = int32(i)
		if b.End != None {
			s.of[b.End] = int32(i)
		}
	}
}

// transitions returns the general states that follow a general state: those of a branch in the
// order IF_TRUE, IF_FALSE; DEFAULT_CASE, then the cases by value. They are appended to a list.
func (c *Circuit) transitions(list []Ref, head Ref) []Ref {
	end := c.Next(head)
	if end == None {
		return list
	}
	switch c.Kind(end) {
	case Return, Throw:
		return list
	case LoopBack:
		return append(list, c.loopOf(end))
	case IfBranch, SwitchBranch:
		first := len(list)
		for u := range c.Uses(end) {
			list = append(list, u)
		}
		slices.SortFunc(list[first:], func(a, b Ref) int {
			if k := int(c.Kind(a)) - int(c.Kind(b)); k != 0 {
				if c.Kind(a) == DefaultCase || c.Kind(b) == DefaultCase {
					return -k
				}
				return k
			}
			return cmp.Compare(c.Meta(a).Param, c.Meta(b).Param)
		})
		return list
	}
	return append(list, end)
}

// loopOf returns the loop that a LoopBack leads to.
func (c *Circuit) loopOf(back Ref) Ref {
	for u := range c.Uses(back) {
		return u
	}
	return None
}

// stateOf returns the general state in which a state ends: itself, or what is before it.
func (c *Circuit) stateOf(g Ref) Ref {
	for !generalStates.has(c.Kind(g)) {
		g = c.State(g, 0)
	}
	return g
}

// bounds returns the first and the last block, by dominators, in which a gate may stand.
func (s *Schedule) bounds(g Ref) (early, late int) { return int(s.early[g]), int(s.late[g]) }

// depth returns how many loops are around a block.
func (s *Schedule) depth(b int) int {
	if l := s.Loops.Of[b]; l != nil {
		return l.Depth
	}
	return 0
}

// isFixed reports whether a gate stands where its state is.
func isFixed(k Kind) bool { return k == ValueSelector || k == DependSelector || k == DependRelay }

// isOrigin reports whether a gate is there before the function starts.
func isOrigin(k Kind) bool {
	return k == Arg || k == Uniform || k == Constant || k == Cell || Schema[k].Part == Roots
}

// findOrder lists what is needed, inputs first: what the ends of blocks need, and every
// effect.
func (s *Schedule) findOrder() {
	c := s.c
	seen := c.newMark()
	type visit struct {
		g    Ref
		next int
	}
	s.order = c.refs.Room(c.Len())
	stack := make([]visit, 0, 64)
	push := func(g Ref) {
		if Schema[c.Kind(g)].Part != Sequential && !isOrigin(c.Kind(g)) && seen.set(g) {
			stack = append(stack, visit{g: g})
		}
	}
	var selectors []Ref
	walk := func(root Ref) {
		push(root)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			n := c.Meta(top.g).Inputs()
			if k := c.Kind(top.g); k == ValueSelector || k == DependSelector {
				// Their inputs may come round a loop: later.
				selectors = append(selectors, top.g)
				top.next = n
			}
			if top.next == n {
				s.order = append(s.order, top.g)
				stack = stack[:len(stack)-1]
				continue
			}
			top.next++
			push(c.Input(top.g, top.next-1))
		}
	}
	for i := range s.Blocks {
		if end := s.Blocks[i].End; end != None {
			for _, in := range c.Inputs(end) {
				walk(in)
			}
		}
	}
	for g := range c.Gates() {
		if k := c.Kind(g); (k == Call || k == Operation && c.Meta(g).Faults) && s.reaches(g) {
			walk(g)
		}
	}
	for len(selectors) > 0 {
		g := selectors[len(selectors)-1]
		selectors = selectors[:len(selectors)-1]
		for _, in := range c.Inputs(g) {
			walk(in)
		}
	}
}

// reaches reports whether the entry reaches the state where a gate was.
func (s *Schedule) reaches(g Ref) bool {
	home := s.c.home(g)
	return home != None && s.c.has(home) && s.of[home] >= 0
}

// findEarly finds the first block in which each gate may stand.
func (s *Schedule) findEarly() {
	c := s.c
	for _, g := range s.order {
		if isFixed(c.Kind(g)) {
			s.early[g] = s.of[c.State(g, 0)]
			s.of[g], s.late[g] = s.early[g], s.early[g]
		}
	}
	for _, g := range s.order {
		if isFixed(c.Kind(g)) {
			continue
		}
		early := int32(0)
		for _, in := range c.Inputs(g) {
			if at := s.early[in]; at > 0 && s.Dom.Dominates(int(early), int(at)) {
				early = at
			}
		}
		s.early[g] = early
	}
}

// useAt returns the block in which a use is, or -1 if the user is not needed.
func (s *Schedule) useAt(user Ref, input int) int {
	c := s.c
	if !isFixed(c.Kind(user)) {
		return int(s.of[user])
	}
	if s.of[user] < 0 || input == 0 {
		return -1
	}
	// What a relay takes comes before the transition into its state.
	return int(s.of[c.stateOf(c.State(c.State(user, 0), input-1))])
}

// aboveUses returns the last block that is on every way to the uses of a gate and of its results, which stand in
// the blocks that at says; -1 if it says none.
func (s *Schedule) aboveUses(g Ref, at func(user Ref, input int) int) int {
	c, last := s.c, -1
	meet := func(user Ref, input int) {
		switch b := at(user, input); {
		case b < 0:
		case last < 0:
			last = b
		default:
			last = s.Dom.Common(last, b)
		}
	}
	for u, i := range c.Uses(g) {
		if c.Kind(u) == Project {
			for v, j := range c.Uses(u) {
				meet(v, j)
			}
			continue
		}
		meet(u, i)
	}
	return last
}

// choose gives each gate its block, users first.
func (s *Schedule) choose() {
	c := s.c
	s.crowd = crowd{s: s}
	for _, g := range slices.Backward(s.order) {
		k := c.Kind(g)
		if isFixed(k) || k == Project {
			continue
		}
		late := s.aboveUses(g, s.useAt)
		home := -1
		if s.reaches(g) {
			home = int(s.of[c.home(g)])
		}
		if s.part != nil {
			late = s.part(g, home, late)
			if s.reaches(g) {
				home = int(s.of[c.home(g)])
			}
		}
		if late < 0 {
			late = max(home, int(s.early[g]))
		}
		if c.Meta(g).Detached && s.Dom.Dominates(home, late) {
			late = home
		}
		s.late[g] = int32(late)
		at := s.pick(g, home, late)
		s.of[g] = int32(at)
		if k == Call {
			for u := range c.Uses(g) {
				if c.Kind(u) == Project {
					s.of[u], s.late[u] = int32(at), int32(late)
				}
			}
		}
	}
}

// pick chooses the block of a gate.
func (s *Schedule) pick(g Ref, home, late int) int {
	early := int(s.early[g])
	between := func(b int) bool { return b >= 0 && s.Dom.Dominates(early, b) && s.Dom.Dominates(b, late) }
	pinned := s.c.isPinned(g)
	if s.random != nil {
		return s.pickAny(early, late, pinned)
	}
	at := late
	if between(home) {
		at = home
	}
	if pinned {
		return at
	}
	at = s.outermost(g, at, late)
	s.crowd.hoisted(g, late, at)
	return at
}

// isPinned reports whether a gate is on a chain, or behind a token of one that it reads.
func (c *Circuit) isPinned(g Ref) bool {
	m := c.Meta(g)
	return m.Depends > 0 && !m.Detached && !(m.Anchored && m.Depends == 1)
}

// outermost returns the block of the fewest loops in which it is well to compute a gate that stood in a block.
func (s *Schedule) outermost(g Ref, at, late int) int {
	best := s.depth(at)
	for b := late; ; b = s.Dom.Idom[b] { // from the last to the first
		if d := s.depth(b); d < best && s.mayHoist(g, at, b) {
			at, best = b, d
		}
		if b == int(s.early[g]) {
			return at
		}
	}
}

// mayHoist reports whether it is well to compute a gate in a block of fewer loops although it
// stood in another: a costly one only if every round of the loop computed it, and one whose
// time has no bound never.
func (s *Schedule) mayHoist(g Ref, from, to int) bool {
	m := s.c.Meta(g)
	if m.Kind != Operation {
		return false
	}
	row := m.Op.Info().Row
	if s.Dom.Dominates(from, to) {
		return true // sunk, to a place that fewer ways lead to
	}
	if row.Has(optab.Unbounded) || s.crowd.isFull(g, from, to) {
		return false
	}
	if row.Weight() <= 8 {
		return true
	}
	for l := s.Loops.Of[from]; l != nil && !l.Contains(to); l = l.Parent {
		for _, p := range s.Graph.Preds[l.Header] {
			if l.Contains(p) && !s.Dom.Dominates(from, p) {
				return false
			}
		}
	}
	return true
}

// pickAny chooses any legal block: for what is on a chain, one that runs as often as the first.
func (s *Schedule) pickAny(early, late int, pinned bool) int {
	var legal []int
	for b := late; ; b = s.Dom.Idom[b] {
		if !pinned || s.Loops.Of[b] == s.Loops.Of[early] {
			legal = append(legal, b)
		}
		if b == early {
			break
		}
	}
	return legal[s.random.IntN(len(legal))]
}

// shareOut gives the blocks their selectors, and room for their gates. It returns each block's gates, in the order of
// all.
func (s *Schedule) shareOut() [][]Ref {
	c := s.c
	gates, selectors := c.room(len(s.Blocks), 0), c.room(len(s.Blocks), 0)
	for _, g := range s.order {
		switch c.Kind(g) {
		case ValueSelector:
			selectors[s.of[g]]++
		case Operation, Call:
			gates[s.of[g]]++
		}
	}
	lists := c.lists.Cut(len(s.Blocks))
	for b := range lists {
		n := int(gates[b])
		lists[b], s.Blocks[b].Gates = c.refs.Room(n), c.refs.Room(n)
		s.Blocks[b].Selectors = c.refs.Room(int(selectors[b]))
	}
	for _, g := range s.order {
		b := s.of[g]
		switch c.Kind(g) {
		case ValueSelector:
			s.Blocks[b].Selectors = append(s.Blocks[b].Selectors, g)
		case Operation, Call:
			lists[b] = append(lists[b], g)
		}
	}
	return lists
}

// fill orders the gates in each block: as the program had them, each behind its inputs.
func (s *Schedule) fill() {
	c := s.c
	lists := s.shareOut()
	done := c.newMark()
	type visit struct {
		g    Ref
		next int
	}
	stack := make([]visit, 0, 64)
	for b := range lists {
		bySeq := func(a, b Ref) int { return int(c.notes[a].seq - c.notes[b].seq) }
		slices.SortStableFunc(s.Blocks[b].Selectors, bySeq)
		slices.SortStableFunc(lists[b], bySeq)
		if s.random != nil {
			s.random.Shuffle(len(lists[b]), func(i, j int) { lists[b][i], lists[b][j] = lists[b][j], lists[b][i] })
		}
		for _, root := range lists[b] {
			if !done.set(root) {
				continue
			}
			stack = append(stack, visit{g: root})
			for len(stack) > 0 {
				top := &stack[len(stack)-1]
				if top.next == c.Meta(top.g).Inputs() {
					s.Blocks[b].Gates = append(s.Blocks[b].Gates, top.g)
					stack = stack[:len(stack)-1]
					continue
				}
				in := c.Input(top.g, top.next)
				top.next++
				if c.Kind(in) == Project {
					in = c.Depend(in, 0)
				}
				if k := c.Kind(in); (k == Operation || k == Call) && s.of[in] == int32(b) && done.set(in) {
					stack = append(stack, visit{g: in})
				}
			}
		}
	}
}
