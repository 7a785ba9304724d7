package load_test

import (
	"errors"
	"go/build"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// project is some packages by their paths; the root's is "root".
type project struct {
	files map[string][]load.File
	asked []string // what was imported
}

func newProject(archive string) *project {
	p := &project{files: map[string][]load.File{}}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		dir := path.Dir(f.Name)
		p.files[dir] = append(p.files[dir], load.File{Name: f.Name, Text: string(f.Data)})
	}
	return p
}

func (p *project) load(fns ...string) (*load.Loaded, program.ErrorList) {
	return load.Load(p.files["root"], load.Options{Import: func(importPath string) ([]load.File, error) {
		p.asked = append(p.asked, importPath)
		if files := p.files[importPath]; files != nil {
			return files, nil
		}
		return nil, errors.New("nobody has it")
	}}, fns...)
}

// mustLoad loads what Fn reaches.
func mustLoad(t *testing.T, archive string) (*load.Loaded, *project) {
	t.Helper()
	p := newProject(archive)
	l, errs := p.load("Fn")
	require.Empty(t, errs)
	require.NotNil(t, l.Prog)
	return l, p
}

// Imports of every form, and only what is reached of them.
func TestImports(t *testing.T) {
	l, p := mustLoad(t, `
-- root/a.go --
package root

import (
	"fmt"
	"math"
	_ "x.org/blank"
	. "x.org/dot"
	"x.org/go-odd"
	other "x.org/named"
	"x.org/unused"
	"x.org/v2"
)

type local struct{ other.Embedded }

func Fn(x float64) float64 {
	l := local{other.Embedded{K: 2}}
	return Dotted(x) + odd.F(x) + other.Clamp(x, 0, 1) + l.Scale(x) + named.Half(x) + math.Sqrt(other.Default.K) +
		other.Alias{K: 1}.K
}

func main() { fmt.Println(Fn(1), unused.F(2)) }
-- x.org/dot/dot.go --
package dot

func Dotted(x float64) float64 { return x }
func Other() string            { return "" }
-- x.org/go-odd/f.go --
package odd

func F(x float64) float64 { return x }
-- x.org/v2/f.go --
package named

func Half(x float64) float64 { return x / 2 }
-- x.org/named/n.go --
package n

import (
	"fmt"

	"x.org/deeper"
)

type number interface{ ~float64 | ~int }

func Clamp[T number](x, lo, hi T) T { return min(max(x, lo), hi) }

type Embedded struct{ K float64 }

type Alias = Embedded

var Default = Embedded{deeper.Two()}

func (e Embedded) Scale(x float64) float64 { return helper(e.K, x) }
func (e Embedded) Print()                  { fmt.Println(e) }
func (e Embedded) helper() string          { return "" }

func helper(k, x float64) float64 { return k * x }
func K() int                      { return 1 }
-- x.org/deeper/a.go --
package deeper

func Two() float64   { return two }
func Three() float64 { return missing }
-- x.org/deeper/b.go --
package deeper

const two = 2
-- x.org/blank/b.go --
package blank

this is no Go
`)
	assert.Equal(t, []string{"Clamp", "Default", "Embedded", "Embedded.Scale", "Alias", "helper", "number"},
		sortedAs(l.Kept("x.org/named"), "Clamp", "Default", "Embedded", "Embedded.Scale", "Alias", "helper", "number"))
	assert.Equal(t, []string{"Dotted"}, l.Kept("x.org/dot"))
	assert.Equal(t, []string{"Two", "two"}, l.Kept("x.org/deeper"))
	assert.Equal(t, []string{"Fn", "local"}, l.Kept(""))
	assert.NotContains(t, p.asked, "x.org/blank")
	assert.NotContains(t, p.asked, "fmt")
	assert.NotContains(t, p.asked, "math")
	assert.Equal(t, "root", l.Paths[len(l.Paths)-1][len("lockstep.user/"):], "imported packages come first")
	assert.Less(t, slices.Index(l.Paths, "x.org/deeper"), slices.Index(l.Paths, "x.org/named"))

	two := l.Prog.ImportedPackage("x.org/deeper").Func("Two")
	assert.Equal(t, program.Pos{File: "x.org/deeper/a.go", Line: 3, Col: 6}, l.Pos(two.Pos()))
	assert.NotEmpty(t, two.Blocks)
	assert.Equal(t, "a.go", l.Pos(l.Root.Func("Fn").Pos()).File)
}

