package divergence

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// solution is what is known of a unit so far. All levels begin at always and
// only go down: what is left at the end is the greatest solution.
type solution struct {
	order  []int // the nodes in reverse postorder
	rank   []int
	level  []level // of versions
	branch []level // of the choice at the end of a node
	// What merges of different versions at the start of a node can be at most,
	// because lanes may come by different ways; at the header of a loop, entry is
	// for the ways into the loop and join for those back.
	join, entry []level
	exit        map[*flow.Loop]level // when a loop is left, and by which way
	doomed      flow.Set             // nodes from which every way ends in a fault
	loopRank    map[*flow.Loop]int
	given       []level // of ins
	result      []level // of outs
}

func (u *unit) begin() {
	u.versions = flow.NewVersions(nil, flow.NewDominators(u.graph), len(u.slots), u.steps)
	n := len(u.nodes)
	u.rank = u.graph.Ranks()
	u.order = u.graph.Postorder(0)
	slices.Reverse(u.order)
	u.level = slices.Repeat([]level{always}, u.versions.Len)
	u.branch = slices.Repeat([]level{always}, n)
	u.join, u.entry = slices.Clone(u.branch), slices.Clone(u.branch)
	u.given = slices.Repeat([]level{always}, len(u.ins))
	u.result = slices.Repeat([]level{always}, len(u.outs))
	u.findDoomed()
	u.exit, u.loopRank = map[*flow.Loop]level{}, map[*flow.Loop]int{}
	for _, l := range u.loops.All {
		u.exit[l] = always
		u.loopRank[l] = u.rank[l.Header]
		for _, b := range l.Blocks {
			u.loopRank[l] = min(u.loopRank[l], u.rank[b])
		}
	}
	for _, l := range u.loops.All {
		if l.Irreducible {
			u.leaves(l, varying)
		}
	}
	// Nobody knows anything of what the program is given, or of what is not
	// written before it is read.
	if u.number == 0 || u.sites == 0 {
		for v := range u.slots {
			u.level[u.slots[v]] = varying
		}
	} else {
		ins := flow.NewSet(len(u.slots))
		for _, s := range u.ins {
			ins.Add(u.slots[s])
		}
		for _, v := range u.slots {
			if !ins.Has(v) {
				u.level[v] = varying
			}
		}
	}
}

// solve lowers the levels of units until nothing contradicts them.
func solve(units []*unit) {
	for _, u := range units {
		u.begin()
	}
	for changed := true; changed; {
		changed = false
		for _, u := range units {
			changed = u.round() || changed
		}
	}
}

// lower makes a level at most to and reports whether that changed it.
func lower(l *level, to level) bool {
	if to < *l {
		*l = to
		return true
	}
	return false
}

// round goes through a unit once and reports whether anything changed.
func (u *unit) round() bool {
	changed := false
	for i, s := range u.ins {
		changed = lower(&u.level[u.slots[s]], u.given[i]) || changed
	}
	for _, b := range u.order {
		for i := range u.versions.Merges[b] {
			m := &u.versions.Merges[b][i]
			changed = lower(&u.level[m.Version], u.merge(b, m)) || changed
		}
		for k := range u.steps[b] {
			changed = u.step(b, k) || changed
		}
		if len(u.graph.Succs[b]) > 1 && lower(&u.branch[b], u.choice(b)) {
			u.spread(u.loops.Of[b], u.graph.Succs[b], u.branch[b])
			changed = true
		}
	}
	if len(u.versions.Reads[u.end()]) > 0 {
		for i, v := range u.versions.Reads[u.end()][0] {
			changed = lower(&u.result[i], u.seen(v, u.end())) || changed
		}
	}
	return changed
}

// choice is the level of what a node's terminator decides by.
func (u *unit) choice(b int) level {
	return u.seen(u.versions.Reads[b][len(u.nodes[b].block.Instrs)][0], b)
}

