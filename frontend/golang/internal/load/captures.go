package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A function literal that a call of the standard library is given refers to variables as they are at that time:
//
//	i := sort.Search(len(s), func(i int) bool { return s[i] >= x })
//	s = append(s, x)
//
// For go/ssa such a variable is memory from then on, and nobody knows when it changes. So it is compiled as
//
//	s′ := s
//	i := sort.Search(len(s), func(i int) bool { return s′[i] >= x })
//
// if only the function around it changes the variable, and by assignments alone. What is an argument of the call too,
// as in sort.Slice(s, …), stays, so that one is seen to be the other.

// copyCaptured changes the statements that have such calls.
func (t *Package) copyCaptured(changes *undo) {
	for fd := range t.functions() {
		var changed map[*types.Var]bool
		ast.PreorderStack(fd.Body, nil, func(n ast.Node, around []ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			if !ok || len(around) == 0 {
				return true
			}
			call, ok := around[len(around)-1].(*ast.CallExpr)
			if !ok || !slices.Contains(call.Args, ast.Expr(lit)) || !t.onlyCalls(call) {
				return true
			}
			list, at := statementAround(around)
			if list == nil {
				return true
			}
			if changed == nil {
				changed = t.changedBy(fd)
			}
			for _, v := range t.capturedBy(lit) {
				s := (*list)[at]
				if changed[v] && !t.isArgument(call, v) && fd.Pos() < v.Pos() && v.Pos() < s.Pos() &&
					copies(v.Type()) && !t.setsFirst(s, v) {
					t.copyBefore(changes, list, at, lit, v)
					at++
				}
			}
			return true
		})
	}
}

// isArgument reports whether a call is given a variable.
func (t *Package) isArgument(call *ast.CallExpr, v *types.Var) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		return ok && t.Info.Uses[id] == types.Object(v)
	})
}

// onlyCalls reports whether a call is of a function of the standard library that does no more with functions which it
// is given than to call them before it returns.
func (t *Package) onlyCalls(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(t.Info, call)
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil || strings.HasSuffix(fn.Name(), "Seq") {
		return false
	}
	switch fn.Pkg().Path() {
	case "sort", "slices", "strings", "bytes", "maps":
		return true
	}
	return false
}

// statementAround is the list of statements that syntax is in, and the index of the one, if that is evaluated once
// each time that the statement is run; otherwise nil.
func statementAround(around []ast.Node) (list *[]ast.Stmt, at int) {
	for i, n := range slices.Backward(around) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = &n.List
		case *ast.CaseClause:
			list = &n.Body
		case *ast.CommClause:
			list = &n.Body
		case *ast.FuncLit, *ast.ForStmt, *ast.LabeledStmt, *ast.DeferStmt, *ast.GoStmt:
			return nil, 0
		default:
			continue
		}
		if i+1 == len(around) {
			return nil, 0
		}
		s, _ := around[i+1].(ast.Stmt)
		if at = slices.Index(*list, s); at < 0 {
			return nil, 0 // of a case, which is not always evaluated
		}
		return list, at
	}
	return nil, 0
}

// copies reports whether nothing but an assignment can change a variable of a type, so that a copy is as good.
func copies(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Map, *types.Pointer:
		return true
	}
	return false
}

// capturedBy returns the variables from outside that a function literal refers to, in the order of their positions.
func (t *Package) capturedBy(lit *ast.FuncLit) (list []*types.Var) {
	ast.Inspect(lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := t.Info.Uses[id].(*types.Var)
		inside := ok && v.Pos() >= lit.Pos() && v.Pos() < lit.End()
		if ok && !inside && !v.IsField() && v.Parent() != v.Pkg().Scope() && !slices.Contains(list, v) {
			list = append(list, v)
		}
		return true
	})
	slices.SortFunc(list, func(v, w *types.Var) int { return int(v.Pos()) - int(w.Pos()) })
	return list
}

// changedBy are the variables that a function changes behind their declarations, and that nothing but its assignments
// outside of function literals changes.
func (t *Package) changedBy(fd *ast.FuncDecl) map[*types.Var]bool {
	changed, otherwise := map[*types.Var]bool{}, map[*types.Var]bool{}
	ast.PreorderStack(fd, nil, func(n ast.Node, around []ast.Node) bool {
		note := func(in map[*types.Var]bool, e ast.Expr) {
			if id, ok := ast.Unparen(e).(*ast.Ident); ok {
				if v, ok := t.Info.Uses[id].(*types.Var); ok {
					in[v] = true
				}
			}
		}
		assigned := changed
		if slices.ContainsFunc(around, func(n ast.Node) bool { _, lit := n.(*ast.FuncLit); return lit }) {
			assigned = otherwise
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				note(assigned, e)
			}
		case *ast.IncDecStmt:
			note(assigned, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				note(assigned, n.Key)
				note(assigned, n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(otherwise, n.X)
			}
		case *ast.SelectorExpr: // a method with a pointer receiver takes the address
			if s, ok := t.Info.Selections[n]; ok && s.Kind() != types.FieldVal {
				if _, pointer := s.Recv().Underlying().(*types.Pointer); !pointer {
					note(otherwise, n.X)
				}
			}
		}
		return true
	})
	maps.DeleteFunc(changed, func(v *types.Var, _ bool) bool { return otherwise[v] })
	return changed
}

// setsFirst reports whether a statement assigns to a variable before it ends, as that in front of a condition may.
func (t *Package) setsFirst(s ast.Stmt, v *types.Var) bool {
	var first ast.Stmt
	switch s := s.(type) {
	case *ast.IfStmt:
		first = s.Init
	case *ast.SwitchStmt:
		first = s.Init
	}
	sets := false
	if first != nil {
		ast.Inspect(first, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			sets = sets || ok && t.Info.Uses[id] == types.Object(v)
			return !sets
		})
	}
	return sets
}

// copyBefore puts a copy of a variable before a statement, which a function literal has instead.
func (t *Package) copyBefore(changes *undo, list *[]ast.Stmt, at int, lit *ast.FuncLit, v *types.Var) {
	pos := (*list)[at].Pos()
	c := types.NewVar(pos, v.Pkg(), v.Name(), v.Type())
	to, from := &ast.Ident{NamePos: pos, Name: v.Name()}, &ast.Ident{NamePos: pos, Name: v.Name()}
	t.Info.Defs[to], t.Info.Uses[from] = c, v
	t.Info.Types[from] = types.TypeAndValue{Type: v.Type()}
	before := *list
	*list = slices.Insert(slices.Clone(before), at,
		ast.Stmt(&ast.AssignStmt{Lhs: []ast.Expr{to}, TokPos: pos, Tok: token.DEFINE, Rhs: []ast.Expr{from}}))
	var renamed []*ast.Ident
	ast.Inspect(lit, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && t.Info.Uses[id] == types.Object(v) {
			t.Info.Uses[id] = c
			renamed = append(renamed, id)
		}
		return true
	})
	changes.add(func() {
		*list = before
		for _, id := range renamed {
			t.Info.Uses[id] = v
		}
	})
}
