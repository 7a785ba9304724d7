package load

import (
	"go/ast"
	"go/types"
	"slices"
)

// What a function returns goes to those that call it by its name, if nobody else can.

// onlyRead are the functions whose documentation forbids that what they return is written to.
var onlyRead = map[string]bool{"hash/crc32.MakeTable": true, "hash/crc64.MakeTable": true}

// returned follows the i-th of the values that the function returns in which a node is.
func (f *flow) returned(d *Declaration, n ast.Node, i int, t types.Type, shared bool) {
	fd, ok := d.node.(*ast.FuncDecl)
	if ok && onlyRead[d.pkg.path+"."+FuncName(fd)] {
		return
	}
	if !ok || d.inFuncLit(n) || !d.pkg.bodies || !d.pkg.isClosed(fd) || slices.Contains(f.roots, d) {
		f.change(n.Pos(), shared)
		return
	}
	key := seenObject{what: fd, result: i, typ: typeKey(t)}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	single := fd.Type.Results.NumFields() == 1
	f.may(n.Pos(), shared, func() {
		if fd.Recv != nil {
			for _, sel := range d.pkg.selectors()[fd.Name.Name] {
				f.result(sel.decl, sel.expr, i, single, t, shared)
			}
			return
		}
		for _, by := range d.pkg.decls.inOrder {
			by.mentions(func(id *ast.Ident, _ *ast.SelectorExpr) {
				if id.Name == fd.Name.Name {
					f.result(by, id, i, single, t, shared)
				}
			}, func(string) {})
		}
	})
}

// result follows the i-th result of the function that an expression stands for, which is its only one or not.
func (f *flow) result(d *Declaration, fun ast.Expr, i int, single bool, t types.Type, shared bool) {
	call := d.callOf(fun)
	if call == nil {
		f.change(fun.Pos(), shared)
		return
	}
	if single {
		f.value(d, call, t, shared)
		return
	}
	var to []ast.Expr
	switch p := d.tree().parent[call].(type) {
	case *ast.AssignStmt:
		to = p.Lhs
	case *ast.ValueSpec:
		for _, name := range p.Names {
			to = append(to, name)
		}
	case *ast.ReturnStmt:
		f.returned(d, p, i, t, shared)
		return
	case *ast.ExprStmt:
		return
	}
	if i >= len(to) { // also where a method of the same name has other results
		f.change(call.Pos(), shared)
		return
	}
	f.bind(d, to[i], call, t, shared)
}

// inFuncLit reports whether a node is in a function literal.
func (d *Declaration) inFuncLit(n ast.Node) bool {
	for ; n != nil; n = d.tree().parent[n] {
		if _, ok := n.(*ast.FuncLit); ok {
			return true
		}
	}
	return false
}

// isClosed reports whether only the package calls a function. Whoever has a value may call its exported methods.
func (s *Source) isClosed(fd *ast.FuncDecl) bool {
	if fd.Recv != nil {
		return !fd.Name.IsExported()
	}
	return (!fd.Name.IsExported() || s.isCommand()) && s.directive(fd.Name.Name) == nil &&
		len(s.decls.byName[fd.Name.Name]) == 1
}

// resultIndex returns which result of the function a name of results is; -1 if it is something else.
func (d *Declaration) resultIndex(id *ast.Ident) int {
	field, ok := d.tree().parent[id].(*ast.Field)
	if !ok {
		return -1
	}
	list, _ := d.tree().parent[field].(*ast.FieldList)
	fn, ok := d.tree().parent[list].(*ast.FuncType)
	if !ok || fn.Results != list {
		return -1
	}
	n := 0
	for _, of := range list.List {
		if of == field {
			return n + slices.Index(of.Names, id)
		}
		n += len(of.Names)
	}
	return -1
}
