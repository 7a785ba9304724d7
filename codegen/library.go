package codegen

import (
	_ "embed"
	"encoding/binary"
	"sync"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// The mathematical functions as code, for those who inline them: their definition is Go
// source, and what translates it has no place in users' binaries. So the translation is
// data, of few bytes since all users' binaries have it. Numbers are varints with a sign. First
// comes how many shapes of instructions there are, and each: its op, type and number of
// operands. Then come the functions, each with its name and how many bytes it has: the
// result, the mask of faults, the parameters' types, and the instructions, each its shape,
// its result, its operands, and what constants and tables have. Results and operands are
// told by how far they are from the next new value.
//
// They are as AVX-512 has them. Others lack Scale, whose definition is among the functions,
// one for each type, and NEON the fused subtraction; see Builder.Inline.

//go:embed library_gen.bin
var libraryData string

// library has the shapes, and the bytes of the functions by name.
var library = sync.OnceValues(func() ([]shape, map[string]string) {
	r, funcs := reader{libraryData}, map[string]string{}
	shapes := make([]shape, r.number())
	for i := range shapes {
		shapes[i] = shape{r.text(), optab.Type(r.number()), r.number()}
	}
	for r.data != "" {
		name := r.text()
		funcs[name] = r.text()
	}
	return shapes, funcs
})

// Library returns the code of a mathematical function, such as "exp.f64", to be inlined
// by a Builder; nil if there is none of this name.
func Library(name string) *Func {
	shapes, funcs := library()
	data, ok := funcs[name]
	if !ok {
		return nil
	}
	return decodeFunc(name, shapes, data)
}

// shape is what an instruction has in common with others.
type shape struct {
	op       string
	typ      optab.Type
	operands int
}

// EncodeLibrary returns functions as the data of the library.
func EncodeLibrary(funcs []*Func) []byte {
	var shapes []shape
	numbers := map[shape]int{}
	var bodies []byte
	for _, f := range funcs {
		body := f.encode(func(s shape) int {
			n, ok := numbers[s]
			if !ok {
				n = len(shapes)
				numbers[s], shapes = n, append(shapes, s)
			}
			return n
		})
		bodies = appendText(appendText(bodies, f.Name), string(body))
	}
	data := binary.AppendVarint(nil, int64(len(shapes)))
	for _, s := range shapes {
		data = appendText(data, s.op)
		data = binary.AppendVarint(data, int64(s.typ))
		data = binary.AppendVarint(data, int64(s.operands))
	}
	return append(data, bodies...)
}

func appendText(data []byte, s string) []byte {
	return append(binary.AppendVarint(data, int64(len(s))), s...)
}

// encode returns the function as bytes. number gives shapes their numbers.
func (f *Func) encode(number func(shape) int) (data []byte) {
	put := func(n int) { data = binary.AppendVarint(data, int64(n)) }
	bits := func(x uint64) { data = binary.LittleEndian.AppendUint64(data, x) }
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
		put(number(shape{in.Op, typ, len(in.Args)}))
		put(int(in.Dst) - next)
		next = max(next, int(in.Dst)+1)
		for _, a := range in.Args {
			put(next - int(a))
		}
		switch in.Op {
		case Const:
			bits(in.Const)
		case Lookup:
			put(len(in.Table))
			for _, x := range in.Table {
				bits(x)
			}
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

func (r *reader) text() (s string) {
	n := r.number()
	s, r.data = r.data[:n], r.data[n:]
	return s
}

func (r *reader) bits() (x uint64) {
	for i := range 8 {
		x |= uint64(r.data[i]) << (8 * i)
	}
	r.data = r.data[8:]
	return x
}

// decodeFunc reads a function.
func decodeFunc(name string, shapes []shape, data string) *Func {
	r := reader{data}
	f := &Func{Name: name, Result: Value(r.number()), Fault: Value(r.number())}
	for range r.number() {
		f.Params = append(f.Params, f.NewValue(optab.Type(r.number())))
	}
	for r.data != "" {
		s := shapes[r.number()]
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
			in.Const = r.bits()
		case Lookup:
			in.Table = make([]uint64, r.number())
			for i := range in.Table {
				in.Table[i] = r.bits()
			}
		}
		f.Code = append(f.Code, in)
	}
	return f
}
