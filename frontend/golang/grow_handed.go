package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that begin with make([]T, 0, n) or a literal, to which other functions append, such as the method push of a
// heap. They say to their callers how much room there would have to be, up to who made the memory: that gives it, and
// appends go on there as those of the function itself do (grow_made.go).

// askForRoom says to callers for how many elements an append needs room in memory of theirs, if it may outgrow what
// there is.
func (b *slicing) askForRoom(in *ssa.Call, dst known.Atom, longer program.Operand) {
	r := dst.Region
	if b.emitting() || dst.Kind != known.Slice || r.Kind != known.LaneRegion || r.Grown || r.Outgrown ||
		b.in.Get(r.Name) == nil || ssaflow.TakesOut(in) {
		return
	}
	capacity := dst.Nums[len(dst.Nums)-1]
	most, bounded := known.Limit(longer)
	if bounded && capacity.IsLiteral() && most <= int64(capacity.Bits) || !bounded && b.opts.MakeCap <= 0 ||
		b.seenHere(in, r, nil) {
		return
	}
	most, _ = b.mostFor(in, longer)
	_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, known.Touched{Room: most})
}

// makeRoom has the instruction that made memory, here or in a function that was called before, give room for so many
// elements to what the current call appends, if nobody else sees it. Whether that is so is looked at again when the
// call is emitted; where it is not, or where the capacity matters, the program is translated without such room.
func (b *heap) makeRoom(r *known.Region, most int64) {
	call, ok := b.cur.(ssa.Instruction)
	if !ok || b.kept.unasked || r.Kind != known.LaneRegion || r.Grown || r.Outgrown {
		return
	}
	maker, _ := b.makerOf(r.Name)
	if maker == nil || !beginsSlice(maker) || b.usedAfter(r, call) || b.heldElsewhere(r, call, b.onlyHolder(r)) {
		return
	}
	fn := maker.Parent()
	key := placeKey(fn, b.translator.graph(fn).sites[maker]) + outgrownSuffix
	if b.room[key] < most {
		b.room[key] = most
		b.again, b.kept.asked = true, true
	}
}
