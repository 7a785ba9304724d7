package wrap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// model is a function as a plan gets to know it: what things take, in
// nanoseconds.
type model struct {
	name   string
	laneNs float64
	// ratio is how much longer than the loop the batch takes for lanes of each worker.
	ratio func(per float64) float64
	load  float64
	// native is the ratio when machine code is there, nil if there never is some, and make is
	// what that takes.
	native func(per float64) float64
	make   float64
	// heavy is how much longer one lane in a hundred takes in the loop.
	heavy float64
}

// flat is a function that a batch of full gangs is so many times as fast for: it takes the
// same time for any lanes up to 512.
func flat(gain float64) func(float64) float64 {
	return func(per float64) float64 { return max(1, 512/per) / gain }
}

// tak is the ratio that was measured of it.
func tak(per float64) float64 { return 280 / math.Pow(max(1, per), 0.42) }

var models = []model{
	{name: "fast", laneNs: 1000, ratio: flat(8), load: 1e6, heavy: 1},
	{name: "fast and free", laneNs: 20, ratio: flat(4), load: 5e5, heavy: 1},
	{name: "slow", laneNs: 3000, ratio: tak, load: 3e5, heavy: 1},
	{name: "slow and uneven", laneNs: 1000, ratio: tak, load: 3e5, heavy: 100},
	{name: "even", laneNs: 500, ratio: flat(1), load: 1e6, heavy: 1},
	{name: "nearly free", laneNs: 1, ratio: flat(1.5), load: 2e5, heavy: 1},
	{name: "long", laneNs: 1e5, ratio: flat(10), load: 2e6, heavy: 1},
	{name: "long and slow", laneNs: 1e5, ratio: tak, load: 2e6, heavy: 1},
	{name: "large", laneNs: 1e4, ratio: flat(3), load: 2e7, heavy: 20},
	{name: "recursive", laneNs: 1000, ratio: tak, load: 3e5, heavy: 1, native: flat(3), make: 10e6},
	{name: "recursive, in vain", laneNs: 500, ratio: tak, load: 3e5, heavy: 1, native: tak, make: 40e6},
}

// world runs the calls of a wrapper by the clock of a model.
type world struct {
	model
	plan
	rng        *rand.Rand
	late       float64 // how much later than it should a batch ends that is stopped
	took, loop float64 // of all calls
	inBatch    int     // lanes
}

// noise is how much longer something takes than it should.
func (w *world) noise() float64 { return 1 + 0.1*w.rng.NormFloat64()*w.rng.Float64() }

// lanes returns what lanes take in the loop, on one worker and by the wall.
func (w *world) lanes(n, workers int) (busy, wall float64) {
	busy = float64(n) * w.model.laneNs
	if w.heavy > 1 {
		for range min(n, 1000) {
			if w.rng.IntN(100) == 0 {
				busy += float64(n) / float64(min(n, 1000)) * w.model.laneNs * w.heavy
			}
		}
	}
	busy *= max(0.5, w.noise())
	wall = busy
	if a := float64(alone); wall > a {
		wall = a + (wall-a)/float64(workers)
	}
	return busy, wall
}

// run runs one call as run.auto does.
func (w *world) run(n, workers int) {
	mine := 0.0
	for rest := n; rest > 0; {
		s := w.next(rest, workers, time.Duration(mine), false)
		k := rest
		switch s.do {
		case loopFor, loopAll, try:
			busy, wall := w.lanes(rest, workers)
			if s.do == try {
				k = s.lanes
				busy, wall = w.lanes(k, workers)
			} else if s.do == loopFor && wall > float64(s.limit) {
				part := float64(s.limit) / wall
				k = max(1, int(part*float64(rest)))
				busy, wall = busy*float64(k)/float64(rest), wall*float64(k)/float64(rest)
			}
			mine += wall
			w.took += wall
			w.loop += wall
			w.looped(k, time.Duration(wall), time.Duration(busy))
			if s.do != try || !w.pays(k, rest-k, workers, time.Duration(busy), time.Duration(mine)) {
				break
			}
			batch, ended := w.batch(busy, k, 1), true
			if limit := float64(s.limit) + w.late; batch > limit {
				batch, ended = limit, false
			}
			w.took += batch
			w.compared(k, rest-k, workers, time.Duration(busy), time.Duration(batch), ended)
		case loadCode:
			w.took += w.model.load
			w.loaded(time.Duration(w.model.load), 512)
			if w.native != nil {
				w.plan.make = w.model.make * (0.5 + w.rng.Float64())
			}
			continue
		case makeCode:
			w.took += w.model.make
			w.made(time.Duration(w.model.make), true)
			w.model.ratio = w.native
			continue
		case batchAll:
			k = s.lanes
			busy, wall := w.lanes(k, workers)
			batch := w.batch(busy, k, workers)
			w.took += batch
			w.loop += wall
			w.inBatch += k
			w.batched(k, workers, time.Duration(batch))
		}
		rest -= k
	}
}

