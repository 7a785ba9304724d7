package lower

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Forms are the lowered form of a program and others, from which machine code is made. Passes take most of the time
// that machine code takes, and the forms begin with the same ones: what these do is done once.
type Forms struct {
	config        config
	lowered       *program.Program
	calls, rolled branch
}

// NewForms lowers a program as Lower does, and keeps what makes its other forms.
func NewForms(p *program.Program, opts ...Option) (*Forms, error) {
	f := &Forms{}
	for _, o := range opts {
		o(&f.config)
	}
	if err := f.config.validate(p); err != nil {
		return nil, err
	}
	f.calls.rest = f.config.kept(sourcePasses)
	f.rolled.rest = slices.DeleteFunc(f.config.kept(namesOf(Passes)),
		func(name string) bool { return name == rolledWithout })
	p = p.Clone()
	for _, pass := range Passes {
		f.calls.before(pass.Name, p)
		f.rolled.before(pass.Name, p)
		if !slices.Contains(f.config.without, pass.Name) {
			var err error
			if p, err = f.config.run(pass, p); err != nil {
				return nil, err
			}
			f.calls.after(pass.Name, p)
			f.rolled.after(pass.Name, p)
		}
	}
	f.lowered = p
	return f, nil
}

// rolledWithout is the pass that [Forms.Rolled] goes without.
const rolledWithout = "unroll"

// Lowered returns what Lower does.
func (f *Forms) Lowered() *program.Program { return f.lowered }

// Rolled returns the lowered form without pass unroll, or nil if that is the same.
func (f *Forms) Rolled() (*program.Program, error) {
	if !f.rolled.left {
		return nil, nil
	}
	return f.form(f.rolled.rest, func(passes []string) (*program.Program, error) {
		return f.config.through(passes, f.rolled.at)
	})
}

// WithCalls returns what Source does, with the names that the lowered form has for derived uniforms. Source goes its
// way alone: it is what proves that what the forms have in common is done once.
func (f *Forms) WithCalls() (*program.Program, error) {
	return f.form(f.calls.rest, func(passes []string) (*program.Program, error) {
		return f.config.withCalls(passes, f.calls.at)
	})
}

// form makes another form by some passes. A run computes the derived uniforms of the lowered form. One that has others,
// since a pass that only one of the forms takes has others to derive, is made without deriving any more. Those that it
// still has that the lowered form has not have names of their own.
func (f *Forms) form(passes []string, make func([]string) (*program.Program, error)) (*program.Program, error) {
	p, err := make(passes)
	if err != nil || f.named(p) {
		return p, err
	}
	p, err = make(slices.DeleteFunc(slices.Clone(passes), func(name string) bool { return name == "uniforms" }))
	if err == nil {
		f.named(p)
	}
	return p, err
}

// named gives the derived uniforms of another form the names that they have in the lowered one, and tells whether that
// has all that lanes read. They differ where a pass that only one of the forms takes made a copy of what computes one.
func (f *Forms) named(p *program.Program) (all bool) {
	names, rename := map[string]string{}, map[string]string{}
	lowered := edit.DerivedUniforms(f.lowered)
	for name, is := range lowered {
		if names[is] == "" || name < names[is] {
			names[is] = name
		}
	}
	all = true
	read, fresh := map[string]bool{}, edit.NewVarNamer(p)
	for _, b := range edit.Bodies(p) {
		maps.Copy(read, edit.Mentioned(b))
	}
	for name, is := range edit.DerivedUniforms(p) {
		switch {
		case lowered[name] == is:
		case names[is] != "":
			rename[name] = names[is]
		default:
			all = all && !read[name]
			for own := name; lowered[own] != ""; {
				own = fresh.Fresh(name)
				rename[name] = own
			}
		}
	}
	edit.RenameUniforms(p, rename)
	return all
}

// branch finds where the way to another form leaves that to the lowered one: at a pass that only one of them takes, if
// it changes anything.
type branch struct {
	rest []string         // the passes that the other form takes from here on
	at   *program.Program // what these begin with, nil as long as passes of both run
	left bool
}

func (b *branch) takes(pass string) bool { return len(b.rest) > 0 && b.rest[0] == pass }

// before keeps a program before a pass that only the lowered form takes.
func (b *branch) before(pass string, p *program.Program) {
	if !b.left && b.at == nil && !b.takes(pass) {
		b.at = p.Clone()
	}
}

// after looks at what a pass of the lowered form gave.
func (b *branch) after(pass string, p *program.Program) {
	switch {
	case b.left:
	case b.takes(pass):
		b.rest, b.at = b.rest[1:], nil
	default:
		b.left = !edit.Same(b.at, p)
	}
}
