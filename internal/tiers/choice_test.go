package tiers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const us, ms = float64(time.Microsecond), float64(time.Millisecond)

// model is what an engine takes in a test, in nanoseconds.
type model struct {
	run  float64 // for each run
	lane float64 // for each lane
	fill float64 // for each lane that fits into the gang, beside
	// rough is how many times as long it takes until it got better, in runs of tuning lanes, and warm
	// after how many lanes that is.
	rough float64
	warm  int
	from  float64 // from when on it may get better, in nanoseconds of all runs
	tune  float64 // what it takes to find out how
	make  float64 // to make it, when it is promising
	work  work    // of a lane, which the machine counts
}

// world runs a program by the clock of models.
type world struct {
	choices
	models     map[string]model
	rng        *rand.Rand
	noise      float64 // a part of the looks that others disturb
	disturb    func(engine string) float64
	ran        map[string]int
	took, best float64 // of all runs, and what the fastest would have taken
}

const tuning = 1 << 13

func newWorld(models map[string]model, seed uint64) *world {
	w := &world{models: models, rng: rand.New(rand.NewPCG(seed, 1)), ran: map[string]int{}}
	var list []string
	for _, e := range []string{Lanes, Scalar, off} {
		m, ok := models[e]
		switch {
		case ok && m.make > 0:
			w.late = append(w.late, &later{engine: e, cost: m.make,
				make: func() bool { w.took += m.make; return true }})
		case ok:
			list = append(list, e)
		}
	}
	w.start(list, 512, w)
	if _, ok := models[Blocks]; ok {
		w.late = append(w.late, &later{engine: Blocks, make: func() bool { return true }})
	}
	return w
}

func (w *world) isRough(engine string, lanes int) bool {
	m := w.models[engine]
	return m.rough > 0 && w.ran[engine] < m.warm && w.took >= m.from && (lanes >= tuning || engine == Blocks)
}

func (w *world) ripening(engine string, lanes int, _ float64) float64 {
	if m := w.models[engine]; lanes >= tuning && w.ran[engine] < m.warm && w.ran[engine]+lanes >= m.warm {
		return m.tune
	}
	return 0
}

func (w *world) better(engine string) float64 {
	if engine == Lanes && betterGroups*w.models[engine].rough <= 1 {
		return betterGroups
	}
	return betterForm
}

// time is what an engine takes for lanes.
func (w *world) time(engine string, lanes int) float64 {
	m := w.models[engine]
	t := m.run + m.lane*float64(lanes) + m.fill*float64(min(lanes, 512))
	if m.rough > 0 && w.ran[engine] < m.warm {
		t *= m.rough
	}
	return t
}

// run runs a batch as Program.runMeasured does, and returns the engines that ran, with their lanes.
func (w *world) run(lanes int) map[string]int {
	ran := map[string]int{}
	for r := (request{lanes: lanes, rest: lanes, workers: 1}); r.rest > 0; {
		s := w.next(r)
		if s.engine == off && s.trial {
			w.learn(w.models[off].work)
		}
		tuned := w.ripening(s.engine, s.lanes, 0)
		took := w.time(s.engine, s.lanes) + tuned
		if w.took += took; w.rng.Float64() < w.noise {
			took *= 1 + w.rng.Float64()
		}
		if w.disturb != nil {
			took *= w.disturb(s.engine)
		}
		ran[s.engine] += s.lanes
		w.ran[s.engine] += s.lanes
		w.note(s, r, time.Duration(took), time.Duration(tuned), s.rough && !w.isRough(s.engine, s.lanes))
		r.rest -= s.lanes
	}
	return ran
}

// fastest is which engine takes least for a batch, and what that is, once all are as good as they get.
func (w *world) fastest(lanes int) (engine string, took float64) {
	for e, m := range w.models {
		if e == Blocks || lanes >= tuning {
			m.rough = 0
		}
		v := world{models: map[string]model{e: m}}
		if t := v.time(e, lanes); engine == "" || t < took {
			engine, took = e, t
		}
	}
	return engine, took
}

