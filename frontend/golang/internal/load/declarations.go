package load

import (
	"go/ast"
	"go/token"
	"iter"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Pruning keeps the package-level declarations that the wanted functions can
// reach by name, in all packages, and the imports they use. It comes before
// type checking, so that a main function full of fmt calls, or a test helper
// with goroutines, needs neither its imports nor our opinion, and so that a big
// package costs only what is reached of it. It errs on the side of keeping:
// what is kept without need is type-checked but not judged.

// Declaration is one function, type or variable spec, or one whole const
// group (iota and implicit repetition tie its specs together).
type Declaration struct {
	pkg  *Source
	file *ast.File
	node ast.Decl
	said []mention // what mentions found when it was first asked
	// beside is a function that no other one of the package names: it is there for those
	// who load it, see Source.beside.
	beside bool
}

// typeSpec is the type that is declared, or nil.
func (d *Declaration) typeSpec() *ast.TypeSpec {
	if gd, ok := d.node.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
		return gd.Specs[0].(*ast.TypeSpec)
	}
	return nil
}

// mention is an identifier, perhaps before a selector, or a selected name.
type mention struct {
	id       *ast.Ident
	sel      *ast.SelectorExpr
	selected string
}

// declarations finds what a package-level name stands for.
type declarations struct {
	byName  map[string][]*Declaration // not methods
	methods map[string][]*Declaration // by the name of the receiver's type
	inOrder []*Declaration
	// starters run before anything else and have no name by which they could
	// be reached: init functions and blank variables.
	starters []*Declaration
}

// collect indexes the package-level declarations of all files.
func (s *Source) collect() {
	s.decls = declarations{byName: map[string][]*Declaration{}, methods: map[string][]*Declaration{}}
	s.scopes = map[*ast.File]*imports{}
	own, replaced := s.own()
	for _, f := range s.files {
		s.scopes[f] = importsOf(f)
		instead := replaced
		if own[f] {
			instead = nil // it is what replaces others
		}
		bare := !s.bodies || own != nil && !own[f] && s.baseName(f) != plain[s.path]
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if !instead[FuncName(d)] {
					s.collectFunc(f, d, bare)
				}
			case *ast.GenDecl:
				s.collectSpecs(f, d, bare, instead)
			}
		}
	}
}

// add adds a declaration that names stand for.
func (ds *declarations) add(d *Declaration, names ...*ast.Ident) {
	ds.inOrder = append(ds.inOrder, d)
	for _, n := range names {
		if n.Name != "_" {
			ds.byName[n.Name] = append(ds.byName[n.Name], d)
		}
	}
}

// collectFunc adds a function or method, without its body if the package's are not known.
func (s *Source) collectFunc(f *ast.File, d *ast.FuncDecl, bare bool) {
	ds := &s.decls
	decl := &Declaration{pkg: s, file: f, node: d}
	if bare {
		signature := *d
		signature.Body = nil
		decl.node = &signature
	}
	switch {
	case d.Recv != nil:
		t := receiverType(d)
		ds.add(decl)
		ds.methods[t] = append(ds.methods[t], decl)
	case d.Name.Name == "init":
		ds.add(decl)
		ds.starters = append(ds.starters, decl)
	default:
		ds.add(decl, d.Name)
	}
}

// collectSpecs adds the constants, types or variables of a declaration: constants together, since they may count,
// and of others each by itself.
func (s *Source) collectSpecs(f *ast.File, d *ast.GenDecl, bare bool, instead map[string]bool) {
	ds := &s.decls
	if d.Tok == token.CONST {
		var names []*ast.Ident
		for _, sp := range d.Specs {
			names = append(names, sp.(*ast.ValueSpec).Names...)
		}
		ds.add(&Declaration{pkg: s, file: f, node: d}, names...)
		return
	}
	for _, sp := range d.Specs {
		one := &ast.GenDecl{TokPos: d.TokPos, Tok: d.Tok, Specs: []ast.Spec{sp}}
		decl := &Declaration{pkg: s, file: f, node: one}
		switch sp := sp.(type) {
		case *ast.TypeSpec:
			if !instead[sp.Name.Name] {
				ds.add(decl, sp.Name)
			}
		case *ast.ValueSpec:
			if instead[sp.Names[0].Name] {
				continue
			}
			if bare && sp.Type != nil {
				typed := *sp
				typed.Values = nil
				one.Specs[0] = &typed
			}
			ds.add(decl, sp.Names...)
			if isBlank(sp) {
				ds.starters = append(ds.starters, decl)
			}
		}
	}
}

func isBlank(sp *ast.ValueSpec) bool {
	return !slices.ContainsFunc(sp.Names, func(id *ast.Ident) bool { return id.Name != "_" })
}

// besideName names the file that is written for a function, which no user has.
func besideName(fn string) string { return "(" + fn + ").go" }

// besideFunc is the function that a file was written for, or "".
func besideFunc(file string) string {
	fn, ok := strings.CutSuffix(strings.TrimPrefix(file, "("), ").go")
	if !ok {
		return ""
	}
	return fn
}

// beside adds a file with a function that is loaded as if the package had it. Other functions see
// the package without it.
func (s *Source) beside(file File) (*Declaration, program.ErrorList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	af, errs := s.parseFile(file)
	if len(errs) > 0 {
		return nil, errs
	}
	s.scopes[af] = importsOf(af)
	return &Declaration{pkg: s, file: af, node: af.Decls[len(af.Decls)-1], beside: true}, nil
}

