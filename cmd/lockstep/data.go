package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// dataFlags say which functions run, and over which inputs.
type dataFlags struct {
	sizes
	command  string // that has the flags
	fns      nameList
	in       fileList
	uniforms uniformFlag
	// constants are the strings among these, by their parameters: functions are compiled for them.
	constants map[string]string
	math      string
	copies    string
	without   nameList
	// specialise says that the values of uniforms are constants of the functions.
	specialise bool
	ignored    []string // members of JSON that are not fields
	// takesRoom says that a function which needs -make-cap gets one that is usual, if none is given.
	takesRoom bool
}

const uniformUsage = "give a parameter one value for all lanes, as `NAME=DATA`: a literal (0.5, true,\n" +
	"1,2,3 for an array or slice), the text of a string (NAME= is the empty one), a .npy file,\n" +
	"a .csv file without header, in which a matrix has its rows, or a .json file or text that\n" +
	"begins with { or [: a struct or map is an object, a slice a list, nil is null. May be\n" +
	"repeated."

const specialiseUsage = "compile the function for the values of -uniform, as constants: loops over them are written\n" +
	"out, and what a loop interprets is compiled. Results are the same."

// declare declares the flags that all commands with inputs have.
func (f *dataFlags) declare(fs *flag.FlagSet, command, inUsage string) {
	f.command, f.uniforms, f.sizes, f.constants = command, uniformFlag{}, newSizes(), map[string]string{}
	fs.Var(&f.in, "in", inUsage)
	fs.Var(f.uniforms, "uniform", uniformUsage)
	fs.BoolVar(&f.specialise, "specialise", false, specialiseUsage)
	fs.Var(f.length, "len", lenUsage)
	fs.Var(f.capacity, "cap", capUsage)
	fs.Var(f.texts, "texts", textsOfData)
	fs.IntVar(&f.makeCap, "make-cap", 0, makeCapUsage)
	fs.Var(&f.constant, "assume-constant", constantUsage)
	fs.StringVar(&f.copies, "copies", copiesNeeded, copiesUsage)
	fs.Var(&f.without, "without", withoutUsage)
}

// fileList is the files of a flag that may be repeated. A name may have a comma.
type fileList []string

func (l *fileList) String() string { return strings.Join(*l, " ") }

func (l *fileList) Set(path string) error {
	switch {
	case path == "":
		return errors.New("the name of a file is empty")
	case dataio.IsStdio(path) && slices.ContainsFunc(*l, dataio.IsStdio):
		return errors.New("standard input is there once")
	}
	*l = append(*l, path)
	return nil
}

// check finds what is wrong with the flags by themselves.
func (f *dataFlags) check() error {
	for _, path := range f.in {
		if _, err := dataio.FormatOf(path); err != nil {
			return err
		}
	}
	return oneOf(f.command, "copies", f.copies, copiesNeeded, copiesAll)
}

// inputs are the files of -in, in order: their lanes are those of the first, then those of the
// second, and so on.
type inputs struct {
	files []*dataio.Input
	// begins has the number of the first lane of each, when they are read.
	begins []int
}

// open opens the files that -in names; without -in there are none.
func (f *dataFlags) open(e *env) (*inputs, error) {
	in := &inputs{}
	for _, path := range f.in {
		file, err := dataio.Open(path, e.stdin)
		if err != nil {
			in.close()
			return nil, pathProblem(err)
		}
		in.files = append(in.files, file)
	}
	return in, nil
}

func (in *inputs) close() {
	for _, f := range in.files {
		f.Close()
	}
}

// extents finds out how long the slices of all files are.
func (in *inputs) extents(names []string, dims []int) (map[string]dataio.Extent, error) {
	all := map[string]dataio.Extent{}
	for i, f := range in.files {
		found, err := f.Extents(names, dims)
		if err != nil {
			return nil, pathProblem(err)
		}
		for name, e := range found {
			before, ok := all[name]
			e.Varies = e.Varies || before.Varies || i > 0 && (!ok || before.Len != e.Len)
			e.Len = max(e.Len, before.Len)
			all[name] = e
		}
	}
	return all, nil
}

