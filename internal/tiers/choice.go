package tiers

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// choices are what is known of a program's engines: what slices of runs took in each, and which
// is the fastest for batches of a size. It is told times and asks no clock.
//
// A run asks what to do next, again and again. At first that are slices of its lanes, in each
// engine in turn, until larger ones cannot change who is ahead. Between engines that are close,
// whole runs decide, or large pieces of one. What trials take longer than the fastest engine
// would have is bounded by a part of the time of all runs.
type choices struct {
	mu      sync.Mutex
	engines []*tried
	sizes   map[sizeKey]*size
	// all is what all runs have taken so far, in nanoseconds, and wasted what of that trials took
	// longer than the fastest engine would have.
	all, wasted float64
	ripens      ripens
	late        []*later
	work        work // of a lane, as far as it is known
	// recursing reports whether functions call themselves.
	recursing bool
	none      string // why there is no machine code, if there is none
}

// ripens tells of engines that get better while they run, as code for many lanes does that tries several forms.
type ripens interface {
	// isRough reports whether an engine would get faster in a run of so many lanes.
	isRough(engine string, lanes int) bool
	// ripening estimates how long an engine spends on getting faster, in nanoseconds, in a run that takes so long.
	ripening(engine string, lanes int, takes float64) float64
	// better estimates what an engine takes after that, as a part of what it takes now.
	better(engine string) float64
}

// start gives the engines that there are from the beginning, and the machine's gang.
func (c *choices) start(engines []string, gang int, r ripens) {
	c.ripens = r
	for _, e := range engines {
		t := &tried{engine: e}
		if e == off {
			t.gang = gang
		}
		c.engines = append(c.engines, t)
	}
}

const (
	// share is the part of all time that may be wasted, and reviewShare of that in a review. slack is
	// how much more it may be, so that runs of some microseconds learn at all.
	share, reviewShare = 0.05, 0.02
	// once is what part counts of the time that it takes to make an engine better, since that is spent once.
	once  = 1. / 3
	slack = float64(250 * time.Microsecond)
	// unseen is how much longer than the fastest an engine is expected to take that was not
	// tried. In a run of this many lanes, each engine is tried once in any case.
	unseen     = 8
	alwaysFrom = 2048
	// unseenRecursing is how much longer the machine is expected to take where functions recurse: it takes 10 to 170
	// times as long then as code for one lane.
	unseenRecursing = 64
	// An engine is behind if what it may take at best is so much more than what another does.
	behind = 1.1
	// Looks at the machine are hopeless if they took so many times as long as the fastest engine, or as
	// code for many lanes.
	hopeless, worse = 12, 3
	// Engines this close are compared by whole runs, so many each at least.
	closeTo = 1.2
	// What was the fastest is given up without whole runs if it is so much further behind.
	wellBehind = 2
	runs       = 3
	// A run of more lanes than this that may learn more is run in pieces of at least pieceLanes.
	// pieces is into how many, about.
	longRun, pieceLanes, pieces = 1 << 17, 1 << 14, 16
	// reviewed is after how much time a choice is looked at again; the next time all runs have to
	// have taken reviewFactor times as long.
	reviewed     = float64(100 * time.Millisecond)
	reviewFactor = 2
	// roughLooks is how often an engine is looked at because it may get better.
	roughLooks = 24
)

// sizeKey tells batches apart for which different engines may be the fastest: by how many lanes
// there are, and whether one worker runs them.
type sizeKey struct {
	class int
	alone bool
}

// size is what is known for batches of a size.
type size struct {
	whole   map[string]*look // what lanes took in whole runs, or large pieces
	settled string           // the engine that runs them; empty if that is not known
	before  string           // the engine that was settled on when a review began
	review  float64          // the time of all runs at which it is looked at again
	why     string           // what was measured, when an engine was settled on
}

// request is a run with the lanes that are left of it.
type request struct {
	lanes, rest, workers int
}

// abreast is about how many workers of a run are busy.
func (r request) abreast() float64 { return float64(max(1, min(r.workers, r.lanes/4096))) }

// key is the run's size.
func (r request) key() sizeKey { return sizeKey{bits.Len(uint(r.lanes)) / 2, r.workers == 1} }

// piece is how many lanes run before one asks again, while there is something to learn.
func (r request) piece() int {
	if r.rest > longRun {
		return min(r.rest, max(pieceLanes*r.workers, r.lanes/pieces))
	}
	return r.rest
}

// whole is the level of a step that is not a slice.
const whole = -1

// step is what a run does next.
type step struct {
	engine string
	lanes  int
	level  int
	known  bool // nothing is to be learned from it
	trial  bool // it is run to learn something
	rough  bool // the engine may get better in it
}

