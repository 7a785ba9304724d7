package asmgen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
)

// Library is package libm, parsed and type-checked, or another package that
// keeps to the same subset of Go.
type Library struct {
	fset   *token.FileSet
	info   *types.Info
	pkg    *types.Package
	funcs  map[*types.Func]*ast.FuncDecl
	tables map[*types.Var]*ast.CompositeLit
	form   *codegen.Build // of the build, where products may be fused
}

// ParseLibrary reads the package in a file system's top folder, without its
// tests. It needs the source of the standard library, and no go command.
func ParseLibrary(fsys fs.FS) (*Library, error) {
	names, err := fs.Glob(fsys, "*.go")
	if err != nil {
		return nil, fmt.Errorf("asmgen: %w", err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if len(names) == 0 {
		return nil, fmt.Errorf("asmgen: no Go files: %w", fs.ErrNotExist)
	}
	l := &Library{fset: token.NewFileSet()}
	var files []*ast.File
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("asmgen: %w", err)
		}
		f, err := parser.ParseFile(l.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("asmgen: %w", err)
		}
		files = append(files, f)
	}
	if err := l.check(files); err != nil {
		return nil, err
	}
	return l, nil
}

// check type-checks the files and collects their functions and tables.
func (l *Library) check(files []*ast.File) error {
	l.info = &types.Info{
		Types:     map[ast.Expr]types.TypeAndValue{},
		Defs:      map[*ast.Ident]types.Object{},
		Uses:      map[*ast.Ident]types.Object{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	var errs []error
	config := types.Config{
		Importer: importer.ForCompiler(l.fset, "source", nil),
		Error:    func(err error) { errs = append(errs, err) },
	}
	l.pkg, _ = config.Check("libm", l.fset, files, l.info) // its error is the first of errs
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("asmgen: %w", err)
	}
	l.funcs = map[*types.Func]*ast.FuncDecl{}
	l.tables = map[*types.Var]*ast.CompositeLit{}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				l.funcs[l.info.Defs[d.Name].(*types.Func)] = d
			case *ast.GenDecl:
				l.addTables(d)
			}
		}
	}
	return nil
}

// addTables collects the package-level variables that are written as array
// literals.
func (l *Library) addTables(d *ast.GenDecl) {
	for _, s := range d.Specs {
		spec, ok := s.(*ast.ValueSpec)
		if !ok || d.Tok != token.VAR || len(spec.Names) != len(spec.Values) {
			continue
		}
		for i, name := range spec.Names {
			lit, ok := spec.Values[i].(*ast.CompositeLit)
			if v, isVar := l.info.Defs[name].(*types.Var); ok && isVar {
				l.tables[v] = lit
			}
		}
	}
}

// Exported returns the names of the package's exported functions, sorted.
func (l *Library) Exported() []string {
	var names []string
	for f := range l.funcs {
		if f.Exported() && f.Signature().Recv() == nil {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	return names
}

// Errors are the places where a function leaves the subset of Go that package
// libm's documentation describes.
type Errors []error

func (e Errors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	return fmt.Sprintf("%v (and %d more)", e[0], len(e)-1)
}

// Unwrap returns the single errors.
func (e Errors) Unwrap() []error { return e }
