package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// A map of constants that a function makes and only looks at is a table, as if it were a package-level variable.

// literalMap is the map that an instruction makes, if it is such.
func (b *hashing) literalMap(in *ssa.MakeMap) (m known.Atom, ok bool) {
	entries, ok := ssaflow.ConstantMap(in)
	if !ok || b.entry.Pkg == nil { // as of an instance of a generic function
		return m, false
	}
	t := in.Type().Underlying().(*types.Map)
	g := b.literals[in]
	if g == nil {
		g = &variableTable{v: types.NewVar(in.Pos(), b.entry.Pkg.Pkg, "map", t), m: evaluate.NewMap()}
		for _, e := range entries {
			key, _, keyed := datumOf(b.constant(e.Key.(*ssa.Const)), t.Key())
			value, _, valued := datumOf(b.constant(e.Value.(*ssa.Const)), t.Elem())
			if !keyed || !valued || b.evaluator.Try(func() { b.evaluator.Set(g.m, key, value, t.Key()) }) != nil {
				return m, false
			}
		}
		b.literals[in], b.translator.tables[g.v] = g, g
	}
	return b.atomOf(g, "", evaluate.Datum{Ref: g.m}, t), true
}
