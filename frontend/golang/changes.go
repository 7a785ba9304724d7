package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A package-level variable is a table only if nothing changes it once the
// program runs. All of the source that was parsed is searched, kept or not,
// since what main changes is no constant; and by names, since what is not kept
// has no types. Of packages that nothing is reached of, nothing is parsed.

// change is a place that changes a variable, or may.
type change struct {
	at token.Pos
	// shared says that a slice, or a part that is one, is handed to code that
	// could write to it.
	shared bool
	// certain says that it is assigned to, there or where it is handed to.
	certain bool
	// starting says that it happens before the program begins and belongs to
	// the variable's value: in a kept init function, or in a function that
	// only such functions call.
	starting bool
}

// changes lists what changes a package-level variable, in the order of the
// source.
func (l *loaded) changes(v *types.Var) []change {
	t := l.byTypes[v.Pkg()]
	if t == nil {
		return nil
	}
	l.root.mu.Lock()
	defer l.root.mu.Unlock()
	var all []change
	for _, other := range l.packages {
		if other != t && !other.importsPath(t.path) || other == t && isLocal(v) {
			continue
		}
		for _, u := range other.usesOf(l.root.source)[variable{t.source, v.Name()}] {
			f := &flow{root: l.root.source, byTypes: l.byTypes, seen: map[seenObject]bool{}}
			f.place(u.decl, u.expr, v.Type(), false)
			starting := other == t && l.starting(u.decl)
			for _, c := range f.found {
				c.starting = starting
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b change) int { return int(a.at - b.at) })
	return slices.CompactFunc(all, func(a, b change) bool { return a.at == b.at })
}

// isLocal reports whether a variable is package time's local time zone, which
// the package reads in when it is first asked for. Until then only the pointer is
// used, and asking is refused, as it happens in a sync.Once.
func isLocal(v *types.Var) bool {
	return v.Pkg().Path() == "time" && (v.Name() == "Local" || v.Name() == "localLoc")
}

// starting reports whether a declaration only runs before the program begins,
// in an init function that is kept.
func (l *loaded) starting(d *declaration) bool {
	kept, ok := l.starters[d.pkg]
	if !ok {
		kept = d.pkg.startOnly(l.kept, l.roots)
		l.starters[d.pkg] = kept
	}
	return kept[d]
}

// startOnly returns the kept init functions and the functions that nothing
// else calls. Whoever imports the package may call what is exported, and the
// roots run in the lanes.
func (s *source) startOnly(kept map[*declaration]token.Pos, roots []*declaration) map[*declaration]bool {
	var starters []*declaration
	others := slices.DeleteFunc(slices.Clone(roots), func(d *declaration) bool { return d.pkg != s })
	for _, d := range s.decls.starters {
		if _, ok := kept[d]; ok {
			starters = append(starters, d)
		}
	}
	start := s.closure(starters)
	for _, d := range s.decls.inOrder {
		fd, isFunc := d.node.(*ast.FuncDecl)
		if !start[d] || isFunc && fd.Name.Name != "init" && (fd.Recv != nil || fd.Name.IsExported()) {
			others = append(others, d)
		}
	}
	for d := range s.closure(others) {
		delete(start, d)
	}
	return start
}

// closure returns the declarations, and the functions of the package that they
// mention, directly or through others.
func (s *source) closure(work []*declaration) map[*declaration]bool {
	reached := map[*declaration]bool{}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[d] {
			continue
		}
		reached[d] = true
		d.mentions(func(id *ast.Ident, _ *ast.SelectorExpr) {
			for _, o := range s.decls.byName[id.Name] {
				if _, ok := o.node.(*ast.FuncDecl); ok {
					work = append(work, o)
				}
			}
		}, func(string) {})
	}
	return reached
}

// startWrites returns the names of the package's variables that an init
// function, or what it calls in the package, may change.
func (s *source) startWrites(d *declaration, root *source) map[string]bool {
	names := map[string]bool{}
	within := s.closure([]*declaration{d})
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
			names[v.name] = len(f.found) > 0
		}
	}
	for name, writes := range names {
		if !writes {
			delete(names, name)
		}
	}
	return names
}

// variable is a package-level name.
type variable struct {
	pkg  *source
	name string
}

// use is where a package-level variable stands: an identifier, or a selector
// of an imported package.
type use struct {
	decl *declaration
	expr ast.Expr
}

// usesOf indexes the uses of package-level variables in the package, of its own
// and of those of packages that the root has parsed.
func (s *source) usesOf(root *source) map[variable][]use {
	if s.uses != nil && s.usesAmong == len(root.imports) {
		return s.uses
	}
	s.uses, s.usesAmong = map[variable][]use{}, len(root.imports)
	add := func(pkg *source, name string, d *declaration, e ast.Expr) bool {
		own := pkg.decls.byName[name]
		if slices.ContainsFunc(own, isVar) {
			s.uses[variable{pkg, name}] = append(s.uses[variable{pkg, name}], use{d, e})
		}
		return len(own) > 0
	}
	for _, d := range s.decls.inOrder {
		d.mentions(func(id *ast.Ident, sel *ast.SelectorExpr) {
			if add(s, id.Name, d, id) {
				return
			}
			if sel != nil {
				if pkg := s.imported(root, d.file, id.Name); pkg != nil {
					add(pkg, sel.Sel.Name, d, sel)
					return
				}
			}
			for _, spec := range s.scopes[d.file].dots {
				if pkg := root.imports[importPath(spec)]; pkg != nil {
					add(pkg, id.Name, d, id)
				}
			}
		}, func(string) {})
	}
	return s.uses
}

// imported returns the parsed package that a name stands for in a file, or nil.
func (s *source) imported(root *source, f *ast.File, name string) *source {
	if spec := s.scopes[f].named[name]; spec != nil {
		return root.imports[importPath(spec)]
	}
	for _, spec := range s.scopes[f].unnamed {
		if pkg := root.imports[importPath(spec)]; pkg != nil && pkg.files[0].Name.Name == name {
			return pkg
		}
	}
	return nil
}

// importsPath reports whether a file of the package imports a path.
func (s *source) importsPath(importPath string) bool {
	return slices.ContainsFunc(s.files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
			return strings.Trim(spec.Path.Value, "`\"") == importPath
		})
	})
}

// structure is what the syntax tree of a declaration does not say itself.
type structure struct {
	parent map[ast.Node]ast.Node
	idents map[*ast.Object][]*ast.Ident // the uses of a local variable
}

// tree returns the structure of a declaration.
func (d *declaration) tree() *structure {
	if t := d.pkg.trees[d]; t != nil {
		return t
	}
	t := &structure{parent: map[ast.Node]ast.Node{}, idents: map[*ast.Object][]*ast.Ident{}}
	var path []ast.Node
	ast.Inspect(d.node, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if len(path) > 0 {
			t.parent[n] = path[len(path)-1]
		}
		path = append(path, n)
		if id, ok := n.(*ast.Ident); ok && id.Obj != nil {
			t.idents[id.Obj] = append(t.idents[id.Obj], id)
		}
		return true
	})
	if d.pkg.trees == nil {
		d.pkg.trees = map[*declaration]*structure{}
	}
	d.pkg.trees[d] = t
	return t
}
