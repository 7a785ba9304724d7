package circuit

import "github.com/lockstep-simt/lockstep/program/flow"

// roomInLoop is how many values may live through a loop before cheap gates stay in it although they
// give the same in each round: a machine's registers, but for what a round needs itself. A value that
// is the same for all lanes takes a scalar and does not count.
const roomInLoop = 24

// crowd counts what lives through loops, from when somebody asks.
type crowd struct {
	s     *Schedule
	count map[*flow.Loop]int
	left  map[Ref]bool // gates that stay in a loop for want of room
}

// find counts, for each loop, the values that are made outside and used in it, as the program had
// them or as they were put by now, and those that come round it.
func (w *crowd) find() {
	c := w.s.c
	w.count, w.left = map[*flow.Loop]int{}, map[Ref]bool{}
	seen := map[*flow.Loop]bool{}
	for g := range c.Gates() {
		if !c.Type(g).HasValue() || c.Type(g).Variance() == Same {
			continue
		}
		from := w.blockOf(g)
		for u := range c.Uses(g) {
			for l := w.loopOf(u); l != nil && !l.Contains(from); l = l.Parent {
				seen[l] = true
			}
		}
		if c.Kind(g) == ValueSelector {
			if l := w.loopOf(g); l != nil && l.Header == from {
				seen[l] = true
			}
		}
		for l := range seen {
			w.count[l]++
		}
		clear(seen)
	}
}

// blockOf returns where the program had a gate, or the entry.
func (w *crowd) blockOf(g Ref) int {
	if w.s.of[g] >= 0 {
		return int(w.s.of[g])
	}
	if w.s.reaches(g) {
		return int(w.s.of[w.s.c.home(g)])
	}
	return 0
}

func (w *crowd) loopOf(g Ref) *flow.Loop { return w.s.Loops.Of[w.blockOf(g)] }

// leaves ranges over the loops that a gate leaves on its way between two blocks.
func (w *crowd) leaves(from, to int) func(yield func(*flow.Loop) bool) {
	return func(yield func(*flow.Loop) bool) {
		for l := w.s.Loops.Of[from]; l != nil && !l.Contains(to); l = l.Parent {
			if !yield(l) {
				return
			}
		}
	}
}

// isFull reports whether a cheap gate finds no room in the loops that it would leave.
func (w *crowd) isFull(g Ref, from, to int) bool {
	c := w.s.c
	if c.Type(g).Variance() == Same || c.Meta(g).Op.Info().Row.Weight() > 1 {
		return false
	}
	if w.count == nil {
		w.find()
	}
	for l := range w.leaves(from, to) {
		if w.count[l] >= roomInLoop {
			w.left[g] = true
			return true
		}
	}
	return false
}

// hoisted notes that a gate is computed outside of loops that it is used in.
func (w *crowd) hoisted(g Ref, from, to int) {
	if w.count == nil {
		return
	}
	for l := range w.leaves(from, to) {
		w.count[l]++
		delete(w.left, g)
	}
}
