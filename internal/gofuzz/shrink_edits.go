package gofuzz

import (
	"go/ast"
	"go/types"
	"strings"
)

// collect finds all edits of the program.
func (e *editor) collect() {
	for i, f := range e.c.files {
		e.pkg = i
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); !ok || fd.Name.Name != Entry {
				e.add(e.cut(d.Pos(), d.End(), ""))
			}
			if fd, ok := d.(*ast.FuncDecl); ok {
				e.parameters(fd)
				e.results(fd)
				e.emptyBody(fd)
			}
		}
		ast.Inspect(f, e.visit)
	}
}

// guards reports whether a piece of code keeps the program from running on for
// ever, going by the names that the generator gives such variables.
func (e *editor) guards(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && (strings.HasPrefix(id.Name, "left") || id.Name == "fuel") {
			found = true
		}
		return !found
	})
	return found
}

// visit adds the edits of one node.
func (e *editor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		e.list(n.List)
	case *ast.CaseClause:
		e.list(n.Body)
		e.add(e.cut(n.Pos(), n.End(), ""))
	case *ast.IfStmt:
		e.unwrap(n, n.Body)
		if n.Else != nil {
			e.add(e.cut(n.Body.End(), n.Else.End(), ""))
			e.add(e.cut(n.Pos(), n.Else.Pos(), "")) // else becomes a block
		}
	case *ast.ForStmt:
		e.unwrap(n, n.Body)
		ast.Inspect(n.Body, e.visit)
		return false // its header counts
	case *ast.RangeStmt:
		e.unwrap(n, n.Body)
	case *ast.LabeledStmt:
		e.add(e.cut(n.Pos(), n.Stmt.Pos(), ""))
	case *ast.StructType:
		for _, f := range n.Fields.List {
			e.add(e.cut(f.Pos(), f.End(), ""))
		}
	case *ast.KeyValueExpr:
		ast.Inspect(n.Value, e.visit)
		return false
	case *ast.CompositeLit:
		for _, x := range n.Elts {
			if _, ok := x.(*ast.KeyValueExpr); ok {
				e.add(e.cut(x.Pos(), x.End(), ""))
			}
		}
		e.expression(n)
	case ast.Expr:
		e.expression(n)
	}
	return true
}

// list removes statements: one by one, by halves, all.
func (e *editor) list(stmts []ast.Stmt) {
	remove := func(s []ast.Stmt) {
		if len(s) > 0 {
			e.add(e.cut(s[0].Pos(), s[len(s)-1].End(), ""))
		}
	}
	for i, s := range stmts {
		remove(stmts[i : i+1])
		if b, ok := s.(*ast.BlockStmt); ok {
			e.unwrap(b, b)
		}
		if sw, ok := s.(*ast.SwitchStmt); ok && len(sw.Body.List) == 1 {
			clause := sw.Body.List[0].(*ast.CaseClause)
			if len(clause.Body) > 0 {
				e.add(e.cut(s.Pos(), clause.Body[0].Pos(), "{\n"))
			}
		}
	}
	if len(stmts) > 2 {
		remove(stmts)
		remove(stmts[:len(stmts)/2])
		remove(stmts[len(stmts)/2:])
		remove(stmts[:len(stmts)-1])
	}
}

// unwrap puts the statements of a body in the place of what is around it.
func (e *editor) unwrap(outer ast.Node, body *ast.BlockStmt) {
	if len(body.List) > 0 {
		last := body.List[len(body.List)-1]
		e.add(e.cut(outer.Pos(), body.List[0].Pos(), ""), e.cut(last.End(), outer.End(), ""))
		if outer != ast.Node(body) {
			e.add(e.cut(outer.Pos(), body.Pos(), ""), e.cut(body.End(), outer.End(), ""))
		}
	}
}

// expression puts something simpler in the place of an expression: a part of it
// with the same type, or a constant.
func (e *editor) expression(x ast.Expr) {
	tv, ok := e.c.info.Types[x]
	if !ok || !tv.IsValue() || e.guards(x) {
		return
	}
	if _, ok := x.(*ast.BasicLit); ok {
		return
	}
	whole := e.text(x)
	ast.Inspect(x, func(n ast.Node) bool {
		part, ok := n.(ast.Expr)
		if !ok || part == x {
			return true
		}
		if t := e.c.info.Types[part]; t.IsValue() && (types.Identical(t.Type, tv.Type) || t.Value != nil) {
			if text := e.text(part); len(text) < len(whole) {
				e.add(e.cut(x.Pos(), x.End(), text))
			}
		}
		return true
	})
	for _, text := range constants(tv.Type) {
		if len(text) < len(whole) {
			e.add(e.cut(x.Pos(), x.End(), text))
		}
	}
}

