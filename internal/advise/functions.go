package advise

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// lonely is an operation that runs one lane at a time on every machine: nobody wrote it down as
// code for lanes.
type lonely struct {
	name string  // what the user wrote
	ns   float64 // the time of a lane
}

// lonelyOf returns what an operation is if it is one of those. Half as wide they are ordinary divisions.
func lonelyOf(row *optab.Op, t program.Dtype) (op lonely, ok bool) {
	name := map[string]string{"divwide": "bits.Div64", "remwide": "bits.Rem64"}[row.Name]
	return lonely{name, 3.3}, name != "" && t == program.U64
}

func isLonely(in *program.PrimOp) bool {
	_, ok := lonelyOf(in.Op.Info().Row, in.Op.Info().Type)
	return ok
}

// functions warns of operations that have no kernel, unless they have code for one lane at a time.
func (a *advisor) functions() {
	if a.scalar {
		return
	}
	for _, b := range a.shape.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || a.sortOf(op) != scalar || !op.Pos.IsValid() {
				continue
			}
			own, _ := lonelyOf(op.Op.Info().Row, op.Op.Info().Type)
			cost := a.priceOf(op, loopShare)
			a.warn(op.Pos, ScalarMath, "%s has no vector form, so lanes go one by one: about %s ns in lockstep, "+
				"%s ns in the compiled loop; keep it out of loops", own.name, ns(a.batch(cost)), ns(cost.loop))
		}
	}
}
