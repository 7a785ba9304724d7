package golang_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

func ExampleCompile() {
	src := `package gcd

func Gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}`
	p, err := golang.Compile([]golang.File{{Name: "gcd.go", Text: src}}, "Gcd", golang.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, fault, _ := interp.Run(p, []interp.Value{interp.Int64(252), interp.Int64(105)})
	fmt.Println(r, fault)
	// Output: [21] <nil>
}

// The error of what is not accepted lists all of it.
func ExampleCompile_refused() {
	src := `package p

func F(xs []float64, n int) float64 {
	counts := map[int]int{}
	for range xs {
		counts[n]++
	}
	buf := make([]float64, n)
	return buf[0]
}`
	_, err := golang.Compile([]golang.File{{Name: "p.go", Text: src}}, "F", golang.Options{})
	for _, e := range program.Errors(err) {
		fmt.Println(e)
	}
	// Output:
	// p.go:3:11: parameter xs: a lane's memory has a fixed size, so the slice needs a length, if it is the same for all lanes (-len xs=N, lockstep.Len), a capacity (-cap xs=N, lockstep.Cap), or to be uniform (-uniform, lockstep.Uniform)
	// p.go:4:12: how many entries this map gets is not known when compiling, and a lane's memory has a fixed size; say how many are enough (-make-cap N, lockstep.MakeCap)
	// p.go:8:9: make: how long this slice gets is not known when compiling, and a lane's memory has a fixed size; say how many elements are enough (-make-cap N, lockstep.MakeCap), or make([]float64, n, N) with a constant N, and n at most N
}

func compileText(t *testing.T, src, fn string, opts golang.Options) *program.Program {
	t.Helper()
	p, err := golang.Compile([]golang.File{{Name: "dir/a.go", Text: src}}, fn, opts)
	require.NoError(t, err)
	return p
}

// What the user sees of a program: parameters, results, uniforms.
func TestInterface(t *testing.T) {
	const src = `package a
type P struct { X float64; K [2]int8 }
var table = [...]uint8{1, 2}
func F(a, _ int16, p P, q P, nan bool) (P, int8, error_ uint) { return p, 0, 1 }
func G(p P, x, table, r0 float64, m [2][3]float32) (float64, _ P) { return 0, p }
func H(i int) (uint8, int) { return table[i], i }
`
	words := compileText(t, "package a\nfunc F(halt, main float64) (inf float64) { return halt / main }\n", "F",
		golang.Options{})
	assert.Equal(t, []string{"halt", "main"}, words.VarsIn.Flatten())
	assert.Equal(t, []string{"inf."}, words.VarsOut.Flatten())
	again, err := program.Parse("words", words.String())
	require.NoError(t, err)
	assert.True(t, program.Equal(words, again))

	src1 := strings.Replace(src, "(P, int8, error_ uint)", "(_ P, r1 int8, e uint)", 1)
	src1 = strings.Replace(src1, "(float64, _ P)", "(float64, P)", 1)
	p := compileText(t, src1, "F", golang.Options{})
	assert.Equal(t, []string{"a", "p1", "p.X", "p.K", "q.X", "q.K", "nan."}, p.VarsIn.Flatten())
	assert.Equal(t, []string{"r0.X", "r0.K", "r1", "e"}, p.VarsOut.Flatten())
	assert.Equal(t, program.GoInt16, p.VarDefs.Def("a").Go)
	assert.Equal(t, program.GoInt8, p.VarDefs.Def("q.K").Go)
	assert.Equal(t, "a.go", p.File)
	assert.Equal(t, program.Pos{Line: 4, Col: 6}, p.Functions[0].Pos)

	p = compileText(t, src1, "G", golang.Options{Uniform: []string{"p", "m"}})
	assert.Equal(t, []string{"x", "table", "r0"}, p.VarsIn.Flatten())
	assert.Equal(t, []string{"r0_2", "r1.X", "r1.K"}, p.VarsOut.Flatten())
	var uniforms []string
	for _, u := range p.Uniforms {
		assert.Nil(t, u.Data)
		uniforms = append(uniforms, u.Name+" "+u.Type.String())
	}
	assert.Equal(t, []string{"p.X f64", "p.K i32[2]", "m f32[2,3]"}, uniforms)

	p = compileText(t, src1, "H", golang.Options{})
	require.Len(t, p.Uniforms, 1)
	assert.Equal(t, []uint64{1, 2}, p.Uniforms[0].Data)
}

// Every instruction knows where it comes from.
func TestPositions(t *testing.T) {
	p := compileText(t, "package a\n\nfunc F(a [3]int, i int) (s int) {\n\tfor k, v := range a {\n\t\tif k < i {\n"+
		"\t\t\ts += v / i\n\t\t}\n\t}\n\treturn s\n}\n", "F", golang.Options{})
	for _, f := range p.Functions {
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				assert.True(t, in.Position().IsValid(), "%s %v", b.Name, in)
				assert.Empty(t, in.Position().File)
			}
			assert.True(t, b.Term.Position().IsValid(), b.Name)
		}
	}
}

