package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// A value that is kept in a field of a struct is what every selector of that name may be, wherever the struct went:
// nothing else reads a field. This holds under conditions:
//
//   - The struct is declared in the package, with a field of that name that is not embedded: one that is has its parts
//     selected without it.
//   - Nobody else selects it: it is not exported, or the package is a command.
//   - Nothing looks through it by other means: package unsafe, or what fills exported fields by reflection.
//
// Two structs are told apart by the names of their fields, where both are known: a struct may be converted to another
// that has the same.

// keptIn follows a value that a literal, or an assignment to anything but a name, keeps.
func (f *flow) keptIn(d *Declaration, e ast.Expr, t types.Type, shared bool) {
	parent := d.tree().parent
	switch p := parent[e].(type) {
	case *ast.ParenExpr:
		f.keptIn(d, p, t, shared)
		return
	case *ast.CompositeLit:
		if i := slices.Index(p.Elts, e); i >= 0 {
			f.inLiteral(d, e, p, nil, i, t, shared)
			return
		}
	case *ast.KeyValueExpr:
		if lit, ok := parent[p].(*ast.CompositeLit); ok && p.Value == e {
			f.inLiteral(d, e, lit, p.Key, 0, t, shared)
			return
		}
	}
	f.change(e.Pos(), shared)
}

// inLiteral follows an element of a composite literal, which is the i-th where it has no key.
func (f *flow) inLiteral(
	d *Declaration, e ast.Expr, lit *ast.CompositeLit, key ast.Expr, i int, t types.Type, shared bool,
) {
	typ, _ := d.literalType(lit)
	switch typ := typ.(type) {
	case *ast.StructType:
		names := fieldNames(typ)
		if id, ok := key.(*ast.Ident); ok {
			i = slices.Index(names, id.Name)
		}
		if i >= 0 && i < len(names) {
			f.field(d, e.Pos(), names[i], names, t, shared)
			return
		}
	case *ast.ArrayType, *ast.MapType:
		f.may(e.Pos(), shared, func() { f.value(d, lit, gotypes.SliceOf(t), shared) })
		return
	}
	f.change(e.Pos(), shared)
}

// assignedTo follows a value that is assigned to a field. An element of something else may be one of what other
// variables hold.
func (f *flow) assignedTo(d *Declaration, to, from ast.Expr, t types.Type, shared bool) {
	if sel, ok := ast.Unparen(to).(*ast.SelectorExpr); ok {
		owner, known := f.ownerOf(d, sel)
		id, isIdent := sel.X.(*ast.Ident)
		isImport := isIdent && isGlobal(d.file, id) && len(d.pkg.decls.byName[id.Name]) == 0
		if known || !ast.IsExported(sel.Sel.Name) && !isImport {
			f.field(d, from.Pos(), sel.Sel.Name, owner, t, shared)
			return
		}
	}
	f.change(from.Pos(), shared)
}

// field follows what selectors of a name may be, but for those of structs that are known to have other fields than
// the owner; nil is any.
func (f *flow) field(d *Declaration, at token.Pos, name string, owner []string, t types.Type, shared bool) {
	s := d.pkg
	if !s.bodies || s.embeds(name) || s.importsPath("unsafe") ||
		ast.IsExported(name) && (!s.isCommand() || s.fillsFields()) {
		f.change(at, shared)
		return
	}
	key := seenObject{what: "." + name + " of " + strings.Join(owner, " "), typ: typeKey(t)}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	f.may(at, shared, func() {
		f.printed(shared) // with the struct
		for _, sel := range s.selectors()[name] {
			of, _ := f.ownerOf(sel.decl, sel.expr.(*ast.SelectorExpr))
			if owner == nil || of == nil || slices.Equal(of, owner) {
				f.value(sel.decl, sel.expr, t, shared)
			}
		}
	})
}

