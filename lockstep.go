package lockstep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/batch"
	_ "github.com/lockstep-simt/lockstep/engine/functions" // of which any program may have some
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Func is a compiled function, ready to run over batches. It is immutable
// and may be used by any number of goroutines at once.
type Func struct {
	source  *program.Program
	lowered *program.Program
	code    *batch.Code
	tiers   *tiers.Program
	options []lower.Option
	texts   *errorTexts
	in, out ports
	params  []Field
	spared  []*program.Uniform // parts of uniforms that nothing reads
	bound   map[string]any     // the uniforms that are constants since Specialise: columns
	scratch sync.Pool          // of *scratch
	cross   crossCheck
}

// CompileOption changes how a function is compiled.
type CompileOption func(*compileOptions)

type compileOptions struct {
	uniform  []string
	len, cap map[string]int
	texts    map[string][]string
	makeCap  int
	ourMath  bool
	constant []string
	fileName string
	leave    bool
	copies   bool
	without  []string
}

// Uniform makes the named parameters one value for all lanes: they are given
// with WithUniform at each run, not as a column.
func Uniform(names ...string) CompileOption {
	return func(o *compileOptions) { o.uniform = append(o.uniform, names...) }
}

// Len gives the slice parameter x a length that is the same for all lanes: its
// column is like that of an array [n]T, and the function is compiled for that
// length. A slice parameter has Len or Cap, or is Uniform.
func Len(x string, n int) CompileOption {
	return func(o *compileOptions) { o.len = with(o.len, x, n) }
}

// Cap lets each lane bring a slice parameter x of its own length, which is at
// most n. Memory and time of a lane follow from n, so it should not be much
// more than is needed. A parameter or field that is a string may then be any text of at most n bytes; see [Texts]
// for one of a few.
func Cap(x string, n int) CompileOption {
	return func(o *compileOptions) { o.cap = with(o.cap, x, n) }
}

// MakeCap says for how many elements make and append make room where the length
// of a slice is not known when compiling, as a lane's memory has a fixed size. It is
// also how many of the slices, objects and maps of a type that loops and recursions make
// are in use at a time, where that is not known. A lane that needs more faults. Memory and
// time of a lane follow from n: lockstep bench tells how many are enough.
func MakeCap(n int) CompileOption {
	return func(o *compileOptions) { o.makeCap = n }
}

// AssumeConstant treats package-level variables as constants even though something
// could change them, such as a setter that is never called while lanes run. They are
// given as "Name" or "path/of/package.Name". Results are wrong if something does
// change them.
func AssumeConstant(names ...string) CompileOption {
	return func(o *compileOptions) { o.constant = append(o.constant, names...) }
}

// FileName says what the file of a text is called that Compile is given: faults
// and errors name it.
func FileName(name string) CompileOption {
	return func(o *compileOptions) { o.fileName = name }
}

// LeaveToGo accepts a function in which some code has no batched form, such as a call
// of fmt.Printf, if only some lanes reach it, as behind a branch. A lane that reaches
// it faults with the reason; the wrappers that lockstep gen writes run that lane with
// the compiled function.
func LeaveToGo() CompileOption {
	return func(o *compileOptions) { o.leave = true }
}

// CopyArrays makes calls copy every array that they hand over, and take back, between functions
// that are not put in the place of their calls. Without it, functions work in one array
// wherever it is proven that nobody can tell; see [Func.Contract]. Results are the same:
// this is for tests and measurements.
func CopyArrays() CompileOption {
	return func(o *compileOptions) { o.copies = true }
}

// WithoutPasses switches passes of the compiler off, by the names that lockstep show -h lists; "circuit.hoist" is
// pass hoist of package circuit, as lockstep show -after circuit -why lists them. Results are the same: this is for
// tests and measurements.
func WithoutPasses(names ...string) CompileOption {
	return func(o *compileOptions) { o.without = append(o.without, names...) }
}

// lowering returns what the options say about lowering.
func lowering(opts []CompileOption) (list []lower.Option) {
	var o compileOptions
	for _, f := range opts {
		f(&o)
	}
	if o.copies {
		list = append(list, lower.Copies())
	}
	if len(o.without) > 0 {
		list = append(list, lower.Without(o.without...))
	}
	return list
}

func with(m map[string]int, key string, n int) map[string]int {
	if m == nil {
		m = map[string]int{}
	}
	m[key] = n
	return m
}

// OurMath makes a Go function's calls of package math that are not exact by nature
// (exp, sin, pow and the like) those of package libm: faster, mostly more accurate,
// and the same on every machine. Without it they give the bits that package math
// gives on the machine that runs the batch, as the compiled function does.
func OurMath() CompileOption {
	return func(o *compileOptions) { o.ourMath = true }
}