// read reads columns of all files.
func (in *inputs) read(want []dataio.Field, keep []string) (*dataio.Table, error) {
	var tables []*dataio.Table
	var names []string
	lanes := 0
	in.begins = nil
	for _, f := range in.files {
		t, err := f.Read(want, keep...)
		if err != nil {
			return nil, pathProblem(err)
		}
		tables, names = append(tables, t), append(names, f.Name())
		in.begins = append(in.begins, lanes)
		lanes += t.Lanes
	}
	return dataio.Join(tables, names)
}

// place is the row of a lane, and its file if there are several: lanes are counted from 0, rows from 1.
func (in *inputs) place(lane int) string {
	if len(in.files) < 2 {
		return "row " + strconv.Itoa(lane+1)
	}
	i, found := slices.BinarySearch(in.begins, lane)
	if !found {
		i--
	}
	for i+1 < len(in.begins) && in.begins[i+1] == lane {
		i++ // a file without lanes
	}
	return in.files[i].Name() + ", row " + strconv.Itoa(lane-in.begins[i]+1)
}

// fileNames is a column with the file of each lane.
func (in *inputs) fileNames(lanes int) []string {
	names := make([]string, 0, lanes)
	for i, f := range in.files {
		end := lanes
		if i+1 < len(in.begins) {
			end = in.begins[i+1]
		}
		for len(names) < end {
			names = append(names, f.Name())
		}
	}
	return names
}

// function is one that runs, with the columns that it takes.
type function struct {
	fn       string
	compiled *lockstep.Func
	sizes    []lockstep.CompileOption // all but whose mathematics
	makeCap  int                      // of these, 0 if it is not said
	assumed  bool                     // it is the usual one, as none is given
	opts     []lockstep.RunOption     // the uniforms
	bound    []lockstep.RunOption     // those of them that the function is specialised to, which are no options then
	shared   []lockstep.Field         // the parameters that are uniform
	wholes   map[string]shared.Value  // of these, parameters that are given in JSON
	params   []lockstep.Field         // that are not uniform
}

// load compiles the functions that the flags name, for slices of the lengths that the flags or the
// inputs have.
func (f *dataFlags) load(in *inputs, path string) ([]*function, error) {
	fns := []string(f.fns)
	if len(fns) == 0 {
		fns = []string{""}
	}
	if err := checkMath(f.command, path, f.math); err != nil {
		return nil, err
	}
	var functions []*function
	for i, asked := range fns {
		if slices.Contains(fns[:i], asked) {
			return nil, usagef(f.command, "-func has %s twice", asked)
		}
		fn, err := chooseFunction(f.command, path, asked)
		if err != nil {
			return nil, err
		}
		s, uniform, err := f.sizesFor(in, path, fn)
		if err != nil {
			return nil, err
		}
		j := &function{fn: fn}
		if err := j.compileFor(f, &s, uniform, in, path); err != nil {
			return nil, err
		}
		functions = append(functions, j)
		if err := j.takeWholes(f, path); err != nil {
			return nil, err
		}
		for _, p := range j.compiled.Params() {
			if p.Uniform {
				j.shared = append(j.shared, p)
			}
			switch {
			case !p.Uniform:
				j.params = append(j.params, p)
			case j.hasWhole(p.Name):
			case !f.uniforms.has(p.Name):
				return nil, f.missing(p, path)
			default:
				c, err := dataio.ReadUniform(f.uniforms[p.Name], p)
				if err != nil {
					return nil, pathProblem(err)
				}
				j.opts = append(j.opts, lockstep.WithUniform(p.Name, batch.Column{Data: c.Data, Shape: c.Shape}))
			}
		}
		if err := j.specialise(f, path); err != nil {
			return nil, err
		}
	}
	return functions, f.checkUniforms(functions)
}

