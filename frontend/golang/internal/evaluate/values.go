package evaluate

import (
	"encoding/binary"
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Datum is a Go value while code is evaluated, and a place in memory that
// holds one: a pointer is the address of a datum.
type Datum struct {
	Bits uint64 // of a number
	// Ref is everything else: a string, ComplexPair, Aggregate, *Datum (a pointer),
	// Elements, *MapDatum, *Closure, *Dynamic or *MadeError (an interface),
	// *Poison or Padding. nil is Go's nil, and the zero of strings and complex
	// numbers.
	Ref any
}

type (
	// ComplexPair is a complex number.
	ComplexPair [2]uint64
	// Aggregate is the fields of a struct, the elements of an array, or
	// several results. One in a register never changes; one in memory belongs
	// to its place.
	Aggregate []Datum
	// Elements is a slice.
	Elements []Datum
	// Padding fills up a table where rows are shorter.
	Padding struct{}
)

// Closure is a function value.
type Closure struct {
	Func *ssa.Function
	Free []Datum
}

// Dynamic is what an interface holds.
type Dynamic struct {
	Type types.Type
	Val  Datum
}

// MadeError is an error of package errors or fmt.
type MadeError struct {
	text  string
	wraps []Datum // other errors
}

// WrappedBy returns the errors that an error of package fmt wraps.
func WrappedBy(d Datum) []Datum {
	if ref, ok := d.Ref.(*MadeError); ok {
		return ref.wraps
	}
	return nil
}

// runes is what a range over a string steps through.
type runes struct {
	text string
	at   int
}

func (r *runes) next() Datum {
	if r.at >= len(r.text) {
		return Datum{Ref: Aggregate{{}, {}, {}}}
	}
	c, n := utf8.DecodeRuneInString(r.text[r.at:])
	step := Aggregate{{Bits: 1}, {Bits: uint64(r.at)}, {Bits: uint64(uint32(c))}}
	r.at += n
	return Datum{Ref: step}
}

// constantDatum returns the value of a constant.
func constantDatum(c *ssa.Const) Datum {
	if c.Value == nil {
		return ZeroDatum(c.Type())
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	switch {
	case !ok:
		return Datum{Ref: &Poison{At: c.Pos(), Why: "has a constant of type " + c.Type().String()}}
	case basic.Info()&types.IsString != 0:
		return Datum{Ref: StringConst(c.Value)}
	}
	if part, ok := known.ComplexPart(basic); ok {
		re, im := ComplexConst(c.Value)
		return Datum{Ref: ComplexPair{ConstBits(re, part), ConstBits(im, part)}}
	}
	d, _ := known.DtypeOf(basic)
	if d == program.Invalid {
		d = program.U64 // uintptr
	}
	return Datum{Bits: ConstBits(c.Value, d)}
}

// CellsOf returns how many values a variable of a type holds, at most 2³¹.
func CellsOf(t types.Type) int {
	const most = 1 << 31
	switch u := t.Underlying().(type) {
	case *types.Array:
		each := CellsOf(u.Elem())
		if u.Len() > most/int64(each) {
			return most
		}
		return max(1, int(u.Len())*each)
	case *types.Struct:
		n := 0
		for f := range u.Fields() {
			n = min(most, n+CellsOf(f.Type()))
		}
		return max(1, n)
	}
	return 1
}

// ZeroDatum returns the zero value of a type.
func ZeroDatum(t types.Type) Datum {
	switch u := t.Underlying().(type) {
	case *types.Array:
		a := make(Aggregate, u.Len())
		if !isFlat(u.Elem()) {
			for i := range a {
				a[i] = ZeroDatum(u.Elem())
			}
		}
		return Datum{Ref: a}
	case *types.Struct:
		a := make(Aggregate, u.NumFields())
		for i := range a {
			a[i] = ZeroDatum(u.Field(i).Type())
		}
		return Datum{Ref: a}
	case *types.Tuple:
		a := make(Aggregate, u.Len())
		for i := range a {
			a[i] = ZeroDatum(u.At(i).Type())
		}
		return Datum{Ref: a}
	}
	return Datum{}
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
func (e *Evaluator) copy(in ssa.Instruction, d Datum) Datum {
	a, ok := d.Ref.(Aggregate)
	if !ok {
		return d
	}
	e.spend(in, len(a)/4)
	c := make(Aggregate, len(a))
	copy(c, a)
	for i := range c {
		if _, ok := c[i].Ref.(Aggregate); ok {
			c[i] = e.copy(in, c[i])
		}
	}
	return Datum{Ref: c}
}

// pointee returns what a pointer points to.
func (e *Evaluator) pointee(in ssa.Instruction, d Datum) *Datum {
	p, ok := d.Ref.(*Datum)
	if !ok {
		e.panics(in, "nil dereference")
	}
	return p
}

// store writes a value to a place, whose parts keep their addresses.
func (e *Evaluator) store(in ssa.Instruction, to *Datum, v Datum) {
	place, ok := to.Ref.(Aggregate)
	if !ok {
		*to = e.copy(in, v)
		return
	}
	switch ref := v.Ref.(type) {
	case *Poison:
		for i := range place {
			e.store(in, &place[i], v)
		}
	case Aggregate:
		e.spend(in, len(ref)/4)
		for i := range place {
			e.store(in, &place[i], ref[i])
		}
	}
}

// Key returns the text that is equal for equal keys of a map, or of values that
// are compared.
func (e *Evaluator) Key(in ssa.Instruction, d Datum, t types.Type) string {
	return string(e.appendKey(in, nil, d, t))
}

func (e *Evaluator) appendKey(in ssa.Instruction, key []byte, d Datum, t types.Type) []byte {
	e.needs(in, d)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			s, _ := d.Ref.(string)
			return known.AppendString(key, s)
		}
		if part, ok := known.ComplexPart(u); ok {
			c, _ := d.Ref.(ComplexPair)
			return e.appendNumber(e.appendNumber(key, c[0], part), c[1], part)
		}
		dt, _ := known.DtypeOf(u)
		return e.appendNumber(key, d.Bits, dt)
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				key = e.appendKey(in, key, d.Ref.(Aggregate)[i], u.Field(i).Type())
			}
		}
		return key
	case *types.Array:
		for _, x := range d.Ref.(Aggregate) {
			key = e.appendKey(in, key, x, u.Elem())
		}
		return key
	case *types.Interface:
		if ref, ok := d.Ref.(*Dynamic); ok {
			defer e.deeper(in, "has interfaces that hold one another")()
			return e.appendKey(in, known.AppendString(key, gotypes.Key(ref.Type)), ref.Val, ref.Type)
		}
	}
	if d.Ref == nil {
		return append(key, 0)
	}
	if _, isInterface := t.Underlying().(*types.Interface); !isInterface && !types.Comparable(t) {
		e.panics(in, "hash of unhashable type "+t.String())
	}
	return binary.LittleEndian.AppendUint64(append(key, 1), e.identity(place(d.Ref)))
}

