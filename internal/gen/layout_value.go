package gen

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lockstep-simt/lockstep/program"
)

// column is what the machine has one column for.
type column struct {
	program.Field
	bare bool // the value's elements are of that type, and not of a named one
	null bool // it has lengths, of which -1 is that of nil
}

// elem is the Go type of the numbers that the column has.
func (c column) elem() string {
	switch c.Type {
	case program.GoError:
		return program.GoInt32.String()
	case program.GoLen, program.GoString:
		return program.GoInt64.String()
	}
	return c.Type.String()
}

// value is how a lane's value lies in columns: what its type is made of, and which column each part
// has.
type value struct {
	typ  types.Type
	path string // from the parameter or result on: ".Pos.X"
	// column is where a number or an error is among the columns, -1 if there is none for it.
	column int
	// other is the column of a complex number's imaginary part, of a slice's length or that of a string, or of
	// whether a pointer is nil; -1 if there is none.
	other int
	room  int      // how many elements of a slice the columns have room for, or bytes of a string that is any text
	below []*value // the fields of a struct, or the one element of what has elements, or is a pointer
}

// kind is what a value is to columns.
type kind int

const (
	nothing kind = iota // no column could have it
	number
	complexNumber
	text // one of some strings, whose number the column has; or any, whose bytes it has
	errorCode
	structure
	array
	slice
	pointer
)

func kindOf(t types.Type) kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case u.Kind() == types.Uintptr:
		case info&(types.IsBoolean|types.IsInteger|types.IsFloat) != 0:
			return number
		case info&types.IsComplex != 0:
			return complexNumber
		case info&types.IsString != 0:
			return text
		}
	case *types.Struct:
		return structure
	case *types.Array:
		return array
	case *types.Slice:
		return slice
	case *types.Pointer:
		return pointer
	case *types.Interface:
		if isError(t) {
			return errorCode
		}
	}
	return nothing
}

// kind is what the value is to columns.
func (v *value) kind() kind { return kindOf(v.typ) }

// elem is the element of what has elements, or is a pointer.
func (v *value) elem() *value {
	if len(v.below) == 0 {
		return &value{typ: types.Typ[types.Invalid], column: -1, other: -1}
	}
	return v.below[0]
}

// isRows reports whether a value is a slice of slices.
func (v *value) isRows() bool { return v.kind() == slice && v.elem().kind() == slice }

// any reports whether f holds for the value or a part of it.
func (v *value) any(f func(*value) bool) bool {
	return f(v) || slices.ContainsFunc(v.below, func(b *value) bool { return b.any(f) })
}

// has reports whether there is a column for some part.
func (v *value) has() bool {
	return v.any(func(v *value) bool { return v.column >= 0 })
}

// lacks returns the first part, of those that a column could have, that has none.
func (v *value) lacks() *value {
	switch v.kind() {
	case number, complexNumber, text, errorCode:
		if v.column < 0 {
			return v
		}
	}
	for _, b := range v.below {
		if l := b.lacks(); l != nil {
			return l
		}
	}
	return nil
}

// slot is a column that is looked for.
type slot struct {
	to    *int
	names []string // what it may be called
	dims  []int    // -1: of a slice
	goElm program.GoType
	bare  bool
}

// layouter finds the columns of values, as package golang lays them out.
type layouter struct {
	slots  []slot
	values []*value // slices whose room is to be found, with the depth of each
	depths []int
	seen   []types.Type // pointers that lead here
	lanes  bool         // of parameters, whose pointers lead nowhere
}

// root makes the value of a parameter or a result. Its columns are called like name; for what is
// left behind in a parameter, of is what that is called.
func (l *layouter) root(t types.Type, name, of string) *value {
	return l.value(t, "", []string{name}, of, nil)
}

// value makes the value of a type under some dimensions.
func (l *layouter) value(t types.Type, path string, names []string, of string, dims []int) *value {
	v := &value{typ: t, path: path, column: -1, other: -1}
	below := func(t types.Type, path string, names []string, dims []int) {
		v.below = append(v.below, l.value(t, path, names, of, dims))
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.number(v, u, names, dims)
	case *types.Interface:
		if isError(t) {
			l.slots = append(l.slots, slot{&v.column, names, dims, program.GoError, true})
		}
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" {
				below(f.Type(), path+"."+f.Name(), ended(names, "."+f.Name()), dims)
			}
		}
	case *types.Array:
		if u.Len() == 0 {
			return v // the machine has no columns without elements
		}
		below(u.Elem(), path+"[]", names, append(slices.Clip(dims), int(u.Len())))
	case *types.Slice:
		if of != "" && path != "" && !strings.HasSuffix(path, "[]") {
			names = append(slices.Clip(names), of+path+".out")
		}
		lens := ended(names, ".len")
		switch {
		case strings.HasSuffix(path, "[]"):
			lens = ended(names, ".lens")
		case kindOf(u.Elem()) == slice:
			lens = ended(names, ".lens.len")
		}
		l.slots = append(l.slots, slot{&v.other, lens, dims, program.GoLen, true})
		l.values, l.depths = append(l.values, v), append(l.depths, len(dims))
		below(u.Elem(), path+"[]", names, append(slices.Clip(dims), -1))
	case *types.Pointer:
		if l.lanes || slices.ContainsFunc(l.seen, func(p types.Type) bool { return types.Identical(p, t) }) {
			return v
		}
		l.seen = append(l.seen, t)
		l.slots = append(l.slots, slot{&v.other, ended(names, ".nil"), dims, program.GoBool, true})
		below(u.Elem(), path, names, dims)
		l.seen = l.seen[:len(l.seen)-1]
	}
	return v
}

