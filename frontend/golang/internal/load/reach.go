package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// reach keeps a declaration that the place in the root package needs.
func (l *loader) reach(d *Declaration, at token.Pos) {
	if _, ok := l.kept[d]; ok {
		return
	}
	l.kept[d] = at
	l.reached[d.pkg] = true
	l.work = append(l.work, d)
}

// run keeps what is reached by what is kept, until there is nothing more.
func (l *loader) run() {
	for len(l.work) > 0 {
		for len(l.work) > 0 {
			d := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			l.follow(d)
		}
		l.methods = slices.DeleteFunc(l.methods, func(m *Declaration) bool {
			if !l.selected[m.node.(*ast.FuncDecl).Name.Name] {
				return false
			}
			l.reach(m, l.typePos(m))
			return true
		})
		if len(l.work) == 0 {
			l.starters()
		}
	}
}

// typePos returns the place in the root package that reaches a method's type.
func (l *loader) typePos(m *Declaration) token.Pos {
	for _, t := range m.pkg.decls.byName[receiverType(m.node.(*ast.FuncDecl))] {
		return l.kept[t]
	}
	return token.NoPos
}

// follow reaches what a kept declaration mentions.
func (l *loader) follow(d *Declaration) {
	if spec := d.typeSpec(); spec != nil {
		l.methods = append(l.methods, d.pkg.decls.methods[spec.Name.Name]...)
	}
	// at is the place in the root package that a mention belongs to.
	at := func(n ast.Node) token.Pos {
		if d.pkg == l.root {
			return n.Pos()
		}
		return l.kept[d]
	}
	d.mentions(func(id *ast.Ident, sel *ast.SelectorExpr) {
		if own := d.pkg.decls.byName[id.Name]; len(own) > 0 {
			for _, o := range own {
				l.reach(o, at(id))
			}
			return
		}
		if sel != nil {
			if spec := l.importNamed(d, id.Name); spec != nil {
				l.used[spec] = true
				for _, name := range askedByErrors[importPath(spec)+"."+sel.Sel.Name] {
					l.selected[name] = true
				}
				l.reachFormats(d, importPath(spec), sel, at(sel))
				l.member(d, importPath(spec), sel.Sel.Name, sel.Pos(), at(sel))
				return
			}
		}
		if id.Name == "error" {
			l.selected["Error"] = true
		}
		for _, spec := range d.pkg.scopes[d.file].dots {
			if l.has(importPath(spec), id.Name) {
				l.used[spec] = true
				l.member(d, importPath(spec), id.Name, id.Pos(), at(id))
			}
		}
	}, func(name string) { l.selected[name] = true })
}

// askedByErrors are the methods of errors that functions of package errors call.
var askedByErrors = map[string][]string{
	"errors.Is":     {"Is", "Unwrap"},
	"errors.As":     {"As", "Unwrap"},
	"errors.AsType": {"As", "Unwrap"},
}

// importNamed returns the import that a name stands for in the file of a
// declaration, or nil. A path does not tell the name of its package; where the
// guess is wrong the package itself is asked.
func (l *loader) importNamed(d *Declaration, name string) *ast.ImportSpec {
	im := d.pkg.scopes[d.file]
	if spec := im.named[name]; spec != nil {
		return spec
	}
	for _, spec := range im.unnamed {
		if guessName(importPath(spec)) == name && l.nameOf(importPath(spec)) == name {
			return spec
		}
	}
	for _, spec := range im.unnamed {
		if l.nameOf(importPath(spec)) == name {
			return spec
		}
	}
	return nil
}

// nameOf returns the name of a package.
func (l *loader) nameOf(importPath string) string {
	if IsStandard(importPath) {
		return guessName(importPath)
	}
	if s := l.source(importPath); s != nil {
		return s.files[0].Name.Name
	}
	return guessName(importPath)
}

// has reports whether a package that is imported with a dot may declare a
// name. One that is not available may declare all.
func (l *loader) has(importPath, name string) bool {
	if stub := stubPackages[importPath]; stub != nil {
		return stub().Scope().Lookup(name) != nil
	}
	s := l.source(importPath)
	return s == nil && types.Universe.Lookup(name) == nil || s != nil && len(s.decls.byName[name]) > 0
}

// starters reaches the init functions and blank variables that give kept
// variables their values. Others do not matter for what is kept.
func (l *loader) starters() {
	for _, s := range l.sorted() {
		for _, d := range s.decls.starters {
			if _, ok := l.kept[d]; ok {
				continue
			}
			for name := range s.startWrites(d, l.root) {
				for _, v := range s.decls.byName[name] {
					if at, ok := l.kept[v]; ok && isVar(v) {
						l.reach(d, at)
					}
				}
			}
		}
	}
}

func isVar(d *Declaration) bool {
	gd, ok := d.node.(*ast.GenDecl)
	return ok && gd.Tok == token.VAR
}

// sorted returns the packages of which something is kept, by their paths.
func (l *loader) sorted() []*Source {
	return slices.SortedFunc(maps.Keys(l.reached), func(a, b *Source) int { return strings.Compare(a.path, b.path) })
}
