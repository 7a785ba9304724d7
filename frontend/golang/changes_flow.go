package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// flow follows where the memory of a package-level variable goes, by names,
// and finds where it is or may be written. Pointers to it, slices of it and
// slices in it are followed through local variables, other package-level
// variables and the parameters of functions whose source is there; where one
// leaves that (it is returned, kept in other memory, or given to a function
// value), it may be written. So it may wherever an expression stands of which
// nothing here says that it is harmless. Types are those of the variable's parts;
// nil is an unknown one.
type flow struct {
	root    *source
	byTypes map[*types.Package]*typed
	// of is the variable's type, and dynamics are the types of what interfaces
	// hold in it: a value whose type is not known is of one that is in these.
	of       types.Type
	dynamics []types.Type
	named    []*types.Named // those types; nil before they are asked for
	seen     map[seenObject]bool
	found    []change
}

// seenObject is a local variable that has been followed, as holding a type.
type seenObject struct {
	obj *ast.Object
	typ string
}

func (f *flow) change(at token.Pos, shared bool) {
	f.found = append(f.found, change{at: at, shared: shared})
}

func (f *flow) assign(at token.Pos, shared bool) {
	f.found = append(f.found, change{at: at, shared: shared, certain: true})
}

// within reports what sub finds as one change, at a place.
func (f *flow) within(at token.Pos, shared bool, sub func()) {
	n := len(f.found)
	sub()
	if len(f.found) > n {
		certain := slices.ContainsFunc(f.found[n:], func(c change) bool { return c.certain })
		f.found = append(f.found[:n], change{at: at, shared: shared, certain: certain})
	}
}

// place follows an expression that denotes memory of the variable. shared
// says that it was reached through a slice.
func (f *flow) place(d *declaration, e ast.Expr, t types.Type, shared bool) {
	switch p := d.tree().parent[e].(type) {
	case *ast.ParenExpr:
		f.place(d, p, t, shared)
		return
	case *ast.IncDecStmt:
		f.assign(e.Pos(), shared)
		return
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, e) {
			f.assign(e.Pos(), shared)
			return
		}
	case *ast.RangeStmt:
		if p.Key == e || p.Value == e {
			f.assign(e.Pos(), shared)
			return
		}
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			if !gotypes.IsPure(gotypes.PointerTo(t)) {
				f.within(p.Pos(), shared, func() { f.value(d, p, gotypes.PointerTo(t), shared) })
			}
			return
		}
	case *ast.SliceExpr:
		if _, isArray := gotypes.Underlying(t).(*types.Array); p.X == e && isArray {
			f.within(p.Pos(), shared, func() { f.value(d, p, gotypes.SliceOf(t), shared) })
			return
		}
	case *ast.KeyValueExpr:
		if p.Key == e && !d.keysMap(p) {
			return // the name of a field, or an index
		}
	}
	if f.part(d, e, t, shared) {
		return
	}
	if _, asserted := d.tree().parent[e].(*ast.TypeAssertExpr); !gotypes.IsPure(t) || asserted {
		f.value(d, e, t, true)
	}
}

// part follows a step from an expression into what it refers to, and says
// whether there is one.
func (f *flow) part(d *declaration, e ast.Expr, t types.Type, shared bool) bool {
	switch p := d.tree().parent[e].(type) {
	case *ast.IndexExpr:
		if p.X == e {
			f.place(d, p, gotypes.Elem(t), shared)
		} else if !gotypes.IsPure(t) && d.isAssigned(p) {
			f.change(e.Pos(), shared) // a map keeps it as a key
		}
		return true
	case *ast.StarExpr:
		var to types.Type
		if ptr, ok := gotypes.Underlying(t).(*types.Pointer); ok {
			to = ptr.Elem()
		}
		f.place(d, p, to, shared)
		return true
	case *ast.SelectorExpr:
		f.selector(d, p, t, shared)
		return true
	}
	return false
}

// value follows an expression whose value refers to memory of the variable.
func (f *flow) value(d *declaration, e ast.Expr, t types.Type, shared bool) {
	if f.part(d, e, t, shared) {
		return
	}
	switch p := d.tree().parent[e].(type) {
	case *ast.ParenExpr:
		f.value(d, p, t, shared)
	case *ast.SliceExpr:
		if p.X == e {
			f.value(d, p, gotypes.SliceOf(t), shared)
		}
	case *ast.TypeAssertExpr:
		f.value(d, p, nil, shared) // of any type that the variable holds
	case *ast.CallExpr:
		f.argument(d, p, e, t, shared)
	case *ast.AssignStmt:
		i := slices.Index(p.Rhs, e)
		switch {
		case i < 0: // the local variable itself is given another value
		case isIndex(e) && len(p.Lhs) == 2 && len(p.Rhs) == 1:
			f.bind(d, p.Lhs[0], e, t, shared) // of a map: v, ok = m[k]
		case len(p.Lhs) != len(p.Rhs):
			f.change(e.Pos(), shared)
		default:
			f.bind(d, p.Lhs[i], e, t, shared)
		}
	case *ast.ValueSpec:
		if i := slices.Index(p.Values, e); i >= 0 {
			if len(p.Values) != len(p.Names) {
				f.change(e.Pos(), shared)
				return
			}
			f.bind(d, p.Names[i], e, t, shared)
		}
	case *ast.RangeStmt:
		if p.X == e && p.Value != nil && !gotypes.IsPure(gotypes.Elem(t)) {
			f.bind(d, p.Value, e, gotypes.Elem(t), shared)
		}
		if p.X == e && p.Key != nil && gotypes.KeyMayRefer(t) {
			f.bind(d, p.Key, e, nil, shared)
		}
	case *ast.IncDecStmt, *ast.BinaryExpr, *ast.ExprStmt, *ast.Field,
		*ast.CaseClause, *ast.SwitchStmt, *ast.IfStmt, *ast.ForStmt:
		// It is compared, computed with, or not used.
	default:
		f.initialiser(d, e, t, shared)
	}
}

