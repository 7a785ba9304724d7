package testkit

import (
	"fmt"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Shared counts the programs in which some function works in an array of its caller.
var Shared atomic.Int64

// copiesDiffer describes the first difference that it makes if calls copy all arrays that they
// hand over, or returns "": to the oracle, to the machine in some configurations, and to code
// that runs one lane at a time. Where nothing is shared there is nothing to compare.
func copiesDiffer(p, lowered *program.Program, lanes []Lane, limits Limits, want []Outcome, configs []Config,
	code ways) string {
	if p.Dialect != program.Source || !code.have(1) {
		return ""
	}
	copied, err := lower.Lower(p, lower.Copies())
	if err != nil {
		return fmt.Sprintf("lower, all arrays copied: %v\n%s", err, p)
	}
	if program.Print(copied) == program.Print(lowered) {
		return ""
	}
	Shared.Add(1)
	form := lowerStage{"all arrays copied", copied}
	if got, err := judge(copied, lanes, limits); err != nil {
		return fmt.Sprintf("oracle, all arrays copied: %v\n%s", err, copied)
	} else if limits.MaxDepth == 0 && limits.MaxSteps == 0 {
		for i := range lanes {
			if d := diff(want[i], got[i]); d != "" {
				return fmt.Sprintf("oracle, all arrays copied, differs at lane %d (%s): %s\n%s", i,
					formatLane(lanes[i]), d, copied)
			}
		}
	}
	if d := machineDiffers(form, lanes, limits, want, configs); d != "" {
		return d
	}
	return scalarDiffers(p, copied, nil, lanes, limits, want, code, lower.Copies())
}
