package wrap

import (
	"context"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/bind"
)

// Native is a program as machine code that is made when it is asked for: package native.
type Native interface {
	// Available says why there is none, nil if there is.
	Available() error
	// RunInto is batch.Code.RunInto.
	RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error)
}

// tier runs batches as machine code.
type tier interface {
	RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result, error)
}

// Machine code is made when batches have taken so long that the time for it does not
// matter, and runs calls of so many lanes.
var (
	fastAfter = 100 * time.Millisecond
	fastLanes = 1024
)

// Where the loop is faster than the batch, it has to take so long for machine code to be made
// for its sake, and a call to have so many lanes, that this costs next to nothing. Then calls of
// fewer lanes gain too.
const (
	makeNs    = 30e6
	makeLanes = 64
)

// fast returns what runs some lanes of a batch faster than the machine, or nil.
func (r *run) fast(lanes int) tier {
	c := r.code
	if r.limited() || r.Gang > 0 {
		return nil
	}
	if a := r.fn.active(); a != nil {
		return assembled{a, c.Code}
	}
	switch {
	case c.native == nil:
		return nil
	case r.fn.made.Load() && lanes >= makeLanes:
	case lanes < fastLanes || c.batched.Load() < int64(fastAfter) || c.native.Available() != nil:
		return nil
	}
	return c.native
}
