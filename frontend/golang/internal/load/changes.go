package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A package-level variable is a table only where it is proven that nothing
// changes it once the program runs. That takes this:
//
//   - Every use of its name, in all packages that the program has, is followed
//     until it is known to be harmless (changes_flow.go). By names, since what is
//     not kept has no types. Packages that the functions do not reach are read for
//     it as well (changes_outside.go), and so are directives (directives.go).
//   - Code of which the lanes are all that runs it may hand the memory on, to where
//     its analysis can follow it and this one cannot (changes_lanes.go).
//   - Code that only runs before the program begins may do what it likes
//     (changes_start.go): package evaluate runs it, and what the variable holds in
//     the end is its value. If that code hands the variable's memory on, the
//     other variables that refer to it in the end are followed as well
//     (its alias.go).
//   - What the evaluator does not run to its end makes everything unknown that it
//     could touch, for good (its spoil.go).

// Change is a place that changes a variable, or may.
type Change struct {
	At token.Pos
	// Through is the first place where what is handed on there may be changed, if that is another.
	Through token.Pos
	// Shared says that a slice, or a part that is one, is handed to code that
	// could write to it.
	Shared bool
	// certain says that it is assigned to, there or where it is handed to.
	certain bool
	// InLanes says that nothing but the function that is compiled gets there, and what
	// only it calls, and that nothing is assigned to where its syntax shows it. Whoever
	// analyses all that this function may do sees for himself (changes_lanes.go).
	InLanes bool
	// Why, if there, says all: the change is none of a statement.
	Why string
}

// Changes lists what changes a package-level variable once the program runs, in
// the order of the source. aliased says that code that runs before hands its
// memory on. dynamics are the types of what interfaces hold in it.
func (l *View) Changes(v *types.Var, dynamics []types.Type) (all []Change, aliased bool) {
	t := l.byTypes[v.Pkg()]
	if t == nil {
		return nil, false
	}
	l.Root.mu.Lock()
	defer l.Root.mu.Unlock()
	if d := t.directive(v.Name()); d != nil {
		return []Change{{At: d.at, Why: d.why}}, false
	}
	others, missing := l.mayName(t.Source, v)
	if missing != nil {
		return []Change{*missing}, false
	}
	for _, other := range append(others, t.Source) {
		for _, u := range other.usesOf(l.Root.Source)[variable{t.Source, v.Name()}] {
			f := &flow{root: l.Root.Source, byTypes: l.byTypes, of: v.Type(), dynamics: dynamics,
				seen: map[seenObject]bool{}, roots: l.roots}
			f.place(u.decl, u.expr, v.Type(), false)
			switch {
			case len(f.found) == 0 || other == t.Source && isLocal(v):
			case other == t.Source && l.starting(u):
				aliased = true
			default:
				inLanes := other == l.Root.Source && l.inLanes(u) &&
					!slices.ContainsFunc(f.found, func(ch Change) bool { return ch.certain })
				for _, ch := range f.found {
					ch.InLanes = inLanes
					all = append(all, ch)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Change) int { return int(a.At - b.At) })
	return slices.CompactFunc(all, func(a, b Change) bool { return a.At == b.At && a.InLanes == b.InLanes }), aliased
}

// isLocal reports whether a variable is package time's local time zone, which
// the package reads in when it is first asked for. Until then only the pointer is
// used, and asking is refused, as it happens in a sync.Once.
func isLocal(v *types.Var) bool {
	return v.Pkg().Path() == "time" && (v.Name() == "Local" || v.Name() == "localLoc")
}

// variable is a package-level name.
type variable struct {
	pkg  *Source
	name string
}

// use is where a package-level variable stands: an identifier, or a selector
// of an imported package.
type use struct {
	decl *Declaration
	expr ast.Expr
}

// usesOf indexes the uses of package-level variables in the package, of its own
// and of those of packages that the root has parsed.
func (s *Source) usesOf(root *Source) map[variable][]use {
	if s.uses != nil && s.usesAmong == len(root.imports) {
		return s.uses
	}
	s.uses, s.usesAmong = map[variable][]use{}, len(root.imports)
	add := func(pkg *Source, name string, d *Declaration, e ast.Expr) bool {
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
func (s *Source) imported(root *Source, f *ast.File, name string) *Source {
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

// standardImport returns the path of the standard package without source that a
// name stands for in a file, or "".
func (s *Source) standardImport(f *ast.File, name string) string {
	spec := s.scopes[f].named[name]
	if spec == nil {
		i := slices.IndexFunc(s.scopes[f].unnamed, func(spec *ast.ImportSpec) bool {
			return guessName(importPath(spec)) == name
		})
		if i < 0 {
			return ""
		}
		spec = s.scopes[f].unnamed[i]
	}
	if p := importPath(spec); IsStandard(p) {
		return p
	}
	return ""
}

// importsPath reports whether a file of the package imports a path.
func (s *Source) importsPath(path string) bool {
	return slices.ContainsFunc(s.files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return importPath(spec) == path })
	})
}

// structure is what the syntax tree of a declaration does not say itself.
type structure struct {
	parent map[ast.Node]ast.Node
	idents map[*ast.Object][]*ast.Ident // the uses of a local variable
}

// tree returns the structure of a declaration.
func (d *Declaration) tree() *structure {
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
		d.pkg.trees = map[*Declaration]*structure{}
	}
	d.pkg.trees[d] = t
	return t
}

// IsCertain reports whether the variable is changed there, and not perhaps by whatever gets it.
func (ch Change) IsCertain() bool { return ch.Why == "" && !ch.Shared && ch.certain }

// Message says why a variable is not a table; place writes a position.
func (ch Change) Message(v *types.Var, place func(token.Pos) string) string {
	switch {
	case ch.Why != "":
		return ch.Why
	case ch.Shared, !ch.certain:
		kind, instead := kindOf(v.Type())
		where := ""
		if ch.Through.IsValid() && ch.Through != ch.At {
			where = " (at " + place(ch.Through) + ", as it seems)"
		}
		return kind + v.Name() + " may be changed by whatever gets it here" + where +
			", so it is not a constant table; " + instead
	}
	return v.Name() + " is changed here, so it is not a constant table; make it a parameter (a uniform one, if all " +
		"lanes share it)"
}

// kindOf says what a variable is, before its name in a message, and what to
// make of it instead.
func kindOf(t types.Type) (kind, instead string) {
	switch t.Underlying().(type) {
	case *types.Slice:
		return "the slice ", "make it an array"
	case *types.Map:
		return "the map ", "make it an array"
	}
	return "", "make it in the function, or take it as a parameter"
}
