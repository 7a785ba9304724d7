package load

import (
	"go/ast"
	"go/token"
	"slices"
)

// Code that runs before the program begins and never again: init functions and
// initialisers of variables, and functions that only such code calls.

// starting reports whether a use of a variable is in code that is kept and only
// runs before the program begins.
func (l *View) starting(u use) bool {
	only, ok := l.starters[u.decl.pkg]
	if !ok {
		only = u.decl.pkg.startOnly(l.kept, l.roots)
		l.starters[u.decl.pkg] = only
	}
	return only[u.decl] && !u.decl.mayOutlive(u.expr)
}

// startOnly returns the kept init functions and variables, and the functions
// that are called by such and by nobody else. Whoever imports the package may
// call what is exported, tests may call what nobody calls, and the roots run in
// the lanes.
func (s *Source) startOnly(kept map[*Declaration]token.Pos, roots []*Declaration) map[*Declaration]bool {
	isStarter := func(d *Declaration) bool {
		_, isKept := kept[d]
		fd, isFunc := d.node.(*ast.FuncDecl)
		return isKept && (isVar(d) || isFunc && fd.Recv == nil && fd.Name.Name == "init")
	}
	var starters []*Declaration
	for _, d := range s.decls.inOrder {
		if isStarter(d) {
			starters = append(starters, d)
		}
	}
	return s.onlyFor(starters, func(fd *ast.FuncDecl) bool {
		return s.isOpen(fd) || slices.ContainsFunc(roots, func(d *Declaration) bool { return d.node == fd })
	})
}

// isOpen reports whether others than the package may call a function, as far as its
// declaration says.
func (s *Source) isOpen(fd *ast.FuncDecl) bool {
	return fd.Recv != nil || fd.Name.IsExported() || s.directive(fd.Name.Name) != nil
}

