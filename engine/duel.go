package engine

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// duel compares a form of the code with the fastest so far.
type duel struct {
	of     candidate
	p      *mapped
	ratios []float64 // of what a lane took in it to what one took in the fastest, in neighbouring slices
	lanes  int       // of its slices
	cold   bool      // whether making code has taken other things out of the caches
}

// samples takes slices of a run: sample runs so many lanes more in a form and returns what one took, in nanoseconds,
// and ready has the system give the memory for the results of so many before.
type samples interface {
	sample(p *mapped, lanes int) (each float64)
	ready(lanes int)
}

// look compares two slices more of so many lanes. Each form has the first of the two in turn: lanes of a run
// that come later may take longer.
func (d *duel) look(lanes int, fastest *mapped, s samples) {
	if d.cold { // and a form takes memory the first time
		s.sample(fastest, lanes/4)
		s.sample(d.p, lanes/4)
		d.cold = false
	}
	s.ready(2 * lanes)
	var it, other float64
	if len(d.ratios)%2 == 0 {
		other = s.sample(fastest, lanes)
		it = s.sample(d.p, lanes)
	} else {
		it = s.sample(d.p, lanes)
		other = s.sample(fastest, lanes)
	}
	d.ratios = append(d.ratios, it/other)
	d.lanes += lanes
}

// sampler runs lanes of a run up to some, one slice after another.
type sampler struct {
	ctx context.Context
	*Run
	next    *atomic.Int64
	end     int
	outcome Outcome
}

// left is how many lanes there are still.
func (s *sampler) left() int { return s.end - int(s.next.Load()) }

func (s *sampler) sample(p *mapped, lanes int) (each float64) {
	from := int(s.next.Load())
	took := clock.Took(func() {
		s.outcome.Add(p.Work(s.ctx, s.Run, 1, s.next, min(from+lanes, s.Lanes)))
	})
	return float64(max(1, took)) / float64(max(1, int(s.next.Load())-from))
}

func (s *sampler) ready(lanes int) {
	from := int(s.next.Load())
	for _, column := range s.Out {
		turns.Touch(reflect.ValueOf(column).Slice(from, from+lanes).Interface())
	}
}

// near has, for each number of looks, how far from 1 more than half of the ratios must be to decide: a single look may
// have been disturbed. After more looks the median decides, of an even number, so that each form came first as often.
var near = []float64{math.Inf(1), 2, 1.3, 1.15, 1.15}

// verdict tells whether a form is faster, if that is known. A look is at so many lanes, or fewer looks count as one.
func (d *duel) verdict(lanes int) (faster, known bool) {
	n := len(d.ratios)
	looks := min(n, d.lanes/lanes)
	if looks == 0 {
		return false, false
	}
	sorted := slices.Clone(d.ratios)
	sorting.By(sorted, cmp.Compare[float64])
	low, high := sorted[(n-1)/2], sorted[n/2]
	if looks > len(near) {
		return low+high < 2, n%2 == 0
	}
	limit := near[looks-1]
	return high <= 1/limit, high <= 1/limit || low >= limit
}
