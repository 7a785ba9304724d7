package main

import (
	"flag"
	"go/build"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/gen"
)

var genCommand = &command{
	name:  "gen",
	args:  "-func NAME [DIR|FILE]\n       lockstep gen -check [DIR|DIR/...]",
	short: "write a typed batch function for a function of a package",
	long: `gen writes, beside a Go function, one that runs it over many inputs. For

  func Integrate(a, b float64) float64

the directive

  //go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Integrate .

(or, after "go get -tool" of that path, go tool lockstep gen …) makes "go generate"
write integrate_lockstep.go, which has

  func IntegrateBatch(ctx context.Context, a, b []float64, opts ...lane.Option) ([]float64, error)
  func IntegrateBatchInto(ctx context.Context, dst, a, b []float64, opts ...lane.Option) error
  func IntegrateSeq(ctx context.Context, in iter.Seq[IntegrateArgs], …) iter.Seq2[float64, error]

and the program that they run, so that no compiler comes into your binary. A call runs
a loop over Integrate until it is known that a batch is faster, and finding out costs little of
the loop's time. Lanes that panic are in the error; all others have their results.
IntegrateBatchInto writes them to dst, memory of yours, so that calls in a row need no new one.

Parameters of any accepted type become slices with a value for each lane: numbers,
arrays, structs, slices. Those that -uniform names stay as they are, one value for all lanes. A
slice parameter needs its length, if all lanes have the same, or the most that it can be:

  lockstep gen -func Energy -len x=3 .          x [][]float64, three elements each
  lockstep gen -func Median -cap x=16 .         x [][]float64, up to sixteen each
  lockstep gen -func Hull -cap 'ps=16,ps[]=2' . ps [][][]float64, up to sixteen rows of two
  lockstep gen -func Fit -cap s.Points=16 .     s []Sample, each with up to sixteen Points
  lockstep gen -func Interpolate -uniform xs,ys .
  lockstep gen -func Vec.Norm,Clip .            methods; several functions in one file

Commit the file, and generate it again whenever Integrate or what it calls changes: a call that
notices the difference returns an error. The same source gives the same file again; with -check
nothing is written and the exit status is 1 if it is not up to date. Without -func, -check looks
at every file that gen wrote, with the flags in its first line:

  lockstep gen -check ./...

With -test there is also integrate_lockstep_test.go, which compares function and program over
1,000 inputs bit for bit and has a benchmark. Inputs that suit the function better are set in a
test file of yours:

  func init() { integrateTestInputs = func(w *integrateLanes) { w.a[0] = 0.5 } }

With -asm there are also integrate_lockstep_amd64.s, which has the program as Go assembly for
processors with AVX-512 and with AVX2, integrate_lockstep_arm64.s for NEON, and Go files that
declare it. Batches run there from the first call on; no memory is made executable, and nothing
that makes machine code is linked. Other processors, and builds with the tag purego, run the
program without it. Some functions have it for some of the three, and some have none, which is
said. The go command takes no assembly in a package with cgo. With -math ours, -test compares
the assembly with the program alone.

What was written goes to standard output, and what will run slowly in lockstep, as lockstep check
says it. A file that gen has not written itself is not overwritten.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		g := generation{Options: gen.Options{Len: map[string]int{}, Cap: map[string]int{},
			Texts: map[string][]string{}}}
		fs.Var((*nameList)(&g.Funcs), "func", "wrap the functions called `NAME[,NAME…]`; a method is Type.Method, an "+
			"instance of a\ngeneric function Sum[float64]")
		fs.Var((*nameList)(&g.Uniform), "uniform", "the parameters `NAME[,NAME…]` are one value for all lanes")
		fs.Var(sizeList(g.Len), "len", "give the slice parameter NAME N elements in every lane: `NAME=N`")
		fs.Var(sizeList(g.Cap), "cap", "let each lane bring up to N elements of the slice parameter NAME, or N bytes\n"+
			"of a string: `NAME=N`")
		fs.Var(textList(g.Texts), "texts", textsUsage+"Without it, they are those that the function "+
			"compares it with; lanes with others\nare run by the Go function")
		fs.IntVar(&g.MakeCap, "make-cap", 0, "make and append make room for `N` elements where the length of a slice "+
			"is not known\nwhen compiling; lanes that need more are run by the Go function")
		fs.Var((*nameList)(&g.AssumeConstant), "assume-constant",
			"take the package-level variables `NAME[,NAME…]` for constants although something may\nchange them; the "+
				"wrapper compares them with what they were when it first runs a batch")
		fs.StringVar(&g.Name, "name", "", "the batch function's `NAME` (default: the function's with Batch behind it)")
		fs.StringVar(&g.out, "o", "", "write to `FILE` (default: NAME_lockstep.go in the directory, in lower case)")
		fs.StringVar(&g.math, "math", mathGo, "take exp, sin, … as `MATH` says: go, with the bits of the compiled "+
			"function; or\nours, which are faster in float32 and with AVX-512, and then only the batch is used")
		fs.BoolVar(&g.Test, "test", false, "also write a test that compares the function and its program bit for "+
			"bit, and a benchmark")
		fs.BoolVar(&g.Assembly, "asm", false, "also write the program as Go assembly, for AVX-512, AVX2 and NEON")
		fs.BoolVar(&g.warn, "warn", true, "warn of what will run slowly; -warn=false does not")
		fs.BoolVar(&g.check, "check", false, "write nothing; say whether the files are up to date")
		return func(e *env, words []string) (status, error) {
			if g.check && len(g.Funcs) == 0 {
				return checkWritten(e, fs, words)
			}
			if err := g.complete(words); err != nil {
				return statusBad, err
			}
			return g.run(e)
		}
	},
}

// generation is a command line of gen.
type generation struct {
	gen.Options
	out, math   string
	check, warn bool
}

// noFunction says which functions there are to wrap.
func (g *generation) noFunction() error {
	fns, err := functionsOf(g.Dir)
	if err != nil {
		return err
	}
	var names []string
	for _, fn := range fns {
		if !fn.Generic && !isEntry(fn.Name) {
			names = append(names, fn.Name)
		}
	}
	return usagef("gen", "no -func: say which function to wrap: %s has %s", g.Dir, strings.Join(names, ", "))
}

// complete checks the command line and fills in what it leaves open.
func (g *generation) complete(words []string) error {
	switch len(words) {
	case 0:
		g.Dir = "."
	case 1:
		g.Dir = words[0]
	default:
		return usagef("gen", "one directory or file at a time, but there are %d: %s", len(words),
			strings.Join(words, ", "))
	}
	info, err := os.Stat(g.Dir)
	switch {
	case err != nil:
		return pathProblem(err)
	case !info.IsDir() && filepath.Ext(g.Dir) != ".go":
		return usagef("gen", "%s is not a Go file; name one, or the directory of its package", g.Dir)
	case !info.IsDir():
		g.Dir = filepath.Dir(g.Dir) // a wrapper is of a package, whichever of its files one names
	}
	if len(g.Funcs) == 0 {
		return g.noFunction()
	}
	if err := oneOf("gen", "math", g.math, mathOurs, mathGo); err != nil {
		return err
	}
	g.OurMath = g.math == mathOurs
	if g.out == "" {
		g.out = filepath.Join(g.Dir, gen.FileName(g.Funcs))
	}
	if err := checkFileName(g.out); err != nil {
		return err
	}
	if err := g.Check(); err != nil {
		return usagef("gen", "%v", err)
	}
	g.Line = g.line()
	return nil
}

// checkFileName refuses names of files that the go command does not compile, or not
// everywhere.
func checkFileName(out string) error {
	base := filepath.Base(out)
	name, ok := strings.CutSuffix(base, ".go")
	switch {
	case !ok:
		return usagef("gen", "-o %s: a Go file ends in .go", out)
	case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "."):
		return usagef("gen", "-o %s: the go command ignores files whose names begin with _ or a dot", out)
	case strings.HasSuffix(name, "_test"):
		return usagef("gen", "-o %s: go build does not compile files whose names end in _test.go", out)
	}
	// As on a platform that there is not: what is left out there is left out somewhere.
	nowhere := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p\n")), nil
		}}
	if match, err := nowhere.MatchFile(filepath.Dir(out), base); err == nil && !match {
		return usagef("gen", "-o %s: by this name the file is compiled on some platforms only", out)
	}
	return nil
}

// line is the command line that makes the same file: without what does not
// change it.
func (g *generation) line() string {
	words := []string{"lockstep gen -func " + strings.Join(g.Funcs, ",")}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, "-"+flag+" "+value)
		}
	}
	add("uniform", strings.Join(g.Uniform, ","))
	addSizes := func(flag string, sizes map[string]int) {
		for _, name := range slices.Sorted(maps.Keys(sizes)) {
			add(flag, name+"="+strconv.Itoa(sizes[name]))
		}
	}
	addSizes("len", g.Len)
	addSizes("cap", g.Cap)
	for _, name := range slices.Sorted(maps.Keys(g.Texts)) {
		add("texts", name+"="+strings.Join(g.Texts[name], ","))
	}
	if g.MakeCap > 0 {
		add("make-cap", strconv.Itoa(g.MakeCap))
	}
	add("assume-constant", strings.Join(g.AssumeConstant, ","))
	add("name", g.Name)
	if g.OurMath {
		add("math", g.math)
	}
	if g.Assembly {
		words = append(words, "-asm")
	}
	if g.Test {
		words = append(words, "-test")
	}
	return strings.Join(words, " ")
}

func (g *generation) run(e *env) (status, error) {
	out, err := gen.Generate(g.Options, filepath.Base(g.out))
	if err != nil {
		given := sizes{length: g.Len, capacity: g.Cap, texts: g.Texts, makeCap: g.MakeCap, constant: g.AssumeConstant}
		return statusBad, refused(err, g.Dir, g.Funcs, checkFlags{sizes: given, uniforms: g.Uniform, math: g.math})
	}
	files := []*generatedFile{{name: g.out, text: out.Text}}
	if g.Test {
		files = append(files, &generatedFile{name: gen.TestName(g.out), text: out.Test})
	}
	for _, name := range slices.Sorted(maps.Keys(out.Assembly)) {
		files = append(files, &generatedFile{name: filepath.Join(filepath.Dir(g.out), name), text: out.Assembly[name],
			quiet: true})
	}
	for _, f := range files {
		if err := f.compare(g); err != nil {
			return statusBad, err
		}
	}
	if g.check {
		return statusOK, nil
	}
	for _, f := range files {
		if err := f.write(); err != nil {
			return statusBad, err
		}
	}
	return statusOK, g.tell(e, out, files)
}
