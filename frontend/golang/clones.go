package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// A clone of a slice is nil if that is, "in case it matters", as package slices says. Columns do not tell whether a
// slice without elements is nil, so lanes that bring one would be left to Go, though mostly it does not matter.

// clonesAlone reports whether the current function asks whether a slice is nil so that its clone is too, and nobody
// asks that of any other one.
func (b *coder) clonesAlone() bool {
	if b.cur == nil {
		return false
	}
	fn := b.cur.Parent()
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	if !load.IsClone(fn.Object()) {
		return false
	}
	return !b.tellNil()
}

// tellNil reports whether somebody may tell a slice that is nil from an empty one, but to clone it.
func (t *translator) tellNil() bool {
	if t.tellsNil == nil {
		gives := func(v *types.Var) bool { return holdsSlices(v.Type(), map[types.Type]bool{}) }
		isGiven := func(p *ssa.Parameter) bool { // and what it writes to is seen
			t := p.Type()
			if s, ok := t.Underlying().(*types.Slice); ok {
				t = s.Elem()
			}
			return holdsSlices(t, map[types.Type]bool{})
		}
		sees := slices.ContainsFunc(slices.Collect(t.entry.Signature.Results().Variables()), gives) ||
			slices.ContainsFunc(t.entry.Params, isGiven)
		tells := sees && !t.opts.AnyNil || t.loaded.AsksNil()
		t.tellsNil = &tells
	}
	return *t.tellsNil
}

// holdsSlices reports whether values of a type may have slices in them, themselves or behind pointers.
func holdsSlices(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Pointer:
		return holdsSlices(u.Elem(), seen)
	case *types.Array:
		return holdsSlices(u.Elem(), seen)
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool {
			return holdsSlices(f.Type(), seen)
		})
	case *types.Interface:
		return !gotypes.IsError(t)
	}
	return true
}
