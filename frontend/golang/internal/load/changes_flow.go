package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// flow follows where the memory of a package-level variable goes, by names,
// and finds where it is or may be written. Pointers to it, slices of it and
// slices in it are followed through local variables, other package-level
// variables and the parameters of functions whose source is there; where one
// leaves that (it is returned, kept in other memory, or given to a function
// value), it may be written. So it may wherever an expression stands of which
// nothing here says that it is harmless. Types are those of the variable's parts;
// nil is an unknown one.
type flow struct {
	root    *Source
	byTypes map[*types.Package]*Package
	// of is the variable's type, and dynamics are the types of what interfaces
	// hold in it: a value whose type is not known is of one that is in these.
	of       types.Type
	dynamics []types.Type
	named    []*types.Named // those types; nil before they are asked for
	seen     map[seenObject]bool
	roots    []*Declaration // others call them, whatever else is known
	found    []Change
}

// seenObject is what has been followed, as holding a type: a variable (*ast.Object), a result of a function
// (*ast.FuncDecl) or fields of a name (string).
type seenObject struct {
	what   any
	result int
	typ    string
}

func (f *flow) change(at token.Pos, shared bool) {
	f.found = append(f.found, Change{At: at, Shared: shared})
}

func (f *flow) assign(at token.Pos, shared bool) {
	f.found = append(f.found, Change{At: at, Shared: shared, certain: true})
}

// within reports what sub finds as one change, at a place.
func (f *flow) within(at token.Pos, shared bool, sub func()) {
	n := len(f.found)
	sub()
	if len(f.found) > n {
		certain := slices.ContainsFunc(f.found[n:], func(c Change) bool { return c.certain })
		f.found = append(f.found[:n], Change{At: at, Through: f.found[n].last(), Shared: shared, certain: certain})
	}
}

// may is within where what is found may be no change, since what is followed is not all that stands there.
func (f *flow) may(at token.Pos, shared bool, sub func()) {
	n := len(f.found)
	f.within(at, shared, sub)
	if len(f.found) > n {
		f.found[n].certain = false
	}
}

// last is where a change is at last.
func (ch Change) last() token.Pos {
	if ch.Through.IsValid() {
		return ch.Through
	}
	return ch.At
}

// place follows an expression that denotes memory of the variable. shared
// says that it was reached through a slice.
func (f *flow) place(d *Declaration, e ast.Expr, t types.Type, shared bool) {
	switch p := d.tree().parent[e].(type) {
	case *ast.ParenExpr:
		f.place(d, p, t, shared)
		return
	case *ast.IncDecStmt:
		f.assign(e.Pos(), shared)
		return
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, e) {
			f.assign(e.Pos(), shared)
			return
		}
	case *ast.RangeStmt:
		if p.Key == e || p.Value == e {
			f.assign(e.Pos(), shared)
			return
		}
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			if !gotypes.IsPure(gotypes.PointerTo(t)) {
				f.within(p.Pos(), shared, func() { f.value(d, p, gotypes.PointerTo(t), shared) })
			}
			return
		}
	case *ast.SliceExpr:
		if _, isArray := gotypes.Underlying(t).(*types.Array); p.X == e && isArray {
			f.within(p.Pos(), shared, func() { f.value(d, p, gotypes.SliceOf(t), shared) })
			return
		}
	case *ast.KeyValueExpr:
		if p.Key == e && !d.keysMap(p) {
			return // the name of a field, or an index
		}
	}
	if f.part(d, e, t, shared) {
		return
	}
	if _, asserted := d.tree().parent[e].(*ast.TypeAssertExpr); !gotypes.IsPure(t) || asserted {
		f.value(d, e, t, true)
	}
}

// part follows a step from an expression into what it refers to, and says
// whether there is one.
func (f *flow) part(d *Declaration, e ast.Expr, t types.Type, shared bool) bool {
	switch p := d.tree().parent[e].(type) {
	case *ast.IndexExpr:
		if p.X == e {
			f.place(d, p, gotypes.Elem(t), shared)
		} else if !gotypes.IsPure(t) && d.isAssigned(p) {
			f.change(e.Pos(), shared) // a map keeps it as a key
		}
		return true
	case *ast.StarExpr:
		var to types.Type
		if ptr, ok := gotypes.Underlying(t).(*types.Pointer); ok {
			to = ptr.Elem()
		}
		f.place(d, p, to, shared)
		return true
	case *ast.SelectorExpr:
		f.selector(d, p, t, shared)
		return true
	}
	return false
}

