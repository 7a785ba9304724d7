package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/clock"
)

// tuner looks for the form of a program whose lanes take the least time: as stages, with jumps, with more groups
// of lanes or fewer. One that is tried and the fastest so far run slices of a run's lanes by turns, in as many runs
// as that takes.
type tuner struct {
	mu sync.Mutex // of the run that tunes
	// open are the candidates that are left, the next one first, and duel is the one that is tried.
	kind  kind
	open  []candidate
	duel  *duel
	graph *graph  // of the fastest
	lane  float64 // the nanoseconds that a lane took at least: more may have been for other reasons
}

// kind is a kind of forms. Stages may be much faster, as may be other loops inside a turn, and so may other forms; how
// many groups advance together matters less, how much code of one stands together, and how long lanes wait that are
// done: these are asked of the fastest.
type kind int

const (
	byUsual kind = iota
	byStages
	byForms
	byGroups
	byRuns
	byWaiting
)

// candidate is a form that may be faster. make makes its code, nil if it has none; won and lost, if not nil, list what
// is tried next if it is faster, and if it is not.
type candidate struct {
	make      func() *mapped
	won, lost func() []candidate
}

const (
	leastMeasured = 1 << 13
	// A slice is to take sliceTime: the last lanes of one, which wait for each other, count for too much in shorter
	// ones. It has measuredPart of the lanes of a run that tunes at least, which are fewest or more.
	sliceTime    = 30 * time.Microsecond
	measuredPart = 64
	fewest       = 1 << 12
	// Tuning waits until lanes have worked for so many times as long as it took to make the usual
	// code. The code of what is tried takes tuning times as long to make, mostly 4 to 10.
	patience, tuning = 20, 6
	// Stages are tried earlier: their code takes about as long to make as the usual, and gains more.
	stagePatience = 3
	// A run does not make code for longer than this part of its time, but for the first.
	makingPart = 4
)

// Tunes reports whether a run of so many lanes may make the code faster.
func (c *Code) Tunes(lanes int) bool {
	return !c.fixed && !c.tuned.Load() && lanes >= leastMeasured
}

// Staged reports whether runs may try the program as stages, or with other loops inside a turn, which may be much
// faster.
func (c *Code) Staged() bool {
	return !c.fixed && (c.graph.nestings || c.graph.mayGate || slices.ContainsFunc(c.graph.cutKinds(),
		func(where cutKind) bool {
			_, err := stagesOf(c.graph.source, where, nil)
			return err == nil
		}))
}

// PastStages reports whether runs have tried that, where there was something to try.
func (c *Code) PastStages() bool { return c.waits.Load() || c.settled.Load() }

// Promises reports whether a run of so many lanes is to find out whether code that may be much faster is.
func (c *Code) Promises(lanes int) bool {
	return c.Tunes(lanes) && !c.settled.Load() && c.waited(stagePatience) && (!c.waits.Load() || c.waited(patience))
}

// waited reports whether lanes have worked for so many times as long as it took to make the usual code.
func (c *Code) waited(times int) bool {
	return time.Duration(c.worked.Load()) >= time.Duration(times)*c.took
}

// Tuning is about how long a run of so many lanes makes code that may be much faster, if its lanes take a time: 0 if
// it makes none.
func (c *Code) Tuning(lanes int, takes time.Duration) time.Duration {
	if !c.Promises(lanes) {
		return 0
	}
	return min(tuning*c.took, max(c.took, takes/makingPart))
}

// Worked notes for how long lanes worked that other code ran: code that may be faster is worth as much the sooner.
func (c *Code) Worked(took time.Duration) { c.worked.Add(int64(took)) }

