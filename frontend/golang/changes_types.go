package golang

import "go/types"

// What package-level variables are made of. nil is an unknown type.

func underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

func pointerTo(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return types.NewPointer(t)
}

// sliceOf returns the type of a slice of something; nil for the unknown.
func sliceOf(t types.Type) types.Type {
	switch u := underlying(t).(type) {
	case *types.Slice:
		return t
	case *types.Array, *types.Pointer:
		if e := elem(u); e != nil {
			return types.NewSlice(e)
		}
	}
	return nil
}

// elem returns the type that an index leads to; nil for the unknown.
func elem(t types.Type) types.Type {
	switch u := underlying(t).(type) {
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

// keyMayRefer reports whether something may be reached through the keys over
// which a value is ranged.
func keyMayRefer(t types.Type) bool {
	switch u := underlying(t).(type) {
	case nil:
		return true
	case *types.Map:
		return !isPure(u.Key())
	case *types.Chan:
		return true
	}
	return false
}

// selected returns the field or method that a selector means; nil for none.
func selected(t types.Type, name string) types.Object {
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
	if n := namedOf(t); n != nil {
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
				if n := namedOf(field.Type()); n != nil {
					pkgs = append(pkgs, n.Obj().Pkg())
				}
			}
		}
	}
	return append(pkgs, nil)
}

// namedOf returns the named type of a value or of what it points to, or nil.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if _, isNamed := t.(*types.Named); !isNamed {
			t = types.Unalias(p.Elem())
		}
	}
	n, _ := t.(*types.Named)
	return n
}

// namedWithin returns the named types of which types have parts, or refer to.
func namedWithin(work []types.Type) []*types.Named {
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

// isPure reports whether a value of type t is a copy through which nothing
// else can be reached.
func isPure(t types.Type) bool { return t != nil && isPureType(t, map[types.Type]bool{}) }

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

// isLocation reports whether a type is time.Location, to which nothing writes
// through a pointer once it is made.
func isLocation(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Location" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}
