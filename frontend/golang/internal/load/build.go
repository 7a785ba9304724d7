package load

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// build makes the SSA form of everything that was kept. Packages without
// bodies are made of their types, so that their functions have no blocks.
func (l *View) build() {
	l.Prog = ssa.NewProgram(l.Root.fset, ssa.InstantiateGenerics|ssa.GlobalDebug)
	created := map[*types.Package]bool{}
	create := func(p *types.Package, t *Package) {
		if created[p] {
			return
		}
		created[p] = true
		if t != nil && t.bodies {
			t.SSA = l.Prog.CreatePackage(p, t.pruned, t.Info, true)
			return
		}
		l.Prog.CreatePackage(p, nil, nil, true)
	}
	for _, t := range l.Packages {
		for _, p := range t.Types.Imports() {
			create(p, l.byTypes[p])
		}
		create(t.Types, t)
	}
	for _, t := range l.Packages {
		if t.SSA != nil {
			var changes undo
			for _, rewrite := range l.rewrites() {
				rewrite(t, &changes)
			}
			t.SSA.Build()
			changes.undo()
		}
	}
	for _, fn := range l.Built() {
		ssaflow.IndexLast(fn)
		ssaflow.ReadLate(fn)
	}
}

// Built lists the functions that have a body: those of the packages, and what they name, such as function literals and
// instances of generic functions.
func (l *View) Built() (all []*ssa.Function) {
	seen := map[*ssa.Function]bool{}
	meet := func(v ssa.Value) {
		if fn, ok := v.(*ssa.Function); ok && !seen[fn] && len(fn.Blocks) > 0 {
			seen[fn] = true
			all = append(all, fn)
		}
	}
	for _, t := range l.Packages {
		if t.SSA == nil {
			continue
		}
		meet(t.SSA.Func("init"))
		for fd := range t.functions() {
			if fn, ok := t.Info.Defs[fd.Name].(*types.Func); ok {
				if fn := l.Prog.FuncValue(fn); fn != nil {
					meet(fn)
				}
			}
		}
	}
	for i := 0; i < len(all); i++ {
		for _, blk := range all[i].Blocks {
			for _, in := range blk.Instrs {
				for _, v := range in.Operands(nil) {
					meet(*v)
				}
			}
		}
	}
	return all
}

// rewrites are what changes the syntax trees of a package while its SSA form is made, in this order: those that put
// the same syntax in several places come late, and formats early, since what they are written as has loops and slices
// of its own.
func (l *View) rewrites() []func(*Package, *undo) {
	return []func(*Package, *undo){
		(*Package).copyCaptured,   // what functions of the library call has copies of variables (captures.go)
		l.writeFormats,            // calls of package fmt become functions, a verb each (formats.go)
		(*Package).extremeTexts,   // min and max of strings become function literals (extremes.go)
		(*Package).loopTails,      // recursions that end in calls with longer texts become loops (tails.go)
		(*Package).constantsFirst, // entries of maps are stored in the Go compiler's order (map_literals.go)
		(*Package).countArrays,    // ranges over arrays for their indices alone do not evaluate them
		(*Package).splitSwaps,     // what follows a swap of slices is there once for each way (swaps.go)
		(*Package).beginSlices,    // nil becomes a literal where rounds collect what is for later ones (begins.go)
		(*Package).copyClipped,    // what is appended to a clipped slice is appended to a copy (clips.go)
	}
}

// functions are the functions and methods that were kept and have bodies.
func (t *Package) functions() iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, f := range t.pruned {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && !yield(fd) {
					return
				}
			}
		}
	}
}

// countArrays makes a range over an array of which only the indices are asked
// for one over its length: the language does not evaluate the array, but go/ssa
// does.
func (t *Package) countArrays(changes *undo) {
	for _, f := range t.pruned {
		ast.Inspect(f, func(n ast.Node) bool {
			r, ok := n.(*ast.RangeStmt)
			if !ok || r.Value != nil && !isBlankExpr(r.Value) || t.Info.Types[r.X].Type == nil {
				return true
			}
			u := t.Info.Types[r.X].Type.Underlying()
			if p, ok := u.(*types.Pointer); ok {
				u = p.Elem().Underlying()
			}
			at, ok := u.(*types.Array)
			if !ok || calls(r.X) {
				return true
			}
			x, v := r.X, r.Value
			n64 := strconv.FormatInt(at.Len(), 10)
			lit := &ast.BasicLit{ValuePos: x.Pos(), Kind: token.INT, Value: n64}
			t.Info.Types[lit] = types.TypeAndValue{Type: types.Typ[types.Int], Value: constant.MakeInt64(at.Len())}
			r.X, r.Value = lit, nil
			changes.add(func() { r.X, r.Value = x, v })
			return true
		})
	}
}

// undo puts syntax trees back that were changed for go/ssa.
type undo []func()

func (u *undo) add(f func()) { *u = append(*u, f) }

func (u undo) undo() {
	for _, f := range slices.Backward(u) {
		f()
	}
}

func isBlankExpr(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// calls reports whether an expression has a call or a receive in it, so that
// its length is not a constant.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}
