package program

import (
	"slices"
	"strconv"
	"strings"
)

// AtEdge returns an element of a parameter or result of the program as its Go
// type (VarDef.Go) holds it: as int8, the low 8 bits with their sign. Columns of
// that type hold nothing else, so whoever takes values from outside or gives
// them there converts them so. Of other variables nothing relies on the Go type.
func AtEdge(goType GoType, bits uint64) uint64 {
	switch goType {
	case GoInt8:
		return uint64(uint32(int32(int8(bits))))
	case GoInt16:
		return uint64(uint32(int32(int16(bits))))
	case GoUint8:
		return uint64(uint8(bits))
	case GoUint16:
		return uint64(uint16(bits))
	}
	return bits
}

// ErrorText is an error that a program may return as a result.
type ErrorText struct {
	// Text is what its Error method gives.
	Text string
	// Var is the package-level variable that holds it, such as ErrRange, or
	// empty for one that is made where it is returned.
	Var string
}

// ErrorText returns the text of the error that a variable of the Go type
// GoError holds: empty for nil, and "error 7" for a code of no declared error.
func (p *Program) ErrorText(code int32) string {
	switch {
	case code == 0:
		return ""
	case code > 0 && int(code) <= len(p.Errors):
		return p.Errors[code-1].Text
	}
	return "error " + strconv.Itoa(int(code))
}

// Flat returns the declarations of a parameter or result list leaf by leaf: for
// a variable of a tuple or record type, one for each leaf, named by its path.
// It is the list of a batch's columns.
func (p *Program) Flat(names Names) []VarDef {
	var flat []VarDef
	for _, n := range Variables(names) {
		d := p.VarDefs.Def(n)
		paths := d.Type.Paths(n)
		for i, t := range d.Type.Flatten() {
			flat = append(flat, VarDef{Name: paths[i], Type: Leaf(t), Go: d.Go, Texts: d.Texts, Text: d.Text,
				Nil: d.Nil})
		}
	}
	return flat
}

// lenSuffix ends the name of the variable that holds a slice's length.
const lenSuffix = ".len"

// Slice is a parameter or result whose length each lane brings: some leaves
// with the same first dimension, the capacity, and one of the Go type GoLen
// that says how many elements of them are in use. A slice x of numbers has the
// leaf x, a slice of structs the leaves x.A, x.B, …; both have x.len.
type Slice struct {
	Name string
	// Len and Elems are indices into the flat list: of the length, and of the leaves of an element.
	Len   int
	Elems []int
	Cap   int // how many elements a lane has room for
	// Nil says that the length may be -1: then the slice is nil.
	Nil bool
}

// Least is the least length that a lane may bring: -1 if that says nil.
func (s Slice) Least() int {
	if s.Nil {
		return -1
	}
	return 0
}

// Slices finds the slices in what Flat returns.
func Slices(flat []VarDef) []Slice {
	var found []Slice
	for i, d := range flat {
		if d.Go != GoLen {
			continue
		}
		s := Slice{Name: strings.TrimSuffix(d.Name, lenSuffix), Len: i, Nil: d.Nil}
		for j, e := range flat {
			if e.Go == GoLen || e.Name != s.Name && !strings.HasPrefix(e.Name, s.Name+".") {
				continue
			}
			s.Elems = append(s.Elems, j)
			if shape := e.Type.Leaf().Shape; len(shape) > 0 {
				s.Cap = shape[0]
			}
		}
		found = append(found, s)
	}
	return found
}

// T14, of one list of the program.
func (v *verifier) lengths(what string, names Names) {
	flat := v.p.Flat(names)
	for _, s := range Slices(flat) {
		name := flat[s.Len].Name
		switch {
		case s.Name == name || s.Name == "":
			v.reportf("the %s %s is as len, but is not called NAME.len", what, name)
		case len(s.Elems) == 0:
			v.reportf("the %s %s is the length of %s, which is no %s", what, name, s.Name, what)
		case slices.ContainsFunc(s.Elems, func(e int) bool {
			shape := flat[e].Type.Leaf().Shape
			return len(shape) == 0 || shape[0] != s.Cap
		}):
			v.reportf("the %s %s is the length of %s, which has not one first dimension", what, name, s.Name)
		}
	}
}

// T14, of the strings among them.
func (v *verifier) texts(what string, names Names) {
	flat := v.p.Flat(names)
	slicesOf := Slices(flat)
	for i, d := range flat {
		if d.Text && !slices.ContainsFunc(slicesOf, func(s Slice) bool {
			return len(s.Elems) == 1 && s.Elems[0] == i && len(d.Type.Leaf().Shape) == 1
		}) {
			v.reportf("the %s %s is a string, and has no length", what, d.Name)
		}
	}
}

// T15.
func (v *verifier) errorInputs() {
	for _, d := range v.p.Flat(v.p.VarsIn) {
		if d.Go == GoError {
			v.reportf("the parameter %s is as error; only a result can be one", d.Name)
		}
	}
}
