package builder

import (
	"math"
	"reflect"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Value is an operand of the function being built; see the package's comment.
// The zero Value is what a mistake gives: using it is no further mistake.
type Value struct {
	b          *Builder
	f          *Func // nil: a uniform
	operand    program.Operand
	typ        program.Type
	assignable bool
}

func (v Value) valid() bool { return v.b != nil }

// Type returns the value's type.
func (v Value) Type() program.Type { return v.typ }

// dtype returns the element type of a value that is a single tensor.
func (v Value) dtype() program.Dtype {
	if !v.typ.IsLeaf() {
		return program.Invalid
	}
	return v.typ.Leaf().Dtype
}

// temp declares the variable of a result.
func (f *Func) temp(t program.Type) Value {
	v := f.variable(field{typ: t, variable: f.declare("t", t)})
	v.assignable = false
	return v
}

// operand returns what an argument reads, and its type. A Go constant becomes a
// literal of type d.
func (f *Func) operand(arg any, d program.Dtype) (program.Operand, program.Type, bool) {
	if v, ok := arg.(Value); ok {
		if !v.valid() || !f.usable(v) {
			return program.Operand{}, program.Type{}, false
		}
		return v.operand, v.typ, true
	}
	bits, ok := constantBits(d, arg)
	if !ok {
		f.b.errorf("%v of type %T is not a constant of type %s", arg, arg, d)
		return program.Operand{}, program.Type{}, false
	}
	return program.Lit(d, bits), program.Of(program.Scalar(d)), true
}

// Set assigns to a variable or parameter; a constant or a value of a smaller
// shape is broadcast.
func (v Value) Set(x any) {
	if !v.valid() {
		return
	}
	b, f := v.b, v.b.cur
	switch {
	case !v.assignable:
		b.errorf("%s cannot be assigned to", v.operand)
		return
	case f == nil:
		b.errorf("Set outside a body")
		return
	case !f.usable(v):
		return
	}
	o, t, ok := f.operand(x, v.dtype())
	if !ok {
		return
	}
	if !broadcasts(t, v.typ) {
		b.errorf("%s is of another type than what is assigned to it", v.operand)
		return
	}
	f.emit(&program.PrimOp{Op: program.OpCopy, In: []program.Operand{o}, Out: []program.Output{{Name: v.operand.Name}},
		Pos: caller()})
}

// broadcasts reports whether a copy takes a value of type t to one of type u.
func broadcasts(t, u program.Type) bool {
	ts, us := t.Flatten(), u.Flatten()
	if len(ts) != len(us) {
		return false
	}
	for i := range ts {
		s, ok := program.BroadcastShapes(ts[i].Shape, us[i].Shape)
		if !ok || ts[i].Dtype != us[i].Dtype || !slices.Equal(s, us[i].Shape) {
			return false
		}
	}
	return true
}

// Unpack returns the elements of a tuple.
func (v Value) Unpack() []Value {
	if !v.valid() {
		return nil
	}
	f := v.b.cur
	if f == nil || !f.usable(v) {
		v.b.errorf("Unpack outside the body it belongs to")
		return nil
	}
	if v.typ.IsLeaf() {
		v.b.errorf("%s is not a tuple", v.operand)
		return nil
	}
	in := &program.PrimOp{Op: program.OpCopy, In: []program.Operand{v.operand}, Pos: caller()}
	var elems []Value
	for _, t := range v.typ.Elems() {
		e := f.temp(t)
		elems = append(elems, e)
		in.Out = append(in.Out, program.Output{Name: e.operand.Name})
	}
	f.emit(in)
	return elems
}

// Op applies the operation of the op table with the given name: "atan2". Its
// type is that of its operands, of which one at least is a Value.
func (f *Func) Op(name string, args ...any) Value {
	if !f.here() {
		return Value{}
	}
	return f.apply(name, nil, args)
}

// apply adds an operation. shape is that of the result where it does not
// follow from the operands.
func (f *Func) apply(name string, shape []int, args []any) Value {
	for _, a := range args {
		if v, ok := a.(Value); ok && !v.valid() {
			return Value{}
		}
	}
	row := optab.Lookup(name)
	if row == nil || row.Form == optab.Copy || row.Form == optab.Const {
		f.b.errorf("there is no operation %s", name)
		return Value{}
	}
	classes, _, variadic := row.Signature()
	if len(args) < len(classes) || len(args) > len(classes) && !variadic {
		f.b.errorf("%s takes %d operands, not %d", name, len(classes), len(args))
		return Value{}
	}
	class := func(i int) optab.Class { return classes[min(i, len(classes)-1)] }
	over := program.Invalid
	for i, a := range args {
		if v, ok := a.(Value); ok && class(i).Fixed == program.Invalid && over == program.Invalid {
			if over = v.dtype(); over == program.Invalid {
				f.b.errorf("%s is a tuple; %s takes single tensors", v.operand, name)
				return Value{}
			}
		}
	}
	op := program.OpcodeFor(name, over)
	if over == program.Invalid || op == program.OpInvalid {
		f.b.errorf("%s does not apply to %s", name, over)
		return Value{}
	}
	in := &program.PrimOp{Op: op, Pos: caller()}
	shapes := make([][]int, len(args))
	for i, a := range args {
		d := class(i).Of(over)
		o, t, ok := f.operand(a, d)
		if !ok {
			return Value{}
		}
		if !t.IsLeaf() || t.Leaf().Dtype != d {
			f.b.errorf("operand %d of %s is not of type %s", i+1, op, d)
			return Value{}
		}
		shapes[i] = t.Leaf().Shape
		in.In = append(in.In, o)
	}
	if row.Form != optab.Reshape {
		var wrong string
		if shape, wrong = program.ResultShape(op, shapes); wrong != "" {
			f.b.errorf("%s: %s", op, wrong)
			return Value{}
		}
	}
	v := f.temp(program.Of(program.Array(op.Info().Out, shape...)))
	in.Out = []program.Output{{Name: v.operand.Name}}
	f.emit(in)
	return v
}

// tableBits returns the element type and bits of a slice.
func tableBits(data any) (program.Dtype, []uint64, bool) {
	v := reflect.ValueOf(data)
	if v.Kind() != reflect.Slice {
		return 0, nil, false
	}
	d, ok := map[reflect.Kind]program.Dtype{
		reflect.Bool: program.Bool, reflect.Int32: program.I32, reflect.Int64: program.I64, reflect.Int: program.I64,
		reflect.Uint32: program.U32, reflect.Uint64: program.U64, reflect.Uint: program.U64,
		reflect.Float32: program.F32, reflect.Float64: program.F64,
	}[v.Type().Elem().Kind()]
	if !ok {
		return 0, nil, false
	}
	bits := make([]uint64, v.Len())
	for i := range bits {
		bits[i], _ = constantBits(d, v.Index(i).Interface())
	}
	return d, bits, true
}

// constantBits returns the bits of a Go constant as type d, and whether it is
// representable: any number as a float (rounded), integers that fit as
// integers, bools as bool.
func constantBits(d program.Dtype, c any) (uint64, bool) {
	v := reflect.ValueOf(c)
	switch {
	case c == nil:
		return 0, false
	case d == program.Bool && v.Kind() == reflect.Bool:
		if v.Bool() {
			return 1, true
		}
		return 0, true
	case d.IsFloat():
		switch {
		case v.CanFloat():
			return floatBits(d, v.Float()), true
		case v.CanInt():
			return floatBits(d, float64(v.Int())), true
		case v.CanUint():
			return floatBits(d, float64(v.Uint())), true
		}
	case d.IsInt():
		if v.CanFloat() && v.Float() == math.Trunc(v.Float()) && math.Abs(v.Float()) < 1<<53 {
			v = reflect.ValueOf(int64(v.Float()))
		}
		return intBits(d, v)
	}
	return 0, false
}

func floatBits(d program.Dtype, x float64) uint64 {
	if d == program.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func intBits(d program.Dtype, v reflect.Value) (uint64, bool) {
	switch {
	case v.CanUint():
		u := v.Uint()
		limit := uint64(math.MaxUint64) >> (64 - d.Bits())
		if d.IsSigned() {
			limit >>= 1
		}
		return u, u <= limit
	case v.CanInt():
		i := v.Int()
		switch d {
		case program.I32:
			return uint64(uint32(i)), i == int64(int32(i))
		case program.U32:
			return uint64(uint32(i)), i == int64(uint32(i))
		case program.U64:
			return uint64(i), i >= 0
		}
		return uint64(i), true
	}
	return 0, false
}