// onlyFor returns some declarations, and the functions that are called by such and by
// nobody else, but for those that are open: others may call them of whom nothing is known.
func (s *Source) onlyFor(first []*Declaration, isOpen func(fd *ast.FuncDecl) bool) map[*Declaration]bool {
	reached := s.closure(slices.Clone(first))
	only := map[*Declaration]bool{}
	var work []*Declaration // those of which it is known that they are not
	for _, d := range s.decls.inOrder {
		fd, isFunc := d.node.(*ast.FuncDecl)
		if only[d] = slices.Contains(first, d) || reached[d] && !(isFunc && isOpen(fd)); !only[d] {
			work = append(work, d)
		}
	}
	lose := func(d *Declaration) {
		if only[d] && !slices.Contains(first, d) {
			only[d] = false
			work = append(work, d)
		}
	}
	for _, mentioned := range s.functionsIn() {
		for _, m := range mentioned {
			if !m.called {
				lose(m.fn)
			}
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range s.functionsIn()[d] {
			lose(m.fn)
		}
	}
	return only
}

// functionIn is a function of the package that a declaration mentions.
type functionIn struct {
	fn *Declaration
	// called says that it is called there, and returns before what calls it
	// does.
	called bool
}

// functionsIn lists the functions of the package that each declaration mentions.
func (s *Source) functionsIn() map[*Declaration][]functionIn {
	if s.functionsBy != nil {
		return s.functionsBy
	}
	s.functionsBy = map[*Declaration][]functionIn{}
	for _, d := range s.decls.inOrder {
		if all := s.mentionedBy(d); len(all) > 0 {
			s.functionsBy[d] = all
		}
	}
	return s.functionsBy
}

// functionsOf lists those that one declaration mentions.
func (s *Source) functionsOf(d *Declaration) []functionIn {
	if d.beside {
		return s.mentionedBy(d)
	}
	return s.functionsIn()[d]
}

func (s *Source) mentionedBy(d *Declaration) (all []functionIn) {
	d.mentions(func(id *ast.Ident, _ *ast.SelectorExpr) {
		for _, o := range s.decls.byName[id.Name] {
			if _, ok := o.node.(*ast.FuncDecl); ok {
				all = append(all, functionIn{o, d.isCall(id) && !d.mayOutlive(id)})
			}
		}
	}, func(string) {})
	return all
}

// isCall reports whether an expression is what a call calls, in this goroutine.
func (d *Declaration) isCall(e ast.Expr) bool { return d.callOf(e) != nil }

// callOf returns the call, in this goroutine, of what an expression stands for; nil if it is not called.
func (d *Declaration) callOf(e ast.Expr) *ast.CallExpr {
	parent := d.tree().parent
	for {
		switch p := parent[e].(type) {
		case *ast.ParenExpr:
			e = p
			continue
		case *ast.IndexExpr:
			if p.X == e { // of a generic function
				e = p
				continue
			}
		case *ast.IndexListExpr:
			if p.X == e {
				e = p
				continue
			}
		case *ast.CallExpr:
			if _, isGo := parent[p].(*ast.GoStmt); p.Fun == e && !isGo {
				return p
			}
		}
		return nil
	}
}

// mayOutlive reports whether what a node does may happen when the function that
// it is in has returned: it is in a function literal that something may keep.
func (d *Declaration) mayOutlive(n ast.Node) bool { return d.outlives(n, map[*ast.FuncLit]bool{}) }

// outlives is mayOutlive where some literals have been asked about: they are
// called here if nothing is found that says otherwise. Literals may call each other.
func (d *Declaration) outlives(n ast.Node, asked map[*ast.FuncLit]bool) bool {
	parent := d.tree().parent
	for n = parent[n]; n != nil; n = parent[n] {
		if lit, ok := n.(*ast.FuncLit); ok && !asked[lit] {
			asked[lit] = true
			if !d.calledHere(lit, asked) {
				return true
			}
		}
	}
	return false
}

// calledHere reports whether a function literal is only called in the function
// that it is in, before that returns: where it stands, by the name of a local
// variable that holds nothing else, or by a function of package sort or slices.
func (d *Declaration) calledHere(lit *ast.FuncLit, asked map[*ast.FuncLit]bool) bool {
	parent := d.tree().parent
	if d.isCall(lit) {
		return true
	}
	switch p := parent[lit].(type) {
	case *ast.CallExpr:
		sel, ok := p.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		id, ok := sel.X.(*ast.Ident)
		if _, isGo := parent[p].(*ast.GoStmt); !ok || isGo || !isGlobal(d.file, id) ||
			len(d.pkg.decls.byName[id.Name]) > 0 {
			return false
		}
		path := d.pkg.standardImport(d.file, id.Name)
		return path == "sort" || path == "slices"
	case *ast.AssignStmt:
		return d.onlyCalled(p.Lhs[slices.Index(p.Rhs, ast.Expr(lit))], asked)
	case *ast.ValueSpec:
		return d.onlyCalled(p.Names[slices.Index(p.Values, ast.Expr(lit))], asked)
	}
	return false
}

// onlyCalled reports whether a variable that is given a literal is local, and
// otherwise only called.
func (d *Declaration) onlyCalled(to ast.Expr, asked map[*ast.FuncLit]bool) bool {
	id, ok := to.(*ast.Ident)
	if !ok || id.Obj == nil || isGlobal(d.file, id) {
		return false
	}
	for _, use := range d.tree().idents[id.Obj] {
		spec, ok := d.tree().parent[use].(*ast.ValueSpec)
		declared := ok && slices.Contains(spec.Names, use)
		if use != id && !declared && (!d.isCall(use) || d.outlives(use, asked)) {
			return false
		}
	}
	return true
}

// startWrites returns the names of the package's variables that an init
// function, or what it calls in the package, may change.
func (s *Source) startWrites(d *Declaration, root *Source) map[string]bool {
	names := map[string]bool{}
	within := s.closure([]*Declaration{d})
	for v, uses := range s.usesOf(root) {
		if v.pkg != s {
			continue
		}
		for _, u := range uses {
			if names[v.name] || !within[u.decl] {
				continue
			}
			f := &flow{root: root, seen: map[seenObject]bool{}}
			f.place(u.decl, u.expr, nil, false)
			if len(f.found) > 0 {
				names[v.name] = true
			}
		}
	}
	return names
}

// closure returns the declarations, and the functions of the package that they
// mention, directly or through others.
func (s *Source) closure(work []*Declaration) map[*Declaration]bool {
	reached := map[*Declaration]bool{}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[d] {
			continue
		}
		reached[d] = true
		for _, m := range s.functionsOf(d) {
			work = append(work, m.fn)
		}
	}
	return reached
}
