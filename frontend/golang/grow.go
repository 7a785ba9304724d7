package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Slices that grow. Where Go would move the elements of a slice to a larger
// array, append moves them to a region of its own, which is as large as they can
// ever get: Options.MakeCap elements, or what is known to suffice. From then on
// the slice grows in place, and a lane that needs more room faults.
//
// How much more than it needs append makes, and so whether a later append writes
// to the same array or to another, the language leaves open. What depends on it
// is refused: the capacity of such a slice, and its old value where that is used
// after an append. Nor is a caller's old value known here: a function is taken to
// be right whatever append does.

// grow translates an append that needs a new array, or may: to what has no
// capacity, to a slice of a length that does not fit, and to what this append made
// itself in an earlier round. It reports whether it did.
func (b *slicing) grow(in *ssa.Call, dst, src known.Atom, longer program.Operand) bool {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	own := dst.Region != nil && dst.Region.IsOrMayBe(b.sites[in]) && dst.Region.OnlyGrown()
	if !own && !certain(dst, longer) {
		return false
	}
	b.wantMadeRoom(in, dst, longer)
	if dst.Kind == known.Nothing {
		dst = known.Atom{}
	}
	r := b.growingRegion(in, elem, longer)
	if b.emitting() {
		b.ensure(r)
		switch {
		case own:
			b.checkOld(in, dst.Region)
		case dst.Region != nil && dst.Region.IsOrMayBe(r.Name): // elements go to the front one after the other
			b.checkOldGrown(in, dst.Region)
		default:
			b.checkLoop(r)
		}
	}
	off, length := known.Int64(0), known.Int64(0)
	inPlace := own && dst.Region.Name == r.Name
	if dst.Kind == known.Slice {
		n := len(dst.Nums)
		length = dst.Nums[n-2]
		if inPlace {
			off = b.op("max", program.I64, dst.Nums[n-3], off) // of nil it is -1
		}
	}
	if b.emitting() && !inPlace && r.Overlaps(src.Region) {
		src.Region = b.snapshot(src)
	}
	room := b.difference(known.Int64(int64(r.Type.(*types.Array).Len())), off)
	before := dst
	if inPlace {
		dst.Nums = slices.Clone(dst.Nums)
		dst.Nums[0], dst.Nums[2] = off, room
		b.slide(in, &dst, &src, longer)
		off, room = dst.Nums[0], dst.Nums[2]
	}
	if !(longer.IsLiteral() && room.IsLiteral() && longer.Bits <= room.Bits) {
		longer = b.op("checkcap", program.I64, longer, room)
	}
	out := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{off, longer, room}}
	if dst.Kind == known.Slice && !inPlace {
		b.copyMovedRows(in, dst, length)
		b.copyEach(out, dst, b.elsewhere(dst, r, length))
	}
	b.fill(out, length, src)
	out.Nums = slices.Clone(out.Nums)
	out.Nums[0] = b.nilOffset(before, longer, off)
	b.define(b.asAnalysed(known.Value{out}))
	return true
}

// slide makes room for a longer slice of what append made, where the slice does not begin its memory and has no room
// behind: its elements go to the beginning. No other slice is of that memory, see checkOld, so that nobody can tell it
// from a new array, and what is appended, src, is read from a copy if it is of that memory too. A queue takes no more
// memory than it has elements at a time.
func (b *slicing) slide(in *ssa.Call, a, src *known.Atom, longer program.Operand) {
	if a.Nums[len(a.Nums)-3] == known.Int64(0) || !b.isQueue(in) {
		return
	}
	if b.emitting() && a.Region.Overlaps(src.Region) {
		src.Region = b.snapshot(*src)
	}
	for _, r := range a.Region.All() {
		if b.in.Get(r.Name) != nil {
			b.noteMoved(r)
		}
	}
	n, zero := len(a.Nums), known.Int64(0)
	length, room := a.Nums[n-2], a.Nums[n-1]
	off := b.variable("off", a.Nums[n-3])
	all := b.sum(room, off)
	b.when(b.op("lt", program.I64, room, longer), func() {
		front := *a
		front.Nums = slices.Clone(a.Nums)
		front.Nums[n-3] = zero
		b.copyEach(front, *a, length)
		b.reassign(off, zero)
	})
	a.Nums = slices.Clone(a.Nums)
	a.Nums[n-3], a.Nums[n-1] = off, b.difference(all, off)
}

