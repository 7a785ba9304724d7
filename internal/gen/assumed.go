package gen

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// checkAssumed refuses variables that are taken for constants and that a wrapper
// cannot compare with what they were.
func (w *wrapper) checkAssumed(pos program.Pos) error {
	slices.SortFunc(w.assumed, func(a, b golang.Assumed) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name))
	})
	w.assumed = slices.Compact(w.assumed) // it is compiled again where more room is needed
	for _, a := range w.assumed {
		why := ""
		switch {
		case a.Err != nil:
			why = a.Err.Error()
		case a.Path != w.path && !token.IsExported(a.Name):
			why = "it is package " + a.Path + "'s own"
		default:
			continue
		}
		return &program.Error{Pos: pos, Instr: -1, Msg: fmt.Sprintf(
			"%s depends on the variable %s, which cannot be assumed constant, because a wrapper cannot see whether "+
				"it still is: %s",
			w.fn, a.Name, why)}
	}
	return nil
}

// assumptions writes the variables that are taken for constants.
func (g *writer) assumptions(w *wrapper) {
	if len(w.assumed) == 0 {
		return
	}
	g.printf("Assumes: []%s.Assumed{\n", g.wrap)
	for _, a := range w.assumed {
		name := a.Name
		if a.Path != w.path {
			name = g.imports.use(a.Path, g.pkg.nameOf(a.Path)) + "." + a.Name
		}
		g.printf("{Name: %q, Value: &%s, Sum: %#x},\n", path.Base(a.Path)+"."+a.Name, name, a.Fingerprint)
	}
	g.printf("},\n")
}
