package load

import (
	"embed"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

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

// edit is a part of a file of an imported package that is written in another way.
type edit struct{ file, from, to string }

// edits are, by package, what asks for something that lanes do not know and need not. Where nobody asks how much room
// there is, a slice has what its appends need; where somebody does, it has what make gave. What is behind a linkname is
// written out. Up to 64 integers are sorted by insertion, which gives the same as any way: lanes part less, and one
// lane at a time it takes half of the time (2.1 → 1.0 µs for 64 of them). So are floats, unless some are NaN or -0,
// which are in no order with each other or with 0. A time is put together from its parts rather than changed by
// a method, so that it is known which are in UTC: of others the local time zone is asked for, which lanes do not have.
var edits = map[string][]edit{
	"slices": {
		{"slices.go", "if n+m > cap(s) {", "if s = append(s, make(S, m)...); false {"},
		{"sort.go", "pdqsortOrdered(x, 0, n,", "switch y := any(x).(type) { " +
			sortFloats("[]float64") + sortFloats("[]float32") + "}; switch any(*new(E)).(type) { " +
			"case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64: " +
			"if n <= 64 { insertionSortOrdered(x, 0, n); return } }; pdqsortOrdered(x, 0, n,"},
		{"sort.go", "m = min(m, x[i])", textExtreme("<", "min")},
		{"sort.go", "m = max(m, x[i])", textExtreme(">", "max")},
	},
	"maps":    {{"maps.go", "return clone(m).(M)", "c := make(M); for k, v := range m { c[k] = v }; return c"}},
	"strconv": {{"quote.go", "if cap(buf)-len(buf) < len(s) {", "if len(buf) < 0 {"}},
	"time": {
		{"time.go", "t := unixTime(unix, int32(nsec))\n\tt.setLoc(loc)\n\treturn t",
			"if loc == &utcLoc { loc = nil }; return Time{uint64(int32(nsec)), unix + unixToInternal, loc}"},
		{"time.go", "t.setLoc(loc)\n\treturn t",
			"t.stripMono(); if loc == &utcLoc { loc = nil }; return Time{t.wall, t.ext, loc}"},
		{"time.go", "t.setLoc(&utcLoc)\n\treturn t", "t.stripMono(); return Time{t.wall, t.ext, nil}"},
		{"time.go", "func (t Time) Add(d Duration) Time {", "func (of Time) Add(d Duration) Time { t := of; "},
		{"time.go", "\t\t\tt.ext = te\n\t\t}\n\t}\n\treturn t",
			"\t\t\tt.ext = te\n\t\t}\n\t}\n\treturn Time{t.wall, t.ext, of.loc}"},
	},
}

// sortFloats is the case of sorting a slice of floats of a type: by insertion if they may all be in one order only. One
// whose square is above zero is neither NaN nor zero, whatever its sign, which would be a guess; of those whose square
// is too small, the ones below zero are sorted in the other way, like -0.
func sortFloats(typ string) string {
	return "case " + typ + ": told := n <= 64; for i := 0; told && i < n; i++ { " +
		"told = y[i]*y[i] > 0 || 1/y[i] > 0 }; " +
		"if told { for i := 1; i < n; i++ { v, j := y[i], i; for ; j > 0 && v < y[j-1]; j-- { y[j] = y[j-1] }; " +
		"y[j] = v }; return }; "
}

// textExtreme takes an element for the least or greatest so far, by a comparison if it is a string: what leads to the
// memory of strings is not looked for in built-in functions; see extremes.go.
func textExtreme(op, builtin string) string {
	return "switch any(*new(E)).(type) { case string: if x[i] " + op + " m { m = x[i] }; default: m = " + builtin +
		"(m, x[i]) }"
}

// ownPrefix begins the name of a file of bodies.
const ownPrefix = "lockstep_"

// own are the files of bodies that the package has, and their functions, methods, types and variables.
func (s *Source) own() (files map[*ast.File]bool, names map[string]bool) {
	if bodies[s.path] == nil {
		return nil, nil
	}
	files, names = map[*ast.File]bool{}, map[string]bool{}
	for _, f := range s.files {
		if !strings.HasPrefix(s.baseName(f), ownPrefix) {
			continue
		}
		files[f] = true
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[FuncName(d)] = true
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					switch sp := sp.(type) {
					case *ast.TypeSpec:
						names[sp.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range sp.Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
	}
	return files, names
}

// baseName is the name of a file without its folder.
func (s *Source) baseName(f *ast.File) string {
	return path.Base(s.fset.Position(f.FileStart).Filename)
}

// bodies are, by package, files of functions and types whose own are assembly, or look at memory as lanes have none:
// with loops in their place. What a package has besides is declared, and refused where it is called, but for what is
// in a file that is plain Go.
var bodies = map[string][]string{
	"bytes": {"bytes.go", "buffer.go"}, "internal/stringslite": {"stringslite.go"},
	"internal/bytealg": {"bytealg.go"},
	"strings":          {"strings.go", "replacer.go"},
	"crypto/md5":       {"md5.go"}, "crypto/sha1": {"sha1.go"}, "crypto/sha256": {"sha256.go"},
	"hash/crc32": {"crc32.go"}, "hash/crc64": {"crc64.go"}, "html": {"html.go"},
	formatPath: {"format.go"},
}

// IsPartly reports whether lanes can run a part of a package of the standard library, and not all.
func IsPartly(importPath string) bool { return bodies[importPath] != nil }

// plain are files of packages with bodies whose functions lanes can run as they are.
var plain = map[string]string{"bytes": "reader.go", "strings": "reader.go"}

//go:embed bodies/bytes/buffer.go bodies/bytes/bytes.go bodies/format/format.go bodies/stringslite/stringslite.go
//go:embed bodies/strings/strings.go bodies/strings/replacer.go bodies/crc32/crc32.go bodies/crc64/crc64.go
//go:embed bodies/bytealg/bytealg.go bodies/html/html.go bodies/md5/md5.go bodies/sha1/sha1.go bodies/sha256/sha256.go
var bodyFiles embed.FS

// bodiesOf returns the files of bodies of a package.
func bodiesOf(importPath string) (files []File) {
	for _, name := range bodies[importPath] {
		text, err := bodyFiles.ReadFile("bodies/" + path.Base(importPath) + "/" + name)
		if err != nil {
			panic("bug: " + err.Error())
		}
		files = append(files, File{Name: ownPrefix + name, Text: string(text)})
	}
	return files
}

// substituted returns the files of an imported package with the substitute of
// one, if it has one, or with what is added to it.
func substituted(importPath string, files []File) []File {
	s, substituted := substitutes[importPath]
	if !substituted && edits[importPath] == nil {
		return files
	}
	out := make([]File, len(files))
	for i, f := range files {
		name := path.Base(f.Name)
		if name == s.file {
			f.Text = s.text
		}
		for _, e := range edits[importPath] {
			if name == e.file {
				f.Text = strings.Replace(f.Text, e.from, e.to, 1)
			}
		}
		out[i] = f
	}
	if importPath == "maps" {
		out = append(out, File{Name: ownPrefix + "keys.go", Text: addedToMaps})
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
