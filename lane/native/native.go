// Package native makes machine code of the programs of wrappers, when they have run for so
// long that the time for it does not matter. It is apart from package wrap so that wrappers
// which have their machine code as assembly (gen -asm) do without it.
//
// # Internals
//
// Invariants: those of package internal/tiers.
//
// Read first: [Code].
//
// Imports: batch, internal/bind, internal/tiers, lane/wrap, program.
package native

import (
	"context"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/lane/wrap"
	"github.com/lockstep-simt/lockstep/program"
)

// Code is what wrap.Wrapper.Native is: generated code.
func Code(p *program.Program, machine *batch.Code, calls func() (*program.Program, error)) wrap.Native {
	of := tiers.New(p, machine, nil)
	if calls != nil {
		of.WithSource(calls)
	}
	return code{of, machine}
}

type code struct {
	of      *tiers.Program
	machine *batch.Code
}

// Available makes the machine code.
func (c code) Available() error {
	_, err := c.of.Code()
	if _, one := c.of.Scalar(); one == nil {
		return nil
	}
	return err
}

// RunInto runs the machine code or the machine, whichever is faster. Machine code that was not asked for yet
// is made when lanes take so long that it pays.
func (c code) RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error) {
	switch {
	case c.of.Worth(lanes):
		o.Engine = tiers.Measured
	case lanes >= tiers.ProbedLanes:
		o.Engine = tiers.Probed
	default:
		res, err := c.machine.RunInto(ctx, in, out, o.All)
		if res != nil {
			c.of.Ran(&res.Stats)
		}
		return res, err
	}
	return c.of.RunInto(ctx, in, out, lanes, o)
}
