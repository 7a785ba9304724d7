package flow

import "slices"

// Versions tells definitions of one variable apart: every write makes a new
// version, and where different versions of a live variable meet, a merge makes
// one of them. It is pruned single-assignment form (R. Cytron et al.,
// "Efficiently computing static single assignment form and the control
// dependence graph", 1991; merges are their φ-functions) beside the code, which
// stays as it is.
type Versions struct {
	// Len is the number of versions. Version v below the number of variables is
	// what variable v has at the entry.
	Len int
	// Block is the block that makes a version; 0 for those of the entry.
	Block []int
	// Reads and Writes are the versions of a step's operands and results, by
	// block and step; -1 where there is no variable. Blocks that the entry does
	// not reach have none.
	Reads, Writes [][][]int
	// Merges are the merges at the start of a block, by variable.
	Merges [][]Merge
	dom    *Dominators
	// variable is what a version is one of. A block makes those from its first one on, up to behind its last one.
	variable    []int
	first, last []int
}

// Merge is a version that is made of others at the start of a block.
type Merge struct {
	Var, Version int
	// Args are the versions at the ends of the predecessors, in their order; -1
	// for one that the entry does not reach.
	Args []int
}

// NewVersions finds the versions of a number of variables in the steps of each
// block of a graph whose dominators are given. The entry must have no predecessors. They are in a room, and in
// memory of their own if that is nil.
func NewVersions(room *Room, dom *Dominators, vars int, code [][]Step) *Versions {
	g := dom.g
	uses, defs := effects(room, vars, code)
	live := NewLive(g, vars, uses, defs)
	v := room.orOwn().versions.One()
	*v = Versions{
		Len: vars, Reads: room.tables(g.Len()), Writes: room.tables(g.Len()),
		Merges: room.mergeLists(g.Len()), dom: dom, first: room.Ints(g.Len()), last: room.Ints(g.Len()),
	}
	v.placeMerges(room, g, vars, defs, live)
	made, mentions, count := 0, 0, 0
	for b, steps := range code {
		made, count = made+len(v.Merges[b]), count+len(steps)
		for _, s := range steps {
			made += len(s.Writes)
			mentions += len(s.Reads) + len(s.Writes)
		}
	}
	v.Block, v.variable = room.Ints(vars + made)[:vars], room.Ints(vars + made)[:vars]
	r := &renamer{v: v, g: g, code: code, now: room.Ints(vars)}
	r.ints, r.lists = room.Ints(mentions), room.Slots(2*count)
	r.undo = room.Ints(2 * made)[:0]
	for x := range r.now {
		v.variable[x], r.now[x] = x, x
	}
	r.run()
	return v
}

// placeMerges puts a merge where ways from different writes of a variable meet,
// if it is live there: in the iterated dominance frontier of the writes.
func (v *Versions) placeMerges(room *Room, g *Graph, vars int, defs [][]int, live *Live) {
	frontiers := v.dom.Frontiers()
	writers := byVariable(room, vars, defs, v.dom.Reached)
	merged := room.Ints(g.Len()) // one more than the last variable with a merge there
	count := room.Ints(g.Len())
	places := room.Ints(4 * g.Len())[:0] // of all merges: the variable, and the block
	for x, work := range writers {
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, at := range frontiers[b] {
				if merged[at] != x+1 && live.In[at].Has(x) {
					merged[at] = x + 1
					count[at]++
					places = append(places, x, at)
					work = append(work, at)
				}
			}
		}
	}
	slab := room.merges(len(places) / 2)
	for at, n := range count {
		v.Merges[at], slab = slab[:0:n], slab[n:]
	}
	for i := 0; i < len(places); i += 2 {
		x, at := places[i], places[i+1]
		v.Merges[at] = append(v.Merges[at], Merge{Var: x, Args: room.Ints(len(g.Preds[at]))})
	}
}

