package advise

import "github.com/lockstep-simt/lockstep/program"

// tinyWork is the work, in additions, up to which a loop gains nothing: between
// rounds the machine chooses and sorts lanes, which takes as long.
const tinyWork = 2

// loops warns of loops that do too little of what is fast.
func (a *advisor) loops() {
	for _, members := range a.shape.loops {
		l := a.perRound(members)
		switch {
		case !l.first.IsValid():
		case l.n[array] > 0 && a.slow(l.price):
			a.array(l)
		case l.n[whole] > 0 && a.slow(l.price):
			a.warn(l.at[whole], LaneArray, "%s a round on arrays of more than %d elements as a whole: %s; do what is "+
				"needed to single elements",
				count(l.n[whole], "operation"), smallWhole, a.aRound(l.price))
		case l.n[table] > 0 && a.slow(l.price):
			a.warn(l.at[table], TableLookup, "%s a round in a table, and little else: %s; a table pays where a few "+
				"dozen operations come with each look-up",
				count(l.n[table], "look-up"), a.aRound(l.price))
		case a.batch(l.of[byConstant]) > a.batch(l.price)/2 && (!a.code() || a.slow(l.price)):
			a.warn(l.at[byConstant], IntDivision, "this loop mostly divides by a constant, for which the compiler "+
				"multiplies: %s; "+
				"for a power of two write a shift or mask, otherwise math/bits.Mul64 by the reciprocal",
				a.aRound(l.price))
		case l.onlyArithmetic() && l.work <= tinyWork && !a.code():
			a.warn(l.first, TinyLoop, "a round of this loop is worth %s, and choosing its lanes costs as much: %s; "+
				"nothing is gained unless a round does more",
				count(l.work, "addition"), a.aRound(l.price))
		}
	}
}

// loopCost is what one round of a loop does.
type loopCost struct {
	price price
	of    [sortEnd]price       // by sort
	n     [sortEnd]float64     // operations of each sort
	at    [sortEnd]program.Pos // the first of each sort
	first program.Pos          // the first operation
	tests float64              // comparisons among them
	work  float64              // in additions, without comparisons
	// arrays are the variables that are accessed at varying indices.
	arrays []string
}

func (l *loopCost) onlyArithmetic() bool {
	for s := function; s < sortEnd; s++ {
		if l.n[s] > 0 {
			return false
		}
	}
	return l.n[arithmetic] > 0
}

// perRound adds up a loop's blocks, as if each ran once a round.
func (a *advisor) perRound(members []int) loopCost {
	const share = loopShare
	// The block with the test is mostly repeated at the end of the others.
	l := loopCost{price: price{
		kernels: blockPrice / share * float64(max(1, len(members)-1)), lanes: turnPrice, scalar: roundInScalar,
	}}
	for _, b := range members {
		for _, in := range a.shape.Blocks[b].Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok {
				continue
			}
			s := a.sortOf(op)
			cost := a.priceOf(op, share)
			l.price, l.of[s] = l.price.plus(cost), l.of[s].plus(cost)
			l.n[s]++
			if s == free {
				continue
			}
			if at := op.Pos; at.IsValid() {
				if !l.first.IsValid() || before(at, l.first) {
					l.first = at
				}
				if !l.at[s].IsValid() || before(at, l.at[s]) {
					l.at[s] = at
				}
			}
			if s == array {
				l.arrays = append(l.arrays, op.In[0].Name)
			}
			if op.Op.Info().Out == program.Bool {
				l.tests++
			} else {
				l.work += float64(op.Op.Info().Row.Weight())
			}
		}
	}
	return l
}
