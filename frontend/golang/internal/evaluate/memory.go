package evaluate

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// Memory, strings, maps and interfaces of the evaluator.

// index returns an index that is in range.
func (e *Evaluator) index(in ssa.Instruction, d Datum, t types.Type, n int) int {
	i := e.integer(d, t)
	if i < 0 || i >= n {
		e.panics(in, fmt.Sprintf("index out of range [%d] with length %d", i, n))
	}
	return i
}

// integer returns the value of an integer; one that is not an int is out of any range.
func (e *Evaluator) integer(d Datum, t types.Type) int {
	dt, _ := known.DtypeOf(t.Underlying().(*types.Basic))
	switch {
	case dt == program.U64 && d.Bits > math.MaxInt64:
		return -1
	case dt == program.I32:
		return int(int32(d.Bits))
	}
	return int(d.Bits)
}

func (e *Evaluator) elementAddr(in *ssa.IndexAddr, args []Datum) Datum {
	t := in.Index.Type()
	if _, ok := in.X.Type().Underlying().(*types.Pointer); !ok {
		s, _ := args[0].Ref.(Elements)
		return Datum{Ref: &s[e.index(in, args[1], t, len(s))]}
	}
	d := e.pointee(in, args[0])
	switch ref := d.Ref.(type) {
	case Aggregate:
		return Datum{Ref: &ref[e.index(in, args[1], t, len(ref))]}
	default: // poison
		return *d
	}
}

// slice evaluates x[low:high:max].
func (e *Evaluator) slice(in *ssa.Slice, args []Datum) Datum {
	bound := func(k int, v ssa.Value, otherwise int) int {
		if v == nil {
			return otherwise
		}
		return e.integer(args[k], v.Type())
	}
	check := func(low, high, limit, capacity int) {
		if low < 0 || low > high || high > limit || limit > capacity {
			e.panics(in, "slice bounds out of range")
		}
	}
	var all Elements
	length := 0
	switch ref := args[0].Ref.(type) {
	case string:
		low := bound(1, in.Low, 0)
		high := bound(2, in.High, len(ref))
		check(low, high, len(ref), len(ref))
		return Datum{Ref: ref[low:high]}
	case Elements:
		all, length = ref[:cap(ref)], len(ref)
	case *Datum:
		a, ok := ref.Ref.(Aggregate)
		if !ok {
			return *ref // poison
		}
		all, length = Elements(a), len(a)
		all = all[:length:length]
	default:
		if _, ok := in.X.Type().Underlying().(*types.Pointer); ok {
			e.panics(in, "nil dereference")
		}
	}
	low := bound(1, in.Low, 0)
	high := bound(2, in.High, length)
	limit := bound(3, in.Max, len(all))
	check(low, high, limit, len(all))
	if args[0].Ref == nil {
		return Datum{}
	}
	return Datum{Ref: all[low:high:limit]}
}

func (e *Evaluator) makeSlice(in *ssa.MakeSlice, args []Datum) Datum {
	n, capacity := e.integer(args[0], in.Len.Type()), e.integer(args[1], in.Cap.Type())
	if n < 0 || n > capacity {
		e.panics(in, "makeslice: len out of range")
	}
	return Datum{Ref: e.newElements(in, in.Type().Underlying().(*types.Slice).Elem(), n, capacity)}
}

// newElements makes a slice of zeros.
func (e *Evaluator) newElements(in ssa.Instruction, t types.Type, n, capacity int) Elements {
	each := CellsOf(t)
	if capacity > MaxCells/each {
		e.halt(in, "needs memory for more than %d values", MaxCells)
	}
	e.allocate(in, capacity*each)
	s := make(Elements, capacity)
	if !isFlat(t) {
		for i := range s {
			s[i] = ZeroDatum(t)
		}
	}
	return s[:n]
}

// grown returns a slice with room for n more elements, as large as Go's runtime
// makes it: what is appended to two slices of one array shows the size. (The
// compiler may give a slice that does not escape another one; the language
// leaves it open.)
func (e *Evaluator) grown(in ssa.Instruction, s Elements, t types.Type, n int) Elements {
	if len(s)+n <= cap(s) {
		return s
	}
	each := CellsOf(t)
	if len(s)+n > MaxCells/each {
		e.halt(in, "needs memory for more than %d values", MaxCells)
	}
	capacity := grownCap(load.Sizes.Sizeof(t), hasPointers(t), len(s), cap(s), n)
	g := e.newElements(in, t, len(s), capacity)
	copy(g, s)
	if !isFlat(t) {
		for i := range s {
			g[i] = e.copy(in, s[i])
		}
	}
	return g
}

// grownCap asks the runtime for the capacity of a slice of elements of a size
// when n are appended.
func grownCap(size int64, pointers bool, length, capacity, n int) int {
	elem := reflect.TypeFor[byte]()
	if pointers {
		elem, size = reflect.TypeFor[*byte](), size/8
	}
	t := reflect.SliceOf(reflect.ArrayOf(int(size), elem))
	s := reflect.New(t).Elem()
	s.Set(reflect.MakeSlice(t, length, capacity))
	s.Grow(n)
	return s.Cap()
}

// hasPointers reports whether the runtime sees pointers in values of a type.
func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

