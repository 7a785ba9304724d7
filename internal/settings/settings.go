// Package settings has what the options of runs set: those of packages lockstep, lane and batch write into one struct,
// which goes down to the machine as it is. It is also where tests find the switches that are not for users. It checks
// nothing and knows no defaults but zero.
//
// Invariants: the zero value of every field is the default; no field changes a result of a lane that stays within the
// limits.
//
// Read first: [Run].
//
// Imports: batch/plan.
package settings

import "github.com/lockstep-simt/lockstep/batch/plan"

// Run is what the options of a run set.
type Run struct {
	Workers    int // 0: GOMAXPROCS
	Gang       int // 0: by the program and the processor
	MaxDepth   int // 0: batch.DefaultMaxDepth
	MaxSteps   int // 0: no limit
	StackBytes int // 0: the budget that all runs of the process share
	Schedule   Schedule
	// Uniforms has a batch.Column for each run-time uniform.
	Uniforms map[string]any
	Progress func(done int) // nil: nobody wants to know

	// Tier2, if not nil, says which blocks run as superblocks.
	Tier2 plan.Tier2

	// Switches are for tests.
	Switches
}

// Switches force what the machine otherwise chooses by cost, and spoil what no lane may see. They cost time and change
// nothing else: tests run under them.
type Switches struct {
	Dense    bool // never run a block compacted
	Compact  bool // always run blocks compacted
	NoSwap   bool // never commit by exchanging buffers
	Poison   bool // start with junk in every buffer
	Check    bool // panic if a step leaves a lane in no place, or in two
	NoRefill bool // leave the places of finished lanes empty until the whole gang has finished, as the peer does
	// Random, if not zero, is the seed of a schedule that picks any block at which lanes wait, reproducibly.
	Random uint64
}

// All sets everything as it is in r: an option that stands for all that were given.
func (r Run) All(to *Run) { *to = r }

// Switch returns the option that sets switches.
func Switch(s Switches) func(*Run) { return func(r *Run) { r.Switches = s } }

// Superblocks returns the option by which tier 2 says which blocks run as superblocks.
func Superblocks(t plan.Tier2) func(*Run) { return func(r *Run) { r.Tier2 = t } }

// A Schedule is a rule by which a gang picks its next block. Package batch describes them.
type Schedule uint8

const (
	Auto Schedule = iota
	Earliest
	MostLanes
)

// Call is what the options of a call of a generated wrapper set.
type Call[Report any] struct {
	Run
	Only   Way
	Alone  bool    // only the Go function can run, as the program cannot have the uniforms
	Chunk  int     // 0: by the machine
	Report *Report // nil: nobody wants it
}

// A Way is how a wrapper runs lanes if it is told to.
type Way uint8

const (
	Measured Way = iota // whichever is faster
	Loop
	Batch
)
