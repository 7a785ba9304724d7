package batch

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// uniform is a uniform of the program. What the program knows of it is laid out
// once, when the code is made; the rest once a run, however many gangs there
// are.
type uniform struct {
	*program.Uniform
	vector bool // needed as broadcast vectors
	table  bool // needed as a plain array, for gathers
	// known tells that laid is the uniform's value in every run.
	known bool
	laid  uniformData
}

// uniformData is a uniform in the forms that the code reads.
type uniformData struct {
	vector unsafe.Pointer // each element broadcast over vectorWords words
	table  unsafe.Pointer // elements in row-major order
	shape  []int          // as indices are checked against it
	given  []int          // as it was given, for lengths
	bits   []uint64       // the elements, or nil where data has them
	data   any
}

// layKnownUniforms lays out constants, and what is computed of them alone.
func (c *Code) layKnownUniforms() {
	known := map[string]bool{}
	laid := make([]uniformData, len(c.uniforms))
	for i := range c.uniforms {
		u := &c.uniforms[i]
		switch {
		case u.Data != nil:
			u.lay(&laid[i], u.Type.Shape, u.Data)
		case u.Def != nil && (u.Def.IsLength() && c.prog.Uniform(u.Def.Of).Type.AnyAxes() == 0 ||
			!u.Def.IsLength() && !slices.ContainsFunc(u.Def.Reads(), func(name string) bool { return !known[name] })):
			c.derive(laid, i)
		default:
			laid[i].given = u.Type.Shape
			continue
		}
		u.known, u.laid = true, laid[i]
		known[u.Name] = true
	}
}

// Constants gives the uniforms of a program that the code was made of values that options give, as constants of up to
// so many elements.
func (c *Code) Constants(ctx context.Context, p *program.Program, most int, opts ...Option) error {
	o := newOptions(opts)
	if err := c.checkUniforms(o); err != nil {
		return err
	}
	for i := range c.uniforms {
		u := &c.uniforms[i]
		col, ok := u.given(o)
		if !ok || !u.IsInput() {
			continue
		}
		var laid uniformData
		if err := u.bind(ctx, &laid, col); err != nil {
			return err
		}
		if n := program.Elements(laid.shape); n > most {
			return fmt.Errorf("batch: uniform %s has %d elements; at most %d may become constants", u.Name, n, most)
		}
		bits := laid.bits
		if bits == nil {
			var err error
			if bits, err = columnBits(ctx, col, dataLen(col.Data), u.Type.Dtype); err != nil {
				return err
			}
		}
		at := slices.IndexFunc(p.Uniforms, func(v *program.Uniform) bool { return v.Name == u.Name })
		constant := *p.Uniforms[at] // copies of a program have their uniforms in common
		constant.Type.Shape, constant.Data = slices.Clone(laid.shape), slices.Clone(bits)
		p.Uniforms[at] = &constant
	}
	return nil
}

// checkUniforms returns an error if a value is given for what the program has not.
func (c *Code) checkUniforms(o *options) error {
	for name := range o.Uniforms {
		given := func(u *program.Uniform) bool { return u.IsInput() && program.ColumnName(u.Name) == name }
		if u := c.prog.Uniform(name); (u == nil || !u.IsInput()) && !slices.ContainsFunc(c.prog.Uniforms, given) {
			return fmt.Errorf("batch: %s has no run-time uniform %s", c.prog.Name, name)
		}
	}
	return nil
}

// given is the value that a run gives the uniform.
func (u *uniform) given(o *options) (Column, bool) {
	col, ok := o.Uniforms[u.Name]
	if !ok {
		col, ok = o.Uniforms[program.ColumnName(u.Name)]
	}
	if !ok {
		return Column{}, false
	}
	return col.(Column), true
}

