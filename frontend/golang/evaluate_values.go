package golang

import (
	"encoding/binary"
	"go/constant"
	"go/types"
	"math"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// datum is a Go value while code is evaluated, and a place in memory that
// holds one: a pointer is the address of a datum.
type datum struct {
	bits uint64 // of a number
	// ref is everything else: a string, complexPair, aggregate, *datum (a pointer),
	// elements, *mapDatum, *closure, *dynamic or *madeError (an interface),
	// *poison or padding. nil is Go's nil, and the zero of strings and complex
	// numbers.
	ref any
}

type (
	// complexPair is a complex number.
	complexPair [2]uint64
	// aggregate is the fields of a struct, the elements of an array, or
	// several results. One in a register never changes; one in memory belongs
	// to its place.
	aggregate []datum
	// elements is a slice.
	elements []datum
	// padding fills up a table where rows are shorter.
	padding struct{}
)

// closure is a function value.
type closure struct {
	fn   *ssa.Function
	free []datum
}

// dynamic is what an interface holds.
type dynamic struct {
	typ types.Type
	val datum
}

// madeError is an error of package errors or fmt.
type madeError struct{ text string }

// mapDatum is a map. Its elements are in the order in which their keys came,
// and stay when the keys are deleted.
type mapDatum struct {
	index  map[string]int // by keys
	values elements
	keys   elements
	tables map[int]*known.Region // of elements that lanes read
	bad    *poison               // nobody knows what is in it
}

func (m *mapDatum) get(key string) (datum, bool) {
	if m == nil {
		return datum{}, false
	}
	i, ok := m.index[key]
	if !ok {
		return datum{}, false
	}
	return m.values[i], true
}

func (m *mapDatum) set(key string, k, v datum) {
	if i, ok := m.index[key]; ok {
		m.values[i] = v
		return
	}
	m.index[key] = len(m.values)
	m.values = append(m.values, v)
	m.keys = append(m.keys, k)
}

// runes is what a range over a string steps through.
type runes struct {
	text string
	at   int
}

func (r *runes) next() datum {
	if r.at >= len(r.text) {
		return datum{ref: aggregate{{}, {}, {}}}
	}
	c, n := utf8.DecodeRuneInString(r.text[r.at:])
	step := aggregate{{bits: 1}, {bits: uint64(r.at)}, {bits: uint64(uint32(c))}}
	r.at += n
	return datum{ref: step}
}

// constantDatum returns the value of a constant.
func constantDatum(c *ssa.Const) datum {
	if c.Value == nil {
		return zeroDatum(c.Type())
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	switch {
	case !ok:
		return datum{ref: &poison{at: c.Pos(), why: "has a constant of type " + c.Type().String()}}
	case basic.Info()&types.IsString != 0:
		return datum{ref: stringConst(c.Value)}
	}
	if part, ok := known.ComplexPart(basic); ok {
		re, im := complexConst(c.Value)
		return datum{ref: complexPair{constBits(re, part), constBits(im, part)}}
	}
	d, _ := known.DtypeOf(basic)
	if d == program.Invalid {
		d = program.U64 // uintptr
	}
	return datum{bits: constBits(c.Value, d)}
}

// constBits returns the bits of a constant in a type that can represent it.
func constBits(v constant.Value, d program.Dtype) uint64 {
	switch {
	case d == program.Bool:
		if v.Kind() == constant.Bool && constant.BoolVal(v) {
			return 1
		}
		return 0
	case d == program.F32:
		f, _ := constant.Float32Val(constant.ToFloat(v))
		return uint64(math.Float32bits(f))
	case d == program.F64:
		f, _ := constant.Float64Val(constant.ToFloat(v))
		return math.Float64bits(f)
	}
	v = constant.ToInt(v)
	bits, ok := constant.Uint64Val(v)
	if !ok {
		i, _ := constant.Int64Val(v)
		bits = uint64(i)
	}
	if d.Bits() == 32 {
		bits = uint64(uint32(bits))
	}
	return bits
}

// cellsOf returns how many values a variable of a type holds, at most 2³¹.
func cellsOf(t types.Type) int {
	const most = 1 << 31
	switch u := t.Underlying().(type) {
	case *types.Array:
		each := cellsOf(u.Elem())
		if u.Len() > most/int64(each) {
			return most
		}
		return max(1, int(u.Len())*each)
	case *types.Struct:
		n := 0
		for f := range u.Fields() {
			n = min(most, n+cellsOf(f.Type()))
		}
		return max(1, n)
	}
	return 1
}

// zeroDatum returns the zero value of a type.
func zeroDatum(t types.Type) datum {
	switch u := t.Underlying().(type) {
	case *types.Array:
		a := make(aggregate, u.Len())
		if !isFlat(u.Elem()) {
			for i := range a {
				a[i] = zeroDatum(u.Elem())
			}
		}
		return datum{ref: a}
	case *types.Struct:
		a := make(aggregate, u.NumFields())
		for i := range a {
			a[i] = zeroDatum(u.Field(i).Type())
		}
		return datum{ref: a}
	case *types.Tuple:
		a := make(aggregate, u.Len())
		for i := range a {
			a[i] = zeroDatum(u.At(i).Type())
		}
		return datum{ref: a}
	}
	return datum{}
}

// isFlat reports whether the values of a type are not aggregates.
func isFlat(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return false
	}
	return true
}

// copy returns a value that shares no place with d.
func (e *evaluator) copy(in ssa.Instruction, d datum) datum {
	a, ok := d.ref.(aggregate)
	if !ok {
		return d
	}
	e.spend(in, len(a)/4)
	c := make(aggregate, len(a))
	copy(c, a)
	for i := range c {
		if _, ok := c[i].ref.(aggregate); ok {
			c[i] = e.copy(in, c[i])
		}
	}
	return datum{ref: c}
}

// pointee returns what a pointer points to.
func (e *evaluator) pointee(in ssa.Instruction, d datum) *datum {
	p, ok := d.ref.(*datum)
	if !ok {
		e.panics(in, "nil dereference")
	}
	return p
}

// store writes a value to a place, whose parts keep their addresses.
func (e *evaluator) store(in ssa.Instruction, to *datum, v datum) {
	place, ok := to.ref.(aggregate)
	if !ok {
		*to = e.copy(in, v)
		return
	}
	switch ref := v.ref.(type) {
	case *poison:
		for i := range place {
			e.store(in, &place[i], v)
		}
	case aggregate:
		e.spend(in, len(ref)/4)
		for i := range place {
			e.store(in, &place[i], ref[i])
		}
	}
}

// key returns the text that is equal for equal keys of a map, or of values that
// are compared.
func (e *evaluator) key(in ssa.Instruction, d datum, t types.Type) string {
	return string(e.appendKey(in, nil, d, t))
}

func (e *evaluator) appendKey(in ssa.Instruction, key []byte, d datum, t types.Type) []byte {
	e.needs(in, d)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			s, _ := d.ref.(string)
			return known.AppendString(key, s)
		}
		if part, ok := known.ComplexPart(u); ok {
			c, _ := d.ref.(complexPair)
			return e.appendNumber(in, e.appendNumber(in, key, c[0], part), c[1], part)
		}
		dt, _ := known.DtypeOf(u)
		return e.appendNumber(in, key, d.bits, dt)
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				key = e.appendKey(in, key, d.ref.(aggregate)[i], u.Field(i).Type())
			}
		}
		return key
	case *types.Array:
		for _, x := range d.ref.(aggregate) {
			key = e.appendKey(in, key, x, u.Elem())
		}
		return key
	case *types.Interface:
		if ref, ok := d.ref.(*dynamic); ok {
			defer e.deeper(in, "has interfaces that hold one another")()
			return e.appendKey(in, known.AppendString(key, gotypes.Key(ref.typ)), ref.val, ref.typ)
		}
	}
	if d.ref == nil {
		return append(key, 0)
	}
	if _, isInterface := t.Underlying().(*types.Interface); !isInterface && !types.Comparable(t) {
		e.panics(in, "hash of unhashable type "+t.String())
	}
	return binary.LittleEndian.AppendUint64(append(key, 1), e.identity(d.ref))
}

