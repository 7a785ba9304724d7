package golang

import (
	"go/ast"
	"go/types"
	"io"
	"sort"

	"github.com/lockstep-simt/lockstep/frontend/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// Source is the text of a package, parsed, from which any number of functions
// can be compiled. What it learns of the packages that it imports it keeps. It
// may be used by several goroutines at once.
type Source struct{ s *source }

// Parse reads the files of one package. Of the options only Path and Import
// matter; the methods take the others, and ignore these two. The error is a
// [program.ErrorList] with every syntax error.
func Parse(files []File, opts Options) (*Source, error) {
	var s *source
	errs := guard(func() (errs program.ErrorList) {
		s, errs = parse(files, Options{Path: opts.Path, Import: opts.Import})
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return &Source{s}, nil
}

// Load prepares functions that are going to be compiled: loading many together
// takes little more time than to load one. It is not needed, and what Compile
// returns does not change: functions that have errors do not spoil the others,
// and Compile returns the errors.
func (s *Source) Load(fns ...string) {
	// A panic leaves them unprepared; Compile says which function it was.
	guard(func() program.ErrorList {
		s.s.loadTogether(fns)
		return nil
	})
}

// Compile translates a function as [Compile] does.
func (s *Source) Compile(fn string, opts Options) (*program.Program, error) {
	var p *program.Program
	errs := guard(func() (errs program.ErrorList) {
		p, errs = s.s.compile(fn, opts)
		return errs
	})
	if errs != nil {
		return nil, errs
	}
	return p, nil
}

// Functions lists the functions and methods in the order of the source.
func (s *Source) Functions() []Func { return s.s.functions() }

// Instances finds the instances of a function as [Instances] does.
func (s *Source) Instances(fn string, opts Options, log io.Writer) (cache *instance.Cache, err error) {
	errs := guard(func() program.ErrorList {
		t, errs := s.s.instantiate(fn, opts, log)
		if t != nil {
			cache = t.cache
		}
		return errs
	})
	if errs != nil {
		return cache, errs
	}
	return cache, nil
}

// functions implements Functions.
func (s *source) functions() []Func {
	var fns []Func
	for _, f := range s.files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Name.Name == "_" {
				continue
			}
			fn := Func{Name: declName(fd), Pos: s.pos(fd.Name.Pos()), Signature: types.ExprString(fd.Type), Params: s.params(fd)}
			fn.Generic = fd.Type.TypeParams != nil || receiverIsGeneric(fd)
			fns = append(fns, fn)
		}
	}
	sort.SliceStable(fns, func(i, j int) bool {
		a, b := fns[i].Pos, fns[j].Pos
		return a.File == b.File && a.Line < b.Line
	})
	return fns
}
