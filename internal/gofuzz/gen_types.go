package gofuzz

import (
	"fmt"
	"slices"
	"strings"
)

// class says which operators a type has.
type class int

const (
	boolean class = iota
	integer
	float
	number // a type parameter that may be an integer or a float
	structure
	array
	slice
	failure // the type error
	pointer
	callable
	text // a string
	complexNumber
	iface // an interface
)

// typ is a type of the generated program. Two are the same if their text is.
type typ struct {
	text    string
	class   class
	bits    int // of a number; 0 of a type parameter
	signed  bool
	fields  []field   // of a structure
	elem    *typ      // of an array, slice or pointer
	len     int       // of an array; of a slice, what it has at least
	sig     *function // of a callable; of an interface, its method, or nil
	impls   []*typ    // of an interface: what it may hold
	isLocal bool      // declared in a function
	named   bool      // a declared type, which needs conversions
	param   bool      // a type parameter
	depth   int       // of nesting
	size    int       // scalars in it
}

type field struct {
	name     string
	t        *typ
	embedded bool
}

func (t *typ) isNumber() bool { return t.class == integer || t.class == float || t.class == number }

// isScalar reports whether values have one element.
func (t *typ) isScalar() bool { return t.isNumber() || t.class == boolean }

func scalarType(name string, c class, bits int, signed bool) *typ {
	return &typ{text: name, class: c, bits: bits, signed: signed, size: 1}
}

// The predeclared types.
var (
	boolType    = scalarType("bool", boolean, 1, false)
	intType     = scalarType("int", integer, 64, true)
	float64Type = scalarType("float64", float, 64, true)
	float32Type = scalarType("float32", float, 32, true)
	errorType   = &typ{text: "error", class: failure, size: 1}

	integerTypes = []*typ{
		intType, scalarType("int8", integer, 8, true), scalarType("int16", integer, 16, true),
		scalarType("int32", integer, 32, true), scalarType("int64", integer, 64, true),
		scalarType("uint", integer, 64, false), scalarType("uint8", integer, 8, false),
		scalarType("uint16", integer, 16, false), scalarType("uint32", integer, 32, false),
		scalarType("uint64", integer, 64, false),
	}
	uint32Type = integerTypes[8]
	uint64Type = integerTypes[9]
)

// predeclared returns a predeclared scalar type, as often float64 and int as
// people use them.
func (g *gen) predeclared() *typ {
	switch g.pick(10) {
	case 0, 1, 2:
		return float64Type
	case 3, 4:
		return intType
	case 5:
		return float32Type
	case 6:
		return boolType
	}
	return integerTypes[g.pick(len(integerTypes))]
}

// arrayOf returns the type [n]elem.
func arrayOf(n int, elem *typ) *typ {
	return &typ{text: fmt.Sprintf("[%d]%s", n, elem.text), class: array, elem: elem, len: n, depth: elem.depth + 1,
		size: n * elem.size}
}

// sliceOf returns the type []elem; n is how many elements values have at least.
func sliceOf(elem *typ, n int) *typ {
	return &typ{text: "[]" + elem.text, class: slice, elem: elem, len: n, depth: elem.depth + 1, size: 8 * elem.size}
}

func pointerTo(elem *typ) *typ {
	return &typ{text: "*" + elem.text, class: pointer, elem: elem, depth: elem.depth, size: elem.size}
}

var stringType = &typ{text: "string", class: text}

// callableType returns the type of functions with a signature.
func callableType(sig *function) *typ {
	var params []string
	for _, v := range sig.params {
		params = append(params, v.t.text)
	}
	return &typ{text: "func(" + strings.Join(params, ", ") + ") " + sig.results[0].text, class: callable, sig: sig}
}

// choosePalette chooses the types of the program: few, so that values of one type
// meet each other.
func (g *gen) choosePalette() {
	g.palette = []*typ{intType, boolType}
	add := func(t *typ) {
		if !slices.ContainsFunc(g.palette, func(u *typ) bool { return u.text == t.text }) {
			g.palette = append(g.palette, t)
		}
	}
	if g.chance(3, 4) {
		add(float64Type)
	}
	for range 1 + g.pick(3) {
		add(g.predeclared())
	}
	if g.chance(1, 3) {
		base := g.predeclared()
		t := *base
		t.text, t.named = g.typeName(), true
		g.declare("type %s %s", t.text, base.text)
		add(&t)
	}
	if g.with(Complex, 1, 3) {
		add([]*typ{complex128Type, complex128Type, complex64Type}[g.pick(3)])
	}
	if g.with(Complex, 1, 12) {
		add(complex64Type)
		add(complex128Type)
	}
	if g.with(Instances, 1, 4) {
		g.genericType()
	}
	if g.with(Instances, 1, 6) {
		g.genericPair()
	}
	for range g.pick(4) {
		if t := g.aggregate(); t.depth <= 3 && t.size <= 24 {
			add(t)
		}
	}
	if g.with(Methods, 1, 3) { // promoted
		inner := g.structure(nil)
		if outer := g.structure(inner); outer.depth <= 3 && outer.size <= 24 {
			add(inner)
			add(outer)
		}
	}
}

// aggregate makes an array or a structure of the types so far.
func (g *gen) aggregate() *typ {
	if g.chance(1, 2) {
		return arrayOf(1+g.pick(4), g.anyType())
	}
	return g.structure(nil)
}

// structure makes a structure of the types so far, and of one that it embeds, if that is not nil.
func (g *gen) structure(embedded *typ) *typ {
	t := &typ{text: g.typeName(), class: structure, named: true}
	var fields []string
	for i := range 1 + g.pick(3) {
		f := field{name: fieldNames[(g.pick(3)+3*i)%len(fieldNames)], t: g.anyType()}
		if g.exported {
			f.name = strings.ToUpper(f.name)
		}
		if inner := g.typeOf(func(t *typ) bool { return t.class == structure && !strings.Contains(t.text, "[") }); i ==
			0 && inner != nil && g.chance(1, 2) {
			f.t = inner
		}
		if i == 0 && embedded != nil {
			f.t = embedded
		}
		if i == 0 && (embedded != nil || g.chance(2, 3)) && f.t.class == structure &&
			!strings.ContainsAny(f.t.text, ".[") {
			f.name, f.embedded = f.t.text, true
			fields = append(fields, f.t.text)
		} else {
			fields = append(fields, f.name+" "+f.t.text)
		}
		t.fields = append(t.fields, f)
		t.depth = max(t.depth, f.t.depth+1)
		t.size += f.t.size
	}
	g.declare("type %s struct {\n%s\n}", t.text, strings.Join(fields, "\n"))
	return t
}

// Three names for each of the fields.
var fieldNames = []string{"X", "lo", "n", "Y", "hi", "count", "Z", "tag", "w"}

// anyType returns a type of the palette.
func (g *gen) anyType() *typ { return g.palette[g.pick(len(g.palette))] }

// typeOf returns a type of the palette that satisfies ok, or nil.
func (g *gen) typeOf(ok func(*typ) bool) *typ {
	var all []*typ
	for _, t := range g.palette {
		if ok(t) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[g.pick(len(all))]
}

func (g *gen) numberType() *typ { return g.typeOf((*typ).isNumber) }

// integerType returns an integer type; int is always there. Type parameters are
// left out, as nobody knows whether their values may be negative.
func (g *gen) integerType() *typ {
	return g.typeOf(func(t *typ) bool { return t.class == integer && !t.param })
}
