package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Places of arenas that other arenas or arrays refer to: the numbers of a matrix whose rows or whose struct is an
// object itself. How many values refer to them is not known when compiling, so that freeing them (arenas_free.go) is
// what a collector does that marks and slides (Jones, Hosking and Moss, The Garbage Collection Handbook, ch. 3):
//
//  1. Mark: all that refers to the arena says of each place how far it reaches.
//  2. Slide the marked places down, in their order, and note where each went.
//  3. Update all that refers to them.
//
// Objects that nothing refers to any more would keep what they refer to: arenas that refer to others are freed first,
// and none is freed that objects of a circle refer to. What was taken out of an array, or is in front of a queue, would
// be kept as well, so that only what is seen of an array counts where that is known (arenas_views.go). Since going over
// all objects costs more than an instruction or two, it is done where a loop goes round in which such objects are made,
// and only once a good part of the room is taken.

// collectsFrom is how many places of an arena may be taken before it is worth while to collect: half of its room, and
// less where that is little, as the room has to be enough for what a round of the loop makes then.
func (a *arena) collectsFrom() int64 {
	room := int64(a.region.Layout.Fields[arenaPlaces].Len)
	if room < littleRoom {
		return max(1, room/4)
	}
	return room / 2
}

const littleRoom = 32

// refersTo reports whether objects of an arena may refer to another's.
func (a *arena) refersTo(to *arena) bool { return a.cells.RefersTo(to.region.Name) }

// mayFree reports whether it is known what objects of arenas refer to an arena, once what nothing refers to is free of
// those: whether none of them is part of a circle, or in an interface.
func (k *keeping) mayFree(a *arena) bool {
	if a.boxes || a.longest > 0 || k.leadsTo(a, a, map[*arena]bool{}) {
		return false
	}
	return !slices.ContainsFunc(k.arenas, func(h *arena) bool { return h.refersTo(a) && !k.mayFree(h) })
}

// leadsTo reports whether objects of an arena lead to another's.
func (k *keeping) leadsTo(from, to *arena, seen map[*arena]bool) bool {
	return slices.ContainsFunc(k.arenas, func(a *arena) bool {
		if !from.refersTo(a) || seen[a] {
			return false
		}
		seen[a] = true
		return a == to || k.leadsTo(a, to, seen)
	})
}

// freeable lists the arenas that may be freed, those that refer to others before these.
func (k *keeping) freeable() (order []*arena) {
	var visit func(a *arena)
	visit = func(a *arena) {
		if slices.Contains(order, a) || !k.mayFree(a) {
			return
		}
		for _, h := range k.arenas {
			if h.refersTo(a) {
				visit(h)
			}
		}
		order = append(order, a)
	}
	for _, a := range k.arenas {
		visit(a)
	}
	return order
}

// movesField is the field of an arena that says where its places move to.
func (a *arena) movesField() int {
	if a.grows {
		return rowsFields
	}
	return arenaPlaces + 1
}

// collects reports whether an arena can be collected, and asks for that otherwise.
func (k *keeping) collects(a *arena) bool {
	if a.maps != nil {
		return false
	}
	if !a.moves && k.wantsFree() {
		k.wanted[gotypes.Key(a.elem)] = &arena{elem: a.elem, rows: a.rows, grows: a.grows, takes: a.takes, moves: true}
	}
	return a.moves
}

// remakes reports whether the rounds of a loop make objects anew that lead to places of an arena, and do not only fill
// some, as those do that make the rows of a matrix.
func (b *body) remakes(loop []*ssa.BasicBlock, a *arena) bool {
	for _, h := range b.kept.arenas {
		if h.refersTo(a) && b.takesIn(loop, h) {
			return true
		}
	}
	var inner []*ssa.BasicBlock
	for _, head := range loop {
		if within := ssaflow.LoopOf(head); len(within) < len(loop) {
			inner = append(inner, within...)
		}
	}
	return slices.ContainsFunc(loop, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(in ssa.Instruction) bool {
			_, calls := in.(*ssa.Call)
			return (calls || slices.Contains(inner, blk)) && b.takes(in, a)
		})
	})
}

// collectAll collects arenas once one of them has taken much, and more than it had when it was last collected. Values
// that refer to them are in v, and views finds all that sees the memory of some leaves, where that is known.
func (b *heap) collectAll(
	all []freeing, v known.Value, views func(leaves []leafPlace) map[*known.Region][]view,
) {
	if len(all) == 0 {
		return
	}
	much := truth(false)
	for _, f := range all {
		taken := b.takenIn(f.arena.region)
		is := b.op("and", program.Bool, b.op("lt", program.I64, f.mark, taken), b.op("lt", program.I64, f.next, taken))
		much = b.op("or", program.Bool, much, is)
	}
	b.when(much, func() {
		for _, f := range all {
			f.views = views(f.shaped)
			b.collect(f, v)
			from := known.Int64(f.arena.collectsFrom())
			b.reassign(f.next, b.op("max", program.I64, from, b.takenIn(f.arena.region)))
		}
	})
}

