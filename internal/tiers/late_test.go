package tiers

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// TestSure: code for one lane that is sure to be the fastest, by the work of a lane, is made when that has taken as
// long as it takes to make, and runs at once.
func TestSure(t *testing.T) {
	w := newWorld(map[string]model{
		Lanes: {run: 5 * us, lane: 10_000}, Scalar: {run: us, lane: 1800, make: 10 * ms},
		off: {run: 50 * us, lane: 16_000},
	}, 1)
	w.learn(work{1600, 30_000})
	const lanes = 500
	for w.engine(Scalar) == nil {
		require.LessOrEqual(t, w.took, 16*ms)
		w.run(lanes)
	}
	for range 10 {
		w.run(lanes)
	}
	require.GreaterOrEqual(t, w.ran[Scalar], 9*lanes, "%v", w.ran)
}

// TestLateLanes: code for many lanes is made when that is a small part of what runs took, as the program tells how
// small.
func TestLateLanes(t *testing.T) {
	const cost, lane, lanes = 5 * ms, 1000., 1000
	for _, part := range []float64{likelyPart, maybePart} {
		w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 300, make: cost}, Scalar: {run: us, lane: lane},
			off: {run: 50 * us, lane: 20_000}}, 1)
		w.late[0].part = part
		for w.engine(Lanes) == nil {
			w.run(lanes)
		}
		require.InDelta(t, cost/part, w.took-cost, 2*lane*lanes+slack, "%v", part)
	}
}

// TestLateLanesTogether: where the machine tells that lanes stay together, code for many lanes is made sooner than the
// program's shape says.
func TestLateLanesTogether(t *testing.T) {
	const cost, lane, lanes = 5 * ms, 1000., 1000
	w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 300, make: cost}, Scalar: {run: us, lane: lane},
		off: {run: 50 * us, lane: 2 * lane}}, 1)
	w.late[0].part = maybePart
	for w.engine(Lanes) == nil {
		w.run(lanes)
	}
	require.InDelta(t, cost/likelyPart, w.took-cost, 3*lane*lanes+slack)
}

// TestLateMade: an engine that somebody asked for already is tried at once.
func TestLateMade(t *testing.T) {
	w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 300, make: 500 * ms}, Scalar: {run: us, lane: 1000},
		off: {run: 50 * us, lane: 20_000}}, 1)
	w.late[0].part, w.late[0].made = maybePart, func() bool { return true }
	w.run(10_000)
	require.NotNil(t, w.engine(Lanes))
}

// TestLateLanesBehindMachine: where the machine is ahead of code for one lane, code for many lanes is sure to be ahead
// of both.
func TestLateLanesBehindMachine(t *testing.T) {
	const cost, lane, lanes = 5 * ms, 1000., 1000
	w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 300, make: cost}, Scalar: {run: us, lane: 2 * lane},
		off: {run: 50 * us, lane: lane}}, 1)
	w.late[0].part = maybePart
	for w.engine(Lanes) == nil {
		w.run(lanes)
	}
	require.Less(t, w.took-cost, 3*cost/surePart) // it takes some runs to know that the machine is ahead
}

// TestOneFirst: code for one lane is made first of recursions, and of large programs but for those that suit many.
func TestOneFirst(t *testing.T) {
	for _, test := range []struct {
		shape shape
		want  bool
	}{
		{shape{blocks: 8}, false},
		{shape{blocks: 8, recurses: true, floats: true}, true},
		{shape{blocks: 2 * manyBlocks}, true},
		{shape{blocks: 2 * manyBlocks, floats: true, arrays: true}, true},
		{shape{blocks: 2 * manyBlocks, floats: true}, false},
	} {
		require.Equal(t, test.want, test.shape.oneFirst(), "%+v", test.shape)
	}
}

// TestWorth: machine code is made for many lanes, for fewer of a program with recursions, and for few that took long.
func TestWorth(t *testing.T) {
	for _, test := range []struct {
		name     string
		recurses bool
		spent    time.Duration
		after    int // runs of 16 lanes, which count for 32
	}{
		{"loops", false, 0, worthLanes / 32},
		{"recursions", true, 0, worthRecursing / 32},
		{"loops that take long", false, 500 * time.Microsecond, 4},
	} {
		p := &Program{recurses: func() bool { return test.recurses }, weights: func() map[string]float64 { return nil }}
		after := 1
		for ; !p.Worth(16); after++ {
			p.Ran(&batch.Stats{Elapsed: test.spent})
		}
		require.Equal(t, test.after, after, test.name)
	}
}

