package advise

import (
	"regexp"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// withoutKernel reports whether an operation runs one lane at a time on every
// machine: the functions that are package math's own, and divisions of 128 bits.
func withoutKernel(row *optab.Op, t program.Dtype) bool {
	switch row.Name {
	case "divwide", "remwide":
		return t == program.U64
	case "lgamma_sign", "pow10":
		return true
	}
	return row.Exact == optab.Library
}

// mathCall finds the function of package math in a row's expression.
var mathCall = regexp.MustCompile(`math\.(\w+)`)

// functions warns of operations that have no kernel.
func (a *advisor) functions() {
	for _, b := range a.flow.blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || a.sortOf(op) != scalar || !op.Pos.IsValid() {
				continue
			}
			row := op.Op.Info().Row
			cost := a.priceOf(op, loopShare)
			name := row.Name
			if m := mathCall.FindString(row.Expr); m != "" {
				name = m
			}
			if strings.HasPrefix(row.Name, "go_") {
				a.warn(op.Pos, ScalarMath, "with -math go, %s runs one lane at a time: about %s ns in lockstep, %s ns in the compiled loop; Lockstep's own takes about %s ns and may differ in the last bits", name, ns(cost.batch), ns(cost.loop), ns(mathInBatch*float64(row.Weight())/loopShare))
				continue
			}
			a.warn(op.Pos, ScalarMath, "%s has no vector form and runs one lane at a time: about %s ns in lockstep, %s ns in the compiled loop; "+
				"keep it out of loops, or approximate it where the range of its argument is known", name, ns(cost.batch), ns(cost.loop))
		}
	}
}
