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
	return c.withCalls(sourcePasses, p)
}

// withCalls returns what passes of [Source] make of a program, which stays as it is.
func (c *config) withCalls(passes []string, p *program.Program) (*program.Program, error) {
	p, err := c.through(passes, p)
	if err == nil && !c.copies {
		p = share(p, false)
	}
	return p, err
}

// through returns what passes with certain names make of a program, which stays as it is.
func (c *config) through(passes []string, p *program.Program) (*program.Program, error) {
	p = p.Clone()
	all := append(slices.Clip(Passes), reshape.Unfold, reshape.Choose)
	for _, name := range passes {
		i := slices.IndexFunc(all, func(pass edit.Pass) bool { return pass.Name == name })
		var err error
		if p, err = c.run(all[i], p); err != nil {
			return nil, err
		}
	}
	return p, nil
}
