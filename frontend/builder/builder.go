package builder

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Builder collects the functions and uniforms of one program.
type Builder struct {
	name     string
	funcs    []*Func
	uniforms []*program.Uniform
	defs     program.VarDefs
	taken    map[string]bool // variables, uniforms and labels
	cur      *Func           // whose body is being built
	errs     program.ErrorList
}

// New returns a builder of a program with the given name.
func New(name string) *Builder {
	return &Builder{name: name, taken: map[string]bool{}}
}

// The types of scalars.
var (
	Bool    = program.Of(program.Scalar(program.Bool))
	Int32   = program.Of(program.Scalar(program.I32))
	Int64   = program.Of(program.Scalar(program.I64))
	Uint32  = program.Of(program.Scalar(program.U32))
	Uint64  = program.Of(program.Scalar(program.U64))
	Float32 = program.Of(program.Scalar(program.F32))
	Float64 = program.Of(program.Scalar(program.F64))
)

// Array returns the type of an event of the given shape.
func Array(d program.Dtype, shape ...int) program.Type {
	return program.Of(program.Array(d, shape...))
}

// Tuple returns the type of a value made of several.
func Tuple(elems ...program.Type) program.Type { return program.Tuple(elems...) }

// Uniform declares a value that all lanes share and that is given with every
// run.
func (b *Builder) Uniform(name string, t program.TensorType) Value {
	return b.uniform(name, t, nil)
}

// Table declares a constant that all lanes share. data is a slice of bool, of
// float64, float32, or of a 64- or 32-bit integer type; without a shape it is
// one axis.
func (b *Builder) Table(name string, data any, shape ...int) Value {
	d, bits, ok := tableBits(data)
	if !ok {
		b.errorf("the table %s cannot be made from %T", name, data)
		return Value{}
	}
	if shape == nil {
		shape = []int{len(bits)}
	}
	t := program.Array(d, shape...)
	if t.Elements() != len(bits) {
		b.errorf("the table %s has %d elements, its shape %d", name, len(bits), t.Elements())
		return Value{}
	}
	return b.uniform(name, t, bits)
}

func (b *Builder) uniform(name string, t program.TensorType, bits []uint64) Value {
	if b.taken[name] {
		b.errorf("the name %s is already taken", name)
		return Value{}
	}
	b.taken[name] = true
	b.uniforms = append(b.uniforms, &program.Uniform{Name: name, Type: t, Data: bits})
	return Value{b: b, operand: program.Ref(name), typ: program.Of(t)}
}

// Program ends building: it returns the program that takes the parameters of
// main, calls it, and gives its results, all under their own names. The error
// is a program.ErrorList of every mistake that was made.
func (b *Builder) Program(main *Func) (*program.Program, error) {
	if b.cur != nil {
		b.errorf("Program inside the body of %s", b.cur.name)
	}
	if main == nil || main.b != b {
		b.errorf("the main function is none of this program's")
		return nil, b.errs.Err()
	}
	p := &program.Program{Name: b.name, Dialect: program.Source, Uniforms: b.uniforms}
	call := &program.FunctionCallOp{Callee: main.name, Pos: main.pos}
	defs := program.VarDefs{}
	outer := func(vars []field) []string {
		var names []string
		for _, v := range vars {
			if b.taken[v.name] || defs.Has(v.name) {
				b.errorAt(main.pos, "a parameter or result of %s and something else are both called %s", main.name,
					v.name)
			}
			defs.Add(v.name, v.typ)
			names = append(names, v.name)
		}
		return names
	}
	in, out := outer(main.params), outer(main.results)
	for _, name := range in {
		call.In = append(call.In, program.Ref(name))
	}
	call.Out = out
	p.VarsIn, p.VarsOut = program.Leaves(in...), program.Leaves(out...)
	entry := &program.Block{Name: b.fresh(program.MainName + ".entry"), Instrs: []program.Instr{call},
		Term: program.GotoOp{Target: program.Exit, Pos: main.pos}}
	p.Graph.Blocks = []*program.Block{entry}
	for _, d := range b.defs.All() {
		defs.Add(d.Name, d.Type)
	}
	p.VarDefs = defs
	for _, f := range b.funcs {
		if f.state == declared {
			b.errorAt(f.pos, "the function %s has no body", f.name)
			continue
		}
		p.Functions = append(p.Functions, &program.Function{
			Name: f.name, Graph: f.graph, Pos: f.pos,
			VarsIn: program.Leaves(inner(f.params)...), VarsOut: program.Leaves(inner(f.results)...),
		})
	}
	if err := b.errs.Err(); err != nil {
		return nil, err
	}
	if err := program.Verify(p); err != nil {
		return nil, err
	}
	return p, nil
}

// fresh returns a name that nothing has yet: base, or base with a number.
func (b *Builder) fresh(base string) string {
	name := base
	for i := 1; b.taken[name]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	b.taken[name] = true
	return name
}

// errorf notes a mistake of the Go code that called into this package.
func (b *Builder) errorf(format string, args ...any) {
	b.errorAt(caller(), format, args...)
}

func (b *Builder) errorAt(pos program.Pos, format string, args ...any) {
	e := &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf(format, args...)}
	if b.cur != nil {
		e.Func = b.cur.name
	}
	b.errs = append(b.errs, e)
}

const packagePrefix = "github.com/lockstep-simt/lockstep/frontend/builder."

// caller returns where the code that called into this package stands: the
// innermost frame outside it, so that a closure given to If counts as its
// writer's code.
func caller() program.Pos {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, packagePrefix) || !more {
			return program.Pos{File: f.File, Line: f.Line}
		}
	}
}
