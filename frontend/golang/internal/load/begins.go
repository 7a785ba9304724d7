package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// What a loop collects for its next round often begins as nil:
//
//	for len(level) > 0 {
//		var next []int
//		for … { next = append(next, child) }
//		level = next
//	}
//
// Its memory is then that of the first append, wherever that is. A literal makes memory in each round, which can take
// turns with that of the round before: so
//
//	var next []int
//
// is compiled as
//
//	var next []int = []int{}
//
// if nobody can tell one from the other.

// beginSlices changes the functions that collect so.
func (t *Package) beginSlices(changes *undo) {
	for fd := range t.functions() {
		for _, spec := range t.collectors(fd) {
			empty := &ast.CompositeLit{Type: spec.Type, Lbrace: spec.Type.End(), Rbrace: spec.Type.End()}
			t.Info.Types[empty] = types.TypeAndValue{Type: t.Info.Defs[spec.Names[0]].Type()}
			spec.Values = []ast.Expr{empty}
			changes.add(func() { spec.Values = nil })
		}
	}
}

// collectors are the declarations in loops of slices that begin as nil, and go to variables from outside the loop.
func (t *Package) collectors(fd *ast.FuncDecl) (found []*ast.ValueSpec) {
	var uses *slicesUsed
	ast.PreorderStack(fd.Body, nil, func(n ast.Node, around []ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || spec.Values != nil {
			return true
		}
		v, isVar := t.Info.Defs[spec.Names[0]].(*types.Var)
		loop := innermostLoop(around)
		if !isVar || !gotypes.IsSlice(v.Type()) || loop == nil {
			return true
		}
		if uses == nil {
			uses = t.slicesUsed(fd)
		}
		outside := func(to *types.Var) bool { return to.Pos() < loop.Pos() || to.Pos() >= loop.End() }
		if all, ok := uses.reached(v); ok && slices.ContainsFunc(all, outside) {
			found = append(found, spec)
		}
		return true
	})
	return found
}

// innermostLoop is the last loop of a stack of syntax, or nil.
func innermostLoop(around []ast.Node) ast.Node {
	for _, n := range slices.Backward(around) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n
		}
	}
	return nil
}

// slicesUsed is what a function does with its variables of slices.
type slicesUsed struct {
	to    map[*types.Var][]*types.Var // other variables that they are assigned to, or what is appended to them
	tells map[*types.Var]bool         // what it does may be another thing for nil than for an empty slice
}

// reached returns all variables to which a variable goes, itself included, unless nil may be told from an empty slice
// in one of them.
func (u *slicesUsed) reached(v *types.Var) (all []*types.Var, ok bool) {
	all = []*types.Var{v}
	for i := 0; i < len(all); i++ {
		if u.tells[all[i]] {
			return nil, false
		}
		for _, to := range u.to[all[i]] {
			if !slices.Contains(all, to) {
				all = append(all, to)
			}
		}
	}
	return all, true
}

// slicesUsed looks at all that a function does with slices.
func (t *Package) slicesUsed(fd *ast.FuncDecl) *slicesUsed {
	u := &slicesUsed{to: map[*types.Var][]*types.Var{}, tells: map[*types.Var]bool{}}
	inside := func(v *types.Var) bool { return v.Pos() >= fd.Body.Pos() && v.Pos() < fd.Body.End() }
	ast.PreorderStack(fd, nil, func(n ast.Node, around []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := t.Info.Uses[id].(*types.Var); ok && gotypes.IsSlice(v.Type()) {
			to, same := t.goesTo(id, around)
			if to != nil {
				u.to[v] = append(u.to[v], to)
			}
			u.tells[v] = u.tells[v] || !same || to != nil && !inside(to)
		}
		return true
	})
	return u
}

// goesTo looks at the use of a slice in the syntax around it. It returns the variable that it goes to, if it does, and
// whether it makes no difference whether the slice is nil or empty.
func (t *Package) goesTo(id *ast.Ident, around []ast.Node) (to *types.Var, same bool) {
	var slice ast.Node = id
	for _, n := range slices.Backward(around) {
		switch n := n.(type) {
		case *ast.ParenExpr:
			slice = n
		case *ast.IndexExpr:
			return nil, n.X == slice
		case *ast.RangeStmt:
			return nil, n.X == slice
		case *ast.SliceExpr: // part of nil is nil
			if n.X != slice {
				return nil, false
			}
			slice = n
		case *ast.CallExpr:
			switch t.builtin(n.Fun) {
			case "len", "copy", "clear":
				return nil, true
			case "append":
				if n.Args[0] != slice {
					return nil, n.Ellipsis != token.NoPos
				}
				slice = n
			default:
				return nil, false
			}
		case *ast.AssignStmt:
			return t.assignedTo(n, slice)
		default:
			return nil, false
		}
	}
	return nil, false
}

// assignedTo returns the variable that an assignment gives a slice to, or nil if it is the slice that is assigned to.
func (t *Package) assignedTo(n *ast.AssignStmt, slice ast.Node) (to *types.Var, ok bool) {
	if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return e == slice }) {
		return nil, true
	}
	if len(n.Lhs) != len(n.Rhs) {
		return nil, false
	}
	for i, e := range n.Rhs {
		if id, isIdent := n.Lhs[i].(*ast.Ident); e == slice && isIdent {
			to, ok = t.Info.ObjectOf(id).(*types.Var)
			return to, ok || id.Name == "_"
		}
	}
	return nil, false
}
