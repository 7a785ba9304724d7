package evaluate

import (
	"cmp"
	"fmt"
	"go/types"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// Values that have others in them, as package fmt prints them: {1 2}, {X:1 Y:2} with %+v, [1 2], map[a:1]. Flags and
// width are those of each number and string within.

// isComposite reports whether values of a type are printed as what is in them.
func isComposite(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Slice, *types.Map:
		return true
	}
	return false
}

// isPrinted reports whether an operand of a type can be printed as what is in it: as fmt does, a pointer too, if it
// leads to such a value.
func isPrinted(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return isComposite(p.Elem())
	}
	return isComposite(t)
}

// composite prints a value at some depth. Methods are asked unless an unexported field is on the way: fmt cannot call
// the methods of what is in one.
func (o *operand) composite(s fmt.State, verb rune, t types.Type, d Datum, depth int, asks bool) {
	o.e.needs(nil, d)
	if depth > 0 && asks && o.byMethod(s, verb, t, d) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		v, ok := goValue(u.Kind(), d)
		if !ok {
			o.unavailable()
		}
		fmt.Fprintf(s, fmt.FormatString(s, verb), v)
	case *types.Interface:
		switch ref := d.Ref.(type) {
		case nil:
			io.WriteString(s, "<nil>")
		case *Dynamic:
			o.composite(s, verb, ref.Type, ref.Val, depth+1, asks)
		default:
			o.unavailable()
		}
	case *types.Struct:
		o.structure(s, verb, u, d, depth, asks)
	case *types.Array:
		o.list(s, verb, u.Elem(), Elements(d.Ref.(Aggregate)), depth, asks)
	case *types.Slice:
		list, _ := d.Ref.(Elements)
		o.list(s, verb, u.Elem(), list, depth, asks)
	case *types.Map:
		o.mapping(s, verb, u, d, depth, asks)
	case *types.Pointer:
		to, ok := d.Ref.(*Datum)
		switch {
		case d.Ref == nil:
			o.isNil(s, verb)
		case depth > 0 || !ok || !isComposite(u.Elem()):
			o.unavailable() // an address
		default:
			io.WriteString(s, "&")
			o.composite(s, verb, u.Elem(), *to, depth+1, asks)
		}
	default:
		if d.Ref != nil {
			o.unavailable()
		}
		o.isNil(s, verb)
	}
}

// isNil prints a nil pointer or function.
func (o *operand) isNil(s fmt.State, verb rune) {
	if _, wide := s.Width(); wide || verb != 'v' {
		o.unavailable()
	}
	io.WriteString(s, "<nil>")
}

func (o *operand) unavailable() {
	o.e.halt(nil, "prints a value of a type that is not available when compiling")
}

// byMethod prints a value by its method, if fmt would, and reports whether it did.
func (o *operand) byMethod(s fmt.State, verb rune, t types.Type, d Datum) bool {
	if _, isInterface := t.Underlying().(*types.Interface); isInterface {
		return false // what is in it is asked
	}
	if gotypes.Selected(t, "Format") != nil || gotypes.Selected(t, "GoString") != nil {
		o.unavailable()
	}
	if !strings.ContainsRune("vsxXq", verb) {
		return false
	}
	for _, name := range []string{"Error", "String"} {
		if m := o.e.textMethod(t, name); m != nil {
			if _, isPointer := t.Underlying().(*types.Pointer); isPointer && d.Ref == nil {
				o.unavailable() // where the method panics, fmt makes a text
			}
			inner := &operand{printing: o.printing, method: m, receiver: d}
			fmt.Fprintf(s, fmt.FormatString(s, verb), inner.text())
			return true
		}
	}
	return false
}

func (o *operand) structure(s fmt.State, verb rune, t *types.Struct, d Datum, depth int, asks bool) {
	fields := d.Ref.(Aggregate)
	io.WriteString(s, "{")
	for i, f := range slices.Collect(t.Fields()) {
		if i > 0 {
			io.WriteString(s, " ")
		}
		if verb == 'v' && s.Flag('+') {
			io.WriteString(s, f.Name()+":")
		}
		o.composite(s, verb, f.Type(), fields[i], depth+1, asks && f.Exported())
	}
	io.WriteString(s, "}")
}

// list prints the elements of an array or a slice: bytes as a string, if the verb is for those.
func (o *operand) list(s fmt.State, verb rune, elem types.Type, list Elements, depth int, asks bool) {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 && strings.ContainsRune("sqxX", verb) {
		text := make([]byte, len(list))
		for i, d := range list {
			o.e.needs(nil, d)
			text[i] = byte(d.Bits)
		}
		fmt.Fprintf(s, fmt.FormatString(s, verb), text)
		return
	}
	io.WriteString(s, "[")
	for i, d := range list {
		if i > 0 {
			io.WriteString(s, " ")
		}
		o.composite(s, verb, elem, d, depth+1, asks)
	}
	io.WriteString(s, "]")
}

// mapping prints a map in the order of its keys, if these are numbers, strings or bools.
func (o *operand) mapping(s fmt.State, verb rune, t *types.Map, d Datum, depth int, asks bool) {
	m, _ := d.Ref.(*MapDatum)
	if m != nil && m.Bad != nil {
		o.e.needs(nil, Datum{Ref: m.Bad})
	}
	keys, values := m.Entries()
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	compare := o.keyOrder(t.Key())
	slices.SortStableFunc(order, func(i, j int) int { return compare(keys[i], keys[j]) })
	io.WriteString(s, "map[")
	for n, i := range order {
		if n > 0 {
			io.WriteString(s, " ")
		}
		o.composite(s, verb, t.Key(), keys[i], depth+1, asks)
		io.WriteString(s, ":")
		o.composite(s, verb, t.Elem(), values[i], depth+1, asks)
	}
	io.WriteString(s, "]")
}

// keyOrder is the order in which fmt has the keys of maps: that of numbers and strings, and false before true.
func (o *operand) keyOrder(t types.Type) func(x, y Datum) int {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsOrdered|types.IsBoolean) == 0 {
		o.unavailable()
	}
	key := func(d Datum) reflect.Value {
		o.e.needs(nil, d)
		v, _ := goValue(b.Kind(), d)
		return reflect.ValueOf(v)
	}
	return func(x, y Datum) int {
		switch k, l := key(x), key(y); {
		case k.CanInt():
			return cmp.Compare(k.Int(), l.Int())
		case k.CanUint():
			return cmp.Compare(k.Uint(), l.Uint())
		case k.CanFloat():
			return cmp.Compare(k.Float(), l.Float())
		case k.Kind() == reflect.String:
			return cmp.Compare(k.String(), l.String())
		case k.Bool() == l.Bool():
			return 0
		case l.Bool():
			return -1
		}
		return 1
	}
}
