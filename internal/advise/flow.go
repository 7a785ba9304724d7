package advise

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// shape is the graph of a lowered program's blocks, seen from within one
// activation: a call leads to the block that it returns to.
type shape struct {
	*program.Shape
	// recursions are the groups of functions that call each other, and loops
	// the innermost bodies of loops that are no part of a recursion.
	recursions []recursion
	loops      [][]int
}

// recursion is a function that calls itself, or several that call each other.
type recursion struct {
	name    string // of the function that comes first in the program
	entries []int
	blocks  []int // of all bodies, in program order
	calls   []int // the blocks among them that end in a call within the group
}

func newShape(p *program.Program) *shape {
	s := &shape{Shape: program.NewShape(&p.Graph)}
	var entries []int
	for _, b := range s.Blocks {
		if call, ok := b.Term.(program.PushGotoOp); ok {
			entries = append(entries, s.Index(call.Target))
		}
	}
	slices.Sort(entries)
	s.findRecursions(p, slices.Compact(entries))
	s.findLoops()
	return s
}

// findRecursions groups the functions that are still called by who calls whom
// in a circle.
func (s *shape) findRecursions(p *program.Program, entries []int) {
	bodies := make([][]int, len(entries))
	callees := make([][]int, len(entries))
	for i, e := range entries {
		bodies[i] = s.reachable(e)
		for _, b := range bodies[i] {
			if call, ok := s.Blocks[b].Term.(program.PushGotoOp); ok {
				callee, _ := slices.BinarySearch(entries, s.Index(call.Target))
				callees[i] = append(callees[i], callee)
			}
		}
	}
	_, groups := flow.Components(callees)
	for _, group := range groups {
		if len(group) == 1 && !slices.Contains(callees[group[0]], group[0]) {
			continue
		}
		var r recursion
		for _, g := range group {
			r.entries = append(r.entries, entries[g])
			r.blocks = append(r.blocks, bodies[g]...)
		}
		slices.Sort(r.blocks)
		r.blocks = slices.Compact(r.blocks)
		for _, b := range r.blocks {
			call, ok := s.Blocks[b].Term.(program.PushGotoOp)
			if ok && slices.Contains(r.entries, s.Index(call.Target)) {
				r.calls = append(r.calls, b)
			}
		}
		r.name = functionAt(p, s.Blocks[r.entries[0]].Name)
		s.recursions = append(s.recursions, r)
	}
}

// functionAt returns the name of the function whose body begins at a block.
func functionAt(p *program.Program, entry string) string {
	for _, fn := range p.Functions {
		if fn.Entry == entry {
			return fn.Name
		}
	}
	return entry
}

// reachable returns the blocks that one activation can get to from a block, in
// program order.
func (s *shape) reachable(from int) []int {
	set := flow.NewSet(s.Len())
	set.Add(from)
	s.Reach(from, -1, set)
	set.Remove(s.Exit())
	return slices.Collect(set.All())
}

// findLoops finds the innermost loops.
func (s *shape) findLoops() {
	inRecursion := make([]bool, s.Len())
	for _, r := range s.recursions {
		for _, b := range r.calls {
			inRecursion[b] = true
		}
	}
	for _, l := range flow.NewLoops(s.Graph).All {
		if len(l.Inner) == 0 && !slices.ContainsFunc(l.Blocks, func(b int) bool { return inRecursion[b] }) {
			s.loops = append(s.loops, l.Blocks)
		}
	}
}
