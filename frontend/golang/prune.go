package golang

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Pruning keeps the package-level declarations that the wanted function can
// reach by name, and the imports they use. It comes before type checking, so
// that a main function full of fmt calls, or a test helper with goroutines,
// needs neither its imports nor our opinion. It errs on the side of keeping:
// what is kept without need is type-checked but not judged.

// declaration is one function, type or variable spec, or one whole const
// group (iota and implicit repetition tie its specs together).
type declaration struct {
	file *ast.File
	node ast.Decl
}

// declarations finds what a package-level name stands for.
type declarations struct {
	byName  map[string][]*declaration // not methods
	methods map[string][]*declaration // by the name of the receiver's type
	inOrder []*declaration
}

// collect indexes the package-level declarations of all files.
func (s *source) collect() declarations {
	ds := declarations{byName: map[string][]*declaration{}, methods: map[string][]*declaration{}}
	add := func(d *declaration, names ...*ast.Ident) {
		ds.inOrder = append(ds.inOrder, d)
		for _, n := range names {
			ds.byName[n.Name] = append(ds.byName[n.Name], d)
		}
	}
	for _, f := range s.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				decl := &declaration{f, d}
				if d.Recv != nil {
					t := receiverType(d)
					ds.inOrder = append(ds.inOrder, decl)
					ds.methods[t] = append(ds.methods[t], decl)
				} else {
					add(decl, d.Name)
				}
			case *ast.GenDecl:
				if d.Tok == token.CONST {
					var names []*ast.Ident
					for _, sp := range d.Specs {
						names = append(names, sp.(*ast.ValueSpec).Names...)
					}
					add(&declaration{f, d}, names...)
					continue
				}
				for _, sp := range d.Specs {
					one := &ast.GenDecl{TokPos: d.TokPos, Tok: d.Tok, Specs: []ast.Spec{sp}}
					switch sp := sp.(type) {
					case *ast.TypeSpec:
						add(&declaration{f, one}, sp.Name)
					case *ast.ValueSpec:
						add(&declaration{f, one}, sp.Names...)
					}
				}
			}
		}
	}
	return ds
}

// prune returns the files reduced to what the roots reach.
func (s *source) prune(roots ...*declaration) []*ast.File {
	kept := map[*declaration]bool{}
	selected := map[string]bool{} // selector names: possible methods
	imports := map[*ast.ImportSpec]bool{}
	work := roots
	for ; len(work) > 0; work = s.wantedMethods(kept, selected) {
		for len(work) > 0 {
			d := work[0]
			work = work[1:]
			if kept[d] {
				continue
			}
			kept[d] = true
			s.references(d, func(name string) {
				work = append(work, s.decls.byName[name]...)
				for _, spec := range d.file.Imports {
					if local := importName(spec); local == name || local == "." {
						imports[spec] = true
					}
				}
			}, func(name string) { selected[name] = true })
		}
	}

	var out []*ast.File
	for _, f := range s.files {
		g := *f
		g.Decls, g.Imports = nil, nil
		for _, spec := range f.Imports {
			if imports[spec] {
				one := *spec
				if one.Name == nil {
					// Says the name outright: for a package that is not
					// available, nobody else knows it.
					one.Name = &ast.Ident{NamePos: spec.Path.Pos(), Name: importName(spec)}
				}
				g.Imports = append(g.Imports, &one)
				g.Decls = append(g.Decls, &ast.GenDecl{TokPos: spec.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{&one}})
			}
		}
		for _, d := range s.decls.inOrder {
			if d.file == f && kept[d] {
				g.Decls = append(g.Decls, d.node)
			}
		}
		out = append(out, &g)
	}
	return out
}

// wantedMethods returns the methods of kept types that a kept selector may
// mean and that are not kept yet.
func (s *source) wantedMethods(kept map[*declaration]bool, selected map[string]bool) []*declaration {
	var more []*declaration
	for t, methods := range s.decls.methods {
		if !slices.ContainsFunc(s.decls.byName[t], func(d *declaration) bool { return kept[d] }) {
			continue
		}
		for _, m := range methods {
			if !kept[m] && selected[m.node.(*ast.FuncDecl).Name.Name] {
				more = append(more, m)
			}
		}
	}
	return more
}

// references calls name for every identifier in d that is not resolved inside
// d itself, and selector for every name after a dot and every method that an
// interface asks for.
func (s *source) references(d *declaration, name, selector func(string)) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selector(n.Sel.Name)
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					selector(id.Name)
				}
			}
		case *ast.Ident:
			// The parser has resolved what is local. The rest belongs to this
			// file's package scope, or to another file, an import or Go.
			if n.Obj == nil || d.file.Scope.Lookup(n.Name) == n.Obj {
				name(n.Name)
			}
		}
		return true
	})
}

// find returns the declaration of the named function or method, or nil.
func (s *source) find(fn string) *declaration {
	for _, d := range s.decls.inOrder {
		if fd, ok := d.node.(*ast.FuncDecl); ok && declName(fd) == fn {
			return d
		}
	}
	return nil
}

// declName returns "Integrate" or "Vec.Norm".
func declName(d *ast.FuncDecl) string {
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
	t := d.Recv.List[0].Type
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
		case *ast.Ident:
			return u.Name
		default:
			return ""
		}
	}
}

func receiverIsGeneric(d *ast.FuncDecl) bool {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return false
	}
	generic := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			generic = true
		}
		return true
	})
	return generic
}

var versionSuffix = regexp.MustCompile(`^v[0-9]+$`)

// importName returns the name under which an import is used. Without a given
// name it is guessed from the path as people name packages: "math/rand/v2" is
// rand, "gopkg.in/yaml.v3" is yaml.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	base := path.Base(p)
	if dir := path.Dir(p); versionSuffix.MatchString(base) && dir != "." {
		base = path.Base(dir)
	}
	if i := strings.LastIndex(base, ".v"); i > 0 {
		base = base[:i]
	}
	base = strings.TrimPrefix(base, "go-")
	return strings.ReplaceAll(strings.TrimSuffix(base, "-go"), "-", "_")
}
