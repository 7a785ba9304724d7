package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Lanes that run together do a turn's work for all lanes at once: of the loop as it is, all its ways, and each lane
// comes round once. Of its states, what each of them does, and a lane goes from state to state as long as these follow
// each other in the turn. So states of a program that is interpreted, which mostly have one that is next, are worth it;
// those of a scanner, of which each may follow on each, do what they have in common one after the other, for some lanes
// each.

// What lanes pay for, in additions.
const (
	gathered = 6  // an element of an array, or of a table, at an index of each lane's own
	called   = 16 // a call
	perWay   = 1  // each way but one on from a block
	folded   = .9 // about what is left of states when the optimiser has seen them
)

// worth reports whether lanes that run together take less for the states than for the loop.
func (s *stater) worth() bool {
	loop, states := 0, 0
	for _, i := range s.loop.Blocks {
		loop += s.work(s.f.Blocks[i])
	}
	for _, st := range s.order {
		if s.loop.Contains(st.block) {
			states += s.work(st.to)
		}
	}
	return folded*float64(states)*s.back() < float64(loop)
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

// back estimates how often a lane goes back, or leaves, behind a state, rather than on to one that is later in the
// turn: as if all states and all ways on from them were as frequent.
func (s *stater) back() float64 {
	at := map[string]int{} // where a block is in the turn
	for i, name := range slices.Backward(s.postorder()) {
		at[name] = -i
	}
	sum := 0.
	for _, st := range s.order {
		if st.block != s.loop.Header {
			continue
		}
		next := s.following(st.name)
		back := 0
		for _, to := range next {
			if at[to] <= at[st.name] {
				back++
			}
		}
		if len(next) == 0 {
			back, next = 1, []string{""}
		}
		sum += float64(back) / float64(len(next))
	}
	return sum / float64(s.first)
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
	for _, st := range s.order {
		visit(st.name)
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
