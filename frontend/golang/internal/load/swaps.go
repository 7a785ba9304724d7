package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Functions on two texts or slices often see to it that the first is the longer one:
//
//	if len(a) < len(b) {
//		a, b = b, a
//	}
//
// Each is of the one memory or the other from there on, so that every access would be two, of
// which one is chosen. So the rest of the function is compiled once for each way:
//
//	if len(a) < len(b) {
//		a, b = b, a
//		rest
//	} else {
//		rest
//	}
//
// A function that returns what it gives for (b, a) is the same, if this comes first:
//
//	if len(a) < len(b) {
//		return distance(b, a)
//	}
//
// The rest is the function's body then. The call is still there in it, for lanes that get there again.

// maxRest is how many nodes of syntax the rest of a function may have that is compiled twice.
const maxRest = 1500

// splitSwaps changes the functions that swap memory so.
func (t *Package) splitSwaps(changes *undo) {
	for fd := range t.functions() {
		list := fd.Body.List
		if split := t.split(fd); split != nil {
			fd.Body.List = split
			changes.add(func() { fd.Body.List = list })
		}
	}
}

// split is the body of a function whose rest, behind the first swap, is there for each way, or nil.
func (t *Package) split(fd *ast.FuncDecl) []ast.Stmt {
	list, first := fd.Body.List, true
	for i, s := range list {
		branch, ok := s.(*ast.IfStmt)
		if !ok || branch.Else != nil {
			first = false
			continue
		}
		body, rest := branch.Body.List, list[i+1:]
		first = first && setsNothing(branch)
		switch swap := t.swapOf(fd, branch, first); {
		case len(rest) == 0:
			return nil
		case t.swaps(body):
			body = append(slices.Clip(body), rest...)
		case swap != nil:
			body, rest = append([]ast.Stmt{swap}, list...), list
		default:
			first = first && endsInReturn(branch.Body)
			continue
		}
		if !splits(rest) {
			return nil
		}
		ways := *branch
		ways.Body = &ast.BlockStmt{Lbrace: branch.Body.Lbrace, List: body, Rbrace: branch.Body.Rbrace}
		ways.Else = &ast.BlockStmt{Lbrace: branch.Body.Rbrace, List: list[i+1:], Rbrace: fd.Body.Rbrace}
		return append(slices.Clip(list[:i]), &ways)
	}
	return nil
}

// swaps reports whether all that statements do is to let variables change places, a slice or a string among them.
func (t *Package) swaps(list []ast.Stmt) bool {
	memory := false
	for _, s := range list {
		assign, ok := s.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN {
			return false
		}
		to, from := t.variables(assign.Lhs), t.variables(assign.Rhs)
		if to == nil || !permutes(to, from) {
			return false
		}
		memory = memory || slices.ContainsFunc(to, isMemory)
	}
	return memory
}

// swapOf returns the assignment after which the body does what a branch does, if all that this does is to return what
// the function gives for its parameters in another order, a slice or a string among them. Otherwise it returns nil.
// Nothing may have changed a result before, which is so if the branch is among the first statements.
func (t *Package) swapOf(fd *ast.FuncDecl, branch *ast.IfStmt, first bool) ast.Stmt {
	if !first || len(branch.Body.List) != 1 || fd.Recv != nil {
		return nil
	}
	back, ok := branch.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(back.Results) != 1 {
		return nil
	}
	call, ok := back.Results[0].(*ast.CallExpr)
	if !ok {
		return nil
	}
	name, ok := call.Fun.(*ast.Ident)
	if !ok || t.Info.Uses[name] != t.Info.Defs[fd.Name] {
		return nil
	}
	var params []ast.Expr
	for _, field := range fd.Type.Params.List {
		for _, name := range field.Names {
			id := &ast.Ident{NamePos: name.Pos(), Name: name.Name}
			t.Info.Uses[id] = t.Info.Defs[name]
			params = append(params, id)
		}
	}
	to, from := t.variables(params), t.variables(call.Args)
	if to == nil || !permutes(to, from) {
		return nil
	}
	for i, v := range to {
		if v != from[i] && isMemory(v) {
			return &ast.AssignStmt{Lhs: params, TokPos: call.Pos(), Tok: token.ASSIGN, Rhs: call.Args}
		}
	}
	return nil
}

// variables are the variables that expressions are, or nil if one is something else.
func (t *Package) variables(list []ast.Expr) (vars []*types.Var) {
	for _, e := range list {
		id, ok := e.(*ast.Ident)
		if !ok {
			return nil
		}
		v, ok := t.Info.Uses[id].(*types.Var)
		if !ok || v.Parent() == v.Pkg().Scope() {
			return nil
		}
		vars = append(vars, v)
	}
	return vars
}

// permutes reports whether variables are others in another order.
func permutes(to, from []*types.Var) bool {
	if len(to) != len(from) {
		return false
	}
	for _, v := range to {
		if !slices.Contains(from, v) || !types.Identical(v.Type(), from[slices.Index(to, v)].Type()) {
			return false
		}
	}
	return !slices.Equal(to, from)
}

// isMemory reports whether a variable is a slice or a string.
func isMemory(v *types.Var) bool {
	switch u := v.Type().Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Basic:
		return u.Info()&types.IsString != 0
	}
	return false
}

// setsNothing reports whether what a branch does first is to declare variables, if it does anything.
func setsNothing(branch *ast.IfStmt) bool {
	assign, ok := branch.Init.(*ast.AssignStmt)
	return branch.Init == nil || ok && assign.Tok == token.DEFINE
}

// endsInReturn reports whether nobody comes out of a block's end, so that what it does is not seen behind it.
func endsInReturn(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// splits reports whether statements may be compiled twice: they are few, and nobody jumps among them by labels,
// of which a function has each once.
func splits(list []ast.Stmt) bool {
	nodes, labels := 0, false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			if n != nil {
				nodes++
			}
			_, label := n.(*ast.LabeledStmt)
			labels = labels || label
			return true
		})
	}
	return nodes <= maxRest && !labels
}