// specialise compiles the function anew for its uniforms, if that is asked for.
func (j *function) specialise(f *dataFlags, path string) (err error) {
	switch {
	case !f.specialise:
		return nil
	case len(j.opts) == 0:
		return usagef(f.command, "-specialise: %s has no uniform parameter to be compiled for; give -uniform NAME=DATA",
			j.compiled.Source().Name)
	}
	j.bound, j.opts = j.opts, nil
	if j.compiled, err = j.compiled.Specialise(j.bound...); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// checkUniforms finds values for what no function takes.
func (f *dataFlags) checkUniforms(functions []*function) error {
	var names []string
	for _, j := range functions {
		for _, p := range slices.Concat(j.params, j.shared) {
			names = append(names, p.Name)
		}
	}
	for _, name := range f.uniforms.names() {
		given := slices.ContainsFunc(functions, func(j *function) bool { return j.hasWhole(name) })
		if !given && !slices.Contains(names, name) {
			return usagef(f.command, "-uniform %s: there is no such column; there are %s", name,
				strings.Join(names, ", "))
		}
	}
	return nil
}

// compileFor compiles the function for the sizes and strings that flags give, and once more for those that
// the inputs have inside its parameters: that there are such is known only when it is compiled or refused
// without them.
func (j *function) compileFor(f *dataFlags, s *sizes, uniform []string, in *inputs, path string) (err error) {
	for {
		j.sizes, j.makeCap = append(s.options(), lockstep.Uniform(uniform...)), s.makeCap
		if j.compiled, err = j.compile(path, compilerOptions(f.math, f.copies, f.without)...); err == nil {
			if more, err := s.takeTexts(in, j.compiled); err != nil || !more {
				return err
			}
			continue
		}
		if s.takeAny() {
			continue
		}
		if f.takesRoom && s.makeCap == 0 && (asksForRoom(err) || j.wantsRoom(f, path)) {
			s.makeCap, j.assumed = usualMakeCap, true
			continue
		}
		given := checkFlags{sizes: *s, uniforms: uniform, math: f.math}
		var inside, texts []string
		for _, n := range given.neededBy(err, path, []string{j.fn}) {
			inside = append(inside, slicesInside(n.flags)...)
			texts = append(texts, textsOf(n.flags)...)
		}
		if len(inside) == 0 {
			inside = slicesNamed(err) // which could also be uniform, and are if the inputs lack them
		}
		more, wrong := s.takeFrom(in, inside)
		if wrong == nil && !more {
			more, wrong = s.takeTextsOf(in, texts)
		}
		if wrong != nil || !more {
			return cmp.Or(wrong, refused(err, path, []string{j.fn}, given))
		}
	}
}

// wantsRoom reports whether a function that is refused is not if it has room for what it makes.
func (j *function) wantsRoom(f *dataFlags, path string) bool {
	_, err := j.compile(path, append(compilerOptions(f.math, f.copies, f.without), lockstep.MakeCap(usualMakeCap))...)
	return err == nil
}

// compile compiles the function, with what -math and -copies say, and for the uniforms that it is specialised to.
func (j *function) compile(path string, opts ...lockstep.CompileOption) (*lockstep.Func, error) {
	defer collectSeldom()()
	fn, err := lockstep.Load(path, j.fn, append(slices.Clip(j.sizes), opts...)...)
	if err != nil || len(j.bound) == 0 {
		return fn, err
	}
	return fn.Specialise(j.bound...)
}

// sizesFor returns what the function is compiled for, and which of its parameters are uniform. Of several
// functions, flags that name parameters are of those that have them.
func (f *dataFlags) sizesFor(in *inputs, path, fn string) (s sizes, uniform []string, err error) {
	s = f.sizes
	s.length, s.capacity, s.texts = maps.Clone(s.length), maps.Clone(s.capacity), maps.Clone(s.texts)
	uniform = f.uniforms.params()
	if isProgram(path) {
		uniform = nil // the program says what is
	}
	if len(f.fns) > 1 {
		params, err := paramsOf(path, fn)
		if err != nil {
			return s, nil, err
		}
		lacks := func(name string) bool {
			name, _, _ = strings.Cut(name, ".")
			return !slices.ContainsFunc(params, func(p param) bool { return p.Name == name })
		}
		uniform = slices.DeleteFunc(uniform, lacks)
		maps.DeleteFunc(s.length, func(name string, _ int) bool { return lacks(name) })
		maps.DeleteFunc(s.capacity, func(name string, _ int) bool { return lacks(name) })
		maps.DeleteFunc(s.texts, func(name string, _ []string) bool { return lacks(name) })
	}
	if uniform, err = f.takeConstants(&s, uniform, path, fn); err != nil {
		return s, nil, err
	}
	return s, uniform, f.measure(&s, in, path, fn)
}

// takeConstants takes the uniform parameters that are strings as ones that are of one text, and returns the others.
func (f *dataFlags) takeConstants(s *sizes, uniform []string, path, fn string) (others []string, err error) {
	if len(uniform) == 0 {
		return nil, nil
	}
	params, err := paramsOf(path, fn)
	if err != nil {
		return nil, err
	}
	for _, name := range uniform {
		i := slices.IndexFunc(params, func(p param) bool { return p.Name == name && p.Underlying == "string" })
		if i < 0 || s.givesText(name) {
			others = append(others, name)
			continue
		}
		f.constants[name] = f.uniforms[name]
		s.texts[name] = []string{f.uniforms[name]}
	}
	return others, nil
}

// sharedParams are the uniform parameters that are not constants.
func (f *dataFlags) sharedParams() []string {
	return slices.DeleteFunc(f.uniforms.params(), func(name string) bool {
		_, constant := f.constants[name]
		return constant
	})
}

// setConstants adds the columns of parameters that are of one text.
func (f *dataFlags) setConstants(t *dataio.Table) {
	for _, name := range slices.Sorted(maps.Keys(f.constants)) {
		text := []string{f.constants[name]}
		t.Columns = append(t.Columns, dataio.Column{
			Field: dataio.Field{Name: name, Type: program.GoString, Texts: text}, Data: slices.Repeat(text, t.Lanes),
		})
	}
}

// columnsOf returns a column for each parameter of the functions that is not uniform: one of a name is the same in all.
func (f *dataFlags) columnsOf(functions []*function) (columns []lockstep.Field, err error) {
	var of []string // the function in which it comes first
	for _, j := range functions {
		for _, p := range j.params {
			i := slices.IndexFunc(columns, func(c lockstep.Field) bool { return c.Name == p.Name })
			if i < 0 {
				columns, of = append(columns, p), append(of, j.fn)
			} else if c := columns[i]; c.InGo() != p.InGo() || !slices.Equal(c.Shape, p.Shape) {
				return nil, usagef(f.command, "-func: the column %s is %s %s in %s, and %s %s in %s; %s "+
					"them one by one",
					p.Name, article(c.InGo()), c.InGo(), of[i], article(p.InGo()), p.InGo(), j.fn, f.command)
			}
		}
	}
	return columns, nil
}

// article is the one before a type.
func article(goType string) string {
	if strings.HasPrefix(goType, "i") || strings.HasPrefix(goType, "e") {
		return "an"
	}
	return "a"
}

// table reads a column for each parameter of the functions, and those to keep. A function without
// such parameters runs once.
func (f *dataFlags) table(e *env, in *inputs, functions []*function, keep []string) (*dataio.Table, error) {
	all, err := f.columnsOf(functions)
	if err != nil {
		return nil, err
	}
	var want []dataio.Field
	var names []string
	for _, p := range all {
		if _, constant := f.constants[p.Name]; !constant {
			want = append(want, p)
			names = append(names, describe(p))
		}
	}
	switch {
	case len(want) == 0 && len(in.files) > 0:
		return nil, usagef(f.command, "-in: the function takes no columns and runs once; leave it out")
	case len(want) == 0:
		t := &dataio.Table{Lanes: 1}
		f.setConstants(t)
		f.noteIgnored(e)
		return t, nil
	case len(in.files) == 0:
		return nil, usagef(f.command, "no -in: the function takes %s", strings.Join(names, ", "))
	}
	t, err := in.read(want, keep)
	if err != nil {
		return nil, err
	}
	f.setConstants(t)
	var given, others []string
	for _, name := range t.Ignored {
		if f.uniforms.has(name) {
			given = append(given, name)
		} else {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		e.notef("columns that are not parameters are ignored: %s", strings.Join(others, ", "))
	}
	f.noteIgnored(e)
	if len(given) > 0 {
		e.notef("columns of what -uniform gives are ignored: %s", strings.Join(given, ", "))
	}
	return t, nil
}

// columns are the inputs of a function.
func (j *function) columns(t *dataio.Table) lockstep.Inputs {
	cols := lockstep.Inputs{}
	for _, c := range t.Columns {
		if !slices.ContainsFunc(j.params, func(p lockstep.Field) bool { return p.Name == c.Name }) {
			continue
		}
		cols[c.Name] = c.Data
		if c.Slice != "" {
			cols[c.Name] = lockstep.Padded{Data: c.Data, Lens: c.Lens}
		}
	}
	return cols
}
