package main

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

const (
	lenUsage = "give the slice parameter NAME N elements in every lane: `NAME=N`. May be repeated, or\ntake " +
		"several: x=3,y=4. A slice of slices has rows as well: x=3,x[]=4."
	capUsage = "let each lane bring up to N elements of the slice parameter NAME, or N bytes of a\nstring: `NAME=N`. " +
		"May be repeated, or take several."
	textsUsage = "list the strings that the parameter NAME, or a field of it, may be: `NAME=TEXT,TEXT`. May " +
		"be\nrepeated. "
	textsOfCode = textsUsage + "Without it, they are those that the function compares it with, or any of as\nmany " +
		"bytes as -cap says."
	textsOfData = textsUsage + "Without it, they are those that the function compares it with and up to\n64 in the " +
		"inputs, or any of as many bytes as -cap says or the inputs have."
	makeCapUsage = "let make and append make room for `N` elements where the length of a slice is not known\nwhen " +
		"compiling, and for N of the slices, objects and maps of a type that loops and\nrecursions make and that " +
		"are in use at a time; a lane that needs more faults"
	constantUsage = "take the package-level variable `NAME` (path/of/package.NAME) for a constant " +
		"although\nsomething may change it; results are wrong if something does. May be repeated."
)

// sizes are what the function is compiled for.
type sizes struct {
	length, capacity sizeList
	texts            textList
	makeCap          int
	constant         nameList
	// few are the strings that the inputs have a few of, with how many bytes these have at most: they may be of any
	// text instead.
	few map[string]int
}

// newSizes has no size yet, and room for those of flags.
func newSizes() sizes { return sizes{length: sizeList{}, capacity: sizeList{}, texts: textList{}} }

// options returns the sizes as options of the compiler.
func (s sizes) options() []lockstep.CompileOption {
	var opts []lockstep.CompileOption
	for name, n := range s.length {
		opts = append(opts, lockstep.Len(name, n))
	}
	for name, n := range s.capacity {
		opts = append(opts, lockstep.Cap(name, n))
	}
	for name, texts := range s.texts {
		opts = append(opts, lockstep.Texts(name, texts...))
		if longest := s.few[name]; longest > 0 && !strings.Contains(name, ".") { // it may be of any text instead
			opts = append(opts, lockstep.Cap(name, longest))
		}
	}
	if s.makeCap > 0 {
		opts = append(opts, lockstep.MakeCap(s.makeCap))
	}
	return append(opts, lockstep.AssumeConstant(s.constant...), lockstep.LeaveToGo())
}

// check finds names that are no parameters of the function, and sizes that
// cannot be.
func (s sizes) check(command, path, fn string) error {
	if isProgram(path) {
		if len(s.length)+len(s.capacity)+len(s.texts)+s.makeCap+len(s.constant) > 0 {
			return usagef(command, "%s is compiled already: leave out -len, -cap, -texts, -make-cap and "+
				"-assume-constant", path)
		}
		return nil
	}
	if s.makeCap < 0 {
		return usagef(command, "-make-cap must not be negative")
	}
	params, err := paramsOf(path, fn)
	if err != nil {
		return err
	}
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.length)) {
		if _, both := s.capacity[name]; both {
			return usagef(command, "%s has -len and -cap: it is of one length in all lanes, or not", name)
		}
		if s.length[name] == 0 {
			return usagef(command, "-len %s=0: the slice would be empty in every lane; it takes a length of at least 1",
				name)
		}
		if err := checkSize(command, "len", name, names); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.texts)) {
		if err := checkSize(command, "texts", name, names); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.capacity)) {
		if err := checkSize(command, "cap", name, names); err != nil {
			return err
		}
		if s.capacity[name] == 0 {
			return usagef(command, "-cap %s=0: the slice would be empty in every lane; it takes a capacity of at "+
				"least 1", name)
		}
	}
	return nil
}

// checkSize checks that a name is a parameter or a part of one, such as p.X, or the rows of
// one, as x[].
func checkSize(command, flag, name string, params []string) error {
	param, _, _ := strings.Cut(strings.TrimSuffix(name, "[]"), ".")
	switch {
	case slices.Contains(params, param):
		return nil
	case len(params) == 0:
		return usagef(command, "-%s %s: the function has no parameters", flag, name)
	}
	return usagef(command, "-%s %s: there is no such parameter; there are %s", flag, name, strings.Join(params, ", "))
}

// param is a parameter as the source writes it.
type param = golang.Param

// paramsOf returns the parameters of a function of a Go file or directory.
func paramsOf(path, fn string) ([]param, error) {
	fns, err := functionsOf(path)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(fns, func(f golang.Func) bool { return isCalled(f, fn) })
	if i < 0 {
		return nil, unknownFunction(path, fn, fns)
	}
	return fns[i].Params, nil
}

