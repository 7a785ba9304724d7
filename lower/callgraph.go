package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// callGraph tells who calls whom. Bodies have numbers: 0 is the main graph.
type callGraph struct {
	bodies []*body
	index  map[string]int
	sites  []*site
	group  []int   // strongly connected component of each body
	groups [][]int // members of each component; callees come before callers
}

// site is one call.
type site struct {
	caller, callee int
	block          *program.Block
	instr          int // index of the call in its block
	call           *program.FunctionCallOp
	// tail holds if the caller does nothing after the call but return the
	// call's results as its own, in order; they may have other names.
	tail bool
}

func newCallGraph(p *program.Program) *callGraph {
	g := &callGraph{bodies: bodies(p), index: map[string]int{}}
	for i, b := range g.bodies {
		g.index[b.name] = i
	}
	for i, b := range g.bodies {
		tails := newTailFinder(b)
		b.calls(func(blk *program.Block, at int, call *program.FunctionCallOp) {
			g.sites = append(g.sites, &site{
				caller: i, callee: g.index[call.Callee], block: blk, instr: at, call: call,
				tail: tails.isTail(blk, at, call),
			})
		})
	}
	g.findGroups()
	return g
}

// internal reports whether a call stays within one recursion: caller and
// callee call each other, or are the same.
func (g *callGraph) internal(s *site) bool { return g.group[s.caller] == g.group[s.callee] }

// stacking tells of each group whether it calls itself other than as its last act.
func (g *callGraph) stacking() []bool {
	list := make([]bool, len(g.groups))
	for _, s := range g.sites {
		if g.internal(s) && !s.tail {
			list[g.group[s.callee]] = true
		}
	}
	return list
}

// findGroups finds who calls whom in a circle.
func (g *callGraph) findGroups() {
	callees := make([][]int, len(g.bodies))
	for _, s := range g.sites {
		if !slices.Contains(callees[s.caller], s.callee) {
			callees[s.caller] = append(callees[s.caller], s.callee)
		}
	}
	g.group, g.groups = flow.Components(callees)
}

// tailFinder recognises calls after which a body does nothing but move the
// call's results to its own and return.
type tailFinder struct {
	b      *body
	byName map[string]*program.Block
}

func newTailFinder(b *body) *tailFinder {
	t := &tailFinder{b: b, byName: make(map[string]*program.Block, len(b.graph.Blocks))}
	for _, blk := range b.graph.Blocks {
		t.byName[blk.Name] = blk
	}
	return t
}

// isTail follows control from the call: copies and gotos only, up to the
// return, at which each result must hold the call's result of the same rank.
func (t *tailFinder) isTail(blk *program.Block, at int, call *program.FunctionCallOp) bool {
	if len(call.Out) != len(t.b.out) {
		return false
	}
	holds := make(map[string]int, len(call.Out)) // variable to rank of the result in it, plus one
	for i, name := range call.Out {
		holds[name] = i + 1
	}
	rest := blk.Instrs[at+1:]
	for range len(t.byName) + 1 {
		for _, in := range rest {
			cp, ok := isCopy(in)
			if !ok || len(cp.In) != len(cp.Out) {
				return false
			}
			ranks := make([]int, len(cp.In))
			for i, o := range cp.In {
				ranks[i] = holds[o.Name]
			}
			for i, o := range cp.Out {
				holds[o.Name] = ranks[i]
			}
		}
		next, ok := blk.Term.(program.GotoOp)
		if !ok {
			return false
		}
		if next.Target == program.Exit {
			for i, name := range t.b.out {
				if holds[name] != i+1 {
					return false
				}
			}
			return true
		}
		blk = t.byName[next.Target]
		rest = blk.Instrs
	}
	return false // an endless loop of gotos
}
