package reshape

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// throughCircuit are the passes that take functions through package circuit, by name.
var throughCircuit = map[string]func(*program.Program, circuit.Options) (*program.Program, error){
	"circuit": optimise, "absorb": absorb, "flags": flags, "interpret": interpret, "states": states, "again": again,
	"combine": combine,
}

// CircuitPasses returns the names of the passes of package circuit.
func CircuitPasses() (names []string) {
	for _, pass := range circuit.Passes {
		names = append(names, pass.Name)
	}
	return names
}

// CircuitPass returns the name of a pass of package circuit, if a name such as circuit.hoist is one of those.
func CircuitPass(name string) (pass string, ok bool) { return strings.CutPrefix(name, "circuit.") }

// through returns a pass of those with all that package circuit does.
func through(name, doc string) edit.Pass { return Without(edit.Optional(name, doc, nil), nil) }

// Without returns a pass as it is if some passes of package circuit are switched off.
func Without(pass edit.Pass, circuitPasses []string) edit.Pass {
	if change, ok := throughCircuit[pass.Name]; ok {
		pass.Change = func(p *program.Program) (*program.Program, error) {
			return change(p, circuit.Options{Without: circuitPasses})
		}
	}
	return pass
}

// optimise takes every function through package circuit. What has no circuit stays as it is.
func optimise(p *program.Program, o circuit.Options) (*program.Program, error) {
	circuit.Improve(p, o)
	return p, nil
}

// again takes the functions of a program with a recursion through package circuit once more: behind the test that
// pass peel has repeated, what it asked is known, and arguments may be literals. Code that runs one lane at a time
// does without: there a jump less on the way round a loop is worth more than a test (measured: 3 to 6 % on tak,
// queens and Hofstadter's sequences, where lanes gain up to 15 % on quadrature).
func again(p *program.Program, o circuit.Options) (*program.Program, error) {
	if !slices.Contains(edit.NewCallGraph(p).Stacking(), true) {
		return p, nil
	}
	return optimise(p, o)
}

// combine takes a program that has selects through package circuit once more: what the ways of branches computed
// was apart before them, and is shared, folded and moved out of loops now.
func combine(p *program.Program, o circuit.Options) (*program.Program, error) {
	if slices.ContainsFunc(edit.Bodies(p), hasSelect) {
		o.Again = true
		return optimise(p, o)
	}
	return p, nil
}

// hasSelect reports whether a function has a select.
func hasSelect(b *edit.Body) bool {
	for _, b := range b.Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op.Info().Row.Name == "select" {
				return true
			}
		}
	}
	return false
}
