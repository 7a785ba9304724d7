package golang

import (
	"fmt"
	"go/ast"
	"go/types"
	"io/fs"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Options change what Compile produces.
type Options struct {
	// Uniform names parameters of the compiled function that have one value
	// for all lanes. They become uniforms without data: given per run, not per
	// lane.
	Uniform []string
	// Len gives a slice parameter a length that is the same for all lanes, so
	// that it is like an array.
	Len map[string]int
	// Cap gives a slice parameter a capacity: each lane brings its own length,
	// which is at most that. A string, or a field that is one, may then be any text of so many bytes.
	Cap map[string]int
	// Texts gives a parameter that is a string, or has one, the strings that it may be: "kind", or "q.Kind" of
	// a field. Without them they are those that the function compares strings with.
	Texts map[string][]string
	// AnyCap, if positive, is the capacity of slice parameters, and of slices in
	// struct parameters, that have neither a length nor a capacity.
	AnyCap int
	// AnyUniform makes parameters uniform that have more than numbers, such as
	// pointers to structs of slices, if the function is accepted only so.
	AnyUniform bool
	// MakeCap, if positive, is how many elements make and append make room for
	// where the length is not known when compiling. A lane that needs more
	// faults.
	MakeCap int
	// AssumeConstant names package-level variables that are constants although it
	// is not proven that nothing changes them: "Name", or "path/of/package.Name". Their
	// values are those that their initialisers and init functions give.
	AssumeConstant []string
	// LeaveToGo accepts a function that has no batched form in places which not all
	// lanes get to, such as a call of fmt.Printf behind a branch: a lane that gets
	// there faults with [optab.NeedsGo] and the reason. A function of which little
	// would be left is refused as without it.
	LeaveToGo bool
	// AnyNil says that nobody tells a slice that a function gives, or writes, and that is nil from an empty one: lanes
	// that clone a slice without elements need not know which it is.
	AnyNil bool
	// OtherTexts lets columns of strings have -1 for a string that is none of those that a parameter may
	// be: a lane that brings it faults with [optab.NeedsGo].
	OtherTexts bool
	// OnAssumed, if not nil, is called for each of these on which the program
	// depends.
	OnAssumed func(Assumed)
	// OnVarying, if not nil, is called with the code of each error of the program whose text has values
	// of a lane in it, as that of fmt.Errorf("no root in [%g, %g]", a, b); see [Source.ErrorTexts].
	OnVarying func(code int)
	// sharing says what AnyUniform makes uniform in a try; leaving is LeaveToGo at the
	// second, and hurried that the first was left unfinished.
	sharing sharing
	leaving bool
	hurried bool
	spread  *load.Spread // that is compiled; see spread.go
	copied  bool         // which hands copies of slices to another one; see spread_copies.go
	loads   loads        // of all tries
	// learnt is what the tries without LeaveToGo have found to be kept, from which those with it go on.
	learnt map[sharing]*keeping
	// OurMath makes those functions of package math that are not exact the functions
	// of package libm, which are faster in float32 and with AVX-512, have a smaller error and give the same bits
	// on every machine; and float32(math.F(float64(x))) of a float32 x is libm's
	// float32 function. Otherwise they are those of Go's package math, bit for bit, on
	// the machine that runs the program. What initialises package-level variables uses
	// the same functions, on the machine that compiles.
	OurMath bool
	// Path is the import path of the package that is compiled. It matters for
	// packages of the standard library, which may be compiled from their
	// source: the functions of math and math/bits are known by their path.
	// Empty means a path that nothing else has.
	Path string
	// Import returns the source of an imported package: the files that
	// ReadPackage finds. It is called only for packages of which something is
	// reached, and never for math, math/bits and unsafe. Package resolve finds
	// packages on disk as the go command does. Without Import only math,
	// math/bits, and what is needed to make errors are available.
	Import func(path string) ([]File, error)
}

// Func describes a package-level function or method of the source.
type Func struct {
	Name      string      // "Integrate", or "Vec.Norm" for a method
	Signature string      // "func(a, b float64) float64"
	Pos       program.Pos // of its name
	Generic   bool        // has type parameters, so it cannot be compiled by itself
	// Params are the parameters as the source writes them, a method's receiver
	// first.
	Params []Param
}

// Param is a parameter of a function in the source.
type Param struct {
	Name string // as the program names it: p0, p1, … by position if it has none
	Type string // "float64", "[]float64", "...Vec"
	// Underlying is Type with the name of a type of the package replaced by
	// what it is declared as: "[]float64" for a parameter of type Vec, where
	// type Vec []float64.
	Underlying string
}

// params lists the parameters of a declaration.
func (s *Source) params(fd *ast.FuncDecl) []Param {
	var list []Param
	for _, fields := range []*ast.FieldList{fd.Recv, fd.Type.Params} {
		if fields == nil {
			continue
		}
		for _, f := range fields.List {
			p := Param{Type: types.ExprString(f.Type), Underlying: types.ExprString(s.src.Underlying(f.Type))}
			for _, id := range f.Names {
				p.Name = id.Name
				if p.Name == "_" {
					p.Name = "p" + itoa(len(list))
				}
				list = append(list, p)
			}
			if len(f.Names) == 0 {
				p.Name = "p" + itoa(len(list))
				list = append(list, p)
			}
		}
	}
	return list
}

// Compile translates the named function, and what it calls, to a program in
// the source dialect. The files are those of one package; what the function
// does not reach is ignored, except for syntax errors. fn is the name of a
// function, or "Type.Method" for a method with a value receiver, which becomes
// the first parameter.
//
// The error is a [program.ErrorList] with everything that is not accepted, in
// the order of the source.
func Compile(files []File, fn string, opts Options) (*program.Program, error) {
	s, err := Parse(files, opts)
	if err != nil {
		return nil, err
	}
	return s.Compile(fn, opts)
}

// CompileFS is Compile for the Go files in the root directory of fsys, without
// tests and without files whose build constraints exclude linux/amd64 and cgo
// being off.
func CompileFS(fsys fs.FS, fn string, opts Options) (*program.Program, error) {
	files, err := ReadPackage(fsys, opts.Path)
	if err != nil {
		return nil, err
	}
	return Compile(files, fn, opts)
}

// Functions lists the functions and methods of the files, in the order of the
// source. It needs no more than that the files parse.
func Functions(files []File) ([]Func, error) {
	s, err := Parse(files, Options{})
	if err != nil {
		return nil, err
	}
	return s.Functions(), nil
}

// guard turns a panic of the packages that this one builds on, or of our own,
// into an error: hostile text must not end the process.
func guard(f func() program.ErrorList) (errs program.ErrorList) {
	defer func() {
		if r := recover(); r != nil {
			errs = program.ErrorList{{Instr: -1, Msg: fmt.Sprintf("the Go frontend gave up: %v", r)}}
			if at, ok := r.(*positioned); ok {
				errs[0].Pos = at.pos
			}
		}
	}()
	errs = f()
	errs.Sort()
	// One place has one message: the first that was found.
	errs = slices.CompactFunc(errs, func(a, b *program.Error) bool { return a.Pos.IsValid() && a.Pos == b.Pos })
	// What is said of a parameter is said where it is first used.
	said := map[string]bool{}
	errs = slices.DeleteFunc(errs, func(e *program.Error) bool {
		again := said[e.Msg]
		said[e.Msg] = strings.HasPrefix(e.Msg, "parameter ")
		return again
	})
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// positioned is a panic value that knows where in the user's source it
// happened.
type positioned struct {
	pos   program.Pos
	value any
}

func (p *positioned) String() string { return fmt.Sprint(p.value) }
