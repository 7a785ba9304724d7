package reshape

import (
	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// optimise takes every function through package circuit. What has no circuit stays as it is.
func optimise(p *program.Program) (*program.Program, error) {
	circuit.Improve(p, circuit.Options{})
	return p, nil
}
