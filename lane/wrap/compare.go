package wrap

import (
	"context"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Comparison is what [Func.Compare] found, by numbers of lanes.
type Comparison struct {
	Finished []int // they have results
	Faulted  []int // they panicked in the function or faulted in the program
	LeftOut  []int // they reached a limit, or have no room in the program's slices
	NoRoom   int   // how many of those that were left out have no room
	// Rounds is set if the function may round otherwise than the program in this build: Go
	// computes x*y+z with one rounding, or there is assembly.
	Rounds bool
	// Assembly are the instruction sets whose assembly was compared as well, with what
	// lockstep gives.
	Assembly []string
}

// Compare runs lanes in lockstep and those that end in the loop as well, and compares
// what both give bit for bit. Lanes that run for more than some blocks of the program, or
// recurse deeper than some calls, are left out. The error is a *lane.StaleError if a lane
// differs. With -math ours only the program's assembly is compared: generated tests.
func (fn *Func) Compare(ctx context.Context, lanes int, w Work, maxSteps, maxDepth int) (c Comparison, err error) {
	r := &run{fn: fn, work: w, lanes: lanes, ctx: ctx,
		call: newCall([]lane.Option{lane.MaxSteps(maxSteps), lane.MaxDepth(maxDepth)})}
	if !r.loaded() {
		return c, r.err
	}
	c.Rounds = r.code.rounds
	part := w.Pick(each(lanes))
	res, err := r.lockstep(ctx, part, 0, lanes, r.Workers, false)
	if res == nil {
		return c, err
	}
	lockstep := side{given: part.Given(), faults: map[int]string{}}
	ended := make([]int, 0, lanes)
	faults := res.Faults
	for i := range lanes {
		faulted := len(faults) > 0 && faults[0].Lane == i
		switch {
		case !faulted && res.Finished(i):
			ended = append(ended, i)
			c.Finished = append(c.Finished, i)
		case faulted && !limiting[faults[0].Code]:
			ended = append(ended, i)
			c.Faulted = append(c.Faulted, i)
			lockstep.faults[len(ended)-1] = faultAt(0, faults[0]).String()
		default:
			c.LeftOut = append(c.LeftOut, i)
			if faulted && faults[0].Code == optab.CapacityExceeded {
				c.NoRoom++
			}
		}
		if faulted {
			faults = faults[1:]
		}
	}
	lockstep.lanes = ended
	if c.Assembly, err = r.compareAssembly(ended, lockstep); err != nil || fn.is.Ours {
		return c, err
	}
	some := w.Pick(ended)
	l := &looper{run: r, work: some, hi: len(ended)}
	if !l.all() {
		return c, r.err
	}
	loop := side{given: some.Given(), faults: map[int]string{}}
	for _, f := range l.panicked {
		loop.faults[f.Lane] = f.String()
	}
	r.compare(each(l.next), loop, lockstep, 0)
	return c, r.err
}

// each returns the numbers of n lanes.
func each(n int) []int {
	lanes := make([]int, n)
	for i := range lanes {
		lanes[i] = i
	}
	return lanes
}

// limiting are the faults of lanes that go on in the function.
var limiting = map[program.Code]bool{optab.StepLimit: true, optab.StackOverflow: true, optab.CapacityExceeded: true,
	optab.NeedsGo: true}