// What the wanted function does not reach is nobody's business.
func TestPruned(t *testing.T) {
	fsys := fstest.MapFS{
		"a.go": {Data: []byte("package main\n\nimport (\n\t\"fmt\"\n\t. \"math\"\n)\n\n" +
			"func F(x float64) float64 { return g(x) + Sqrt(x) + k }\n\n" +
			"func main() { go fmt.Println(F(1), undefinedThing) }\n")},
		"b.go": {Data: []byte("package main\n\nimport \"math\"\n\nconst k = iota + 1\n\n" +
			"func g(x float64) float64 { fmt := x; return fmt * math.Pi }\n")},
		"ignored.go": {Data: []byte("//go:build ignore\n\npackage other\n\nfunc F() {}\n")},
		"older.go": {Data: []byte("// Copyright\n\n/* package\ncomment */\n" +
			"// +build linux\n// +build !amd64 ignore\n\n" +
			"// Package other\npackage other\n\nfunc F() {}\n")},
		"x_windows.go": {Data: []byte("package main\n\nfunc g(x float64) float64 { return 0 }\n")},
		"y_arm64.go":   {Data: []byte("package main\n\nfunc g(x float64) float64 { return 0 }\n")},
		"a_test.go":    {Data: []byte("package main\n\nfunc g(x float64) float64 { return 1 }\n")},
		"sub/c.go":     {Data: []byte("package sub\n")},
		"notes.txt":    {Data: []byte("no Go")},
	}
	p, err := golang.CompileFS(fsys, "F", golang.Options{})
	require.NoError(t, err)
	require.Len(t, p.Functions, 2)
	b := p.Functions[1].Graph.Blocks[0]
	assert.Equal(t, "b.go", b.Instrs[0].Position().File, "a position in another file than the program's says so")

	_, err = golang.CompileFS(fstest.MapFS{"a.txt": {}}, "F", golang.Options{})
	assert.ErrorContains(t, err, "no Go files")
}

// A function whose body is in assembly is read from the files for other machines, if
// they have all bodies in Go.
func TestBodiesForOtherMachines(t *testing.T) {
	fsys := fstest.MapFS{
		"double_amd64.go": {Data: []byte("package a\nfunc double(x float64) float64\n")},
		"double_amd64.s":  {Data: []byte("TEXT ·double(SB), $0\n")},
		"double_other.go": {Data: []byte("//go:build !amd64\n\npackage a\n" +
			"func double(x float64) float64 { return x + x }\n")},
		"sum.go": {Data: []byte("package a\nfunc Sum(x, y float64) float64 { return double(x) + y }\n")},
	}
	_, err := golang.CompileFS(fsys, "Sum", golang.Options{})
	require.NoError(t, err)
	fsys["half.go"] = &fstest.MapFile{Data: []byte("package a\nfunc half(x float64) float64\n")}
	fsys["half.s"] = &fstest.MapFile{Data: []byte("TEXT ·half(SB), $0\n")}
	_, err = golang.CompileFS(fsys, "Sum", golang.Options{})
	require.ErrorContains(t, err, "double has no body")
}

// The files for other machines stay out where they have no such function at all: what else there is
// may be for this machine alone.
func TestNoBodiesForOtherMachines(t *testing.T) {
	fsys := fstest.MapFS{
		"cpu_amd64.go": {Data: []byte("package a\nconst line = 64\nfunc cpuid() uint32\n")},
		"cpu_amd64.s":  {Data: []byte("TEXT ·cpuid(SB), $0\n")},
		"pad.go":       {Data: []byte("package a\nfunc Pad(n int) int { var p [line]byte; return len(p) + n }\n")},
	}
	_, err := golang.CompileFS(fsys, "Pad", golang.Options{})
	require.NoError(t, err)
}

