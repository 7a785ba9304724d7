package goloop

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// numbers is a column of float64.
func numbers(name string, vals ...float64) dataio.Column {
	return dataio.Column{Field: program.Field{Name: name, Type: program.GoFloat64}, Data: vals}
}

const source = `package main

import "fmt"

func main() {}

func quotient(x, y float64) (q float64) {
	if y == 0 {
		panic(fmt.Sprint("no y for ", x))
	}
	fmt.Println("lockstep is not meant by this line")
	return x / y
}
`

func specOf(t *testing.T, path string) Spec {
	fns, err := golang.Functions([]golang.File{{Name: "f.go", Text: source}})
	require.NoError(t, err)
	s := Spec{Path: path, Lanes: 3, Columns: []dataio.Column{numbers("x", 1, 2, 3), numbers("y", 4, 0, math.NaN())},
		Wanted: []program.Field{numbers("q").Field}}
	for _, fn := range fns {
		if fn.Name == "quotient" {
			s.Func = fn
		}
	}
	return s
}

// The loop of a function that is not exported, in package main: of a file by itself, of a directory
// without a module, and of one whose tests do not compile. Nothing stays beside the files.
func TestLoop(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles loops")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(ErrNoCompiler)
	}
	for name, files := range map[string]map[string]string{
		"file":      {"f.go": source},
		"directory": {"f.go": source, "g.go": "package main\n\nvar other = 1\n"},
		"module": {"f.go": source, "go.mod": "module example.com/m\n\ngo 1.22\n",
			"f_test.go": "package main\n\nfunc TestMain() {}\n"},
		"names of ours": {"f.go": source, "g.go": "package main\n\nvar os, gob, bufio, reflect, time, binary int\n\n" +
			"func min(x, y float64) float64 { return x - y }\n"},
		"old module": {"f.go": source, "go.mod": "module example.com/m\n\ngo 1.12\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666))
			}
			path := dir
			if name == "file" {
				path = filepath.Join(dir, "f.go")
			}
			l, err := Start(t.Context(), specOf(t, path))
			require.NoError(t, err)
			defer l.Close()
			require.Equal(t, map[int]string{1: "the compiled function panics: no y for 2"},
				l.Differing([]dataio.Column{numbers("q", 0.25, 0, math.NaN())}, 3))
			require.Equal(t, []int{1}, l.Panicked)
			require.Equal(t, "no y for 2", l.Message)
			require.Contains(t, l.Compiler, "go1.")
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, left, len(files))
			temporary := l.dir
			l.Close()
			require.NoDirExists(t, temporary)
		})
	}
}

// What a pointer points to is compared, and where it is nil that it is; and so are rows that are written to, of which
// each call has its own.
func TestLoopMemory(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(ErrNoCompiler)
	}
	const source = "package f\n\nfunc pair(x float64, m [][]float64) *[2]float64 {\n\tm[1][0] *= x\n\tm[0] = m[1]\n" +
		"\tif x == 2 {\n\t\treturn nil\n\t}\n\treturn &[2]float64{x, m[0][0]}\n}\n"
	path := filepath.Join(t.TempDir(), "f.go")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o666))
	fns, err := golang.Functions([]golang.File{{Name: "f.go", Text: source}})
	require.NoError(t, err)
	shaped := func(name string, shape []int, vals ...float64) dataio.Column {
		c := numbers(name, vals...)
		c.Shape = shape
		return c
	}
	isNil := func(vals ...bool) dataio.Column {
		return dataio.Column{Field: program.Field{Name: "r0.nil", Type: program.GoBool}, Data: vals}
	}
	right := []dataio.Column{
		shaped("m.out", []int{2, 1}, 20, 20, 40, 40, 60, 60),
		shaped("r0", []int{2}, 1, 20, 0, 0, 3, 60), isNil(false, true, false),
	}
	s := Spec{Path: path, Func: fns[0], Lanes: 3, Columns: []dataio.Column{numbers("x", 1, 2, 3),
		shaped("m", []int{2, 1}, 10, 20, 10, 20, 10, 20)}}
	for _, c := range right {
		s.Wanted = append(s.Wanted, c.Field)
	}
	l, err := Start(t.Context(), s)
	require.NoError(t, err)
	defer l.Close()
	require.Empty(t, l.Panicked, l.Message)
	require.Empty(t, l.Differing(right, 3))
	for lane, wrong := range []dataio.Column{
		shaped("m.out", []int{2, 1}, 10, 20, 40, 40, 60, 60), isNil(false, false, false),
		shaped("r0", []int{2}, 1, 20, 0, 0, 3, 61),
	} {
		columns := slices.Clone(right)
		i := slices.IndexFunc(columns, func(c dataio.Column) bool { return c.Name == wrong.Name })
		columns[i] = wrong
		require.Equal(t, map[int]string{lane: wrong.Name + " differs from that of the compiled function"},
			l.Differing(columns, 3))
	}
	_, _, err = l.Time(2)
	require.NoError(t, err)
}