// next returns what a run does with some of the lanes that are left.
func (c *choices) next(r request) step {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.size(r)
	c.addLate(s, r)
	switch {
	case s.settled != "" && c.all < s.review:
		if t := c.promising(s, r); t != nil {
			return step{engine: t.engine, lanes: min(r.rest, pieceLanes), level: whole, rough: true, trial: true}
		}
		return step{engine: s.settled, lanes: c.most(r), level: whole, known: true}
	case s.settled != "":
		c.reopen(s)
	}
	t, level, missed := c.slice(s, r)
	if t != nil {
		n := sliceOf(level)
		return step{engine: t.engine, lanes: n, level: level, rough: c.isRough(t, n), trial: true}
	}
	return c.finish(s, r, missed)
}

// promising returns code for many lanes, if it is behind the engine that was settled on, may get better in a part
// of the run, and ahead by that; nil if it is not, or if that would cost too much.
func (c *choices) promising(s *size, r request) *tried {
	t, lanes := c.engine(Lanes), min(r.rest, pieceLanes)
	if t == nil || t.engine == s.settled || !c.isRough(t, lanes) {
		return nil
	}
	ns := c.expected(s, t, r)
	if ns == 0 || ns*c.ripens.better(t.engine) >= c.fastest(s, r) || !c.affordable(s, t, r, lanes, ns) {
		return nil
	}
	return t
}

// size returns what is known for batches like a run.
func (c *choices) size(r request) *size {
	if c.sizes == nil {
		c.sizes = map[sizeKey]*size{}
	}
	s := c.sizes[r.key()]
	if s == nil {
		s = &size{whole: map[string]*look{}}
		c.sizes[r.key()] = s
	}
	return s
}

// slice returns the engine whose slice of which level is to run next, nil if none is; missed tells
// that some would be if there were time or lanes for them.
func (c *choices) slice(s *size, r request) (next *tried, level int, missed bool) {
	for level := 0; level < levels && sliceOf(level) <= r.lanes/slicedPart; level++ {
		open := c.open(level, r)
		if len(open) < 2 && (level > 0 || len(c.late) == 0) {
			break // an engine that is to come is compared with first slices
		}
		for looks := range looksEach {
			for _, t := range open {
				if t.looks[level].n != looks {
					continue
				}
				enough := 2*r.rest > r.lanes
				if enough && c.affordable(s, t, r, sliceOf(level), t.expected(level)) {
					return t, level, false
				}
				if enough && c.peeks(s, t, r) {
					return t, peek, false
				}
				missed = true
			}
		}
	}
	return nil, 0, missed
}

// peeks reports whether a few lanes are to tell what a slice of code for one lane would take: where lanes take
// long, a slice that may take several times as long is not tried soon. The other engines take as long for a few lanes
// as for many.
func (c *choices) peeks(s *size, t *tried, r request) bool {
	best := c.fastest(s, r) * r.abreast()
	return t.engine == Scalar && t.top() < 0 && t.peeks.n < looksEach && best*float64(sliceOf(peek)) >= shock &&
		c.affordable(s, t, r, sliceOf(peek), t.peeks.ns)
}

// open lists the engines that slices of a level may tell more of.
func (c *choices) open(level int, r request) (list []*tried) {
	for _, t := range c.engines {
		if (level == 0 || t.looks[level-1].n >= looksEach) && !c.isBehind(t, r) {
			list = append(list, t)
		}
	}
	return list
}

// isBehind reports whether slices tell that an engine cannot be the fastest in runs of a size.
func (c *choices) isBehind(t *tried, r request) bool {
	least := t.least(r.lanes)
	if c.isRough(t, r.lanes) {
		least *= c.ripens.better(t.engine)
	}
	least = max(least/t.doubt(), c.floor(t, r))
	return slices.ContainsFunc(c.engines, func(u *tried) bool { return u != t && least > behind*u.likely(r.lanes) })
}

// floor is what a lane takes at least in an engine, whatever slices tell; 0 if nothing is known. In the
// machine, and there with executors, it is more than with code for many lanes, where the first slices
// took hopelessly long: that does the same without the way through memory. Among a hundred programs there
// was none for which it is not faster. Where functions recurse, so it is for code for one lane.
func (c *choices) floor(t *tried, r request) float64 {
	least, code := c.work.floor(t.engine), c.engine(Lanes)
	if c.recursing && (code == nil || code.top() < 0) {
		code = c.engine(Scalar)
	}
	if code == nil || code.top() < 0 || t.top() < 0 || t.engine != off && t.engine != Blocks {
		return least
	}
	for _, u := range c.engines {
		times := float64(hopeless)
		if u == code && t.looks[0].n >= looksEach { // fewer may have been disturbed
			times = worse
		}
		if u.looks[0].ns > 0 && times*u.looks[0].ns < t.looks[0].ns {
			return max(least, closeTo*code.likely(r.lanes))
		}
	}
	return least
}

