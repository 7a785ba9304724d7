package load

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Many functions of one package are loaded together: what each of them reaches
// is found for each, type-checked and built once for all, and each is given the
// view that it would have alone. Functions that reach an error, or a package that
// is not available, are loaded alone, so that they get the errors that are
// theirs and no others.

// Load returns what a function reaches, with its SSA form if there are no
// errors.
func (s *Source) Load(root *Declaration) (*View, program.ErrorList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.views[root]; v != nil {
		return v, nil
	}
	return s.loadAlone([]*Declaration{root})
}

// LoadTogether loads the named functions that have no errors at once, and returns how
// many these are. [Source.Load] then has them ready.
func (s *Source) LoadTogether(fns []string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loadTogether(fns)
}

func (s *Source) loadTogether(fns []string) int {
	s.together = len(fns)
	alone := map[*Declaration]*View{}
	var roots []*Declaration
	for _, fn := range fns {
		d := s.Find(fn)
		if d == nil || alone[d] != nil {
			continue
		}
		fd := d.Function()
		if fd.Body == nil || IsGeneric(fd) {
			continue
		}
		if l := s.reachable([]*Declaration{d}); l.isWhole() {
			alone[d] = l.out
			roots = append(roots, d)
		}
	}
	for len(roots) > 0 {
		all, errs := s.loadAlone(roots)
		if len(errs) == 0 {
			s.views = map[*Declaration]*View{}
			for _, d := range roots {
				s.views[d] = all.narrowed(alone[d])
			}
			return len(roots)
		}
		were := len(roots)
		roots = slices.DeleteFunc(roots, func(d *Declaration) bool { return alone[d].blames(errs) })
		if len(roots) == were {
			return 0 // nobody knows whose the errors are
		}
	}
	return 0
}

// LoadAll loads all functions of the package together, unless they have been, and reports whether one that was seen as
// it is told then sees more: of code that it does not reach there were no types, and without these it is not always
// known that such code changes nothing.
func (s *Source) LoadAll(fn string, was *View) bool {
	var names []string
	for fd := range s.Functions() {
		names = append(names, FuncName(fd))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.together < len(names) {
		s.loadTogether(names)
	}
	is := s.views[s.Find(fn)]
	return is != nil && is != was
}

// isWhole reports whether everything that is reached is there, and was parsed.
func (l *loader) isWhole() bool {
	for s := range l.reached {
		if len(s.broken) > 0 {
			return false
		}
	}
	return len(l.out.unavailable) == 0
}

// blames reports whether an error is in a declaration that is kept.
func (l *View) blames(errs program.ErrorList) bool {
	for d := range l.kept {
		from, to := d.pkg.Pos(d.node.Pos()), d.pkg.Pos(d.node.End())
		if slices.ContainsFunc(errs, func(e *program.Error) bool {
			return e.Pos.File == from.File && from.Line <= e.Pos.Line && e.Pos.Line <= to.Line
		}) {
			return true
		}
	}
	return false
}

// narrowed is what was loaded, as a function sees it that would have kept less if
// it had been loaded alone.
func (l *View) narrowed(alone *View) *View {
	v := *l
	v.roots, v.kept, v.starters, v.laneOnly = alone.roots, alone.kept, alone.starters, nil
	v.Packages = slices.DeleteFunc(slices.Clone(l.Packages), func(t *Package) bool {
		for d := range alone.kept {
			if d.pkg == t.Source {
				return false
			}
		}
		return t != l.Root
	})
	return &v
}
