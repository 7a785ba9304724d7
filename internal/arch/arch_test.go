package arch

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A goFile is what the tests look at of one file.
type goFile struct {
	name    string // from the module's root
	lines   int
	long    []int // lines wider than maxColumns
	imports []string
	doc     string // package comment
	hand    bool   // not generated
}

func (f goFile) dir() string  { return path.Dir(f.name) }
func (f goFile) isTest() bool { return strings.HasSuffix(f.name, "_test.go") }

// generated is the line that marks a generated file, as the go command knows
// it.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// readAll parses the imports and the package comment of every Go file of the
// module. Opening the files makes the test's cached result depend on them.
func readAll(t *testing.T) []goFile {
	t.Helper()
	root := filepath.Join("..", "..")
	var files []goFile
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") ||
				base == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files = append(files, goFile{
			name:    filepath.ToSlash(rel),
			lines:   bytes.Count(text, []byte("\n")),
			long:    longLines(string(text)),
			imports: importsOf(parsed),
			doc:     parsed.Doc.Text(),
			hand:    !generated.Match(text),
		})
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

func importsOf(f *ast.File) []string {
	var paths []string
	for _, s := range f.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// within reports whether dir is the folder top or below it.
func within(dir, top string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }

// local returns the folder of a package of this module.
func local(importPath string) (dir string, ok bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// external reports whether a path is of a module other than this one and
// the standard library: its first element has a dot.
func external(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	_, ours := local(importPath)
	return strings.Contains(first, ".") && !ours
}

// refusal says why a file may not import a path, and is empty if it may.
func refusal(f goFile, importPath string) string {
	if importPath == "C" {
		return "there is no cgo in this module"
	}
	from := roomOf(f.dir())
	if external(importPath) {
		allowed := slices.Clone(from.external)
		if f.isTest() {
			allowed = append(allowed, testModules...)
		}
		if slices.ContainsFunc(allowed, func(m string) bool { return within(importPath, m) }) {
			return ""
		}
		return "of other modules the room may import " + list(allowed)
	}
	dir, ours := local(importPath)
	if !ours {
		return ""
	}
	to := roomOf(dir)
	switch {
	case to == nil:
		return "it is in no room"
	case within(to.path, "cmd"):
		return "nothing imports a command"
	case f.isTest() || to == from || slices.Contains(from.may, "*") || slices.Contains(from.may, to.path):
		return ""
	}
	return "the room may import " + list(from.may)
}

func list(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

func TestImports(t *testing.T) {
	for _, f := range readAll(t) {
		if roomOf(f.dir()) == nil {
			t.Errorf("%s: the folder is in no room; give it a row in rooms_test.go", f.name)
			continue
		}
		for _, p := range f.imports {
			if why := refusal(f, p); why != "" {
				t.Errorf("%s imports %s: %s", f.name, p, why)
			}
		}
	}
}

// The table itself: what it refuses and what it lets pass.
func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		file, imports string
		why           string // empty: allowed
	}{
		{"batch/run.go", module + "/program", ""},
		{"batch/run.go", module + "/lower",
			"may import internal/counted, batch/plan, internal/settings, internal/sorting, program, program/flow, " +
				"program/optab, stacks, simd"},
		{"batch/run.go", module + "/frontend/golang", "may import"},
		{"batch/run_test.go", module + "/frontend/golang", ""},
		{"batch/run_test.go", module + "/cmd/lockstep", "nothing imports a command"},
		{"simd/add.go", module + "/program/optab", "may import libm"},
		{"simd/cpu.go", "github.com/klauspost/cpuid/v2", ""},
		{"program/types.go", "golang.org/x/tools/go/ssa", "may import nothing"},
		{"frontend/golang/ssa.go", "golang.org/x/tools/go/ssa", ""},
		{"lockstep.go", "gorgonia.org/tensor", "may import nothing"},
		{"batch/tensors/run.go", "gorgonia.org/tensor", ""},
		{"program/types.go", "strconv", ""},
		{"simd/add.go", "C", "no cgo"},
		{"examples/fib/fib.go", module, "may import lane"},
		{"lane/wrap/run.go", module + "/lower", "may import batch, engine/turns, program"},
	} {
		why := refusal(goFile{name: c.file}, c.imports)
		if c.why == "" {
			require.Empty(t, why, "%s imports %s", c.file, c.imports)
		} else {
			require.Contains(t, why, c.why, "%s imports %s", c.file, c.imports)
		}
	}
}

// maxLines is the longest that a file written by hand may be.
const maxLines = 1000

func TestFileLength(t *testing.T) {
	for _, f := range readAll(t) {
		if f.hand && f.lines > maxLines {
			t.Errorf("%s has %d lines: split it by idea", f.name, f.lines)
		}
	}
}