// Compile compiles the function fn of a Go source text, with everything in the
// text that it calls. The pleasant way to have the text is to embed the file
// that is also compiled into the package:
//
//	//go:embed integrate.go
//	var source string
//
//	var integrate = lockstep.MustCompile(source, "Integrate")
//
// Everything that is not accepted is reported in one error, each with its
// position and with what to write instead; see package frontend/golang for
// what is.
//
// The text may import what Go's standard library has of numeric code, if there
// is a Go installation on the machine; math, math/bits and errors need none.
//
// Positions in errors and faults name the file if it calls Compile itself, as
// above; otherwise FileName says what it is called, and without that it is
// (source).
func Compile(src, fn string, opts ...CompileOption) (*Func, error) {
	return compileText(src, fn, callingFile(src), opts)
}

func compileText(src, fn, file string, opts []CompileOption) (*Func, error) {
	for _, f := range opts {
		var o compileOptions
		if f(&o); o.fileName != "" {
			file = o.fileName
		}
	}
	return compileGo([]golang.File{{Name: file, Text: src}}, fn, resolve.New(""), opts)
}

// callingFile returns the name of the file that calls our caller if the text is that
// file's, since the line of the call is in it; and otherwise what no file is called.
func callingFile(src string) string {
	_, file, line, ok := runtime.Caller(2)
	if ok {
		number := 0
		for text := range strings.Lines(src) {
			if number++; number == line && strings.Contains(text, "Compile") {
				return path.Base(file)
			}
		}
	}
	return "(source)"
}

// MustCompile is Compile for package-level variables. It panics if the source
// is not accepted.
func MustCompile(src, fn string, opts ...CompileOption) *Func {
	compiled, err := compileText(src, fn, callingFile(src), opts)
	if err != nil {
		panic("lockstep: " + strings.TrimPrefix(errorText(err), "lockstep: "))
	}
	return compiled
}

// Load compiles function fn of a Go file or of a directory of Go files, or
// reads a program from a .lockstep file. There fn must be empty, and options that
// say how source is compiled are errors: [CopyArrays] and [WithoutPasses] are of
// use there, [LeaveToGo] has nothing to leave, and [Uniform] may name what is
// uniform in the program.
//
// What a Go function reaches in other packages is compiled from their source,
// which is found as the go command finds it: in the module of the directory, its
// vendor directory and the module cache. Nothing is downloaded.
func Load(path, fn string, opts ...CompileOption) (*Func, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, prefixed(err)
	}
	if info.IsDir() {
		r := resolve.New(path)
		files, err := golang.ReadPackage(os.DirFS(path), r.Path())
		if err != nil {
			return nil, prefixed(err)
		}
		return compileGo(files, fn, r, opts)
	}
	if !info.Mode().IsRegular() { // reading it may not end
		return nil, fmt.Errorf("lockstep: %s: is not a regular file", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, prefixed(err)
	}
	if strings.HasSuffix(path, ".lockstep") {
		if fn != "" {
			return nil, fmt.Errorf("lockstep: %s is a program; it has no function %s to choose", path, fn)
		}
		p, err := program.Parse(path, string(text))
		if err != nil {
			return nil, prefixed(err)
		}
		if err := checkCompiled(path, p, opts); err != nil {
			return nil, err
		}
		return verified(p, lowering(opts)...)
	}
	return compileGo([]golang.File{{Name: filepath.ToSlash(path), Text: string(text)}}, fn,
		resolve.New(filepath.Dir(path)), opts)
}

// checkCompiled returns an error if options are about source, for a program that has none any more.
func checkCompiled(path string, p *program.Program, opts []CompileOption) error {
	var o compileOptions
	for _, f := range opts {
		f(&o)
	}
	for _, option := range []struct {
		name  string
		given bool
	}{
		{"Len", len(o.len) > 0}, {"Cap", len(o.cap) > 0}, {"Texts", len(o.texts) > 0}, {"MakeCap", o.makeCap != 0},
		{"OurMath", o.ourMath}, {"AssumeConstant", len(o.constant) > 0}, {"FileName", o.fileName != ""},
	} {
		if option.given {
			return fmt.Errorf("lockstep: %s is compiled already: leave out %s", path, option.name)
		}
	}
	for _, name := range o.uniform {
		if !slices.ContainsFunc(p.Uniforms, func(u *program.Uniform) bool {
			return u.IsInput() && program.ColumnName(u.Name) == name
		}) {
			return fmt.Errorf("lockstep: %s is compiled already, and %s is not uniform there", path, name)
		}
	}
	return nil
}