// isRough reports whether an engine would get faster in a run of so many lanes, as far as one
// waits for that.
func (c *choices) isRough(t *tried, lanes int) bool {
	return t.rough < roughLooks && c.ripens.isRough(t.engine, lanes)
}

// lane is what a lane takes in an engine in a run: as in other runs like it, or as far as slices
// tell. In a single run others may have disturbed it, or it looked for faster forms of its code.
func (c *choices) lane(s *size, t *tried, r request) float64 {
	slices := t.likely(r.lanes) / r.abreast()
	switch l := s.whole[t.engine]; {
	case l == nil || l.n == 0:
		return slices
	case l.n == 1:
		return min(l.ns, slices)
	default:
		return l.ns
	}
}

// expected is what a lane is expected to take in a whole run, also by looks of long ago; 0 if there
// were none. A single look at whole runs may have been disturbed, so slices count too.
func (c *choices) expected(s *size, t *tried, r request) float64 {
	l, slices := s.of(t.engine), t.expected(levels-1)/r.abreast()
	if ns := t.likely(r.lanes) / r.abreast(); !math.IsInf(ns, 1) {
		slices = ns
	}
	switch {
	case l.ns == 0:
		return slices
	case l.n == 1 && t.engine == Lanes && t.top() < 0 && t.lanes <= r.lanes:
		return l.ns / cold // its very first run, in which much is made ready
	case l.n < 2 && slices > 0:
		return min(l.ns, slices)
	}
	return l.ns
}

// fastest is what a lane takes in the engine that is ahead; infinite if nothing is known.
func (c *choices) fastest(s *size, r request) float64 {
	best := math.Inf(1)
	for _, t := range c.engines {
		best = min(best, c.lane(s, t, r))
	}
	return best
}

// takes is what lanes of a run take in the engine that is ahead, as far as is known.
func (c *choices) takes(r request, lanes int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	ns := c.fastest(c.size(r), r)
	if math.IsInf(ns, 1) {
		return math.MaxInt64
	}
	return time.Duration(ns * float64(lanes))
}

// affordable reports whether an engine may run lanes of which each is expected to take ns, which
// is 0 if nothing is known of it.
func (c *choices) affordable(s *size, t *tried, r request, lanes int, ns float64) bool {
	best := c.fastest(s, r)
	if math.IsInf(best, 1) {
		return s.before == "" || s.before == t.engine
	}
	if ns == 0 && lanes == firstSlice && r.lanes >= alwaysFrom {
		return true
	}
	if ns == 0 {
		ns = c.unlooked(t, best*r.abreast())
		if t.engine == Scalar && c.work.ops > 0 {
			ns = min(ns, several*oneOpUsually*c.work.ops)
		}
	}
	part := share
	if s.before != "" {
		part = reviewShare
	}
	extra := float64(lanes)*(ns-best) + once*c.ripens.ripening(t.engine, lanes, float64(lanes)*ns)
	return extra <= 0 || c.wasted+extra <= part*(c.all+best*float64(r.rest))+slack
}

// unlooked is what a lane is expected to take in an engine at which nobody has looked, if it takes best in the fastest.
func (c *choices) unlooked(t *tried, best float64) float64 {
	if t.engine == off && c.recursing {
		return unseenRecursing * best
	}
	return unseen * best
}

// finish returns the engine that runs what is left of a run, or a large piece of it. missed tells
// that slices would tell more.
func (c *choices) finish(s *size, r request, missed bool) step {
	lanes := r.piece()
	list := c.ranked(s, r)
	first := list[0]
	limit := closeTo * c.lane(s, first, r)
	rivals := slices.DeleteFunc(slices.Clone(list), func(t *tried) bool {
		ns := t.least(r.lanes) / r.abreast()
		if l := s.of(t.engine); l.n >= runs {
			ns = l.ns
		}
		if c.isRough(t, r.lanes) {
			ns *= c.ripens.better(t.engine)
		}
		ns = max(ns, c.floor(t, r)/r.abreast())
		return t != first && ns > limit && (t.engine != s.before || ns > wellBehind*limit)
	})
	settled := !missed
	for looks := range roughLooks {
		for _, t := range rivals {
			enough := looks >= runs && !c.isRough(t, r.lanes)
			if len(rivals) == 1 || enough || s.of(t.engine).n > looks {
				continue
			}
			// What was the fastest is not given up for a look or two.
			if settled = false; t.engine == s.before || c.affordable(s, t, r, lanes, c.expected(s, t, r)) {
				return step{engine: t.engine, lanes: lanes, level: whole, rough: c.isRough(t, lanes), trial: true}
			}
		}
	}
	if settled {
		s.settled, s.before, s.why = first.engine, "", ""
		s.review = reviewFactor * max(c.all, reviewed/reviewFactor)
		return step{engine: first.engine, lanes: c.most(r), level: whole, known: true}
	}
	if i := slices.IndexFunc(list, func(t *tried) bool { return t.engine == s.before }); i >= 0 &&
		s.of(first.engine).n == 0 {
		first = list[i] // until more is known
	}
	return step{engine: first.engine, lanes: lanes, level: whole, rough: c.isRough(first, lanes)}
}

