package engine

import (
	"iter"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A region is a loop that runs as a loop inside a turn: lanes that come to it in one turn
// stay until all of them have left. That is best where all leave in the same round; and
// where they do not, but arrays are read and written at the counters of the loop: lanes
// that entered it together have the same, so that a row is one load. And it mostly is in
// loops around it, as a lane would otherwise pay for a round of all that are in the turn.
type region struct {
	header, end int // the blocks from the header on, and the first behind them, in order
	inner       []*region
	// atOnce: all lanes of all groups leave it after the same round, from the block latch
	// to the block exit, and there is nothing to remember of each.
	atOnce      bool
	latch, exit int
	// chosen is the block at which all lanes come to the region, or all pass it by; -1 if there is none.
	chosen int
}

// findAtOnce finds the regions whose lanes leave at once: one block leads back and out, a
// value decides that is the same for all, and no lane faults.
func (g *graph) findAtOnce(regions []*region) {
	for _, r := range regions {
		g.findAtOnce(r.inner)
		r.atOnce = g.leavesAtOnce(r)
	}
}

func (g *graph) leavesAtOnce(r *region) bool {
	r.latch = -1
	for b := r.header; b < r.end; b++ {
		for _, to := range g.succs[b] {
			if to != r.header && to >= r.header && to < r.end {
				continue
			}
			if r.latch >= 0 && r.latch != b {
				return false
			}
			if r.latch = b; to != r.header {
				r.exit = to
			}
		}
		if _, faults := g.blocks[b].Term.(program.FaultOp); faults || g.mayFault(b) {
			return false
		}
	}
	t, ok := g.blocks[r.latch].Term.(program.BranchOp)
	return ok && g.innermost(r.latch) == r && t.Then != t.Else && len(g.succs[r.latch]) == 2 &&
		g.decidedAlike(r.latch, t.Cond)
}

// mayFault reports whether an operation of a block may fault.
func (g *graph) mayFault(b int) bool { return g.mayFaultBefore(site{b, len(g.blocks[b].Instrs)}) }

// mayFaultBefore reports whether one may that is before another in a block.
func (g *graph) mayFaultBefore(at site) bool {
	b := at.block
	for i, in := range g.blocks[b].Instrs[:at.instr] {
		op, ok := in.(*program.PrimOp)
		if !ok || !mayFault(op) {
			continue
		}
		first := op.Op.Form().FirstIndex()
		if first == 0 {
			return true
		}
		from := op.In[0].Name
		if op.Op.Form() == optab.Insert {
			from = op.Out[0].Name
		}
		shape := g.shape(from)
		for axis := range len(op.In) - first {
			if shape[axis] == program.AnyLength || !g.exists(site{b, i}, first+axis, shape[axis]) {
				return true
			}
		}
	}
	return false
}

// decidedAlike reports whether a condition at the end of a block is computed of what is the
// same for all lanes of all groups.
func (g *graph) decidedAlike(b int, cond program.Operand) bool {
	return g.sameOperand(cond, g.sameIn(b, func(string, bool) {}))
}

// loopTree is a loop and the loops inside it, as long as blocks have no order.
type loopTree struct {
	*divergence.Loop
	inner []*loopTree
}

// findLoops chooses the loops that run inside a turn, of blocks with some arms.
func (g *graph) findLoops(hosts map[string]bool, a *arms) []*loopTree {
	trees := map[*divergence.Loop]*loopTree{}
	var roots []*loopTree
	for _, l := range g.info.Loops() {
		t := &loopTree{Loop: l}
		trees[l] = t
		if parent := trees[l.Parent]; l.Parent != nil {
			parent.inner = append(parent.inner, t)
		} else {
			roots = append(roots, t)
		}
	}
	var chosen, more []*loopTree
	left := false // loops that could have run inside
	var choose func(t *loopTree)
	choose = func(t *loopTree) {
		if g.runsInside(t, t.Loop, hosts) {
			if g.nesting == FewLoops || !g.innerTake(t, hosts) {
				chosen = append(chosen, t)
				return
			}
			left = true
		}
		if len(t.inner) == 0 && g.mayRunInside(t, hosts) {
			more = append(more, t)
		}
		for _, inner := range t.inner {
			choose(inner)
		}
	}
	for _, t := range roots {
		choose(t)
	}
	g.mayGate = slices.ContainsFunc(g.info.Loops(), a.costlyIn)
	switch g.chooseNesting(more, left); g.nesting {
	case InnerLoops:
		chosen = append(chosen, more...)
	case GatedLoops, AllGated:
		chosen = append(chosen, a.ungated(more)...)
	}
	return chosen
}

// Nesting says which loops run inside a turn.
type Nesting uint8

const (
	// UsualNesting is that which seems best.
	UsualNesting Nesting = iota
	// FewLoops are those that all lanes leave in the same round, or that take rows.
	FewLoops
	// InnerLoops are the innermost loops, besides, and not the loops around others that take all their rows.
	InnerLoops
	// GatedLoops are those of InnerLoops that are in other loops and have no costly ways in them. Lanes wait before
	// costly ways, with such loops or without, until enough of them do: see gates.go.
	GatedLoops
	// AllGated is GatedLoops with lanes that wait before all arms, whatever these cost.
	AllGated
)

// others are those that may be tried instead.
func (n Nesting) others() []Nesting {
	return slices.DeleteFunc([]Nesting{InnerLoops, FewLoops, GatedLoops}, func(x Nesting) bool { return x == n })
}

// chooseNesting decides whether more loops run inside a turn, the innermost ones that lanes leave one by one. Lanes
// that are done with such a loop wait for those that came to it with them, but not for those that are in other loops
// or around it, as each turn costs a round of everything in it. So they seem better where they are in other loops. left
// says that loops around them could have run inside, too.
func (g *graph) chooseNesting(more []*loopTree, left bool) {
	nested := left || slices.ContainsFunc(more, func(t *loopTree) bool { return t.Parent != nil }) ||
		len(more) > 0 && g.returns()
	g.nestings = nested || len(more) > 1
	switch {
	case g.nesting != UsualNesting:
	case nested:
		g.nesting = InnerLoops
	default:
		g.nesting = FewLoops
	}
}

// returns reports whether calls return: what is a loop of its own may be in a function that a loop calls.
func (g *graph) returns() bool {
	return slices.ContainsFunc(g.blocks, func(b *program.Block) bool {
		_, is := b.Term.(program.IndirectGotoOp)
		return is
	})
}

// runsInside reports whether a loop, which is root or inside it, may run inside a turn as
// root does. Nobody waits there for Go.
func (g *graph) runsInside(t *loopTree, root *divergence.Loop, hosts map[string]bool) bool {
	if !g.mayRunInside(t, hosts) {
		return false
	}
	if !within(t.Exit, root) && !slices.ContainsFunc(t.Blocks,
		func(b *program.Block) bool { return g.hasRows(b, root) }) && !g.usesRows(t.Loop, root) {
		return false
	}
	return !slices.ContainsFunc(t.inner, func(inner *loopTree) bool { return !g.runsInside(inner, root, hosts) })
}

// innerTake reports whether lanes leave a loop in different rounds, and loops inside it take all rows that it would, so
// that lanes need not wait for each other in it: its rounds are turns.
func (g *graph) innerTake(t *loopTree, hosts map[string]bool) bool {
	if within(t.Exit, t.Loop) {
		return false
	}
	for _, b := range t.Blocks {
		k := slices.IndexFunc(t.inner, func(inner *loopTree) bool { return slices.Contains(inner.Blocks, b) })
		takes := k >= 0 && g.runsInside(t.inner[k], t.inner[k].Loop, hosts)
		for i, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if ok && g.takesRow(b, i, op, t.Loop) && !(takes && g.takesRow(b, i, op, t.inner[k].Loop)) {
				return false
			}
		}
	}
	return len(t.inner) > 0
}

