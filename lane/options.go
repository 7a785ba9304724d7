package lane

import "github.com/lockstep-simt/lockstep/internal/settings"

// Option changes how a call runs. None changes a result of a lane that stays
// within the limits.
type Option func(*settings.Call[Report])

type call = settings.Call[Report]

// Auto lets measurement choose between the loop and the batch: the default.
func Auto() Option { return func(c *call) { c.Only = settings.Measured } }

// ForceLoop calls the Go function for one lane after the other, on as many
// goroutines as there are workers. A lane that recurses without end ends the
// process then, as in any Go program. No program is loaded, unless a lane panics.
func ForceLoop() Option { return func(c *call) { c.Only = settings.Loop } }

// ForceBatch runs the lanes in lockstep, however few they are. Some of them are run by the Go
// function as well, to see that the program is still what the function is; see [StaleError].
func ForceBatch() Option { return func(c *call) { c.Only = settings.Batch } }

// Workers sets how many goroutines share the lanes; 0, the default, is GOMAXPROCS.
func Workers(n int) Option { return func(c *call) { c.Workers = max(0, n) } }

// Gang sets how many lanes each worker of the batch keeps in flight; with 0, the
// default, that follows from the program and the processor's caches.
func Gang(lanes int) Option { return func(c *call) { c.Gang = max(0, lanes) } }

// MaxDepth limits how deep a lane may recurse; deeper is a fault of that lane. 0 means the machine's own limit.
// A call that sets a limit runs as a batch.
func MaxDepth(n int) Option { return func(c *call) { c.MaxDepth = n } }

// MaxSteps limits how many blocks of the program a lane may run; more is a fault of
// that lane. 0 means no limit. A call with a limit runs as a batch.
func MaxSteps(n int) Option { return func(c *call) { c.MaxSteps = n } }

// Chunk sets how many inputs a stream takes before it runs them; 0, the default,
// is a few gangs for each worker, and less at the start.
func Chunk(n int) Option { return func(c *call) { c.Chunk = max(0, n) } }

// Stats fills in r when the call ends; for a stream, after each chunk, with the
// sum of all so far.
func Stats(r *Report) Option { return func(c *call) { c.Report = r } }