// tune runs some of a run's lanes, all if it has one worker, to find out which form is the fastest, unless another run
// does. It waits until lanes have worked for long, since the forms take some times as long to make as the usual code,
// and gain little.
func (c *Code) tune(ctx context.Context, r *Run, next *atomic.Int64, shape *mapped) Outcome {
	t := &c.tuner
	if !t.mu.TryLock() {
		return Outcome{}
	}
	defer t.mu.Unlock()
	s := &sampler{ctx: ctx, Run: r, next: next}
	// Other workers wait, so that one has no more lanes than what makes the run half as long again.
	s.end = min(r.Lanes, max(fewest, r.Lanes/(2*r.Busy()-1)))
	slice := min(s.end/measuredPart, turns.Chunk/2)
	if t.lane == 0 {
		s.sample(shape, slice) // nothing is in the caches
	}
	if each := s.sample(shape, slice); t.lane == 0 || each < t.lane {
		t.lane = each
	}
	all := time.Duration(t.lane * float64(r.Lanes))
	c.worked.Add(int64(all))
	if shape == c.shape.Load() { // that takes the run's tables
		c.compete(s, slice, all)
	}
	return s.outcome
}

// compete runs slices of so many lanes or more by turns in the fastest form and in candidates. all is about what the
// run takes.
func (c *Code) compete(s *sampler, slice int, all time.Duration) {
	t := &c.tuner
	look := max(slice, int(float64(sliceTime)/t.lane))
	slice = max(slice, min(look, s.end/4))
	var made time.Duration
	for s.ctx.Err() == nil && s.left() > 3*slice {
		if t.duel == nil {
			if made > all/makingPart {
				return
			}
			took := clock.Took(c.challenge)
			s.NoteTuned(took)
			if made += took; t.duel == nil {
				return
			}
			t.duel.cold = true
		}
		if !t.duel.p.Takes(s.Run) {
			c.decide(false)
			continue
		}
		t.duel.look(slice, c.shape.Load(), s)
		if won, known := t.duel.verdict(look); known {
			c.decide(won)
		}
	}
}

// challenge takes the next candidate, if lanes have worked for long enough.
func (c *Code) challenge() {
	t := &c.tuner
	for t.duel == nil {
		switch {
		case len(t.open) > 0:
			t.duel = &duel{of: t.open[0]}
			t.open = t.open[1:]
			if t.duel.p = t.duel.of.make(); t.duel.p == nil {
				c.decide(false)
			}
		case t.kind == byUsual && c.waited(stagePatience):
			t.kind, t.graph, t.open = byStages, c.graph, append(c.nestings(), c.stages(usualGroups)...)
		case t.kind == byStages && c.waited(patience):
			t.kind, t.open = byForms, c.others()
		case t.kind == byForms:
			t.kind, t.open = byGroups, c.groupings()
			c.settled.Store(true)
		case t.kind == byGroups:
			t.kind, t.open = byRuns, c.runs()
		case t.kind == byRuns:
			t.kind, t.open = byWaiting, c.waitings()
		default:
			if t.kind == byStages {
				c.waits.Store(true)
			}
			c.tuned.Store(t.kind == byWaiting)
			return
		}
	}
}

// decide ends a duel.
func (c *Code) decide(won bool) {
	t := &c.tuner
	d, more := t.duel, t.duel.of.lost
	if won {
		c.shape.Store(d.p)
		more = d.of.won
	}
	if t.duel = nil; more != nil {
		t.open = append(more(), t.open...)
	}
}

// stages lists the program as stages with so many groups of lanes, cut in each of the ways.
func (c *Code) stages(groups int) (list []candidate) {
	var cut int
	for _, where := range c.graph.cutKinds() {
		stages, err := stagesOf(c.graph.source, where, nil)
		if err != nil || len(stages) == cut {
			continue
		}
		cut = len(stages)
		list = append(list, candidate{make: func() *mapped {
			p, err := c.newStaged(stages, groups)
			if err != nil {
				return nil
			}
			return p
		}})
	}
	return list
}

// nestings lists the forms in which other loops run inside a turn.
func (c *Code) nestings() (list []candidate) {
	for _, g := range c.otherNestings(c.graph.nesting) {
		list = append(list, c.form(g))
	}
	return list
}