// batch returns what the batch takes for lanes that take so long in the loop, on one
// worker.
func (w *world) batch(busy float64, n, workers int) float64 {
	wide := float64(width(n, workers))
	return (15e3 + busy*wide/float64(n)*w.model.ratio(wide)) * max(0.7, w.noise())
}

func newWorld(m model, seed uint64) *world {
	w := &world{model: m, rng: rand.New(rand.NewPCG(seed, 1))}
	w.plan.load = m.load * (0.6 + 0.8*w.rng.Float64())
	return w
}

// At no time may all calls so far have taken longer than 1.2 times the loop by more
// than a millisecond, whatever the function and the sizes of the calls.
func TestBound(t *testing.T) {
	lanes := 3_000_000
	if testing.Short() {
		lanes /= 10
	}
	for _, m := range models {
		for _, size := range []int{1, 8, 30, 100, 1000, 10_000, 1_000_000} {
			for _, workers := range []int{1, 2, 16} {
				for _, late := range []float64{0, 10e6} {
					w := newWorld(m, uint64(size*workers))
					w.late = late
					calls := lanes / size
					for i := range min(max(calls, 1), 20_000) {
						w.run(size, workers)
						if over := w.took - 1.2*w.loop; over > float64(time.Millisecond) {
							t.Fatalf("%s: call %d of %d lanes, %d workers: %.3f ms, in the loop %.3f ms",
								m.name, i, size, workers, w.took/1e6, w.loop/1e6)
						}
					}
				}
			}
		}
	}
}

// Calls of any sizes in any order keep the bound as well.
func TestBoundMixed(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := newWorld(models[rng.IntN(len(models))], seed)
		for i := range 300 {
			w.run(int(math.Exp(rng.Float64()*math.Log(20_000))), 1+rng.IntN(3))
			if i == 150 && seed%3 == 0 { // inputs of another kind
				w.model.laneNs *= 5
			}
			if over := w.took - 1.2*w.loop; over > float64(time.Millisecond) {
				t.Fatalf("seed %d: %s: call %d: %.3f ms, in the loop %.3f ms", seed, w.name, i, w.took/1e6, w.loop/1e6)
			}
		}
	}
}

// Where the batch is faster, it runs most lanes, also those of a single large call;
// where it is slower it runs none.
func TestFound(t *testing.T) {
	for _, c := range []struct {
		model       int
		size, calls int
		part        float64 // of the lanes that are to run in the batch, at least
	}{
		{0, 1000, 300, 0.8}, {0, 100, 3000, 0}, {0, 100_000, 1, 0.7}, {0, 1_000_000, 1, 0.95}, {0, 10_000, 100, 0.9},
		{1, 1_000_000, 1, 0.7}, {1, 100_000, 30, 0.7}, {6, 1000, 10, 0.3}, {6, 1000, 100, 0.8}, {6, 100_000, 1, 0.9},
		{8, 100_000, 1, 0.6}, {2, 1_000_000, 3, 0}, {7, 100_000, 1, 0}, {9, 1000, 3000, 0.6}, {9, 1_000_000, 2, 0.4},
	} {
		m := models[c.model]
		t.Run(fmt.Sprintf("%s/%d", m.name, c.size), func(t *testing.T) {
			w := newWorld(m, 3)
			for range c.calls {
				w.run(c.size, 1)
			}
			part := float64(w.inBatch) / float64(c.size*c.calls)
			require.GreaterOrEqual(t, part, c.part)
			if c.part == 0 && m.ratio(1e6) > 1 {
				require.Zero(t, w.inBatch)
			}
		})
	}
}

// When inputs come for which the batch is slower, it is given up, after a call or a few; and
// when they are gone, it is found again.
func TestGivesUp(t *testing.T) {
	for _, size := range []int{1000, 100_000} {
		for _, slower := range []float64{1.5, 8} {
			w := newWorld(models[0], 5)
			for range 300 {
				w.run(size, 1)
			}
			fast, before := w.model.ratio, w.inBatch
			require.NotZero(t, before)
			w.model.ratio = func(float64) float64 { return slower }
			took, loop := w.took, w.loop
			for range 500 {
				w.run(size, 1)
			}
			require.Less(t, w.inBatch-before, 200*size)
			require.Less(t, w.took-took, 1.3*(w.loop-loop)+float64(time.Millisecond))

			w.model.ratio, before = fast, w.inBatch
			for range 3000 {
				w.run(size, 1)
			}
			require.Greater(t, w.inBatch-before, 500*size)
		}
	}
}