// measure takes, for slice parameters of which -len and -cap say nothing, what the inputs have: the
// same length in every lane, or a capacity if lengths differ.
func (f *dataFlags) measure(s *sizes, in *inputs, path, fn string) error {
	if err := s.check(f.command, path, fn); err != nil || isProgram(path) {
		return err
	}
	params, err := paramsOf(path, fn)
	if err != nil {
		return err
	}
	if err := f.measureTexts(s, in, params); err != nil {
		return err
	}
	var open []param
	var names []string
	var dims []int
	for _, p := range params {
		_, isLen := s.length[p.Name]
		_, isCap := s.capacity[p.Name]
		if n := sliceDims(p.Underlying); n > 0 && !isLen && !isCap && !slices.Contains(f.uniforms.params(), p.Name) {
			open = append(open, p)
			names = append(names, p.Name)
			dims = append(dims, n)
			if isOfRows(p) {
				names, dims = append(names, p.Name+"[]"), append(dims, n-1)
			}
		}
	}
	if len(in.files) == 0 {
		return nil
	}
	if len(open) == 0 {
		return f.measureElements(s, in, params)
	}
	found, err := in.extents(names, dims)
	if err != nil {
		return err
	}
	for _, p := range open {
		switch extent, ok := found[p.Name]; {
		case !ok:
			return fmt.Errorf("%s: there are no elements of the slice %s %s of %s (columns %s[0], %s[1], … or a list "+
				"%s): how long it is must follow from them, or from -len %s=N or -cap %s=N",
				in.files[0].Name(), p.Name, p.Type, fn, p.Name, p.Name, p.Name, p.Name, p.Name)
		case isOfRows(p):
			if rows, ok := found[p.Name+"[]"]; ok {
				s.setRows(p.Name, extent, rows)
			}
		default:
			s.set(p.Name, extent)
		}
	}
	return f.measureElements(s, in, params)
}

// isOfRows reports whether a parameter is a slice of slices.
func isOfRows(p param) bool { return strings.HasPrefix(p.Underlying, "[][]") }

// set gives a slice the length that all lanes have of it, or a capacity if lengths differ.
func (s *sizes) set(name string, e dataio.Extent) {
	if e.Varies || e.Len == 0 {
		s.capacity[name] = max(1, e.Len)
	} else {
		s.length[name] = e.Len
	}
}

// setRows gives a slice of slices a size, or capacities if its own length or those of its rows differ.
func (s *sizes) setRows(name string, e, rows dataio.Extent) {
	rows.Varies = e.Varies || rows.Varies || e.Len == 0 || rows.Len == 0
	e.Varies = rows.Varies
	s.set(name, e)
	s.set(name+"[]", rows)
}

// slicesInside returns the slices inside parameters among those that need a capacity.
func slicesInside(flags []neededFlag) (names []string) {
	for _, n := range flags {
		if n.flag == "cap" && !n.rows && !n.text && strings.Contains(n.name, ".") {
			names = append(names, n.name)
		}
	}
	return names
}

// slicesNamed returns the slices inside parameters, or behind pointers, that an error proposes a capacity for.
func slicesNamed(err error) (names []string) {
	var list program.ErrorList
	if !errors.As(err, &list) {
		return nil
	}
	for _, e := range list {
		for _, found := range proposedCap.FindAllStringSubmatch(e.Msg, -1) {
			names = append(names, found[1])
		}
	}
	return names
}

var proposedCap = regexp.MustCompile(`-cap ([^=\s]+)=N, lockstep\.Cap`)

// textsOf returns the strings among what needs a capacity.
func textsOf(flags []neededFlag) (names []string) {
	for _, n := range flags {
		if n.flag == "cap" && n.text {
			names = append(names, n.name)
		}
	}
	return names
}

// takeFrom gives slices inside parameters the lengths or capacities that the inputs have of them, and
// reports whether there was one.
func (s *sizes) takeFrom(in *inputs, names []string) (some bool, err error) {
	if len(names) == 0 || len(in.files) == 0 {
		return false, nil
	}
	dims := make([]int, len(names))
	for i := range dims {
		dims[i] = 1
	}
	found, err := in.extents(names, dims)
	for name, extent := range found {
		s.set(name, extent)
	}
	return len(found) > 0, err
}

// sliceDims returns how many dimensions a parameter's type has, as far as the
// source writes them out, if it is a slice, and otherwise 0.
func sliceDims(goType string) int {
	if rest, ok := strings.CutPrefix(goType, "..."); ok {
		goType = "[]" + rest
	}
	if !strings.HasPrefix(goType, "[]") {
		return 0
	}
	n := 0
	for strings.HasPrefix(goType, "[") {
		_, goType, _ = strings.Cut(goType, "]")
		n++
	}
	return n
}
