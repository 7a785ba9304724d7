package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Memory that a loop makes and that few variables refer to when a later round makes more, as in
//
//	for range steps {
//		next := make([]float64, len(state))
//		…
//		state = next
//	}
//
// needs one place more than there are such variables, however many rounds there are: what is made takes a place to
// which none of them refers. A call that gives a new slice is such a make, if what it gives is copied.

// maxTurns bounds how many variables memory takes turns for: each place is compared with each of them.
const maxTurns = 4

// turns returns the values that refer to what an instruction of a loop made before when it makes more, if they are few
// and these are all.
func (b *heap) turns(in ssa.Instruction) (values []ssa.Value, ok bool) {
	if _, shared := b.rows[in]; shared || !b.loops[in.Block().Index] {
		return nil, false
	}
	values, _, ok = ssaflow.Earlier(in)
	ok = ok && len(values) < maxTurns && !slices.ContainsFunc(values, func(v ssa.Value) bool {
		_, computed := v.(ssa.Instruction)
		return !computed
	})
	return values, ok
}

// takesTurns reports whether what an instruction makes takes a place in which something was before.
func (b *heap) takesTurns(in ssa.Instruction) bool {
	values, ok := b.turns(in)
	return ok && b.placesOf(in) > int64(len(values))
}

// earlierPlaces returns the values that are of other places of kept memory than what an instruction appends to,
// although of the same memory: those that were of it when it gave the place that is appended to.
func (b *heap) earlierPlaces(r *known.Region, in ssa.Instruction) []ssa.Value {
	maker := b.makers[r.Name]
	if maker == nil || b.placesOf(maker) == 0 || !maker.Block().Dominates(in.Block()) ||
		maker.Block() == in.Block() && b.opOf[maker] >= b.opOf[in] {
		return nil
	}
	values, _, ok := ssaflow.Earlier(maker)
	if _, shared := b.rows[maker]; shared || !ok {
		return nil
	}
	return values
}

// takeTurn takes a place of kept memory to which no value of some refers. There are more places than values.
func (b *heap) takeTurn(values []ssa.Value, r *known.Region) program.Operand {
	var taken []program.Operand
	var collect func(v known.Value)
	collect = func(v known.Value) {
		for _, a := range v {
			switch {
			case a.Region == nil || !a.Region.IsOrMayBe(r.Name):
			case a.Region.Kind == known.ChoiceRegion:
				taken = append(taken, a.Nums[1])
			default:
				taken = append(taken, a.Nums[0])
			}
			collect(a.Parts)
		}
	}
	for _, v := range values {
		collect(b.vals[v])
	}
	place := known.Int64(int64(len(taken)))
	for i := len(taken) - 1; i >= 0; i-- {
		free := truth(true)
		for _, at := range taken {
			free = b.op("and", program.Bool, free, b.op("ne", program.I64, at, known.Int64(int64(i))))
		}
		place = b.op("select", program.I64, free, known.Int64(int64(i)), place)
	}
	return place
}

// copySuffix ends the name of the memory that has what a call gave.
const copySuffix = "copy"

// copiesOf is how many places there are for copies of what a call gives, and 0 if it is not copied, as where all slices
// of the type are rows of an arena.
func (b *heap) copiesOf(in *ssa.Call) int64 {
	if s, ok := in.Type().Underlying().(*types.Slice); ok && b.kept.growing(s.Elem()) != nil {
		return 0
	}
	return b.kept.places[placeKey(b.fn, b.sites[in]+copySuffix)]
}

// keepGiven notes that what the current call gives, which is of some region, has to be copied to a place, and reports
// whether it can be.
func (b *heap) keepGiven(in *ssa.Call, r *known.Region) bool {
	if r.Name != b.sites[in] && !b.isOf(in, r) || b.copiesOf(in) > 0 || !b.givesNew(in) {
		return false
	}
	values, ok := b.turns(in)
	if ok {
		b.kept.atLeast(placeKey(b.fn, b.sites[in]+copySuffix), int64(len(values))+1)
		b.keepAlike(in)
	}
	return ok
}

// keepGivenAlike keeps what a call gives, if that is like what another instruction makes.
func (b *heap) keepGivenAlike(call *ssa.Call, in ssa.Instruction) {
	if b.copiesOf(call) > 0 || !b.givesNew(call) || !types.Identical(madeType(call), madeType(in)) {
		return
	}
	places := int64(1)
	if b.loops[call.Block().Index] {
		values, ok := b.turns(call)
		if !ok {
			return
		}
		places += int64(len(values))
	}
	b.kept.atLeast(placeKey(b.fn, b.sites[call]+copySuffix), places)
}

// givesNew reports whether a call gives a slice, of what has no references, which is of new memory that nothing else
// refers to, in some lanes or in all.
func (b *heap) givesNew(in *ssa.Call) bool {
	if _, grows, ok := ssaflow.Earlier(in); !ok || grows {
		return false
	}
	if _, clone := ssaflow.IsClone(in); clone {
		return true
	}
	got, ok := b.e.Operand(b.opOf[in], 0).(known.Value)
	if !ok || len(got) != 1 || got[0].Kind != known.Slice || in.Call.StaticCallee() == nil {
		return false
	}
	made := 0
	for _, r := range got[0].Region.All() {
		switch {
		case r.Kind != known.LaneRegion:
			return false
		case !b.isOf(in, r):
		case r.Arena || len(b.holders(r)) > 0 || b.callerHolds(r):
			return false
		default:
			made++
		}
	}
	return made == 1
}

