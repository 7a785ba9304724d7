package main

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/advise"
	"github.com/lockstep-simt/lockstep/internal/gen"
)

var checkCommand = &command{
	name:  "check",
	args:  "FILE|DIR|DIR/... [more] [flags]",
	short: "tell what can be run and what cannot, what will be slow, and why",
	long: `check compiles functions without running them. It prints a line for everything that
is not accepted, with its position and what to write instead, and warns of code that is
accepted but will run slowly in lockstep:

  lockstep check quadrature.go
  lockstep check ./orbits -func Propagate -func Drift
  lockstep check -json ./...

DIR/... is DIR and all directories below it, without testdata, vendor, other modules and names
that begin with a dot or an underscore. Files of one directory are one package.

Without -func it checks every function and method but main, init and generic ones, which are
checked where they are used. What cannot be reached from the functions that are checked is not
looked at. The problems go to standard output in the order of the source,

  orbits.go:12:7: channels are not available in batched code; …
  orbits.go:40:15: warning: a recursive call of … [slow-call]

and how many functions were accepted to standard error. Where that depends on flags which
were not given, they are told: -uniform NAME; -cap NAME=N for a slice that each lane brings,
for which run takes the lengths of its data, and -len or -uniform do as well; and
-make-cap N for slices that get longer than is known.

-json prints one object instead: "problems" is the list of what the lines say, each with file,
line, column, severity (error or warning), code, message and the functions that it concerns;
"functions" is what was checked, each with its name, file, line, column, signature, accepted,
seconds, and unfinished if it was not checked to the end.
Codes of errors are refused, syntax and internal; those of warnings are

` + kindList() + `  needs-go      code without a batched form: a lane that gets there faults, or is run by
                the compiled function in what lockstep gen writes
  room          an append for which a lane may have too little memory, without -make-cap
  slow-check    checking the function took more than ` + slowCheck.String() + `
  unfinished    checking the function took more than ` + hopeless.String() + `

A function that is not accepted by itself, such as one with a parameter that is a function, is not
counted as refused if one that is accepted calls it: it runs as a part of that.

A function that takes more than ` + hopeless.String() + ` is not checked to the end: it may be accepted or refused.

Exit status: 0 if all functions are accepted, with warnings or without; 1 if one is refused, or
not checked to the end; 2 if there was nothing to check, or the command line is wrong.
`,
	misuse: statusUnchecked,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		f := &checkFlags{sizes: newSizes(), patience: hopeless}
		f.compile = f.compileUnit
		fs.Var(&f.fns, "func", "check the function called `NAME` and what it calls, nothing else. May be repeated. "+
			"An\ninstance of a generic function is Sum[float64] or Vec[float32].Norm")
		fs.BoolVar(&f.json, "json", false, "print one JSON object, for editors and other programs")
		fs.StringVar(&f.math, "math", mathGo, mathUsage)
		fs.StringVar(&f.engine, "engine", string(lockstep.EngineAuto),
			"warn of what is slow with `ENGINE`: auto, the fastest that this machine has;\noff, a kernel for each "+
				"operation, which is all that systems other than linux have")
		fs.Var(&f.uniforms, "uniform", "take the parameter `NAME` as one value for all lanes. May be repeated.")
		fs.Var(f.length, "len", "take the slice parameter NAME as N elements in every lane: `NAME=N`. May be repeated.")
		fs.Var(f.capacity, "cap", "take the slice parameter NAME as up to N elements, whose number each lane "+
			"brings:\n`NAME=N`. May be repeated. A slice without -len and -cap is taken as -cap NAME="+
			strconv.Itoa(usualCap)+".")
		fs.Var(f.texts, "texts", textsOfCode)
		fs.IntVar(&f.makeCap, "make-cap", 0, makeCapUsage)
		fs.Var(&f.constant, "assume-constant", constantUsage)
		fs.BoolVar(&f.warn, "warn", true, "warn of what will run slowly; -warn=false tells only what is refused")
		return f.run
	},
}

// kindList describes the kinds of warnings for the help text.
func kindList() string {
	var b strings.Builder
	for _, k := range advise.Kinds {
		fmt.Fprintf(&b, "  %-13s %s\n", k.Code, k.Doc)
	}
	return b.String()
}

type checkFlags struct {
	sizes
	fns, uniforms nameList
	json, warn    bool
	math, engine  string
	// How long one function may take, and what compiles it; tests change them.
	patience time.Duration
	compile  func(u *unit, fn golang.Func, makeCap int) (*lockstep.Func, error)
}

// nameList collects the names of a flag that may be repeated.
type nameList []string

func (l *nameList) String() string { return "" }

func (l *nameList) Set(s string) error {
	names, err := gen.SplitNames(s)
	*l = append(*l, names...)
	return err
}

// sizeList collects NAME=N and NAME=N,NAME=N.
type sizeList map[string]int

func (l sizeList) String() string { return "" }

func (l sizeList) Set(s string) error {
	for pair := range strings.SplitSeq(s, ",") {
		name, size, _ := strings.Cut(pair, "=")
		name, size = strings.TrimSpace(name), strings.TrimSpace(size)
		n, err := strconv.Atoi(size)
		switch {
		case name == "" || err != nil:
			return fmt.Errorf("write NAME=N with a number N, as in x=8")
		case n < 0:
			return fmt.Errorf("%s=%d: a length is not negative", name, n)
		}
		l[name] = n
	}
	return nil
}

// textList collects NAME=TEXT,TEXT. A text with a comma in it is in double quotes.
type textList map[string][]string

func (l textList) String() string { return "" }

func (l textList) Set(s string) error {
	name, list, ok := strings.Cut(s, "=")
	texts, err := csv.NewReader(strings.NewReader(list)).Read()
	if name = strings.TrimSpace(name); name == "" || !ok || err != nil {
		return errors.New("write NAME=TEXT,TEXT, as in kind=call,put")
	}
	l[name] = append(l[name], texts...)
	return nil
}

func (f *checkFlags) run(e *env, words []string) (status, error) {
	if err := oneOf("check", "math", f.math, mathOurs, mathGo); err != nil {
		return statusUnchecked, err
	}
	if err := oneOf("check", "engine", f.engine, string(lockstep.EngineAuto), string(lockstep.EngineOff)); err != nil {
		return statusUnchecked, err
	}
	if f.makeCap < 0 {
		return statusUnchecked, usagef("check", "-make-cap must not be negative")
	}
	units, err := findUnits(words)
	if err != nil {
		return statusUnchecked, err
	}
	jobs, problems, err := f.jobs(units)
	if err != nil {
		return statusUnchecked, err
	}
	r := newReport(units, f.checkAll(jobs), problems)
	if f.json {
		r.writeJSON(e.stdout)
	} else {
		r.writeText(e.stdout, e.stderr)
	}
	switch {
	case r.errors() > 0 || r.unfinished():
		return statusBad, nil
	case len(jobs) == 0:
		return statusUnchecked, fmt.Errorf("check: there is no function to check in %s", strings.Join(words, ", "))
	}
	return statusOK, nil
}
