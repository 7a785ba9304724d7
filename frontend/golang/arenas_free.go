package golang

import (
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Places of arenas that are free again. A lane takes the places of an arena one after the other. What was taken since
// some point and nothing refers to any more is free at two points:
//
//   - behind a call, for what the call took,
//   - where a loop goes round, for what its rounds took.
//
// What may refer to such places then is known: the results of the call, the variables that the loop carries from round
// to round, and memory that was made before. The places that these refer to slide down to where the call or the loop
// began, in their order and so without overwriting each other, and the next place is taken behind them. It is what a
// collector that compacts does, with a few roots that the compiler knows. Where objects refer to them, or arrays do, it
// is more of a collector (arenas_collect.go). Where the compiler does not know what refers to them, such as where
// objects of an arena refer to each other, nothing is freed.
//
// It costs an instruction or two where nothing is to be moved, but a place that was taken before has to be cleared
// when it is taken again. So it is only done where a loop or a recursion takes places (keeping.frees).

// root is a value that may refer to a place of an arena, as if it were of the arena alone: a slice of a row, or a
// pointer to an object. Its first number is the place, in a variable.
type root struct {
	known.Atom
	is program.Operand // in which lanes it is of the arena
}

// leafPlace is a leaf of memory that may have a root.
type leafPlace struct {
	region *known.Region
	leaf   int
}

// freeing is what may be freed of an arena behind a call or where a loop goes round.
type freeing struct {
	arena  *arena
	mark   program.Operand // the place that was next where the call or the loop began
	next   program.Operand // how many places are taken when what the loop leaves is collected
	leaves []leafPlace
	shaped []leafPlace              // those that have several such values: arrays, and objects of arenas
	views  map[*known.Region][]view // of such memory, all that sees it where that is known
}

// takenPlace is the place of the number of places of an arena that are taken.
func takenPlace(r *known.Region) place {
	return place{reg: r, from: arenaTaken, to: arenaTaken + 1, elem: types.Typ[types.Int]}
}

// takenIn reads how many places of an arena are taken, into a variable.
func (b *heap) takenIn(r *known.Region) program.Operand { return b.read(takenPlace(r))[0].Nums[0] }

// setTaken says how many places of an arena are taken.
func (b *heap) setTaken(r *known.Region, n program.Operand) {
	b.write(takenPlace(r), known.Value{known.NumberAtom(r.Layout.Leaves[arenaTaken], n)})
}

// touchAll notes that all of an arena, and all memory of the callers that refers to it, is read and written: places may
// be moved.
func (b *heap) touchAll(r *known.Region) {
	if b.emitting() || !b.kept.frees {
		return
	}
	for _, write := range []bool{false, true} {
		b.touch(r, 0, len(r.Layout.Leaves), write)
		for _, c := range b.callerRegions() {
			for k, lf := range c.Region.Layout.Leaves {
				if lf.Ref != nil && (known.Value{b.cell(c.Region, k)}).RefersTo(r.Name) {
					b.touch(c.Region, k, k+1, write)
					if c.Region.Arena {
						b.touch(c.Region, arenaTaken, arenaTaken+1, false)
					}
				}
			}
		}
	}
}

// freeingCall prepares what can be freed behind the call of an instance, which is not emitted yet.
func (c *callEmission) freeingCall(mine []*known.Region) (free []freeing) {
	if !c.loops[c.cur.Block().Index] && !c.recursive[c.fn] {
		return nil
	}
	for _, a := range c.kept.arenas {
		if !c.f.body.touches(a.region.Name).Written.Has(arenaTaken) || !c.kept.mayFree(a) {
			continue
		}
		outs := c.callee.Outputs()
		if outs != nil && !outs.Get(resultTag).(known.Value).RefersTo(a.region.Name) && c.freedByLoop(a) {
			continue
		}
		leaves, shaped := c.rootLeaves(a, mine)
		if len(shaped) > 0 || c.givesMade(a) {
			continue
		}
		if c.kept.wantsFree() {
			free = append(free, freeing{arena: a, mark: c.takenIn(a.region), leaves: leaves})
		}
	}
	return free
}

// freedByLoop reports whether what the call takes of an arena is freed where a loop around it goes round.
func (c *callEmission) freedByLoop(a *arena) bool {
	for head, list := range c.marked {
		if slices.ContainsFunc(list, func(f freeing) bool { return f.arena == a }) &&
			slices.Contains(ssaflow.LoopOf(head), c.cur.Block()) {
			return true
		}
	}
	return false
}

// givesMade reports whether memory that a call made, and gives back, may refer to an arena.
func (c *callEmission) givesMade(a *arena) bool {
	outs := c.callee.Outputs()
	return outs != nil && slices.ContainsFunc(outs.Get(madeTag).(known.MadeRegions),
		func(m known.Contents) bool { return m.Cells.RefersTo(a.region.Name) })
}

// wantsFree reports whether places are freed, and asks for that otherwise.
func (k *keeping) wantsFree() bool {
	k.freed = true
	return k.frees
}

// rootLeaves returns the leaves of some regions, and of arenas, that may refer to an arena: those of one value, and
// those of several.
func (b *heap) rootLeaves(a *arena, regions []*known.Region) (leaves, shaped []leafPlace) {
	note := func(r *known.Region, k int) {
		l := leafPlace{r, k}
		switch lf := r.Layout.Leaves[k]; {
		case lf.Ref == nil || !(known.Value{b.cell(r, k)}).RefersTo(a.region.Name):
		case len(lf.Shape) > 0:
			shaped = append(shaped, l)
		default:
			leaves = append(leaves, l)
		}
	}
	for _, r := range regions {
		for k := range r.Layout.Leaves {
			if !r.Arena && r.Kind == known.LaneRegion {
				note(r, k)
			}
		}
	}
	for _, h := range b.kept.arenas {
		if h.refersTo(a) {
			for k := range h.region.Layout.Leaves {
				note(h.region, k)
			}
		}
	}
	return leaves, shaped
}

// free frees what a value and the leaves of memory do not refer to, where anything was taken.
func (b *heap) free(f freeing, v known.Value) {
	all := v
	for _, l := range f.leaves {
		all = append(slices.Clip(all), b.memory(l.region).atoms[l.leaf])
	}
	if !b.rootsKnown(f.arena, all) {
		return
	}
	taken := b.takenIn(f.arena.region)
	b.when(b.op("lt", program.I64, f.mark, taken), func() {
		all := v
		for _, l := range f.leaves {
			all = append(slices.Clip(all), b.read(l.place())...)
		}
		b.slide(f.arena, f.mark, taken, b.roots(f.arena, all))
		for i, l := range f.leaves {
			b.write(l.place(), all[len(v)+i:len(v)+i+1])
		}
	})
}

func (l leafPlace) place() place {
	return place{reg: l.region, from: l.leaf, to: l.leaf + 1, elem: l.region.Layout.Leaves[l.leaf].Ref}
}

// rootsKnown reports whether the parts of a value that may refer to an arena are roots. They are not if an interface, a
// function value or an array has some, or if one is a pointer to an element of a row.
func (b *heap) rootsKnown(a *arena, v known.Value) bool {
	for _, atom := range v {
		if !(known.Value{atom}).RefersTo(a.region.Name) {
			continue
		}
		if len(b.numbersShape(atom.Nums...)) > 0 || !a.isRoot(atom) {
			return false
		}
	}
	return true
}

// leavesKnown is rootsKnown of what leaves have, each or in an array.
func (b *heap) leavesKnown(a *arena, leaves []leafPlace) bool {
	return !slices.ContainsFunc(leaves, func(l leafPlace) bool { return !a.isRoot(b.cell(l.region, l.leaf)) })
}

// isRoot reports whether a value that may refer to an arena does so as one of the arena alone would.
func (a *arena) isRoot(atom known.Atom) bool {
	if len(atom.Parts) > 0 || atom.Pending {
		return false
	}
	numbers := len(atom.Nums)
	if atom.Region.Kind == known.ChoiceRegion {
		k := a.optionIn(atom.Region)
		if slices.ContainsFunc(atom.Region.Options[k+1:], a.isOption) {
			return false
		}
		numbers = len(atom.Region.Options[k].Indices(atom.Nums))
	}
	return atom.Kind == known.Slice && a.rows && numbers == 4 || atom.Kind == known.Pointer && !a.rows && numbers == 1
}

// roots returns the parts of a value that may refer to an arena, which are known.
func (b *heap) roots(a *arena, v known.Value) (roots []root) {
	for _, atom := range v {
		if !(known.Value{atom}).RefersTo(a.region.Name) {
			continue
		}
		r := root{atom, truth(true)}
		if atom.Region.Kind == known.ChoiceRegion { // as what is of the arena
			k := a.optionIn(atom.Region)
			o := atom.Region.Options[k]
			r.is = b.isNumber(atom.Nums[0], int64(k))
			r.Region, r.From, r.To = o.Region, o.From+atom.From, o.From+atom.To
			r.Nums = slices.Clone(o.Indices(atom.Nums))
		}
		if !r.Nums[0].IsLiteral() {
			roots = append(roots, r)
		}
	}
	return roots
}

func (a *arena) isOption(o known.Option) bool { return o.Region.Name == a.region.Name }

// optionIn is the first option of a choice that is an arena.
func (a *arena) optionIn(choice *known.Region) int {
	return slices.IndexFunc(choice.Options, a.isOption)
}

// slide moves the places that roots refer to, of those from mark on, down to mark and the places behind it, and frees
// the others. Roots that are of one place stay so.
func (b *heap) slide(a *arena, mark, taken program.Operand, roots []root) {
	end := b.variable("taken", mark)
	for j := range roots {
		at := b.sum(mark, known.Int64(int64(j)))
		next := taken
		for _, r := range roots {
			row := r.Nums[0]
			lower := b.op("and", program.Bool, b.op("le", program.I64, at, row), b.op("lt", program.I64, row, next))
			next = b.op("select", program.I64, b.op("and", program.Bool, r.is, lower), row, next)
		}
		b.when(b.op("lt", program.I64, next, taken), func() {
			b.when(b.op("lt", program.I64, at, next), func() { b.moveTo(a, at, next, roots) })
			b.reassign(end, b.op("add", program.I64, at, known.Int64(1)))
		})
	}
	b.setTaken(a.region, end)
}

// moveTo moves what roots refer to at a place, which some do, to a place that is free.
func (b *heap) moveTo(a *arena, to, from program.Operand, roots []root) {
	if !a.rows {
		b.moveObject(a, to, from)
	}
	b.moveReach(a, to, from)
	for _, r := range roots {
		b.when(b.op("and", program.Bool, r.is, b.op("eq", program.I64, r.Nums[0], from)), func() {
			if a.rows {
				old, moved := r.Atom, r.Atom
				old.Nums, moved.Nums = slices.Clone(r.Nums), slices.Clone(r.Nums)
				old.Nums[0], moved.Nums[0] = from, to
				b.copyEach(moved, old, r.Nums[3])
			}
			b.reassign(r.Nums[0], to)
		})
	}
}

// moveObject moves an object to a place that is free.
func (b *heap) moveObject(a *arena, to, from program.Operand) {
	b.knownNotNil(to)
	b.knownNotNil(from)
	b.put(b.derefAtom(toArena(a.region, a.elem, to)), b.read(b.derefAtom(toArena(a.region, a.elem, from))))
}

// moveReach moves what is known of how far slices of a row reach.
func (b *heap) moveReach(a *arena, to, from program.Operand) {
	if a.grows {
		for kind := rowsHeld; kind < rowsFields; kind++ {
			b.setReach(a, kind, to, b.reach(a, kind, from))
		}
	}
}

// clearTaken clears the first n elements of a row that was just taken, if something may have been in it before.
func (b *heap) clearTaken(rows *arena, a known.Atom, n program.Operand) {
	if !b.kept.frees {
		return
	}
	all := a
	all.Kind, all.Elem = known.Slice, rows.elem.(*types.Array).Elem()
	all.Nums = []program.Operand{a.Nums[0], known.Int64(0), n, n}
	b.zeroElements(all, n)
}
