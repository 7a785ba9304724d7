package advise

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// bigState is how many bytes a recursive call may save before it is worth a
// word: sixteen numbers.
const bigState = 128

// calls warns of recursions whose calls cost more than what they compute.
func (a *advisor) calls() {
	for _, r := range a.shape.recursions {
		c := a.perCall(r)
		at := a.shape.Blocks[r.calls[0]].Term.Position()
		for _, b := range r.calls[1:] {
			if pos := a.shape.Blocks[b].Term.Position(); before(pos, at) {
				at = pos
			}
		}
		if a.slow(c.price) {
			a.warn(at, SlowCall, "a recursive call of %s moves %s to and from stacks for %s: about %s ns in "+
				"lockstep, %s ns in the compiled loop; "+
				"do more a call, such as larger leaves, or write it as a loop",
				r.name, count(c.moves, "value"), count(c.work, "operation"), ns(a.batch(c.price)), ns(c.price.loop))
		}
		if c.bytes > bigState && !a.scalar && !a.lanes {
			a.warn(at, CallState, "a recursive call of %s saves %d bytes, %s among them, and brings them back; "+
				"keep what is needed after the call small, such as an element instead of its array", r.name,
				int(c.bytes+0.5), c.largest)
		}
	}
}

// before reports whether a position comes first in the source.
func before(p, q program.Pos) bool {
	return p.File < q.File || p.File == q.File && (p.Line < q.Line || p.Line == q.Line && p.Col < q.Col)
}

// callCost is what one call of a recursion does on average.
type callCost struct {
	price       price
	moves, work float64 // values pushed and popped, operations
	bytes       float64 // pushed
	largest     string  // the variable with most of them
}

// perCall adds up what the blocks of a recursion cost a call. Every call but
// the first is made by another, so a body makes one call on average, however
// many it may make: what lies on the way of a call counts as one of them, all
// else once. The bodies of a group share its calls.
func (a *advisor) perCall(r recursion) callCost {
	const share = recursionShare
	c := callCost{price: price{loop: callInLoop, lanes: callInLanes, scalar: callInScalar}}
	most := 0
	bodies, sites := float64(len(r.entries)), float64(len(r.calls))
	for _, b := range r.blocks {
		often := 1 / bodies
		if a.onCall(r, b) {
			often = 1 / sites
		}
		blk := a.shape.Blocks[b]
		cost := price{kernels: blockPrice / share}
		pushes, pops := 0, 0 // elements
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *program.PrimOp:
				cost = cost.plus(a.priceOf(in, share))
				if a.sortOf(in) != free {
					c.work += often
				}
				for _, out := range in.Out {
					if !out.Push {
						continue
					}
					bytes := a.bytes(out.Name)
					pushes += a.elements(out.Name)
					c.bytes += often * float64(bytes)
					if bytes > most {
						most, c.largest = bytes, a.describe(out.Name)
					}
				}
			case *program.PopOp:
				for _, name := range in.Vars {
					pops += a.elements(name)
				}
			}
		}
		moves := pushes + pops
		cost.kernels += together(pushes) + together(pops)
		cost.lanes += moveInLanes * float64(moves)
		switch blk.Term.(type) {
		case program.PushGotoOp, program.IndirectGotoOp:
			moves++ // the block to return to
			cost.kernels += movePrice
		}
		c.moves += often * float64(moves)
		c.price = c.price.plus(cost.times(often))
	}
	return c
}

// together is what a block pays for moving n values one way.
func together(n int) float64 {
	if n == 0 {
		return 0
	}
	return movePrice + float64(n-1)*moveTogether
}

// onCall reports whether a block ends in a call of the group or is only
// returned to from one.
func (a *advisor) onCall(r recursion, b int) bool {
	if slices.Contains(r.calls, b) {
		return true
	}
	for _, p := range a.shape.Preds[b] {
		if !slices.Contains(r.calls, p) {
			return false
		}
	}
	return len(a.shape.Preds[b]) > 0
}
