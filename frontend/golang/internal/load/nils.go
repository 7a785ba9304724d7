package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// Who can tell a slice that is nil from an empty one: slices.Clone keeps whether one is nil "in case it matters", and
// mostly it does not.

// clones are the functions that ask whether a slice is nil to give one that is.
var clones = map[string]bool{"slices.Clone": true, "bytes.Clone": true}

// IsClone reports whether a function asks whether a slice is nil to give one that is.
func IsClone(fn types.Object) bool {
	return fn != nil && fn.Pkg() != nil && clones[fn.Pkg().Path()+"."+fn.Name()]
}

// AsksNil reports whether something that is reached compares a slice with nil, but for the functions that clone.
func (l *View) AsksNil() bool {
	for _, t := range l.Packages {
		for _, f := range t.pruned {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); !(ok && IsClone(t.Info.Defs[fd.Name])) && t.asksNil(d) {
					return true
				}
			}
		}
	}
	return false
}

// asksNil reports whether there is a comparison of a slice with nil in some syntax.
func (t *Package) asksNil(n ast.Node) (asks bool) {
	mayBeSlice := func(e ast.Expr) bool {
		if e == nil || t.Info.Types[e].Type == nil {
			return false
		}
		typ := t.Info.Types[e].Type
		_, isParam := typ.(*types.TypeParam) // which may be of slices
		return isParam || gotypes.IsSlice(typ)
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			compares := n.Op == token.EQL || n.Op == token.NEQ
			asks = asks || compares && (t.Info.Types[n.Y].IsNil() && mayBeSlice(n.X) ||
				t.Info.Types[n.X].IsNil() && mayBeSlice(n.Y))
		case *ast.SwitchStmt:
			asks = asks || mayBeSlice(n.Tag)
		}
		return !asks
	})
	return asks
}
