// Package native makes machine code of the programs of wrappers, when they have run for so
// long that the time for it does not matter. It is apart from package lane so that wrappers
// which have their machine code as assembly (gen -asm) do without it.
//
// Invariants: those of package internal/tiers.
//
// Read first: [Code].
//
// Imports: batch, lane, program, internal/tiers.
package native

import (
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
)

// Code is what lane.Wrapper.Native is: generated code.
func Code(p *program.Program, machine *batch.Code) lane.Native {
	return code{tiers.New(p, machine, nil)}
}

type code struct{ *tiers.Program }

func (c code) Available() error {
	_, err := c.Code()
	return err
}
