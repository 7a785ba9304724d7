package tiers

import (
	"math"
	"slices"
	"time"
)

// later is an engine that the program may have. It takes some time to tell, or to make, so it is
// asked for when it is promising.
type later struct {
	engine string
	make   func() bool
	cost   float64 // what make takes, about, in nanoseconds
	// made, if not nil, reports whether somebody asked for the engine already, so that make takes no time.
	made func() bool
	// part is of what all runs take, how much that may be at most, of code for many lanes. What it is for
	// code for one lane depends on what runs take.
	part float64
}

const (
	// Executors are promising if the machine takes at most so many times as long as the fastest,
	// in a program whose runs have taken a time.
	promising = 2
	lateAfter = float64(20 * time.Millisecond)
	// Code is made when making it takes no more than a part of the time of all runs. The part depends on what is
	// known: that the code is sure to be the fastest, or likely to be; nothing; or that it may be. Code for one lane
	// is sure to be the fastest if it is so even at several times what such code usually takes.
	surePart, likelyPart, unknownPart, maybePart = 1, 0.5, 0.2, 0.05
	several                                      = 3
	// Where lanes go the same way, slices of the machine take up to so many times as long as code for one lane. Of 33
	// programs of a stranger that have code for one lane first, it was 4 times for the one for which code for many
	// lanes was twice as fast, and 15 to 300 times for the others, none of which gained.
	together = 8
	// codeCost is how many times as long as code for one lane it takes to make code for many, at most.
	codeCost = 3
	// firstLooks is how many times as long as they do then lanes may take in the first looks.
	firstLooks = 4
)

// addLate adds the engines that are promising by now. Others may run meanwhile.
func (c *choices) addLate(s *size, r request) {
	for i := 0; i < len(c.late); i++ {
		l := c.late[i]
		if !c.due(l, s, r) {
			continue
		}
		c.late = slices.Delete(slices.Clone(c.late), i, i+1)
		i--
		c.mu.Unlock()
		has := l.make()
		c.mu.Lock()
		if has {
			c.add(l.engine)
		}
	}
}

// add adds an engine, of which nothing is known yet.
func (c *choices) add(engine string) {
	t := &tried{engine: engine}
	if m := c.engine(off); engine == Blocks && m != nil {
		t.looks, t.gang = m.looks, m.gang // they begin as the machine
	}
	c.engines = append(c.engines, t)
	for _, s := range c.sizes {
		if s.settled != "" {
			s.settled, s.before, s.why = "", s.settled, ""
		}
	}
}

// engine returns what was tried of an engine, nil if there is none.
func (c *choices) engine(name string) *tried {
	if i := slices.IndexFunc(c.engines, func(t *tried) bool { return t.engine == name }); i >= 0 {
		return c.engines[i]
	}
	return nil
}

// due reports whether an engine is promising in a run.
func (c *choices) due(l *later, s *size, r request) bool {
	if l.engine == Blocks {
		return c.executorsDue()
	}
	first := c.ranked(s, r)[0]
	best := c.lane(s, first, r)
	if math.IsInf(best, 1) {
		return false
	}
	if s.of(first.engine).n == 0 && first.top() == 0 && first.looks[0].n < looksEach {
		best /= firstLooks
	}
	part, lane := maybePart, best*r.abreast()
	switch {
	case l.engine == Lanes && (first.engine == off || first.engine == Blocks):
		part = surePart // it does what the machine does, without the way through memory
	case l.engine == Lanes && c.stayTogether(lane):
		part = max(l.part, likelyPart)
	case l.engine == Lanes:
		part = l.part
	case c.work.ops == 0 && r.lanes >= alwaysFrom:
		return false // the machine will tell
	case c.work.ops == 0:
		part = unknownPart
	case c.work.floor(l.engine) > behind*lane:
		return false
	case several*oneOpUsually*c.work.ops < lane:
		part = surePart
	case oneOpUsually*c.work.ops < lane:
		part = likelyPart
	}
	return l.made != nil && l.made() || l.cost <= part*(c.all+best*float64(r.rest))
}

// stayTogether reports whether slices of the machine tell that lanes mostly go the same way, beside what one takes in
// code for one lane. It tells more than what a program looks like.
func (c *choices) stayTogether(lane float64) bool {
	m := c.engine(off)
	return m != nil && m.looks[0].n > 0 && m.looks[0].ns < together*lane
}

// executorsDue reports whether executors are promising.
func (c *choices) executorsDue() bool {
	if c.all < lateAfter {
		return false
	}
	if len(c.engines) < 2 {
		return true
	}
	best, machine := math.Inf(1), c.engine(off)
	for _, t := range c.engines {
		best = min(best, t.likely(math.MaxInt))
	}
	blocks := tried{engine: Blocks, looks: machine.looks} // as it would begin
	return machine.top() >= 0 && c.floor(&blocks, request{lanes: math.MaxInt}) <= behind*best &&
		max(machine.least(math.MaxInt), c.work.floor(off)/promising) <= promising*best
}

// learn notes the work of a lane that the machine counted.
func (c *choices) learn(w work) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.ops > 0 {
		c.work = w
	}
}
