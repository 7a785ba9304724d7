package load

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// A recursion that returns the text that its levels made longer,
//
//	func path(s string, n int) string {
//		if n < 2 {
//			return s
//		}
//		return path(s+"L", n/2)
//	}
//
// returns memory of one of its levels, and nobody knows how many there will be. As the call is the last thing that a
// level does, nobody needs what the level had, and the function is compiled as the loop that it is:
//
//	again:
//		for {
//			if n < 2 {
//				return s
//			}
//			s, n = s+"L", n/2
//			continue again
//		}
//
// where the text goes on in one memory. Calls of itself in other places stay calls. Functions that hand on other
// arguments need none of this: lower makes jumps of such calls.

// againLabel is the label of the loop, which no source can have.
const againLabel = "again "

// loopTails changes the functions that lengthen texts so.
func (t *Package) loopTails(changes *undo) {
	for fd := range t.functions() {
		tails := t.tailsOf(fd)
		if tails.lengthen && tails.haveOneLevel() {
			tails.loop(changes)
		}
	}
}

// tails are the calls that a function makes of itself as the last thing that it does.
type tails struct {
	t        *Package
	fd       *ast.FuncDecl
	params   []*ast.Ident // the receiver first; nil if they have no names
	results  []*ast.Ident // if they have names: each level has its own, which begin as zero
	calls    []tail
	lengthen bool // one hands on a text that it made longer
}

// tail is a statement that returns what such a call does: the i'th of a list.
type tail struct {
	list []ast.Stmt
	i    int
	args []ast.Expr // one for each parameter
}

// tailsOf finds the calls.
func (t *Package) tailsOf(fd *ast.FuncDecl) *tails {
	f := &tails{t: t, fd: fd}
	for _, list := range []*ast.FieldList{fd.Recv, fd.Type.Params} {
		for _, field := range fieldsOf(list) {
			f.params = append(f.params, field.Names...)
			if len(field.Names) == 0 {
				f.params = append(f.params, nil)
			}
		}
	}
	for _, field := range fieldsOf(fd.Type.Results) {
		f.results = append(f.results, field.Names...)
	}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt: // what it has inside is a function
			_, isFunc := t.Info.Types[n.X].Type.Underlying().(*types.Signature)
			return !isFunc
		case *ast.BlockStmt:
			f.find(n.List)
		case *ast.CaseClause:
			f.find(n.Body)
		}
		return true
	})
	return f
}

// find looks at the statements of a list for those that return what such a call does.
func (f *tails) find(list []ast.Stmt) {
	for i, s := range list {
		back, ok := s.(*ast.ReturnStmt)
		if !ok || len(back.Results) != 1 {
			continue
		}
		call, ok := ast.Unparen(back.Results[0]).(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() {
			continue
		}
		args := f.argsOf(call)
		if len(args) != len(f.params) {
			continue
		}
		f.calls = append(f.calls, tail{list, i, args})
		for _, arg := range args {
			f.lengthen = f.lengthen || f.t.joins(arg)
		}
	}
}

// argsOf are the arguments of a call of the function itself, or nil.
func (f *tails) argsOf(call *ast.CallExpr) []ast.Expr {
	fn := f.t.Info.Defs[f.fd.Name].(*types.Func)
	sig := fn.Signature()
	if sig.Variadic() || sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
		return nil
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if f.t.Info.Uses[fun] == fn {
			return call.Args
		}
	case *ast.SelectorExpr:
		way := f.t.Info.Selections[fun]
		if way != nil && way.Kind() == types.MethodVal && way.Obj() == fn &&
			types.Identical(f.t.Info.Types[fun.X].Type, sig.Recv().Type()) {
			return append([]ast.Expr{fun.X}, call.Args...)
		}
	}
	return nil
}

// joins reports whether an expression has a text in it that is joined of others when the program runs.
func (t *Package) joins(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		sum, ok := n.(*ast.BinaryExpr)
		if ok && sum.Op == token.ADD && t.Info.Types[sum].Value == nil {
			b, isBasic := t.Info.Types[sum].Type.Underlying().(*types.Basic)
			found = found || isBasic && b.Info()&types.IsString != 0
		}
		_, isFunc := n.(*ast.FuncLit)
		return !found && !isFunc
	})
	return found
}

