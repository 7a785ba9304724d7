package tiers

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/program"
)

// Program is a lowered program with its machine code, which is made when it is first
// needed.
type Program struct {
	lowered  *program.Program
	machine  *batch.Code
	also     func() []*program.Program
	asked    atomic.Int64 // lanes that were to run
	spent    atomic.Int64 // nanoseconds that the machine took while there was no machine code
	once     sync.Once
	made     atomic.Bool
	code     *engine.Code
	why      error         // there is none
	took     time.Duration // to find that out
	scalar   scalarCode
	blocks   pool
	uops     pool
	choosing sync.Once
	choices  choices
	weights  func() map[string]float64 // of the blocks' operations
	recurses func() bool
	shape    func() shape
	staged   func() bool // the code for many lanes may run as stages
}

// New returns a program. also, if not nil, gives other forms of it that may be faster as
// machine code.
func New(lowered *program.Program, machine *batch.Code, also func() []*program.Program) *Program {
	p := &Program{lowered: lowered, machine: machine, also: also}
	p.weights = sync.OnceValue(func() map[string]float64 { return weigh(lowered) })
	p.recurses = sync.OnceValue(func() bool { return program.NewShape(&lowered.Graph).Recurses() })
	p.shape = sync.OnceValue(func() shape { return shapeOf(lowered) })
	p.staged = sync.OnceValue(func() bool { return p.code.Staged() })
	return p
}

// Code returns the machine code. The error says why there is none.
func (p *Program) Code() (*engine.Code, error) {
	p.once.Do(func() {
		p.took = clock.Took(func() { p.code, p.why = engine.Compile(p.lowered, engine.Options{Also: p.also}) })
		p.made.Store(true)
	})
	return p.code, p.why
}

// worthLanes is how many lanes take about as long in the machine as it takes to make
// machine code, some milliseconds, and worthRun for how many of them a run counts at least: it
// takes some microseconds by itself. Recursions take several times as long there. Where the
// machine took worthTime, it is as long again to machine code, or less.
const (
	worthLanes     = 8192
	worthRecursing = 64
	worthRun       = 32
	worthTime      = int64(1500 * time.Microsecond)
)

// ProbedLanes is how many lanes a run has at least whose first ones tell whether the others are worth machine code: of
// fewer, the first ones take as long as all.
const ProbedLanes = 8 * firstSlice

// Worth reports whether machine code should run so many lanes more, if there is some: it
// was made already, or runs have had lanes or time enough to make it.
func (p *Program) Worth(lanes int) bool {
	most := int64(worthLanes)
	if p.recurses() {
		most = worthRecursing
	}
	return p.asked.Add(int64(max(lanes, worthRun))) >= most || p.spent.Load() >= worthTime || p.made.Load()
}

// Ran notes what a run in the machine took, and what its lanes did, as long as there is no machine code.
func (p *Program) Ran(s *batch.Stats) {
	p.spent.Add(int64(s.Elapsed))
	p.choices.learn(p.workOf(s))
}

// Lanes is Stats.Engine of runs of machine code with many lanes in registers, and Scalar
// that of machine code that runs one lane at a time.
const (
	Lanes  = "lanes"
	Scalar = "scalar"
)

// Options are those of a run. Engine is the machine code that runs, Lanes or Scalar, or
// Measured; "" is Lanes.
type Options = bind.Options

// RunInto runs the machine code, for which Code or Scalar gave no error, over columns that
// have a row for every lane, as batch.Code.RunInto does.
func (p *Program) RunInto(ctx context.Context, cols, out []batch.Column, lanes int, o Options) (*batch.Result, error) {
	var code *engine.Code // p.code may be made meanwhile, unless it is asked for
	switch o.Engine {
	case Measured:
		return p.runMeasured(ctx, cols, out, lanes, o)
	case Probed:
		return p.runProbed(ctx, cols, out, lanes, o)
	case Blocks, Uops:
		return p.runBlocks(ctx, cols, out, o)
	case Scalar:
		code = p.scalar.code
	default:
		o.Engine, code = Lanes, p.code
		if code.Promises(lanes) {
			defer func() {
				if !code.Promises(lanes) {
					p.choices.ripened(Lanes)
				}
			}()
		}
	}
	return bind.RunInto(ctx, code, p.machine, cols, out, lanes, o)
}
