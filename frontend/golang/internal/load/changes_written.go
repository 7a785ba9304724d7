package load

import (
	"go/ast"
	"go/token"
	"slices"
)

// What is not kept has no types, but a local variable mostly says what it is where it is
// declared: func f(s *scanner), s := scanner{}, s := &scanner{}, s := new(scanner), var s scanner.

// writtenMethod returns the declaration of the method that a selector of a local variable
// calls, nil if that is not written there.
func (d *Declaration) writtenMethod(root *Source, sel *ast.SelectorExpr) *Declaration {
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || id.Obj == nil || isGlobal(d.file, id) {
		return nil
	}
	pkg, name := d.namedType(root, writtenAt(id))
	if pkg == nil {
		return nil
	}
	for _, m := range pkg.decls.methods[name] {
		if m.node.(*ast.FuncDecl).Name.Name == sel.Sel.Name {
			return m
		}
	}
	return nil
}

// writtenAt returns the type of a local variable as it is written where the variable is
// declared, without a pointer to it; nil if none is written.
func writtenAt(id *ast.Ident) ast.Expr {
	switch at := id.Obj.Decl.(type) {
	case *ast.Field:
		return at.Type
	case *ast.ValueSpec:
		if at.Type != nil {
			return at.Type
		}
		return madeType(at.Values, slices.IndexFunc(at.Names, func(n *ast.Ident) bool { return n.Obj == id.Obj }))
	case *ast.AssignStmt:
		return madeType(at.Rhs, slices.IndexFunc(at.Lhs, func(e ast.Expr) bool {
			to, ok := e.(*ast.Ident)
			return ok && to.Obj == id.Obj
		}))
	}
	return nil
}

// madeType is the type of what the i-th of some expressions makes.
func madeType(values []ast.Expr, i int) ast.Expr {
	if i < 0 || i >= len(values) {
		return nil
	}
	e := ast.Unparen(values[i])
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return e.Type
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok && f.Name == "new" && f.Obj == nil && len(e.Args) == 1 {
			return e.Args[0]
		}
	}
	return nil
}

// namedType finds where the type is declared that an expression names, or a pointer to it.
func (d *Declaration) namedType(root *Source, e ast.Expr) (pkg *Source, name string) {
	switch t := named(e).(type) {
	case *ast.Ident:
		if isGlobal(d.file, t) {
			return d.pkg, t.Name
		}
	case *ast.SelectorExpr:
		in, ok := t.X.(*ast.Ident)
		if ok && isGlobal(d.file, in) && len(d.pkg.decls.byName[in.Name]) == 0 {
			return d.pkg.imported(root, d.file, in.Name), t.Sel.Name
		}
	}
	return nil, ""
}
