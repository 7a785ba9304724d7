package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// overlapsName is the function of package slices that compares addresses, for Insert and Replace.
const overlapsName = "slices.overlaps"

// overlaps translates a call that asks whether two slices have memory in common, and reports whether it is one, and of
// slices of which that can be told.
func (b *body) overlaps(common *ssa.CallCommon, fn *ssa.Function) bool {
	if fn.Origin() == nil || pathOf(fn.Origin()) != overlapsName {
		return false
	}
	x, y := b.atom(common.Args[0]), b.atom(common.Args[1])
	if x.Kind != known.Slice || y.Kind != known.Slice || !x.Region.Overlaps(y.Region) {
		b.defineNumber(truth(false))
		return true
	}
	any := truth(false)
	for _, p := range b.memoriesOf(x) {
		for _, q := range b.memoriesOf(y) {
			if !p.region.Overlaps(q.region) {
				continue
			}
			if p.from != q.from || len(p.nums) != len(q.nums) {
				return false
			}
			any = b.either(any, b.both(b.both(p.is, q.is), b.rangesOverlap(p.nums, q.nums)))
		}
	}
	b.defineNumber(any)
	return true
}

// memoryOf is one of the memories that a slice may be of, whether it is of that, and where it is there.
type memoryOf struct {
	is     program.Operand
	region *known.Region
	from   int
	nums   []program.Operand
}

// wholeOf is what a slice is of, as one memory.
func wholeOf(a known.Atom) memoryOf { return memoryOf{truth(true), a.Region, a.From, a.Nums} }

// slice is a slice of what may be of several memories as one of this memory.
func (m memoryOf) slice(a known.Atom) known.Atom {
	a.Region, a.From, a.To, a.Nums = m.region, m.from, m.from+a.To-a.From, m.nums
	return a
}

// memoriesOf are the memories that a slice may be of.
func (b *coder) memoriesOf(a known.Atom) (list []memoryOf) {
	if a.Region.Kind != known.ChoiceRegion {
		return []memoryOf{wholeOf(a)}
	}
	for k, o := range a.Region.Options {
		is := b.isNumber(a.Nums[0], int64(k))
		list = append(list, memoryOf{is, o.Region, o.From + a.From, o.Indices(a.Nums)})
	}
	return list
}

// rangesOverlap tells whether slices with these numbers, of one memory, have elements in common.
func (b *coder) rangesOverlap(x, y []program.Operand) program.Operand {
	n := len(x)
	both := truth(true)
	for i := range n - 3 { // places of memory that is there several times
		both = b.both(both, b.op("eq", program.I64, x[i], y[i]))
	}
	for _, pair := range [2][2][]program.Operand{{x, y}, {y, x}} {
		first, second := pair[0][n-3:], pair[1][n-3:]
		both = b.both(both, b.op("gt", program.I64, first[1], known.Int64(0)))
		both = b.both(both, b.op("lt", program.I64, first[0], b.sum(second[0], second[1])))
	}
	return both
}
