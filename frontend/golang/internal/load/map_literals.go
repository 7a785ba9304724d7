package load

import (
	"go/ast"
	"go/types"
	"slices"
)

// constantsFirst puts the entries of a literal of a map whose keys and values are constants before the others, as the
// Go compiler does: where a key that is computed equals a constant one, the entry that is stored last is there.
func (t *Package) constantsFirst(changes *undo) {
	for _, f := range t.pruned {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || t.Info.Types[lit].Type == nil {
				return true
			}
			m, ok := t.Info.Types[lit].Type.Underlying().(*types.Map)
			if !ok {
				return true
			}
			isConstant := func(e ast.Expr) bool {
				kv, ok := e.(*ast.KeyValueExpr)
				return ok && t.isStatic(kv.Key, m.Key()) && t.isStatic(kv.Value, m.Elem())
			}
			first, others := slices.Clone(lit.Elts), slices.Clone(lit.Elts)
			first = slices.DeleteFunc(first, func(e ast.Expr) bool { return !isConstant(e) })
			others = slices.DeleteFunc(others, isConstant)
			if len(first) > 0 && len(others) > 0 {
				was := lit.Elts
				lit.Elts = append(first, others...)
				changes.add(func() { lit.Elts = was })
			}
			return true
		})
	}
}

// isStatic reports whether the Go compiler has a value that becomes one of a type for a constant: a constant, nil, or
// an array or struct of such.
func (t *Package) isStatic(e ast.Expr, to types.Type) bool {
	e = ast.Unparen(e)
	tv := t.Info.Types[e]
	if tv.IsNil() || types.IsInterface(to) {
		return tv.IsNil()
	}
	if tv.Value != nil {
		return true
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok || tv.Type == nil {
		return false
	}
	var element func(i int, key ast.Expr) types.Type
	switch u := tv.Type.Underlying().(type) {
	case *types.Array:
		element = func(int, ast.Expr) types.Type { return u.Elem() }
	case *types.Struct:
		element = func(i int, key ast.Expr) types.Type {
			if id, ok := key.(*ast.Ident); ok {
				i = slices.IndexFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return f.Name() == id.Name })
			}
			return u.Field(i).Type()
		}
	default:
		return false
	}
	for i, e := range lit.Elts {
		var key ast.Expr
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, e = kv.Key, kv.Value
		}
		if !t.isStatic(e, element(i, key)) {
			return false
		}
	}
	return true
}
