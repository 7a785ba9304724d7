package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// Package is a pruned package with what go/types found out.
type Package struct {
	*Source
	pruned []*ast.File
	Types  *types.Package
	Info   *types.Info
	SSA    *ssa.Package      // nil without bodies, or with errors
	errs   program.ErrorList // type errors
}

// Sizes are those of the platform whose arithmetic is the definition.
var Sizes = types.SizesFor("gc", "amd64")

// typecheck checks the pruned files. Errors that only say that a package is
// not available are left out, and go/types is silent about all uses of such a
// package: they are reported by those who know what to write instead.
func (s *Source) typecheck(pkg *types.Package, files []*ast.File, importer types.Importer) *Package {
	t := &Package{Source: s, pruned: files, Types: pkg, Info: &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}}
	config := types.Config{
		GoVersion:                s.goVersion,
		Importer:                 importer,
		Sizes:                    Sizes,
		IgnoreFuncBodies:         !s.bodies,
		DisableUnusedImportCheck: true,
		FakeImportC:              true, // what is used of it is refused where it is used
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) || strings.HasPrefix(e.Msg, "could not import") {
				return
			}
			if more, ok := strings.CutPrefix(e.Msg, "\t"); ok { // a second position of the error before
				if n := len(t.errs); n > 0 {
					t.errs[n-1].Msg += fmt.Sprintf(" (%s: %s)", more, s.Pos(e.Pos))
				}
				return
			}
			if strings.HasPrefix(e.Msg, instantiationTooNew) && callsSubstitute(files, t.Info, e.Pos) {
				return
			}
			wrong := s.Errorf(e.Pos, "%s", e.Msg)
			if fn := besideFunc(wrong.Pos.File); fn != "" { // a place that nobody can see
				wrong = s.Errorf(token.NoPos, "%s: %s", fn, e.Msg)
				if n := len(t.errs); n > 0 && *t.errs[n-1] == *wrong {
					return
				}
			}
			t.errs = append(t.errs, wrong)
		},
	}
	// The error is the first of those that were collected.
	_ = types.NewChecker(&config, s.fset, pkg, t.Info).Files(files)
	return t
}

// prune returns the files of a package reduced to what is kept.
func (l *loader) prune(s *Source) []*ast.File {
	byFile := map[*ast.File][]ast.Decl{}
	files, decls := l.declared(s)
	for _, d := range decls {
		if _, ok := l.kept[d]; ok {
			byFile[d.file] = append(byFile[d.file], d.node)
		}
	}
	var out []*ast.File
	for _, f := range files {
		if len(byFile[f]) == 0 && s != l.root {
			continue
		}
		g := *f
		g.Decls, g.Imports = nil, nil
		for _, spec := range f.Imports {
			if l.used[spec] {
				one := *spec
				if one.Name == nil && importPath(spec) != "C" {
					// Says the name outright: for a package that is not
					// available, nobody else knows it. cgo's has one name only.
					one.Name = &ast.Ident{NamePos: spec.Path.Pos(), Name: l.nameOf(importPath(spec))}
				}
				g.Imports = append(g.Imports, &one)
				g.Decls = append(g.Decls, &ast.GenDecl{TokPos: spec.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{&one}})
			}
		}
		g.Decls = append(g.Decls, byFile[f]...)
		out = append(out, &g)
	}
	return out
}

// check type-checks a package, and first what it imports.
func (l *loader) check(s *Source) *Package {
	l.checked[s] = nil
	name := s.files[0].Name.Name
	at := s.path
	if s == l.root {
		// A command has no path: a file of it may import the package that
		// shares its directory.
		if at = l.opts.Path; at == "" || name == "main" {
			at = path.Join("lockstep.user", name)
		}
	}
	l.errs = append(l.errs, s.broken...)
	files := l.prune(s)
	for _, f := range files {
		for _, spec := range f.Imports {
			if _, ok := l.missed[importPath(spec)]; ok {
				l.incomplete[s] = true
			}
			if t, begun := l.checked[l.root.imports[importPath(spec)]]; begun && t == nil {
				l.errs = append(l.errs, s.Errorf(spec.Pos(), "package %s imports itself, directly or through others",
					importPath(spec)))
			}
		}
	}
	t := s.typecheck(types.NewPackage(at, name), files, l)
	if l.incomplete[s] {
		t.errs = slices.DeleteFunc(t.errs, followsFromMissing)
	}
	l.checked[s] = t
	l.out.Packages = append(l.out.Packages, t)
	l.out.byTypes[t.Types] = t
	return t
}

var _ types.Importer = (*loader)(nil)

// errNotAvailable stops the type checker where a package is not there; what the user
// reads is reportMissed's.
var errNotAvailable = errors.New("not available")

// Import gives the type checker an imported package.
func (l *loader) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if stub := stubPackages[importPath]; stub != nil && (stubSources[importPath] != "" || !l.needsSource(importPath)) {
		return stub(), nil
	}
	s := l.root.imports[importPath]
	if s == nil || !l.reached[s] {
		return nil, errNotAvailable
	}
	t, begun := l.checked[s]
	switch {
	case !begun:
		return l.check(s).Types, nil
	case t == nil:
		return nil, errNotAvailable // it imports itself; check has said so
	}
	return t.Types, nil
}

// followsFromMissing reports whether a type error may be the consequence of a
// type that is not available: what embeds one lacks its fields and methods.
func followsFromMissing(e *program.Error) bool {
	return strings.Contains(e.Msg, "has no field or method") || strings.Contains(e.Msg, "missing method") ||
		strings.Contains(e.Msg, "invalid type")
}

// stubPackages type-checks each stub once, when it is first imported. Packages
// are read-only afterwards and shared by all compilations.
var stubPackages = func() map[string]func() *types.Package {
	m := map[string]func() *types.Package{}
	for _, sources := range []map[string]string{stubSources, declaredStubs} {
		for path, text := range sources {
			m[path] = sync.OnceValue(func() *types.Package {
				fset := token.NewFileSet()
				f, err := parser.ParseFile(fset, path+".go", text, parser.SkipObjectResolution)
				if err != nil {
					panic("bug: stub of " + path + ": " + err.Error())
				}
				config := types.Config{Sizes: Sizes, IgnoreFuncBodies: true}
				pkg, err := config.Check(path, fset, []*ast.File{f}, nil)
				if err != nil {
					panic("bug: stub of " + path + ": " + err.Error())
				}
				return pkg
			})
		}
	}
	return m
}()