// ownerOf returns the names of the fields of the struct that a selector selects from, nil if they are not known, and
// reports whether the struct is one of the package.
func (f *flow) ownerOf(d *Declaration, sel *ast.SelectorExpr) (names []string, own bool) {
	for pkg, home := range f.byTypes {
		s := home.Info.Selections[sel]
		if s == nil || home.Source != d.pkg {
			continue
		}
		if s.Kind() != types.FieldVal {
			return []string{}, false
		}
		return namesAlong(s), s.Obj().Pkg() == pkg
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || id.Obj == nil || isGlobal(d.file, id) {
		return nil, false
	}
	pkg, name := d.namedType(f.root, writtenAt(id))
	if pkg != d.pkg {
		return nil, false
	}
	if t, _ := d.writtenOut(ast.NewIdent(name)); t != nil {
		if st, ok := t.(*ast.StructType); ok && slices.Contains(fieldNames(st), sel.Sel.Name) {
			return fieldNames(st), true
		}
	}
	return nil, false
}

// namesAlong returns the names of the fields that the struct has which a selection ends in.
func namesAlong(s *types.Selection) (names []string) {
	t := s.Recv()
	for _, i := range s.Index() {
		if p, ok := gotypes.Underlying(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := gotypes.Underlying(t).(*types.Struct)
		if !ok {
			return nil
		}
		names = nil
		for fld := range st.Fields() {
			names = append(names, fld.Name())
		}
		t = st.Field(i).Type()
	}
	return names
}

// fieldNames lists the names of a struct's fields, those of embedded ones as far as they are identifiers.
func fieldNames(st *ast.StructType) (names []string) {
	for _, fld := range st.Fields.List {
		for _, id := range fld.Names {
			names = append(names, id.Name)
		}
		if len(fld.Names) == 0 {
			names = append(names, embeddedName(fld.Type))
		}
	}
	return names
}

// embeddedName is the name of an embedded field of a type.
func embeddedName(t ast.Expr) string {
	switch t := named(t).(type) {
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// fieldUses is what a package does with fields.
type fieldUses struct {
	selectors map[string][]use
	embedded  map[string]bool
}

func (s *Source) fieldUses() *fieldUses {
	if s.fields != nil {
		return s.fields
	}
	s.fields = &fieldUses{map[string][]use{}, map[string]bool{}}
	for _, d := range s.decls.inOrder {
		ast.Inspect(d.node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				s.fields.selectors[n.Sel.Name] = append(s.fields.selectors[n.Sel.Name], use{d, n})
			case *ast.StructType:
				for _, fld := range n.Fields.List {
					if len(fld.Names) == 0 {
						s.fields.embedded[embeddedName(fld.Type)] = true
					}
				}
			}
			return true
		})
	}
	return s.fields
}

// selectors indexes the selectors of the package by the selected name.
func (s *Source) selectors() map[string][]use { return s.fieldUses().selectors }

// embeds reports whether a struct of the package has an embedded field of a name.
func (s *Source) embeds(name string) bool { return s.fieldUses().embedded[name] }

// isCommand reports whether nobody can import the package.
func (s *Source) isCommand() bool { return len(s.files) > 0 && s.files[0].Name.Name == "main" }

// fillers are standard packages that may fill the exported fields of what they are given, or hand it to others.
var fillers = []string{"database", "encoding", "html", "net", "reflect", "text", "testing"}

// lanePath is the package, with those below it, that generated wrappers import, which call functions of the package and
// write to columns of numbers.
const lanePath = "github.com/lockstep-simt/lockstep/lane"

// fillsFields reports whether the package imports anything that may write through exported fields.
func (s *Source) fillsFields() bool {
	return slices.ContainsFunc(s.files, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
			p := importPath(spec)
			first, _, _ := strings.Cut(p, "/")
			ofWrappers := p == lanePath || strings.HasPrefix(p, lanePath+"/")
			return !ofWrappers && !IsStandard(p) || slices.Contains(fillers, first)
		})
	})
}