// bindUniforms returns the uniforms of a run.
func (c *Code) bindUniforms(ctx context.Context, o *options) ([]uniformData, error) {
	if err := c.checkUniforms(o); err != nil {
		return nil, err
	}
	out := make([]uniformData, len(c.uniforms))
	for i := range c.uniforms {
		u := &c.uniforms[i]
		switch {
		case u.known:
			out[i] = u.laid
		case u.Def != nil:
			c.derive(out, i)
		default:
			col, ok := u.given(o)
			if !ok {
				return nil, fmt.Errorf("batch: uniform %s of %s has no value; give one with WithUniform", u.Name,
					c.prog.Name)
			}
			if err := u.bind(ctx, &out[i], col); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Uniforms returns the values of a run's uniforms, those that are computed included: the
// bits of those with one element; and of others the elements, in row-major order as they
// are stored, bools as int32.
func (c *Code) Uniforms(ctx context.Context, opts ...Option) (scalars map[string]uint64, tables map[string]Column,
	err error) {
	if len(c.uniforms) == 0 && len(opts) == 0 {
		return nil, nil, nil
	}
	data, err := c.bindUniforms(ctx, newOptions(opts))
	if err != nil || len(data) == 0 {
		return nil, nil, err
	}
	scalars, tables = map[string]uint64{}, map[string]Column{}
	for i, u := range c.uniforms {
		switch {
		case len(u.Type.Shape) == 0:
			scalars[u.Name] = data[i].bits[0]
		case data[i].bits == nil:
			tables[u.Name] = Column{Data: data[i].data, Shape: data[i].given}
		default:
			tables[u.Name] = Column{Data: elementsOf(data[i].bits, u.Type.Dtype), Shape: data[i].given}
		}
	}
	return scalars, tables, nil
}

// elementsOf returns elements as a slice of integers as wide as they are stored.
func elementsOf(bits []uint64, d program.Dtype) any {
	if d.Size() == 8 {
		return bits
	}
	list := make([]int32, len(bits))
	for i, x := range bits {
		list[i] = int32(x)
	}
	return list
}

// derive computes a uniform from those before it.
func (c *Code) derive(all []uniformData, i int) {
	index := func(name string) int {
		return slices.IndexFunc(c.uniforms, func(u uniform) bool { return u.Name == name })
	}
	element := func(name string, e int) uint64 {
		j := index(name)
		if bits := all[j].bits; bits != nil {
			return bits[e]
		}
		bits, _ := columnBits(context.Background(), Column{Data: dataSlice(all[j].data, e, e+1)}, 1,
			c.uniforms[j].Type.Dtype)
		return bits[0]
	}
	length := func(name string, axis int) int { return all[index(name)].given[axis] }
	c.uniforms[i].lay(&all[i], nil, []uint64{c.uniforms[i].Def.Value(element, length, scalar)})
}

// scalar is [program.Opcode.Scalar] with the kernels of mathematical functions, since their scalar functions are linked
// for nothing else here.
func scalar(op program.Opcode, x, y, z uint64) (uint64, optab.Code) {
	if !op.IsFunction() {
		return op.PlainScalar(x, y, z)
	}
	var args simd.Args
	for i, to := range []*unsafe.Pointer{&args.X, &args.Y, &args.Z}[:len(op.Info().In)] {
		*to = broadcastTable([]uint64{x, y, z}[i:i+1], op.Info().In[i])
	}
	dst := broadcastTable(make([]uint64, 64/vectorWords), op.Info().Out) // kernels may write 64 lanes
	args.Dst = dst
	kernelFor(op).Call(&args, 1)
	bits := *(*uint64)(dst)
	if op.Info().Out.Size() == 4 {
		bits &= math.MaxUint32
	}
	return bits, optab.NoFault
}

// bind lays out a column as the uniform's value.
func (u *uniform) bind(ctx context.Context, to *uniformData, col Column) error {
	n := dataLen(col.Data)
	given := col.Shape
	if len(given) == 0 {
		given = nil
	}
	got := GoType(col.Data).String() + brackets(given)
	if given == nil {
		got = GoType(col.Data).String() + "[" + strconv.Itoa(n) + "]"
	}
	if !u.accepts(col.Data) {
		return fmt.Errorf("batch: uniform %s is %s, got %s", u.Name, u.goType(), got)
	}
	shape, wrong := u.Type.MatchShape(n, given)
	if wrong != "" {
		return fmt.Errorf("batch: uniform %s is %s, got %s: %s", u.Name, u.goType(), got, wrong)
	}
	if !u.vector && n >= sharedTable && len(shape) > 0 {
		if p, size := plain(col.Data); p != nil && size == u.Type.Dtype.Size() {
			to.shape, to.given, to.table, to.data = shape, shape, p, col.Data
			return nil
		}
	}
	bits, err := columnBits(ctx, col, n, u.Type.Dtype)
	if err == nil {
		u.lay(to, shape, bits)
	}
	return err
}

// sharedTable is how many elements a column must have to be gathered from where
// it is: for fewer a copy costs nothing and is sure to be aligned.
const sharedTable = 1024

// lay stores elements in the forms that the code reads. A uniform without
// elements gets as many as one row has: lanes whose index is out of range, all
// of them here, read something that exists.
func (u *uniform) lay(to *uniformData, shape []int, data []uint64) {
	to.shape, to.given, to.bits = shape, shape, data
	if u.vector {
		to.vector = broadcastTable(data, u.Type.Dtype)
	}
	if u.table {
		if len(data) == 0 {
			to.shape = make([]int, len(shape))
			data = make([]uint64, min(program.Elements(u.Type.Shape[u.Type.AnyAxes():]), program.MaxElements))
		}
		to.table = plainTable(data, u.Type.Dtype)
	}
}

// goType returns the uniform's type as a Go user writes it: "float64[?,3]".
func (u *uniform) goType() string { return u.Type.Dtype.GoName() + brackets(u.Type.Shape) }

// brackets formats a shape; a scalar has none.
func brackets(shape []int) string {
	if len(shape) == 0 {
		return ""
	}
	dims := make([]string, len(shape))
	for i, d := range shape {
		if dims[i] = strconv.Itoa(d); d == program.AnyLength {
			dims[i] = "?"
		}
	}
	return "[" + strings.Join(dims, ",") + "]"
}

// accepts reports whether data may be the uniform's value: what a variable of
// its type takes, or a narrow Go type all of whose values the type has.
func (u *uniform) accepts(data any) bool {
	switch d := u.Type.Dtype; GoType(data) {
	case program.GoInt8, program.GoInt16:
		return d == program.I32
	case program.GoUint8, program.GoUint16:
		return d == program.U32
	default:
		v := variable{dtype: d}
		return v.accepts(data)
	}
}

// columnBits returns the first n elements of a column as bits of the stored type.
// If ctx ends first it returns ctx's error.
func columnBits(ctx context.Context, col Column, n int, d program.Dtype) ([]uint64, error) {
	const some = 1024
	var buf [some]uint64
	var lanes [some]int32
	for i := range lanes {
		lanes[i] = int32(i)
	}
	at := unsafe.Pointer(&buf)
	bits := make([]uint64, n)
	for from := 0; from < n; from += some {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		part := bits[from:min(from+some, n)]
		loadLanes(col.Data, from, 1, 1, at, int(unsafe.Sizeof(buf)), lanes[:len(part)])
		switch {
		case d == program.Bool:
			for i := range part {
				if getBit(at, i) {
					part[i] = 1
				}
			}
		case d.Size() == 4:
			for i := range part {
				part[i] = uint64(*(*uint32)(unsafe.Add(at, 4*i)))
			}
		default:
			copy(part, buf[:])
		}
	}
	return bits, nil
}

// broadcastTable lays each element out as a vector of equal elements.
func broadcastTable(data []uint64, d program.Dtype) unsafe.Pointer {
	buf := make([]uint64, (len(data)+1)*vectorWords)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	p = unsafe.Add(p, -uintptr(p)&(align-1))
	words := unsafe.Slice((*uint64)(p), len(data)*vectorWords)
	for e, x := range data {
		x = broadcastWord(x, d)
		for i := range vectorWords {
			words[e*vectorWords+i] = x
		}
	}
	return p
}

// broadcastWord is a word of the vector of an element.
func broadcastWord(x uint64, d program.Dtype) uint64 {
	switch d.Size() {
	case 1:
		return -(x & 1)
	case 4:
		return x&math.MaxUint32 | x<<32
	}
	return x
}

// word is a word of an element's vector, whatever forms the kernels read: where several blocks are one for machine
// code, an index may be a literal that is none in its block.
func (u *uniformData) word(e int, d program.Dtype) uint64 {
	switch {
	case u.bits != nil:
		return broadcastWord(u.bits[e], d)
	case d.Size() == 4:
		return broadcastWord(uint64(*(*uint32)(unsafe.Add(u.table, 4*e))), d)
	}
	return *(*uint64)(unsafe.Add(u.table, 8*e))
}

// plainTable lays the elements out one after the other; a bool takes a byte.
func plainTable(data []uint64, d program.Dtype) unsafe.Pointer {
	if d.Size() == 8 {
		return unsafe.Pointer(unsafe.SliceData(data)) // nobody changes them
	}
	buf := make([]uint64, (len(data)*d.Size()+7)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	for e, x := range data {
		if d.Size() == 4 {
			*(*uint32)(unsafe.Add(p, 4*e)) = uint32(x)
		} else {
			*(*uint8)(unsafe.Add(p, e)) = uint8(x)
		}
	}
	return p
}