var programs = []struct {
	name   string
	models map[string]model
}{
	{"lanes", map[string]model{Lanes: {run: 5 * us, lane: 20}, Scalar: {run: 2 * us, lane: 60},
		off: {run: 50 * us, lane: 100}}},
	{"gcd", map[string]model{Lanes: {run: 6 * us, lane: 45, rough: 1.3, warm: tuning}, Scalar: {run: us, lane: 130},
		off: {run: 20 * us, lane: 65}}},
	{"median of 8", map[string]model{
		Lanes: {run: 4 * us, lane: 20, rough: 1.1, warm: tuning}, Scalar: {run: us, lane: 60}, off: {run: 15 * us,
			lane: 14},
	}},
	{"recursion", map[string]model{Lanes: {run: 10 * us, lane: 1500}, Scalar: {run: us, lane: 90},
		off: {run: 300 * us, lane: 4000}}},
	{"an interpreter", map[string]model{Lanes: {run: 6 * us, lane: 135}, Scalar: {run: us, lane: 130},
		off: {run: 100 * us, lane: 1700}}},
	{"long tails", map[string]model{Lanes: {run: 200 * us, lane: 100}, Scalar: {run: 3 * us, lane: 500},
		off: {run: 900 * us, lane: 400}}},
	{"groups decide", map[string]model{Lanes: {run: 4 * us, lane: 40, rough: 1.9, warm: 2 * tuning},
		Scalar: {run: us, lane: 55}, off: {run: 15 * us, lane: 80}}},
	{"blocks", map[string]model{
		Lanes: {run: 6 * us, lane: 27}, Scalar: {run: us, lane: 30}, off: {run: 15 * us, lane: 31},
		Blocks: {run: 15 * us, lane: 18, rough: 1.8, warm: 40_000},
	}},
	{"blocks alone", map[string]model{off: {run: 30 * us, lane: 300},
		Blocks: {run: 30 * us, lane: 100, rough: 3, warm: 40_000}}},
	{"the machine alone", map[string]model{off: {run: 30 * us, lane: 300}}},
	{"few lanes fill the machine", map[string]model{
		Lanes: {run: 20 * us, lane: 610}, Scalar: {run: us, lane: 2000}, off: {run: 800 * us, lane: 1400, fill: 4000},
	}},
	{"code for one lane is not worth it", map[string]model{
		Lanes: {run: 3 * us, lane: 340}, Scalar: {run: us, lane: 2500, make: 8 * ms},
		off: {run: 600 * us, lane: 5000, work: work{2300, 36_000}},
	}},
	{"code for one lane is late", map[string]model{
		Lanes: {run: 15 * us, lane: 140}, Scalar: {run: us, lane: 110, make: 5 * ms},
		off: {run: 180 * us, lane: 1700, fill: 200, work: work{196, 1090}},
	}},
	{"lanes of milliseconds", map[string]model{Lanes: {run: ms, lane: 0.3 * ms}, Scalar: {run: us, lane: 1.2 * ms},
		off: {run: 5 * ms, lane: 2 * ms}}},
}

// TestChoice: in the end runs take little longer than they would in the fastest engine, and so
// do all runs together, also where every other look is disturbed.
func TestChoice(t *testing.T) {
	for _, p := range programs {
		for _, lanes := range []int{20, 300, 1000, 10_000, 100_000, 2_000_000} {
			if p.models[Blocks] != (model{}) && lanes < 10_000 {
				continue // nothing gets hot
			}
			for _, noise := range []float64{0, 0.1, 0.3} {
				t.Run(fmt.Sprintf("%s/%d/%v", p.name, lanes, noise), func(t *testing.T) {
					w := newWorld(p.models, uint64(lanes))
					w.noise = noise
					_, best := w.fastest(lanes)
					least := 300 * ms // of all runs, which is when executors have been tried
					runs := max(150, min(20_000, int(least/best)))
					for range runs {
						w.run(lanes)
						w.best += best
					}
					all := w.took
					var last []float64 // what runs take then; one of them may try something again
					for range 21 {
						before := w.took
						w.run(lanes)
						last = append(last, (w.took-before)/best)
					}
					slices.Sort(last)
					require.LessOrEqual(t, last[len(last)/2], 1.1, "%v", w.ran)
					if noise == 0 && w.models[Blocks] == (model{}) { // executors come late
						require.LessOrEqual(t, all, 1.35*w.best+5*ms)
					}
				})
			}
		}
	}
}

// TestOneRun: a single run takes not much longer than it would in the fastest engine, or in the
// second where small slices do not tell them apart.
func TestOneRun(t *testing.T) {
	for _, p := range programs {
		for _, lanes := range []int{10_000, 100_000, 2_000_000} {
			t.Run(fmt.Sprintf("%s/%d", p.name, lanes), func(t *testing.T) {
				w := newWorld(p.models, 7)
				w.run(lanes)
				var all []float64
				for e := range p.models {
					if e != Blocks || lanes > 1_000_000 { // before, nothing is hot
						all = append(all, newWorld(p.models, 7).time(e, lanes))
					}
				}
				slices.Sort(all)
				require.LessOrEqual(t, w.took, max(1.6*all[0]+2*ms, 1.4*all[min(1, len(all)-1)]))
			})
		}
	}
}

