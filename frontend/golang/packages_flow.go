package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// flow follows where the memory of a package-level variable goes, by names,
// and finds where it is or may be written. Pointers to it, slices of it and
// slices in it are followed through local variables and through the parameters
// of functions whose source is there; where one leaves that (it is returned,
// stored, or given to a method or a function value), it may be written. Types
// are those of the variable's parts; nil is an unknown one.
type flow struct {
	root    *source
	byTypes map[*types.Package]*typed
	seen    map[seenObject]bool
	found   []change
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
		if p.Op == token.AND && !isPure(pointerTo(t)) {
			f.within(p.Pos(), shared, func() { f.value(d, p, pointerTo(t), shared) })
			return
		}
	case *ast.SliceExpr:
		if _, isArray := underlying(t).(*types.Array); p.X == e && isArray {
			f.within(p.Pos(), shared, func() { f.value(d, p, sliceOf(t), shared) })
			return
		}
	case *ast.KeyValueExpr:
		if p.Key == e {
			return // the name of a field, or only read
		}
	}
	if f.part(d, e, t, shared) || isPure(t) {
		return
	}
	f.value(d, e, t, true)
}

// part follows a step from an expression into what it refers to, and says
// whether there is one.
func (f *flow) part(d *declaration, e ast.Expr, t types.Type, shared bool) bool {
	switch p := d.tree().parent[e].(type) {
	case *ast.IndexExpr:
		if p.X == e {
			f.place(d, p, elem(t), shared)
		}
		return true
	case *ast.StarExpr:
		var to types.Type
		if ptr, ok := underlying(t).(*types.Pointer); ok {
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
			f.value(d, p, sliceOf(t), shared)
		}
	case *ast.TypeAssertExpr:
		f.value(d, p, nil, shared)
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
		if p.X == e && p.Value != nil && !isPure(elem(t)) {
			f.bind(d, p.Value, e, elem(t), shared)
		}
	case *ast.IncDecStmt, *ast.BinaryExpr, *ast.ExprStmt, *ast.Field,
		*ast.CaseClause, *ast.SwitchStmt, *ast.IfStmt, *ast.ForStmt:
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

// selector follows a field, or the receiver of a method.
func (f *flow) selector(d *declaration, sel *ast.SelectorExpr, t types.Type, shared bool) {
	call, _ := d.tree().parent[sel].(*ast.CallExpr)
	if t == nil {
		if call != nil && call.Fun == ast.Expr(sel) {
			f.within(sel.Pos(), true, func() { f.anyReceiver(sel, shared) })
			return
		}
		f.place(d, sel, nil, shared)
		return
	}
	var pkg *types.Package
	base := types.Unalias(t)
	if p, ok := base.Underlying().(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	named, _ := base.(*types.Named)
	if named != nil {
		pkg = named.Obj().Pkg()
	}
	if st, ok := base.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			pkg = st.Field(i).Pkg()
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, sel.Sel.Name)
	switch obj := obj.(type) {
	case *types.Var:
		f.place(d, sel, obj.Type(), shared)
		return
	case *types.Func: // perhaps that of an embedded field
		base = types.Unalias(obj.Signature().Recv().Type())
		if p, ok := base.(*types.Pointer); ok {
			base = types.Unalias(p.Elem())
		}
		named, _ = base.(*types.Named)
	}
	if _, ok := base.Underlying().(*types.Interface); ok && call != nil && call.Fun == ast.Expr(sel) {
		f.within(sel.Pos(), true, func() { f.anyReceiver(sel, shared) })
		return
	}
	if named != nil { // called here, or a method value that is called somewhere
		if home := f.byTypes[named.Obj().Pkg()]; home != nil {
			for _, m := range home.decls.methods[named.Obj().Name()] {
				if fd := m.node.(*ast.FuncDecl); fd.Name.Name == sel.Sel.Name {
					f.within(sel.Pos(), shared, func() { f.receiver(m, fd, base, shared) })
					return
				}
			}
		}
	}
	f.change(sel.Pos(), shared)
}

// anyReceiver follows a value of which the type is not known, as what an
// interface holds, into all methods that may be called.
func (f *flow) anyReceiver(sel *ast.SelectorExpr, shared bool) {
	found := false
	for _, s := range f.parsed() {
		for name, methods := range s.decls.methods {
			for _, m := range methods {
				if fd := m.node.(*ast.FuncDecl); fd.Name.Name == sel.Sel.Name {
					found = true
					f.receiver(m, fd, f.typeOf(s, name), shared)
				}
			}
		}
	}
	if !found {
		f.change(sel.Pos(), shared)
	}
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
		t = pointerTo(t)
	} else if isPure(t) {
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
		if id.Name == "fmt" || id.Name == "log" {
			return // only looks
		}
		if pkg := d.pkg.imported(f.root, d.file, id.Name); pkg != nil {
			callees = pkg.decls.byName[x.Sel.Name]
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
					t = sliceOf(nil)
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
	case "len", "cap", "min", "max", "panic", "print", "println":
		return
	case "copy", "append":
		if i > 0 && (name == "copy" || call.Ellipsis.IsValid()) && isPure(elem(t)) {
			return // its elements are copied
		}
	}
	f.change(call.Args[i].Pos(), shared)
}

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
