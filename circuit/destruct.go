package circuit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// classes puts the values of a scheduled circuit into variables again. In principle each value
// has a variable, each selector one more that its predecessors write and its block reads, and
// each result one that the returns write; then what is moved to each other is given one variable
// where the lives of the values do not meet, so that the moves that are left are those that no
// order of the gates could avoid (B. Boissinot et al., "Revisiting out-of-SSA translation for
// correctness, code quality, and efficiency", 2009). At last, values of one variable of the
// program share it again where they can.
type classes struct {
	s *Schedule
	c *Circuit

	values []place // by number
	number []int32 // of a gate, or -1
	live   *flow.Live
	spots  []spot   // where values are used
	uses   [][]spot // the same of a value, in its blocks
	ways   []int32  // of a selector's variable: the block of its selector, by number
	parent []int32
	member [][]int32
	pin    []string // the name of a class that must have it
	moves  []move
	steps  map[step]Ref

	dealt   []spot // what uses are lists of
	results []int32
	named   map[string]int32 // by name: the first value of that name
}

// step is a way into a selector on which what arrives is the selector's own value and a
// constant more or less: the step of a counter. Where the program needs the sum before it is
// done with the counter, the two cannot share a variable; the step is then taken again at the
// end of the way, as the program had it, since a counter that is copied is none to those who
// look for counters.
type step struct {
	selector Ref
	way      int
}

// place is where a value, or the variable of a selector or a result, comes from.
type place struct {
	gate  Ref
	what  sort
	block int32
	at    int32 // in the block: -1 at its start
	dtype program.Dtype
	name  string
}

type sort uint8

const (
	aValue  sort = iota
	aWay         // the variable in which a selector's inputs arrive
	aResult      // a result of the function
)

// spot is a place where a value is used. The end of a block is behind all its gates.
type spot struct{ value, block, at int32 }

const atEnd = 1 << 30

// move is a move that two classes becoming one saves.
type move struct {
	to, from int32
	depth    int
	same     bool // they had one name
}

// newClasses finds the classes of a schedule, in the memory of others.
func newClasses(k *classes, s *Schedule) *classes {
	k.s, k.c, k.number = s, s.c, s.c.room(s.c.Size(), -1)
	k.values, k.pin, k.moves, k.results, k.steps = k.values[:0], k.pin[:0], k.moves[:0], k.results[:0], nil
	k.find()
	k.alone()
	k.liveness()
	if k.findSteps(); len(k.steps) > 0 {
		k.liveness()
	}
	k.merge()
	return k
}

func (k *classes) add(p place) int32 {
	n := int32(len(k.values))
	k.values = append(k.values, p)
	k.pin = append(k.pin, "")
	return n
}

// alone puts each value into a class of its own.
func (k *classes) alone() {
	n := len(k.values)
	k.parent, k.member = k.c.room(n, 0), zeros(k.member, n)
	all := k.c.room(n, 0)
	for v := range all {
		k.parent[v], all[v] = int32(v), int32(v)
		k.member[v] = all[v : v+1 : v+1]
	}
}

func (k *classes) addValue(g Ref, block, at int) {
	k.number[g] = k.add(place{g, aValue, int32(block), int32(at), k.c.Type(g).Dtype(), k.c.NameOf(g)})
}

// find numbers the values: parameters, selectors, operations, results of calls; then the
// variables of selectors and results.
func (k *classes) find() {
	c := k.c
	for i, v := range c.Params {
		if len(v.Type.Shape) == 0 {
			g := c.arg(i)
			k.addValue(g, 0, -1)
			k.pin[k.number[g]] = v.Name
		}
	}
	for b := range k.s.Blocks {
		for _, g := range k.s.Blocks[b].Selectors {
			k.addValue(g, b, -1)
		}
		for at, g := range k.s.Blocks[b].Gates {
			if c.Kind(g) == Call {
				for u := range c.Uses(g) {
					if c.Kind(u) == Project {
						k.addValue(u, b, at)
					}
				}
			} else if c.Type(g).HasValue() {
				k.addValue(g, b, at)
			}
		}
	}
	for b := range k.s.Blocks {
		for _, g := range k.s.Blocks[b].Selectors {
			p := k.values[k.number[g]]
			p.what = aWay
			k.add(p)
		}
	}
	for _, v := range c.Results {
		if len(v.Type.Shape) == 0 {
			n := k.add(place{gate: None, what: aResult, block: -1, dtype: v.Type.Dtype, name: v.Name})
			k.pin[n] = v.Name
		}
	}
}

