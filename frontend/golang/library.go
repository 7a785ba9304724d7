package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// placeLibrary gives what may fault in a function of the standard library the place of the call by which the
// user's source gets there, if there is one such call alone: a reader has that line before them, and not the
// library's.
func (t *translator) placeLibrary() {
	library := map[string]bool{}
	for e, f := range t.funcs {
		library[f.name] = t.isOfLibrary(e)
	}
	calls := callsInto(t.out, library)
	for _, fn := range t.out.Functions {
		if at := calls[fn.Name]; library[fn.Name] && len(at) == 1 {
			placeFaults(fn, at[0])
		}
	}
}

// isOfLibrary reports whether an entry is of a function of the standard library.
func (t *translator) isOfLibrary(e *instance.Entry) bool {
	pkg := packageOf(e)
	return pkg != nil && pkg.Pkg.Path() != t.rootPath() && load.IsStandard(pkg.Pkg.Path())
}

// callsInto returns the places where other functions call those of the library, be it by way of the library.
func callsInto(p *program.Program, library map[string]bool) map[string][]program.Pos {
	type call struct{ caller, callee string }
	calls := map[string][]program.Pos{}
	var within []call
	for _, fn := range p.Functions {
		for _, b := range fn.Graph.Blocks {
			for _, in := range b.Instrs {
				op, ok := in.(*program.FunctionCallOp)
				switch {
				case !ok || !library[op.Callee]:
				case library[fn.Name]:
					within = append(within, call{fn.Name, op.Callee})
				case !slices.Contains(calls[op.Callee], op.Pos):
					calls[op.Callee] = append(calls[op.Callee], op.Pos)
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, c := range within {
			for _, at := range calls[c.caller] {
				if !slices.Contains(calls[c.callee], at) {
					calls[c.callee] = append(calls[c.callee], at)
					again = true
				}
			}
		}
	}
	return calls
}

// placeFaults gives all that may fault in a function one place.
func placeFaults(fn *program.Function, at program.Pos) {
	for _, b := range fn.Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op.Info().Row.Effect == optab.Faults {
				op.Pos = at
			}
		}
		if f, ok := b.Term.(program.FaultOp); ok {
			f.Pos = at
			b.Term = f
		}
	}
}