// value follows an expression whose value refers to memory of the variable.
func (f *flow) value(d *Declaration, e ast.Expr, t types.Type, shared bool) {
	if f.part(d, e, t, shared) {
		return
	}
	switch p := d.tree().parent[e].(type) {
	case *ast.ParenExpr:
		f.value(d, p, t, shared)
	case *ast.SliceExpr:
		if p.X == e {
			f.value(d, p, gotypes.SliceOf(t), shared)
		}
	case *ast.TypeAssertExpr:
		f.value(d, p, nil, shared) // of any type that the variable holds
	case *ast.CallExpr:
		f.argument(d, p, e, t, shared)
	case *ast.AssignStmt:
		i := slices.Index(p.Rhs, e)
		switch {
		case i < 0: // the local variable itself is given another value
		case isIndex(e) && len(p.Lhs) == 2 && len(p.Rhs) == 1:
			f.bind(d, p.Lhs[0], e, t, shared) // of a map: v, ok = m[k]
		case len(p.Lhs) != len(p.Rhs):
			f.change(e.Pos(), shared)
		default:
			f.bind(d, p.Lhs[i], e, t, shared)
		}
	case *ast.ValueSpec:
		if i := slices.Index(p.Values, e); i >= 0 {
			if len(p.Values) != len(p.Names) {
				f.change(e.Pos(), shared)
				return
			}
			f.bind(d, p.Names[i], e, t, shared)
		}
	case *ast.RangeStmt:
		if p.X == e && p.Value != nil && !gotypes.IsPure(gotypes.Elem(t)) {
			f.bind(d, p.Value, e, gotypes.Elem(t), shared)
		}
		if p.X == e && p.Key != nil && gotypes.KeyMayRefer(t) {
			f.bind(d, p.Key, e, nil, shared)
		}
	case *ast.KeyValueExpr:
		if p.Key != e || d.keysMap(p) { // else it is the name of a field, which the parser takes for the variable
			f.initialiser(d, e, t, shared)
		}
	case *ast.ReturnStmt:
		f.returned(d, e, slices.Index(p.Results, e), t, shared)
	case *ast.Field:
		if id, ok := e.(*ast.Ident); ok && d.resultIndex(id) >= 0 { // which a bare return returns
			f.returned(d, e, d.resultIndex(id), t, shared)
		}
	case *ast.IncDecStmt, *ast.BinaryExpr, *ast.ExprStmt,
		*ast.CaseClause, *ast.SwitchStmt, *ast.IfStmt, *ast.ForStmt:
		// It is compared, computed with, or not used.
	default:
		f.initialiser(d, e, t, shared)
	}
}

// writtenType returns the type that a declaration writes for its i-th variable,
// which is not kept, if it is made of what is.
func (f *flow) writtenType(s *Source, spec *ast.ValueSpec, i int) types.Type {
	e := spec.Type
	if e == nil && len(spec.Values) == len(spec.Names) {
		if lit, ok := spec.Values[i].(*ast.CompositeLit); ok {
			e = lit.Type
		}
	}
	for pkg, home := range f.byTypes {
		if e != nil && home.Source == s {
			info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
			if err := types.CheckExpr(s.fset, pkg, token.NoPos, e, info); err == nil {
				return info.Types[e].Type
			}
		}
	}
	return nil
}

// initialiser follows a value that becomes part of another package-level
// variable's initial value, or of something else that is made.
func (f *flow) initialiser(d *Declaration, e ast.Expr, t types.Type, shared bool) {
	parent, value := d.tree().parent, t
	for n := parent[e]; ; n = parent[n] {
		switch n := n.(type) {
		case *ast.CompositeLit, *ast.KeyValueExpr, *ast.ParenExpr, *ast.UnaryExpr:
			value = nil
			continue
		case *ast.ValueSpec:
			if isGlobal(d.file, n.Names[0]) && isVar(d) {
				f.within(e.Pos(), shared, func() { f.otherVariables(d, n, value, shared) })
				return
			}
		}
		f.keptIn(d, e, t, shared)
		return
	}
}

// otherVariables follows the variables of a declaration wherever they are used.
// value is the type of an initial value, if it is known.
func (f *flow) otherVariables(d *Declaration, spec *ast.ValueSpec, value types.Type, shared bool) {
	for i, name := range spec.Names {
		key := seenObject{what: name.Obj, typ: "package-level"}
		if f.seen[key] || name.Name == "_" {
			continue
		}
		f.seen[key] = true
		t := f.typeOf(d.pkg, name.Name)
		if t == nil {
			t = f.writtenType(d.pkg, spec, i)
		}
		if t == nil && spec.Type == nil && len(spec.Names) == 1 {
			t = value
		}
		for _, s := range f.parsed() {
			for _, u := range s.usesOf(f.root)[variable{d.pkg, name.Name}] {
				f.place(u.decl, u.expr, t, shared)
			}
		}
	}
}

func isIndex(e ast.Expr) bool { _, ok := ast.Unparen(e).(*ast.IndexExpr); return ok }

// bind follows a local variable that gets the value.
func (f *flow) bind(d *Declaration, to, from ast.Expr, t types.Type, shared bool) {
	id, ok := ast.Unparen(to).(*ast.Ident)
	switch {
	case ok && id.Name == "_":
	case ok && id.Obj != nil && !isGlobal(d.file, id):
		f.object(d, id.Obj, t, shared)
	case ok:
		f.initialiser(d, from, t, shared)
	default:
		f.assignedTo(d, to, from, t, shared)
	}
}

// object follows a local variable or parameter wherever it is used.
func (f *flow) object(d *Declaration, obj *ast.Object, t types.Type, shared bool) {
	key := seenObject{what: obj, typ: typeKey(t)}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	for _, id := range d.tree().idents[obj] {
		f.value(d, id, t, shared)
	}
}

// typeKey tells types apart; nil is an unknown one.
func typeKey(t types.Type) string {
	if t == nil {
		return "?"
	}
	return types.TypeString(t, nil)
}
