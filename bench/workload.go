package bench

import (
	"fmt"

	"github.com/lockstep-simt/lockstep"
)

// Group says what is hard about a workload.
type Group string

const (
	Uniform   Group = "uniform"   // every lane does the same
	Divergent Group = "divergent" // loops of different lengths
	Recursive Group = "recursive" // calls of different depths
)

// Workload is a function and inputs for it.
type Workload struct {
	Name         string // as in the names of benchmarks
	Group        Group
	Source, Func string
	Lanes        int // enough that the last lanes to end do not decide the time
	// Make returns inputs for a number of lanes, always the same ones.
	Make func(lanes int) Data
}

// Data is the inputs of a workload in both forms.
type Data struct {
	Inputs lockstep.Inputs
	// Loop runs the plain Go function over all lanes and keeps its results.
	Loop func()
	// Equal reports whether a batch gave what Loop kept.
	Equal func(*lockstep.Result) bool
}

// Lookup returns the workload with the given name.
func Lookup(name string) (Workload, error) {
	for _, w := range All {
		if w.Name == name {
			return w, nil
		}
	}
	return Workload{}, fmt.Errorf("bench: there is no workload %q", name)
}