// isQueue reports whether what is appended to may have lost elements at the front, as far as its package tells.
func (b *slicing) isQueue(in *ssa.Call) bool {
	fn := in.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	pkg := fn.Package()
	if pkg == nil {
		return false
	}
	cuts, ok := b.cuts[pkg]
	if !ok {
		cuts = ssaflow.FrontCuts(pkg)
		b.cuts[pkg] = cuts
	}
	return cuts[in.Pos()]
}

// elsewhere is how many elements of a slice have to be copied to the beginning of a region: none where they are there.
func (b *slicing) elsewhere(a known.Atom, r *known.Region, length program.Operand) program.Operand {
	i := slices.IndexFunc(a.Region.Options, func(o known.Option) bool { return o.Region.Name == r.Name && o.From == 0 })
	if i < 0 {
		return length
	}
	there := b.both(b.isNumber(a.Nums[0], int64(i)), b.op("eq", program.I64, a.Nums[len(a.Nums)-3], known.Int64(0)))
	return b.op("select", program.I64, there, known.Int64(0), length)
}

// mayOutgrow reports whether an append makes a new array for the lanes whose slice
// has no room, where it is not for all. What append made has all the room there will
// be. Where nothing says how long the slice can get, other arrays do not grow
// without MakeCap, nor where something else sees them: lanes without room fault. Those of a literal have no
// room from the beginning, so MakeCap is asked for.
func (b *slicing) mayOutgrow(in *ssa.Call, dst known.Atom, longer program.Operand) bool {
	if b.emitting() {
		return b.outgrows[in] // numbers have lost their limits
	}
	grows := false
	most, bounded := known.Limit(longer)
	if ssaflow.TakesOut(in) || ssaflow.Filters(in) {
		return false
	}
	switch capacity := dst.Nums[len(dst.Nums)-1]; {
	case dst.Region.OnlyGrown():
		if !bounded && b.opts.MakeCap <= 0 && (b.isGiven(dst.Region) || !b.isQueue(in)) {
			// What another append needed says nothing of this, but for a queue, which may never have more in it.
			if most, bounded = ssaflow.MostLength(in, b.mostOf); !bounded {
				b.wantRoom(in)
			}
		}
		for _, r := range dst.Region.All() {
			maker := b.makers[r.Name]
			_, converts := maker.(*ssa.Convert)
			switch {
			case maker == nil:
			case bounded:
				b.enlarge(placeKey(b.fn, r.Name), roomOf(r, false), most)
			case converts && !r.Arena && roomOf(r, false) < int64(b.opts.MakeCap):
				// It has room for the string's elements, where append's own memory has as much as may be.
				b.room[placeKey(b.fn, r.Name)] = int64(b.opts.MakeCap)
				b.again = true
			}
		}
	case dst.Region.IsOrMayBe(b.sites[in]):
		grows = true // it was decided before
	case b.kept.within && !(b.kept.short && dst.Region.OnlyLiteral()):
	case bounded:
		grows = !capacity.IsLiteral() || most > int64(capacity.Bits)
	case b.opts.MakeCap > 0: // an array of append's own has room for so many
		enough := capacity.IsLiteral() && int64(capacity.Bits) >= int64(b.opts.MakeCap)
		grows = !enough && (b.ofSlices() || !b.seenElsewhere(in, dst) || dst.Region.IsBrought())
		if !enough && !grows && dst.Region.OnlyLiteral() { // no lane would have room
			b.wantTaking(dst.Elem)
		}
	case dst.Region.OnlyLiteral():
		b.wantRoom(in)
	}
	if b.outgrows[in] = grows; grows {
		b.wantMadeRoom(in, dst, longer)
	}
	return grows
}

// isGiven reports whether a slice may be of memory that this function did not make.
func (b *heap) isGiven(r *known.Region) bool {
	return slices.ContainsFunc(r.All(), func(r *known.Region) bool { return b.makers[r.Name] == nil })
}

