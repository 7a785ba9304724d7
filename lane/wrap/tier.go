package wrap

import (
	"context"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/program"
)

// Native is a program as machine code that is made when it is asked for: package native.
type Native interface {
	// Available says why there is none, nil if there is.
	Available() error
	// RunInto is batch.Code.RunInto. It makes the machine code when that pays.
	RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error)
}

// tier runs batches as machine code.
type tier interface {
	RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error)
}

// What it takes to make machine code is guessed, in nanoseconds: some for each block and operation. It took half of
// that to twice as long, measured. Calls of fewer than makeLanes gain nothing by it.
const (
	makeFixed, makeBlock, makeOp = 3e6, 5e5, 3e4
	makeLanes                    = 64
)

// making is what it is likely to take to make machine code of a program.
func making(p *program.Program) float64 {
	ops := 0
	for _, b := range p.Graph.Blocks {
		ops += len(b.Instrs)
	}
	return makeFixed + makeBlock*float64(len(p.Graph.Blocks)) + makeOp*float64(ops)
}

// fast returns what runs some lanes of a batch faster than the machine, or nil.
func (r *run) fast(lanes int) tier {
	c := r.code
	if r.limited() || r.Gang > 0 {
		return nil
	}
	if a := r.fn.active(); a != nil {
		return assembled{a, c.Code}
	}
	if c.native == nil || r.planned && (!r.fn.made.Load() || lanes < makeLanes) {
		return nil
	}
	return c.native
}
