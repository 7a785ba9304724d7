package codegen

import (
	_ "embed"
	"encoding/binary"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// The mathematical functions as code, for those who inline them: their definition is Go
// source, and what translates it has no place in users' binaries. So the translation is
// data, of few bytes since all users' binaries have it. Numbers are varints with a sign. First
// come how many shapes of instructions there are, and each: its op, type and number of
// operands; and how many tables there are, which constants are too, and each: its length and its
// elements. Then come the functions, each with its name and how many bytes it has, or, below
// zero, which of the functions before is the same: the result, the mask of faults, the parameters'
// types, and the instructions, each its shape, its result, its operands, and which table it has.
// Results and operands are told by how far they are from the next new value.
//
// They are as AVX-512 has them. Others lack Scale, whose definition is among the functions,
// one for each type, and NEON the fused subtraction; see Builder.Inline.
//
// The functions with the bits of package math have data for each form of build; a binary
// contains only that of its own. Those of float32 numbers are made of those of float64 numbers.
//
// A binary has the data only if something in it calls AddFunctions.

//go:embed library_gen.bin
var libraryData string

// library has all functions but those with the bits of package math.
var library func() *libraryParts

// libraryOf returns what reads data, once.
func libraryOf(data string) func() *libraryParts {
	return sync.OnceValue(func() *libraryParts { return readLibrary(data) })
}

func readLibrary(data string) *libraryParts {
	parts := &libraryParts{bodies: map[string]string{}}
	if data == "" {
		return parts
	}
	r := reader{data}
	parts.shapes = make([]shape, r.number())
	for i := range parts.shapes {
		parts.shapes[i] = shape{r.text(), optab.Type(r.number()), r.number()}
	}
	parts.tables = make([][]uint64, r.number())
	for i := range parts.tables {
		parts.tables[i] = r.table()
	}
	var all []string
	for r.data != "" {
		name, n := r.text(), r.number()
		if n < 0 {
			parts.bodies[name] = all[-1-n]
			continue
		}
		parts.bodies[name] = r.bytes(n)
		all = append(all, parts.bodies[name])
	}
	return parts
}

// gomath has the functions with the bits of package math, by the form of the build.
var gomath = map[Build]func() *libraryParts{}

// AddFunctions adds the mathematical functions, those with the bits of package math for this build. It is for the
// initialisation of package engine/functions.
func AddFunctions() {
	library = libraryOf(libraryData)
	AddBuild(ThisBuild, gomathData)
}

// AddBuild adds the functions with the bits of package math in builds of another form than
// this one. It is for those who make code for other builds, and is called before anything else.
func AddBuild(b Build, data string) { gomath[b] = libraryOf(data) }

// libraryParts are the shapes, the tables, and the functions by name.
type libraryParts struct {
	shapes []shape
	tables [][]uint64
	bodies map[string]string
	funcs  sync.Map // that were asked for, by name
}

// Library returns the code of a mathematical function, such as "exp.f64", to be inlined
// by a Builder; nil if there is none of this name, or none at all without [AddFunctions]. Where it has the bits of
// package math, those are of a build. It is not to be changed: others have the same.
func Library(name string, build Build) *Func {
	for _, library := range []func() *libraryParts{library, gomath[build]} {
		if library == nil {
			continue
		}
		if f := library().function(name); f != nil {
			return f
		}
	}
	return nil
}

// function returns a function of a name, or nil.
func (parts *libraryParts) function(name string) *Func {
	if f, ok := parts.funcs.Load(name); ok {
		return f.(*Func)
	}
	var f *Func
	if data, ok := parts.bodies[name]; ok {
		f = parts.decode(name, data)
	} else if base, is32 := strings.CutSuffix(name, ".f32"); is32 && parts.bodies[base+".f64"] != "" {
		f = InFloat64(parts.function(base+".f64"), name)
	} else {
		return nil
	}
	stored, _ := parts.funcs.LoadOrStore(name, f)
	return stored.(*Func)
}

// InFloat64 makes the code of a float32 function, with a name, of that of the float64 function:
// its operands are converted, and its result is rounded.
func InFloat64(f *Func, name string) *Func {
	uses := map[string]bool{}
	for _, in := range f.Code {
		uses[in.Op] = true
	}
	b := NewBuilder(name, func(op string) bool { return uses[op] }) // those the target has
	var args []Value
	for _, v := range f.Params {
		if f.Types[v] == optab.F64 {
			args = append(args, b.Emit(optab.F64, "convert_f64.f32", b.Param(optab.F32)))
		} else {
			args = append(args, b.Param(f.Types[v]))
		}
	}
	b.F.Result, b.F.Fault = b.Inline(f, args...)
	if f.Types[f.Result] == optab.F64 {
		b.F.Result = b.Emit(optab.F32, "convert_f32.f64", b.F.Result)
	}
	b.Finish()
	return &b.F
}

// shape is what an instruction has in common with others.
type shape struct {
	op       string
	typ      optab.Type
	operands int
}

// EncodeLibrary returns functions as the data of the library.
func EncodeLibrary(funcs []*Func) []byte {
	e := encoder{numbers: map[shape]int{}, places: map[string]int{}}
	var bodies []byte
	seen := map[string]int{}
	for _, f := range funcs {
		bodies = appendText(bodies, f.Name)
		body := string(e.encode(f))
		n, ok := seen[body]
		if ok {
			bodies = binary.AppendVarint(bodies, int64(-1-n))
			continue
		}
		seen[body] = len(seen)
		bodies = appendText(bodies, body)
	}
	data := binary.AppendVarint(nil, int64(len(e.shapes)))
	for _, s := range e.shapes {
		data = appendText(data, s.op)
		data = binary.AppendVarint(data, int64(s.typ))
		data = binary.AppendVarint(data, int64(s.operands))
	}
	data = binary.AppendVarint(data, int64(len(e.places)))
	return append(append(data, e.tables...), bodies...)
}

func appendText(data []byte, s string) []byte {
	return append(binary.AppendVarint(data, int64(len(s))), s...)
}

// encoder numbers what functions have in common.
type encoder struct {
	shapes  []shape
	numbers map[shape]int
	tables  []byte
	places  map[string]int // of tables, by their bytes
}

// shape returns the number of a shape.
func (e *encoder) shape(s shape) int {
	n, ok := e.numbers[s]
	if !ok {
		n = len(e.shapes)
		e.numbers[s], e.shapes = n, append(e.shapes, s)
	}
	return n
}

// table returns the number of a table.
func (e *encoder) table(list []uint64) int {
	data := binary.AppendVarint(nil, int64(len(list)))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint64(data, x)
	}
	n, ok := e.places[string(data)]
	if !ok {
		n = len(e.places)
		e.places[string(data)], e.tables = n, append(e.tables, data...)
	}
	return n
}

