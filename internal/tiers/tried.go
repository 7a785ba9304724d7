package tiers

import (
	"math"
	"time"
)

// Slices of a run have 64 lanes at level 0 and four times as many at each level more: the first
// ones tell cheaply what is far behind, the others how an engine goes on.
const (
	firstSlice = 64
	levels     = 6
	// slicedPart is what part of a run's lanes a slice has at most.
	slicedPart = 8
	// Slices are looked at so often at each level, by turns: others may have disturbed one.
	looksEach = 3
)

// peek is the level of a slice of a few lanes.
const (
	peek     = -2
	fewLanes = 4
)

// sliceOf is how many lanes a slice has at a level.
func sliceOf(level int) int {
	if level == peek {
		return fewLanes
	}
	return firstSlice << (2 * level)
}

// look is the shortest time of a lane that some looks found, in nanoseconds.
type look struct {
	ns float64
	n  int
}

// note adds a look.
func (l *look) note(ns float64) {
	if l.n == 0 || ns < l.ns {
		l.ns = ns
	}
	l.n++
}

// mean is what a lane took on average in some looks, in nanoseconds.
type mean struct {
	ns float64
	n  int
}

// add adds a look at as many lanes as the others.
func (m *mean) add(ns float64) {
	m.ns = (m.ns*float64(m.n) + ns) / float64(m.n+1)
	m.n++
}

// tried is what slices tell of an engine, each run by one worker.
type tried struct {
	engine string
	looks  [levels]look
	peeks  mean // at a few lanes each
	gang   int  // for how many lanes it makes room in each run
	lanes  int  // that it has run so far
	rough  int  // of its looks, how many were before it had got better
}

// forget has slices looked at again. Their times are kept, which say what a look will cost.
func (t *tried) forget() {
	for level := range t.looks {
		t.looks[level].n = 0
	}
}

// top is the highest level that was looked at; -1 if there is none.
func (t *tried) top() int {
	for level := levels - 1; level >= 0; level-- {
		if t.looks[level].n > 0 {
			return level
		}
	}
	return -1
}

// What lanes that a slice did not have may take at best, beside what those of the slice took: a
// part that is the less known the fewer there were. Of 64 lanes the longest may have taken all of
// the time, and of a gang what it takes to make room for it, which is not made again for those
// that follow.
const (
	bestOfFirst = 1. / 16
	bestOfMore  = 1. / 4
	bestOfGang  = 1. / 4 // of bestOfFirst, and of bestOfMore
)

// Looks at an engine tell that it is behind if there were enough. Fewer do if they took so many
// times as long, and the very first one if it was even slower: nothing is in the caches then.
const (
	certain = 2
	cold    = 8
)

// shock is how long a slice may take for other reasons than its lanes, in nanoseconds: what it needs is
// not in the caches, or another program was there. Shorter ones tell nothing before they are looked at as
// often as they should be.
const shock = float64(20 * time.Microsecond)

// unsteady is how much longer or shorter than usual a slice may take for what it does besides its lanes, in
// nanoseconds: it looks for its columns, enters the code and asks the clock. That was 5 to 8 µs, as much as what a few
// hundred lanes of short functions take, and differed by 2 µs from one slice to the next.
const unsteady = float64(2 * time.Microsecond)

// doubt is how many times as long as it is to take what looks at the highest level found may be.
func (t *tried) doubt() float64 {
	switch level := t.top(); {
	case level == 0 && t.looks[0].n == 1:
		return cold
	case level >= 0 && t.looks[level].n < looksEach:
		return certain
	case level >= 0:
		return closeTo
	}
	return 1
}

// at is what a lane of a slice of a level took. A look alone may have been disturbed: lanes of larger
// slices take no longer than those of smaller ones.
func (t *tried) at(level int) float64 {
	l := t.looks[level]
	if l.n == 1 && level > 0 && t.looks[level-1].n > 0 {
		return min(l.ns, t.looks[level-1].ns)
	}
	return l.ns
}

// more is what each lane more took in slices of a level than in those of the level below.
func (t *tried) more(level int) float64 {
	n, fewer := float64(sliceOf(level)), float64(sliceOf(level-1))
	return (t.at(level)*n - t.looks[level-1].ns*fewer) / (n - fewer)
}

// least is what a lane may take at best in a run of so many, 0 if nothing is known: what lanes of
// the largest slice took that smaller ones had not, but not much less than a lane of it.
func (t *tried) least(lanes int) float64 {
	level := t.top()
	if level < 0 {
		return 0
	}
	ns, gang := t.at(level), 1.
	if sliceOf(level) <= t.gang {
		gang = bestOfGang
	}
	switch {
	case level == 0, t.looks[level].n < looksEach && ns*float64(sliceOf(level)) < shock:
		return t.with(bestOfFirst*gang*ns, lanes)
	case gang < 1:
		return t.with(bestOfMore*gang*ns, lanes)
	}
	more := t.more(level) - 2*unsteady/float64(sliceOf(level)-sliceOf(level-1))
	return t.with(max(more, bestOfMore*ns), lanes)
}

// likely is what a lane is likely to take in a run of so many; infinite if nothing is known.
func (t *tried) likely(lanes int) float64 {
	level := t.top()
	if level < 0 {
		return math.Inf(1)
	}
	ns := t.at(level)
	if level == 0 || t.looks[level-1].n == 0 {
		return ns
	}
	return t.with(min(max(t.more(level), ns/2), ns), lanes)
}

// with is what a lane takes in a run of so many if each lane that the largest slice did not have
// takes more.
func (t *tried) with(more float64, lanes int) float64 {
	level := t.top()
	ns, n := t.at(level), float64(sliceOf(level))
	if float64(lanes) <= n {
		return ns
	}
	return (ns*n + more*(float64(lanes)-n)) / float64(lanes)
}

// expected is what a lane of a slice of a level is expected to take, by looks of lower levels or of long ago, or by
// looks at a few lanes; 0 if there were none. The very first one is not a measure: nothing was in the caches then.
func (t *tried) expected(level int) float64 {
	for ; level >= 0; level-- {
		switch l := t.looks[level]; {
		case level == 0 && l.n == 1:
			return l.ns / cold
		case l.ns > 0:
			return t.at(level)
		}
	}
	return t.peeks.ns
}
