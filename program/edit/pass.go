package edit

import "github.com/lockstep-simt/lockstep/program"

// Pass is one step on the way from a source program to a lowered one.
type Pass struct {
	Name string // a command-line value: -after=NAME
	Doc  string // one sentence
	// Change is the pass in place. No two instructions of the program share memory
	// before it or after it, so that one can be changed without the other.
	Change func(*program.Program) (*program.Program, error)
	// Required passes cannot be switched off; the others only make the result
	// better.
	Required bool
}

// Run returns what the pass makes of a program, and leaves that alone.
func (pass Pass) Run(p *program.Program) (*program.Program, error) { return pass.Change(p.Clone()) }

// Constraint is a fact about the order of passes that a test checks.
type Constraint struct{ Before, After, Because string }

// Optional returns a pass that can be switched off.
func Optional(name, doc string, change func(*program.Program) (*program.Program, error)) Pass {
	return Pass{Name: name, Doc: doc, Change: change}
}

// Needed returns a pass that cannot be switched off.
func Needed(name, doc string, change func(*program.Program) (*program.Program, error)) Pass {
	return Pass{Name: name, Doc: doc, Change: change, Required: true}
}

// Before says that one pass comes before another, and why.
func Before(pass, other, because string) Constraint {
	return Constraint{Before: pass, After: other, Because: because}
}
