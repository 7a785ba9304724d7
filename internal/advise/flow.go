package advise

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// flow is the graph of a lowered program's blocks, seen from within one
// activation: a call leads to the block that it returns to.
type flow struct {
	blocks []*program.Block
	index  map[string]int
	succs  [][]int
	preds  [][]int
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

func newFlow(p *program.Program) *flow {
	f := &flow{blocks: p.Graph.Blocks, index: make(map[string]int, len(p.Graph.Blocks))}
	for i, b := range f.blocks {
		f.index[b.Name] = i
	}
	f.succs, f.preds = make([][]int, len(f.blocks)), make([][]int, len(f.blocks))
	var entries []int
	for i, b := range f.blocks {
		if call, ok := b.Term.(program.PushGotoOp); ok {
			f.succs[i] = []int{f.index[call.Return]}
			entries = append(entries, f.index[call.Target])
			continue
		}
		for _, t := range b.Term.Targets() {
			if t != program.Exit {
				f.succs[i] = append(f.succs[i], f.index[t])
			}
		}
	}
	for i, ss := range f.succs {
		for _, s := range ss {
			f.preds[s] = append(f.preds[s], i)
		}
	}
	slices.Sort(entries)
	f.findRecursions(p, slices.Compact(entries))
	f.findLoops()
	return f
}

// findRecursions groups the functions that are still called by who calls whom
// in a circle.
func (f *flow) findRecursions(p *program.Program, entries []int) {
	bodies := make([][]int, len(entries))
	callees := make([][]int, len(entries))
	for i, e := range entries {
		bodies[i] = f.reachable(e)
		for _, b := range bodies[i] {
			if call, ok := f.blocks[b].Term.(program.PushGotoOp); ok {
				callee, _ := slices.BinarySearch(entries, f.index[call.Target])
				callees[i] = append(callees[i], callee)
			}
		}
	}
	for _, group := range components(callees) {
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
			call, ok := f.blocks[b].Term.(program.PushGotoOp)
			if ok && slices.Contains(r.entries, f.index[call.Target]) {
				r.calls = append(r.calls, b)
			}
		}
		r.name = functionAt(p, f.blocks[r.entries[0]].Name)
		f.recursions = append(f.recursions, r)
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
func (f *flow) reachable(from int) []int {
	seen := make([]bool, len(f.blocks))
	seen[from] = true
	list := []int{from}
	for i := 0; i < len(list); i++ {
		for _, s := range f.succs[list[i]] {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	slices.Sort(list)
	return list
}

// findLoops finds the innermost loops. A loop is a circle of blocks; taking its
// way in away leaves the circles inside it.
func (f *flow) findLoops() {
	inRecursion := make([]bool, len(f.blocks))
	for _, r := range f.recursions {
		for _, b := range r.calls {
			inRecursion[b] = true
		}
	}
	all := make([]int, len(f.blocks))
	for i := range all {
		all[i] = i
	}
	f.within(all, inRecursion)
}

// within adds the innermost loops among the given blocks, and reports whether
// there are any.
func (f *flow) within(blocks []int, inRecursion []bool) bool {
	place := make(map[int]int, len(blocks))
	for i, b := range blocks {
		place[b] = i
	}
	succs := make([][]int, len(blocks))
	for i, b := range blocks {
		for _, s := range f.succs[b] {
			if at, ok := place[s]; ok {
				succs[i] = append(succs[i], at)
			}
		}
	}
	found := false
	for _, c := range components(succs) {
		if len(c) == 1 && !slices.Contains(succs[c[0]], c[0]) {
			continue
		}
		found = true
		members := make([]int, len(c))
		for i, m := range c {
			members[i] = blocks[m]
		}
		switch {
		case f.within(f.withoutEntry(members), inRecursion):
		case slices.ContainsFunc(members, func(b int) bool { return inRecursion[b] }):
		default:
			f.loops = append(f.loops, members)
		}
	}
	return found
}

// withoutEntry returns a loop's blocks but the first that can be reached from
// outside.
func (f *flow) withoutEntry(members []int) []int {
	entry := slices.IndexFunc(members, func(b int) bool {
		return slices.ContainsFunc(f.preds[b], func(p int) bool {
			_, inside := slices.BinarySearch(members, p)
			return !inside
		})
	})
	return slices.Delete(slices.Clone(members), max(0, entry), max(0, entry)+1)
}

// components returns the strongly connected components of a graph, each in
// ascending order, by Tarjan's algorithm with a stack of its own: programs can
// have more blocks than a goroutine likes to nest calls.
func components(succs [][]int) [][]int {
	type visit struct{ node, next int }
	order, low := make([]int, len(succs)), make([]int, len(succs))
	open := make([]bool, len(succs))
	var groups [][]int
	var stack []int
	var path []visit
	count := 0
	enter := func(n int) {
		count++
		order[n], low[n], open[n] = count, count, true
		stack = append(stack, n)
		path = append(path, visit{node: n})
	}
	for root := range succs {
		if order[root] != 0 {
			continue
		}
		enter(root)
		for len(path) > 0 {
			v := &path[len(path)-1]
			n := v.node
			if v.next < len(succs[n]) {
				s := succs[n][v.next]
				v.next++
				if order[s] == 0 {
					enter(s)
				} else if open[s] {
					low[n] = min(low[n], order[s])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].node
				low[up] = min(low[up], low[n])
			}
			if low[n] != order[n] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != n {
				at--
			}
			group := slices.Clone(stack[at:])
			stack = stack[:at]
			for _, m := range group {
				open[m] = false
			}
			slices.Sort(group)
			groups = append(groups, group)
		}
	}
	return groups
}