// TestRan: what the machine counts before there is machine code tells the work of a lane.
func TestRan(t *testing.T) {
	p := &Program{weights: func() map[string]float64 { return map[string]float64{"a": 10, "b": 1} }}
	p.Ran(&batch.Stats{Lanes: 4, Blocks: []batch.BlockStats{{Name: "a", Lanes: 8}, {Name: "b", Lanes: 4}}})
	require.Equal(t, work{3, 21}, p.choices.work)
}

// TestShape: what programs tell of themselves.
func TestShape(t *testing.T) {
	for body, want := range map[string]shape{
		"x = add.i64 x, 1\n":                                    {together: true},
		"f = add.f64 f, 1.5\n":                                  {floats: true, together: true},
		"f = index.f64 u, x\n":                                  {together: true},
		"f = index.f64 a, x\n":                                  {arrays: true, together: true},
		"a = insert.f64 a, f, x\nf = add.f64 f, f\n":            {floats: true, arrays: true, together: true},
		"pushgoto next, next\nnext:\nx = add.i64 x, 1\n":        {together: true},
		"pushgoto next, start\nnext:\nx = add.i64 x, 1\n":       {recurses: true, together: true},
		"pushgoto next, start\nnext:\nf = add.f64 f, f\n":       {recurses: true, floats: true, together: true},
		"a = insert.f64 a, f, 3\nf = index.f64 a, 1\n":          {together: true},
		"pushgoto next, start\nnext:\na = insert.f64 a, f, x\n": {recurses: true, arrays: true, together: true},
		// lanes that part, by what they bring, and an index that counts the rounds of all
		"x = add.i64 x, 1\nc = lt.i64 x, 4\nbranch c, start, end\nend:\n": {},
		"x = copy 0\ngoto next\nnext:\nf = index.f64 a, x\nx = add.i64 x, 1\nc = lt.i64 x, 4\n" +
			"branch c, next, end\nend:\n": {together: true},
	} {
		p, err := program.Parse("a.lockstep", "program a lowered\nuniform u : f64[4]\nvar x : i64\nvar f : f64\n"+
			"var a : f64[4]\nvar c : bool\nfunc main(x, f) -> (x, f) {\nstart:\n"+body+"goto halt\n}")
		require.NoError(t, err, body)
		want.blocks = len(p.Graph.Blocks)
		require.Equal(t, want, shapeOf(p), body)
		require.Equal(t, want.recurses, want.oneFirst(), body)
	}
}

// TestRecursing: the machine is not tried in whole runs of a recursion, where it may take hundreds of times as
// long as code for one lane, before that is a small part of what all runs took.
func TestRecursing(t *testing.T) {
	const lanes = 500
	w := newWorld(map[string]model{Scalar: {run: us, lane: 106}, off: {run: 100 * us, lane: 28_000}}, 1)
	w.recursing = true
	for range 600 {
		w.run(lanes)
	}
	require.Zero(t, w.ran[off])
	for range 1400 {
		w.run(lanes)
	}
	require.Equal(t, lanes, w.ran[off])
}

// TestHopelessRecursing: of a recursion, one slice of the machine that takes hopelessly long is enough, until
// the choice is looked at again; one that may be faster in a whole run is looked at as often as any.
func TestHopelessRecursing(t *testing.T) {
	for each, most := range map[float64]int{30_000: firstSlice, 4000: 2 * firstSlice} {
		w := newWorld(map[string]model{Scalar: {run: us, lane: 690}, off: {run: 20 * us, lane: each}}, 1)
		w.recursing = true
		for w.all < float64(99*ms) {
			w.run(2000)
		}
		if each < hopeless*690 {
			require.Greater(t, w.ran[off], most)
		} else {
			require.Equal(t, most, w.ran[off])
		}
	}
}

// TestFirstRun: the very first run of code for many lanes, in which much is made ready, does not put it off for long.
func TestFirstRun(t *testing.T) {
	const lanes, runs = 100, 600
	w := newWorld(map[string]model{Lanes: {run: 5 * us, lane: 300, make: 10 * us}, Scalar: {run: us, lane: 550},
		off: {run: 100 * us, lane: 4000}}, 1)
	w.late[0].part = surePart
	looks := 0
	w.disturb = func(engine string) float64 {
		if engine == Lanes {
			if looks++; looks == 1 {
				return 40
			}
		}
		return 1
	}
	for range runs {
		w.run(lanes)
	}
	require.Greater(t, w.ran[Lanes], 10*lanes, "%v", w.ran)
}
