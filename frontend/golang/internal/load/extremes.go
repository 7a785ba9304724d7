package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// min and max of strings are compiled as what a person would write without them,
//
//	func(x, y string) string {
//		if y > x {
//			x = y
//		}
//		return x
//	}(s, t)
//
// since what leads to the memory of strings is looked for in variables and calls, and not in built-in functions.

// extremes are by which comparison of it with another string one is taken instead.
var extremes = map[string]token.Token{"min": token.LSS, "max": token.GTR}

// extremeTexts changes the calls of min and max that give strings so, but for constants.
func (t *Package) extremeTexts(changes *undo) {
	for _, f := range t.pruned {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			tv, op := t.Info.Types[call], extremes[t.builtin(call.Fun)]
			if op == token.ILLEGAL || tv.Type == nil || tv.Value != nil || !gotypes.IsString(tv.Type) {
				return true
			}
			was := call.Fun
			call.Fun = t.extremeOf(tv.Type, op, len(call.Args), call.Pos())
			changes.add(func() { call.Fun = was })
			return true
		})
	}
}

// extremeOf is a function literal that gives the least or the greatest of n strings.
func (t *Package) extremeOf(typ types.Type, op token.Token, n int, at token.Pos) ast.Expr {
	var vars []*types.Var
	var names []*ast.Ident
	for i := range n {
		v := types.NewParam(at, t.Types, fmt.Sprintf("x%d", i), typ)
		id := &ast.Ident{NamePos: at, Name: v.Name()}
		t.Info.Defs[id] = v
		vars, names = append(vars, v), append(names, id)
	}
	use := func(i int) ast.Expr {
		id := &ast.Ident{NamePos: at, Name: vars[i].Name()}
		t.Info.Uses[id], t.Info.Types[id] = vars[i], types.TypeAndValue{Type: typ}
		return id
	}
	var body []ast.Stmt
	for i := range n - 1 {
		is := &ast.BinaryExpr{X: use(i + 1), OpPos: at, Op: op, Y: use(0)}
		t.Info.Types[is] = types.TypeAndValue{Type: types.Typ[types.Bool]}
		body = append(body, &ast.IfStmt{If: at, Cond: is, Body: &ast.BlockStmt{Lbrace: at, List: []ast.Stmt{
			&ast.AssignStmt{Lhs: []ast.Expr{use(0)}, TokPos: at, Tok: token.ASSIGN, Rhs: []ast.Expr{use(i + 1)}}}}})
	}
	body = append(body, &ast.ReturnStmt{Return: at, Results: []ast.Expr{use(0)}})
	of := &ast.Ident{NamePos: at, Name: "string"}
	lit := &ast.FuncLit{Type: &ast.FuncType{Func: at,
		Params:  &ast.FieldList{Opening: at, List: []*ast.Field{{Names: names, Type: of}}, Closing: at},
		Results: &ast.FieldList{List: []*ast.Field{{Type: of}}}},
		Body: &ast.BlockStmt{Lbrace: at, List: body, Rbrace: at}}
	result := types.NewParam(at, t.Types, "", typ)
	sig := types.TypeAndValue{Type: types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...),
		types.NewTuple(result), false)}
	t.Info.Types[lit], t.Info.Types[lit.Type], t.Info.Types[of] = sig, sig, types.TypeAndValue{Type: typ}
	return lit
}