// The reason for an engine says what it was chosen by and what would change it.
func TestReasons(t *testing.T) {
	defer simd.Doubt("go_exp.f64")() // so that it runs one lane at a time
	fn := New(Wrapper{Func: "fBatch", Of: "f", File: "f_lockstep.go", Rules: program.Rules}, `program f lowered
var x : f64 register

func main(x) -> (x) {
start:
    x = go_exp.f64 x
    goto halt
}
`)
	r := &run{fn: fn, lanes: 1000, call: newCall([]lane.Option{lane.Workers(2)})}
	reason := func(w why) string {
		var rep lane.Report
		r.why = w
		r.explain(&rep)
		return rep.Why
	}
	fn.plan.seen(1000, time.Millisecond)
	fn.plan.loop = 1.234e6
	require.True(t, r.loaded())
	r.code.math.once.Do(func() {}) // not what the function really takes
	r.code.math.gain = 2000
	r.due = 15.08e6
	require.Equal(t, "the loop has taken 1.23ms in all calls so far; the batch is tried when that is about 15.1ms; "+
		"lane.ForceBatch() uses it now", reason(tooEarly))
	fn.plan.loaded(time.Millisecond, 512)
	fn.plan.compared(500, 500, 2, 500*time.Microsecond, 2*time.Millisecond, true)
	require.Equal(t, "the loop is faster: 1000 ns a lane, the batch 4000 with 1000 lanes; give more lanes to a call; "+
		"lockstep check tells what is known to be slow in lockstep; -math ours would be about 2 times as fast",
		reason(loopFaster))
	fn.plan.compared(2048, 2048, 2, 2048*time.Microsecond, 4096*time.Microsecond, true)
	r.lanes = 10_000
	r.code.math.gain = 500
	require.Equal(t, "the loop is faster: 1000 ns a lane, the batch 2000 with 4096 lanes; more are tried when the "+
		"loop has taken about 15.1ms in all calls; lockstep check tells what is known to be slow in lockstep",
		reason(loopFaster))
	r.due = 0
	require.Equal(t, "the loop is faster: 1000 ns a lane, the batch 2000; "+
		"lockstep check tells what is known to be slow in lockstep", reason(loopFaster))
	fn.plan.batched(10_000, 2, time.Millisecond)
	r.code.math.gain = 120
	require.Equal(t, "the batch is faster: 200 ns a lane, the loop 1000; "+
		"-math ours would be about 2.5 times as fast", reason(batchFaster))
	r.code.math.gain = 60
	require.Equal(t, "the batch is faster: 200 ns a lane, the loop 1000", reason(batchFaster))
	require.Equal(t, "f_lockstep.go does not do what f does; run go generate", reason(isStale))
}

// Where dividing a loop gains nothing, the next calls are not divided, and more of them
// each time.
func TestSharing(t *testing.T) {
	var s sharing
	calls := func(shared time.Duration) (alone int) {
		for range sharedCalls {
			require.True(t, s.shares())
			s.took(50*time.Microsecond, 100, shared, 200)
		}
		for ; s.pause > 0; alone++ {
			require.False(t, s.shares())
		}
		return alone
	}
	require.Zero(t, calls(60*time.Microsecond))
	require.Equal(t, aloneCalls, calls(120*time.Microsecond))
	require.Equal(t, 2*aloneCalls, calls(120*time.Microsecond))
	require.Zero(t, calls(60*time.Microsecond))
	require.Equal(t, aloneCalls, calls(120*time.Microsecond))
	for range 20 {
		calls(120 * time.Microsecond)
	}
	require.Equal(t, mostAlone, calls(120*time.Microsecond))
	for range 2 * sharedCalls { // long calls do not count
		s.took(50*time.Microsecond, 100, 2*longCall, 200)
	}
	require.True(t, s.shares())
}

// Lanes that are run here and there beside a batch take longer than lanes in a row; what a lane takes is not taken to
// have changed by that, but by how such looks change.
func TestSpotted(t *testing.T) {
	var p plan
	p.looped(10_000, time.Millisecond, time.Millisecond)
	require.Equal(t, 100., p.laneNs)
	for range 20 {
		p.spotted(64, 64*300*time.Nanosecond)
	}
	require.InDelta(t, 100, p.laneNs, 1e-9)
	for range 60 {
		p.spotted(64, 64*900*time.Nanosecond)
	}
	require.InDelta(t, 300, p.laneNs, 1)
	p.looped(recent, recent*50*time.Nanosecond, recent*50*time.Nanosecond)
	p.spotted(64, 64*900*time.Nanosecond)
	require.Less(t, p.laneNs, 200.)
}
