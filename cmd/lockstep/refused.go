package main

import (
	"errors"
	"path/filepath"
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

// refused is the error that functions of a file or directory are refused with, as a user of the command is told it:
// files are where they lie from here, and where sizes are missing, the flags that each function is accepted with
// are there, beside those that are given, if they are more than one.
func refused(err error, path string, fns []string, given checkFlags) error {
	err = placed(err, path)
	told := &sizesError{error: err}
	for _, n := range given.neededBy(err, path, fns) {
		if len(n.flags) > 1 {
			told.needs = append(told.needs, n.fn+" is accepted with "+strings.Join(flagWords(n.flags), " "))
		}
	}
	if len(told.needs) == 0 {
		return err
	}
	return told
}

// needs is what a function is accepted with, beside the flags that are given.
type needs struct {
	fn    string
	flags []neededFlag
}

// neededBy finds, for functions that are refused for want of sizes, the flags that they are accepted with.
func (f checkFlags) neededBy(err error, path string, fns []string) (all []needs) {
	if !asksForSizes(err) {
		return nil
	}
	units, unreadable := findUnits([]string{path})
	if unreadable != nil {
		return nil
	}
	f.fns, f.compile, f.warn = fns, f.compileUnit, false
	jobs, _, unknown := f.jobs(units)
	if unknown != nil {
		return nil
	}
	for _, j := range jobs {
		all = append(all, needs{j.fn.Name, f.examine(j.unit, j.fn).flags})
	}
	return all
}

// placed puts the directory in front of the names of files that are in it.
func placed(err error, path string) error {
	var list program.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	u := unit{dir: path}
	if filepath.Ext(path) == ".go" || isProgram(path) {
		u.dir = filepath.Dir(path)
	}
	moved := make(program.ErrorList, len(list))
	for i, e := range list {
		there := *e
		there.Pos.File = u.path(e.Pos.File)
		moved[i] = &there
	}
	return moved
}

// asksForSizes reports whether flags may be missing that give sizes.
func asksForSizes(err error) bool {
	var list program.ErrorList
	return errors.As(err, &list) && slices.ContainsFunc(list, func(e *program.Error) bool {
		return strings.Contains(e.Msg, "-make-cap") || strings.Contains(e.Msg, "-cap ")
	})
}