// sortedAs returns the names in the given order, if they are the same.
func sortedAs(names []string, order ...string) []string {
	a, b := slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(order))
	if slices.Equal(a, b) {
		return order
	}
	return names
}

// What a name reaches through a dot, an interface or a type parameter.
func TestReached(t *testing.T) {
	l, _ := mustLoad(t, `
-- root/a.go --
package root

import (
	"errors"

	"x.org/c"
	. "x.org/dot"
)

type bad struct{}

func (bad) Error() string { return "bad" }

func Fn(x float64) (float64, bool) {
	return Table.K + sum(c.Vec{x}), errors.Is(bad{}, nil)
}

func sum[T c.Summer](x T) float64 { return x.Sum() }
-- x.org/dot/d.go --
package dot

type row struct{ K float64 }

func (row) Sum() float64 { return 1 }
func (row) Not() float64 { return 1 }

var Table = row{1}
-- x.org/c/c.go --
package c

type Summer interface{ part }

type part interface{ Sum() float64 }

type Vec struct{ X float64 }

func (v Vec) Sum() float64 { return v.total() }
func (v Vec) total() float64 { return v.X }
`)
	assert.Equal(t, []string{"Table", "row", "row.Sum"}, l.Kept("x.org/dot"))
	assert.Equal(t, []string{"Summer", "Vec", "Vec.Sum", "Vec.total", "part"}, l.Kept("x.org/c"))
	assert.Contains(t, l.Kept(""), "bad.Error")
}

// Without Options.Import there is what needs no source.
func TestNoImport(t *testing.T) {
	const src = `package a

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

var errBad = errors.New("bad")

func Fn(x float64) (float64, error) {
	if x < 0 {
		return 0, fmt.Errorf("negative: %w", errBad)
	}
	return math.Sqrt(x), nil
}

func Sort(x []float64) { slices.Sort(x); slices.Reverse(x) }
`
	l, errs := load.Load([]load.File{{Name: "a.go", Text: src}}, load.Options{}, "Fn")
	require.Empty(t, errs)
	assert.NotNil(t, l.Prog)
	_, errs = load.Load([]load.File{{Name: "a.go", Text: src}}, load.Options{}, "Sort")
	require.Len(t, errs, 1)
	assert.Contains(t, errs[0].Error(), "a.go:19:26: package slices is not available: the source of imported "+
		"packages was not given")
}

// Of packages of the standard library that are not numeric there are only
// declarations; their bodies may be as they like.
func TestDeclarations(t *testing.T) {
	l, _ := mustLoad(t, `
-- root/a.go --
package root

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

var errBad = errors.New("bad")

func Fn(x float64) (float64, error) {
	if x < 0 {
		return 0, errBad
	}
	if x > 9 {
		return 0, fmt.Errorf("too big")
	}
	os.Stdout.Write(nil)
	var b strings.Builder
	b.Grow(1)
	xs := []float64{x}
	slices.Sort(xs)
	return xs[0], os.ErrClosed
}
-- os/os.go --
package os

import "strange"

type File struct{ fd int }

var Stdout *File = open(func() int { return undefined }())

var ErrClosed = newError(func() int { return undefined })

func newError(func() int) error

func open(n int) *File { return strange.Open(n) }

func (f *File) Write(b []byte) (int, error) { return strange.Write(f, b) }
-- strings/b.go --
package strings

import "unsafe"

type Builder struct{ p unsafe.Pointer }

func (b *Builder) Grow(n int) { undefined() }
-- slices/sort.go --
package slices

func Sort(x []float64) { x[0] = 0 }
`)
	assert.Empty(t, l.Prog.ImportedPackage("os").Func("newError").Blocks)
	assert.NotEmpty(t, l.Prog.ImportedPackage("slices").Func("Sort").Blocks)
	assert.Equal(t, []string{"ErrClosed", "File", "File.Write", "Stdout", "newError"}, l.Kept("os"))
	assert.Empty(t, l.Kept("fmt"), "its stub is enough")
}

