package golang

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// Where a loop goes round, what its rounds took of arenas and the loop does not carry on is free (arenas_free.go). What
// was made before the loop begins is at places below the mark, which is noted at the end of the block that dominates
// the loop's head. What a round makes and a later one sees comes there through φs of the head, or through memory.

// markLoops notes, where a block ends, which places are next before the loops that it leads to.
func (b *body) markLoops(blk *ssa.BasicBlock) {
	for _, head := range blk.Dominees() {
		loop := ssaflow.LoopOf(head)
		if len(loop) == 0 {
			continue
		}
		for _, a := range b.kept.freeable() {
			if !b.takesIn(loop, a) {
				continue
			}
			f := freeing{arena: a}
			f.leaves, f.shaped = b.rootLeaves(a, b.regionsAround(head, loop))
			f.leaves = slices.DeleteFunc(f.leaves, func(l leafPlace) bool { return b.isLost(l, head) })
			mayBeThere := func(l leafPlace) bool { return b.isValue(l, head) }
			stays := func(l leafPlace) bool { return b.frozenLeaf(l.region, l.leaf) } // with all its elements
			if slices.ContainsFunc(f.leaves, mayBeThere) || slices.ContainsFunc(f.shaped, stays) ||
				!b.rootsKnown(a, b.phisOf(head)) ||
				!b.leavesKnown(a, f.leaves) || !b.leavesKnown(a, f.shaped) || !b.kept.wantsFree() ||
				len(f.shaped) > 0 && !(b.remakes(loop, a) && b.kept.collects(a)) {
				continue
			}
			f.mark = b.variable("mark", b.takenIn(a.region))
			if len(f.shaped) > 0 {
				f.next = b.variable("next", known.Int64(a.collectsFrom()))
			}
			b.marked[head] = append(b.marked[head], f)
		}
	}
}

// isValue reports whether a leaf is not memory but stands for a value (memory.go) that need not have been computed
// where a loop begins.
func (b *body) isValue(l leafPlace, head *ssa.BasicBlock) bool {
	in := b.makers[l.region.Name]
	return in != nil && b.frozenLeaf(l.region, l.leaf) && !in.Block().Dominates(head)
}

// isLost reports whether a leaf is such a value that nothing refers to any more, as of a literal that an earlier loop
// has appended.
func (b *body) isLost(l leafPlace, head *ssa.BasicBlock) bool {
	begin := head.Instrs[slices.IndexFunc(head.Instrs, isNoPhi)]
	return b.isValue(l, head) && !b.liveRegion(l.region, begin) && !b.callerHolds(l.region)
}

// freeRounds frees, at the head of a loop, what the rounds before took.
func (b *body) freeRounds(head *ssa.BasicBlock) {
	var collected []freeing
	for _, f := range b.marked[head] {
		if len(f.shaped) > 0 {
			collected = append(collected, f)
			continue
		}
		b.free(f, b.phisOf(head))
	}
	b.collectAll(collected, b.phisOf(head), func(leaves []leafPlace) map[*known.Region][]view {
		return b.viewsOfAll(leaves, head)
	})
}

// phisOf is the values of the φs of a block.
func (b *body) phisOf(blk *ssa.BasicBlock) (all known.Value) {
	for _, in := range blk.Instrs {
		if phi, ok := in.(*ssa.Phi); ok {
			all = append(all, b.vals[phi]...)
		}
	}
	return all
}

// regionsAround returns the memory that a round of a loop may find something in that an earlier one stored: all that
// the function knows but for variables that are declared in the loop, and what is made behind it.
func (b *body) regionsAround(head *ssa.BasicBlock, loop []*ssa.BasicBlock) (around []*known.Region) {
	for _, c := range b.callerRegions() {
		around = append(around, c.Region)
	}
	for _, name := range slices.Sorted(maps.Keys(b.regions)) {
		a, ok := b.makers[name].(*ssa.Alloc)
		inRound := ok && !a.Heap && slices.Contains(loop, a.Block())
		if r := b.regions[name]; !inRound && !b.madeBehind(r, head.Instrs[0]) {
			around = append(around, r)
		}
	}
	return around
}

// takesIn reports whether some blocks may take places of an arena.
func (b *body) takesIn(blocks []*ssa.BasicBlock, a *arena) bool {
	if b.in.Get(a.region.Name) != nil && !b.touches(a.region.Name).Written.Has(arenaTaken) {
		return false // nothing in the function does
	}
	return slices.ContainsFunc(blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(in ssa.Instruction) bool { return b.takes(in, a) })
	})
}

// takes reports whether an instruction may take places of an arena.
func (b *body) takes(in ssa.Instruction, a *arena) bool {
	switch in := in.(type) {
	case *ssa.MakeSlice:
		return b.kept.rowsOf(elementOf(in.Type())) == a
	case *ssa.Alloc:
		return b.kept.arenaFor(in) == a.region || b.kept.rowsFor(in) == a
	case *ssa.Call:
		if _, isSlice := in.Type().Underlying().(*types.Slice); isSlice && ssaflow.IsAppend(in) {
			return b.kept.growing(elementOf(in.Type())) == a
		}
		for _, callee := range b.e.Callees(b.opOf[in]) {
			if callee.Body().(*body).touches(a.region.Name).Written.Has(arenaTaken) {
				return true
			}
		}
	}
	return false
}
