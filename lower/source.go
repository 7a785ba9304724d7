package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/circuit/reshape"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// sourcePasses are the passes for machine code that runs one lane at a time and calls
// functions: those before calls are turned into jumps. A branch costs little there, so
// there are no selects in its place, except for the shortest ways. Loops are rotated by package
// scalar.
var sourcePasses = []string{
	"flatten", "prune", "simplify", "loops", "levels", "inline", "evaluate", "expand", "turns", "scalars", "clean",
	"tables", "uniforms", "circuit", "absorb", "flags", "interpret", "states", "peel", "tidy",
	"unfold", "clean", "within", "choose", "combine", "coalesce",
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
	return c.withCalls(c.kept(sourcePasses), p)
}

// allPasses are those of all forms.
var allPasses = append(slices.Clip(Passes), reshape.ForCalls...)

// indexOf returns where a pass is among all, or -1.
func indexOf(pass string) int {
	return slices.IndexFunc(allPasses, func(p edit.Pass) bool { return p.Name == pass })
}

// kept returns those of some passes that are not switched off.
func (c *config) kept(passes []string) (kept []string) {
	for _, name := range passes {
		if !slices.Contains(c.without, name) {
			kept = append(kept, name)
		}
	}
	return kept
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
	for _, name := range passes {
		var err error
		if p, err = c.run(allPasses[indexOf(name)], p); err != nil {
			return nil, err
		}
	}
	return p, nil
}
