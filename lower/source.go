package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/circuit/reshape"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// sourcePasses are the passes for machine code that runs one lane at a time and calls
// functions: those before calls are turned into jumps. A branch costs little there, so
// there are no selects in its place but for the shortest ways; and loops are turned round by
// who writes them.
var sourcePasses = []string{
	"flatten", "prune", "simplify", "loops", "levels", "inline", "evaluate", "expand", "scalars", "clean", "tables",
	"uniforms", "circuit", "peel", "tidy",
	"unfold", "clean", "choose", "coalesce",
}

// Source returns a program of the source dialect in the form that is fast with calls. It
// computes what the program computes. An array that several functions mention is one in a
// lane, whatever the depth of its calls; so it is for machine code, and for nobody else.
func Source(p *program.Program, opts ...Option) (*program.Program, error) {
	var c config
	for _, o := range opts {
		o(&c)
	}
	if err := c.validate(p); err != nil {
		return nil, err
	}
	p = p.Clone()
	all := append(slices.Clip(Passes), reshape.Unfold, reshape.Choose)
	for _, name := range sourcePasses {
		i := slices.IndexFunc(all, func(pass edit.Pass) bool { return pass.Name == name })
		q, err := c.run(all[i], p)
		if err != nil {
			return nil, err
		}
		p = q
	}
	if !c.copies {
		p = share(p, false)
	}
	return p, nil
}
