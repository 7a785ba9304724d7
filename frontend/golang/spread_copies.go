package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// A slice that lanes bring may go on as one that a loop makes, as the state of an integrator does:
//
//	if err < tolerance {
//		y = next
//	}
//
// Such slices are rows of arenas, and what lanes bring is in columns. So the function is compiled as what another one
// calls with a copy: that is a row as well. If the function may write to what it is given, the other one copies the
// elements back.

// noteMixed notes the slices that lanes bring, if a conflict is that some of what it may be of is in arenas.
func (t *translator) noteMixed(a known.Atom) {
	for _, r := range a.Among {
		if i := t.inputs.at(r); i >= 0 && !slices.Contains(t.mixed, t.inputs.regions[i].name) {
			t.mixed = append(t.mixed, t.inputs.regions[i].name)
		}
	}
}

// compileCopied compiles the function that hands copies to fn of those of its slices that were in the way when t was
// translated, and then of others that turn out to be. It returns nil if that is refused too.
func (s *Source) compileCopied(fn string, opts Options, t *translator) *translator {
	if opts.spread != nil || opts.MakeCap <= 0 || t == nil {
		return nil
	}
	copied, mixed := map[string]load.Copy{}, t.mixed
	for {
		before := len(copied)
		for i, p := range t.entry.Params {
			if name := t.paramName(p, i); slices.Contains(mixed, name) {
				copied[name] = load.CopyInOut
				if t.evaluator.OnlyReads(t.entry, p) {
					copied[name] = load.CopyIn
				}
			}
		}
		if len(copied) == before {
			return nil
		}
		sp := s.src.Spread(fn, load.SpreadOptions{
			Keep:   func(param string) bool { return slices.Contains(opts.Uniform, param) },
			Rows:   func(string) load.Matrix { return load.Matrix{} },
			Copies: copied, TellNil: t.tellNil(),
		})
		if sp == nil {
			return nil
		}
		opts := opts
		opts.spread, opts.copied = sp, true
		with, errs := s.compileShared(sp.Name, opts)
		if len(errs) == 0 {
			return with
		}
		if with == nil {
			return nil
		}
		mixed = with.mixed
	}
}
