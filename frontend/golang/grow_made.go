package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that begin with make([]T, 0, n) or a literal, such as []T{x}. Whether that is enough, nobody knows when
// compiling, and an append would have to choose between that memory and its own, each time. If nobody else sees the
// memory, nobody can tell whether a slice that has outgrown it goes on in another: so what makes it gives as much as
// append would, and the slice stays there. Its capacity is what the language says until then, and no longer told
// afterwards.

// outgrownSuffix ends the keys under which the translator's room says how much that is.
const outgrownSuffix = " outgrown"

// outgrown is for how many elements there is room in what an instruction makes so that appends go on in it, and 0 if
// they do not.
func (b *heap) outgrown(in ssa.Instruction) int64 {
	return b.room[placeKey(b.fn, b.sites[in])+outgrownSuffix]
}

// outgrownType is the type of an array that an instruction makes, with the room that appends need to go on in it.
func (b *heap) outgrownType(in *ssa.Alloc, t types.Type) types.Type {
	room := b.outgrown(in)
	if room == 0 {
		return t
	}
	array := t.Underlying().(*types.Array)
	return types.NewArray(array.Elem(), max(array.Len(), room))
}

// beginsSlice reports whether an instruction makes the memory of a slice, which nothing else refers to at first.
func beginsSlice(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Alloc:
		return in.Comment == "makeslice" || in.Comment == "slicelit"
	}
	return false
}

// wantMadeRoom notes of what an append may outgrow that it needs room for so many elements, if it is of make or of a
// literal, and nobody else sees it: or only what is of the same instruction in an earlier round, which takes turns at
// places with it.
func (b *slicing) wantMadeRoom(in *ssa.Call, dst known.Atom, longer program.Operand) {
	r := dst.Region
	if b.emitting() || r == nil || r.Kind != known.LaneRegion || r.Outgrown || !beginsSlice(b.makers[r.Name]) {
		return
	}
	maker := b.makers[r.Name]
	most, bounded := b.mostFor(in, longer)
	if !bounded && b.opts.MakeCap <= 0 {
		return
	}
	key := placeKey(b.fn, r.Name)
	if b.seenElsewhere(in, dst) {
		values, ok := b.turns(maker)
		if !ok || b.placesOf(maker) > 0 || b.seenBut(in, r, values) {
			return
		}
		b.kept.atLeast(key, int64(len(values))+1)
		b.keepAlike(maker)
	}
	b.room[key+outgrownSuffix] = max(most, b.room[key+outgrownSuffix])
	b.again = true
}

// growMade translates an append to what make or a literal gave, where that has room for more, and reports whether it is
// one.
func (b *slicing) growMade(in *ssa.Call, dst, src known.Atom, longer program.Operand) bool {
	r := dst.Region
	made := r != nil && r.Kind == known.LaneRegion && r.Outgrown
	never := ssaflow.NeverNil(in.Call.Args[0])
	placed := never || len(dst.Nums) == 3 // nil has no place
	is := made && placed && !b.seenHere(in, r, b.earlierPlaces(r, in))
	if b.emitting() && (is != b.inMade[in] || made && !placed) {
		b.refuseOld(in) // it would be of other memory than what was analysed
		b.define(b.unknownYet())
		return true
	}
	if b.inMade[in] = is; !is {
		return false
	}
	if b.in.Get(r.Name) != nil {
		b.noteMoved(r) // callers know who else sees it
	}
	n := len(dst.Nums)
	room := known.Int64(roomOf(r, n > 3))
	if !b.emitting() {
		most, bounded := known.Limit(longer)
		if b.opts.MakeCap <= 0 {
			if most, bounded = b.mostFor(in, longer); !bounded {
				b.wantRoom(in)
			}
		}
		if key := placeKey(b.fn, r.Name) + outgrownSuffix; bounded && b.makers[r.Name] != nil {
			b.enlarge(key, b.room[key], most)
		}
	}
	before := dst
	dst.Nums = slices.Clone(dst.Nums)
	if !never {
		dst.Nums[n-3] = b.op("max", program.I64, dst.Nums[n-3], known.Int64(0))
	}
	length, capacity, left := dst.Nums[n-2], dst.Nums[n-1], b.difference(room, dst.Nums[n-3])
	fits := b.op("le", program.I64, longer, capacity)
	dst.Nums[n-1] = left
	b.slide(in, &dst, &src, longer)
	left = b.difference(room, dst.Nums[n-3])
	longer = b.op("checkcap", program.I64, longer, left)
	b.fill(dst, length, src)
	dst.Nums[n-2], dst.Nums[n-1] = longer, b.op("select", program.I64, fits, capacity, left)
	if !never {
		dst.Nums[n-3] = b.nilOffset(before, longer, dst.Nums[n-3])
	}
	b.define(b.asAnalysed(known.Value{dst}))
	return true
}

// readable is how many elements of a place that something was in before may be read before they are written: those of
// the capacity, or all where a slice that has outgrown it may be cut to end behind its elements.
func (b *heap) readable(in ssa.Instruction, r *known.Region, capacity program.Operand) program.Operand {
	if r.Outgrown && ssaflow.Recut(in) {
		return known.Int64(roomOf(r, true))
	}
	return capacity
}

// mostFor is for how many elements an append should have room, and whether that is known to be enough.
func (b *heap) mostFor(in *ssa.Call, longer program.Operand) (most int64, bounded bool) {
	most, bounded = known.Limit(longer)
	if !bounded {
		most, bounded = ssaflow.MostLength(in, b.mostOf)
	}
	return max(most, int64(b.opts.MakeCap), 1), bounded
}
