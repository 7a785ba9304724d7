package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// What a loop collects for its next round begins as nil, often:
//
//	for len(level) > 0 {
//		var next []int
//		for … { next = append(next, child) }
//		level = next
//	}
//
// Whose memory it is says the first append then, wherever that is. A literal makes memory in each round, which can take
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
	for _, f := range t.pruned {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				for spec := range t.collectors(fd) {
					empty := &ast.CompositeLit{Type: spec.Type, Lbrace: spec.Type.End(), Rbrace: spec.Type.End()}
					t.Info.Types[empty] = types.TypeAndValue{Type: t.Info.Defs[spec.Names[0]].Type()}
					spec.Values = []ast.Expr{empty}
					changes.add(func() { spec.Values = nil })
				}
			}
		}
	}
}

// collectors are the declarations in loops of slices that begin as nil, and go to variables from outside the loop.
func (t *Package) collectors(fd *ast.FuncDecl) map[*ast.ValueSpec]bool {
	found := map[*ast.ValueSpec]bool{}
	var uses *slicesUsed
	var loops []ast.Node
	var stack []ast.Node
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if n == nil {
			last := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; len(loops) > 0 && loops[len(loops)-1] == last {
				loops = loops[:len(loops)-1]
			}
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.ValueSpec:
			v, isVar := t.Info.Defs[n.Names[0]].(*types.Var)
			if len(loops) == 0 || !isVar || len(n.Names) != 1 || n.Values != nil || !isSlice(v.Type()) {
				break
			}
			if uses == nil {
				uses = t.slicesUsed(fd)
			}
			loop := loops[len(loops)-1]
			if all, ok := uses.reached(v); ok && slices.ContainsFunc(all, func(to *types.Var) bool {
				return to.Pos() < loop.Pos() || to.Pos() >= loop.End()
			}) {
				found[n] = true
			}
		}
		return true
	})
	return found
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
	var stack []ast.Node
	ast.Inspect(fd, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := t.Info.Uses[id].(*types.Var); ok && isSlice(v.Type()) {
			to, ok := t.goesTo(stack)
			if u.tells[v] = u.tells[v] || !ok || to != nil && !inside(to); to != nil {
				u.to[v] = append(u.to[v], to)
			}
		}
		return true
	})
	return u
}

// goesTo looks at the use of a slice that is at the end of a stack of syntax. It returns the variable that it goes to,
// if it does, and whether it makes no difference whether the slice is nil or empty.
func (t *Package) goesTo(stack []ast.Node) (to *types.Var, same bool) {
	at := len(stack) - 1
	slice := stack[at]
	for at--; at >= 0; at-- {
		switch n := stack[at].(type) {
		case *ast.ParenExpr:
			slice = n
			continue
		case *ast.IndexExpr:
			return nil, n.X == slice
		case *ast.RangeStmt:
			return nil, n.X == slice
		case *ast.SliceExpr: // part of nil is nil
			if n.X != slice {
				return nil, false
			}
			slice = n
			continue
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			if !ok {
				return nil, false
			}
			builtin, ok := t.Info.Uses[name].(*types.Builtin)
			switch {
			case !ok:
				return nil, false
			case builtin.Name() == "len" || builtin.Name() == "copy" || builtin.Name() == "clear":
				return nil, true
			case builtin.Name() != "append":
				return nil, false
			case n.Args[0] != slice:
				return nil, n.Ellipsis != token.NoPos
			}
			slice = n
			continue
		case *ast.AssignStmt:
			return t.assignedTo(n, slice)
		}
		break
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

func isSlice(typ types.Type) bool {
	_, ok := typ.Underlying().(*types.Slice)
	return ok
}
