package lane

import (
	"context"
	"math/rand/v2"
	"time"
)

// oneIn is how many small calls there are to one that is timed: looking at the
// clock takes longer than some functions do.
const oneIn = 16

// Few runs a call without options by calling loop, if it has so few lanes that nothing
// is faster, and reports whether it did. It does not if a lane panics, of which [Kernel.Run]
// makes a fault. It costs some nanoseconds, and most small calls take no
// more: generated code.
func (k *Kernel) Few(ctx context.Context, lanes int, opts []Option, loop func()) (done bool) {
	if int64(lanes) > k.few.Load() || len(opts) > 0 || ctx.Err() != nil || ctx.Done() != nil && !k.is.Ends {
		return false
	}
	defer func() {
		if !done {
			recover()
		}
	}()
	if lanes == 0 || rand.Uint32()%oneIn != 0 {
		loop()
		return true
	}
	start := time.Now()
	loop()
	took := time.Since(start)
	k.planned(func(p *plan) {
		p.seen(lanes, took)
		p.loop += oneIn * min(float64(took), 2*float64(lanes)*p.laneNs)
	})
	return true
}
