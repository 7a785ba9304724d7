package golang

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A package-level variable is a table only if nothing changes it. All of the
// source is searched, reached or not, since what init or main changes is no
// constant; and by names alone, since what is not reached has no types.

// changes is what may change package-level variables, by their names.
type changes struct {
	writes map[string][]token.Pos // assigned, or the address taken
	// handed lists what is given to code that could write to it. That changes
	// the variable where the part is a slice; arrays are copied.
	handed map[string][]part
}

// part is a variable or a part of one, handed on at a position.
type part struct {
	at   token.Pos
	expr ast.Expr
}

// shared lists where a slice, or a part of it that is one, is handed on.
func (c *changes) shared(v *types.Var) []token.Pos {
	var at []token.Pos
	for _, p := range c.handed[v.Name()] {
		if t := partType(v.Type(), p.expr); t != nil && hasSlice(t) {
			at = append(at, p.at)
		}
	}
	return at
}

// partType returns the type of a part of a variable of type t, or nil.
func partType(t types.Type, e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.Ident:
		return t
	case *ast.ParenExpr:
		return partType(t, e.X)
	case *ast.SliceExpr:
		return partType(t, e.X)
	case *ast.IndexExpr:
		if x := partType(t, e.X); x != nil {
			switch u := x.Underlying().(type) {
			case *types.Array:
				return u.Elem()
			case *types.Slice:
				return u.Elem()
			}
		}
	}
	return nil // a field, which no table has as a slice
}

// changeFinder searches one file.
type changeFinder struct {
	changes
	file    *ast.File
	aliases map[*ast.Object][]ast.Expr // what was assigned to a local variable
	pointer map[string]bool            // names of methods with pointer receivers
}

func (s *source) changes() changes {
	c := changes{writes: map[string][]token.Pos{}, handed: map[string][]part{}}
	pointer := map[string]bool{}
	for _, f := range s.files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && len(fd.Recv.List) == 1 {
				if _, ok := ast.Unparen(fd.Recv.List[0].Type).(*ast.StarExpr); ok {
					pointer[fd.Name.Name] = true
				}
			}
		}
	}
	for _, f := range s.files {
		cf := &changeFinder{changes: c, file: f, aliases: map[*ast.Object][]ast.Expr{}, pointer: pointer}
		ast.Inspect(f, cf.findAliases)
		ast.Inspect(f, cf.visit)
	}
	return c
}

// global reports whether an identifier may stand for a package-level variable.
func (cf *changeFinder) global(id *ast.Ident) bool {
	return id.Obj == nil || cf.file.Scope.Lookup(id.Name) == id.Obj
}

// findAliases notes which local variables may share a slice with what.
func (cf *changeFinder) findAliases(n ast.Node) bool {
	bind := func(to, from ast.Expr) {
		if id, ok := to.(*ast.Ident); ok && !cf.global(id) && rootIdent(from) != nil {
			cf.aliases[id.Obj] = append(cf.aliases[id.Obj], from)
		}
	}
	eachAssignment(n, bind)
	return true
}

// eachAssignment calls f for the sides of each assignment that n makes.
func eachAssignment(n ast.Node, f func(to, from ast.Expr)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, l := range n.Lhs {
				f(l, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		if len(n.Names) == len(n.Values) {
			for i, name := range n.Names {
				f(name, n.Values[i])
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			f(n.Value, &ast.IndexExpr{X: n.X})
		}
	}
}

func (cf *changeFinder) visit(n ast.Node) bool {
	eachAssignment(n, func(to, from ast.Expr) {
		if id, ok := to.(*ast.Ident); !ok || cf.global(id) && id.Name != "_" {
			cf.hand(from.Pos(), from, 0)
		}
	})
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			cf.write(n.Lhs...)
		}
	case *ast.IncDecStmt:
		cf.write(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			cf.write(n.Key, n.Value)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			cf.write(n.X)
		}
	case *ast.SliceExpr:
		cf.write(n.X)
	case *ast.SelectorExpr:
		if cf.pointer[n.Sel.Name] {
			cf.write(n.X)
		}
	case *ast.CallExpr:
		cf.call(n)
	case *ast.ReturnStmt:
		cf.handAll(n.Results)
	case *ast.CompositeLit:
		cf.handAll(n.Elts)
	case *ast.KeyValueExpr:
		cf.handAll([]ast.Expr{n.Value})
	case *ast.SendStmt:
		cf.handAll([]ast.Expr{n.Value})
	}
	return true
}

// call hands on the arguments of a call and what its method belongs to, except
// to what only looks at them.
func (cf *changeFinder) call(n *ast.CallExpr) {
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		if fun.Name == "len" || fun.Name == "cap" {
			return
		}
	case *ast.SelectorExpr:
		if id, ok := fun.X.(*ast.Ident); ok && (id.Name == "fmt" || id.Name == "log") {
			return
		}
		cf.handAll([]ast.Expr{fun.X})
	}
	cf.handAll(n.Args)
}

// write notes that expressions are assigned to.
func (cf *changeFinder) write(es ...ast.Expr) {
	for _, e := range es {
		id := rootIdent(e)
		switch {
		case id == nil:
		case cf.global(id):
			cf.writes[id.Name] = append(cf.writes[id.Name], e.Pos())
		case ast.Unparen(e) != ast.Expr(id):
			cf.hand(e.Pos(), id, 0)
		}
	}
}

func (cf *changeFinder) handAll(es []ast.Expr) {
	for _, e := range es {
		cf.hand(e.Pos(), e, 0)
	}
}

// maxAliases bounds how far assignments are followed: they may be circular.
const maxAliases = 8

// hand notes that an expression is handed on, and all that it may share a
// slice with.
func (cf *changeFinder) hand(at token.Pos, e ast.Expr, depth int) {
	id := rootIdent(e)
	switch {
	case id == nil || depth > maxAliases:
	case cf.global(id):
		cf.handed[id.Name] = append(cf.handed[id.Name], part{at, e})
	default:
		for _, from := range cf.aliases[id.Obj] {
			cf.hand(at, rooted(e, from), depth+1)
		}
	}
}

// rooted returns e with another expression in the place of its root.
func rooted(e, root ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return rooted(e.X, root)
	case *ast.SliceExpr:
		return rooted(e.X, root)
	case *ast.IndexExpr:
		return &ast.IndexExpr{X: rooted(e.X, root)}
	case *ast.SelectorExpr:
		return &ast.SelectorExpr{X: rooted(e.X, root), Sel: e.Sel}
	}
	return root
}
