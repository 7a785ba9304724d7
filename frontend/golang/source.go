package golang

import (
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Source is the text of a package, parsed, from which any number of functions
// can be compiled. What it learns of the packages that it imports it keeps. It
// may be used by several goroutines at once.
type Source struct {
	src   *load.Source
	files []File
	opts  Options // of Parse
}

// Parse reads the files of one package. Of the options only Path and Import
// matter; the methods take the others, and ignore these two. The error is a
// [program.ErrorList] with every syntax error.
func Parse(files []File, opts Options) (*Source, error) {
	s := &Source{files: files, opts: opts}
	errs := guard(func() (errs program.ErrorList) {
		s.src, errs = load.Parse(loadable(files), opts.loading())
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return s, nil
}

// Load prepares functions that are going to be compiled: loading many together
// takes little more time than to load one. It is not needed, and what Compile
// returns does not change: functions that have errors do not spoil the others,
// and Compile returns the errors.
func (s *Source) Load(fns ...string) {
	// A panic leaves them unprepared; Compile says which function it was.
	guard(func() program.ErrorList {
		s.src.LoadTogether(fns)
		return nil
	})
}

// InStandardLibrary reports whether a position is in the standard library: file names are those of its packages, with
// the import path in front.
func InStandardLibrary(at program.Pos) bool {
	return strings.Contains(at.File, "/") && load.IsStandard(at.File)
}

// GenericOf returns the name of the generic function that fn is an instance of, as Sum of
// Sum[float64] and Vec.Norm of Vec[float32].Norm. Of another function it returns the name.
func GenericOf(fn string) string { return load.Generic(fn) }

// Instance returns the file with the function that calls an instance of a generic function of
// some files, as Sum[float64], and that function's name. A file of the same package can have
// it; Compile needs no more than the name of the instance.
func Instance(files []File, fn string) (File, string, error) {
	file, name, err := load.Instance(loadable(files), fn)
	if err != nil {
		return File{}, "", program.ErrorList{{Instr: -1, Msg: err.Error()}}
	}
	return File(file), name, nil
}

// whereIs returns the source that has a function, and the function's name there: for an instance of a
// generic function, a source with the function that it is compiled as.
func (s *Source) whereIs(fn string) (*Source, string, error) {
	if !load.IsInstance(fn) {
		return s, fn, nil
	}
	file, name, err := Instance(s.files, fn)
	if err != nil {
		return nil, "", err
	}
	with, err := Parse(append(slices.Clip(s.files), file), s.opts)
	return with, name, err
}

// Compile translates a function as [Compile] does.
func (s *Source) Compile(fn string, opts Options) (*program.Program, error) {
	with, fn, err := s.whereIs(fn)
	if err != nil {
		return nil, err
	}
	var p *program.Program
	errs := guard(func() (errs program.ErrorList) {
		p, errs = with.compile(fn, opts)
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return p, nil
}

// TypeOf returns the type of a function, or why it cannot be known.
func (s *Source) TypeOf(fn string) (*types.Signature, error) {
	with, fn, err := s.whereIs(fn)
	if err != nil {
		return nil, err
	}
	var sig *types.Signature
	errs := guard(func() program.ErrorList {
		l, fd, errs := with.prepare(fn, Options{loads: loads{}})
		if len(errs) == 0 {
			sig = l.Root.Info.Defs[fd.Name].Type().(*types.Signature)
		}
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return sig, nil
}

// HasVariable reports whether there may be a package-level variable that [Options].AssumeConstant calls so.
func (s *Source) HasVariable(name string) bool { return s.src.HasVariable(name) }

// Functions lists the functions and methods in the order of the source.
func (s *Source) Functions() []Func {
	var fns []Func
	for fd := range s.src.Functions() {
		fns = append(fns, Func{
			Name: load.FuncName(fd), Pos: s.src.Pos(fd.Name.Pos()), Signature: types.ExprString(fd.Type),
			Params:  s.params(fd),
			Generic: load.IsGeneric(fd),
		})
	}
	sort.SliceStable(fns, func(i, j int) bool {
		a, b := fns[i].Pos, fns[j].Pos
		return a.File == b.File && a.Line < b.Line
	})
	return fns
}
