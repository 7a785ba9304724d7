package wrap

import (
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep/lane"
)

// why is the reason for an engine.
type why uint8

const (
	unknown why = iota
	noLanes
	askedFor
	noUniforms
	limits
	ourMath
	tooDeep
	tooFew
	tooShort
	tooEarly
	measuring
	loopFaster
	batchFaster
	isStale
)

// explain fills in the times that the choice of an engine was made by, and the reason
// with what can be done about it.
func (r *run) explain(rep *lane.Report) {
	if r.why == loopFaster || r.why == batchFaster {
		r.countMath()
	}
	r.fn.planned(func(p *plan) {
		t := p.of(r.Workers).near(r.lanes)
		if rep.LoopNs, rep.BatchNs = p.laneNs, t.batch; t.lanes > 0 {
			rep.LoopNs = t.loop
		}
		rep.Why = r.reason(p, rep) + r.twice()
	})
}

// twice tells how many lanes the batch began and the loop had to run.
func (r *run) twice() string {
	if len(r.outgrown) == 0 {
		return ""
	}
	return fmt.Sprintf("; the loop ran %d of the lanes after the batch, which has no room for their slices (gen "+
		"-make-cap), was not made for their strings (gen -texts) or has no form of what they get to", len(r.outgrown))
}

func (r *run) reason(p *plan, rep *lane.Report) string {
	switch r.why {
	case noLanes:
		return "there are no lanes"
	case askedFor:
		return "as asked for"
	case noUniforms:
		return "a uniform is a nil pointer, which only the Go function can have"
	case limits:
		return "a limit holds for lanes of a batch alone; without lane.MaxDepth and lane.MaxSteps the faster " +
			"engine is used"
	case ourMath:
		return "the mathematical functions are libm's (-math ours), which a loop does not call; " +
			"lane.ForceLoop() calls Go's, and a wrapper generated without -math ours uses the faster engine"
	case tooDeep:
		return "a lane recursed too deep, which would end the process in a loop; lane.MaxDepth(n) ends such " +
			"lanes sooner"
	case tooFew:
		return fmt.Sprintf("%d lanes fill no vector; give more lanes to a call", r.lanes)
	case tooShort:
		return fmt.Sprintf("a loop over %d lanes takes about %v, which a batch takes to start; give more "+
			"lanes to a call",
			r.lanes, rounded(float64(r.lanes)*p.laneNs))
	case tooEarly:
		return fmt.Sprintf("the loop has taken %v in all calls so far; the batch is tried when that is about %v; "+
			"lane.ForceBatch() uses it now", rounded(p.loop), rounded(r.due))
	case measuring:
		return "measuring: the batch is tried when that costs little of the time that the loop takes; " +
			"lane.ForceBatch() uses it now"
	case loopFaster:
		found := "the loop is faster"
		if rep.BatchNs < rep.LoopNs {
			found = "the loop runs until the batch is faster for sure"
		}
		return fmt.Sprintf("%s: %s ns a lane, the batch %s%s", found, nanoseconds(rep.LoopNs),
			nanoseconds(rep.BatchNs), r.remedy(p, rep))
	case batchFaster:
		found := "the batch is faster"
		if rep.BatchNs > rep.LoopNs {
			found = "the batch was faster, and is given up if it goes on like this"
		}
		return fmt.Sprintf("%s: %s ns a lane, the loop %s%s", found, nanoseconds(rep.BatchNs),
			nanoseconds(rep.LoopNs), r.otherMath(rep.BatchNs))
	case isStale:
		return r.fn.is.File + " does not do what " + r.fn.is.Of + " does; run go generate"
	}
	return "the context had ended"
}

// mayGain is how many times as long as the loop a batch may take that may be the faster one with more lanes.
const mayGain = 5

// remedy says what would make the batch faster.
func (r *run) remedy(p *plan, rep *lane.Report) string {
	f, text := p.of(r.Workers), ""
	switch tried := f.near(r.lanes).lanes; {
	case r.due > 0 && f.loses < r.lanes:
		text = fmt.Sprintf(" with %d lanes; more are tried when the loop has taken about %v in all calls", tried,
			rounded(r.due))
	case f.loses < p.full*r.Workers && rep.BatchNs < mayGain*rep.LoopNs:
		text = fmt.Sprintf(" with %d lanes; give more lanes to a call", tried)
	}
	return text + "; lockstep check tells what is known to be slow in lockstep" + r.otherMath(rep.BatchNs)
}

// rounded is a time in nanoseconds for a message, to three digits.
func rounded(ns float64) time.Duration {
	d, unit := time.Duration(ns), time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// nanoseconds is the time of a lane in nanoseconds for a message.
func nanoseconds(ns float64) string {
	if ns >= 100 {
		return fmt.Sprintf("%.0f", ns)
	}
	return fmt.Sprintf("%.3g", ns)
}