// constants are simple texts of a type.
func constants(t types.Type) []string {
	name := types.TypeString(t, func(*types.Package) string { return "" })
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return []string{"true", "false"}
		case u.Info()&types.IsNumeric != 0:
			return []string{"0", "1", name + "(0)", name + "(1)"}
		}
	case *types.Struct, *types.Array:
		return []string{name + "{}"}
	case *types.Slice, *types.Pointer, *types.Signature, *types.Interface:
		return []string{"nil"}
	}
	return nil
}

// calls gives the calls of a function and, for a generic one, its instances.
func (e *editor) calls(fd *ast.FuncDecl, use func(pkg int, call *ast.CallExpr)) {
	object := e.c.info.Defs[fd.Name]
	for i, f := range e.c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := ast.Unparen(call.Fun)
			if ix, ok := fun.(*ast.IndexExpr); ok {
				fun = ix.X
			}
			var id *ast.Ident
			switch f := fun.(type) {
			case *ast.Ident:
				id = f
			case *ast.SelectorExpr:
				id = f.Sel
			}
			if id != nil {
				used := e.c.info.Uses[id]
				if fn, ok := used.(*types.Func); ok {
					used = fn.Origin()
				}
				if used == object {
					use(i, call)
				}
			}
			return true
		})
	}
}

// parameters removes parameters one by one, with the arguments of all calls.
func (e *editor) parameters(fd *ast.FuncDecl) {
	k := -1
	for at, field := range fd.Type.Params.List {
		for i, name := range field.Names {
			k++
			if name.Name == "fuel" {
				continue
			}
			ed := edit{param: -1}
			if fd.Name.Name == Entry {
				ed.param = k
			}
			if len(field.Names) == 1 {
				ed.cuts = append(ed.cuts, listCut(e, fd.Type.Params.List, at))
			} else {
				ed.cuts = append(ed.cuts, listCut(e, field.Names, i))
			}
			home := e.pkg
			e.calls(fd, func(pkg int, call *ast.CallExpr) {
				e.pkg = pkg
				if k < len(call.Args) {
					ed.cuts = append(ed.cuts, listCut(e, call.Args, k))
				}
			})
			e.pkg = home
			e.edits = append(e.edits, ed)
		}
	}
}

// listCut removes the i-th element of a list with commas.
func listCut[N ast.Node](e *editor, list []N, i int) cut {
	switch {
	case len(list) == 1:
		return e.cut(list[0].Pos(), list[0].End(), "")
	case i == 0:
		return e.cut(list[0].Pos(), list[1].Pos(), "")
	}
	return e.cut(list[i-1].End(), list[i].End(), "")
}

// results removes results of the entry one by one.
func (e *editor) results(fd *ast.FuncDecl) {
	list := fd.Type.Results
	if fd.Name.Name != Entry || list == nil || len(list.List) < 2 {
		return
	}
	for i, field := range list.List {
		if len(field.Names) > 1 {
			return
		}
		cuts := []cut{listCut(e, list.List, i)}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				if len(n.Results) == len(list.List) {
					cuts = append(cuts, listCut(e, n.Results, i))
				}
			}
			return true
		})
		e.add(cuts...)
		if len(field.Names) == 1 {
			// The result becomes a variable.
			decl := e.cut(fd.Body.Lbrace+1, fd.Body.Lbrace+1, "\nvar "+field.Names[0].Name+" "+e.text(field.Type)+"\n")
			e.add(append([]cut{decl}, cuts...)...)
		}
	}
}

// emptyBody makes a function return zeros.
func (e *editor) emptyBody(fd *ast.FuncDecl) {
	if fd.Type.Results == nil || len(fd.Body.List) < 2 {
		return
	}
	var zeros []string
	for _, field := range fd.Type.Results.List {
		texts := constants(e.c.info.TypeOf(field.Type))
		if texts == nil {
			return
		}
		for range max(1, len(field.Names)) {
			zeros = append(zeros, texts[0])
		}
	}
	e.add(e.cut(fd.Body.Lbrace+1, fd.Body.Rbrace, "\nreturn "+strings.Join(zeros, ", ")+"\n"))
}