// enlarge gives memory of this function that appends go on in more room than it has, for which
// everything is analysed again. What is appended to may be of that memory
// itself, in a loop around this function, so it does not go on for ever.
func (b *heap) enlarge(key string, has, most int64) {
	if has >= most || most > program.MaxElements || b.room[key+timesSuffix] == often {
		return
	}
	b.room[key+timesSuffix]++
	b.room[key] = most
	b.again = true
}

// seenElsewhere reports whether something else than a slice that is appended to
// may see its memory afterwards. What goes back to where the slice was, as in q.items = append(q.items, x), replaces
// it for callers too.
func (b *heap) seenElsewhere(in *ssa.Call, dst known.Atom) bool {
	return slices.ContainsFunc(dst.Region.All(), func(r *known.Region) bool {
		return b.seenBut(in, r, b.earlierPlaces(r, in))
	})
}

// seenBut is that of one region, apart from values of other places of it.
func (b *heap) seenBut(in *ssa.Call, r *known.Region, earlier []ssa.Value) bool {
	replaces := b.storedBack(in) != known.CellKey{}
	return b.in.Get(r.Name) != nil && !replaces && !b.opts.isSpreadOf(r) || b.seenHere(in, r, earlier)
}

// seenHere is seenBut as far as this function knows, apart from what callers may have.
func (b *heap) seenHere(in *ssa.Call, r *known.Region, earlier []ssa.Value) bool {
	return b.usedBut(r, in, earlier) || b.givenUsed(r, in) || b.heldElsewhere(r, in, b.storedBack(in))
}

// limitOf is what the length of what an append gives is at most, if that is known.
// Once numbers have names they have no limits any more.
func (b *slicing) limitOf(in *ssa.Call, longer program.Operand) (int64, bool) {
	if b.emitting() {
		most, bounded := b.longest[in]
		return most, bounded
	}
	most, bounded := known.Limit(longer)
	delete(b.longest, in)
	if bounded {
		b.longest[in] = most
	}
	return most, bounded
}

// growSome translates an append for which only some lanes need a new array: a lane
// goes on in the array that it has, or in that of the append, or of an earlier one, see grownBefore.
func (b *slicing) growSome(in *ssa.Call, dst, src known.Atom, longer program.Operand) {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	n := len(dst.Nums)
	length, capacity := dst.Nums[n-2], dst.Nums[n-1]
	r := b.grownBefore(dst)
	own := r == nil
	if own {
		r = b.growingRegion(in, elem, longer)
	} else {
		b.noteMoved(r)
	}
	if b.emitting() {
		if own {
			b.ensure(r)
		}
		if !dst.Region.IsOrMayBe(r.Name) {
			b.checkLoop(r)
		}
		b.checkOldGrown(in, dst.Region)
	}
	fits := b.op("le", program.I64, longer, capacity)
	either := func(x, y program.Operand) program.Operand { return b.op("select", program.I64, fits, x, y) }
	room := known.Int64(r.Type.(*types.Array).Len())
	if most, bounded := b.limitOf(in, longer); !bounded || most > int64(room.Bits) {
		b.op("checkcap", program.I64, either(known.Int64(0), longer), room)
	}
	old, fresh := dst, known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{known.Int64(0), longer, room}}
	old.Nums = slices.Clone(dst.Nums)
	old.Nums[n-2] = longer
	b.when(b.op("not", program.Bool, fits), func() {
		src := src
		if b.emitting() && r.Overlaps(src.Region) {
			src.Region = b.snapshot(src)
		}
		b.copyMovedRows(in, dst, length)
		b.copyEach(fresh, dst, length)
		b.fill(fresh, length, src)
	})
	if capacity != length || known.IsVarying(capacity) { // else what fits is nothing
		b.growing = capacity == length
		b.when(fits, func() { b.fill(old, length, src) })
		b.growing = false
	}
	b.define(b.asAnalysed(b.selected(fits, known.Value{old}, known.Value{fresh})))
}

// nilOffset is the offset of a slice that was appended to: nil is still nil if that
// was nothing.
func (b *coder) nilOffset(dst known.Atom, longer, off program.Operand) program.Operand {
	was := known.Int64(-1)
	if dst.Kind == known.Slice {
		was = dst.Nums[len(dst.Nums)-3]
	}
	if longer.IsLiteral() && longer.Bits > 0 || was.IsLiteral() && int64(was.Bits) >= 0 {
		return off
	}
	same := b.op("eq", program.I64, longer, known.Int64(0))
	return b.op("select", program.I64, same, was, off)
}

