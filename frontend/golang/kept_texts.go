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
	if !ok || b.textsOf(b.cur) > 0 || len(b.textLeaves(in)) == 0 {
		return false
	}
	if call, ok := b.cur.(*ssa.Call); r.Name != b.sites[b.cur] && !(ok && b.isOf(call, r) && b.onlyTexts(call, r)) {
		return false
	}
	n, ok := ssaflow.MostRuns(b.cur, b.mostOf)
	if !ok || n > maxPlaces {
		n = int64(b.opts.MakeCap)
	}
	if n > 0 {
		b.kept.atLeast(placeKey(b.fn, b.sites[b.cur]+textSuffix), n*int64(len(b.textLeaves(in))))
	}
	return true
}

// textLeaves are the leaves of a value that are strings.
func (b *coder) textLeaves(v ssa.Value) (list []int) {
	for k, lf := range b.layouts.Of(v.Type()).Leaves {
		if lf.Ref != nil && gotypes.IsString(lf.Ref) && len(lf.Shape) == 0 {
			list = append(list, k)
		}
	}
	return list
}

// onlyTexts reports whether what a call gives has only strings of a region, and no slices or pointers.
func (b *heap) onlyTexts(call *ssa.Call, r *known.Region) bool {
	gives, ok := b.e.Operand(b.opOf[call], 0).(known.Value)
	texts := b.textLeaves(call)
	for k := range gives {
		if gives[k:k+1].RefersTo(r.Name) && !slices.Contains(texts, k) {
			return false
		}
	}
	return ok
}

// keptText is what the current instruction gives with copies of its strings, if these are kept; otherwise what it
// gives.
func (b *operands) keptText(v known.Value) known.Value {
	in, ok := b.cur.(ssa.Value)
	if !ok { // nobody sees what a deferred call gives
		return v
	}
	if a := b.textsHere(); a != nil {
		return b.inArenaOfTexts(a, v)
	}
	n := b.textsOf(b.cur)
	if n == 0 {
		return v
	}
	var texts []int
	most, bounded := int64(1), true
	for _, k := range b.textLeaves(in) {
		if v[k].Kind != known.Slice {
			continue
		}
		texts = append(texts, k)
		length := lengthOfBytes(v[k])
		if !b.emitting() {
			length = v[k].Within(length)
		}
		m, ok := known.Limit(length)
		most, bounded = max(most, m), bounded && ok
	}
	if len(texts) == 0 {
		return v
	}
	r := b.textMemory(n, most, bounded)
	if !b.emitting() {
		for _, k := range texts {
			n, ok := b.extent(v[k])
			if !ok {
				n = program.MaxElements
			}
			r.Longest = max(r.Longest, n, 1)
		}
	}
	out := slices.Clone(v)
	for _, k := range texts {
		out[k] = b.textIn(r, v[k])
	}
	return out
}

// textMemory is the memory that has the strings which the current instruction gives: n of them, of so many bytes at
// most if that is known.
func (b *operands) textMemory(n, most int64, bounded bool) *known.Region {
	r := b.regions[b.sites[b.cur]+textSuffix]
	if b.emitting() && r != nil {
		return r
	}
	if !bounded {
		if b.opts.MakeCap <= 0 {
			b.failAll("how long this string gets is not known when compiling, and a lane's memory has a fixed size; " +
				"say how many bytes are enough (-make-cap N, lockstep.MakeCap)")
		}
		most = max(most, int64(b.opts.MakeCap))
	}
	r = b.sizedFor(b.cur, textSuffix, 0, types.Typ[types.Uint8], min(most*n, program.MaxElements))
	r.Open = r.Open || !bounded
	return r
}

// textIn copies a string to memory, behind those that are there.
func (b *operands) textIn(r *known.Region, a known.Atom) known.Atom {
	length := lengthOfBytes(a)
	if !b.emitting() {
		length = a.Within(length)
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
	return out
}
