package load

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// What a parameter's type is made of is found by its text: where the names in it are declared, in
// this package or in one that was parsed as the function reaches it.

// typeText is the text of a type in a file of a package.
type typeText struct {
	pkg  *Source
	file *ast.File
	expr ast.Expr
}

// of is another text in the same place.
func (t typeText) of(e ast.Expr) typeText { return typeText{t.pkg, t.file, ast.Unparen(e)} }

// declared finds what a name stands for.
func (t typeText) declared(root *Source) (typeText, bool) {
	pkg, name := t.pkg, ""
	switch e := t.expr.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		if !ok {
			return t, false
		}
		name, pkg = e.Sel.Name, t.pkg.imported(root, t.file, x.Name)
	}
	if pkg == nil || len(pkg.decls.byName[name]) == 0 {
		return t, false
	}
	d := pkg.decls.byName[name][0]
	spec := d.typeSpec()
	if spec == nil {
		return t, false
	}
	return typeText{pkg, d.file, ast.Unparen(spec.Type)}, true
}

// underlying follows the declarations of a type's name.
func (t typeText) underlying(root *Source) typeText {
	for range maxDeclared {
		below, ok := t.declared(root)
		if !ok {
			break
		}
		t = below
	}
	return t
}

// maxDeclared bounds how many declarations are followed, which may be circular.
const maxDeclared = 10

// slice returns the elements of a type that is slices.
func (t typeText) slice(root *Source) (elem typeText, ok bool) {
	u := t.underlying(root)
	a, ok := u.expr.(*ast.ArrayType)
	if !ok || a.Len != nil {
		return t, false
	}
	return u.of(a.Elt), true
}

// matrixType is the type of a slice of slices: of elements, and whether it is that of a
// variadic parameter.
type matrixType struct {
	whole, elem string
	variadic    bool
}

// matrixOf tells whether a type is slices of slices of what is not a slice.
func (w *spreading) matrixOf(e ast.Expr) (m matrixType, ok bool) {
	root := w.src
	t := typeText{root, w.file, ast.Unparen(e)}
	m.whole = printed(e)
	var row typeText
	if dots, variadic := e.(*ast.Ellipsis); variadic {
		row, m.variadic, m.whole = t.of(dots.Elt), true, "[]"+printed(dots.Elt)
	} else if row, ok = t.slice(root); !ok {
		return m, false
	}
	elem, ok := row.slice(root)
	if !ok {
		return m, false
	}
	if _, deeper := elem.slice(root); deeper {
		return m, false
	}
	m.elem, ok = w.named(elem)
	return m, ok
}

// named writes a type as the spread function's file may have it.
func (w *spreading) named(t typeText) (string, bool) {
	switch e := t.expr.(type) {
	case *ast.Ident:
		switch {
		case t.pkg == w.src || types.Universe.Lookup(e.Name) != nil && len(t.pkg.decls.byName[e.Name]) == 0:
			return e.Name, true
		case ast.IsExported(e.Name):
			return w.imported(t.pkg.path) + "." + e.Name, true
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && t.file == w.file {
			return x.Name + "." + e.Sel.Name, true
		} else if ok {
			if pkg := t.pkg.imported(w.src, t.file, x.Name); pkg != nil {
				return w.imported(pkg.path) + "." + e.Sel.Name, true
			}
		}
	case *ast.ArrayType:
		if n, ok := e.Len.(*ast.BasicLit); ok {
			elem, ok := w.named(t.of(e.Elt))
			return fmt.Sprintf("[%s]%s", n.Value, elem), ok
		}
	}
	return printed(t.expr), t.file == w.file
}

// imported returns the name of a package that the spread function's file imports besides those of
// the function's.
func (w *spreading) imported(path string) string {
	name := w.imports[path]
	if name == "" {
		name = w.fresh("lockstep")
		w.imports[path] = name
	}
	return name
}

// importLines writes the imports of the spread function's file.
func (w *spreading) importLines() string {
	var b strings.Builder
	for _, spec := range w.file.Imports {
		alias := ""
		if spec.Name != nil {
			alias = spec.Name.Name + " "
		}
		fmt.Fprintf(&b, "import %s%s\n", alias, spec.Path.Value)
	}
	for _, path := range slices.Sorted(maps.Keys(w.imports)) {
		fmt.Fprintf(&b, "import %s %q\n", w.imports[path], path)
	}
	return b.String()
}
