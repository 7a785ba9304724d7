package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that are of memory that append made in some lanes, and in others nil, or of other memory, which has no room:
// those go on at the beginning of the memory that append made. It must not be another slice's in the lane. In a
// function checkOld sees to it. Memory of a caller's may be another slice's there, so functions say whether slices
// begin in it.

// beginNil makes of a slice of what append made, for the lanes in which it is nil, an empty one at the beginning of
// that memory, of the first that there is to choose from. Nothing else refers to any of it then, see checkOld
// and checkBegun.
func (b *slicing) beginNil(in *ssa.Call, a *known.Atom) {
	n := len(a.Nums)
	b.noteBegun(in, *a)
	off := b.op("max", program.I64, a.Nums[n-3], known.Int64(0))
	room := func(r *known.Region, leaf, axis int) program.Operand {
		if len(r.Layout.Leaves) == 0 { // of elements that hold nothing
			return known.Int64(r.Type.(*types.Array).Len())
		}
		return known.Int64(int64(b.shapeOf(r, leaf)[axis]))
	}
	var most program.Operand
	if a.Region.Kind == known.LaneRegion {
		most = room(a.Region, a.From, n-3)
	} else {
		a.Nums[0] = b.op("max", program.I64, a.Nums[0], known.Int64(0))
		for k, o := range a.Region.Options {
			if size := room(o.Region, o.From, n-4-o.Skip); k == 0 {
				most = size
			} else if size != most {
				most = b.op("select", program.I64, b.isNumber(a.Nums[0], int64(k)), size, most)
			}
		}
	}
	a.Nums[n-3], a.Nums[n-1] = off, b.difference(most, off)
}

// endNil makes nil again what was nil before an append of nothing.
func (b *slicing) endNil(was known.Atom, longer program.Operand, a *known.Atom) {
	n := len(a.Nums)
	if a.Region.Kind == known.LaneRegion {
		a.Nums[n-3] = b.nilOffset(was, longer, a.Nums[n-3])
		return
	}
	if longer.IsLiteral() && longer.Bits > 0 {
		return
	}
	same := b.op("eq", program.I64, longer, known.Int64(0))
	for _, k := range []int{0, n - 3} {
		a.Nums[k] = b.op("select", program.I64, same, was.Nums[k], a.Nums[k])
	}
}

// noteBegun says to callers that a slice may begin in memory of theirs, where it is nil.
func (b *slicing) noteBegun(in *ssa.Call, a known.Atom) {
	off := a.Nums[len(a.Nums)-3]
	if b.emitting() || a.Region.Kind == known.LaneRegion && off.IsLiteral() && int64(off.Bits) >= 0 {
		return
	}
	for _, r := range a.Region.All() {
		if begun := b.begunAs(known.BegunGiven, r); begun != 0 && b.in.Get(r.Name) != nil {
			_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, known.Touched{Begun: begun})
		}
	}
}

// grownBefore is memory of a caller's that an earlier append has made, if a slice may be of that, and of other memory.
// A lane whose slice has no room goes on there: what the function makes itself may be the same memory to the caller,
// which knows it by the call.
func (b *slicing) grownBefore(a known.Atom) *known.Region {
	if b.opts.MakeCap <= 0 || a.From != 0 {
		return nil
	}
	for _, o := range a.Region.Options {
		r := o.Region
		if r.Grown && !r.Arena && r.Kind == known.LaneRegion && b.in.Get(r.Name) != nil && o.From == 0 &&
			len(o.Indices(a.Nums)) == 3 && a.To == len(r.Layout.Leaves) {
			return r
		}
	}
	return nil
}

// noteMoved says to callers that a slice of other memory may begin in some of theirs, or goes to its beginning.
func (b *slicing) noteMoved(r *known.Region) {
	if !b.emitting() {
		_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, known.Touched{Begun: b.begunAs(known.BegunMoved, r)})
	}
}

// raiseTouched says to callers what a callee has touched of a region of theirs.
func (b *heap) raiseTouched(r *known.Region, t known.Touched) {
	t.Begun = b.begunAs(t.Begun, r)
	_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, t)
}

// begunAs is what slices that began in the current call, in a region, are to callers of this function: an argument that
// was loaded from where the result is stored is what memory holds, and none that is never nil has begun.
func (b *heap) begunAs(begun known.Begun, r *known.Region) known.Begun {
	call, ok := b.cur.(*ssa.Call)
	const given = known.BegunGiven | known.BegunMoved
	if !ok || begun&given == 0 {
		return begun
	}
	from := appendedTo(call)
	if !ssaflow.IsAppend(call) && call.Call.StaticCallee() == nil {
		from = nil // it may be of what a closure or a method has
	}
	mayBeNil := func(arg ssa.Value) bool {
		v, ok := b.known(arg)
		return ok && v.RefersTo(r.Name) && !ssaflow.NeverNil(arg)
	}
	if len(from) > 0 && !slices.ContainsFunc(from, mayBeNil) {
		begun &^= known.BegunGiven
	}
	if begun&given != 0 && b.storedBack(call) != (known.CellKey{}) {
		begun = begun&^given | known.BegunHeld
	}
	return begun
}

// checkBegun refuses a call that begins slices in memory of this function's, where they are nil, if other slices may be
// of that memory.
func (b *heap) checkBegun(iv *invocation, outs func(tag string) known.Touched) {
	in, ok := b.cur.(ssa.Instruction)
	if !ok {
		return
	}
	for _, r := range iv.mine {
		begun := b.begunAs(outs(iv.theirs.To[r.Name].Name).Begun, r)
		if begun == 0 {
			continue
		}
		back := known.CellKey{}
		if begun == known.BegunHeld {
			back = b.onlyHolder(r)
		}
		if b.usedAfter(r, in) || r.Outgrown && b.givenUsed(r, in) || b.heldElsewhere(r, in, back) {
			b.wantGrowing(r.Type.(*types.Array).Elem())
			b.refuseShared(in, "this call appends to a slice that may be nil or without room, and another that may be "+
				"of the same memory is used afterwards; append to a copy, slices.Clone(s)")
		}
	}
}

// onlyHolder is the leaf that refers to a region, if there is one and no array of them.
func (b *history) onlyHolder(r *known.Region) (only known.CellKey) {
	regions := b.holders(r)
	for _, c := range b.callerRegions() {
		regions = append(regions, c.Region)
	}
	n := 0
	for _, h := range regions {
		for k, lf := range h.Layout.Leaves {
			key := known.CellKey{Region: h.Name, Leaf: k}
			if v, ok := b.e.Cell(key).(known.Value); ok && v.RefersTo(r.Name) {
				n++
				if len(lf.Shape) == 0 {
					only = key
				}
			}
		}
	}
	if n > 1 {
		return known.CellKey{}
	}
	return only
}