// declared are the files and declarations of a package, and those beside them that are loaded.
func (l *loader) declared(s *Source) (files []*ast.File, decls []*Declaration) {
	files, decls = slices.Clip(s.files), slices.Clip(s.decls.inOrder)
	for _, d := range l.out.roots {
		if d.beside && d.pkg == s {
			files, decls = append(files, d.file), append(decls, d)
		}
	}
	return files, decls
}

// isGlobal reports whether an identifier in the file is not resolved inside a
// declaration. The parser has resolved what is local. The rest belongs to this
// file's package scope, or to another file, an import or Go.
func isGlobal(f *ast.File, id *ast.Ident) bool {
	return id.Obj == nil || f.Scope.Lookup(id.Name) == id.Obj
}

// mentions calls name for every identifier in a declaration that is not
// resolved inside the declaration itself and may stand for a package-level
// name or an import, and selector for every name after a dot and every method
// that an interface asks for. A name before a dot comes with its selector.
func (d *Declaration) mentions(name func(id *ast.Ident, sel *ast.SelectorExpr), selector func(string)) {
	if d.said == nil {
		d.said = d.listMentions()
	}
	for _, m := range d.said {
		if m.id != nil {
			name(m.id, m.sel)
		} else {
			selector(m.selected)
		}
	}
}

// listMentions finds what mentions is about.
func (d *Declaration) listMentions() []mention {
	found := []mention{}
	name := func(id *ast.Ident, sel *ast.SelectorExpr) { found = append(found, mention{id: id, sel: sel}) }
	selector := func(s string) { found = append(found, mention{selected: s}) }
	var visit func(n ast.Node) bool
	types := func(list *ast.FieldList) {
		for _, f := range list.List {
			ast.Inspect(f.Type, visit)
		}
	}
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				ast.Inspect(n.Recv, visit)
			}
			ast.Inspect(n.Type, visit)
			if n.Body != nil {
				ast.Inspect(n.Body, visit)
			}
			return false
		case *ast.FuncLit:
			if !d.pkg.bodies {
				ast.Inspect(n.Type, visit)
				return false
			}
		case *ast.SelectorExpr:
			selector(n.Sel.Name)
			if id, ok := n.X.(*ast.Ident); ok && isGlobal(d.file, id) {
				name(id, n)
				return false
			}
			ast.Inspect(n.X, visit)
			return false
		case *ast.StructType:
			types(n.Fields)
			return false
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					selector(id.Name)
				}
			}
			types(n.Methods)
			return false
		case *ast.Ident:
			if isGlobal(d.file, n) {
				name(n, nil)
			}
		}
		return true
	}
	ast.Inspect(d.node, visit)
	return found
}

// Functions are the declared functions and methods, in the order of the source.
func (s *Source) Functions() iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, f := range s.files {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name != "_" && !yield(fd) {
					return
				}
			}
		}
	}
}

// Function returns what is declared, where it is a function.
func (d *Declaration) Function() *ast.FuncDecl { return d.node.(*ast.FuncDecl) }

// namesakes are the declarations of a function's name, itself among them. If there are others, the
// type checker says so, and nobody takes one of them.
func (d *Declaration) namesakes() []*Declaration {
	fd := d.Function()
	if fd.Recv == nil {
		return d.pkg.decls.byName[fd.Name.Name]
	}
	var found []*Declaration
	for _, m := range d.pkg.decls.methods[receiverType(fd)] {
		if m.Function().Name.Name == fd.Name.Name {
			found = append(found, m)
		}
	}
	return found
}

// Find returns the declaration of the named function or method, or nil.
func (s *Source) Find(fn string) *Declaration {
	for _, d := range s.decls.inOrder {
		if fd, ok := d.node.(*ast.FuncDecl); ok && FuncName(fd) == fn {
			return d
		}
	}
	return nil
}

// FuncName returns "Integrate" or "Vec.Norm".
func FuncName(d *ast.FuncDecl) string {
	if d.Recv != nil {
		return receiverType(d) + "." + d.Name.Name
	}
	return d.Name.Name
}

// receiverType returns the name of the type that a method belongs to.
func receiverType(d *ast.FuncDecl) string {
	if len(d.Recv.List) == 0 {
		return ""
	}
	if id, ok := named(d.Recv.List[0].Type).(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// named strips a type of pointers, parentheses and type arguments.
func named(t ast.Expr) ast.Expr {
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.ParenExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		default:
			return t
		}
	}
}

// IsGeneric reports whether a function, or the type that a method belongs to, has
// type parameters.
func IsGeneric(d *ast.FuncDecl) bool {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Type.TypeParams != nil
	}
	generic := d.Type.TypeParams != nil
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			generic = true
		}
		return true
	})
	return generic
}

// Underlying follows the declarations of a type's name within the package.
func (s *Source) Underlying(t ast.Expr) ast.Expr {
	const most = 10 // declarations may be circular
	for range most {
		id, ok := t.(*ast.Ident)
		if !ok {
			break
		}
		decls := s.decls.byName[id.Name]
		if len(decls) == 0 {
			break
		}
		spec := decls[0].typeSpec()
		if spec == nil {
			break
		}
		t = spec.Type
	}
	return t
}

// HasVariable reports whether there may be a package-level variable of a name, or of a name behind the path or the name
// of a package. Of packages that are not at hand nothing is known.
func (s *Source) HasVariable(name string) bool {
	at := strings.LastIndex(name, ".")
	if at < 0 || name[:at] == s.files[0].Name.Name {
		return s.declaresVariable(name[at+1:])
	}
	other, err := s.open(name[:at])
	if err != nil {
		return !strings.Contains(name[:at], "/") // or it is the end of a path
	}
	return other.declaresVariable(name[at+1:])
}

func (s *Source) declaresVariable(name string) bool {
	return slices.ContainsFunc(s.decls.byName[name], isVar)
}
