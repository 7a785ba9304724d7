// Package sourcetype describes types of Go source for package shared, so that values of them that come from files can
// be laid out where nothing is compiled.
//
// Invariants: types that are identical in source are one description, and others are not.
//
// Read first: [Of].
//
// Imports: internal/shared.
package sourcetype

import (
	"go/types"
	"reflect"

	"github.com/lockstep-simt/lockstep/internal/shared"
	"golang.org/x/tools/go/types/typeutil"
)

// Of describes a type. Types that have no layout, such as functions, have no kind either.
func Of(t types.Type) *shared.Type {
	return (&describer{}).describe(t)
}

// describer has the types that it met.
type describer struct{ met typeutil.Map }

// kinds are those of the basic types of which values are laid out.
var kinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.String: reflect.String,
	types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16, types.Int32: reflect.Int32,
	types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8, types.Uint16: reflect.Uint16,
	types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64, types.Float32: reflect.Float32,
	types.Float64: reflect.Float64, types.Complex64: reflect.Complex64, types.Complex128: reflect.Complex128,
}

func (d *describer) describe(t types.Type) *shared.Type {
	t = types.Unalias(t)
	if s, ok := d.met.At(t).(*shared.Type); ok {
		return s
	}
	if b, ok := t.(*types.Basic); ok && kinds[b.Kind()] != reflect.Invalid {
		// A map is laid out with numbers of types that have no name.
		return shared.Basic(kinds[b.Kind()])
	}
	s := &shared.Type{}
	d.met.Set(t, s)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		s.Kind = kinds[u.Kind()]
	case *types.Array:
		s.Kind, s.Elem, s.Len = reflect.Array, d.describe(u.Elem()), int(u.Len())
	case *types.Slice:
		s.Kind, s.Elem = reflect.Slice, d.describe(u.Elem())
	case *types.Pointer:
		s.Kind, s.Elem = reflect.Pointer, d.describe(u.Elem())
	case *types.Map:
		s.Kind, s.Key, s.Elem = reflect.Map, d.describe(u.Key()), d.describe(u.Elem())
	case *types.Struct:
		s.Kind = reflect.Struct
		for i := range u.NumFields() {
			f := u.Field(i)
			s.Fields = append(s.Fields, shared.Field{Name: f.Name(), Type: d.describe(f.Type()),
				Tag: reflect.StructTag(u.Tag(i)), Embedded: f.Embedded()})
		}
	}
	return s
}
