package lower

import (
	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// optimise takes every function through package circuit. What has no circuit stays as it is.
func optimise(p *program.Program) (*program.Program, error) {
	q, _ := circuit.Optimise(p, circuit.Options{Without: notYet})
	return q, nil
}

// notYet are passes of the circuit that show what they would drop, and are not run: fuzzing found a proof that does not
// hold, and machine code does not check what is proven.
var notYet = []string{"ranges", "reduce"}