// mayRunInside reports whether nobody calls, or waits for Go, in a loop.
func (g *graph) mayRunInside(t *loopTree, hosts map[string]bool) bool {
	if t.Irreducible {
		return false
	}
	for _, b := range t.Blocks {
		switch b.Term.(type) {
		case program.PushGotoOp, program.IndirectGotoOp:
			return false
		}
		if hosts[b.Name] {
			return false
		}
	}
	return true
}

// within reports whether a value is the same in all lanes that entered a loop together; in
// none, in all lanes.
func within(v divergence.Value, root *divergence.Loop) bool {
	if v.Class != divergence.Coherent || root == nil {
		return v.Class == divergence.Uniform
	}
	for l := v.Scope; l != nil; l = l.Parent {
		if l == root {
			return true
		}
	}
	return false
}

// hasRows reports whether a block takes an element of an array, or replaces one, that is the
// same for all lanes of a loop, but not always.
func (g *graph) hasRows(b *program.Block, root *divergence.Loop) bool {
	for range g.rows(b, root) {
		return true
	}
	return false
}

// usesRows reports whether a loop uses elements that were taken so in the loop around it: it would take them itself,
// had the circuit not seen that they are the same in each round.
func (g *graph) usesRows(l, root *divergence.Loop) bool {
	if root == l {
		return false
	}
	taken := map[string]bool{}
	for _, b := range root.Blocks {
		if !slices.Contains(l.Blocks, b) {
			for op := range g.rows(b, root) {
				if op.Op.Form() == optab.Index {
					taken[op.Out[0].Name] = true
				}
			}
		}
	}
	used := false
	for _, b := range l.Blocks {
		for _, in := range b.Instrs {
			for _, name := range program.Writes(in, nil) {
				delete(taken, name)
			}
		}
	}
	for _, b := range l.Blocks {
		for _, in := range b.Instrs {
			used = used || slices.ContainsFunc(program.Reads(in, nil), func(name string) bool { return taken[name] })
		}
	}
	return used
}

