package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/internal/instance"
)

// A result that is a pointer to a struct with slices, or to one in some lanes only, and a
// parameter that points to a struct whose slices are given other memory, have no columns
// in the function itself: which memory their fields are of is told by the lane. Such a
// function is compiled as what a function returns that calls it, see package load's
// Spread: results are copied to memory of their own where lanes differ.

// compileSpread compiles the function that spreads fn. It returns nil if there is none, or
// if that is refused too.
func (s *Source) compileSpread(fn string, opts Options) *translator {
	if opts.spread != nil {
		return nil
	}
	file, sp := s.src.Spread(fn, func(param string) bool { return slices.Contains(opts.Uniform, param) })
	if sp == nil {
		return nil
	}
	with, err := Parse(append(slices.Clip(s.files), File(file)), s.opts)
	if err != nil {
		return nil
	}
	opts.spread = sp
	t, errs := with.compileShared(sp.Name, opts)
	if len(errs) > 0 {
		return nil
	}
	return t
}

// isSpreadOf reports whether a caller's memory has the capacity that it has in Go, in a
// function that is compiled for what its pointers lead to in the end: an append that finds
// no room in it gives the caller other memory.
func (o Options) isSpreadOf(r *known.Region) bool { return o.spread != nil && !r.Grown && !r.Varies }

// columnBase is what the columns of a result of the compiled function are called after.
func (t *translator) columnBase(i int) string {
	if sp := t.opts.spread; sp != nil {
		return sp.Results[i].Name
	}
	return resultName(t.entry.Signature.Results().At(i), i)
}

// saysNothing reports whether leaf k of result i of a function that spreads another one
// tells what the inputs tell as well, or nothing.
func (t *translator) saysNothing(i, k int, a known.Atom) bool {
	sp := t.opts.spread
	if sp == nil {
		return false
	}
	r := sp.Results[i]
	if r.IsNil {
		return a.Kind == known.Number && a.Nums[0].IsLiteral() && a.Nums[0].Bits == 0
	}
	return r.Param >= 0 && !t.spreadWrites(r.Param, k)
}

// givenAnew reports whether a parameter is a pointer to a slice, of which a result gives
// the elements that it has in the end.
func (t *translator) givenAnew(param string) bool {
	sp := t.opts.spread
	return sp != nil && slices.ContainsFunc(sp.Results, func(r load.SpreadResult) bool {
		return r.Param >= 0 && r.Name == param+".out" && t.spreadWrites(r.Param, 0)
	})
}

// spreadWrites reports whether the function that is spread gives another value to leaf k
// of what a parameter points to.
func (t *translator) spreadWrites(param, k int) bool {
	callee := t.spreadCallee()
	if callee == nil || callee.Outputs() == nil {
		return false
	}
	a := callee.In().Get(paramTag(param)).(known.Value)[0]
	touched, _ := callee.Outputs().Get(a.Region.Name).(known.Touched)
	return touched.Written.Has(a.From + k)
}

// spreadCallee is the instance of the function that is spread.
func (t *translator) spreadCallee() *instance.Entry {
	for op := range t.root.Body().Operations() {
		if callees := t.root.Callees(op); len(callees) > 0 {
			return callees[0]
		}
	}
	return nil
}
