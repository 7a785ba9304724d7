package shared

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"
)

// Type describes a Go type as far as values of it are laid out. Equal types are one Type: [TypeOf] makes one for each
// type of this process, and what reads source makes its own for those that it finds there. Of these Kind is set and
// what belongs to it; all may be set after others refer to them, so that types can lead to themselves.
type Type struct {
	Kind   reflect.Kind
	Elem   *Type   // of an array, slice or pointer, and of a map the values
	Key    *Type   // of a map
	Len    int     // of an array
	Fields []Field // of a struct

	memory reflect.Type // values of the type lie in memory as values of this one
	table  *Type        // of a map: what it is laid out as
}

// Field is a field of a struct.
type Field struct {
	Name     string
	Type     *Type
	Tag      reflect.StructTag
	Embedded bool
}

var known struct {
	sync.Mutex
	types map[reflect.Type]*Type
}

// TypeOf describes a type of this process.
func TypeOf(t reflect.Type) *Type {
	known.Lock()
	defer known.Unlock()
	if known.types == nil {
		known.types = map[reflect.Type]*Type{}
	}
	return typeOf(t)
}

func typeOf(t reflect.Type) *Type {
	if d := known.types[t]; d != nil {
		return d
	}
	d := &Type{Kind: t.Kind(), memory: t}
	known.types[t] = d
	switch d.Kind {
	case reflect.Array:
		d.Elem, d.Len = typeOf(t.Elem()), t.Len()
	case reflect.Slice, reflect.Pointer:
		d.Elem = typeOf(t.Elem())
	case reflect.Map:
		d.Key, d.Elem = typeOf(t.Key()), typeOf(t.Elem())
		d.table = tableOf(d, typeOf)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			d.Fields = append(d.Fields, Field{Name: f.Name, Type: typeOf(f.Type), Tag: f.Tag, Embedded: f.Anonymous})
		}
	}
	return d
}

// Basic is the type with no name of a kind: that of a string or of a number, complex or not.
func Basic(k reflect.Kind) *Type {
	switch k {
	case reflect.String:
		return TypeOf(reflect.TypeFor[string]())
	case reflect.Complex64:
		return TypeOf(reflect.TypeFor[complex64]())
	case reflect.Complex128:
		return TypeOf(reflect.TypeFor[complex128]())
	}
	return number(k)
}

// number is the type with no name of one of the kinds of [Numbers].
func number(k reflect.Kind) *Type { return TypeOf(Numbers[k]) }

// inMemory is a type whose values lie in memory as those of t: a type that was found in source has what refers to
// others as pointers to anything, and its maps as pointers to pairs.
func (t *Type) inMemory() reflect.Type {
	if t.memory == nil {
		t.memory = t.invent()
	}
	return t.memory
}

func (t *Type) invent() reflect.Type {
	switch t.Kind {
	case reflect.String:
		return reflect.TypeFor[string]()
	case reflect.Slice:
		return reflect.TypeFor[[]struct{}]()
	case reflect.Pointer:
		return reflect.TypeFor[unsafe.Pointer]()
	case reflect.Map:
		return reflect.TypeFor[*pairs]()
	case reflect.Array:
		return reflect.ArrayOf(t.Len, t.Elem.inMemory())
	case reflect.Complex64:
		return reflect.TypeFor[complex64]()
	case reflect.Complex128:
		return reflect.TypeFor[complex128]()
	case reflect.Struct:
		fields := make([]reflect.StructField, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: f.Type.inMemory()}
		}
		return reflect.StructOf(fields)
	}
	if n := Numbers[t.Kind]; n != nil {
		return n
	}
	return reflect.TypeFor[struct{}]() // of functions and the like nothing is laid out
}
