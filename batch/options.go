package batch

import (
	"runtime"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/simd"
)

// Option changes how a program runs; none changes a result of a lane that
// stays within the limits.
type Option func(*settings.Run)

// options are those of a run, with what follows from them.
type options struct {
	settings.Run
	stacks *budget
}

// DefaultMaxDepth is the most values that one stack of one lane may save
// unless MaxDepth says otherwise: as deep as a Go program gets with its
// default stack of 1 GB and frames of a kilobyte. A lane that runs away costs
// 8 MB for each number that it saves at a call before it faults.
const DefaultMaxDepth = 1 << 20

func newOptions(opts []Option) *options {
	o := &options{stacks: processBudget}
	for _, f := range opts {
		f(&o.Run)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	if o.StackBytes > 0 {
		o.stacks = newBudget(o.StackBytes)
	}
	return o
}

// Workers sets how many gangs run at once, each on a goroutine of its own; 0, the
// default, is GOMAXPROCS. Fewer run if there are few inputs.
func Workers(n int) Option { return func(r *settings.Run) { r.Workers = max(0, n) } }

// Gang sets how many lanes each worker keeps in flight, at most 65,536 and at most
// as many as there are inputs. A stream, whose inputs are not counted, has no more
// than fit 256 MiB besides their stacks. 0, the default, is chosen by the size of the
// program's state and of the processor's caches.
func Gang(lanes int) Option { return func(r *settings.Run) { r.Gang = max(0, lanes) } }

// WithSchedule sets which block runs next.
func WithSchedule(s Schedule) Option {
	return func(r *settings.Run) { r.Schedule = settings.Schedule(s) }
}

// MaxDepth sets how many values each stack of a lane may save, return blocks
// included; the lane that would save more ends with a stack overflow. 0 is
// DefaultMaxDepth.
func MaxDepth(n int) Option { return func(r *settings.Run) { r.MaxDepth = n } }

// MaxSteps sets how many blocks a lane may run before it ends with a fault; 0
// is no limit.
func MaxSteps(n int) Option { return func(r *settings.Run) { r.MaxSteps = n } }

// StackBytes gives the run a budget of its own for the memory of deep stacks, in
// bytes, which its workers share. With 0, the default, a run shares one budget of
// DefaultStackBytes with all others of the process.
//
// When stacks have taken most of the budget, lanes are parked and go on later, when
// others have ended. It is a bound on memory and not on lanes: no lane faults
// because of it. Beyond the budget there is one lane's own depth, up to MaxDepth values for each
// variable that the program saves, and in addition what every gang may take
// without asking: a 64th of the budget and, in one block step, 4 KB for each lane and
// stack.
func StackBytes(n int) Option { return func(r *settings.Run) { r.StackBytes = max(0, n) } }

// WithUniform gives a run-time uniform its value: a column without lane axis.
func WithUniform(name string, value Column) Option {
	return func(r *settings.Run) {
		if r.Uniforms == nil {
			r.Uniforms = map[string]any{}
		}
		r.Uniforms[name] = value
	}
}

// Progress calls f with the number of lanes that ended, from time to time and
// from any worker.
func Progress(f func(done int)) Option { return func(r *settings.Run) { r.Progress = f } }

// The gang's default size. A block step costs some tens of nanoseconds
// whatever the gang, and a kernel less for each lane the nearer its rows are:
// measured on a core with 48 KB of first-level cache, programs of little state
// are fastest with 1024 lanes, others with 512, and what spills from the second
// level with fewer. Programs that recurse are fastest with 1024: their lanes are
// spread over many blocks, and a fuller block is worth more than a near row.
// Arrays that are accessed element by element may spill, up to a point: a
// function that fills 624 elements takes 2.7 µs a lane with 256 lanes and 4.5
// with 64.
const (
	minGang   = 64
	usualGang = 512
	maxGang   = 1024
)

// Lanes whose state is megabytes are so few that the gang has no more than
// gangBytes: there is no cache to keep them in, and memory is not to be had for
// nothing. A gang that was asked for may be larger, up to largestGang, which bounds
// what a block step takes, and in a stream up to streamBytes.
const (
	gangBytes   = 64 << 20
	largestGang = 1 << 16
	streamBytes = 256 << 20
)

// Gang returns how many lanes a worker keeps in flight unless the option Gang
// says otherwise.
func (c *Code) Gang() int { return c.gangSize(&options{}) }

// StateBytes returns how much memory each lane in flight takes besides its
// stacks.
func (c *Code) StateBytes() int { return c.stateBytes }

// gangSize returns how many lanes to keep in flight.
func (c *Code) gangSize(o *options) int {
	if o.Gang > 0 {
		return min(o.Gang, largestGang)
	}
	l1, l2 := simd.CacheSizes()
	if l1 <= 0 {
		l1 = 32 << 10
	}
	if l2 <= 0 {
		l2 = 512 << 10
	}
	n := min(2*l1/max(1, c.stateBytes)&^63, maxGang)
	if n >= usualGang {
		return n
	}
	n = usualGang
	if c.hasStacks {
		n, l2 = maxGang, 2*l2
	}
	for n > minGang && (n*(c.stateBytes-c.sparseBytes) > l2/2 || n*c.stateBytes > 2*l2) {
		n /= 2
	}
	for n > 1 && n*c.stateBytes > gangBytes {
		n /= 2
	}
	return n
}

// streamGang is gangSize where nobody knows how many inputs will come.
func (c *Code) streamGang(o *options) int {
	return max(1, min(c.gangSize(o), streamBytes/max(1, c.stateBytes)))
}