// number adds what a number needs.
func (l *layouter) number(v *value, u *types.Basic, names []string, dims []int) {
	part := func(to *int, names []string, of types.BasicKind) {
		elem, _ := program.ParseGoType(types.Typ[of].Name())
		l.slots = append(l.slots, slot{to, names, dims, elem, types.Identical(v.typ, types.Typ[u.Kind()])})
	}
	switch kindOf(v.typ) {
	case text:
		bare := types.Identical(v.typ, types.Typ[u.Kind()])
		l.slots = append(l.slots, slot{&v.column, names, dims, program.GoString, bare},
			slot{&v.other, ended(names, ".len"), dims, program.GoLen, true})
		if len(dims) == 0 {
			l.values, l.depths = append(l.values, v), append(l.depths, 0)
		}
	case number:
		part(&v.column, names, u.Kind())
	case complexNumber:
		of := types.Float64
		if u.Kind() == types.Complex64 {
			of = types.Float32
		}
		part(&v.column, ended(names, ".re"), of)
		part(&v.other, ended(names, ".im"), of)
	}
}

// ended are names with an ending.
func ended(names []string, end string) []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = n + end
	}
	return all
}

// find gives each slot its column: those that are called as they should be, and then those with a number
// behind their name, which the text form gives to names that it has already.
func (l *layouter) find(flat []program.VarDef) ([]column, error) {
	columns := make([]column, len(flat))
	found := make([]bool, len(flat))
	for _, same := range []func(name, want string) bool{
		func(name, want string) bool { return program.ColumnName(name) == want },
		numbered,
	} {
		for _, s := range l.slots {
			if *s.to >= 0 {
				continue
			}
			at := slices.IndexFunc(flat, func(d program.VarDef) bool {
				return slices.ContainsFunc(s.names, func(n string) bool { return same(d.Name, clean(n)) })
			})
			if at < 0 || found[at] {
				continue
			}
			if !s.fits(flat[at]) {
				return nil, fmt.Errorf("%s has the shape %v, not %v", flat[at].Name, flat[at].Type.Leaf().Shape, s.dims)
			}
			is, of := flat[at].Go == program.GoString || flat[at].Text, s.goElm
			if is != (of == program.GoString) {
				return nil, fmt.Errorf("%s is of type %s, not %s", flat[at].Name, flat[at].Go, s.goElm)
			}
			found[at], *s.to = true, at
			if flat[at].Text {
				of = program.GoUint8
			}
			columns[at] = column{bare: s.bare, null: flat[at].Nil, Field: program.Field{Name: flat[at].Name, Type: of,
				Shape: flat[at].Type.Leaf().Shape, Texts: flat[at].Texts}}
		}
	}
	if at := slices.Index(found, false); at >= 0 {
		return nil, fmt.Errorf("it has the column %s, for which there is no place", flat[at].Name)
	}
	for i, v := range l.values {
		v.any(func(b *value) bool {
			if b.column >= 0 && (v.kind() != text || v.other >= 0) {
				v.room = columns[b.column].Shape[l.depths[i]]
			}
			return b.column >= 0
		})
	}
	return columns, nil
}

// fits reports whether a column has the dimensions of a slot.
func (s *slot) fits(d program.VarDef) bool {
	shape := d.Type.Leaf().Shape
	if d.Text {
		shape = shape[:len(shape)-1]
	}
	return slices.EqualFunc(shape, s.dims, func(n, want int) bool { return want < 0 || n == want })
}

// numbers are what names may end with, or what they begin with, for want of a name.
var numbers = regexp.MustCompile(`_[0-9]+$|_[0-9]+\.`)

// numbered reports whether a name is the wanted one with a number behind it, or behind the part of it that
// ends at a point.
func numbered(name, want string) bool {
	for _, at := range numbers.FindAllStringIndex(name, -1) {
		if name[:at[0]]+strings.TrimLeft(name[at[0]:at[1]], "_0123456789")+name[at[1]:] == want {
			return true
		}
	}
	return false
}

// clean is a name as the text form has it.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || unicode.IsLetter(r) || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
}
