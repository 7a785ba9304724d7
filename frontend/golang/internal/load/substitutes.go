package load

import (
	_ "embed" // for the bodies
	"go/ast"
	"go/token"
	"go/types"
	"path"

	"golang.org/x/tools/go/types/typeutil"
)

// Files of the standard library that reflect on their arguments, and what is
// compiled in their place: the same functions with type parameters, which calls
// need not name. What they call is in the package's other files.

// substitute is a file in the place of one of an imported package.
type substitute struct{ file, text string }

var substitutes = map[string]substitute{
	"sort": {"slice.go", `package sort

import "math/bits"

func elements[S ~[]E, E any](x S, less func(i, j int) bool) lessSwap {
	return lessSwap{less, func(i, j int) { x[i], x[j] = x[j], x[i] }}
}

func Slice[S ~[]E, E any](x S, less func(i, j int) bool) {
	pdqsort_func(elements(x, less), 0, len(x), bits.Len(uint(len(x))))
}

func SliceStable[S ~[]E, E any](x S, less func(i, j int) bool) {
	stable_func(elements(x, less), len(x))
}

func SliceIsSorted[S ~[]E, E any](x S, less func(i, j int) bool) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}
`},
}

// ownFile is the name of a file of bodies.
const ownFile = "lockstep.go"

// own are the functions and types that a file of bodies has, if the package has one.
func (s *Source) own() (file *ast.File, names map[string]bool) {
	if bodies[s.path] == "" {
		return nil, nil
	}
	names = map[string]bool{}
	for _, f := range s.files {
		if path.Base(s.fset.Position(f.FileStart).Filename) != ownFile {
			continue
		}
		file = f
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					if t, ok := sp.(*ast.TypeSpec); ok {
						names[t.Name.Name] = true
					}
				}
			}
		}
	}
	return file, names
}

// bodies are functions and types of packages whose own are assembly, or look at memory as lanes have none: with loops
// in their place. What a package has besides is declared, and refused where it is called.
var bodies = map[string]string{
	"bytes": bytesBodies, "internal/stringslite": stringsliteBodies, "strings": stringsBodies,
}

var (
	//go:embed bodies/bytes/bytes.go
	bytesBodies string
	//go:embed bodies/stringslite/stringslite.go
	stringsliteBodies string
	//go:embed bodies/strings/strings.go
	stringsBodies string
)

// substituted returns the files of an imported package with the substitute of
// one, if it has one.
func substituted(importPath string, files []File) []File {
	s, ok := substitutes[importPath]
	if !ok {
		return files
	}
	out := make([]File, len(files))
	for i, f := range files {
		if path.Base(f.Name) == s.file {
			f.Text = s.text
		}
		out[i] = f
	}
	return out
}

// instantiationTooNew begins the type checker's complaint about a call of a
// generic function in a module whose go directive is older than generics.
const instantiationTooNew = "implicit function instantiation requires"

// callsSubstitute reports whether the call whose arguments begin at lparen is
// one of a substitute. The module knows nothing of its type parameters, so it
// may be as old as it likes.
func callsSubstitute(files []*ast.File, info *types.Info, lparen token.Pos) (found bool) {
	for _, f := range files {
		if lparen < f.FileStart || f.FileEnd < lparen {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && call.Lparen == lparen {
				if fn := typeutil.Callee(info, call); fn != nil && fn.Pkg() != nil {
					_, found = substitutes[fn.Pkg().Path()]
				}
			}
			return !found
		})
	}
	return found
}
