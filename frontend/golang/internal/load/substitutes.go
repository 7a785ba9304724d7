package load

import (
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

// ownFunctions are the functions that a file of bodies has, if the package has one.
func (s *Source) ownFunctions() (file *ast.File, names map[string]bool) {
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
			if fd, ok := d.(*ast.FuncDecl); ok {
				names[fd.Name.Name] = true
			}
		}
	}
	return file, names
}

// bodies are functions of packages whose own are assembly, or strings of bytes that lanes have: with loops in their
// place. What a package has besides is declared, and refused where it is called.
var bodies = map[string]string{
	"bytes": `package bytes

import "unicode/utf8"

func Count(s, sep []byte) int {
	n := 0
	if len(sep) == 0 {
		for i := 0; i < len(s); n++ {
			_, size := utf8.DecodeRune(s[i:])
			i += size
		}
		return n + 1
	}
	for i := 0; i+len(sep) <= len(s); {
		if HasPrefix(s[i:], sep) {
			n++
			i += len(sep)
		} else {
			i++
		}
	}
	return n
}

func Equal(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func Compare(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

func HasPrefix(s, prefix []byte) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i, x := range prefix {
		if s[i] != x {
			return false
		}
	}
	return true
}

func HasSuffix(s, suffix []byte) bool {
	from := len(s) - len(suffix)
	if from < 0 {
		return false
	}
	for i, x := range suffix {
		if s[from+i] != x {
			return false
		}
	}
	return true
}

func IndexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

func LastIndexByte(s []byte, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func Index(s, sep []byte) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if HasPrefix(s[i:], sep) {
			return i
		}
	}
	return -1
}

func LastIndex(s, sep []byte) int {
	for i := len(s) - len(sep); i >= 0; i-- {
		if HasPrefix(s[i:], sep) {
			return i
		}
	}
	return -1
}

func Contains(b, subslice []byte) bool { return Index(b, subslice) >= 0 }
`,
}

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