// writtenType returns the type that a declaration writes for its i-th variable,
// which is not kept, if it is made of what is.
func (f *flow) writtenType(s *source, spec *ast.ValueSpec, i int) types.Type {
	e := spec.Type
	if e == nil && len(spec.Values) == len(spec.Names) {
		if lit, ok := spec.Values[i].(*ast.CompositeLit); ok {
			e = lit.Type
		}
	}
	for pkg, home := range f.byTypes {
		if e != nil && home.source == s {
			info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
			if err := types.CheckExpr(s.fset, pkg, token.NoPos, e, info); err == nil {
				return info.Types[e].Type
			}
		}
	}
	return nil
}

// initialiser follows a value that becomes part of another package-level
// variable's initial value.
func (f *flow) initialiser(d *declaration, e ast.Expr, t types.Type, shared bool) {
	parent := d.tree().parent
	for n := parent[e]; ; n = parent[n] {
		switch n := n.(type) {
		case *ast.CompositeLit, *ast.KeyValueExpr, *ast.ParenExpr, *ast.UnaryExpr:
			t = nil
			continue
		case *ast.ValueSpec:
			if isGlobal(d.file, n.Names[0]) && isVar(d) {
				f.within(e.Pos(), shared, func() { f.otherVariables(d, n, t, shared) })
				return
			}
		}
		f.change(e.Pos(), shared)
		return
	}
}

// otherVariables follows the variables of a declaration wherever they are used.
// value is the type of an initial value, if it is known.
func (f *flow) otherVariables(d *declaration, spec *ast.ValueSpec, value types.Type, shared bool) {
	for i, name := range spec.Names {
		key := seenObject{name.Obj, "package-level"}
		if f.seen[key] || name.Name == "_" {
			continue
		}
		f.seen[key] = true
		t := f.typeOf(d.pkg, name.Name)
		if t == nil {
			t = f.writtenType(d.pkg, spec, i)
		}
		if t == nil && spec.Type == nil && len(spec.Names) == 1 {
			t = value
		}
		for _, s := range f.parsed() {
			for _, u := range s.usesOf(f.root)[variable{d.pkg, name.Name}] {
				f.place(u.decl, u.expr, t, shared)
			}
		}
	}
}

func isIndex(e ast.Expr) bool { _, ok := ast.Unparen(e).(*ast.IndexExpr); return ok }

// bind follows a local variable that gets the value.
func (f *flow) bind(d *declaration, to, from ast.Expr, t types.Type, shared bool) {
	id, ok := ast.Unparen(to).(*ast.Ident)
	switch {
	case ok && id.Name == "_":
	case ok && id.Obj != nil && !isGlobal(d.file, id):
		f.object(d, id.Obj, t, shared)
	default:
		f.initialiser(d, from, t, shared)
	}
}

// object follows a local variable or parameter wherever it is used.
func (f *flow) object(d *declaration, obj *ast.Object, t types.Type, shared bool) {
	key := seenObject{obj, "?"}
	if t != nil {
		key.typ = types.TypeString(t, nil)
	}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	for _, id := range d.tree().idents[obj] {
		f.value(d, id, t, shared)
	}
}

// selector follows a field, or the receiver of a method that is called or made a
// value, which is called somewhere.
func (f *flow) selector(d *declaration, sel *ast.SelectorExpr, t types.Type, shared bool) {
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
		f.within(sel.Pos(), shared, func() { f.method(sel.Pos(), gotypes.NamedOf(obj.Signature().Recv().Type()), sel.Sel.Name, shared) })
	default: // a method that is not kept
		f.within(sel.Pos(), shared, func() { f.method(sel.Pos(), gotypes.NamedOf(t), sel.Sel.Name, shared) })
	}
}