// TestDisturbed: what is the fastest is not dropped for a look that something disturbed, whichever
// that is, in slices, whole runs and reviews.
func TestDisturbed(t *testing.T) {
	const lanes, runs = 20_000, 300
	models := map[string]model{Lanes: {run: 5 * us, lane: 100}, Scalar: {run: us, lane: 130},
		off: {run: 50 * us, lane: 500}}
	for which := range 40 {
		w := newWorld(models, 1)
		looks := 0
		w.disturb = func(engine string) float64 {
			if engine == Lanes {
				if looks++; looks-1 == which {
					return 20
				}
			}
			return 1
		}
		all := 0
		for range runs {
			all += w.run(lanes)[Lanes]
		}
		require.Greater(t, all, lanes*runs*95/100, "look %d", which)
	}
}

// Of functions that take some nanoseconds, what slices take besides their lanes tells nothing: an engine is not behind
// because that was a little more in each of its slices of a size.
func TestUnsteady(t *testing.T) {
	w := newWorld(map[string]model{
		Lanes: {run: 5 * us, lane: 17}, Scalar: {run: 5 * us, lane: 13}, off: {run: 120 * us, lane: 180},
	}, 1)
	looks := 0
	w.disturb = func(engine string) float64 {
		if engine != Scalar {
			return 1
		}
		if looks++; looks > looksEach && looks <= 2*looksEach {
			return 1.3 // all at slices of level 1
		}
		return 1
	}
	for range 50 {
		w.run(10_000)
	}
	require.Equal(t, 10_000, w.run(10_000)[Scalar])
}

// TestTuned: a run in which the fastest engine looked for faster forms, which took long, does not give it up,
// whatever the sizes of runs were.
func TestTuned(t *testing.T) {
	for _, tuned := range []int{2048, 8192, 32_768, 100_000} {
		w := newWorld(map[string]model{
			Lanes:  {run: 5 * us, lane: 90, rough: 1.05, warm: 1 << 20},
			Scalar: {run: us, lane: 400, make: us}, off: {run: 100 * us, lane: 150},
		}, 1)
		looked := false
		w.disturb = func(engine string) float64 {
			if engine == Lanes && w.ran[Lanes] >= tuned/8 && !looked {
				looked = true
				return 5
			}
			return 1
		}
		for _, lanes := range []int{512, 2048, 8192, 32_768, 100_000, 100_000, 100_000} {
			w.run(lanes)
		}
		require.Less(t, w.ran[Scalar], 10_000, "tuned in %d lanes: %v", tuned, w.ran)
	}
}

// TestShock: a look that something else made longer by some microseconds does not give an engine up.
func TestShock(t *testing.T) {
	const lanes = 100_000
	for disturbed := range 12 {
		w := newWorld(map[string]model{
			Lanes: {run: 2 * us, lane: 0.3}, Scalar: {run: 0.2 * us, lane: 3}, off: {run: 20 * us, lane: 4},
		}, 1)
		looks := 0
		w.disturb = func(engine string) float64 {
			if engine != Lanes {
				return 1
			}
			if looks++; looks-1 == disturbed {
				return 5
			}
			return 1
		}
		w.run(lanes)
		require.Equal(t, map[string]int{Lanes: lanes}, w.run(lanes), "look %d disturbed", disturbed)
	}
}

// TestLate: code for one lane is made when that is a small part of what runs take, or when it is
// likely to be the fastest; and not at all where it cannot be.
func TestLate(t *testing.T) {
	const lanes = 10_000
	run := func(one model, ops float64) (after int) {
		w := newWorld(map[string]model{
			Lanes: {run: 5 * us, lane: 100}, Scalar: one, off: {run: 50 * us, lane: 500, work: work{10, ops}},
		}, 1)
		for after < 200 && w.engine(Scalar) == nil {
			w.run(lanes)
			after++
		}
		return after
	}
	one := model{run: us, lane: 50, make: 0.4 * ms}
	require.Equal(t, 1, run(one, 500))
	require.InDelta(t, 8, run(one, 2000), 3)
	require.Equal(t, 200, run(one, 5000))
}

// TestPeek: where lanes take long, a few of them tell early that code for one lane is faster.
func TestPeek(t *testing.T) {
	const lanes = 512
	w := newWorld(map[string]model{
		Lanes: {run: 10 * us, lane: 100 * us}, Scalar: {run: us, lane: 20 * us, make: 10 * ms},
		off: {run: 20 * ms, lane: 500 * us},
	}, 1)
	for range 3 {
		w.run(lanes)
	}
	require.Equal(t, map[string]int{Scalar: lanes}, w.run(lanes), "%v", w.ran)
}