// A package that is not there is one error at its first use, and nothing that
// follows from it is.
func TestUnavailable(t *testing.T) {
	for _, c := range []struct{ archive, want string }{
		{`
-- root/a.go --
package root

import "x.org/gone"

type T struct{ gone.T }

func Fn(t T) float64 {
	v := gone.New(t.Field)
	return v.Method() + gone.F(2)
}

func other() { gone.Other() }
`, "a.go:5:16: package x.org/gone is not available: nobody has it"},
		{`
-- root/a.go --
package root

import "x.org/there"

func Fn(x float64) float64 {
	return there.F(x)
}
-- x.org/there/t.go --
package there

import "x.org/gone"

func F(x float64) float64 { return g(x) }

func g(x float64) float64 { return gone.F(x) + gone.G(x) }
`, "a.go:6:9: package x.org/gone, needed by x.org/there/t.go:7:36, is not available: nobody has it"},
		{`
-- root/a.go --
package root

import "x.org/wrong"

func Fn(x float64) float64 { return wrong.F(x) + wrong.None(x) }
-- x.org/wrong/w.go --
package wrong

func F(x int) string { return x }
func unreached() int { return "" }
`, "a.go:5:45: cannot use x (variable of type float64) as int value in argument to wrong.F|a.go:5:56: undefined: " +
			"wrong.None|x.org/wrong/w.go:3:31: cannot use x"},
		{`
-- root/a.go --
package root

import "x.org/one"

func Fn(x float64) float64 { return one.F(x) }
-- x.org/one/w.go --
package one

import "x.org/two"

func F(x float64) float64 { return two.F(x) }
-- x.org/two/w.go --
package two

import "x.org/one"

func F(x float64) float64 { return one.F(x) }
`, "x.org/two/w.go:3:8: package x.org/one imports itself"},
		{`
-- root/a.go --
package root

import "x.org/broken"

func Fn(x float64) float64 { return broken.F(x) }
-- x.org/broken/a.go --
package broken

func F(x float64) float64 { return x }
-- x.org/broken/b.go --
package broken

func G( { }
`, "x.org/broken/b.go:3:9: syntax error"},
		{`
-- root/a.go --
package root

import "x.org/cgo"

func Fn(x float64) float64 { return cgo.F(x) }
-- x.org/cgo/a.go --
package cgo

import "C"

func F(x float64) float64 { return C.f(x) }
`, "a.go:5:37: package x.org/cgo is not available: its Go files need cgo"},
	} {
		_, errs := newProject(c.archive).load("Fn")
		want := strings.Split(c.want, "|")
		if !assert.Len(t, errs, len(want), "%v", []*program.Error(errs)) {
			continue
		}
		for i, e := range errs {
			assert.Contains(t, e.Error(), want[i])
		}
	}
}

// An init function is kept if it gives a kept variable its value, itself or
// through what it calls.
func TestInit(t *testing.T) {
	l, _ := mustLoad(t, `
-- root/a.go --
package root

import "x.org/tab"

var one = [3]int{1}
var two [3]int
var three int
var four = []int{1, 2}
var five int

func init() { two[1] = one[0] }
func init() { three = 7; go three() }
func init() { fill(four[:1]) }
func init() { println(one[0], four[1]) }

var _ = set()

func set() int {
	five = 3
	return five
}

func fill(s []int) { s[0] = len(s) }

func Fn(x int) int { return one[x] + two[x] + four[x] + five + tab.Squares[x] + tab.Changed + tab.Lost }

func main() { tab.Changed++ }
-- x.org/tab/t.go --
package tab

var Squares [9]int
var Changed int
var Lost = 1
var unused int

func init() {
	for i := range Squares {
		Squares[i] = square(i)
	}
}

func init() { unused = 1 }

func square(i int) int { return i * i }

func Lose() { Lost = 2 }
`)
	assert.Equal(t, []string{"Fn", "_", "fill", "five", "four", "init", "init", "one", "set", "two"}, l.Kept(""))
	assert.Equal(t, []string{"Changed", "Lost", "Squares", "init", "square"}, l.Kept("x.org/tab"))
	root := l.Paths[len(l.Paths)-1]
	for _, c := range []struct {
		path, name string
		want       []program.Pos // where it is changed later
	}{
		{root, "one", nil},
		{root, "two", nil},
		{root, "four", nil},
		{root, "five", nil},
		{"x.org/tab", "Squares", nil},
		{"x.org/tab", "Changed", []program.Pos{{File: "a.go", Line: 27, Col: 15}}},
		{"x.org/tab", "Lost", []program.Pos{{File: "x.org/tab/t.go", Line: 18, Col: 15}}},
	} {
		assert.Equal(t, c.want, l.Changes(c.path, c.name), c.name)
	}
}

