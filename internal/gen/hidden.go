package gen

import (
	"fmt"
	"go/types"
)

// hidden says what of a type a wrapper in package home cannot name, or "": a
// field, or the type of one, that another package keeps to itself.
func hidden(t types.Type, home *types.Package) string {
	return hiddenIn(t, home, map[types.Type]bool{})
}

// unnamed says why a wrapper in package home cannot write a type, or "": it is, or points to, one that another package
// keeps to itself.
func unnamed(t types.Type, home *types.Package) string {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		}
		return ownName(t, home)
	}
}

// ownName says that a type has a name that another package than home keeps to itself, or "".
func ownName(t types.Type, home *types.Package) string {
	named, ok := types.Unalias(t).(*types.Named)
	if ok && named.Obj().Pkg() != nil && named.Obj().Pkg() != home && !named.Obj().Exported() {
		return own(types.TypeString(t, (*types.Package).Name), named.Obj().Pkg())
	}
	return ""
}

// hiddenIn does so for types that are not in seen, which a type may lead back to.
func hiddenIn(t types.Type, home *types.Package, seen map[types.Type]bool) string {
	t = types.Unalias(t)
	if seen[t] {
		return ""
	}
	seen[t] = true
	if why := ownName(t, home); why != "" {
		return why
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == "_" {
				continue
			}
			if f.Pkg() != home && !f.Exported() {
				return own("field "+f.Name()+" of "+types.TypeString(t, (*types.Package).Name), f.Pkg())
			}
			if why := hiddenIn(f.Type(), home, seen); why != "" {
				return why
			}
		}
	case *types.Array:
		return hiddenIn(u.Elem(), home, seen)
	case *types.Slice:
		return hiddenIn(u.Elem(), home, seen)
	case *types.Pointer:
		return hiddenIn(u.Elem(), home, seen)
	}
	return ""
}

func own(what string, pkg *types.Package) string {
	return fmt.Sprintf("%s is package %s's own", what, pkg.Path())
}
