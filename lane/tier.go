package lane

import (
	"context"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/internal/tiers"
)

// tier runs batches as machine code. Which one a kernel has is said by the function that
// makes the kernel, so that a binary has those alone which it uses.
type tier interface {
	// ready reports whether a batch of so many lanes should run so.
	ready(lanes int) bool
	runInto(ctx context.Context, in, out []Column, lanes int, o bind.Options) (*batch.Result, error)
}

// compiled makes machine code when batches have taken so long that the time for it does not
// matter, and runs calls of so many lanes.
type compiled struct {
	*tiers.Program
	code *code
}

var (
	compiledAfter = 100 * time.Millisecond
	compiledLanes = 1024
)

func (c compiled) ready(lanes int) bool {
	if lanes < compiledLanes || c.code.batched.Load() < int64(compiledAfter) {
		return false
	}
	_, err := c.Code()
	return err == nil
}

func (c compiled) runInto(ctx context.Context, in, out []Column, lanes int, o bind.Options) (*batch.Result, error) {
	return c.RunInto(ctx, in, out, lanes, o)
}