// Files are chosen as the go command chooses them, which knows systems that Go does not run on, and text that
// begins with a byte order mark.
func TestFilesOfOtherSystems(t *testing.T) {
	fsys := fstest.MapFS{
		"a.go":         {Data: []byte("package a\nfunc F() int { return 1 }\n")},
		"a_zos.go":     {Data: []byte("package a\nfunc F() int { return 2 }\n")},
		"a_sparc64.go": {Data: []byte("package a\nfunc F() int { return 3 }\n")},
		"b.go":         {Data: []byte("\uFEFF//go:build ignore\n\npackage a\nfunc F() int { return 4 }\n")},
	}
	_, err := golang.CompileFS(fsys, "F", golang.Options{})
	require.NoError(t, err)
}

func TestFunctions(t *testing.T) {
	fns, err := golang.Functions([]golang.File{{Name: "a.go", Text: "package a\n" +
		"func F(a, b float64) (r int) { return 0 }\ntype T[X any] int\n" +
		"func (t *T[X]) M(_ bool, xs ...[2]int) {}\nfunc main() {}\n"}})
	require.NoError(t, err)
	require.Len(t, fns, 3)
	assert.Equal(t, golang.Func{Name: "F", Signature: "func(a, b float64) (r int)",
		Pos: program.Pos{File: "a.go", Line: 2, Col: 6},
		Params: []golang.Param{{Name: "a", Type: "float64", Underlying: "float64"},
			{Name: "b", Type: "float64", Underlying: "float64"}}}, fns[0])
	assert.Equal(t, "T.M", fns[1].Name)
	assert.True(t, fns[1].Generic)
	assert.Equal(t, []golang.Param{{Name: "t", Type: "*T[X]", Underlying: "*T[X]"},
		{Name: "p1", Type: "bool", Underlying: "bool"},
		{Name: "xs", Type: "...[2]int", Underlying: "...[2]int"}}, fns[1].Params)
}

// A function that never returns is one all the same: every lane faults.
func TestNeverReturns(t *testing.T) {
	src := "package a\n" +
		"func F(x int) (int, [2]bool, struct{ Y float64 }) { return f(x), [2]bool{}, struct{ Y float64 }{} }\n" +
		"func f(x int) int { panic(\"not yet\") }"
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: src}}, "F", golang.Options{})
	require.NoError(t, err)
	require.Len(t, p.Flat(p.VarsOut), 3)
	_, fault, err := interp.Run(p, []interp.Value{interp.Int64(1)})
	require.NoError(t, err)
	require.Equal(t, "not yet", fault.Msg)

	// What follows a call that never returns is never run, several blocks of it.
	src = "package a\nvar table = 0\n" +
		"func F(x int) int { if x > 0 { return x }; _ = f(x); switch table { case 7, 3: }; return 1 }\n" +
		"func f(x int) int { panic(\"not yet\") }"
	p, err = golang.Compile([]golang.File{{Name: "a.go", Text: src}}, "F", golang.Options{})
	require.NoError(t, err)
	_, fault, err = interp.Run(p, []interp.Value{interp.Int64(0)})
	require.NoError(t, err)
	require.Equal(t, "not yet", fault.Msg)
}

func BenchmarkCompile(b *testing.B) {
	var body strings.Builder
	for i := range 90 {
		fmt.Fprintf(&body, "\tif x > %d {\n\t\tx = x*y + math.Sin(x) - %d\n\t}\n", i, i)
	}
	files := []golang.File{{Name: "a.go", Text: "package a\n\nimport \"math\"\n\n" +
		"func F(x, y float64) float64 {\n" + body.String() + "\treturn x\n}\n"}}
	for b.Loop() {
		if _, err := golang.Compile(files, "F", golang.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMutexOfAll refuses to lock what lanes would share.
func TestMutexOfAll(t *testing.T) {
	src := `package p

import "sync"

var mu sync.Mutex

func F(x float64) float64 {
	mu.Lock()
	defer mu.Unlock()
	return x * 2
}
`
	files := []golang.File{{Name: "p.go", Text: src}}
	_, err := golang.Compile(files, "F", golang.Options{Import: resolve.New(".").Import})
	errs := program.Errors(err)
	require.Len(t, errs, 2)
	for i, line := range []int{8, 9} {
		require.Equal(t, line, errs[i].Pos.Line)
		require.Contains(t, errs[i].Msg, "mu is one mutex for all lanes")
	}
}

// TestBranchPosition: a branch on a variable is where the branch is, not where the variable is declared.
func TestBranchPosition(t *testing.T) {
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: `package a

func F(n, k int) int {
	found := false
	for i := range n {
		if i*i%7 == k {
			found = true
		}
	}
	if found {
		return k
	}
	return n
}`}}, "F", golang.Options{})
	require.NoError(t, err)
	var lines []int
	for _, b := range p.Functions[0].Graph.Blocks {
		if br, ok := b.Term.(program.BranchOp); ok {
			lines = append(lines, br.Pos.Line)
		}
	}
	require.ElementsMatch(t, []int{5, 6, 5, 10}, lines)
}

