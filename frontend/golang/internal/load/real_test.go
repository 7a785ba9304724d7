package load_test

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// imports gives the packages that the module in a folder can import.
func imports(dir string) func(path string) ([]load.File, error) {
	r := resolve.New(dir)
	return func(path string) ([]load.File, error) {
		found, err := r.Import(path)
		files := make([]load.File, len(found))
		for i, f := range found {
			files[i] = load.File(f)
		}
		return files, err
	}
}

// TestRealPackages loads every exported function of packages as shipped. None
// has a type error, whatever of their imports is reached.
func TestRealPackages(t *testing.T) {
	const gonum = "gonum.org/v1/gonum/"
	paths := []string{"math", "math/bits", "math/cmplx", "math/rand/v2", "sort", "slices",
		gonum + "mathext", gonum + "optimize/functions", gonum + "num/dual", gonum + "integrate"}
	if !testing.Short() {
		paths = append(paths, gonum+"stat/distuv", gonum+"integrate/quad")
	}
	r := imports(".")
	for _, p := range paths {
		t.Run(strings.TrimPrefix(p, gonum), func(t *testing.T) {
			files, err := r(p)
			if err != nil && !strings.HasPrefix(p, gonum) {
				t.Skip("no standard library here:", err)
			}
			require.NoError(t, err)
			s, errs := load.Parse(files, load.Options{})
			require.Empty(t, errs)
			for fd := range s.Functions() {
				name := load.FuncName(fd)
				if _, method, _ := strings.Cut("."+name,
					"."); !ast.IsExported(method[strings.LastIndex(method, ".")+1:]) {
					continue
				}
				l, errs := load.Load(files, load.Options{Path: p, Import: r}, name)
				require.Empty(t, errs, name)
				require.NotNil(t, l.Prog, name)
				require.Equal(t, p, l.Paths[len(l.Paths)-1])
				if p != "math" && p != gonum+"mathext" {
					continue
				}
				for _, v := range l.Variables() {
					assert.Empty(t, l.Changes(v[0], v[1]), "%v: these packages have tables only", v)
				}
			}
		})
	}
}

// TestPureGo: package math is read without its assembly, and so is what has a
// tag to ask for it.
func TestPureGo(t *testing.T) {
	r := imports(".")
	files, err := r("math")
	if err != nil {
		t.Skip("no standard library here:", err)
	}
	l, errs := load.Load(files, load.Options{Path: "math", Import: r}, "Exp", "Hypot", "Floor", "Log", "FMA")
	require.Empty(t, errs)
	for _, fn := range []string{"Exp", "exp", "hypot", "floor", "log", "FMA"} {
		assert.NotEmpty(t, l.Root.Func(fn).Blocks, fn)
	}
	assert.Contains(t, l.Kept(""), "haveArchExp")

	files, err = r("gonum.org/v1/gonum/floats")
	require.NoError(t, err)
	l, errs = load.Load(files, load.Options{Path: "gonum.org/v1/gonum/floats", Import: r}, "Dot")
	require.Empty(t, errs)
	assert.NotEmpty(t, l.Prog.ImportedPackage("gonum.org/v1/gonum/internal/asm/f64").Func("DotUnitary").Blocks)
	assert.Equal(t, []string{"DotUnitary"}, l.Kept("gonum.org/v1/gonum/internal/asm/f64"))
}

// BenchmarkLoad is a function of another module with what it needs: parsing,
// types and SSA form.
func BenchmarkLoad(b *testing.B) {
	r := imports(".")
	files, err := r("gonum.org/v1/gonum/mathext")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, errs := load.Load(files, load.Options{Path: "gonum.org/v1/gonum/mathext", Import: r},
			"GammaIncReg"); errs != nil {
			b.Fatal(errs)
		}
	}
}

// No package of the standard library changes what those export whose functions
// are compiled: so only other packages are asked whether they do.
func TestStandardPackagesChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the whole standard library")
	}
	t.Parallel()
	require.Equal(t, []string{"time.Local"}, load.Assigned([]load.File{{Name: "a.go", Text: `package a
		import "time"
		func f() { p := &time.Local; *p = nil; _ = time.UTC }`}}))
	src := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(src); err != nil {
		t.Skip("no standard library here:", err)
	}
	require.NoError(t, filepath.WalkDir(src, func(dir string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case d.Name() == "testdata" || d.Name() == "cmd" || d.Name() == "vendor":
			return fs.SkipDir
		}
		if files, err := load.ReadPackage(os.DirFS(dir), ""); err == nil {
			assert.Empty(t, load.Assigned(files), dir)
		}
		return nil
	}))
}
