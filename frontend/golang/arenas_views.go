package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// An array whose elements refer to an arena may have more room than is in use: a queue that loses elements at the front
// (`hist = append(hist[1:], y)`) leaves behind what nobody sees any more, and room for each round has one round's in it
// that counts. What only slices of the function refer to is seen by those that are still read where a loop goes round,
// and the collector looks at their elements instead of all: what is not in one of them is neither marked nor updated.

// view is a slice that is read yet where a loop goes round, as if it were of one array alone.
type view struct {
	known.Atom
	is  program.Operand // in which lanes it is of the array
	end program.Operand // where what may be read of it ends
}

// maxViews is how many slices of an array are looked at one by one: an element that two of them have is updated once,
// so that each is compared with those before it.
const maxViews = 3

// viewsOf returns the slices by which alone an array may be read from the head of a loop on. If ok is false it may be
// read by others too.
func (b *body) viewsOf(r *known.Region, head *ssa.BasicBlock) (views []view, ok bool) {
	made := b.makers[r.Name]
	if made == nil || b.holds(r, r) || b.callerHolds(r) || len(b.holders(r)) > 0 {
		return nil, false
	}
	if !r.HasCapacity() && ssaflow.Recut(made) {
		return nil, false
	}
	begin := head.Instrs[slices.IndexFunc(head.Instrs, isNoPhi)]
	for k, op := range b.instrs {
		v, isValue := op.(ssa.Value)
		if !isValue {
			continue
		}
		got, isKnown := b.e.Operand(k, 0).(known.Value)
		if !isKnown || !got.RefersTo(r.Name) || !ssaflow.LiveAt(v, begin) {
			continue
		}
		for _, a := range b.vals[v] {
			if !(known.Value{a}).RefersTo(r.Name) {
				continue
			}
			w, isView := b.viewOf(r, a)
			if !isView || len(views) == maxViews {
				return nil, false
			}
			views = append(views, w)
		}
	}
	return views, true
}

func isNoPhi(in ssa.Instruction) bool {
	_, phi := in.(*ssa.Phi)
	return !phi
}

// viewOf is a value that may refer to an array as a slice of that alone.
func (b *heap) viewOf(r *known.Region, a known.Atom) (w view, ok bool) {
	if a.Kind != known.Slice || len(a.Parts) > 0 || a.Pending || len(b.numbersShape(a.Nums...)) > 0 {
		return view{}, false
	}
	w = view{Atom: a, is: truth(true)}
	if a.Region.Kind == known.ChoiceRegion {
		isOne := func(o known.Option) bool { return o.Region.Name == r.Name }
		k := slices.IndexFunc(a.Region.Options, isOne)
		if k < 0 || slices.ContainsFunc(a.Region.Options[k+1:], isOne) {
			return view{}, false
		}
		o := a.Region.Options[k]
		w.is = b.isNumber(a.Nums[0], int64(k))
		w.Region, w.From, w.To = o.Region, o.From+a.From, o.From+a.To
		w.Nums = o.Indices(a.Nums)
	}
	if w.Region.Name != r.Name || len(w.Nums) < 3 {
		return view{}, false
	}
	n := len(w.Nums)
	length := w.Nums[n-2]
	if r.HasCapacity() { // up to which it may be cut again
		length = w.Nums[n-1]
	}
	w.end = b.sum(w.Nums[n-3], length)
	return w, true
}

// eachSeen does something with each element of a leaf that is in one of some slices: with one that is in several of
// them only once.
func (b *heap) eachSeen(l leafPlace, views []view, do func(p place)) {
	shape := l.region.Layout.Leaves[l.leaf].Shape
	for k, w := range views {
		if l.leaf < w.From || l.leaf >= w.To {
			continue
		}
		n := len(w.Nums)
		outer, off := w.Nums[:n-3], w.Nums[n-3]
		length := b.op("select", program.I64, w.is, b.difference(w.end, off), known.Int64(0))
		b.each(length, func(i program.Operand) {
			at := b.sum(off, i)
			isNew := truth(true)
			for _, e := range views[:k] {
				if l.leaf >= e.From && l.leaf < e.To {
					isNew = b.op("and", program.Bool, isNew, b.op("not", program.Bool, b.sees(e, outer, at)))
				}
			}
			b.when(isNew, func() {
				p := l.place()
				p.index, p.there = append(slices.Clone(outer), at), true
				b.eachWithin(p, shape, do)
			})
		})
	}
}

// sees reports whether an element of an array is in a slice of it.
func (b *heap) sees(w view, outer []program.Operand, at program.Operand) program.Operand {
	is := b.op("and", program.Bool, b.op("le", program.I64, w.Nums[len(outer)], at),
		b.op("lt", program.I64, at, w.end))
	for i, x := range outer {
		is = b.op("and", program.Bool, is, b.op("eq", program.I64, w.Nums[i], x))
	}
	return b.op("and", program.Bool, w.is, is)
}

// viewsOfAll returns, of the arrays of some leaves, the slices that are all that sees them.
func (b *body) viewsOfAll(leaves []leafPlace, head *ssa.BasicBlock) map[*known.Region][]view {
	all := map[*known.Region][]view{}
	if !b.emitting() { // what is read and written is the same, whichever elements are looked at
		return all
	}
	for _, l := range leaves {
		if _, done := all[l.region]; done || l.region.Arena {
			continue
		}
		if views, ok := b.viewsOf(l.region, head); ok {
			all[l.region] = views
		}
	}
	return all
}
