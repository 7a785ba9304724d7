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
	if x.Region.Kind == known.ChoiceRegion || y.Region.Kind == known.ChoiceRegion || len(x.Nums) != len(y.Nums) {
		return false
	}
	n := len(x.Nums)
	both := truth(true)
	for i := range n - 3 { // places of memory that is there several times
		both = b.both(both, b.op("eq", program.I64, x.Nums[i], y.Nums[i]))
	}
	for _, pair := range [2][2]known.Atom{{x, y}, {y, x}} {
		first, second := pair[0].Nums[n-3:], pair[1].Nums[n-3:]
		both = b.both(both, b.op("gt", program.I64, first[1], known.Int64(0)))
		both = b.both(both, b.op("lt", program.I64, first[0], b.sum(second[0], second[1])))
	}
	b.defineNumber(both)
	return true
}
