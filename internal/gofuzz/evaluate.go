package gofuzz

import (
	"errors"
	"regexp"
	"time"

	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// evaluate compares many programs, with one run of go build, and returns their
// failures; nil stands for a program that is the same, or that is not Go. The
// programs' names are different. The latter, and programs that do not end, are
// in the list of errors.
func evaluate(programs []*Program, configs func(i int) []testkit.Config, native bool, count *census) ([]*Failure,
	[]error) {
	failures, errs := make([]*Failure, len(programs)), make([]error, len(programs))
	var all []*checked
	var good []*Program
	var where []int
	for i, p := range programs {
		c, err := p.check()
		if err != nil {
			errs[i] = err
			continue
		}
		if !native { // what Go does with it does not matter
			q := *p
			q.Inputs = nil
			if _, failures[i] = q.Compare(c, nil, nil); failures[i] != nil {
				failures[i].Program = p
			}
			continue
		}
		all, good, where = append(all, c), append(good, p), append(where, i)
	}
	if len(good) == 0 {
		return failures, errs
	}
	ref, err := build(good)
	if err != nil {
		// The compiler is stricter than the type checker in a few places. It
		// names the packages that it does not take.
		bad := map[string]error{}
		for _, m := range packageError.FindAllStringSubmatch(err.Error(), -1) {
			bad[m[1]] = err
		}
		var rest []*Program
		var at []int
		for k, p := range good {
			if errs[where[k]] = bad[p.Name]; errs[where[k]] == nil {
				rest, at = append(rest, p), append(at, where[k])
			}
		}
		if len(rest) == len(good) {
			for _, i := range where {
				errs[i] = err
			}
			return failures, errs
		}
		fs, es := evaluate(rest, func(i int) []testkit.Config { return configs(at[i]) }, native, count)
		for k, i := range at {
			failures[i], errs[i] = fs[k], es[k]
		}
		return failures, errs
	}
	defer ref.close()
	outcomes, ends := ref.run(all)
	for k, p := range good {
		i := where[k]
		if errs[i] = ends[k]; errs[i] == nil {
			start := time.Now()
			var compiled *program.Program
			compiled, failures[i] = p.Compare(all[k], outcomes[k], configs(i))
			p.took = time.Since(start)
			if failures[i] == nil && compiled != nil && count != nil {
				errs[i] = count.add(p, all[k], compiled)
			}
		}
	}
	return failures, errs
}

var packageError = regexp.MustCompile(`(?m)^# ` + module + `/([^/\s]+)`)

// isUnused reports whether an error is about unused variables and imports
// alone.
func isUnused(err error) (unusedError, bool) {
	var u unusedError
	return u, errors.As(err, &u)
}
