package golang

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// typed is a pruned package with what go/types found out.
type typed struct {
	*source
	pruned []*ast.File
	pkg    *types.Package
	info   *types.Info
	ssa    *ssa.Package      // nil without bodies, or with errors
	errs   program.ErrorList // type errors
}

// target is the platform whose sizes and constants hold.
var target = types.SizesFor("gc", "amd64")

// typecheck checks the pruned files. Errors that only say that a package is
// not available are left out, and go/types is silent about all uses of such a
// package: they are reported by those who know what to write instead.
func (s *source) typecheck(pkg *types.Package, files []*ast.File, importer types.Importer) *typed {
	t := &typed{source: s, pruned: files, pkg: pkg, info: &types.Info{
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
		Sizes:                    target,
		IgnoreFuncBodies:         !s.bodies,
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) || strings.HasPrefix(e.Msg, "could not import") {
				return
			}
			if strings.HasPrefix(e.Msg, "\t") {
				return // a second position of the error before
			}
			if strings.HasPrefix(e.Msg, instantiationTooNew) && callsSubstitute(files, t.info, e.Pos) {
				return
			}
			t.errs = append(t.errs, s.errorf(e.Pos, "%s", e.Msg))
		},
	}
	// The error is the first of those that were collected.
	_ = types.NewChecker(&config, s.fset, pkg, t.info).Files(files)
	return t
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
				config := types.Config{Sizes: target, IgnoreFuncBodies: true}
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
