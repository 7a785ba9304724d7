package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings that a loop makes and that are used beyond the round that made them, such as the parts of what strings.Join
// gets, are copied one behind the other to memory of the function. Nobody can tell a copy of a string from the string.

// textSuffix ends the name of the memory that has the strings that an instruction gives.
const textSuffix = "texts"

// textsOf is for how many strings that an instruction gives there is room, and 0 if they are not copied.
func (b *heap) textsOf(in ssa.Instruction) int64 {
	return b.kept.places[placeKey(b.fn, b.sites[in]+textSuffix)]
}

// keepText notes that the strings that the current instruction gives, which are of some region, have to be copied, and
// reports whether they can be.
func (b *heap) keepText(r *known.Region) bool {
	in, ok := b.cur.(ssa.Value)
	if !ok || !gotypes.IsString(in.Type().Underlying()) || b.textsOf(b.cur) > 0 {
		return false
	}
	if call, ok := b.cur.(*ssa.Call); r.Name != b.sites[b.cur] && !(ok && b.isOf(call, r)) {
		return false
	}
	n, ok := ssaflow.MostRuns(b.cur, b.mostOf)
	if !ok || n > maxPlaces {
		n = int64(b.opts.MakeCap)
	}
	if n > 0 {
		b.kept.atLeast(placeKey(b.fn, b.sites[b.cur]+textSuffix), n)
	}
	return true
}

// keptText is the copy of a string that the current instruction gives, if these are kept; otherwise the string.
func (b *operands) keptText(v known.Value) known.Value {
	n := b.textsOf(b.cur)
	if n == 0 || len(v) != 1 || v[0].Kind != known.Slice {
		return v
	}
	a := v[0]
	length := lengthOfBytes(a)
	if !b.emitting() {
		length = a.Within(length)
	}
	most, bounded := known.Limit(length)
	r := b.regions[b.sites[b.cur]+textSuffix]
	switch {
	case b.emitting() && r != nil:
		bounded = !r.Open
	case !bounded && b.opts.MakeCap <= 0:
		b.failAll("how long this string gets is not known when compiling, and a lane's memory has a fixed size; say " +
			"how many bytes are enough (-make-cap N, lockstep.MakeCap)")
	case !bounded:
		most = max(most, int64(b.opts.MakeCap))
	}
	if r == nil || !b.emitting() {
		r = b.sizedFor(b.cur, textSuffix, 0, types.Typ[types.Uint8], min(max(most, 1)*n, program.MaxElements))
		r.Open = r.Open || !bounded
	}
	out := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: types.Typ[types.Uint8],
		Nums: []program.Operand{known.Varying(), length, length}}
	if b.emitting() {
		b.ensure(r)
		taken := b.takenPlaces(r)
		begin := b.temp(program.I64, nil)
		b.copy([]string{begin}, []program.Operand{taken})
		end := b.op("checkcap", program.I64, b.op("add", program.I64, taken, length), known.Int64(roomOf(r, false)))
		b.copy([]string{taken.Name}, []program.Operand{end})
		out.Nums[0] = program.Ref(begin)
	}
	b.copyElements(out, a, length)
	return known.Value{out}
}
