package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// optimise takes every function through package circuit. What has no circuit stays as it is.
func optimise(p *program.Program) (*program.Program, error) {
	circuit.Improve(p, circuit.Options{})
	return p, nil
}

// again takes the functions of a program with a recursion through package circuit once more: behind the test that
// pass peel has repeated, what it asked is known, and arguments may be literals. Code that runs one lane at a time
// does without: there a jump less on the way round a loop is worth more than a test (measured: 3 to 6 % on tak,
// queens and Hofstadter's sequences, where lanes gain up to 15 % on quadrature).
func again(p *program.Program) (*program.Program, error) {
	if !slices.Contains(edit.NewCallGraph(p).Stacking(), true) {
		return p, nil
	}
	return optimise(p)
}