// The version of the module decides what a loop variable is.
func TestGoVersion(t *testing.T) {
	files := map[string][]load.File{
		"x.org/old": {{Name: "o.go", Text: "package old\n\nfunc F() (s int) {\n\tvar p *int\n\tfor i := range 3 " +
			"{\n\t\tp = &i\n\t}\n\treturn *p\n}\n", GoVersion: "go1.99"}},
	}
	load := func() *load.Loaded {
		l, errs := load.Load([]load.File{{Name: "a.go", Text: "package a\n\nimport \"x.org/old\"\n\nfunc Fn() int { " +
			"return old.F() }\n"}},
			load.Options{Import: func(p string) ([]load.File, error) { return files[p], nil }}, "Fn")
		require.Empty(t, errs)
		return l
	}
	assert.Equal(t, "", load().GoVersion("x.org/old"), "the newest")
	files["x.org/old"][0].GoVersion = "go1.21.3"
	files["x.org/old"][0].Text = strings.Replace(files["x.org/old"][0].Text, "range 3", "range [3]int{}", 1)
	assert.Equal(t, "go1.21.3", load().GoVersion("x.org/old"))
}

// Functions that are generic here and reflect on their arguments in Go can be
// called in a module that is older than generics.
func TestOldModule(t *testing.T) {
	compile := func(text string) error {
		files := []load.File{{Name: "a.go", Text: text, GoVersion: "go1.12"}}
		if _, errs := load.Load(files, load.Options{Import: imports("")}, "Fn"); len(errs) > 0 {
			return errs
		}
		return nil
	}
	assert.NoError(t, compile(`package a

import "sort"

func Fn(x [3]float64) float64 {
	sort.Slice(x[:], func(i, j int) bool { return x[i] < x[j] })
	return x[1]
}
`))
	assert.ErrorContains(t, compile(`package a

func first[E any](x []E) E { return x[0] }

func Fn(x [3]float64) float64 { return first(x[:]) }
`), "requires go1.18")
}

// TestNamesOfFiles: what a name says of the platform, as package go/build reads it.
func TestNamesOfFiles(t *testing.T) {
	c := build.Context{GOOS: "linux", GOARCH: "amd64", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil }}
	for _, name := range []string{
		"a.go", "linux.go", "windows.go", "a_linux.go", "a_windows.go", "a_arm64.go", "a_amd64.go", "a_linux_amd64.go",
		"a_linux_arm64.go", "a_windows_amd64.go", "windows_amd64.go", "f_arm_linux.go", "f_amd64_linux.go", "a_unix.go",
		"x_arm64.gen.go", "x_amd64.gen.go", "x_windows.pb.go", "a.b_windows.go", "a_windows_b.go", "a__arm.go",
		"_a.b.go",
		"a_wasm_linux.go", "a_linux_windows.go", "a_arm_amd64.go",
	} {
		want, err := c.MatchFile("", name)
		require.NoError(t, err)
		if strings.HasPrefix(name, "_") {
			want = true // such files are left out before
		}
		require.Equal(t, want, load.MatchesName(name), name)
	}
}