// deeper counts a level of calls, or of interfaces that hold one another, until
// what it returns is called.
func (e *Evaluator) deeper(in ssa.Instruction, what string) (done func()) {
	if e.depth++; e.depth > maxDepth {
		e.halt(in, "%s more than %d deep", what, maxDepth)
	}
	return func() { e.depth-- }
}

// appendNumber makes the zeros one key, and each NaN another, which nothing finds.
func (e *Evaluator) appendNumber(key []byte, bits uint64, d program.Dtype) []byte {
	if d.IsFloat() {
		if scalarOp("ne", d, bits, bits) != 0 {
			e.nans++
			return binary.LittleEndian.AppendUint64(append(key, "NaN"...), e.nans)
		}
		if scalarOp("eq", d, bits, 0) != 0 {
			bits = 0
		}
	}
	return binary.LittleEndian.AppendUint64(key, bits)
}

// identity numbers the references that are compared or used as keys.
func (e *Evaluator) identity(ref any) uint64 {
	id, ok := e.identities[ref]
	if !ok {
		id = uint64(len(e.identities))
		e.identities[ref] = id
	}
	return id
}

// place is what tells a pointer from others of its type: of one to an array, the first element, since
// conversions of slices point to arrays too.
func place(ref any) any {
	if p, ok := ref.(*Datum); ok {
		if a, ok := p.Ref.(Aggregate); ok && len(a) > 0 {
			return &a[0]
		}
	}
	return ref
}

// equal compares two values of a type.
func (e *Evaluator) equal(in ssa.Instruction, x, y Datum, t types.Type) bool {
	e.needs(in, x)
	e.needs(in, y)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return e.text(x) == e.text(y)
		}
		if part, ok := known.ComplexPart(u); ok {
			a, _ := x.Ref.(ComplexPair)
			b, _ := y.Ref.(ComplexPair)
			return scalarOp("eq", part, a[0], b[0])&scalarOp("eq", part, a[1], b[1]) != 0
		}
		d, _ := known.DtypeOf(u)
		if d == program.Invalid {
			return x == y
		}
		return scalarOp("eq", d, x.Bits, y.Bits) != 0
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" && !e.equal(in, x.Ref.(Aggregate)[i], y.Ref.(Aggregate)[i], u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		for i := range x.Ref.(Aggregate) {
			if !e.equal(in, x.Ref.(Aggregate)[i], y.Ref.(Aggregate)[i], u.Elem()) {
				return false
			}
		}
		return true
	case *types.Interface:
		a, ok1 := x.Ref.(*Dynamic)
		b, ok2 := y.Ref.(*Dynamic)
		if !ok1 || !ok2 {
			return !ok1 && !ok2 && x.Ref == y.Ref
		}
		if !types.Identical(a.Type, b.Type) {
			return false
		}
		if !types.Comparable(a.Type) {
			e.panics(in, "comparing uncomparable type "+a.Type.String())
		}
		defer e.deeper(in, "has interfaces that hold one another")()
		return e.equal(in, a.Val, b.Val, a.Type)
	case *types.Slice, *types.Map, *types.Signature:
		return x.Ref == nil && y.Ref == nil // one of them is nil
	}
	return place(x.Ref) == place(y.Ref)
}

// text returns a string, or for messages what else is printed.
func (e *Evaluator) text(d Datum) string {
	switch ref := d.Ref.(type) {
	case string:
		return ref
	case *MadeError:
		return ref.text
	case *Dynamic:
		if s, ok := ref.Val.Ref.(string); ok {
			return s
		}
		return types.TypeString(ref.Type, (*types.Package).Name)
	}
	return ""
}