// deeper counts a level of calls, or of interfaces that hold one another, until
// what it returns is called.
func (e *evaluator) deeper(in ssa.Instruction, what string) (done func()) {
	if e.depth++; e.depth > maxDepth {
		e.halt(in, "%s more than %d deep", what, maxDepth)
	}
	return func() { e.depth-- }
}

// appendNumber makes the zeros one key. NaN is none.
func (e *evaluator) appendNumber(in ssa.Instruction, key []byte, bits uint64, d program.Dtype) []byte {
	if d.IsFloat() {
		if scalarOp("ne", d, bits, bits) != 0 {
			e.halt(in, "has NaN as a key of a map")
		}
		if scalarOp("eq", d, bits, 0) != 0 {
			bits = 0
		}
	}
	return binary.LittleEndian.AppendUint64(key, bits)
}

// identity numbers the references that are compared or used as keys.
func (e *evaluator) identity(ref any) uint64 {
	id, ok := e.identities[ref]
	if !ok {
		id = uint64(len(e.identities))
		e.identities[ref] = id
	}
	return id
}

// equal compares two values of a type.
func (e *evaluator) equal(in ssa.Instruction, x, y datum, t types.Type) bool {
	e.needs(in, x)
	e.needs(in, y)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return e.text(x) == e.text(y)
		}
		if part, ok := known.ComplexPart(u); ok {
			a, _ := x.ref.(complexPair)
			b, _ := y.ref.(complexPair)
			return scalarOp("eq", part, a[0], b[0])&scalarOp("eq", part, a[1], b[1]) != 0
		}
		d, _ := known.DtypeOf(u)
		if d == program.Invalid {
			return x == y
		}
		return scalarOp("eq", d, x.bits, y.bits) != 0
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" && !e.equal(in, x.ref.(aggregate)[i], y.ref.(aggregate)[i], u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		for i := range x.ref.(aggregate) {
			if !e.equal(in, x.ref.(aggregate)[i], y.ref.(aggregate)[i], u.Elem()) {
				return false
			}
		}
		return true
	case *types.Interface:
		a, ok1 := x.ref.(*dynamic)
		b, ok2 := y.ref.(*dynamic)
		if !ok1 || !ok2 {
			return !ok1 && !ok2 && x.ref == y.ref
		}
		if !types.Identical(a.typ, b.typ) {
			return false
		}
		if !types.Comparable(a.typ) {
			e.panics(in, "comparing uncomparable type "+a.typ.String())
		}
		defer e.deeper(in, "has interfaces that hold one another")()
		return e.equal(in, a.val, b.val, a.typ)
	case *types.Slice, *types.Map, *types.Signature:
		return x.ref == nil && y.ref == nil // one of them is nil
	}
	return x.ref == y.ref
}

// text returns a string, or for messages what else is printed.
func (e *evaluator) text(d datum) string {
	switch ref := d.ref.(type) {
	case string:
		return ref
	case *madeError:
		return ref.text
	case *dynamic:
		if s, ok := ref.val.ref.(string); ok {
			return s
		}
		return types.TypeString(ref.typ, (*types.Package).Name)
	}
	return ""
}
