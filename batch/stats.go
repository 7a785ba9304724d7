package batch

import (
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// Stats tells what a run did.
type Stats struct {
	// Engine is what ran the lanes, or most of them: "off" is the machine of this package.
	// Why says why nothing faster did, or what was measured.
	Engine, Why string
	// Executors says what executors did, where they took over some of the blocks (engine blocks).
	Executors string
	Workers   int    // goroutines that ran lanes
	Gang      int    // how many lanes each of them kept in flight
	Schedule  string // which block ran next: see [Schedule]
	Lanes     int64  // lanes finished or faulted
	Faults    int64  // how many of these faulted
	Parked    int64  // times that lanes had to wait until there was memory for deep stacks
	// Hosted is how many lanes machine code had to leave to Go for an operation that it has no code
	// for, each time counted, and HostExits how often it was left for some.
	Hosted, HostExits int64
	Elapsed           time.Duration // by the clock
	// Tuning is how much of Elapsed it took to find out what is fastest, and to make it, as far as that is
	// known: runs like this one do without from then on.
	Tuning time.Duration
	Blocks []BlockStats // in program order
	Stacks []StackStats // variables with a stack, in order of declaration; the pc last
}

// String returns "1000 lanes in 1.2ms by engine off, which were 80 % full; 3 faulted (why)". How full lanes were
// is known where kernels ran them.
func (s Stats) String() string {
	text := fmt.Sprintf("%s in %v by engine %s", counted.Of(s.Lanes, "lane"), s.Elapsed, s.Engine)
	if u := s.Utilisation(); u > 0 {
		text += fmt.Sprintf(", which were %.0f %% full", 100*u)
	}
	if s.Faults > 0 {
		text += fmt.Sprintf("; %d faulted", s.Faults)
	}
	if s.Why != "" {
		text += " (" + s.Why + ")"
	}
	return text
}

// BlockStats tells how often a block ran and how full.
type BlockStats struct {
	Name      string      // in the lowered program
	Pos       program.Pos // of its first instruction
	Runs      int64       // times the block ran
	Lanes     int64       // active lanes, summed over the runs
	Compacted int64       // runs over the active lanes only
}

// StackStats is the deepest that any lane's stack of a variable got.
type StackStats struct {
	Name string // of the variable; the last is the stack of return blocks
	High int    // how many values were saved at most
}

// Steps returns the number of block steps: how often some lanes of a gang ran a block.
func (s *Stats) Steps() int64 {
	var n int64
	for _, b := range s.Blocks {
		n += b.Runs
	}
	return n
}

// LaneSteps returns the number of active lanes summed over all blocks run.
func (s *Stats) LaneSteps() int64 {
	var n int64
	for _, b := range s.Blocks {
		n += b.Lanes
	}
	return n
}

// Utilisation returns the active lanes divided by the lanes of the gang, over
// all blocks run: 1 if every block always ran full.
func (s *Stats) Utilisation() float64 {
	steps := s.Steps()
	if steps == 0 || s.Gang == 0 {
		return 0
	}
	return float64(s.LaneSteps()) / (float64(steps) * float64(s.Gang))
}

func newStats(c *Code) Stats {
	s := Stats{Engine: "off", Blocks: make([]BlockStats, len(c.blocks))}
	for i := range c.blocks {
		s.Blocks[i].Name, s.Blocks[i].Pos = c.blocks[i].name, c.blocks[i].pos
	}
	for i := range c.vars {
		if c.vars[i].alloc == program.Full {
			s.Stacks = append(s.Stacks, StackStats{Name: c.vars[i].name})
		}
	}
	if c.hasPC {
		s.Stacks = append(s.Stacks, StackStats{Name: "pc"})
	}
	return s
}

// highWater fills in how deep the gang's stacks got.
func (g *gang) highWater() {
	i := 0
	for v := range g.code.vars {
		if g.code.vars[v].alloc == program.Full {
			g.stats.Stacks[i].High = g.savedOf(v).High()
			i++
		}
	}
	if g.pcStack != nil {
		g.stats.Stacks[i].High = g.pcStack.High()
	}
}

// add merges the statistics of another gang of the same code.
func (s *Stats) add(t *Stats) {
	s.Lanes += t.Lanes
	s.Faults += t.Faults
	s.Parked += t.Parked
	for i := range t.Blocks {
		s.Blocks[i].Runs += t.Blocks[i].Runs
		s.Blocks[i].Lanes += t.Blocks[i].Lanes
		s.Blocks[i].Compacted += t.Blocks[i].Compacted
	}
	for i := range t.Stacks {
		s.Stacks[i].High = max(s.Stacks[i].High, t.Stacks[i].High)
	}
}