// isOf reports whether a region is what a call made.
func (b *heap) isOf(in *ssa.Call, r *known.Region) bool {
	return strings.HasPrefix(r.Name, b.sites[in]+".")
}

// keptCopy is a copy, in a place of its own, of what a call gives if that is kept; and otherwise what it gives.
func (b *slicing) keptCopy(v known.Value) known.Value {
	in, ok := b.cur.(*ssa.Call)
	if !ok || b.copiesOf(in) == 0 || len(v) != 1 || v[0].Kind != known.Slice {
		return b.keptText(v)
	}
	if v[0].Region.Kind != known.ChoiceRegion {
		return known.Value{b.copyKept(in, v[0], truth(true), v[0].Region.HasCapacity())}
	}
	made, isMade := b.partOf(v[0], func(r *known.Region) bool { return b.isOf(in, r) })
	fresh := known.Value{b.copyKept(in, made, isMade, made.Region.HasCapacity())}
	if len(v[0].Region.Options) == 1 {
		return fresh
	}
	given, _ := b.partOf(v[0], func(r *known.Region) bool { return !b.isOf(in, r) })
	return b.selected(isMade, fresh, known.Value{given})
}

// partOf is a slice of several memories as one of some of them only, and in which lanes it is of those. In the
// others it is of the first.
func (b *coder) partOf(a known.Atom, keep func(r *known.Region) bool) (some known.Atom, is program.Operand) {
	var options []known.Option
	which, is := known.Int64(0), truth(false)
	for k, o := range a.Region.Options {
		if !keep(o.Region) {
			continue
		}
		isThis := b.isNumber(a.Nums[0], int64(k))
		is = b.op("or", program.Bool, is, isThis)
		which = b.op("select", program.I64, isThis, known.Int64(int64(len(options))), which)
		options = append(options, o)
	}
	some = a
	if len(options) == 1 {
		only := options[0]
		some.Region, some.From, some.To = only.Region, only.From+a.From, only.From+a.To
		some.Nums = slices.Clone(only.Indices(a.Nums))
		return some, is
	}
	some.Region, some.Nums = known.NewChoice(options, a.Region.Nilable), slices.Clone(a.Nums)
	if a.Region.Nilable {
		which = b.op("select", program.I64, b.isNumber(a.Nums[0], int64(known.NoOption.Bits)), known.NoOption, which)
	}
	some.Nums[0] = which
	return some, is
}

// cloneKept translates a call that gives a copy of a slice, if what it gives is kept, and reports whether it did.
func (b *slicing) cloneKept(in *ssa.Call) bool {
	of, ok := ssaflow.IsClone(in)
	if !ok || b.copiesOf(in) == 0 {
		return false
	}
	appends := ssaflow.IsAppend(in)
	literal := appends && ssaflow.IsEmptyLiteral(in.Call.Args[0])
	a := b.bytesOf(b.atom(of))
	switch a.Kind {
	case known.Slice:
		b.copyElementRows(a, a.Nums[len(a.Nums)-2])
		a = b.copyKept(in, a, truth(true), false)
		if appends && !literal { // of nothing to nil, it gives nil
			a.Nums[1] = b.nilOffset(known.Atom{}, a.Nums[2], known.Int64(0))
		}
	case known.Nothing:
		if literal {
			return false // it gives that
		}
	default:
		b.refuseKind(a, in.Type())
	}
	b.define(known.Value{a})
	return true
}

// copyKept copies a slice to a place of kept memory in the lanes in which it is meant, with what is behind it up to its
// capacity if that is exact.
func (b *slicing) copyKept(in *ssa.Call, a known.Atom, meant program.Operand, exact bool) known.Atom {
	elem := in.Type().Underlying().(*types.Slice).Elem()
	n := len(a.Nums)
	length, count := a.Nums[n-2], a.Nums[n-2]
	if exact {
		count = a.Nums[n-1]
	}
	most, bounded := known.Limit(a.Within(count))
	count = b.op("select", program.I64, meant, count, known.Int64(0))
	if r := b.regions[b.sites[in]+copySuffix]; b.emitting() && r != nil {
		most, bounded = roomOf(r, true), !r.Open
	}
	if !bounded {
		if b.opts.MakeCap <= 0 {
			b.fail("how long this slice gets is not known when compiling, and a lane's memory has a fixed size; say " +
				"how many elements are enough (-make-cap N, lockstep.MakeCap)")
		}
		most = max(most, int64(b.opts.MakeCap))
		count = b.op("checkcap", program.I64, count, known.Int64(most))
	}
	r := b.sizedFor(in, copySuffix, b.copiesOf(in), elem, most)
	r.Open = r.Open || !bounded
	place := b.takePlaceOf(b.copiesOf(in), in, r)
	off := b.op("min", program.I64, a.Nums[n-3], known.Int64(0)) // of nil it is -1
	out := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{place, known.Int64(0), length, count}}
	b.copyElements(out, a, count)
	out.Nums = slices.Clone(out.Nums)
	out.Nums[1] = off
	return out
}
