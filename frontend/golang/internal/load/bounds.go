package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"time"

	"github.com/lockstep-simt/lockstep/program"
)

// Bounds of what a source may ask of the compiler, so that text that is hostile,
// or was generated without a thought of it, is refused where it stands and does not
// take minutes or gigabytes. What people write is far below them. They are counted
// in the syntax tree, since already the type checker takes time and memory that
// double with each line of
//
//	type T1 struct{ a, b T0 }
//	const s1 = s0 + s0
const (
	maxSource   = 32 << 20 // bytes of the files of a package
	maxParts    = 20_000   // numbers and the like in a value of a type, arrays counted as one
	maxLevels   = 500      // of types that hold one another
	maxSpelling = 10_000   // words that it takes to write a type out
	maxText     = 1 << 20  // bytes of a constant string
	maxNodes    = 200_000  // nodes of the syntax tree of a declaration
	maxBranches = 5_000    // branches and cases of a function
	// maxInstantiated bounds the instantiations of generic functions and types.
	maxInstantiated = 5_000
	// maxChecking bounds the processor's time of type checking, for what cannot be counted
	// before: what is inferred may double from call to call as well. Then the type
	// checker is left to itself, as it cannot be stopped.
	maxChecking = 10 * time.Second
)

// bounds checks the kept declarations of all packages.
func (l *loader) bounds() program.ErrorList {
	m := &measurer{root: l.root, extents: map[string]extent{}, texts: map[ast.Node]int{},
		refused: map[*Declaration]bool{}}
	for _, s := range l.sorted() {
		_, decls := l.declared(s)
		for _, d := range decls {
			if _, ok := l.kept[d]; ok {
				m.declaration(d)
			}
		}
	}
	return m.errs
}

// measurer finds out how large the types and constants of declarations are.
type measurer struct {
	root *Source
	// extents are those of type specifications, and with arguments of generic
	// ones. What is begun and not done holds itself, which the type checker refuses
	// if it is by value.
	extents map[string]extent
	texts   map[ast.Node]int // of constants' names and of sums
	refused map[*Declaration]bool
	errs    program.ErrorList
}

// extent is how large a type is.
type extent struct{ parts, levels, spelling int }

// single is the extent of what holds nothing by value.
var single = extent{1, 1, 1}

// huge is where sums stop.
const huge = 1 << 30

func plus(x, y int) int { return min(x+y, huge) }

// refuse reports the first thing that is too large in a declaration.
func (m *measurer) refuse(d *Declaration, at token.Pos, format string, args ...any) {
	const enough = 10
	if !m.refused[d] && len(m.errs) < enough {
		m.refused[d] = true
		m.errs = append(m.errs, d.pkg.Errorf(at, format, args...))
	}
}

// declaration measures what is declared, and the function if it is one.
func (m *measurer) declaration(d *Declaration) {
	nodes, branches := 0, 0
	ast.Inspect(d.node, func(n ast.Node) bool {
		if n != nil {
			nodes++
		}
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause, *ast.CommClause:
			branches++
		case *ast.TypeSpec:
			m.checkType(d, n)
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				branches++
			}
			if n.Op == token.ADD && m.text(d, n) > maxText {
				m.refuse(d, n.Pos(), "a constant string here has more than %d bytes", maxText)
			}
		}
		return true
	})
	fd, isFunc := d.node.(*ast.FuncDecl)
	switch {
	case isFunc && nodes > maxNodes:
		m.refuse(d, fd.Name.Pos(), "%s is too large: its syntax tree has %d nodes, and at most %d are compiled; "+
			"split it up", FuncName(fd), nodes, maxNodes)
	case isFunc && branches > maxBranches:
		m.refuse(d, fd.Name.Pos(), "%s has %d branches and cases, and at most %d are compiled; use a table, or "+
			"split it up", FuncName(fd), branches, maxBranches)
	case nodes > maxNodes:
		m.refuse(d, d.node.Pos(), "this declaration is too large: its syntax tree has %d nodes, and at most %d are "+
			"compiled; take a table of this size as a uniform parameter", nodes, maxNodes)
	}
}

// checkType refuses a type that is too large.
func (m *measurer) checkType(d *Declaration, spec *ast.TypeSpec) {
	if spec.TypeParams != nil {
		return // it is measured with its arguments
	}
	x := m.spec(d, spec, nil)
	switch {
	case x.parts > maxParts:
		m.refuse(d, spec.Name.Pos(), "type %s has more than %d parts; use an array, or slices of smaller types",
			spec.Name.Name, maxParts)
	case x.levels > maxLevels:
		m.refuse(d, spec.Name.Pos(), "type %s holds types that hold one another more than %d deep", spec.Name.Name,
			maxLevels)
	case x.spelling > maxSpelling:
		m.refuse(d, spec.Name.Pos(), "type %s takes more than %d words to write out; declare types for its arguments",
			spec.Name.Name, maxSpelling)
	}
}

// spec measures a declared type, with its arguments if it is generic.
func (m *measurer) spec(d *Declaration, spec *ast.TypeSpec, args []extent) extent {
	key := fmt.Sprint(spec.Pos(), args)
	if x, ok := m.extents[key]; ok {
		return x
	}
	m.extents[key] = single
	params := map[string]extent{}
	if spec.TypeParams != nil {
		i := 0
		for _, f := range spec.TypeParams.List {
			for _, name := range f.Names {
				if params[name.Name] = single; i < len(args) {
					params[name.Name] = args[i]
				}
				i++
			}
		}
	}
	x := m.typ(d, spec.Type, params)
	if !spec.Assign.IsValid() {
		x.spelling = 1
		for _, a := range args {
			x.spelling = plus(x.spelling, a.spelling)
		}
	}
	m.extents[key] = x
	return x
}

