package load

import (
	"go/ast"
	"slices"
)

// What the syntax around an expression says, without types.

// isAssigned reports whether an expression is what a statement assigns to.
func (d *Declaration) isAssigned(e ast.Expr) bool {
	switch p := d.tree().parent[e].(type) {
	case *ast.ParenExpr:
		return d.isAssigned(p)
	case *ast.AssignStmt:
		return slices.Contains(p.Lhs, e)
	case *ast.IncDecStmt:
		return true
	case *ast.RangeStmt:
		return p.Key == e || p.Value == e
	}
	return false
}

// literals returns the function literals that a local variable may hold, none if it may hold something else.
func (d *Declaration) literals(of *ast.Ident) (all []*ast.FuncLit) {
	if of.Obj == nil {
		return nil
	}
	for _, id := range d.tree().idents[of.Obj] {
		var values []ast.Expr
		i := 0
		switch p := d.tree().parent[id].(type) {
		case *ast.AssignStmt:
			if i = slices.Index(p.Lhs, ast.Expr(id)); i < 0 {
				continue
			}
			values = p.Rhs
		case *ast.ValueSpec:
			if i = slices.Index(p.Names, id); i < 0 || len(p.Values) == 0 { // it is nil until it gets a value
				continue
			}
			values = p.Values
		case *ast.CallExpr, *ast.BinaryExpr, *ast.ReturnStmt:
			continue
		}
		if i >= len(values) {
			return nil
		}
		lit, ok := ast.Unparen(values[i]).(*ast.FuncLit)
		if !ok {
			return nil
		}
		all = append(all, lit)
	}
	return all
}

// keysMap reports whether the key of an element of a composite literal may be
// that of a map, and not a field's name or an index.
func (d *Declaration) keysMap(kv *ast.KeyValueExpr) bool {
	lit, ok := d.tree().parent[kv].(*ast.CompositeLit)
	if !ok {
		return true
	}
	t, _ := d.literalType(lit)
	switch t.(type) {
	case *ast.StructType, *ast.ArrayType:
		return false
	}
	return true
}

// maxAliases bounds how far declarations of types are followed to one that is
// written out.
const maxAliases = 10

// literalType returns the type of a composite literal as it is written out where
// it is declared, and the declaration; nil if that is not in the package.
func (d *Declaration) literalType(lit *ast.CompositeLit) (ast.Expr, *Declaration) {
	if lit.Type != nil {
		return d.writtenOut(lit.Type)
	}
	// The type is left out where the literal is an element of another.
	parent := d.tree().parent
	var in ast.Node = parent[lit]
	isKey := false
	if kv, ok := in.(*ast.KeyValueExpr); ok {
		isKey = kv.Key == ast.Expr(lit)
		in = parent[kv]
	}
	outer, ok := in.(*ast.CompositeLit)
	if !ok {
		return nil, nil
	}
	t, at := d.literalType(outer)
	var elem ast.Expr
	switch t := t.(type) {
	case *ast.ArrayType:
		elem = t.Elt
	case *ast.MapType:
		if elem = t.Value; isKey {
			elem = t.Key
		}
	default:
		return nil, nil
	}
	if p, ok := elem.(*ast.StarExpr); ok {
		elem = p.X
	}
	return at.writtenOut(elem)
}

// writtenOut follows a type's name to what it is declared as in the package.
func (d *Declaration) writtenOut(t ast.Expr) (ast.Expr, *Declaration) {
	for range maxAliases {
		switch u := t.(type) {
		case *ast.ParenExpr:
			t = u.X
			continue
		case *ast.IndexExpr: // of a generic type
			t = u.X
			continue
		case *ast.IndexListExpr:
			t = u.X
			continue
		case *ast.Ident:
			decls := d.pkg.decls.byName[u.Name]
			if len(decls) != 1 || !isGlobal(d.file, u) {
				return nil, nil
			}
			spec := decls[0].typeSpec()
			if spec == nil {
				return nil, nil
			}
			d, t = decls[0], spec.Type
			continue
		}
		return t, d
	}
	return nil, nil
}