// rows ranges over what hasRows looks for.
func (g *graph) rows(b *program.Block, root *divergence.Loop) iter.Seq[*program.PrimOp] {
	return func(yield func(*program.PrimOp) bool) {
		for i, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && g.takesRow(b, i, op, root) && !yield(op) {
				return
			}
		}
	}
}

// takesRow reports whether an instruction takes or replaces such an element.
func (g *graph) takesRow(b *program.Block, i int, op *program.PrimOp, root *divergence.Loop) bool {
	from := op.Op.Form().FirstIndex()
	if from == 0 || !slices.ContainsFunc(op.In[from:], func(o program.Operand) bool { return !o.IsLiteral() }) {
		return false
	}
	for k := from; k < len(op.In); k++ {
		if !within(g.info.Operand(b, i, k), root) {
			return false
		}
	}
	return true
}

// contiguous puts the blocks of each chosen loop next to each other, from its header on,
// and returns the regions.
func (g *graph) contiguous(trees []*loopTree) []*region {
	taken := map[string]bool{}
	var list []*program.Block
	var put func(blocks []*program.Block, trees []*loopTree) []*region
	put = func(blocks []*program.Block, trees []*loopTree) (regions []*region) {
		for _, b := range blocks {
			if taken[b.Name] {
				continue
			}
			i := slices.IndexFunc(trees, func(t *loopTree) bool { return t.Header == b })
			if i < 0 {
				taken[b.Name] = true
				list = append(list, b)
				continue
			}
			var own []*program.Block // in order
			for _, c := range blocks {
				if slices.Contains(trees[i].Blocks, c) {
					own = append(own, c)
				}
			}
			r := &region{header: len(list), chosen: -1}
			taken[b.Name] = true
			list = append(list, b)
			r.inner = put(own, trees[i].inner)
			r.end = len(list)
			regions = append(regions, r)
		}
		return regions
	}
	regions := put(g.blocks, trees)
	g.blocks = list
	return regions
}

