package superblock

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Which blocks a superblock has. It begins where lanes come from several places, and goes on
// along the way that most lanes take, as tier 1 and other executors have counted them. Calls
// are followed, and so are returns from calls that it has made itself: a value that is saved
// in between is a value then, and nothing is pushed. It ends where lanes part in too equal
// shares, since all of its micro-ops run for all lanes that are still there; before a block
// that it has already; and before the head of another loop.

// likely is the share of the lanes that must go on together, in percent.
const likely = 70

// entries marks the blocks at which executors may begin: the program's first, those that are
// called, those that calls return to, and heads of loops, which are in loops too.
func entries(p *plan.Program) (marked, loops []bool) {
	succs := make([][]int, len(p.Blocks)+1)
	marked, loops = make([]bool, len(p.Blocks)+1), make([]bool, len(p.Blocks)+1)
	marked[0] = true
	for i, b := range p.Blocks {
		succs[i] = b.Term.Targets()
		if t := &b.Term; t.Kind == plan.Call {
			succs[i] = append(succs[i], t.Ret)
			marked[t.To], marked[t.Ret] = true, true
		}
	}
	ranks := flow.NewGraph(succs).Ranks()
	for i, b := range p.Blocks {
		for _, to := range b.Term.Targets() {
			if ranks[to] <= ranks[i] && b.Term.Kind != plan.Call {
				marked[to], loops[to] = true, true
			}
		}
	}
	return marked, loops
}

// A pass makes one superblock of another.
type pass struct {
	name string
	run  func(*plan.Superblock) *plan.Superblock
}

// passes are what superblocks go through, in order.
var passes = []pass{{"unused", plan.Unused}}

// form makes the superblock that begins with a block, of so many blocks at most.
func (p *Pool) form(entry, most int) *plan.Superblock {
	b := p.plan.Begin(entry)
	for range most - 1 {
		to, ok := p.onward(b)
		if !ok || to == p.plan.Exit() || to == entry || b.Has(to) || p.alone[to] != "" || !b.Follow(to) {
			break
		}
	}
	s := b.End()
	for _, pass := range passes {
		s = pass.run(s)
	}
	return s
}

// onward is the block at which most lanes go on, if they are enough.
func (p *Pool) onward(b *plan.Builder) (to int, ok bool) {
	t := b.Term()
	switch t.Kind {
	case plan.Goto:
		return t.To, !p.loops[t.To]
	case plan.Branch:
		went := p.edges[b.Last()]
		yes, no := went.to(t.To), went.to(t.OrElse)
		to = t.To
		if yes < no {
			to, yes, no = t.OrElse, no, yes
		}
		return to, yes > 0 && 100*yes >= likely*(yes+no) && !p.loops[to]
	}
	return 0, false
}

// check panics if a superblock is not one: it is entered at the beginning, no lane leaves
// before the first block is done, a micro-op leaves in one way, and it is not too long.
func check(s *plan.Superblock) {
	bad := func(format string, args ...any) { panic("bug: superblock: " + fmt.Sprintf(format, args...)) }
	if len(s.Steps) > plan.MaxUops {
		bad("%d micro-ops", len(s.Steps))
	}
	exits := 0
	for i := range s.Steps {
		st := &s.Steps[i]
		if st.Kind != plan.Leave {
			continue
		}
		if len(s.Since) < 2 || i < s.Since[1]-1 {
			bad("micro-op %d leaves before the first block is done", i)
		}
		if st.MayFault() {
			bad("micro-op %d leaves in two ways", i)
		}
		if st.Exit != exits {
			bad("exit %d comes as number %d", st.Exit, exits)
		}
		exits++
	}
	if exits != len(s.Exits) || s.Term.Kind == plan.Call {
		bad("%d exits of %d, terminator %d", exits, len(s.Exits), s.Term.Kind)
	}
}
