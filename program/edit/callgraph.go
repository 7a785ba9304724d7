package edit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// CallGraph tells who calls whom. Bodies have numbers: 0 is the main graph.
type CallGraph struct {
	Bodies []*Body
	Index  map[string]int
	Sites  []*Site
	Group  []int   // strongly connected component of each body
	Groups [][]int // members of each component; callees come before callers
}

// Site is one call.
type Site struct {
	Caller, Callee int
	Block          *program.Block
	Instr          int // index of the call in its block
	Call           *program.FunctionCallOp
	// tail holds if the caller does nothing after the call but return the
	// call's results as its own, in order; they may have other names.
	Tail bool
}

// NewCallGraph returns the calls of a program.
func NewCallGraph(p *program.Program) *CallGraph {
	g := &CallGraph{Bodies: Bodies(p), Index: map[string]int{}}
	for i, b := range g.Bodies {
		g.Index[b.Name] = i
	}
	for i, b := range g.Bodies {
		tails := NewTailFinder(b)
		b.Calls(func(blk *program.Block, at int, call *program.FunctionCallOp) {
			g.Sites = append(g.Sites, &Site{
				Caller: i, Callee: g.Index[call.Callee], Block: blk, Instr: at, Call: call,
				Tail: tails.IsTail(blk, at, call),
			})
		})
	}
	g.findGroups()
	return g
}

// Internal reports whether a call stays within one recursion: caller and
// callee call each other, or are the same.
func (g *CallGraph) Internal(s *Site) bool { return g.Group[s.Caller] == g.Group[s.Callee] }

// Stacking tells of each group whether it calls itself other than as its last act.
func (g *CallGraph) Stacking() []bool {
	list := make([]bool, len(g.Groups))
	for _, s := range g.Sites {
		if g.Internal(s) && !s.Tail {
			list[g.Group[s.Callee]] = true
		}
	}
	return list
}

// findGroups finds who calls whom in a circle.
func (g *CallGraph) findGroups() {
	callees := make([][]int, len(g.Bodies))
	for _, s := range g.Sites {
		if !slices.Contains(callees[s.Caller], s.Callee) {
			callees[s.Caller] = append(callees[s.Caller], s.Callee)
		}
	}
	g.Group, g.Groups = flow.Components(callees)
}

// TailFinder recognises calls after which a body does nothing but move the
// call's results to its own and return.
type TailFinder struct {
	b      *Body
	byName map[string]*program.Block
}

// NewTailFinder looks at a body.
func NewTailFinder(b *Body) *TailFinder {
	t := &TailFinder{b: b, byName: make(map[string]*program.Block, len(b.Graph.Blocks))}
	for _, blk := range b.Graph.Blocks {
		t.byName[blk.Name] = blk
	}
	return t
}

// IsTail follows control from the call: copies and gotos only, up to the
// return, at which each result must hold the call's result of the same rank.
func (t *TailFinder) IsTail(blk *program.Block, at int, call *program.FunctionCallOp) bool {
	if len(call.Out) != len(t.b.Out) {
		return false
	}
	holds := make(map[string]int, len(call.Out)) // variable to rank of the result in it, plus one
	for i, name := range call.Out {
		holds[name] = i + 1
	}
	rest := blk.Instrs[at+1:]
	for range len(t.byName) + 1 {
		for _, in := range rest {
			cp, ok := IsCopy(in)
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
			for i, name := range t.b.Out {
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
