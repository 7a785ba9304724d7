package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Lanes that run together do a turn's work for all lanes at once: of the loop as it is, all its ways, and each lane
// comes round once. Of its states, what each of them does, and a lane goes from state to state as long as these follow
// each other in the turn. So states of a program that is interpreted, which mostly have one that is next, are worth it;
// those of a scanner, where each may follow on each, do what they have in common one after the other, for some lanes
// each.

// What lanes pay for, in additions.
const (
	gathered = 6  // an element of an array, or of a table, at an index of each lane's own
	called   = 16 // a call
	perWay   = 1  // each way but one on from a block
	// rounds of a loop inside; states may know how many there are
	innerRounds = 4
	folded      = .9 // about what is left of states when the optimiser has seen them
)

// turnsLooked is for how many turns lanes are followed, until they are about where they are in all later ones.
const turnsLooked = 16

// worth reports whether lanes that run together take less for the states than for the loop.
func (s *stater) worth() bool {
	loop, states := 0, 0
	inner := flow.NewSet(len(s.f.Blocks) + 1)
	for _, l := range s.loop.Inner {
		for _, i := range l.Blocks {
			inner.Add(i)
		}
	}
	for _, i := range s.loop.Blocks {
		work := s.work(s.f.Blocks[i])
		if inner.Has(i) {
			work *= innerRounds
		}
		loop += work
	}
	for _, st := range s.order {
		if !s.loop.Contains(st.block) {
			continue
		}
		work := s.work(st.to)
		if inner.Has(st.block) && s.comesBack(st.name) {
			work *= innerRounds
		}
		states += work
	}
	return folded*float64(states) < float64(loop)*s.rounds()
}

// comesBack reports whether lanes may come to a state's block again in the same round: it is in a loop that is left.
func (s *stater) comesBack(name string) bool {
	seen := map[string]bool{}
	var visit func(from string) bool
	visit = func(from string) bool {
		for _, to := range s.ways[from] {
			if to == name {
				return true
			}
			if !seen[to] && !s.begins[to] {
				if seen[to] = true; visit(to) {
					return true
				}
			}
		}
		return false
	}
	return visit(name)
}

// work estimates what lanes pay for a block, in additions.
func (s *stater) work(blk *program.Block) int {
	n := (len(blk.Term.Targets()) - 1) * perWay
	for _, in := range blk.Instrs {
		op, ok := in.(*program.PrimOp)
		switch {
		case !ok:
			n += called
		case op.Op == program.OpCopy: // of variables that become one, or of numbers
		case op.Op.Form() == optab.Elementwise:
			n += edit.Cost(s.p, op)
		case slices.ContainsFunc(op.In[1:], func(o program.Operand) bool { return !o.IsLiteral() }):
			n += gathered
		default:
			n++
		}
	}
	return n
}

// rounds estimates how many rounds of the loop a lane goes on in a turn, from state to later state: as if all ways on
// from a state were as frequent. A lane that leaves is followed by a new one.
func (s *stater) rounds() (rounds float64) {
	at := map[string]int{} // where a block is in the turn
	order := s.postorder()
	slices.Reverse(order)
	for i, name := range order {
		at[name] = i
	}
	next := map[string][]string{}
	for _, st := range s.order {
		if st.block == s.loop.Header {
			next[st.name] = s.following(st.name)
		}
	}
	begin := func(lanes float64, to map[string]float64) {
		for _, name := range s.entries {
			to[name] += lanes / float64(len(s.entries))
		}
	}
	now := map[string]float64{}
	begin(1, now)
	for turn := range turnsLooked {
		later := map[string]float64{}
		for _, name := range order {
			lanes := now[name]
			if lanes == 0 || !s.begins[name] {
				continue
			}
			if turn >= turnsLooked/2 {
				rounds += lanes
			}
			if len(next[name]) == 0 {
				begin(lanes, later)
			}
			for _, to := range next[name] {
				if at[to] > at[name] {
					now[to] += lanes / float64(len(next[name]))
				} else {
					later[to] += lanes / float64(len(next[name]))
				}
			}
		}
		now = later
	}
	return rounds / (turnsLooked - turnsLooked/2)
}

// postorder lists the states' blocks of the loop, each behind those that it leads to, but for the ways back.
func (s *stater) postorder() (list []string) {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, to := range s.ways[name] {
			visit(to)
		}
		list = append(list, name)
	}
	for _, name := range slices.Backward(s.entries) {
		visit(name)
	}
	return list
}

// following lists the states in which lanes may come round next.
func (s *stater) following(from string) (list []string) {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		for _, to := range s.ways[name] {
			if seen[to] {
				continue
			}
			seen[to] = true
			if s.begins[to] {
				list = append(list, to)
			} else {
				visit(to)
			}
		}
	}
	visit(from)
	return list
}