// haveOneLevel reports whether nothing would tell the function's levels from each other, once their parameters are the
// same variables: it defers nothing, and nobody but its own statements knows where these are.
func (f *tails) haveOneLevel() bool {
	own := map[types.Object]bool{}
	for _, v := range slices.Concat(f.params, f.results) {
		if v != nil {
			own[f.t.Info.Defs[v]] = true
		}
	}
	one := true
	ast.PreorderStack(f.fd.Body, nil, func(n ast.Node, around []ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			one = false
		case *ast.Ident:
			one = one && !(own[f.t.Info.Uses[n]] && f.t.isPointedTo(n, around))
		}
		return one
	})
	return one
}

// isPointedTo reports whether a function or a pointer may refer to the variable that is used in some syntax.
func (t *Package) isPointedTo(id *ast.Ident, around []ast.Node) bool {
	for _, n := range around {
		if _, ok := n.(*ast.FuncLit); ok {
			return true
		}
	}
	var part ast.Expr = id
	for i := len(around) - 1; i >= 0; i-- {
		switch n := around[i].(type) {
		case *ast.ParenExpr:
			part = n
		case *ast.IndexExpr:
			if n.X != part {
				return false
			}
			part = n
		case *ast.SelectorExpr:
			way := t.Info.Selections[n]
			if way != nil && way.Kind() == types.MethodVal {
				_, wants := way.Obj().(*types.Func).Signature().Recv().Type().Underlying().(*types.Pointer)
				_, has := t.Info.Types[part].Type.Underlying().(*types.Pointer)
				return wants && !has
			}
			part = n
		case *ast.SliceExpr:
			_, isArray := t.Info.Types[part].Type.Underlying().(*types.Array)
			return n.X == part && isArray
		case *ast.UnaryExpr:
			return n.Op == token.AND
		default:
			return false
		}
	}
	return false
}

// loop makes the function's body the loop's, and each of the calls what begins the next round.
func (f *tails) loop(changes *undo) {
	at, body, info := f.fd.Body.Lbrace, f.fd.Body, f.t.Info
	again := &ast.Ident{NamePos: at, Name: againLabel}
	label := types.NewLabel(at, f.t.Types, againLabel)
	info.Defs[again] = label
	for _, c := range f.calls {
		old := c.list[c.i]
		next := &ast.AssignStmt{Tok: token.ASSIGN, TokPos: old.Pos(), Lhs: f.uses(f.params, old.Pos()), Rhs: c.args}
		for _, r := range f.results {
			next.Rhs = append(slices.Clip(next.Rhs), f.t.zero(info.Defs[r].Type(), old.Pos()))
		}
		next.Lhs = append(next.Lhs, f.uses(f.results, old.Pos())...)
		back := &ast.Ident{NamePos: old.Pos(), Name: againLabel}
		info.Uses[back] = label
		c.list[c.i] = &ast.BlockStmt{Lbrace: old.Pos(), Rbrace: old.End(), List: []ast.Stmt{next,
			&ast.BranchStmt{TokPos: old.Pos(), Tok: token.CONTINUE, Label: back}}}
		changes.add(func() { c.list[c.i] = old })
	}
	f.fd.Body = &ast.BlockStmt{Lbrace: body.Lbrace, Rbrace: body.Rbrace, List: []ast.Stmt{&ast.LabeledStmt{
		Label: again, Colon: at, Stmt: &ast.ForStmt{For: at, Body: body}}}}
	changes.add(func() { f.fd.Body = body })
}

// uses are uses of variables at some place, and blanks for those without a name.
func (f *tails) uses(vars []*ast.Ident, at token.Pos) (list []ast.Expr) {
	for _, v := range vars {
		id := &ast.Ident{NamePos: at, Name: "_"}
		if v != nil && v.Name != "_" {
			id.Name = v.Name
			f.t.Info.Uses[id] = f.t.Info.Defs[v]
		}
		list = append(list, id)
	}
	return list
}

// zero is an expression, at some place, whose value is a type's zero.
func (t *Package) zero(typ types.Type, at token.Pos) (e ast.Expr) {
	tv := types.TypeAndValue{Type: typ}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		e = &ast.BasicLit{ValuePos: at}
		switch {
		case u.Info()&types.IsString != 0:
			tv.Value = constant.MakeString("")
		case u.Info()&types.IsBoolean != 0:
			tv.Value = constant.MakeBool(false)
		default:
			tv.Value = constant.MakeInt64(0)
		}
	case *types.Struct, *types.Array:
		e = &ast.CompositeLit{Lbrace: at, Rbrace: at}
	default:
		none := &ast.Ident{NamePos: at, Name: "nil"}
		t.Info.Uses[none] = types.Universe.Lookup("nil")
		e = none
	}
	t.Info.Types[e] = tv
	return e
}