// otherNestings are the graphs that differ from one with a nesting in which loops run inside a turn, or have gates.
func (c *Code) otherNestings(than Nesting) (list []*graph) {
	for _, n := range than.others() {
		switch {
		case n == c.graph.nesting, n == GatedLoops && c.graph.mayGate, n != GatedLoops && c.graph.nestings:
			if g := c.like(c.graph.source, n); g != nil && (n != GatedLoops || len(g.gates) > 0) {
				list = append(list, g)
			}
		}
	}
	return list
}

// form is a candidate with the usual number of groups.
func (c *Code) form(g *graph) candidate {
	return candidate{
		make: func() *mapped { return c.with(g, c.usual.Abreast) },
		won: func() []candidate {
			c.tuner.graph = g
			return nil
		},
	}
}

// others lists the other forms of the program, unless stages are faster.
func (c *Code) others() (list []candidate) {
	if len(c.shape.Load().parts) > 0 {
		return nil
	}
	nestings := []Nesting{c.tuner.graph.nesting}
	if nestings[0] == GatedLoops {
		nestings = append(nestings, c.graph.nesting) // with jumps, it may need no gates
	}
	for _, n := range nestings {
		for _, g := range c.forms(n) {
			list = append(list, c.form(g))
		}
	}
	return list
}

// groupings lists the fastest form with more groups or fewer, as far as that is faster, and then other nestings with
// more groups: with the usual number they may wait for memory, which hides that one of them does less.
func (c *Code) groupings() []candidate {
	if len(c.shape.Load().parts) > 0 {
		return c.stages(usualGroups + 1)
	}
	of := func(g *graph) func(groups int) *mapped {
		return func(groups int) *mapped { return c.with(g, groups) }
	}
	list := climb(c.usual.Abreast, of(c.tuner.graph))
	for _, g := range c.otherNestings(c.tuner.graph.nesting) {
		for _, more := range step(c.usual.Abreast, 1, of(g), nil) {
			next := more.won
			more.won = func() []candidate {
				c.tuner.graph = g
				return next()
			}
			list = append(list, more)
		}
	}
	return list
}

// runs lists the fastest form with the code of a group of lanes in longer runs, and with all of it before that of the
// next group. Where the processor looks that far ahead, fewer registers are needed at a time.
func (c *Code) runs() (list []candidate) {
	shape, g := c.shape.Load(), c.tuner.graph
	if len(shape.parts) > 0 || shape.Abreast == 1 {
		return nil
	}
	best := g.run
	for _, run := range []int{2 * codegen.WovenRun, maxCode} {
		list = append(list, candidate{
			make: func() *mapped {
				g.run = run
				return c.with(g, shape.Abreast)
			},
			won: func() []candidate {
				best = run
				return nil
			},
			lost: func() []candidate {
				g.run = best
				return nil
			},
		})
	}
	return list
}

// waitings lists the fastest form with lanes that wait longer once they are done, or less long, as far as that is
// faster.
func (c *Code) waitings() []candidate {
	shape := c.shape.Load()
	if len(shape.parts) > 0 || shape.made.opening == 0 {
		return nil
	}
	g := c.tuner.graph
	return climb(usualWait, func(wait int) *mapped {
		g.wait = wait
		return c.with(g, shape.Abreast)
	})
}

// climb lists one more than some number, of groups or of how long lanes wait, and so on while that is faster, or else
// one less and so on.
func climb(from int, code func(n int) *mapped) []candidate {
	return step(from, 1, code, func() []candidate { return step(from, -1, code, nil) })
}

// step lists the number that is a step from one, and more steps while that is faster.
func step(from, by int, code func(n int) *mapped, lost func() []candidate) []candidate {
	n := from + by
	if n < 1 || n > maxGroups {
		if lost == nil {
			return nil
		}
		return lost()
	}
	return []candidate{{
		make: func() *mapped { return code(n) },
		won:  func() []candidate { return step(n, by, code, nil) },
		lost: lost,
	}}
}

// with is a form of the program with so many groups, nil if it has too many values for them.
func (c *Code) with(g *graph, groups int) *mapped {
	t, err := makeCode(g, c.set, groups)
	if err != nil {
		return nil
	}
	p, err := newMapped(t)
	if err != nil {
		return nil
	}
	p.apart = c.usual.apart
	return p
}
