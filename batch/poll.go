package batch

import "time"

// How soon a run stops. A worker looks at its context after pieces of work that
// are bounded by what they cost, not by what they are: a block may be a jump, or
// thousands of logarithms of every lane, or copies of megabytes. So everything
// that takes time says what it costs before or while it does it: chains are cut to
// a bounded length (chain.go), loops over the rows of large events count them, and
// operations without a bound of their own ask on the way (simd.Unbounded). A run
// that is stopped in the middle of a block leaves it there. Its lanes did not
// finish, and nothing of them is looked at again.

// lookEvery is how much work is done between two looks, in additions of one lane.
// The slowest kernels, portable ones over operands that they find hardest, take
// 12 ns for that, and usual ones a tenth of one: so it is 12 ms at the most.
const lookEvery = 1 << 20

// spend counts work and reports whether to stop.
func (g *gang) spend(cost int) (stop bool) {
	if g.spent += cost; g.spent >= lookEvery {
		g.look()
	}
	return g.stopped
}

// look finds out whether the run has ended.
func (g *gang) look() {
	g.spent, g.looked = 0, true
	select {
	case <-g.done:
		g.stopped = true
	default:
	}
}

// someRows is how many rows of an event are moved between two counts of work.
const someRows = 64

// spendRow counts row e of those that are moved one after another, and reports
// whether to stop.
func (g *gang) spendRow(e int) (stop bool) {
	return e%someRows == someRows-1 && g.spend(someRows*(rowCost+g.n))
}

const (
	rowCost  = 16  // of a row without its lanes
	linkCost = 64  // of laying out a link of a chain
	stepCost = 256 // of a block without its steps
)

// portion is how many numbers go to a sink, or come from a source, at a time.
const portion = 1 << 20

// inPortions returns how many lanes at a time come or go if each of them has so
// many numbers.
func inPortions(numbers int) int { return max(1, portion/max(1, numbers)) }

// lastWords is how long a run that was stopped goes on to deliver results.
const lastWords = 50 * time.Millisecond

// deliverEvery is how long the results of lanes that ended wait for those of
// others at most.
const deliverEvery = 10 * time.Millisecond

// overdue reports whether lanes that ended have waited for long.
func (g *gang) overdue() bool {
	return g.count[g.code.exit]+len(g.faulted) > 0 && time.Since(g.delivered) > deliverEvery
}