// byVariable lists the blocks that have each variable in a list of theirs.
func byVariable(room *Room, vars int, lists [][]int, reached func(b int) bool) [][]int {
	count, n := room.Ints(vars), 0
	for b, list := range lists {
		if reached(b) {
			for _, x := range list {
				count[x]++
			}
			n += len(list)
		}
	}
	blocks, slab := room.Slots(vars), room.Ints(n)
	for x, n := range count {
		blocks[x], slab = slab[:0:n], slab[n:]
	}
	for b, list := range lists {
		if reached(b) {
			for _, x := range list {
				blocks[x] = append(blocks[x], b)
			}
		}
	}
	return blocks
}

// renamer walks the tree of dominators with the present version of each
// variable.
type renamer struct {
	v    *Versions
	g    *Graph
	code [][]Step
	now  []int
	// What variables' versions were: those that blocks on the way here have made anew, each with its version before.
	undo []int
	// Room for the versions of all steps.
	ints  []int
	lists [][]int
}

func (r *renamer) run() {
	type visit struct{ block, next, undo int }
	children := r.v.dom.Children()
	stack := append(make([]visit, 0, 32), visit{})
	r.block(0)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(children[top.block]) {
			b := children[top.block][top.next]
			top.next++
			stack = append(stack, visit{block: b, undo: len(r.undo)})
			r.block(b)
			continue
		}
		for i := len(r.undo) - 2; i >= top.undo; i -= 2 {
			r.now[r.undo[i]] = r.undo[i+1]
		}
		r.undo = r.undo[:top.undo]
		stack = stack[:len(stack)-1]
	}
}

// make makes a new version of a variable in a block.
func (r *renamer) make(x, b int) int {
	version := r.v.Len
	r.v.Len++
	r.v.Block = append(r.v.Block, b)
	r.v.variable = append(r.v.variable, x)
	r.undo = append(r.undo, x, r.now[x])
	r.now[x] = version
	return version
}

// take takes room for so many versions.
func (r *renamer) take(n int) []int {
	part := r.ints[:n:n]
	r.ints = r.ints[n:]
	return part
}

func (r *renamer) block(b int) {
	r.v.first[b] = r.v.Len
	for i := range r.v.Merges[b] {
		m := &r.v.Merges[b][i]
		m.Version = r.make(m.Var, b)
		for k, p := range r.g.Preds[b] {
			if !r.v.dom.Reached(p) {
				m.Args[k] = -1
			}
		}
	}
	n := len(r.code[b])
	r.v.Reads[b], r.v.Writes[b], r.lists = r.lists[:n:n], r.lists[n:2*n:2*n], r.lists[2*n:]
	for k, s := range r.code[b] {
		reads, writes := r.take(len(s.Reads)), r.take(len(s.Writes))
		for i, x := range s.Reads {
			if reads[i] = -1; x >= 0 {
				reads[i] = r.now[x]
			}
		}
		for i, x := range s.Writes {
			if writes[i] = -1; x >= 0 {
				writes[i] = r.make(x, b)
			}
		}
		r.v.Reads[b][k], r.v.Writes[b][k] = reads, writes
	}
	r.v.last[b] = r.v.Len
	for _, to := range r.g.Succs[b] {
		k := slices.Index(r.g.Preds[to], b)
		for i := range r.v.Merges[to] {
			m := &r.v.Merges[to][i]
			m.Args[k] = r.now[m.Var]
		}
	}
}

// At returns the version that a variable has at the start of a block, behind its
// merges. It means something only where the variable is live. It is -1 in a
// block that the entry does not reach.
func (v *Versions) At(b, x int) int {
	if !v.dom.Reached(b) {
		return -1
	}
	for _, m := range v.Merges[b] {
		if m.Var == x {
			return m.Version
		}
	}
	for b != 0 {
		b = v.dom.Idom[b]
		for version := v.last[b] - 1; version >= v.first[b]; version-- {
			if v.variable[version] == x {
				return version
			}
		}
	}
	return x
}
