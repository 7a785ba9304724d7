package wrap

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/lane"
)

// oneIn is how many small calls there are to one that is timed: looking at the
// clock takes longer than some functions do.
const oneIn = 16

// Few runs a call by calling loop, if it has so few lanes that nothing is faster and its options
// allow it, and reports whether it did. It does not if a lane panics, of which [Func.Run]
// makes a fault, or if one may hang while the context ends, which Run looks after. It costs some
// nanoseconds, and most small calls take no more: generated code.
func (fn *Func) Few(ctx context.Context, lanes int, opts []lane.Option, loop func()) (done bool) {
	if int64(lanes) > fn.few.Load() || ctx.Err() != nil || ctx.Done() != nil && !fn.is.Ends || !loops(opts) {
		return false
	}
	defer func() {
		if !done {
			recover()
		}
	}()
	start := fn.begin(lanes)
	loop()
	fn.end(start, lanes)
	return true
}

// loops reports whether a call with some options may be a loop that tells nothing: it is to be no batch, nobody wants a
// report, and there are no limits, which only a batch keeps.
func loops(opts []lane.Option) bool {
	if len(opts) == 0 {
		return true
	}
	c := given(opts)
	return c.Only != settings.Batch && c.Report == nil && c.Progress == nil && c.MaxDepth == 0 && c.MaxSteps == 0
}

// begin returns the time if a small call is to be timed.
func (fn *Func) begin(lanes int) (start time.Time) {
	if lanes > 0 && rand.Uint32()%oneIn == 0 {
		start = time.Now()
	}
	return start
}

// end notes what a small call took that was timed.
func (fn *Func) end(start time.Time, lanes int) {
	if start.IsZero() {
		return
	}
	took := time.Since(start)
	fn.planned(func(p *plan) {
		p.seen(lanes, p.undisturbed(lanes, 1, took))
		p.loop += oneIn * min(float64(took), 2*float64(lanes)*p.laneNs)
	})
}

// fewWatched is Few with a context that may end, beside a goroutine that runs the
// lanes. err is not nil if one of them hung.
func (fn *Func) fewWatched(ctx context.Context, lanes int, w Work) (done bool, err error) {
	ended := make(chan bool, 1)
	go func() {
		ok := false
		defer func() {
			if !ok {
				recover()
			}
			ended <- ok
		}()
		start, at := fn.begin(lanes), 0
		w.Loop(0, lanes, &at)
		fn.end(start, lanes)
		ok = true
	}()
	select {
	case done = <-ended:
		return done, nil
	case <-ctx.Done():
	}
	select {
	case done = <-ended:
		return done, nil
	case <-time.After(grace):
		return false, fn.hung(ctx)
	}
}

// hung is the error of a call of which a lane did not end when the context had.
func (fn *Func) hung(ctx context.Context) error {
	return fmt.Errorf("%s: %w, and a lane of the loop did not end (lane.MaxSteps or lane.ForceBatch would "+
		"make it a fault)", fn.is.Func, context.Cause(ctx))
}