// collect frees what nothing refers to of an arena.
func (b *heap) collect(f freeing, v known.Value) {
	a := f.arena
	all := v
	for _, l := range f.leaves {
		all = append(slices.Clip(all), b.read(l.place())...)
	}
	taken := b.takenIn(a.region)
	b.each(b.difference(taken, f.mark), func(i program.Operand) {
		b.setMove(a, b.sum(f.mark, i), known.Int64(0))
	})
	fixed := b.roots(a, all)
	b.eachRoot(f, fixed, taken, false, func(r root, reach program.Operand) {
		b.setMove(a, r.Nums[0], b.op("max", program.I64, b.moveOf(a, r.Nums[0]), reach))
	})
	end := b.variable("taken", f.mark)
	b.each(b.difference(taken, f.mark), func(i program.Operand) {
		from := b.sum(f.mark, i)
		reach := b.moveOf(a, from)
		b.when(b.op("lt", program.I64, known.Int64(0), reach), func() {
			b.when(b.op("lt", program.I64, end, from), func() {
				b.movePlace(a, end, from, b.difference(reach, known.Int64(1)))
			})
			b.setMove(a, from, end)
			b.reassign(end, b.op("add", program.I64, end, known.Int64(1)))
		})
	})
	b.eachRoot(f, fixed, taken, true, func(r root, _ program.Operand) {
		b.reassign(r.Nums[0], b.moveOf(a, r.Nums[0]))
	})
	for i, l := range f.leaves {
		b.write(l.place(), all[len(v)+i:len(v)+i+1])
	}
	b.setTaken(a.region, end)
}

// eachRoot does something with each value that refers to a place which may be freed: with fixed ones, and with those
// in arrays and arenas, which it stores again if it is told to. One more than how far the value reaches is not zero.
func (b *heap) eachRoot(
	f freeing, fixed []root, taken program.Operand, store bool, do func(r root, reach program.Operand),
) {
	root := func(r root) {
		at, reach := r.Nums[0], known.Int64(1)
		is := b.op("and", program.Bool, b.op("le", program.I64, f.mark, at), b.op("lt", program.I64, at, taken))
		if f.arena.rows { // nil ends before it begins
			reach = b.op("add", program.I64, b.sum(r.Nums[1], r.Nums[3]), known.Int64(1))
			is = b.op("and", program.Bool, is, b.op("lt", program.I64, known.Int64(0), reach))
		}
		b.when(b.op("and", program.Bool, r.is, is), func() { do(r, reach) })
	}
	for _, r := range fixed {
		root(r)
	}
	for _, l := range f.shaped {
		each := b.eachPlace
		if views, ok := f.views[l.region]; ok {
			each = func(l leafPlace, do func(p place)) { b.eachSeen(l, views, do) }
		}
		each(l, func(p place) {
			v := b.read(p)
			for _, r := range b.roots(f.arena, v) {
				root(r)
			}
			if store {
				b.put(p, v)
			}
		})
	}
}

// eachPlace does something with each element of a leaf that is an array, or of the taken places of an arena.
func (b *heap) eachPlace(l leafPlace, do func(p place)) {
	b.eachWithin(l.place(), l.region.Layout.Leaves[l.leaf].Shape, do)
}

// eachWithin does something with each element of an array of a shape, or of what some indices of it have.
func (b *heap) eachWithin(p place, shape []int, do func(p place)) {
	if len(p.index) == len(shape) {
		do(p)
		return
	}
	n := known.Int64(int64(shape[len(p.index)]))
	if p.reg.Arena && len(p.index) == 0 {
		n = b.takenIn(p.reg)
	}
	b.each(n, func(i program.Operand) {
		q := p
		q.index = append(slices.Clip(p.index), i)
		b.eachWithin(q, shape, do)
	})
}

// moveOf reads what is noted of a place that may move.
func (b *heap) moveOf(a *arena, at program.Operand) program.Operand {
	return b.read(a.moveAt(at))[0].Nums[0]
}

// setMove notes something of a place that may move.
func (b *heap) setMove(a *arena, at, n program.Operand) {
	b.write(a.moveAt(at), known.Value{known.NumberAtom(b.layouts.Of(types.Typ[types.Int]).Leaves[0], n)})
}

func (a *arena) moveAt(at program.Operand) place {
	from, to := a.region.Layout.Field(a.movesField())
	return place{reg: a.region, from: from, to: to, index: []program.Operand{at}, elem: types.Typ[types.Int]}
}

// movePlace moves what is at a place, of a row the first n elements, to a place that is free.
func (b *heap) movePlace(a *arena, to, from, n program.Operand) {
	if a.rows {
		b.knownNotNil(to)
		b.knownNotNil(from)
		array := a.elem.(*types.Array)
		row := func(at program.Operand) known.Atom {
			return sliceOfRow(toArena(a.region, array, at), array.Elem(), n, n)
		}
		b.copyEach(row(to), row(from), n)
	} else {
		b.moveObject(a, to, from)
	}
	b.moveReach(a, to, from)
}