// TestHopeless: where code for many lanes is slower than that for one, and the machine many times slower in
// its first slice, it gets no other, and executors are not made.
func TestHopeless(t *testing.T) {
	const lanes, runs = 20_000, 400
	w := newWorld(map[string]model{
		Lanes: {run: 10 * us, lane: 500}, Scalar: {run: us, lane: 240},
		off:    {run: 200 * us, lane: 950, work: work{155, 800}},
		Blocks: {run: 200 * us, lane: 800, rough: 1.1, warm: 40_000},
	}, 1)
	for range runs {
		w.run(lanes)
	}
	require.Nil(t, w.engine(Blocks))
	require.LessOrEqual(t, w.ran[off], runs*firstSlice/10)
	require.LessOrEqual(t, w.took, 1.03*runs*lanes*240)
}

// TestRipening: an engine that is behind is not made better before that is a small part of what all runs took.
func TestRipening(t *testing.T) {
	const lanes, runs = 50_000, 400
	w := newWorld(map[string]model{
		Lanes: {run: 5 * us, lane: 230, rough: 1.1, warm: 3 * tuning, tune: 20 * ms}, Scalar: {run: us, lane: 190},
		off: {run: 50 * us, lane: 1400},
	}, 1)
	best := 190 * lanes
	for n := range runs {
		w.run(lanes)
		require.LessOrEqual(t, w.took, 1.2*float64((n+1)*best)+2*ms, "%d runs: %v", n+1, w.ran)
	}
	require.GreaterOrEqual(t, w.ran[Lanes], w.models[Lanes].warm)
}

// TestPromising: an engine that was behind, and may get better later, is looked at when it may, long before its
// turn in a review, with a part of a run.
func TestPromising(t *testing.T) {
	const lanes, runs = 100_000, 20
	w := newWorld(map[string]model{
		Lanes:  {run: 5 * us, lane: 100, rough: 2.2, warm: 2 * tuning, from: 210 * ms, tune: 10 * ms},
		Scalar: {run: us, lane: 155}, off: {run: 50 * us, lane: 2000},
	}, 1)
	for n := range runs {
		w.run(lanes)
		require.LessOrEqual(t, w.took, 1.2*float64((n+1)*155*lanes)+5*ms, "%d runs: %v", n+1, w.ran)
	}
	require.Greater(t, w.ran[Lanes], 3*lanes, "%v", w.ran) // in turn with the other, until that is given up
}

// TestReview: when inputs come for which another engine is the fastest, it is found.
func TestReview(t *testing.T) {
	for _, lanes := range []int{100, 10_000, 1_000_000} {
		w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 20}, Scalar: {run: us, lane: 60},
			off: {run: 50 * us, lane: 300}}, 3)
		for range 200 {
			w.run(lanes)
		}
		w.models[Lanes] = model{run: 5 * us, lane: 200}
		var last map[string]int
		for end := 6 * max(w.all, reviewed); w.all < end; {
			last = w.run(lanes)
		}
		require.Equal(t, lanes, last[Scalar], "%d lanes: %v", lanes, last)
	}
}

// TestKnown: with an engine alone nothing is tried, and what was found is said.
func TestKnown(t *testing.T) {
	w := newWorld(map[string]model{off: {run: us, lane: 10}}, 1)
	require.Equal(t, map[string]int{off: 5000}, w.run(5000))
	require.Empty(t, w.why(request{lanes: 5000, workers: 1}))
	w = newWorld(programs[0].models, 1)
	ran := w.run(100_000)
	require.Len(t, ran, 3)
	require.Greater(t, ran[Lanes], 90_000)
	why := w.why(request{lanes: 100_000, workers: 1})
	require.Regexp(t, `^a lane took 20ns with many in registers, 60ns one at a time, `+
		`\d+ns with a kernel for each operation$`, why)
}

// TestRipened: an engine that got better in runs that asked for it is tried again.
func TestRipened(t *testing.T) {
	w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 90}, Scalar: {run: us, lane: 60},
		off: {run: 50 * us, lane: 300}}, 1)
	runs := func() (last map[string]int) {
		for range 60 {
			last = w.run(20_000)
		}
		return last
	}
	require.Greater(t, runs()[Scalar], 15_000)
	w.models[Lanes] = model{run: 5 * us, lane: 20}
	w.ripened(Lanes)
	w.ripened("none")
	require.Greater(t, runs()[Lanes], 15_000)
}