// most is how many lanes of a run its engine takes when it is known: all that are left, unless
// others may be added while they run.
func (c *choices) most(r request) int {
	if len(c.late) > 0 {
		return r.piece()
	}
	return r.rest
}

// ranked lists the engines, those first in which a lane takes the least time; where nothing is
// known of any, that which was the fastest before.
func (c *choices) ranked(s *size, r request) []*tried {
	list := slices.Clone(c.engines)
	sorting.By(list, func(a, b *tried) int {
		if x, y := c.lane(s, a, r), c.lane(s, b, r); x != y {
			return cmp.Compare(x, y)
		}
		switch s.before {
		case a.engine:
			return -1
		case b.engine:
			return 1
		}
		return 0
	})
	return list
}

// of returns what an engine took in whole runs.
func (s *size) of(engine string) *look {
	if s.whole[engine] == nil {
		s.whole[engine] = &look{}
	}
	return s.whole[engine]
}

// reopen has the engines of a size looked at again: the inputs may be of another kind now, and
// something may have disturbed all looks at one engine.
func (c *choices) reopen(s *size) {
	s.settled, s.before, s.why, c.wasted, c.work = "", s.settled, "", 0, work{}
	for _, t := range c.engines {
		s.of(t.engine).n = 0
		t.forget()
	}
}

// note records the time of a step, and how much of it went into making the engine better. ripened tells whether the
// engine got better in it.
func (c *choices) note(s step, r request, took, tuned time.Duration, ripened bool) {
	if s.lanes == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all += float64(took)
	if s.known {
		return
	}
	c.wasted += once * float64(tuned)
	ns := float64(took - tuned)
	size := c.size(r)
	t := c.engines[slices.IndexFunc(c.engines, func(t *tried) bool { return t.engine == s.engine })]
	t.lanes += s.lanes
	if s.rough && s.level == whole {
		t.rough++
	}
	if ripened {
		c.gotBetter(t)
		return
	}
	lane := 0.
	if tuned > took/2 {
		return // what is left says little of the lanes
	}
	switch s.level {
	default:
		t.looks[s.level].note(ns / float64(s.lanes))
		lane = t.expected(s.level)
	case peek:
		t.peeks.add(ns / float64(s.lanes))
		lane = t.peeks.ns
	case whole:
		l := size.of(t.engine)
		l.note(ns / float64(s.lanes))
		lane = l.ns
	}
	if best := c.fastest(size, r); s.trial && !math.IsInf(best, 1) {
		// Not what others took that disturbed it.
		c.wasted += max(0, lane-best) * float64(s.lanes)
	}
}

// gotBetter forgets what an engine took before it got better, which says little any more.
func (c *choices) gotBetter(t *tried) {
	t.forget()
	for _, s := range c.sizes {
		s.of(t.engine).n = 0
		if s.settled != "" && s.settled != t.engine {
			c.reopen(s)
		}
	}
}

// ripened notes that an engine got better in a run that asked for it.
func (c *choices) ripened(engine string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.engine(engine); t != nil {
		c.gotBetter(t)
	}
}

// why says what was measured.
func (c *choices) why(r request) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.engines) < 2 {
		return c.none
	}
	s := c.size(r)
	if s.settled != "" && s.why != "" {
		return s.why
	}
	var figures []string
	for _, t := range c.ranked(s, r) {
		if ns := c.lane(s, t, r); !math.IsInf(ns, 1) {
			figures = append(figures, fmt.Sprintf("%v %s", time.Duration(ns).Round(time.Nanosecond), how[t.engine]))
		}
	}
	if len(figures) == 0 {
		return ""
	}
	s.why = "a lane took " + strings.Join(figures, ", ")
	return s.why
}

// how is said of an engine.
var how = map[string]string{
	Lanes: "with many in registers", Scalar: "one at a time", off: "with a kernel for each operation",
	Blocks: "with kernels and executors",
}
