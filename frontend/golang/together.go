package golang

import (
	"go/ast"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Many functions of one package are loaded together: what each of them reaches
// is found for each, type-checked and built once for all, and each is given the
// view that it would have alone. Functions that reach an error, or a package that
// is not available, are loaded alone, so that they get the errors that are
// theirs and no others.

// load returns what a function reaches, with its SSA form if there are no
// errors.
func (s *source) load(root *declaration) (*loaded, program.ErrorList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.views[root]; v != nil {
		return v, nil
	}
	return s.loadAlone([]*declaration{root})
}

// loadTogether loads all functions that have no errors.
func (s *source) loadTogether(fns []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	alone := map[*declaration]*loaded{}
	var roots []*declaration
	for _, fn := range fns {
		d := s.find(fn)
		if d == nil || alone[d] != nil {
			continue
		}
		fd := d.node.(*ast.FuncDecl)
		if fd.Body == nil || fd.Type.TypeParams != nil || receiverIsGeneric(fd) {
			continue
		}
		if l := s.reachable([]*declaration{d}); l.isWhole() {
			alone[d] = l.out
			roots = append(roots, d)
		}
	}
	for len(roots) > 0 {
		all, errs := s.loadAlone(roots)
		if len(errs) == 0 {
			s.views = map[*declaration]*loaded{}
			for _, d := range roots {
				s.views[d] = all.view(alone[d])
			}
			return
		}
		were := len(roots)
		roots = slices.DeleteFunc(roots, func(d *declaration) bool { return alone[d].has(errs) })
		if len(roots) == were {
			return // nobody knows whose the errors are
		}
	}
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

// has reports whether an error is in a declaration that is kept.
func (l *loaded) has(errs program.ErrorList) bool {
	for d := range l.kept {
		from, to := d.pkg.pos(d.node.Pos()), d.pkg.pos(d.node.End())
		if slices.ContainsFunc(errs, func(e *program.Error) bool {
			return e.Pos.File == from.File && from.Line <= e.Pos.Line && e.Pos.Line <= to.Line
		}) {
			return true
		}
	}
	return false
}

// view is what was loaded, as a function sees it that would have kept less if
// it had been loaded alone.
func (l *loaded) view(alone *loaded) *loaded {
	v := *l
	v.roots, v.kept, v.starters = alone.roots, alone.kept, alone.starters
	v.packages = slices.DeleteFunc(slices.Clone(l.packages), func(t *typed) bool {
		for d := range alone.kept {
			if d.pkg == t.source {
				return false
			}
		}
		return t != l.root
	})
	return &v
}
