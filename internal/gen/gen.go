package gen

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// Options say what to generate.
type Options struct {
	Dir   string
	Funcs []string // "Integrate", "Vec.Norm"
	// Name is the batch function's name where there is one function; empty
	// means its own with Batch behind it.
	Name string
	// Uniform names parameters that have one value for all lanes.
	Uniform []string
	// Len and Cap give slice parameters a length, the same for all lanes, or a
	// capacity.
	Len, Cap map[string]int
	// Texts says which strings a parameter or a part of one may be, where the function does not compare them with
	// these. Lanes with others are run by the Go function.
	Texts map[string][]string
	// MakeCap is for how many elements make and append make room where that is
	// not known.
	MakeCap int
	// AssumeConstant names package-level variables that are taken for constants,
	// which the wrapper compares when it first uses the program.
	AssumeConstant []string
	// Test asks for a file with tests as well.
	Test bool
	// Assembly asks for the program as Go assembly, too, in files for each architecture that there is some for.
	Assembly bool
	// OurMath takes the functions of package math from libm.
	OurMath bool
	// Line is the command line that the file's first line tells.
	Line string
}

// FileName returns the name of the file for some functions: after the first.
func FileName(funcs []string) string {
	name := strings.ToLower(strings.ReplaceAll(funcs[0], ".", ""))
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune("[],* ", r) {
			return -1 // of an instance
		}
		return r
	}, name)
	return strings.TrimLeft(name, "_") + "_lockstep.go" // the go command ignores _f.go
}

// TestName returns the name of the file with the tests of a generated file.
func TestName(file string) string { return strings.TrimSuffix(file, ".go") + "_test.go" }

// Output is what Generate makes.
type Output struct {
	Text []byte // of the file
	Test []byte // of the file with tests; nil if none was asked for
	// Assembly are the texts of files with assembly, and of those that declare it, by name.
	Assembly map[string][]byte
	// Wrappers are what the file has, in its order.
	Wrappers []Wrapper
}

// Wrapper describes what there is of a function in the file.
type Wrapper struct {
	Func       string
	Signatures []string // of the functions that call it
	Tests      []string // names of its test and its benchmark
	Source     *program.Program
	// GoMath and OurMath are set if functions of package math are Go's or lockstep's.
	GoMath, OurMath bool
	// StandIns are the files of Go that stand in for assembly.
	StandIns []string
	// Assembly says what assembly there is, for people.
	Assembly string
}

// Generate returns the text of the generated file, whose name is needed only for
// messages. The error is a program.ErrorList if Go source is to blame.
func Generate(o Options, file string) (*Output, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	pkg, err := load(o.Dir, o.Funcs)
	if err != nil {
		return nil, err
	}
	var problems program.ErrorList
	var wrappers []*wrapper
	used := map[string]bool{}
	for _, fn := range o.Funcs {
		w, err := pkg.wrapper(fn, o, used)
		if err != nil {
			problems = append(problems, program.Errors(err)...)
			continue
		}
		wrappers = append(wrappers, w)
	}
	known := !slices.ContainsFunc(o.Funcs, func(fn string) bool { d, _ := pkg.find(fn); return d == nil })
	for _, of := range []struct {
		names []string
		kind  string
	}{{o.Uniform, "parameter"}, {keys(o.Len), "slice parameter"}, {keys(o.Cap), "slice parameter"},
		{keys(o.Texts), "parameter"}} {
		for _, n := range of.names {
			if known && !used[n] {
				problems = append(problems, &program.Error{Instr: -1,
					Msg: fmt.Sprintf("%s has no %s %s", strings.Join(o.Funcs, ", "), of.kind, n)})
			}
		}
	}
	problems = append(problems, pkg.clashes(wrappers, o.Test)...)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return write(pkg, wrappers, o, file), nil
}

