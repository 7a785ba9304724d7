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

// Slices that grow in the elements of something: m[k] = append(m[k], x) of a map, an array
// or a slice. What such an append makes has a place for each element, as memory that is kept
// has for each round (kept.go): one that was nil takes the next place, and grows in it from
// then on.

// elements is where an append puts back what it has read: the leaf of a region that has a
// slice in each of its elements.
type elements struct {
	leaf   known.CellKey
	region *known.Region
	n      int64 // how many there are
	again  bool  // an element may become nil again, and need another place
}

// elementsOf finds to which elements an append's result goes back.
func (b *operands) elementsOf(in *ssa.Call) (e elements, ok bool) {
	of := ssaflow.Elements(in)
	if of == nil {
		return e, false
	}
	at, ok := b.known(of)
	if !ok || len(at) != 1 || at[0].Kind != known.Pointer || at[0].Region.Kind != known.LaneRegion {
		return e, false
	}
	a, leaf := at[0], at[0].From
	if gotypes.IsMap(of.Type()) {
		from, to := b.layouts.Of(a.Elem).Field(mapValues)
		if to != from+1 {
			return e, false
		}
		leaf += from
	} else if a.To != a.From+1 {
		return e, false
	}
	shape := a.Region.Layout.Leaves[leaf].Shape
	if len(shape) == 0 {
		return e, false
	}
	maker := b.makers[a.Region.Name]
	e = elements{leaf: known.CellKey{Region: a.Region.Name, Leaf: leaf}, region: a.Region,
		n: int64(program.Elements(shape)), again: maker == nil || b.loops[maker.Block().Index]}
	return e, true
}

// growElement translates an append to a slice in an element, if it is one, that is nil or
// what this append made itself.
func (b *slicing) growElement(in *ssa.Call, dst, src known.Atom, longer program.Operand) bool {
	of, ok := b.elementsOf(in)
	has := b.placesOf(in) > 0
	own := dst.Region != nil && dst.Region.Name == b.sites[in] && has
	if !has && (!ok || dst.Kind != known.Nothing || b.opts.MakeCap <= 0) {
		return false
	}
	if !ok || dst.Kind != known.Nothing && !own {
		b.wantGrowing(in.Type().Underlying().(*types.Slice).Elem())
		b.fail("append: this slice is of several memories, one of which grows in an element; append to a copy, " +
			"slices.Clone(s)")
	}
	if !has {
		places := of.n
		if of.again || b.makesNil(in, of) {
			places = max(places, int64(b.opts.MakeCap))
		}
		b.kept.places[placeKey(b.fn, b.sites[in])] = places
	}
	elem := in.Type().Underlying().(*types.Slice).Elem()
	r := b.growingRegion(in, elem, longer)
	if b.emitting() {
		b.checkGrown(in, r, of)
		if src.Kind == known.Slice && r.Overlaps(src.Region) {
			src.Region = b.snapshot(src)
		}
	}
	place, off, length, isNil := known.Int64(0), known.Int64(0), known.Int64(0), truth(true)
	if dst.Kind == known.Slice {
		place, length = dst.Nums[0], dst.Nums[2]
		isNil = b.op("lt", program.I64, dst.Nums[1], off)
		off = b.op("max", program.I64, dst.Nums[1], off)
	}
	place = b.variable("place", place)
	begins := b.op("and", program.Bool, isNil, b.op("gt", program.I64, longer, known.Int64(0)))
	b.when(begins, func() { b.reassign(place, b.takePlace(in, r)) })
	room := b.difference(known.Int64(b.roomOf(in, r)), off)
	longer = b.op("checkcap", program.I64, longer, room)
	out := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{place, off, longer, room}}
	b.fill(out, length, src)
	out.Nums = slices.Clone(out.Nums)
	out.Nums[1] = b.nilOffset(dst, longer, off)
	b.define(known.Value{out})
	return true
}

// poolElements wants an arena for the slices that grow in elements, as parts[k] = append(parts[k], x), if a recursion
// hands them to itself: each level would copy the memory of all of them, with all the room that it has.
func (c *callEmission) poolElements() {
	if c.kept.unpooled || !c.recurs {
		return
	}
	for _, part := range c.f.given {
		in, ok := c.makers[c.ours[part.region.Name].Name].(*ssa.Call)
		if ok && c.placesOf(in) > 0 && ssaflow.Elements(in) != nil {
			c.kept.pooled = c.wantGrowing(elementOf(in.Type())) || c.kept.pooled
		}
	}
}

// makesNil reports whether something else than an append may store to elements that grow, or take
// them out.
func (b *history) makesNil(in *ssa.Call, of elements) bool {
	return slices.ContainsFunc(b.instrs, func(op ssa.Instruction) bool {
		if c, ok := op.(*ssa.Call); ok {
			f, builtin := c.Call.Value.(*ssa.Builtin)
			return builtin && (f.Name() == "delete" || f.Name() == "clear")
		}
		v, to, ok := storedIn(op)
		if !ok || v == ssa.Value(in) {
			return false
		}
		at, known := b.known(to)
		return !known || at.RefersTo(of.region.Name)
	})
}

// storedIn returns what an instruction stores, and in what.
func storedIn(op ssa.Instruction) (v, to ssa.Value, ok bool) {
	switch op := op.(type) {
	case *ssa.Store:
		return op.Val, op.Addr, true
	case *ssa.MapUpdate:
		return op.Value, op.Map, true
	}
	return nil, nil, false
}

// checkGrown refuses an append to an element if another element, or anything else that is
// used afterwards, may be the same slice.
func (b *heap) checkGrown(in *ssa.Call, r *known.Region, of elements) {
	shared := b.usedAfter(r, in) || b.heldElsewhere(r, in, of.leaf) || b.in.Get(of.region.Name) != nil
	for _, op := range b.instrs {
		switch op := op.(type) {
		case *ssa.Store, *ssa.MapUpdate:
			v, _, _ := storedIn(op)
			got, ok := b.known(v)
			shared = shared || v != ssa.Value(in) && ok && got.RefersTo(r.Name) && ssaflow.Leads(op, in)
		case ssa.CallInstruction:
			if f, ok := op.Common().Value.(*ssa.Builtin); ok && f.Name() != "copy" && f.Name() != "append" ||
				op == ssa.CallInstruction(in) {
				continue
			}
			for _, v := range op.Operands(nil) {
				got, ok := b.known(*v)
				shared = shared || ok && (got.RefersTo(of.region.Name) || got.RefersTo(r.Name)) && ssaflow.Leads(op, in)
			}
		}
	}
	if shared {
		b.refuseOld(in)
	}
}
