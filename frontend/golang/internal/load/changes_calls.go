package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// receiver follows the receiver of a method.
func (f *flow) receiver(m *Declaration, fd *ast.FuncDecl, t types.Type, shared bool) {
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
func (f *flow) argument(d *Declaration, call *ast.CallExpr, e ast.Expr, t types.Type, shared bool) {
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
	var callees []*Declaration
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
		} else if lits := d.literals(x); len(lits) > 0 {
			f.literals(d, lits, call, i, t, shared)
			return
		}
	case *ast.FuncLit:
		f.literals(d, []*ast.FuncLit{x}, call, i, t, shared)
		return
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
		m := f.calledMethod(sel)
		if m == nil {
			m = d.writtenMethod(f.root, sel)
		}
		if m != nil {
			callees = []*Declaration{m}
		} else if all := f.implementers(sel); len(all) > 0 {
			f.may(e.Pos(), shared, func() {
				for _, m := range all {
					fd := m.node.(*ast.FuncDecl)
					f.parameter(m, fd.Type, fd.Body, i, call.Ellipsis.IsValid(), t, shared)
				}
			})
			return
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
		f.within(e.Pos(), shared, func() {
			f.parameter(callees[0], node.Type, node.Body, i, call.Ellipsis.IsValid(), t, shared)
		})
	}
}

// literals follows the i-th argument of a call into the function literals that it may call.
func (f *flow) literals(
	d *Declaration, lits []*ast.FuncLit, call *ast.CallExpr, i int, t types.Type, shared bool,
) {
	f.may(call.Args[i].Pos(), shared, func() {
		for _, lit := range lits {
			f.parameter(d, lit.Type, lit.Body, i, call.Ellipsis.IsValid(), t, shared)
		}
	})
}

// calledMethod returns the declaration of the method that a selector calls, nil if that
// is not known: in code that is not kept, which has no types, and for interfaces.
func (f *flow) calledMethod(sel *ast.SelectorExpr) *Declaration {
	for _, t := range f.byTypes {
		s := t.Info.Selections[sel]
		if s == nil {
			continue
		}
		if m, ok := s.Obj().(*types.Func); ok && s.Kind() == types.MethodVal &&
			!types.IsInterface(m.Signature().Recv().Type()) {
			return f.declared(gotypes.NamedOf(m.Signature().Recv().Type()), m.Name())
		}
	}
	return nil
}

// implementers returns the methods that a selector of an interface may call, if all types that may be in it are the
// package's: others cannot have a method that is not exported, nor one whose parameters are of types of a command.
func (f *flow) implementers(sel *ast.SelectorExpr) (all []*Declaration) {
	for pkg, home := range f.byTypes {
		s := home.Info.Selections[sel]
		if s == nil || s.Kind() != types.MethodVal {
			continue
		}
		m := s.Obj().(*types.Func)
		own := m.Pkg() == pkg && home.bodies && types.IsInterface(m.Signature().Recv().Type())
		if !own || m.Exported() && !(home.isCommand() && mentions(m.Signature(), pkg)) {
			return nil
		}
		for _, d := range home.decls.inOrder {
			if fd, ok := d.node.(*ast.FuncDecl); ok && fd.Recv != nil && fd.Name.Name == m.Name() {
				all = append(all, d)
			}
		}
	}
	return all
}

// mentions reports whether parameters or results are of types of a package.
func mentions(sig *types.Signature, pkg *types.Package) bool {
	var of []types.Type
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			of = append(of, v.Type())
		}
	}
	return slices.ContainsFunc(gotypes.NamedWithin(of), func(n *types.Named) bool { return n.Obj().Pkg() == pkg })
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
func (f *flow) parameter(
	d *Declaration, fn *ast.FuncType, body *ast.BlockStmt, i int, spread bool, t types.Type, shared bool,
) {
	if body == nil {
		f.change(fn.Pos(), shared)
		return
	}
	for _, field := range fn.Params.List {
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
func (f *flow) builtin(d *Declaration, call *ast.CallExpr, name string, i int, t types.Type, shared bool) {
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