// encode returns the function as bytes.
func (e *encoder) encode(f *Func) (data []byte) {
	put := func(n int) { data = binary.AppendVarint(data, int64(n)) }
	put(int(f.Result))
	put(int(f.Fault))
	put(len(f.Params))
	for _, v := range f.Params {
		put(int(f.Types[v]))
	}
	next := len(f.Params)
	for _, in := range f.Code {
		typ := optab.Bool
		if in.Dst != NoValue {
			typ = f.Types[in.Dst]
		}
		put(e.shape(shape{in.Op, typ, len(in.Args)}))
		put(int(in.Dst) - next)
		next = max(next, int(in.Dst)+1)
		for _, a := range in.Args {
			put(next - int(a))
		}
		switch in.Op {
		case Const:
			put(e.table([]uint64{in.Const}))
		case Lookup:
			put(e.table(in.Table))
		}
	}
	return data
}

// reader reads what EncodeLibrary wrote. The data is part of this package, so that nothing
// in it can be wrong.
type reader struct{ data string }

// number reads a varint whose lowest bit is the sign.
func (r *reader) number() int {
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		b := r.data[0]
		r.data = r.data[1:]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int(n>>1 ^ -(n & 1))
		}
	}
}

func (r *reader) text() string { return r.bytes(r.number()) }

func (r *reader) bytes(n int) (s string) {
	s, r.data = r.data[:n], r.data[n:]
	return s
}

func (r *reader) table() []uint64 {
	list := make([]uint64, r.number())
	for i := range list {
		for k, b := range []byte(r.bytes(8)) {
			list[i] |= uint64(b) << (8 * k)
		}
	}
	return list
}

// decode reads a function.
func (l *libraryParts) decode(name, data string) *Func {
	r := reader{data}
	f := &Func{Name: name, Result: Value(r.number()), Fault: Value(r.number())}
	for range r.number() {
		f.Params = append(f.Params, f.NewValue(optab.Type(r.number())))
	}
	for r.data != "" {
		s := l.shapes[r.number()]
		in := Instr{Op: s.op, Dst: Value(len(f.Types) + r.number())}
		for in.Dst != NoValue && int(in.Dst) >= len(f.Types) {
			f.Types = append(f.Types, optab.Invalid)
		}
		if in.Dst != NoValue && in.Op != Merge {
			f.Types[in.Dst] = s.typ
		}
		for range s.operands {
			in.Args = append(in.Args, Value(len(f.Types)-r.number()))
		}
		switch in.Op {
		case Const:
			in.Const = l.tables[r.number()][0]
		case Lookup:
			in.Table = l.tables[r.number()]
		}
		f.Code = append(f.Code, in)
	}
	return f
}
