package load

import (
	"errors"
	"go/ast"
	"go/token"
	"slices"
)

// member reaches a name of another package. pos is where it stands, at the
// place in the root package that it is needed for.
func (l *loader) member(d *Declaration, importPath, name string, pos, at token.Pos) {
	if l.isStub(importPath, name) {
		return
	}
	s := l.source(importPath)
	if s == nil {
		l.miss(d, importPath, pos, at)
		return
	}
	for _, m := range s.decls.byName[name] {
		l.reach(m, at)
	}
}

// isStub notes that a name of a package is reached, and says whether its stub
// is enough.
func (l *loader) isStub(importPath, name string) bool {
	switch {
	case importPath == "unsafe" || stubSources[importPath] != "":
		return true
	case declaredStubs[importPath] == "":
		return false
	}
	if l.stubbed[importPath] == nil {
		l.stubbed[importPath] = map[string]bool{}
		// What makes a type an error, and by what fmt prints it.
		for _, name := range []string{"Error", "String", "Format", "GoString"} {
			l.selected[name] = true
		}
	}
	l.stubbed[importPath][name] = true
	if !l.needsSource(importPath) {
		return true
	}
	// What was reached before is now the real package's too.
	if s := l.source(importPath); s != nil {
		for n := range l.stubbed[importPath] {
			for _, m := range s.decls.byName[n] {
				l.reach(m, token.NoPos)
			}
		}
	}
	return false
}

// needsSource reports whether more is reached of a package than its stub has, or its functions have bodies that lanes
// can run.
func (l *loader) needsSource(importPath string) bool {
	if withBodies[importPath] && l.source(importPath) != nil {
		return true
	}
	scope := stubPackages[importPath]().Scope()
	for n := range l.stubbed[importPath] {
		if scope.Lookup(n) == nil {
			return true
		}
	}
	return false
}

// source returns an imported package, or nil if it is not available.
func (l *loader) source(importPath string) *Source {
	if l.opts.Import == nil || stubSources[importPath] != "" || importPath == "unsafe" || importPath == "C" {
		return nil
	}
	got, err := l.root.open(importPath)
	if err != nil {
		return nil
	}
	return got
}

func usesC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return importPath(spec) == "C" })
}

// missed is the first use of a package that is not available.
type missed struct {
	by      *Source
	pos, at token.Pos // of the use, and the place in the root package that needs it
}

// miss notes a use of a package that is not available.
func (l *loader) miss(d *Declaration, importPath string, pos, at token.Pos) {
	if !at.IsValid() {
		at = pos
	}
	if first, ok := l.missed[importPath]; !ok || at < first.at || at == first.at && pos < first.pos {
		l.missed[importPath] = missed{d.pkg, pos, at}
	}
}

// errCgo is why cgo's package is not available.
var errCgo = errors.New("there is no C in batched code; write the function in Go")

// errNoImports is why a package is not available to a root without imports.
var errNoImports = errors.New("the source of imported packages was not given; only math, math/bits and what makes " +
	"errors is there without")

// reportMissed reports every package that is not available once: what follows
// from it is not an error of its own.
func (l *loader) reportMissed() {
	for importPath, m := range l.missed {
		needed := ""
		if m.by != l.root {
			needed = ", needed by " + l.root.Pos(m.pos).String() + ","
		}
		why := l.root.missing[importPath]
		switch {
		case importPath == "C":
			why = errCgo
		case why == nil:
			why = errNoImports
		}
		l.out.unavailable = append(l.out.unavailable, l.root.Errorf(m.at, "package %s%s is not available: %v",
			importPath, needed, why))
	}
	l.out.unavailable.Sort()
}
