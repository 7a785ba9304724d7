package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// sizesError is a refusal of functions for sizes that no flag gives, with all flags that they need: the problems
// themselves come one after the other, as what is behind a parameter is not known before it has a size.
type sizesError struct {
	error
	needs []string
}

func (s *sizesError) Unwrap() error { return s.error }

// withNeeds adds to such a refusal with which flags each function is accepted, beside those that are given, where
// that is more than one. Any other error stays as it is.
func withNeeds(err error, path string, fns []string, given checkFlags) error {
	if !asksForSizes(err) {
		return err
	}
	units, unreadable := findUnits([]string{path})
	if unreadable != nil {
		return err
	}
	given.fns, given.compile, given.warn = fns, given.compileUnit, false
	jobs, _, unknown := given.jobs(units)
	if unknown != nil {
		return err
	}
	told := &sizesError{error: err}
	for _, j := range jobs {
		if _, flags := given.problemsOf(j.unit, j.fn); len(flags) > 1 {
			told.needs = append(told.needs, j.fn.Name+" is accepted with "+strings.Join(flags, " "))
		}
	}
	if len(told.needs) == 0 {
		return err
	}
	return told
}

// asksForSizes reports whether flags may be missing that give sizes.
func asksForSizes(err error) bool {
	var list program.ErrorList
	return errors.As(err, &list) && slices.ContainsFunc(list, func(e *program.Error) bool {
		return strings.Contains(e.Msg, "-make-cap") || strings.Contains(e.Msg, "-cap ")
	})
}
