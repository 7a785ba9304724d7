// Package gotypes answers questions about Go types that package go/types does not:
// what an index leads to, what a selector means, whether a copy of a value shares
// anything with it. It knows nothing of batched code.
//
// Invariants: what takes nil for a type that is not known says so, and gives nil for
// it; no answer depends on the order in which types were met.
//
// Read first: [IsPure], [Key].
//
// Imports: nothing of ours.
package gotypes

import (
	"go/types"
	"strconv"
)

// Underlying returns the underlying type; nil for the unknown.
func Underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// PointerTo returns the type of a pointer to something; nil for the unknown.
func PointerTo(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return types.NewPointer(t)
}

// SliceOf returns the type of a slice of something; nil for the unknown.
func SliceOf(t types.Type) types.Type {
	switch u := Underlying(t).(type) {
	case *types.Slice:
		return t
	case *types.Array, *types.Pointer:
		if e := Elem(u); e != nil {
			return types.NewSlice(e)
		}
	}
	return nil
}

// Elem returns the type that an index leads to; nil for the unknown.
func Elem(t types.Type) types.Type {
	switch u := Underlying(t).(type) {
	case *types.Array:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	}
	return nil
}

// KeyMayRefer reports whether something may be reached through the keys over
// which a value is ranged.
func KeyMayRefer(t types.Type) bool {
	switch u := Underlying(t).(type) {
	case nil:
		return true
	case *types.Map:
		return !IsPure(u.Key())
	case *types.Chan:
		return true
	}
	return false
}

// Selected returns the field or method that a selector means; nil for none.
func Selected(t types.Type, name string) types.Object {
	t = types.Unalias(t)
	// What is not exported is looked up by its package, of which there is one
	// in a type that is not made by hand.
	for _, pkg := range packagesOf(t) {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name); obj != nil {
			return obj
		}
	}
	return nil
}

// packagesOf returns the packages to which the names of a type's fields and
// methods may belong.
func packagesOf(t types.Type) []*types.Package {
	var pkgs []*types.Package
	if n := NamedOf(t); n != nil {
		pkgs = append(pkgs, n.Obj().Pkg())
	}
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	if st, ok := u.(*types.Struct); ok {
		for field := range st.Fields() {
			pkgs = append(pkgs, field.Pkg())
			if field.Embedded() {
				if n := NamedOf(field.Type()); n != nil {
					pkgs = append(pkgs, n.Obj().Pkg())
				}
			}
		}
	}
	return append(pkgs, nil)
}

// NamedOf returns the named type of a value or of what it points to, or nil.
func NamedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if _, isNamed := t.(*types.Named); !isNamed {
			t = types.Unalias(p.Elem())
		}
	}
	n, _ := t.(*types.Named)
	return n
}

// NamedWithin returns the named types of which types have parts, or refer to.
func NamedWithin(work []types.Type) []*types.Named {
	found := []*types.Named{}
	seen := map[types.Type]bool{}
	for len(work) > 0 {
		t := types.Unalias(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if n, ok := t.(*types.Named); ok {
			found = append(found, n)
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for field := range u.Fields() {
				work = append(work, field.Type())
			}
		case *types.Map:
			work = append(work, u.Key(), u.Elem())
		case interface{ Elem() types.Type }:
			work = append(work, u.Elem())
		}
	}
	return found
}

// IsPure reports whether a value of type t is a copy through which nothing
// else can be reached.
func IsPure(t types.Type) bool { return t != nil && isPureType(t, map[types.Type]bool{}) }

// isPureType is isPure with the types that were begun or done: each is looked
// at once, however often it occurs.
func isPureType(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return true
	}
	seen[t] = true
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Pointer:
		return isLocation(u.Elem())
	case *types.Signature:
		return true
	case *types.Interface:
		// What an error says does not change; other methods may do anything.
		return types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Array:
		return isPureType(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if !isPureType(f.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// IsNumbers reports whether values of a type are numbers and bools, and arrays, structs and
// tuples of them.
func IsNumbers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsNumeric|types.IsBoolean) != 0
	case *types.Array:
		return IsNumbers(u.Elem())
	case *types.Tuple:
		for v := range u.Variables() {
			if !IsNumbers(v.Type()) {
				return false
			}
		}
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if !IsNumbers(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// isLocation reports whether a type is time.Location, to which nothing writes
// through a pointer once it is made.
func isLocation(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Location" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// Key names a type so that different types have different names.
func Key(t types.Type) string { return string(appendKey(make([]byte, 0, 64), t)) }

// appendKey appends the key of a type: about what [types.TypeString] gives, and where a type of a function is declared.
// It is asked for in every comparison of what is known, and most types are of few parts.
func appendKey(key []byte, t types.Type) []byte {
	switch t := types.Unalias(t).(type) {
	case nil:
		return key
	case *types.Basic:
		return append(key, t.Name()...)
	case *types.Pointer:
		return appendKey(append(key, '*'), t.Elem())
	case *types.Slice:
		return appendKey(append(key, "[]"...), t.Elem())
	case *types.Array:
		key = strconv.AppendInt(append(key, '['), t.Len(), 10)
		return appendKey(append(key, ']'), t.Elem())
	case *types.Map:
		key = appendKey(append(key, "map["...), t.Key())
		return appendKey(append(key, ']'), t.Elem())
	case *types.Struct:
		key = append(key, "struct{"...)
		for i := range t.NumFields() {
			f := t.Field(i)
			if f.Embedded() {
				key = append(key, '.')
			}
			key = appendKey(append(append(key, f.Name()...), ' '), f.Type())
			key = append(append(append(key, ' '), t.Tag(i)...), ';')
		}
		return append(key, '}')
	case *types.Named:
		pkg := t.Obj().Pkg()
		if t.TypeArgs().Len() > 0 || pkg == nil {
			key = append(key, types.TypeString(t, nil)...)
		} else {
			key = append(append(append(key, pkg.Path()...), '.'), t.Obj().Name()...)
		}
		if pkg != nil && t.Obj().Parent() != pkg.Scope() {
			key = strconv.AppendInt(append(key, '@'), int64(t.Obj().Pos()), 10)
		}
		return key
	}
	return append(key, types.TypeString(t, nil)...)
}

// Pointee returns what a pointer of type t points to.
func Pointee(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }

// IsError reports whether t is the type error itself.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsMap reports whether a type is of maps.
func IsMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// IsFunction reports whether a type is of functions.
func IsFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// IsSlice reports whether values of type t are slices.
func IsSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// IsPointer reports whether a type is of pointers.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// IsString reports whether values of type t are strings.
func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// IsLock reports whether a function with a signature locks or unlocks a mutex, so that it changes nothing else.
func IsLock(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Results().Len() > 0 {
		return false
	}
	p, ok := sig.Recv().Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := p.Elem().(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync" &&
		(named.Obj().Name() == "Mutex" || named.Obj().Name() == "RWMutex")
}

// Short is a type as messages have it, with the names of packages and not their paths.
func Short(t types.Type) string { return types.TypeString(t, (*types.Package).Name) }
