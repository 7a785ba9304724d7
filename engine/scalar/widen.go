package scalar

import (
	"math"
	"slices"
)

// findSteps collects what numbers are compared with, where loops end, and what few bits have.
func (r *rangeFinder) findSteps() {
	r.steps = []int{math.MinInt, math.MinInt32, 0, math.MaxInt32, math.MaxUint32, math.MaxInt}
	for _, s := range fewBits {
		r.steps = append(r.steps, s.lo, s.hi)
	}
	for _, blk := range r.f.blocks {
		t := &blk.term
		if t.kind != branch || !t.test.IsValid() || !isComparison(t.test) || !t.test.Info().Type.IsInt() {
			continue
		}
		for _, a := range t.in {
			if a.kind != literal {
				continue
			}
			if n := r.of(a, t.test.Info().Type, nil).lo; n > -farOff && n < farOff {
				r.steps = append(r.steps, n-1, n, n+1)
			}
		}
	}
	slices.Sort(r.steps)
	r.steps = slices.Compact(r.steps)
}

// grown is what a range becomes that was smaller, where a loop begins that has changed so often: the next
// step, so that a limit beyond which the loop does not go is found before numbers wrap.
func (r *rangeFinder) grown(was, now span, changes int) span {
	if changes >= endless {
		if now.lo < was.lo {
			now.lo = math.MinInt
		}
		if now.hi > was.hi {
			now.hi = math.MaxInt
		}
		return now
	}
	if now.lo < was.lo {
		i, at := slices.BinarySearch(r.steps, now.lo)
		if !at {
			i--
		}
		now.lo = r.steps[i]
	}
	if now.hi > was.hi {
		i, _ := slices.BinarySearch(r.steps, now.hi)
		now.hi = r.steps[i]
	}
	return now
}