// liveness finds out where values are used and where they live. An input of a selector is used
// at the end of the predecessor that it comes from.
func (k *classes) liveness() {
	c := k.c
	k.spots = k.spots[:0]
	use := func(g Ref, b, at int) {
		if v := k.number[g]; v >= 0 {
			k.spots = append(k.spots, spot{v, int32(b), int32(at)})
		}
	}
	for b := range k.s.Blocks {
		blk := &k.s.Blocks[b]
		for at, g := range blk.Gates {
			for _, in := range c.Inputs(g) {
				use(in, b, at)
			}
		}
		if blk.End != None {
			for _, in := range c.Inputs(blk.End) {
				use(in, b, atEnd)
			}
		}
		for _, g := range blk.Selectors {
			for way := range int(c.Meta(g).Values) {
				from := c.Value(g, way)
				if _, ok := k.steps[step{g, way}]; ok {
					from = g
				}
				use(from, k.s.useAt(g, 1+way), atEnd)
			}
		}
	}
	k.dealUses()
	k.live = flow.NewLive(k.s.Graph, len(k.values), k.usesOf(), k.defs())
}

// dealUses gives each value the places where it is used.
func (k *classes) dealUses() {
	count := k.c.room(len(k.values), 0)
	for _, at := range k.spots {
		count[at.value]++
	}
	k.dealt, k.uses = zeros(k.dealt, len(k.spots)), zeros(k.uses, len(k.values))
	slab := k.dealt
	for v, n := range count {
		k.uses[v], slab = slab[:0:n], slab[n:]
	}
	for _, at := range k.spots {
		k.uses[at.value] = append(k.uses[at.value], at)
	}
}

// usesOf returns the values that each block uses from other blocks.
func (k *classes) usesOf() [][]int {
	return k.byBlock(len(k.spots), func(i int) (block int32, v int) {
		at := k.spots[i]
		if k.values[at.value].block == at.block {
			return -1, 0
		}
		return at.block, int(at.value)
	})
}

// defs returns the values that each block makes.
func (k *classes) defs() [][]int {
	return k.byBlock(len(k.values), func(v int) (block int32, _ int) {
		if k.values[v].what != aValue {
			return -1, 0
		}
		return k.values[v].block, v
	})
}

// byBlock lists values by the blocks that they belong to, -1 for none.
func (k *classes) byBlock(n int, at func(i int) (block int32, v int)) [][]int {
	lists, count, all := k.c.flow.Slots(len(k.s.Blocks)), k.c.flow.Ints(len(k.s.Blocks)), k.c.flow.Ints(n)
	for i := range n {
		if b, _ := at(i); b >= 0 {
			count[b]++
		}
	}
	for b, n := range count {
		lists[b], all = all[:0:n], all[n:]
	}
	for i := range n {
		if b, v := at(i); b >= 0 {
			lists[b] = append(lists[b], v)
		}
	}
	return lists
}

// findSteps finds the steps of counters that have to be taken again.
func (k *classes) findSteps() {
	c := k.c
	for b := range k.s.Blocks {
		if c.Kind(k.s.Blocks[b].Head) != LoopBegin {
			continue
		}
		for _, g := range k.s.Blocks[b].Selectors {
			for way := range int(c.Meta(g).Values) {
				v := c.Value(g, way)
				if !c.stepsFrom(v, g) || k.number[v] < 0 {
					continue
				}
				if p := &k.values[k.number[v]]; k.livesAfter(k.number[g], p.block, p.at) {
					if k.steps == nil {
						k.steps = map[step]Ref{}
					}
					k.steps[step{g, way}] = v
				}
			}
		}
	}
}

// stepsFrom reports whether a gate is another and a constant more or less.
func (c *Circuit) stepsFrom(v, g Ref) bool {
	m := c.Meta(v)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || c.Value(v, 0) != g ||
		c.Kind(c.Value(v, 1)) != Constant {
		return false
	}
	name := m.Op.Info().Row.Name
	return m.Op.Info().Type.IsInt() && (name == "add" || name == "sub")
}

// livesAfter reports whether a value lives behind a place in a block.
func (k *classes) livesAfter(x int32, block, at int32) bool {
	p := &k.values[x]
	if p.block == block && p.at > at {
		return false
	}
	if k.live.Out[block].Has(int(x)) {
		return true
	}
	for _, u := range k.uses[x] {
		if u.block == block && u.at > at {
			return true
		}
	}
	return false
}