// has reports whether a block is in the region.
func (r *region) has(b int) bool { return r.header <= b && b < r.end }

// findNests lists the regions around each block, the outermost first.
func (g *graph) findNests() {
	g.nests = make([][]*region, len(g.blocks))
	var visit func(list []*region)
	visit = func(list []*region) {
		for _, r := range list {
			for b := r.header; b < r.end; b++ {
				g.nests[b] = append(g.nests[b], r)
			}
			visit(r.inner)
		}
	}
	visit(g.regions)
}

// innermost is the innermost region around a block, or nil.
func (g *graph) innermost(b int) *region {
	if nest := g.nests[b]; len(nest) > 0 {
		return nest[len(nest)-1]
	}
	return nil
}

// root is the loop of the outermost region around a block, or nil.
func (g *graph) root(b int) *divergence.Loop {
	if len(g.nests[b]) == 0 {
		return nil
	}
	header := g.blocks[g.nests[b][0].header]
	l := g.info.LoopOf(header)
	for l.Header != header {
		l = l.Parent
	}
	return l
}

// again reports whether an edge leads to the next round of a region.
func (g *graph) again(from, to int) bool {
	return slices.ContainsFunc(g.nests[from], func(r *region) bool { return r.header == to })
}

// item is a part of a turn: phases, one after the other, a region, or what is behind a gate.
type item struct {
	blocks []int // of phases
	*piece       // their code
	*region
	items []item // of the region, or behind the gate
	gate  *gate  // nil if there is none
	leave *piece // what is done when all lanes leave the region
}

// turnItems takes the blocks of the turn apart.
func (g *graph) turnItems() (list []item) {
	within := func(from, to int) []item {
		return g.itemsOf(from, to, slices.DeleteFunc(slices.Clone(g.regions),
			func(r *region) bool { return r.header < from || r.header >= to }))
	}
	from := 0
	for i := range g.gates {
		w := &g.gates[i]
		list = append(list, within(from, w.at)...)
		list = append(list, item{gate: w, items: within(w.at, w.end)})
		from = w.end
	}
	return append(list, within(from, len(g.blocks))...)
}

func (g *graph) itemsOf(from, end int, regions []*region) (list []item) {
	phases := func(to int) {
		var blocks []int
		for b := from; b < to; b++ {
			if g.part[b] == turning {
				blocks = append(blocks, b)
			}
		}
		if len(blocks) > 0 {
			list = append(list, item{blocks: blocks})
		}
	}
	for _, r := range regions {
		phases(r.header)
		list = append(list, item{region: r, items: g.itemsOf(r.header, r.end, r.inner)})
		from = r.end
	}
	phases(end)
	return list
}

// crossings are the blocks, other than those of others, to which lanes come from other items
// of the turn.
func (g *graph) crossings(items []item, others []int) []int {
	of := map[int]int{} // which item a block is of
	var headers []int
	n := 0
	var visit func(items []item)
	visit = func(items []item) {
		for _, it := range items {
			if it.region != nil {
				headers = append(headers, it.header)
			}
			if len(it.items) > 0 {
				visit(it.items)
				continue
			}
			n++
			for _, b := range it.blocks {
				of[b] = n
			}
		}
	}
	visit(items)
	var list []int
	add := func(b int) {
		if !slices.Contains(others, b) && !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	for _, h := range headers {
		add(h)
	}
	for b := range g.blocks {
		for _, to := range g.succs[b] {
			if of[b] != 0 && of[to] != 0 && of[b] != of[to] {
				add(to)
			}
		}
	}
	slices.Sort(list)
	return list
}