// Check reports options that make no sense.
func (o *Options) Check() error {
	switch {
	case o.Name == "":
	case len(o.Funcs) > 1:
		return errors.New("-name: one name does not do for several functions")
	case !token.IsIdentifier(o.Name) || o.Name == "_":
		return fmt.Errorf("-name %s: not a name that a function can have", o.Name)
	case types.Universe.Lookup(o.Name) != nil || o.Name == "init" || o.Name == "main":
		return fmt.Errorf("-name %s: Go gives this name a meaning of its own; choose another", o.Name)
	}
	if o.Test && o.OurMath && !o.Assembly {
		return errors.New("-test compares bits with the Go function's, which -math ours does not keep; leave one " +
			"of the two out")
	}
	for _, name := range keys(o.Texts) {
		for _, text := range o.Texts[name] {
			if text == "" || strings.ContainsFunc(text, splits) {
				return fmt.Errorf("-texts %s: the first line of the file has the flags, where %q would be several "+
					"words; compare the parameter with it in the function instead", name, text)
			}
		}
	}
	for i, fn := range o.Funcs {
		if slices.Contains(o.Funcs[:i], fn) {
			return fmt.Errorf("-func: %s is named twice", fn)
		}
	}
	for _, size := range []struct {
		flag, what string
		of         map[string]int
	}{{"len", "length", o.Len}, {"cap", "capacity", o.Cap}} {
		for _, name := range keys(size.of) {
			switch {
			case size.of[name] < 1:
				return fmt.Errorf("-%s %s=%d: the slice would be empty in every lane; it takes a %s of at least 1",
					size.flag, name, size.of[name], size.what)
			case slices.Contains(o.Uniform, rootOf(name)):
				return fmt.Errorf("-%s %s: with -uniform %s, it is one slice of any length for all lanes; leave one "+
					"of the two out", size.flag, name, name)
			}
		}
	}
	return nil
}

// splits reports whether a text with a character cannot be a word in a list in a line.
func splits(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == ',' }

// wrapper is what is generated for one function.
type wrapper struct {
	fn      string // "Vec.Norm"
	id      string // the same without type arguments: "SumFloat64" for Sum[float64]
	path    string // of the package
	assumed []golang.Assumed
	decl    *types.Func
	batch   string // names of what is generated
	into    string // empty: there are no results
	seq     string
	args    string // empty: the sequence is of plain values
	result  string // empty: likewise
	program string
	work    string // the type of a call's lanes
	// Of the tests: names of the test, the benchmark, what makes the lanes, and what
	// users may set to make others.
	test, benchmark, testLanes, testInputs string
	signatures                             []string
	params                                 []*param
	results                                []*result
	in, out                                []column // the program's, in its order
	source                                 *program.Program
	lowered                                *program.Program
	calls                                  *program.Program // the form with calls, if some are left
	recurses                               string           // which functions recurse without a bound: "f calls itself"
	standIns                               []string
	ends                                   bool // there is neither a loop nor a recursion
	libm                                   bool // some function of package math is libm's
	goMath                                 bool // some function of package math is Go's
	assembly                               []assembly
}

// wrapper compiles a function and finds out how it is wrapped. It notes the
// parameters that options name in used.
func (p *pkg) wrapper(fn string, o Options, used map[string]bool) (*wrapper, error) {
	d, pos := p.find(fn)
	w := &wrapper{fn: fn, id: fn, decl: d, path: p.resolver.Path()}
	if d != nil && p.instances[fn] != "" {
		w.id = p.instances[fn]
	}
	options := p.compileOptions(fn, o, used)
	options.OnAssumed = func(a golang.Assumed) { w.assumed = append(w.assumed, a) }
	source, err := golang.Compile(p.files, fn, options)
	if err != nil {
		return nil, err
	}
	if err := w.checkAssumed(pos); err != nil {
		return nil, err
	}
	if d == nil {
		return nil, &program.Error{Pos: pos, Instr: -1, Msg: "the type of " + fn + " is not known"}
	}
	if err := w.compile(p, source); err != nil {
		return nil, err
	}
	w.standIns = p.standIns(w.lowered)
	if errs := w.layout(p, o, pos); len(errs) > 0 {
		return nil, errs
	}
	w.name(o.Name)
	if o.Assembly {
		if err := w.assemble(pos); err != nil {
			return nil, err
		}
	}
	return w, nil
}
