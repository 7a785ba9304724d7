package advise

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

const (
	// fewLanes is which share of what is run is little for a lane.
	fewLanes = 0.35
	// guessInLoop is what a branch costs compiled code that half of the lanes take: four
	// nanoseconds wherever the processor guessed wrong.
	guessInLoop = 2
)

// parting warns of a program without loops whose lanes take so many ways that each mostly waits for
// others: all that any lane needs is run, and a lane needs little of it. That lanes part within loops
// cannot be told without inputs; a run counts it.
func (a *advisor) parting() {
	if len(a.shape.loops)+len(a.shape.recursions) > 0 {
		return
	}
	// A lane comes to a block with a chance, each way of a branch being as likely; somebody comes
	// to it unless a branch that all lanes take alike is in the way.
	lane, any := make([]float64, a.shape.Len()), make([]float64, a.shape.Len())
	lane[0], any[0] = 1, 1
	var needed, run price
	guesses := 0.0
	branches := 0
	var at program.Pos
	order := a.shape.Postorder(0)
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		if i == a.shape.Exit() {
			continue
		}
		b := a.shape.Blocks[i]
		cost := a.block(b)
		needed, run = needed.plus(cost.times(lane[i])), run.plus(cost.times(any[i]))
		ways := a.shape.Succs[i]
		apart := len(ways) > 1 && a.parts(b.Term)
		if apart {
			guesses += lane[i] * guessInLoop
			if branches++; !at.IsValid() {
				at = b.Term.Position()
			}
		}
		for _, s := range ways {
			lane[s] += lane[i] / float64(len(ways))
			if apart {
				any[s] = max(any[s], any[i])
			} else {
				any[s] = min(1, any[s]+any[i]/float64(len(ways)))
			}
		}
	}
	vectors := run.kernels
	if a.lanes {
		vectors = min(vectors, run.lanes)
	}
	loop := needed.loop + guesses
	if at.IsValid() && needed.loop < fewLanes*run.loop && vectors > slower*loop {
		more := ""
		if branches > 1 {
			more = fmt.Sprintf(" and in %d more places", branches-1)
		}
		a.warn(at, Parting, "lanes part here%s, and a lane needs about %.0f %% of what is run for some: "+
			"about %s ns in lockstep, %s ns in the compiled loop; sort inputs so that neighbours go the same way, or "+
			"compute both ways of short branches",
			more, 100*needed.loop/run.loop, ns(vectors), ns(loop))
	}
}

// parts reports whether lanes may leave a block in different ways.
func (a *advisor) parts(term program.Terminator) bool {
	switch t := term.(type) {
	case program.BranchOp:
		return !t.Cond.IsLiteral() && !a.isUniform(t.Cond.Name)
	case program.SwitchOp:
		return !t.X.IsLiteral() && !a.isUniform(t.X.Name)
	}
	return false
}

// block is what a block costs: kernels and code with many lanes for each lane in flight, the others
// for a lane that comes to it.
func (a *advisor) block(b *program.Block) price {
	p := price{kernels: blockPrice, lanes: turnPrice}
	for _, in := range b.Instrs {
		if op, ok := in.(*program.PrimOp); ok {
			p = p.plus(a.priceOf(op, 1))
		}
	}
	return p
}
