package wrap

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/fingerprint"
)

// Assumed is a package-level variable that was taken for a constant when a wrapper was
// generated (lockstep gen -assume-constant): generated code.
type Assumed struct {
	Name  string
	Value any    // a pointer to it
	Sum   uint64 // of what it held
}

// checkAssumed compares the variables with what they were, when the program is first
// used. What changes them later is seen only by the comparison of some results.
func (w Wrapper) checkAssumed() error {
	for _, a := range w.Assumes {
		if sum, err := fingerprint.Of(a.Value); err != nil || uint64(sum) != a.Sum {
			return fmt.Errorf("%s: the variable %s is not what it was when %s was generated with -assume-constant: "+
				"run go generate, or make it a parameter of %s", w.Func, a.Name, w.File, w.Of)
		}
	}
	return nil
}