// fill writes the elements of src behind the first ones of a slice.
func (b *heap) fill(dst known.Atom, length program.Operand, src known.Atom) {
	n := len(dst.Nums)
	rest := dst
	rest.Nums = slices.Clone(dst.Nums)
	rest.Nums[n-3] = b.sum(dst.Nums[n-3], length)
	b.move(rest, src, src.Nums[len(src.Nums)-2])
}

// certain reports whether an append to a slice has to make a new array, whatever
// the language leaves open.
func certain(dst known.Atom, longer program.Operand) bool {
	if dst.Kind == known.Nothing {
		return true
	}
	capacity := dst.Nums[len(dst.Nums)-1]
	return capacity == known.Int64(0) || capacity.IsLiteral() && longer.IsLiteral() && longer.Bits > capacity.Bits
}

// wantRoom refuses an append to what gets longer than anything says.
func (b *heap) wantRoom(in *ssa.Call) {
	b.kept.short = true
	b.failAll("append: how long this slice gets is not known when compiling, and a lane's memory has a fixed "+
		"size; say how many elements are enough (-make-cap N, lockstep.MakeCap), or begin with make([]%s, 0, N) "+
		"with a constant N",
		b.typeName(in.Type().Underlying().(*types.Slice).Elem()))
}

// growingRegion is the region that an append makes.
func (b *heap) growingRegion(in *ssa.Call, elem types.Type, longer program.Operand) *known.Region {
	name := b.sites[in]
	if r := b.regions[name]; r != nil && b.emitting() {
		return r
	}
	most, bounded := b.mostFor(in, longer)
	if !bounded && b.opts.MakeCap <= 0 {
		b.wantRoom(in)
	}
	if b.opts.MakeCap > 0 {
		most = b.enough(in, most)
	}
	r := b.sized(in, elem, most)
	r.Grown = true
	return r
}

// enough is for how many elements an append has room, where some of them may do: not for more than it had, or than
// MakeCap if that is more, where what it needs grows each time that it gets more. The limit of what is appended to is
// often this room itself.
func (b *heap) enough(in ssa.Instruction, most int64) int64 {
	key := placeKey(b.fn, b.sites[in])
	if b.room[key+timesSuffix] < often {
		return most
	}
	return min(most, max(b.room[key], int64(b.opts.MakeCap)))
}

// often is how many times memory gets more room because of what it needed before.
const often = 3

// timesSuffix ends the keys under which the translator's room has how many times that was.
const timesSuffix = " times"

// sized is the region of an instruction that makes memory for some elements. If
// it turns out that more are needed, everything is analysed again.
func (b *heap) sized(in ssa.Instruction, elem types.Type, most int64) *known.Region {
	return b.sizedFor(in, "", b.placesOf(in), elem, most)
}

// sizedFor is sized for memory with so many places. An instruction may make several, whose names end with suffixes.
func (b *heap) sizedFor(in ssa.Instruction, suffix string, places int64, elem types.Type, most int64) *known.Region {
	if most > program.MaxElements {
		b.fail("%d elements: a lane has at most %d", most, program.MaxElements)
	}
	key := placeKey(b.fn, b.sites[in]+suffix)
	room, again := b.room[key]
	most = max(most, room, 1)
	t := types.NewArray(elem, most)
	if places > 0 {
		t = types.NewArray(t, places)
	}
	b.checkSize(t)
	r := b.site(in, suffix, t)
	r.Varies = r.Varies || again
	if roomOf(r, places > 0) < most {
		if most > room {
			b.room[key+timesSuffix]++
		}
		b.room[key] = most
		b.again = true
	}
	return r
}

// roomOf is for how many elements there is room in what an instruction makes.
func (b *heap) roomOf(in ssa.Instruction, r *known.Region) int64 {
	return roomOf(r, b.placesOf(in) > 0)
}

// roomOf is for how many elements there is room in memory, or in a place of it.
func roomOf(r *known.Region, hasPlaces bool) int64 {
	t := r.Type.(*types.Array)
	if hasPlaces {
		t = t.Elem().(*types.Array)
	}
	return t.Len()
}