// anySelector follows a field or a method of a value whose type is not known:
// it is one of those that the variable holds.
func (f *flow) anySelector(d *declaration, sel *ast.SelectorExpr, shared bool) {
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
func (f *flow) declared(n *types.Named, name string) *declaration {
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
func (f *flow) parsed() []*source {
	all := []*source{f.root}
	for _, s := range f.root.imports {
		all = append(all, s)
	}
	return all
}

// typeOf returns the type of a package-level name, if it is kept.
func (f *flow) typeOf(s *source, name string) types.Type {
	for pkg, home := range f.byTypes {
		if obj := pkg.Scope().Lookup(name); home.source == s && obj != nil {
			return obj.Type()
		}
	}
	return nil
}

// receiver follows the receiver of a method.
func (f *flow) receiver(m *declaration, fd *ast.FuncDecl, t types.Type, shared bool) {
	field := fd.Recv.List[0]
	if _, ok := ast.Unparen(field.Type).(*ast.StarExpr); ok {
		t = gotypes.PointerTo(t)
	} else if gotypes.IsPure(t) {
		return
	}
	switch {
	case fd.Body == nil:
		f.change(fd.Pos(), shared)
	case len(field.Names) > 0 && field.Names[0].Obj != nil:
		f.object(m, field.Names[0].Obj, t, shared)
	}
}

// argument follows a value into a call.
func (f *flow) argument(d *declaration, call *ast.CallExpr, e ast.Expr, t types.Type, shared bool) {
	i := slices.Index(call.Args, e)
	if i < 0 {
		return // it is called
	}
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var callees []*declaration
	switch x := fun.(type) {
	case *ast.ArrayType, *ast.StarExpr:
		f.value(d, call, t, shared) // a conversion
		return
	case *ast.Ident:
		if isGlobal(d.file, x) {
			if callees = d.pkg.decls.byName[x.Name]; len(callees) == 0 {
				f.builtin(d, call, x.Name, i, t, shared)
				return
			}
		}
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		if !ok || !isGlobal(d.file, id) || len(d.pkg.decls.byName[id.Name]) > 0 {
			break
		}
		if onlyLooks(d.pkg.standardImport(d.file, id.Name), x.Sel.Name) {
			f.within(e.Pos(), true, func() { f.printed(shared) })
			return
		}
		if pkg := d.pkg.imported(f.root, d.file, id.Name); pkg != nil {
			callees = pkg.decls.byName[x.Sel.Name]
		}
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok && callees == nil {
		if m := f.calledMethod(sel); m != nil {
			callees = []*declaration{m}
		}
	}
	if len(callees) != 1 {
		f.change(e.Pos(), shared)
		return
	}
	switch node := callees[0].node.(type) {
	case *ast.GenDecl:
		if node.Tok == token.TYPE {
			f.value(d, call, t, shared)
			return
		}
		f.change(e.Pos(), shared)
	case *ast.FuncDecl:
		f.within(e.Pos(), shared, func() { f.parameter(callees[0], node, i, call.Ellipsis.IsValid(), t, shared) })
	}
}

// calledMethod returns the declaration of the method that a selector calls, nil if that
// is not known: in code that is not kept, which has no types, and for interfaces.
func (f *flow) calledMethod(sel *ast.SelectorExpr) *declaration {
	for _, t := range f.byTypes {
		s := t.info.Selections[sel]
		if s == nil {
			continue
		}
		if m, ok := s.Obj().(*types.Func); ok && s.Kind() == types.MethodVal && !types.IsInterface(m.Signature().Recv().Type()) {
			return f.declared(gotypes.NamedOf(m.Signature().Recv().Type()), m.Name())
		}
	}
	return nil
}

// onlyLooks reports whether a function of the standard library only looks at what
// it is given, but for the methods that print it.
func onlyLooks(importPath, fn string) bool {
	switch importPath {
	case "fmt":
		return strings.HasPrefix(fn, "Print") || strings.HasPrefix(fn, "Sprint") || fn == "Errorf"
	case "log":
		return strings.HasPrefix(fn, "Print") || strings.HasPrefix(fn, "Fatal") || strings.HasPrefix(fn, "Panic")
	}
	return false
}

// printed follows a value into the methods by which package fmt prints it.
func (f *flow) printed(shared bool) {
	for _, name := range []string{"String", "Error", "Format", "GoString"} {
		f.anyMethod(name, shared)
	}
}

// parameter follows a value into the parameter of a function.
func (f *flow) parameter(d *declaration, fd *ast.FuncDecl, i int, spread bool, t types.Type, shared bool) {
	if fd.Body == nil {
		f.change(fd.Pos(), shared)
		return
	}
	for _, field := range fd.Type.Params.List {
		_, variadic := field.Type.(*ast.Ellipsis)
		for _, name := range field.Names {
			if i == 0 || variadic {
				if variadic && !spread {
					t = gotypes.SliceOf(nil)
				}
				if name.Obj != nil && name.Name != "_" {
					f.object(d, name.Obj, t, shared)
				}
				return
			}
			i--
		}
		if len(field.Names) == 0 {
			i--
		}
	}
}

// builtin follows a value into a built-in function.
func (f *flow) builtin(d *declaration, call *ast.CallExpr, name string, i int, t types.Type, shared bool) {
	switch name {
	case "len", "cap", "min", "max", "print", "println":
		return
	case "string":
		return // a copy
	case "copy", "append":
		if i > 0 && (name == "copy" || call.Ellipsis.IsValid()) && gotypes.IsPure(gotypes.Elem(t)) {
			return // its elements are copied
		}
	}
	f.change(call.Args[i].Pos(), shared)
}