// TestLibraryPositions: what faults in the standard library is at the call of the user's that leads there, unless
// several do.
func TestLibraryPositions(t *testing.T) {
	const src = `package a

import "math/rand"

func F(n, k int) int {
	r := rand.New(rand.NewSource(1))
	return r.Intn(n)
}

func G(n, k int) int {
	r := rand.New(rand.NewSource(1))
	return r.Intn(n) + r.Intn(k)
}`
	for fn, want := range map[string]program.Pos{"F": {Line: 7, Col: 15}, "G": {File: "math/rand/rand.go"}} {
		files := []golang.File{{Name: "a.go", Text: src}}
		p, err := golang.Compile(files, fn, golang.Options{Import: resolve.New(".").Import})
		require.NoError(t, err)
		var at []program.Pos
		for _, f := range p.Functions {
			for _, b := range f.Graph.Blocks {
				if end, ok := b.Term.(program.FaultOp); ok && strings.HasPrefix(end.Msg, "invalid argument to Intn") {
					at = append(at, end.Pos)
				}
			}
		}
		require.NotEmpty(t, at, fn)
		for _, got := range at {
			if want.Line == 0 {
				got.Line, got.Col = 0, 0
			}
			require.Equal(t, want, got, fn)
		}
	}
}

// TestPartlyThere refuses what a package has beside the functions that lanes can run.
func TestPartlyThere(t *testing.T) {
	src := `package p

import (
	"bytes"
	"strings"
)

func F(s string) (string, int) {
	var b bytes.Buffer
	b.WriteString(s)
	return strings.ToUpperSpecial(nil, b.String()), b.Cap()
}
`
	files := []golang.File{{Name: "p.go", Text: src}}
	_, err := golang.Compile(files, "F", golang.Options{
		Import: resolve.New(".").Import, Cap: map[string]int{"s": 8}, MakeCap: 8})
	var texts []string
	for _, e := range program.Errors(err) {
		texts = append(texts, e.Error())
	}
	require.Equal(t, []string{
		"p.go:11:9: strings.ToUpperSpecial is not available in batched code, though much of package strings is; " +
			"write the function yourself",
		"p.go:11:50: *bytes.Buffer.Cap is not available in batched code, though much of package bytes is; " +
			"write the function yourself",
	}, texts)
}

// Two uniforms may be one, as far as a program knows.
func TestUniformsCompared(t *testing.T) {
	text := "package a\ntype P struct{ X float64 }\n" +
		"func F(x float64, a, b *P) float64 { if a == b { return x }; return a.X*x + b.X }\n" +
		"func G(x float64, a, b *P) float64 { p := a; if a == p && b != nil { return x + b.X }; return a.X }\n"
	files, opts := []golang.File{{Name: "a.go", Text: text}}, golang.Options{Uniform: []string{"a", "b"}}
	_, err := golang.Compile(files, "F", opts)
	require.ErrorContains(t, err, "whether the uniforms a and b are one is not known")
	_, err = golang.Compile(files, "G", opts)
	require.NoError(t, err)
}

// A string in a struct that is only given back needs a column as one that is looked at.
func TestTextGivenBack(t *testing.T) {
	files := []golang.File{{Name: "a.go", Text: "package a\ntype R struct { Kind string; Age int }\n" +
		"func F(r R) (out R) { out = r; if r.Age > 90 { out.Age = 90 }; return out }\n"}}
	_, err := golang.Compile(files, "F", golang.Options{})
	require.ErrorContains(t, err, "-cap r.Kind=N")
	p, err := golang.Compile(files, "F", golang.Options{Cap: map[string]int{"r.Kind": 8}})
	require.NoError(t, err)
	require.Contains(t, p.VarsOut.Flatten(), "out.Kind")
}
