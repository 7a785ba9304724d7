package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that begin with make([]T, 0, n). Whether n is enough, nobody knows when compiling, and an append would have to
// choose between the memory of make and its own, each time. If nobody else sees the memory of make, nobody can tell
// whether a slice that has outgrown it goes on in another: so make gives as much as append would, and the slice stays
// there. Its capacity is what the language says until then, and no longer told afterwards.

// outgrownSuffix ends the keys under which the translator's room says so of what make gives.
const outgrownSuffix = " outgrown"

// isOutgrown reports whether appends go on in what make gives.
func (b *heap) isOutgrown(in ssa.Instruction) bool {
	return b.room[placeKey(b.fn, b.sites[in])+outgrownSuffix] > 0
}

// wantMadeRoom notes of what an append may outgrow that it needs room, if it is of make, and nobody else sees it.
func (b *slicing) wantMadeRoom(in *ssa.Call, dst known.Atom) {
	_, ok := b.makers[dst.Region.Name].(*ssa.MakeSlice)
	if !ok || dst.Region.Kind != known.LaneRegion || dst.Region.Outgrown ||
		b.opts.MakeCap <= 0 || b.seenElsewhere(in, dst) {
		return
	}
	b.room[placeKey(b.fn, dst.Region.Name)+outgrownSuffix] = 1
	b.again = true
}

// growMade translates an append to what make gave, where that has room for more, and reports whether it is one.
func (b *slicing) growMade(in *ssa.Call, dst, src known.Atom, longer program.Operand) bool {
	is := dst.Region.Kind == known.LaneRegion && dst.Region.Outgrown && !b.seenElsewhere(in, dst)
	if b.emitting() && is != b.inMade[in] {
		b.refuseOld(in) // it would be of other memory than what was analysed
	}
	if b.inMade[in] = is; !is {
		return false
	}
	n := len(dst.Nums)
	length, capacity := dst.Nums[n-2], dst.Nums[n-1]
	room := b.difference(known.Int64(roomOf(dst.Region, n > 3)), dst.Nums[n-3])
	if b.emitting() && dst.Region.Overlaps(src.Region) {
		src.Region = b.snapshot(src)
	}
	longer = b.op("checkcap", program.I64, longer, room)
	fits := b.op("le", program.I64, longer, capacity)
	b.fill(dst, length, src)
	dst.Nums = slices.Clone(dst.Nums)
	dst.Nums[n-2], dst.Nums[n-1] = longer, b.op("select", program.I64, fits, capacity, room)
	b.define(known.Value{dst})
	return true
}
