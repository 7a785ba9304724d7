package tiers

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"
)

// choices are what is known of engines, by the size of the batch: what is faster for a few
// lanes may not be for many.
type choices struct {
	mu    sync.Mutex
	found map[int]*choice
}

// of returns what is known for a batch. engines are those that the program has.
func (c *choices) of(lanes int, engines func() []string) *choice {
	class := bits.Len(uint(lanes)) / 2
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found == nil {
		c.found = map[int]*choice{}
	}
	if c.found[class] == nil {
		one := &choice{}
		for _, engine := range engines() {
			rough := slices.Contains(tunes, engine) && lanes >= tuning
			one.list = append(one.list, tried{engine: engine, rough: rough, behind: c.isLost(engine)})
		}
		c.found[class] = one
	}
	return c.found[class]
}

// isLost reports whether an engine was never near the fastest.
func (c *choices) isLost(engine string) bool {
	for _, one := range c.found {
		if one.isLost(engine) {
			return true
		}
	}
	return false
}

// tunes are the engines that get better in a run: they find out how many groups of lanes are
// best, or where machine code is to take over.
var tunes = []string{Engine, Blocks}

// candidates are the engines that a program has.
func (p *Program) candidates() (list []string) {
	if _, err := p.Code(); err == nil {
		list = append(list, Engine)
	} else if p.hasBlocks() {
		list = append(list, Blocks)
	}
	if _, err := p.Scalar(); err == nil {
		list = append(list, Scalar)
	}
	return append(list, off)
}

// Measurable reports whether there is something to choose from, besides the machine.
func (p *Program) Measurable() bool { return len(p.candidates()) > 1 }

// choice is what is known of engines for batches of a size.
type choice struct {
	mu   sync.Mutex
	list []tried
	done bool // the first is the fastest
}

// tried is what is known of an engine.
type tried struct {
	engine string
	lane   float64 // what a lane took at best, in nanoseconds
	tries  int
	looks  int  // tries that were long, or of a whole run
	rough  bool // it gets better in a long run, which there was none of
	behind bool
}

const (
	// longLook is how long a try takes that says what a lane takes.
	longLook = float64(100 * time.Microsecond)
	// enough looks are made at each engine: others may have disturbed one.
	enough = 3
	// An engine that takes so many times as long as another is behind, if that was seen twice
	// in long looks, or once; and it is lost whatever the tries, if they took so long at least
	// or were two.
	worse       = 1.4
	hopeless    = 2.5
	lost        = 8
	disturbance = 20 * time.Millisecond
	// A try that took less says little of more lanes.
	shortTry = float64(50 * time.Microsecond)
	// tuning is from how many lanes on engines get better.
	tuning = 1 << 14
)

// chosen returns the fastest engine, if it is known.
func (c *choice) chosen() (engine string, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list[0].engine, c.done || len(c.list) == 1
}

// next returns the engine that is to run the rest of a run, the fastest so far, or if
// nothing was tried in it, that which was looked at least; and whether that needs no look.
func (c *choice) next(wasTried bool) (engine string, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done || wasTried {
		return c.list[0].engine, c.done
	}
	open := c.inTheRunning()
	return slices.MinFunc(open, func(a, b tried) int { return cmp.Compare(a.looks, b.looks) }).engine, false
}

// open are the engines that may be the fastest, and that slices of a run tell more of.
func (c *choice) open() []tried {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.DeleteFunc(c.inTheRunning(), func(t tried) bool {
		return t.looks >= enough || t.rough && t.tries > firstTries
	})
}

// isRough reports whether an engine would get better in a long run, and is not hopeless as it
// is.
func (c *choice) isRough(engine string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.inTheRunning(), func(t tried) bool {
		return t.engine == engine && t.rough && t.lane <= hopeless*c.list[0].lane
	})
}

func (c *choice) inTheRunning() []tried {
	return slices.DeleteFunc(slices.Clone(c.list), func(t tried) bool { return t.behind })
}

// note notes what some lanes took.
func (c *choice) note(engine string, lanes int, took time.Duration, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return
	}
	t := &c.list[slices.IndexFunc(c.list, func(t tried) bool { return t.engine == engine })]
	if t.rough && lanes >= tuning {
		t.rough = false // it got better on the way
		return
	}
	if lane := float64(took) / float64(lanes); t.tries == 0 || lane < t.lane {
		t.lane = lane
	}
	t.tries++
	if whole || float64(took) >= longLook && t.tries > firstTries && !t.rough {
		t.looks++
	}
	best := slices.MinFunc(c.list, byLane).lane
	for i := range c.list {
		t := &c.list[i]
		switch ratio := t.lane / best; {
		case t.looks > 1 && ratio > worse, t.looks > 0 && ratio > hopeless:
			t.behind = true
		case t.rough && t.tries > firstTries && ratio > hopeless:
			t.behind = true
		case t.engine != engine:
		case ratio > lost && (took >= disturbance || t.tries >= firstTries && t.lane*float64(lanes) >= shortTry):
			t.behind = true
		}
	}
	slices.SortStableFunc(c.list, byLane)
	c.done = !slices.ContainsFunc(c.inTheRunning(), func(t tried) bool { return t.looks < enough })
}

// isLost reports whether an engine is far behind the fastest.
func (c *choice) isLost(engine string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.list, func(t tried) bool {
		return t.engine == engine && t.behind && t.lane > lost*c.list[0].lane
	})
}

// byLane has the fastest first; what was not tried comes last.
func byLane(a, b tried) int {
	if (a.tries > 0) != (b.tries > 0) {
		return cmp.Compare(b.tries, a.tries)
	}
	return cmp.Compare(a.lane, b.lane)
}

// why says what was measured.
func (c *choice) why() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var figures []string
	for _, t := range c.list {
		if t.tries > 0 && len(c.list) > 1 {
			figures = append(figures, fmt.Sprintf("%v %s", time.Duration(t.lane).Round(time.Nanosecond), how[t.engine]))
		}
	}
	if len(figures) == 0 {
		return ""
	}
	return "a lane took " + strings.Join(figures, ", ")
}

// how is said of an engine.
var how = map[string]string{
	Engine: "with many in registers", Scalar: "one at a time", off: "in package batch's machine", Blocks: "there with executors",
}