// findDoomed finds the nodes at which a lane is sure to fault. That lanes go
// there at different times sends those apart that go there, and no others.
func (u *unit) findDoomed() {
	u.doomed = flow.NewSet(len(u.nodes))
	open := make([]int, len(u.nodes)) // successors that are not doomed
	var work []int
	for n, succs := range u.graph.Succs {
		if open[n] = len(succs); open[n] == 0 && n != u.end() {
			u.doomed.Add(n)
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range u.graph.Preds[n] {
			if open[p]--; open[p] == 0 {
				u.doomed.Add(p)
				work = append(work, p)
			}
		}
	}
}

// seen is the level of a version in a node. Outside of a loop that lanes leave
// at different times, they have it of different times.
func (u *unit) seen(v, at int) level {
	if v < 0 {
		return always
	}
	lv := u.level[v]
	for l := u.loops.Of[u.versions.Block[v]]; l != nil && lv != always && !l.Encloses(u.loops.Of[at]); l = l.Parent {
		if u.doomed.Has(at) {
			return varying
		}
		if lv = min(lv, u.exit[l]); lv >= level(l.Depth) {
			lv = always // every time that the loop is entered it ends with the same
		}
	}
	return lv
}

func (u *unit) least(versions []int, at int) level {
	lv := always
	for _, v := range versions {
		lv = min(lv, u.seen(v, at))
	}
	return lv
}

// merge is the level of a merge of versions at the start of a node.
func (u *unit) merge(b int, m *flow.Merge) level {
	loop := u.loops.Of[b]
	if loop == nil || loop.Header != b || loop.Irreducible {
		return u.meet(b, m.Args, u.join[b], loop)
	}
	var ways, back []int
	for k, p := range u.graph.Preds[b] {
		if loop.Encloses(u.loops.Of[p]) {
			back = append(back, m.Args[k])
		} else {
			ways = append(ways, m.Args[k])
		}
	}
	return min(level(loop.Depth), u.meet(b, ways, u.entry[b], loop.Parent), u.meet(b, back, u.join[b], loop))
}

// meet is the level of one of several versions, if lanes of a level come by
// different ways. In an irreducible loop nobody knows how lanes come, nor where
// they are about to fault.
func (u *unit) meet(b int, args []int, ways level, loop *flow.Loop) level {
	args = slices.DeleteFunc(slices.Clone(args), func(v int) bool { return v < 0 })
	lv := u.least(args, b)
	for _, v := range args {
		if v != args[0] {
			if loop != nil && loop.Irreducible || u.doomed.Has(b) {
				return varying
			}
			return min(lv, ways)
		}
	}
	return lv
}

// step computes the levels of what a step writes and reports whether they
// changed.
func (u *unit) step(b, k int) bool {
	reads, writes := u.versions.Reads[b][k], u.versions.Writes[b][k]
	changed := false
	if c := u.calls[place{b, k}]; c != nil {
		return u.call(c.callee, b, reads, writes)
	}
	all := u.least(reads, b)
	apart := len(reads) == len(writes) && u.isCopy(b, k)
	for i, v := range writes {
		lv := all
		if apart {
			lv = u.seen(reads[i], b)
		}
		if v >= 0 {
			changed = lower(&u.level[v], lv) || changed
		}
	}
	return changed
}

func (u *unit) isCopy(b, k int) bool {
	blk := u.nodes[b].block
	if blk == nil || k >= len(blk.Instrs) {
		return false
	}
	op, ok := blk.Instrs[k].(*program.PrimOp)
	return ok && op.Op == program.OpCopy
}

// call gives a callee its arguments and takes its results. A function is its
// arguments' and nothing else's: lanes that give it the same get the same.
func (u *unit) call(callee *unit, b int, reads, writes []int) bool {
	changed := false
	all := u.least(reads, b)
	for i := range callee.given {
		lv := all
		if len(reads) == len(callee.given) {
			lv = u.seen(reads[i], b)
		}
		if lv != always || callee.sites > 1 && !callee.fixed[i] {
			lv = min(lv, 0)
		}
		changed = lower(&callee.given[i], lv) || changed
	}
	least := always
	for _, lv := range callee.result {
		least = min(least, lv)
	}
	for i, v := range writes {
		lv := least
		if len(writes) == len(callee.result) {
			lv = callee.result[i]
		}
		if v >= 0 {
			changed = lower(&u.level[v], max(lv, all)) || changed
		}
	}
	return changed
}