func (e *Evaluator) lookup(in *ssa.Lookup, args []Datum) Datum {
	mt := in.X.Type().Underlying().(*types.Map)
	m, _ := args[0].Ref.(*MapDatum)
	if m != nil && m.Bad != nil {
		return Datum{Ref: m.Bad}
	}
	key := e.Key(in, args[1], in.Index.Type())
	v, ok := m.get(key)
	if !ok {
		v = ZeroDatum(mt.Elem())
	}
	if !in.CommaOk {
		return v
	}
	return Datum{Ref: Aggregate{v, truthDatum(ok)}}
}

func truthDatum(holds bool) Datum {
	if holds {
		return Datum{Bits: 1}
	}
	return Datum{}
}

// assert evaluates a type assertion.
func (e *Evaluator) assert(in *ssa.TypeAssert, x Datum) Datum {
	v, holds, ok := held(x, in.AssertedType)
	if !ok {
		return poisoned(in, "asks whether an error has a method Unwrap")
	}
	if !holds {
		if !in.CommaOk {
			e.panics(in, "interface conversion")
		}
		v = ZeroDatum(in.AssertedType)
	}
	if !in.CommaOk {
		return v
	}
	return Datum{Ref: Aggregate{v, truthDatum(holds)}}
}

// compare evaluates a comparison, or a sum of strings.
func (e *Evaluator) compare(in *ssa.BinOp, x, y Datum) Datum {
	if gotypes.IsString(in.X.Type()) {
		a, b := e.text(x), e.text(y)
		if in.Op == token.ADD {
			e.allocate(in, (len(a)+len(b))/16)
			return Datum{Ref: a + b}
		}
		return truthDatum(constant.Compare(constant.MakeString(a), in.Op, constant.MakeString(b)))
	}
	t := in.X.Type()
	if _, ok := t.Underlying().(*types.Interface); !ok {
		// One side may be an interface: the other becomes one.
		if _, ok := in.Y.Type().Underlying().(*types.Interface); ok {
			x, t = Datum{Ref: &Dynamic{t, x}}, in.Y.Type()
		}
	} else if _, ok := in.Y.Type().Underlying().(*types.Interface); !ok {
		y = Datum{Ref: &Dynamic{in.Y.Type(), y}}
	}
	return truthDatum(e.equal(in, x, y, t) == (in.Op == token.EQL))
}

// reinterpret evaluates the conversions of *(*T)(unsafe.Pointer(&x)) between numbers whose bits are kept alike: the
// standard library has the bits of floats by it where it does without package math.
func reinterpret(in *ssa.Convert, x Datum) (d Datum, ok bool) {
	isUnsafe := func(t types.Type) bool {
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Kind() == types.UnsafePointer
	}
	if p, ok := in.X.Type().Underlying().(*types.Pointer); ok && isUnsafe(in.Type()) {
		return x, wordSize(p.Elem()) > 0
	}
	from, ok := in.X.(*ssa.Convert)
	if !ok || !isUnsafe(in.X.Type()) {
		return d, false
	}
	p, ok1 := in.Type().Underlying().(*types.Pointer)
	of, ok2 := from.X.Type().Underlying().(*types.Pointer)
	return x, ok1 && ok2 && wordSize(p.Elem()) > 0 && wordSize(p.Elem()) == wordSize(of.Elem())
}

// wordSize is how many bytes a number has whose bits are those of an unsigned one, and 0 of other types.
func wordSize(t types.Type) int {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0
	}
	switch b.Kind() {
	case types.Float32, types.Uint32:
		return 4
	case types.Float64, types.Uint64, types.Int64:
		return 8
	}
	return 0
}

// convertText evaluates the conversions that are not arithmetic: between
// strings, bytes and runes.
func (e *Evaluator) convertText(in *ssa.Convert, x Datum) Datum {
	from, to := in.X.Type().Underlying(), in.Type().Underlying()
	if gotypes.IsString(to) {
		switch from := from.(type) {
		case *types.Basic:
			if from.Info()&types.IsString != 0 {
				return x
			}
			if from.Info()&types.IsInteger != 0 {
				return Datum{Ref: string(rune(min(uint64(e.integer(x, from)), math.MaxInt32)))}
			}
		case *types.Slice:
			s, _ := x.Ref.(Elements)
			e.allocate(in, len(s))
			for _, c := range s {
				if c.Ref != nil { // poison
					return c
				}
			}
			if d, _ := known.DtypeOf(from.Elem().Underlying().(*types.Basic)); d == program.I32 {
				text := make([]rune, len(s))
				for i, c := range s {
					text[i] = rune(int32(c.Bits))
				}
				return Datum{Ref: string(text)}
			}
			text := make([]byte, len(s))
			for i, c := range s {
				text[i] = byte(c.Bits)
			}
			return Datum{Ref: string(text)}
		}
	}
	if s, ok := to.(*types.Slice); ok && gotypes.IsString(from) {
		text := e.text(x)
		e.allocate(in, len(text))
		out := Elements{}
		if d, _ := known.DtypeOf(s.Elem().Underlying().(*types.Basic)); d == program.I32 {
			for _, c := range text {
				out = append(out, Datum{Bits: uint64(uint32(c))})
			}
		} else {
			for i := range len(text) {
				out = append(out, Datum{Bits: uint64(text[i])})
			}
		}
		return Datum{Ref: out[:len(out):len(out)]}
	}
	return poisoned(in, "converts %s to %s, which is not available when compiling", in.X.Type(), in.Type())
}
