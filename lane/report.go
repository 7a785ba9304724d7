package lane

import (
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
)

// Way is how the lanes of a call were run.
type Way uint8

const (
	// None ran nothing: there were no lanes.
	None Way = iota
	// Loop calls the compiled Go function once for each lane.
	Loop
	// Batch runs the lanes in lockstep.
	Batch
	// Mixed is both, as while measuring.
	Mixed
)

// String returns "loop", "batch", "mixed" or "none".
func (w Way) String() string {
	return [...]string{None: "none", Loop: "loop", Batch: "batch", Mixed: "mixed"}[w]
}

// Report tells what a call did; see [Stats].
type Report struct {
	// Way is how the lanes were run, and Why a sentence about the reason, with what
	// would change it.
	Way Way
	Why string
	// LoopNs and BatchNs are the times of a lane in nanoseconds of one worker: in the
	// loop, and in a batch of about as many lanes; 0 where nothing was measured.
	LoopNs, BatchNs float64
	// Lanes is how many lanes ended, LoopLanes and BatchLanes how many of them
	// in which way, Faults how many of them early.
	Lanes, LoopLanes, BatchLanes, Faults int
	// Checked is how many lanes were run in both ways, to compare their results.
	Checked int
	Workers int           // how many goroutines shared the lanes
	Elapsed time.Duration // by the clock
	// Runs has the machine's statistics of each run that the batch made.
	Runs []batch.Stats
}

// String returns "1000 lanes by batch in 1.2ms: the batch is faster: 120 ns a lane, the loop 340".
func (r Report) String() string {
	s := fmt.Sprintf("%d lanes by %s in %v: %s", r.Lanes, r.Way, r.Elapsed, r.Why)
	if r.Faults > 0 {
		s += fmt.Sprintf("; %d faulted", r.Faults)
	}
	return s
}
