package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// variesInside reports whether a number that is known in a call is another one in the calls that the called function
// makes of itself. An instance for it would be the first call's alone, or that of the first of all calls on one side
// of a tree (the lower end of an interval that is halved): lanes in one instance would wait for those in the other,
// which run the same code. Where calls of itself pass the number on, all have one instance, which knows it.
func (b *body) variesInside(fn *ssa.Function, i int, given known.Value) bool {
	if !gotypes.IsNumbers(fn.Params[i].Type()) {
		return false
	}
	passed, ok := b.passed[fn]
	if !ok {
		passed = ssaflow.PassedOn(fn)
		b.passed[fn] = passed
	}
	if passed == nil || passed[i].Same {
		return false
	}
	return passed[i].Always == nil || !sameValue(b.constant(passed[i].Always), given)
}
