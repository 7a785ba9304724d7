package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A slice that is cut to have no room, so that append makes a copy, says so by its capacity, which is up to append
// where that made it before:
//
//	append(chosen[:len(chosen):len(chosen)], x)
//
// is compiled as what it is for,
//
//	append(append([]int(nil), chosen[:len(chosen)]...), x)
//
// and so is append(slices.Clip(chosen), x).

// copyClipped changes the appends to slices without room.
func (t *Package) copyClipped(changes *undo) {
	for _, f := range t.pruned {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || t.builtin(call.Fun) != "append" || call.Ellipsis != token.NoPos || len(call.Args) < 2 {
				return true
			}
			for _, arg := range call.Args[1:] { // may change elements, but have been copied
				if !t.isPure(arg) {
					return true
				}
			}
			clipped := call.Args[0]
			list := t.clips(ast.Unparen(clipped))
			if list == nil {
				return true
			}
			of := types.TypeAndValue{Type: t.Info.Types[clipped].Type}
			none := &ast.Ident{NamePos: clipped.Pos(), Name: "nil"}
			clone := &ast.CallExpr{Fun: call.Fun, Lparen: clipped.Pos(), Args: []ast.Expr{none, list},
				Ellipsis: clipped.Pos(), Rparen: clipped.End()}
			t.Info.Uses[none] = types.Universe.Lookup("nil")
			t.Info.Types[none], t.Info.Types[list], t.Info.Types[clone] = of, of, of
			call.Args[0] = clone
			changes.add(func() { call.Args[0] = clipped })
			return true
		})
	}
}

// clips returns the slice whose elements an expression has, without room behind them, or nil if it is not one of these.
func (t *Package) clips(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.SliceExpr:
		if e.Slice3 && t.isPure(e.Max) && types.ExprString(e.High) == types.ExprString(e.Max) {
			return &ast.SliceExpr{X: e.X, Lbrack: e.Lbrack, Low: e.Low, High: e.High, Rbrack: e.Rbrack}
		}
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if fn, ok := t.Info.Uses[name.Sel].(*types.Func); ok && fn.FullName() == "slices.Clip" {
			return e.Args[0]
		}
	}
	return nil
}

// isPure reports whether an expression has no calls but conversions and those of built-in functions that change
// nothing, so that it has the same value a second time.
func (t *Package) isPure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			tv, name := t.Info.Types[n.Fun], t.builtin(n.Fun)
			pure = pure && (tv.IsType() || tv.IsBuiltin() && name != "copy" && name != "append")
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		case *ast.FuncLit:
			return false
		}
		return pure
	})
	return pure
}

// builtin is the name of the built-in function that an expression is, or empty.
func (t *Package) builtin(fun ast.Expr) string {
	if id, ok := ast.Unparen(fun).(*ast.Ident); ok {
		if builtin, ok := t.Info.Uses[id].(*types.Builtin); ok {
			return builtin.Name()
		}
	}
	return ""
}
