package load

import (
	"go/ast"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// imports are the imports of a file by the names under which they are used.
type imports struct {
	named   map[string]*ast.ImportSpec // with a name in the source
	unnamed []*ast.ImportSpec
	dots    []*ast.ImportSpec
}

func importsOf(f *ast.File) *imports {
	im := &imports{named: map[string]*ast.ImportSpec{}}
	for _, spec := range f.Imports {
		switch {
		case spec.Name == nil:
			im.unnamed = append(im.unnamed, spec)
		case spec.Name.Name == ".":
			im.dots = append(im.dots, spec)
		case spec.Name.Name != "_":
			im.named[spec.Name.Name] = spec
		}
	}
	return im
}

func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

var versionSuffix = regexp.MustCompile(`^v[0-9]+$`)

// guessName returns the name that a package most likely has: "math/rand/v2" is
// rand, "gopkg.in/yaml.v3" is yaml.
func guessName(p string) string {
	base := path.Base(p)
	if dir := path.Dir(p); versionSuffix.MatchString(base) && dir != "." {
		base = path.Base(dir)
	}
	if i := strings.LastIndex(base, ".v"); i > 0 {
		base = base[:i]
	}
	base = strings.TrimPrefix(base, "go-")
	return strings.ReplaceAll(strings.TrimSuffix(base, "-go"), "-", "_")
}

// withBodies are the packages of the standard library whose functions are
// compiled like the user's own, being plain arithmetic or plain control flow.
// Of the others only the declarations are kept that something reached names:
// fmt.Println then costs a few of them, and its call is refused where it
// stands and not for what it does inside.
var withBodies = map[string]bool{
	"cmp": true, "container/heap": true, "container/list": true, "container/ring": true, "encoding/base32": true,
	"encoding/base64": true, "encoding/binary": true, "encoding/hex": true,
	"hash/adler32": true, "hash/fnv": true, "image": true, "image/color": true, "internal/byteorder": true,
	"internal/chacha8rand": true, "internal/strconv": true, "io": true,
	"iter": true, "maps": true, "math": true, "math/bits": true, "math/cmplx": true, "math/rand": true,
	"math/rand/v2": true,
	"net/url":      true, "path": true, "slices": true, "sort": true, "strconv": true, "time": true,
	"unicode": true, "unicode/utf16": true, "unicode/utf8": true,
}

// comesWithBodies reports whether a package's functions come with their bodies.
func comesWithBodies(importPath string) bool {
	return withBodies[importPath] || !IsStandard(importPath)
}

// standard are the first elements of the paths of the standard library.
var standard = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("archive bufio builtin bytes cmp compress container context crypto database " +
		"debug embed encoding " +
		"errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin " +
		"reflect regexp runtime " +
		"simd slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak") {
		m[w] = true
	}
	return m
}()

// IsStandard reports whether an import path belongs to the standard library.
func IsStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return standard[first]
}
