package engine

import (
	"math"
	"slices"
)

// duel compares a form of the code with the fastest so far.
type duel struct {
	of     candidate
	p      *placed
	ratios []float64 // of what a lane took in it to what one took in the fastest, in neighbouring slices
	lanes  int       // of its slices
}

// look compares two slices more of so many lanes. Each form has the first of the two in turn: lanes of a run
// that come later may take longer.
func (d *duel) look(lanes int, fastest *placed, run func(p *placed, lanes int) (each float64)) {
	var it, other float64
	if len(d.ratios)%2 == 0 {
		other = run(fastest, lanes)
		it = run(d.p, lanes)
	} else {
		it = run(d.p, lanes)
		other = run(fastest, lanes)
	}
	d.ratios = append(d.ratios, it/other)
	d.lanes += lanes
}

// After so many looks a form is slower or faster if half of all ratios and one more are this far from
// 1: single looks may have been disturbed. After more, what is between them decides: an even number, so that
// neither form came later more often.
var near = []float64{math.Inf(1), 2, 1.3, 1.15, 1.15}

// verdict tells whether a form is faster, if that is known. A look is at so many lanes, or fewer looks count as one.
func (d *duel) verdict(lanes int) (faster, known bool) {
	n := len(d.ratios)
	looks := min(n, d.lanes/lanes)
	if looks == 0 {
		return false, false
	}
	sorted := slices.Sorted(slices.Values(d.ratios))
	low, high := sorted[(n-1)/2], sorted[n/2]
	if looks > len(near) {
		return low+high < 2, n%2 == 0
	}
	limit := near[looks-1]
	return high <= 1/limit, high <= 1/limit || low >= limit
}
