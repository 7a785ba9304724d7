package golang

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/program"
)

// typed is a pruned package with what go/types found out.
type typed struct {
	*source
	pruned []*ast.File
	pkg    *types.Package
	info   *types.Info
	errs   program.ErrorList // type errors
}

// target is the platform whose sizes and constants hold.
var target = types.SizesFor("gc", "amd64")

// typecheck checks the pruned files. Errors that only say that a package is
// not available are left out: every use of such a package is reported by the
// checker, which knows what to write instead.
func (s *source) typecheck(files []*ast.File) *typed {
	t := &typed{source: s, pruned: files, info: &types.Info{
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
		Importer:                 stubs{},
		Sizes:                    target,
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) || strings.HasPrefix(e.Msg, "could not import") {
				return
			}
			if strings.HasPrefix(e.Msg, "\t") {
				return // a second position of the error before
			}
			t.errs = append(t.errs, s.errorf(e.Pos, "%s", e.Msg))
		},
	}
	t.pkg = types.NewPackage("lockstep.user/"+files[0].Name.Name, files[0].Name.Name)
	// The error is the first of those that were collected.
	_ = types.NewChecker(&config, s.fset, t.pkg, t.info).Files(files)
	return t
}

// stubs imports the packages of stubSources and no other.
type stubs struct{}

var _ types.Importer = stubs{}

var errNotAvailable = errors.New("not available")

func (stubs) Import(path string) (*types.Package, error) {
	load, ok := stubPackages[path]
	if !ok {
		return nil, errNotAvailable
	}
	return load(), nil
}

// stubPackages type-checks each stub once, when it is first imported. Packages
// are read-only afterwards and shared by all compilations.
var stubPackages = func() map[string]func() *types.Package {
	m := map[string]func() *types.Package{}
	for path, text := range stubSources {
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
	return m
}()