// LoadFS compiles function fn of the Go files in the root of a file system. Of
// other packages they may import those of the standard library, as in Compile.
func LoadFS(fsys fs.FS, fn string, opts ...CompileOption) (*Func, error) {
	files, err := golang.ReadFS(fsys)
	if err != nil {
		return nil, prefixed(err)
	}
	return compileGo(files, fn, resolve.New(""), opts)
}

// compileGo compiles files whose imports the resolver finds.
func compileGo(files []golang.File, fn string, r *resolve.Resolver, opts []CompileOption) (*Func, error) {
	for i := range files {
		files[i].GoVersion = r.GoVersion()
	}
	o := golangOptions(opts)
	o.Path, o.Import = r.Path(), r.Import
	texts := &errorTexts{}
	o.OnVarying = texts.add
	source, err := golang.Parse(files, o)
	if err != nil {
		return nil, prefixed(err)
	}
	p, err := source.Compile(fn, o)
	if err != nil {
		return nil, prefixed(err)
	}
	compiled, err := fromProgram(p, lowering(opts)...)
	if err == nil && len(texts.varying) > 0 {
		texts.prepare = sync.OnceValues(func() (*golang.ErrorTexts, error) { return source.ErrorTexts(fn, o) })
		compiled.texts = texts
		compiled.in.findTold(p)
	}
	return compiled, err
}

func golangOptions(opts []CompileOption) golang.Options {
	var o compileOptions
	for _, f := range opts {
		f(&o)
	}
	return golang.Options{Uniform: o.uniform, Len: o.len, Cap: o.cap, Texts: o.texts, MakeCap: o.makeCap, AnyNil: true,
		OurMath: o.ourMath, AssumeConstant: o.constant, LeaveToGo: o.leave}
}

// FromProgram makes a function of a program of either dialect, after verifying
// it.
func FromProgram(p *program.Program) (*Func, error) { return verified(p) }

// verified makes a function of a program after verifying it.
func verified(p *program.Program, opts ...lower.Option) (*Func, error) {
	if err := program.Verify(p); err != nil {
		return nil, prefixed(err)
	}
	return fromProgram(program.WithoutClaims(p), opts...)
}

// fromProgram makes a function of a program that was verified, and whose claims hold, as those that package golang
// makes are.
func fromProgram(p *program.Program, opts ...lower.Option) (*Func, error) {
	fn := &Func{source: p, lowered: p, options: opts}
	var forms *lower.Forms
	if p.Dialect == program.Source {
		var err error
		if forms, err = lower.NewForms(p, append(opts, lower.Verified())...); err != nil {
			return nil, prefixed(err)
		}
		fn.lowered = forms.Lowered()
	}
	var err error
	if fn.code, err = batch.Compile(fn.lowered); err != nil {
		return nil, prefixed(err)
	}
	fn.tiers = tiers.New(fn.lowered, fn.code, rolled(forms))
	if forms != nil {
		fn.tiers.WithSource(forms.WithCalls)
	}
	fn.in, fn.out = portsOf(p, p.VarsIn), portsOf(p, p.VarsOut)
	fn.in.findUnread(fn.lowered)
	fn.params = fn.in.list()
	fn.findSpared()
	for _, u := range p.Uniforms {
		if u.IsInput() && !fn.isSpared(u.Name) {
			fn.params = append(fn.params, Field{Name: program.ColumnName(u.Name), Type: program.GoTypeOf(u.Type.Dtype),
				Shape: u.Type.Shape, Uniform: true})
		}
	}
	fn.scratch.New = func() any {
		return &scratch{cols: make([]batch.Column, fn.in.columns), texts: make([]batch.TextMemory, len(fn.in.fields)),
			nests: make([]nestMemory, len(fn.in.fields)), numbers: make([][]int64, len(fn.in.fields))}
	}
	return fn, nil
}

// Source returns the program as the frontend made it.
func (fn *Func) Source() *program.Program { return fn.source }

// Lowered returns the program that runs.
func (fn *Func) Lowered() *program.Program { return fn.lowered }

// Code returns the machine's form of the function, for streaming runs and for
// runs over tensors. It runs as [EngineOff] does: with a kernel for each operation,
// and never as machine code of the whole program.
func (fn *Func) Code() *batch.Code { return fn.code }

// Field is a parameter or a result: its name, the Go type of its elements, the event shape,
// whether each lane has its own number of elements, and whether all lanes share it.
type Field = program.Field

// Params returns the parameters in order, uniform ones last. A struct is a
// field for each of its leaves: "p.X". The length of a slice is not a field.
func (fn *Func) Params() []Field { return slices.Clone(fn.params) }

// Results returns the results in order.
func (fn *Func) Results() []Field { return fn.out.list() }

func errorText(err error) string {
	var list program.ErrorList
	if !errors.As(err, &list) {
		return err.Error()
	}
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n\t")
}
