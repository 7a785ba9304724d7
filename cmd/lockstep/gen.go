package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
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
	args:  "-func NAME [DIR]",
	short: "write a typed batch function for a function of a package",
	long: `gen writes, beside a Go function, one that runs it over many inputs. For

  func Integrate(a, b float64) float64

the directive

  //go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Integrate .

(or, after "go get -tool" of that path, go tool lockstep gen …) makes "go generate"
write integrate_lockstep.go, which has

  func IntegrateBatch(ctx context.Context, a, b []float64, opts ...lane.Option) ([]float64, error)
  func IntegrateSeq(ctx context.Context, in iter.Seq[IntegrateArgs], …) iter.Seq2[float64, error]

and the program that they run, so that no compiler comes into your binary. A call measures
the batch against a loop over Integrate and uses the faster. Lanes that panic
are in the error; all others have their results.

Parameters of any accepted type become slices with a value for each lane: numbers,
arrays, structs. Those that -uniform names stay as they are, one value for all lanes. A
slice parameter needs its length, if all lanes have the same, or the most that it can be:

  lockstep gen -func Energy -len x=3 .          x [][]float64, three elements each
  lockstep gen -func Median -cap x=16 .         x [][]float64, up to sixteen each
  lockstep gen -func Interpolate -uniform xs,ys .
  lockstep gen -func Vec.Norm,Clip .            methods; several functions in one file

Commit the file. The same source gives the same file again; with -check nothing is written
and the exit status is 1 if it is not up to date.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		g := generation{Options: gen.Options{Len: map[string]int{}, Cap: map[string]int{}}}
		fs.Var((*list)(&g.Funcs), "func", "wrap the functions called `NAME[,NAME…]`; a method is Type.Method")
		fs.Var((*list)(&g.Uniform), "uniform", "the parameters `NAME[,NAME…]` are one value for all lanes")
		fs.Var(sizeList(g.Len), "len", "the slice parameter has `NAME=LENGTH` elements in all lanes")
		fs.Var(sizeList(g.Cap), "cap", "the slice parameter has at most `NAME=CAPACITY` elements, each lane its own number")
		fs.IntVar(&g.MakeCap, "make-cap", 0, "make and append make room for `N` elements where the length of a slice is not known\nwhen compiling; lanes that need more are run by the Go function")
		fs.StringVar(&g.Name, "name", "", "the batch function's `NAME` (default: the function's with Batch behind it)")
		fs.StringVar(&g.out, "o", "", "write to `FILE` (default: NAME_lockstep.go in the directory, in lower case)")
		fs.StringVar(&g.math, "math", mathGo, "take exp, sin, … from `WHOM`: go, which have the bits of the compiled function; or\nours, which are several times as fast, and then only the batch is used")
		fs.BoolVar(&g.check, "check", false, "write nothing; say whether the file is up to date")
		return func(e *env, words []string) (status, error) {
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
	out, math string
	check     bool
}

// complete checks the command line and fills in what it leaves open.
func (g *generation) complete(words []string) error {
	switch len(words) {
	case 0:
		g.Dir = "."
	case 1:
		g.Dir = words[0]
	default:
		return usagef("gen", "one directory at a time, but there are %d: %s", len(words), strings.Join(words, ", "))
	}
	info, err := os.Stat(g.Dir)
	switch {
	case err != nil:
		return pathProblem(err)
	case !info.IsDir():
		return usagef("gen", "%s is a file; name the directory of its package", g.Dir)
	case len(g.Funcs) == 0:
		return usagef("gen", "no -func: say which function to wrap")
	}
	if err := oneOf("gen", "math", g.math, mathOurs, mathGo); err != nil {
		return err
	}
	g.OurMath = g.math == mathOurs
	if g.out == "" {
		g.out = filepath.Join(g.Dir, gen.FileName(g.Funcs))
	} else if !strings.HasSuffix(g.out, ".go") {
		return usagef("gen", "-o %s: a Go file ends in .go", g.out)
	}
	g.Line = g.line()
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
	if g.MakeCap > 0 {
		add("make-cap", strconv.Itoa(g.MakeCap))
	}
	add("name", g.Name)
	if g.OurMath {
		add("math", g.math)
	}
	return strings.Join(words, " ")
}

func (g *generation) run(e *env) (status, error) {
	text, err := gen.Generate(g.Options, filepath.Base(g.out))
	if err != nil {
		return statusBad, err
	}
	have, err := os.ReadFile(g.out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return statusBad, pathProblem(err)
	}
	same := err == nil && bytes.Equal(have, text)
	switch {
	case g.check && same, same:
		return statusOK, nil
	case g.check && err != nil:
		return statusBad, fmt.Errorf("%s: is not there; run go generate", g.out)
	case g.check:
		return statusBad, fmt.Errorf("%s: is not up to date; run go generate", g.out)
	}
	if err := os.WriteFile(g.out, text, 0o666); err != nil {
		return statusBad, pathProblem(err)
	}
	return statusOK, nil
}

// list is the value of a flag that takes names, more with each use.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(value string) error {
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return errors.New("a name is empty")
		}
		*l = append(*l, name)
	}
	return nil
}