// typ measures a type as it is written.
func (m *measurer) typ(d *Declaration, t ast.Expr, params map[string]extent) extent {
	of := func(list ...ast.Expr) (x extent) {
		x = single
		for _, e := range list {
			x.spelling = plus(x.spelling, m.typ(d, e, params).spelling)
		}
		return x
	}
	switch t := t.(type) {
	case *ast.ParenExpr:
		return m.typ(d, t.X, params)
	case *ast.StarExpr:
		return of(t.X)
	case *ast.MapType:
		return of(t.Key, t.Value)
	case *ast.ChanType:
		return of(t.Value)
	case *ast.Ellipsis:
		return of(t.Elt)
	case *ast.FuncType:
		x := single
		for _, list := range []*ast.FieldList{t.Params, t.Results} {
			if list != nil {
				for _, f := range list.List {
					x.spelling = plus(x.spelling, m.typ(d, f.Type, params).spelling)
				}
			}
		}
		return x
	case *ast.ArrayType:
		x := m.typ(d, t.Elt, params)
		if t.Len == nil {
			x.parts, x.levels = 1, 0
		}
		return extent{x.parts, plus(x.levels, 1), plus(x.spelling, 1)}
	case *ast.StructType:
		x := extent{0, 1, 1}
		for _, f := range t.Fields.List {
			y := m.typ(d, f.Type, params)
			for range max(1, len(f.Names)) {
				x.parts, x.spelling = plus(x.parts, y.parts), plus(x.spelling, y.spelling)
			}
			x.levels = max(x.levels, plus(y.levels, 1))
		}
		return x
	case *ast.IndexExpr:
		return m.named(d, t.X, []extent{m.typ(d, t.Index, params)}, params)
	case *ast.IndexListExpr:
		var args []extent
		for _, a := range t.Indices {
			args = append(args, m.typ(d, a, params))
		}
		return m.named(d, t.X, args, params)
	}
	return m.named(d, t, nil, params)
}

// named measures a type that is called by its name.
func (m *measurer) named(d *Declaration, t ast.Expr, args []extent, params map[string]extent) extent {
	switch t := t.(type) {
	case *ast.Ident:
		if !isGlobal(d.file, t) {
			if x, ok := params[t.Name]; ok {
				return x
			}
			if spec, ok := t.Obj.Decl.(*ast.TypeSpec); ok {
				return m.spec(d, spec, args)
			}
			return single
		}
		return m.global(d.pkg, t.Name, args)
	case *ast.SelectorExpr:
		if id, ok := t.X.(*ast.Ident); ok && isGlobal(d.file, id) {
			if pkg := d.pkg.imported(m.root, d.file, id.Name); pkg != nil {
				return m.global(pkg, t.Sel.Name, args)
			}
		}
	}
	return single
}

func (m *measurer) global(pkg *Source, name string, args []extent) extent {
	for _, d := range pkg.decls.byName[name] {
		if spec := d.typeSpec(); spec != nil {
			return m.spec(d, spec, args)
		}
	}
	return single
}

// text returns at most how many bytes a constant string has; 0 for what is none.
func (m *measurer) text(d *Declaration, e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return len(e.Value)
		}
	case *ast.ParenExpr:
		return m.text(d, e.X)
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 {
			return m.text(d, e.Args[0])
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			break
		}
		n, ok := m.texts[e]
		if !ok {
			n = plus(m.text(d, e.X), m.text(d, e.Y))
			m.texts[e] = n
		}
		return n
	case *ast.Ident:
		if !isGlobal(d.file, e) {
			return m.constant(d, e.Obj)
		}
		return m.globalText(d.pkg, e.Name)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok && isGlobal(d.file, id) {
			if pkg := d.pkg.imported(m.root, d.file, id.Name); pkg != nil {
				return m.globalText(pkg, e.Sel.Name)
			}
		}
	}
	return 0
}

func (m *measurer) globalText(pkg *Source, name string) int {
	for _, d := range pkg.decls.byName[name] {
		if gd, ok := d.node.(*ast.GenDecl); ok && gd.Tok == token.CONST {
			for _, spec := range gd.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					if id.Name == name {
						return m.constant(d, id.Obj)
					}
				}
			}
		}
	}
	return 0
}

// constant returns the length of a declared constant. One of a group without an
// expression has that of the one before.
func (m *measurer) constant(d *Declaration, obj *ast.Object) int {
	spec, ok := obj.Decl.(*ast.ValueSpec)
	if obj.Kind != ast.Con || !ok {
		return 0
	}
	if n, ok := m.texts[spec]; ok {
		return n
	}
	m.texts[spec] = 0 // of one that is made of itself
	values := spec.Values
	if gd, ok := d.tree().parent[spec].(*ast.GenDecl); ok {
		for i, s := range gd.Specs {
			if vs := s.(*ast.ValueSpec); s == ast.Spec(spec) {
				break
			} else if len(spec.Values) == 0 && len(vs.Values) > 0 {
				values = gd.Specs[i].(*ast.ValueSpec).Values
			}
		}
	}
	n := 0
	for _, v := range values {
		n = max(n, m.text(d, v))
	}
	m.texts[spec] = n
	return n
}