func TestLoopRefused(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(ErrNoCompiler)
	}
	broken := filepath.Join(t.TempDir(), "f.go")
	require.NoError(t, os.WriteFile(broken, []byte("package f\n\nfunc quotient(x, y float64) float64 { return z }\n"),
		0o666))
	_, err := Start(t.Context(), specOf(t, broken))
	require.ErrorContains(t, err, "the go command does not build the package: ./f.go:3:")

	for _, c := range []struct {
		fn   golang.Func
		says string
	}{
		{golang.Func{Signature: "func(x T) T", Generic: true, Params: []golang.Param{{Name: "x"}}},
			"a generic function has no compiled form"},
		{golang.Func{Signature: "func() int"}, "the function takes nothing"},
	} {
		_, _, err := writeHarness("p", Spec{Func: c.fn})
		require.ErrorContains(t, err, c.says)
	}

	t.Setenv("PATH", "")
	_, err = Start(t.Context(), specOf(t, broken))
	require.ErrorIs(t, err, ErrNoCompiler)
}

// TestInModuleCache: the go command adds no file to a package there.
func TestInModuleCache(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(ErrNoCompiler)
	}
	cache := t.TempDir()
	dir := filepath.Join(cache, "example.com", "f@v1.0.0")
	require.NoError(t, os.MkdirAll(dir, 0o777))
	for name, text := range map[string]string{
		"go.mod": "module example.com/f\n",
		"f.go":   "package f\n\nfunc quotient(x, y float64) float64 { return x / y }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	t.Setenv("GOMODCACHE", cache)
	_, err := Start(t.Context(), specOf(t, dir))
	require.ErrorContains(t, err, "the package is in the cache of modules")
}

// Lanes that differ are told, with what is the first to differ.
func TestDiffering(t *testing.T) {
	results := func(y []int64, ok []bool) []dataio.Column {
		return []dataio.Column{
			{Field: program.Field{Name: "y", Type: program.GoInt64}, Data: y},
			{Field: program.Field{Name: "ok", Type: program.GoBool}, Data: ok},
		}
	}
	ours := results([]int64{2, 3, 4, 5}, []bool{false, true, true, true})
	for _, c := range []struct {
		theirs   []dataio.Column
		panicked []int
		want     map[int]string
	}{
		{ours, nil, map[int]string{}},
		{ours, []int{3}, map[int]string{3: "the compiled function panics: ouch"}},
		{results([]int64{2, 3, 9, 9}, []bool{false, false, true, true}), nil, map[int]string{
			1: "ok differs from that of the compiled function",
			2: "y differs from that of the compiled function",
			3: "y differs from that of the compiled function",
		}},
	} {
		l := &Loop{noted: []string{"y", "ok"}, Panicked: c.panicked, Message: "ouch"}
		for _, r := range c.theirs {
			l.results = append(l.results, inBytes(r))
		}
		require.Equal(t, c.want, l.Differing(ours, 4))
	}
}

// Errors are the same if their texts are. A text that is not known here, which is empty, may be any but that of nil.
func TestDifferingErrors(t *testing.T) {
	const nobody = "\x00"
	for _, c := range []struct{ ours, theirs, want string }{
		{"", "", ""},
		{"low", "low", ""},
		{"low", "high", ` is "low", and "high" in the compiled function`},
		{"low", "", ` is "low", and nil in the compiled function`},
		{"", "low", ` is nil, and "low" in the compiled function`},
		{nobody, "n is 7", ""},
		{nobody, "", ` is "", and nil in the compiled function`},
	} {
		code := func(text string) []byte { return []byte{byte(min(len(text), 1)), 0, 0, 0} }
		ours := []string{strings.TrimPrefix(c.ours, nobody)}
		require.Equal(t, c.want, differingErrors(code(c.ours), code(c.theirs), ours, []string{c.theirs}), "%q", c)
	}
}

// A result without a name is r0, and r0_2 where a parameter has that name.
func TestHarnessResultColumns(t *testing.T) {
	fns, err := golang.Functions([]golang.File{{Name: "f.go",
		Text: "package p\n\nfunc both(r0, x float64) (float64, float64) { return r0 + x, r0 - x }\n"}})
	require.NoError(t, err)
	s := Spec{Func: fns[0], Columns: []dataio.Column{numbers("r0", 1), numbers("x", 1)},
		Wanted: []program.Field{numbers("r0.out").Field, numbers("r0_2").Field, numbers("r1").Field}}
	_, noted, err := writeHarness("p", s)
	require.NoError(t, err)
	require.Equal(t, []string{"r0.out", "r0_2", "r1"}, noted)
}
