package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/program"
)

var checkCommand = &command{
	name:  "check",
	args:  "FILE|DIR [-func NAME]",
	short: "tell what can be run and what cannot, and why",
	long: `check compiles functions without running them. It prints a line for everything that
is not accepted, with its position and what to write instead:

  lockstep check quadrature.go
  lockstep check ./orbits -func Propagate

Without -func it checks every function but main, init and generic ones, which are
checked where they are used. The exit status is 0 if all are accepted and 1
otherwise.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		fn := fs.String("func", "", "check the function called `NAME` and what it calls, nothing else")
		return func(e *env, words []string) (status, error) {
			path, err := oneFile("check", words)
			if err != nil {
				return statusBad, err
			}
			return check(e, path, *fn)
		}
	},
}

func check(e *env, path, fn string) (status, error) {
	names, err := toCheck(path, fn)
	if err != nil {
		return statusBad, err
	}
	var accepted, refused []string
	var problems program.ErrorList
	seen := map[string]bool{}
	for _, name := range names {
		_, err := lockstep.Load(path, name)
		if err == nil {
			accepted = append(accepted, name)
			continue
		}
		refused = append(refused, name)
		for _, p := range program.Errors(err) {
			if msg := p.Error(); !seen[msg] { // functions share what they call
				seen[msg] = true
				problems = append(problems, p)
			}
		}
	}
	if len(problems) > 0 {
		problems.Sort()
		e.complain(problems)
	}
	switch {
	case isProgram(path) && len(refused) == 0:
		fmt.Fprintln(e.stdout, "ok: 1 program")
	case len(refused) == 0:
		fmt.Fprintf(e.stdout, "ok: %s\n", functionCount(len(accepted)))
	case len(names) > 1:
		fmt.Fprintf(e.stdout, "accepted: %s\nrefused: %s\n", listOrNone(accepted), strings.Join(refused, ", "))
	}
	if len(refused) > 0 {
		return statusBad, nil
	}
	return statusOK, nil
}

// toCheck returns the names under which to load the file.
func toCheck(path, fn string) ([]string, error) {
	if fn != "" || isProgram(path) {
		name, err := chooseFunction("check", path, fn)
		return []string{name}, err
	}
	fns, err := functionsOf(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range fns {
		if !f.Generic && !isEntry(f.Name) {
			names = append(names, f.Name)
		}
	}
	return names, nil
}

func functionCount(n int) string {
	if n == 1 {
		return "1 function"
	}
	return fmt.Sprintf("%d functions", n)
}

func listOrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
