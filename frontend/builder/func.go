package builder

import "github.com/lockstep-simt/lockstep/program"

// Func is a function of the program being built. Its life is: declared by
// [Builder.Func], given parameters and results, called by others if wanted,
// and defined by [Func.Body].
type Func struct {
	b       *Builder
	name    string
	pos     program.Pos
	params  []field
	results []field
	state   state
	graph   program.ControlFlowGraph
	block   *program.Block // where the next instruction goes; nil after a terminator
	loops   []loop
}

type state uint8

const (
	declared state = iota
	defined
)

// field is a parameter or result: its name outside and its variable inside.
type field struct {
	name, variable string
	typ            program.Type
}

// loop is where Break and Continue go.
type loop struct{ next, end string }

// Func declares a function. It may be called at once, and must get a Body
// before the program ends.
func (b *Builder) Func(name string) *Func {
	f := &Func{b: b, name: name, pos: caller()}
	switch {
	case !program.IsName(name) || name == program.MainName:
		b.errorf("%q cannot be the name of a function", name)
	case b.find(name) != nil:
		b.errorf("the function %s is declared twice", name)
	}
	b.funcs = append(b.funcs, f)
	return f
}

// Position returns where the function was declared.
func (f *Func) Position() program.Pos { return f.pos }

func (b *Builder) find(name string) *Func {
	for _, f := range b.funcs {
		if f.name == name {
			return f
		}
	}
	return nil
}

// Param declares the next parameter and returns its value in the body.
func (f *Func) Param(name string, t program.Type) Value {
	return f.variable(f.add(&f.params, "parameter", name, t))
}

// Result declares the next result. The name is that of an output column.
func (f *Func) Result(name string, t program.Type) {
	f.add(&f.results, "result", name, t)
}

func (f *Func) add(list *[]field, kind, name string, t program.Type) field {
	if f.state == defined {
		f.b.errorf("the %s %s comes after the body of %s", kind, name, f.name)
	}
	if !program.IsName(name) || program.IsReserved(name) {
		f.b.errorf("%q cannot be the name of a %s", name, kind)
		name = "bad"
	}
	v := field{name, f.declare(name, t), t}
	*list = append(*list, v)
	return v
}

// declare makes a variable of the function.
func (f *Func) declare(name string, t program.Type) string {
	unique := f.b.fresh(f.name + "." + name)
	f.b.defs.Add(unique, t)
	return unique
}

func (f *Func) variable(v field) Value {
	return Value{b: f.b, f: f, operand: program.Ref(v.variable), typ: v.typ, assignable: true}
}

// inner returns the variables that hold parameters or results inside.
func inner(fields []field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.variable
	}
	return names
}

// Body defines the function: build is called once, now, and what it does with
// values becomes the function's instructions. A function with results must
// return them on every path.
func (f *Func) Body(build func()) {
	switch {
	case f.b.cur != nil:
		f.b.errorf("the body of %s inside the body of %s", f.name, f.b.cur.name)
		return
	case f.state == defined:
		f.b.errorf("the function %s has two bodies", f.name)
		return
	}
	f.b.cur, f.state = f, defined
	f.start(f.label("entry"))
	build()
	if f.block != nil {
		if len(f.results) > 0 {
			f.b.errorf("a path to the end of the body returns nothing")
		}
		f.terminate(program.GotoOp{Target: program.Exit, Pos: caller()})
	}
	f.b.cur = nil
}

// here reports whether f's body is the one being built, and notes a mistake if
// it is not.
func (f *Func) here() bool {
	if f.b.cur != f {
		f.b.errorf("outside the body of %s", f.name)
		return false
	}
	return true
}

// label returns a fresh label.
func (f *Func) label(what string) string { return f.b.fresh(f.name + "." + what) }

// start begins a block.
func (f *Func) start(label string) {
	f.block = &program.Block{Name: label}
	f.graph.Blocks = append(f.graph.Blocks, f.block)
}

// open makes sure that there is a block to add to. After a return there is
// none: what follows could not run.
func (f *Func) open() {
	if f.block == nil {
		f.b.errorf("this cannot be reached")
		f.start(f.label("unreachable"))
	}
}

func (f *Func) emit(in program.Instr) {
	f.open()
	f.block.Instrs = append(f.block.Instrs, in)
}

func (f *Func) terminate(t program.Terminator) {
	f.open()
	f.block.Term = t
	f.block = nil
}

// Var declares a variable of the function. It must be Set on every path before
// it is read.
func (f *Func) Var(name string, t program.Type) Value {
	if !f.here() {
		return Value{}
	}
	if !program.IsName(name) {
		f.b.errorf("%q cannot be the name of a variable", name)
		name = "bad"
	}
	return f.variable(field{name, f.declare(name, t), t})
}

// Let declares a variable that starts with the value of x.
func (f *Func) Let(name string, x Value) Value {
	if !x.valid() {
		return Value{}
	}
	v := f.Var(name, x.typ)
	v.Set(x)
	return v
}

// Const returns the Go constant c as a value of type t, broadcast to its shape.
func (f *Func) Const(t program.Type, c any) Value {
	v := f.Var("const", t)
	if v.valid() {
		v.Set(c)
		v.assignable = false
	}
	return v
}

// Tuple returns a value made of several.
func (f *Func) Tuple(elems ...Value) Value {
	var types []program.Type
	in := &program.PrimOp{Op: program.OpCopy, Pos: caller()}
	for _, e := range elems {
		if !e.valid() || !f.usable(e) {
			return Value{}
		}
		types = append(types, e.typ)
		in.In = append(in.In, e.operand)
	}
	v := f.Var("tuple", program.Tuple(types...))
	if v.valid() {
		in.Out = []program.Output{{Name: v.operand.Name}}
		f.emit(in)
		v.assignable = false
	}
	return v
}

// usable reports whether a value may be read in f's body, and notes a mistake
// if it belongs elsewhere.
func (f *Func) usable(v Value) bool {
	switch {
	case v.b != f.b:
		f.b.errorf("%s belongs to another program", v.operand)
	case v.f != nil && v.f != f:
		f.b.errorf("%s belongs to %s", v.operand, v.f.name)
	default:
		return true
	}
	return false
}
