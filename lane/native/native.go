// Package native makes machine code of the programs of wrappers, when they have run for so
// long that the time for it does not matter. It is apart from package lane so that wrappers
// which have their machine code as assembly (gen -asm) do without it.
//
// Invariants: those of package internal/bind. The code is made once.
//
// Read first: [Code].
//
// Imports: batch, engine, internal/bind, lane, program.
package native

import (
	"context"
	"sync"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
)

// Code is what lane.Wrapper.Native is: generated code.
func Code(p *program.Program, machine *batch.Code) lane.Native {
	return &code{machine: machine, made: sync.OnceValues(func() (*engine.Code, error) {
		return engine.Compile(p, engine.Options{})
	})}
}

type code struct {
	machine *batch.Code
	made    func() (*engine.Code, error)
}

func (c *code) Available() error {
	_, err := c.made()
	return err
}

func (c *code) RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error) {
	code, err := c.made()
	if err != nil {
		return nil, err
	}
	o.Engine = "lanes"
	return bind.RunInto(ctx, code, c.machine, in, out, lanes, o)
}