// meets reports whether two values or variables hold something at once.
func (k *classes) meets(x, y int32) bool {
	p, q := &k.values[x], &k.values[y]
	if p.what > q.what {
		x, y, p, q = y, x, q, p
	}
	switch {
	case q.what == aResult:
		return p.what == aResult
	case p.what == aWay:
		return p.block == q.block
	case q.what == aWay:
		// What arrives lives from the ends of the predecessors to the start of the block.
		return k.live.In[q.block].Has(int(x))
	}
	if p.block == q.block && p.at == q.at {
		return true
	}
	return k.livesAfter(x, q.block, q.at) || k.livesAfter(y, p.block, p.at)
}

func (k *classes) find1(x int32) int32 {
	for k.parent[x] != x {
		k.parent[x] = k.parent[k.parent[x]]
		x = k.parent[x]
	}
	return x
}

// join makes two classes one if it can, and reports whether they are.
func (k *classes) join(x, y int32) bool {
	x, y = k.find1(x), k.find1(y)
	if x == y {
		return true
	}
	if k.values[x].dtype != k.values[y].dtype || k.pin[x] != "" && k.pin[y] != "" && k.pin[x] != k.pin[y] {
		return false
	}
	for _, a := range k.member[x] {
		for _, b := range k.member[y] {
			if k.meets(a, b) {
				return false
			}
		}
	}
	if len(k.member[x]) < len(k.member[y]) {
		x, y = y, x
	}
	k.parent[y] = x
	k.member[x] = append(k.member[x], k.member[y]...)
	k.member[y] = nil
	if k.pin[x] == "" {
		k.pin[x] = k.pin[y]
	}
	return true
}

// way returns the variable in which the inputs of a selector arrive.
func (k *classes) way(g Ref) int32 { return k.ways[k.number[g]] }

func (k *classes) merge() {
	c := k.c
	k.ways = zeros(k.ways, len(k.values))
	for v, p := range k.values {
		switch p.what {
		case aWay:
			k.ways[k.number[p.gate]] = int32(v)
		case aResult:
			k.results = append(k.results, int32(v))
		}
	}
	// A parameter and a result of one name are one variable.
	for _, r := range k.results {
		for v := range c.Params {
			if len(c.Params[v].Type.Shape) == 0 && c.Params[v].Name == k.pin[r] {
				k.join(r, k.number[c.arg(v)])
			}
		}
	}
	add := func(to int32, from Ref, b int) {
		if v := k.number[from]; v >= 0 {
			k.moves = append(k.moves, move{to, v, k.s.depth(b), k.values[to].name == k.values[v].name})
		}
	}
	for b := range k.s.Blocks {
		blk := &k.s.Blocks[b]
		for _, g := range blk.Selectors {
			way := k.way(g)
			k.moves = append(k.moves, move{k.number[g], way, k.s.depth(b) + 1, true})
			for i := range int(c.Meta(g).Values) {
				if _, ok := k.steps[step{g, i}]; !ok {
					add(way, c.Value(g, i), k.s.useAt(g, 1+i))
				}
			}
		}
		if blk.End != None && c.Kind(blk.End) == Return {
			i := 0
			for j, v := range c.Results {
				if len(v.Type.Shape) == 0 {
					add(k.results[i], c.Value(blk.End, j), b)
					i++
				}
			}
		}
	}
	slices.SortStableFunc(k.moves, func(a, b move) int {
		if a.depth != b.depth {
			return b.depth - a.depth
		}
		if a.same != b.same {
			if a.same {
				return -1
			}
			return 1
		}
		return 0
	})
	for _, m := range k.moves {
		if m.same {
			k.join(m.to, m.from)
		}
	}
	k.shareNames()
}

// shareNames gives the values of one variable of the program one again where they do not meet.
func (k *classes) shareNames() {
	if k.named == nil {
		k.named = map[string]int32{}
	}
	clear(k.named)
	next := k.c.room(len(k.values), -1)
	for v := range int32(len(k.values)) {
		name := k.values[v].name
		if name == "" {
			continue
		}
		y, ok := k.named[name]
		if !ok {
			k.named[name] = v
			continue
		}
		for !k.join(y, v) {
			if next[y] < 0 {
				next[y] = v
				break
			}
			y = next[y]
		}
	}
}
