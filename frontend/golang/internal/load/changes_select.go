package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// selector follows a field, or the receiver of a method that is called or made a
// value, which is called somewhere.
func (f *flow) selector(d *Declaration, sel *ast.SelectorExpr, t types.Type, shared bool) {
	if t == nil {
		f.anySelector(d, sel, shared)
		return
	}
	switch obj := gotypes.Selected(t, sel.Sel.Name).(type) {
	case *types.Var:
		f.place(d, sel, obj.Type(), shared)
	case *types.Func: // perhaps that of an embedded field
		if types.IsInterface(obj.Signature().Recv().Type()) {
			// What an interface holds is a copy, or reached through a pointer.
			f.within(sel.Pos(), true, func() { f.anyMethod(sel.Sel.Name, shared) })
			return
		}
		f.within(sel.Pos(), shared,
			func() { f.method(sel.Pos(), gotypes.NamedOf(obj.Signature().Recv().Type()), sel.Sel.Name, shared) })
	default: // a method that is not kept
		f.within(sel.Pos(), shared, func() { f.method(sel.Pos(), gotypes.NamedOf(t), sel.Sel.Name, shared) })
	}
}

// anySelector follows a field or a method of a value whose type is not known:
// it is one of those that the variable holds.
func (f *flow) anySelector(d *Declaration, sel *ast.SelectorExpr, shared bool) {
	found := false
	for _, n := range f.holds() {
		if v, ok := gotypes.Selected(n, sel.Sel.Name).(*types.Var); ok {
			found = true
			f.place(d, sel, v.Type(), shared)
		}
	}
	f.within(sel.Pos(), shared, func() { found = f.anyMethod(sel.Sel.Name, shared) || found })
	if !found {
		f.change(sel.Pos(), shared)
	}
}

// anyMethod follows a value whose type is not known, as what an interface
// holds, into the methods of a name that it may have, and says whether there
// is one.
func (f *flow) anyMethod(name string, shared bool) (found bool) {
	for _, n := range f.holds() {
		if types.IsInterface(n) {
			continue
		}
		switch m := gotypes.Selected(n, name).(type) {
		case *types.Func:
			if recv := m.Signature().Recv().Type(); !types.IsInterface(recv) {
				found = true
				f.method(m.Pos(), gotypes.NamedOf(recv), name, shared)
			}
		case nil:
			if f.declared(n, name) != nil {
				found = true
				f.method(token.NoPos, n, name, shared)
			}
		}
	}
	return found
}

// method follows the receiver of a method of a type, which is called at a place.
func (f *flow) method(at token.Pos, n *types.Named, name string, shared bool) {
	if d := f.declared(n, name); d != nil {
		f.receiver(d, d.node.(*ast.FuncDecl), n, shared)
		return
	}
	f.change(at, shared)
}

// declared returns the declaration of a method, which need not be kept, or nil.
func (f *flow) declared(n *types.Named, name string) *Declaration {
	if n == nil || f.byTypes[n.Obj().Pkg()] == nil {
		return nil
	}
	for _, d := range f.byTypes[n.Obj().Pkg()].decls.methods[n.Obj().Name()] {
		if d.node.(*ast.FuncDecl).Name.Name == name {
			return d
		}
	}
	return nil
}

// holds returns the named types of which the variable has parts, or refers to.
func (f *flow) holds() []*types.Named {
	if f.named == nil && f.of != nil {
		f.named = gotypes.NamedWithin(append([]types.Type{f.of}, f.dynamics...))
	}
	return f.named
}

// parsed returns all packages with a syntax tree.
func (f *flow) parsed() []*Source {
	all := []*Source{f.root}
	for _, s := range f.root.imports {
		all = append(all, s)
	}
	return all
}

// typeOf returns the type of a package-level name, if it is kept.
func (f *flow) typeOf(s *Source, name string) types.Type {
	for pkg, home := range f.byTypes {
		if obj := pkg.Scope().Lookup(name); home.Source == s && obj != nil {
			return obj.Type()
		}
	}
	return nil
}
