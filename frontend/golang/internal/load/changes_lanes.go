package load

import (
	"go/ast"
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// Memory of a package-level variable may be handed on by code of which the lanes are all
// that runs it: kept in a struct, returned, given to a function value. By names nobody can
// follow it there. Whoever compiles the function does, and refuses whatever writes to
// memory that all lanes share. That proves it for the compiled Go function as well, which
// others may call at any time, where both do the same whatever they are given:
//
//   - Its parameters are numbers, so that none of its code is left out because of what the
//     options say of them, and its results are, so that the memory does not get out.
//   - It does not run before the program begins, when the variables do not have their values.
//
// The rest is for those who compile: nothing may be left to Go, and no panic may tell.

// inLanes reports whether a use of a variable of the root package is in the function that is
// compiled, or in one that only it calls, and that function is such.
func (l *View) inLanes(u use) bool {
	if l.laneOnly == nil {
		l.laneOnly = map[*Declaration]bool{}
		if len(l.roots) == 1 && l.ofNumbers(l.roots[0]) && !l.Root.startRuns()[l.roots[0]] {
			l.laneOnly = l.Root.onlyFor(l.roots, l.Root.isOpen)
		}
	}
	return l.laneOnly[u.decl]
}

// ofNumbers reports whether a function has no other parameters and results than numbers and
// arrays and structs of them.
func (l *View) ofNumbers(d *Declaration) bool {
	fn, ok := l.Root.Info.Defs[d.Function().Name].(*types.Func)
	if !ok || IsGeneric(d.Function()) {
		return false
	}
	sig := fn.Signature()
	if sig.Recv() != nil && !gotypes.IsNumbers(sig.Recv().Type()) {
		return false
	}
	return gotypes.IsNumbers(sig.Params()) && gotypes.IsNumbers(sig.Results())
}

// startRuns returns the functions that may run before the program begins: what init functions
// and initialisers mention that call something, and what that mentions. Functions that an
// initialiser only keeps, as in a table of functions, run if such code mentions the table.
// All methods may run if anything does.
func (s *Source) startRuns() map[*Declaration]bool {
	var work []*Declaration
	for _, d := range s.decls.inOrder {
		fd, isFunc := d.node.(*ast.FuncDecl)
		if isFunc && fd.Recv == nil && fd.Name.Name == "init" || isVar(d) && callsAtOnce(d.node) {
			work = append(work, d)
		}
	}
	if len(work) > 0 {
		for _, methods := range s.decls.methods {
			work = append(work, methods...)
		}
	}
	runs := map[*Declaration]bool{}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if runs[d] {
			continue
		}
		runs[d] = true
		d.mentions(func(id *ast.Ident, _ *ast.SelectorExpr) {
			work = append(work, s.decls.byName[id.Name]...)
		}, func(string) {})
	}
	return runs
}

// callsAtOnce reports whether something is called by the initialiser of a variable, and not only by
// a function that it keeps.
func callsAtOnce(initialiser ast.Node) (found bool) {
	ast.Inspect(initialiser, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = true
		}
		return !found
	})
	return found
}
