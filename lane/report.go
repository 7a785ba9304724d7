package lane

import (
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
)

// Engine is a way to run the lanes of a call.
type Engine uint8

const (
	// None ran nothing: there were no lanes.
	None Engine = iota
	// Loop calls the compiled Go function once for each lane.
	Loop
	// Batch runs the lanes in lockstep.
	Batch
	// Mixed is both, as while measuring.
	Mixed
)

// String returns "loop", "batch", "mixed" or "none".
func (e Engine) String() string {
	return [...]string{None: "none", Loop: "loop", Batch: "batch", Mixed: "mixed"}[e]
}

// Report tells what a call did; see [Stats].
type Report struct {
	// Engine is what ran the lanes, and Why a sentence about the reason, with what
	// would change it.
	Engine Engine
	Why    string
	// LoopNs and BatchNs are the times of a lane in nanoseconds of one worker: in the
	// loop, and in a batch of about as many lanes; 0 where nothing was measured.
	LoopNs, BatchNs float64
	// Lanes is how many lanes ended, LoopLanes and BatchLanes how many of them
	// by which engine, Faults how many of them early.
	Lanes, LoopLanes, BatchLanes, Faults int
	// Checked is how many lanes both engines ran, to compare their results.
	Checked int
	Workers int
	Elapsed time.Duration
	// Runs has the machine's statistics of each run that the batch made.
	Runs []batch.Stats
}

// String returns "1000 lanes by batch in 1.2ms (batch 120 ns a lane, loop 340 ns)".
func (r *Report) String() string {
	s := fmt.Sprintf("%d lanes by %s in %v: %s", r.Lanes, r.Engine, r.Elapsed, r.Why)
	if r.Faults > 0 {
		s += fmt.Sprintf("; %d faulted", r.Faults)
	}
	return s
}

// add joins the report of another call of the same stream.
func (r *Report) add(s *Report) {
	if r.Engine != None && r.Engine != s.Engine {
		r.Engine = Mixed
	} else {
		r.Engine = s.Engine
	}
	r.Why, r.LoopNs, r.BatchNs, r.Workers = s.Why, s.LoopNs, s.BatchNs, s.Workers
	r.Lanes += s.Lanes
	r.LoopLanes += s.LoopLanes
	r.BatchLanes += s.BatchLanes
	r.Faults += s.Faults
	r.Checked += s.Checked
	r.Elapsed += s.Elapsed
	r.Runs = append(r.Runs, s.Runs...)
}
