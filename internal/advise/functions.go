package advise

import (
	"regexp"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// lonely is an operation that runs one lane at a time on every machine.
type lonely struct {
	name string // what the user wrote
	ns   float64
}

// lonelyOps are those that have no twin, with the times of
// package math's functions over arguments up to 20, and of the kernels where
// there is no such function.
var lonelyOps = map[string]lonely{
	"j0":          {"math.J0", 25},
	"j1":          {"math.J1", 25},
	"y0":          {"math.Y0", 25},
	"y1":          {"math.Y1", 25},
	"erfinv":      {"math.Erfinv", 9},
	"erfcinv":     {"math.Erfcinv", 9},
	"pow10":       {"math.Pow10", 3},
	"lgamma_sign": {"the sign that math.Lgamma returns", 6},
	"divwide":     {"bits.Div64", 3.3},
	"remwide":     {"bits.Rem64", 3.3},
}

// withoutKernel reports whether an operation runs one lane at a time on every
// machine: nobody wrote it down as code.
func withoutKernel(row *optab.Op, t program.Dtype) bool {
	switch row.Name {
	case "divwide", "remwide":
		return t == program.U64 // half as wide is an ordinary division
	}
	return row.Gomath == "" && (lonelyOps[row.Name].ns > 0 || strings.HasPrefix(row.Name, goPrefix))
}

// goPrefix begins the names of the rows with the bits of package math.
var goPrefix = optab.GoTwin("")

// lonelyTime returns how long one of these operations takes for a lane.
func lonelyTime(row *optab.Op) float64 {
	if op, ok := lonelyOps[row.Name]; ok {
		return op.ns
	}
	return mathInLoop * float64(row.Weight())
}

// mathCall finds the function of package math in a row's expression.
var mathCall = regexp.MustCompile(`math\.(\w+)`)

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
			row := op.Op.Info().Row
			cost := a.priceOf(op, loopShare)
			if own, ok := lonelyOps[row.Name]; ok {
				a.warn(op.Pos, ScalarMath, "%s has no vector form, so lanes go one by one: about %s ns in lockstep, "+
					"%s ns in the compiled loop; "+
					"keep it out of loops, or approximate it where the range of its argument is known", own.name,
					ns(a.batch(cost)), ns(cost.loop))
				continue
			}
			a.warn(op.Pos, ScalarMath, "lanes call %s one by one here: about %s ns in lockstep, %s ns in the "+
				"compiled loop; "+
				"Lockstep's own (-math ours) takes about %s ns and may differ in the last bits",
				mathCall.FindString(row.Expr), ns(a.batch(cost)), ns(cost.loop),
				ns(mathInBatch*float64(row.Weight())/loopShare))
		}
	}
}
