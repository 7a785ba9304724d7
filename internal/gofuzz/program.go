package gofuzz

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"sort"
	"strings"
	"sync"
	"time"
)

// Entry is the name of the function that is compared.
const Entry = "Fn"

// Program is a Go program to compare: packages in source form, the first of
// which has the function Fn, and the inputs to run it over.
type Program struct {
	Name     string // names the directory it is built in
	Packages []Package
	// Uniform, Len, Cap and Texts are the options of golang.Options that belong to
	// the parameters of Fn.
	Uniform         []string
	Len             map[string]int
	Cap             map[string]int
	Texts           map[string][]string
	Leave           bool // to Go what has no batched form
	Room            int  // for objects that recursions make; a lane that needs more is not compared
	Inputs          []Input
	Code            bool          // compare its machine code too, in every way
	Draw            uint64        // compare it in one way that this number draws, unless it is 0
	compiling, took time.Duration // by Lockstep to compile it, and to do all it is for
}

// Package is one package of a program, of one file. Its path is below the
// program's; the first package's is "".
type Package struct {
	Path string
	Text string
}

// ImportPath returns the path by which packages of the program import p.
func (p *Program) ImportPath(sub string) string { return path.Join(module, p.Name, sub) }

// module is the path of the module that Go builds.
const module = "fuzz"

// String returns everything there is to reproduce the program.
func (p *Program) String() string {
	var b strings.Builder
	for _, pkg := range p.Packages {
		fmt.Fprintf(&b, "// ---- package %q\n%s", p.ImportPath(pkg.Path), pkg.Text)
	}
	if p.Uniform != nil {
		fmt.Fprintf(&b, "// uniform: %s\n", strings.Join(p.Uniform, ", "))
	}
	if len(p.Len)+len(p.Cap) > 0 {
		fmt.Fprintf(&b, "// len: %v, cap: %v\n", p.Len, p.Cap)
	}
	if len(p.Texts) > 0 {
		fmt.Fprintf(&b, "// texts: %q\n", p.Texts)
	}
	if p.Room > 0 {
		fmt.Fprintf(&b, "// make-cap: %d\n", p.Room)
	}
	return b.String()
}

// checked is a type-checked program.
type checked struct {
	fset  *token.FileSet
	files []*ast.File // one a package, in the order of Packages
	info  *types.Info
	entry *types.Signature
}

// standard imports packages of the standard library, from source, once.
var standard = struct {
	sync.Mutex
	types.Importer
}{Importer: importer.ForCompiler(token.NewFileSet(), "source", nil)}

// Import implements types.Importer for the packages of a program, of which the
// later ones do not import the earlier.
type localImporter map[string]*types.Package

func (l localImporter) Import(path string) (*types.Package, error) {
	if p := l[path]; p != nil {
		return p, nil
	}
	if strings.HasPrefix(path, module+"/") {
		return nil, fmt.Errorf("no package %s", path)
	}
	standard.Lock()
	defer standard.Unlock()
	return standard.Import(path)
}

// unusedError is what the type checker says of a variable or an import that is
// declared and not used, and nothing else.
type unusedError []types.Error

func (u unusedError) Error() string { return u[0].Error() }

// check type-checks the program. Unused variables and imports alone give an
// unusedError and a program all the same.
func (p *Program) check() (*checked, error) {
	c := &checked{
		fset:  token.NewFileSet(),
		files: make([]*ast.File, len(p.Packages)),
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses:       map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
			Scopes:    map[ast.Node]*types.Scope{},
			Implicits: map[ast.Node]types.Object{},
		},
	}
	local := localImporter{}
	var hard error
	var unused unusedError
	conf := types.Config{Importer: local, Sizes: types.SizesFor("gc", "amd64"), Error: func(err error) {
		var te types.Error
		if errors.As(err, &te) && te.Soft && (strings.HasPrefix(te.Msg, "declared and not used") ||
			strings.HasSuffix(te.Msg, "and not used")) {
			unused = append(unused, te)
		} else if hard == nil {
			hard = err
		}
	}}
	for i := len(p.Packages) - 1; i >= 0; i-- {
		pkg := p.Packages[i]
		f, err := parser.ParseFile(c.fset, fileName(pkg), pkg.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		c.files[i] = f
		importPath := p.ImportPath(pkg.Path)
		tp, _ := conf.Check(importPath, c.fset, []*ast.File{f}, c.info)
		if hard != nil {
			return nil, hard
		}
		local[importPath] = tp
		if i == 0 {
			fn, ok := tp.Scope().Lookup(Entry).(*types.Func)
			if !ok {
				return nil, errors.New("no function " + Entry)
			}
			c.entry = fn.Signature()
		}
	}
	if unused != nil {
		sort.Slice(unused, func(i, j int) bool { return unused[i].Pos < unused[j].Pos })
		return c, unused
	}
	return c, nil
}

// fileName is the name of a package's file, in its directory and in positions.
func fileName(pkg Package) string {
	if pkg.Path == "" {
		return "fn.go"
	}
	return pkg.Path + ".go"
}
