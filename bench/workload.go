package bench

import (
	"context"
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

// Verify runs the loop and one batch, and compares them.
func (d Data) Verify(k *lockstep.Kernel, opts ...lockstep.RunOption) error {
	d.Loop()
	r, err := k.Run(context.Background(), d.Inputs, opts...)
	if err != nil {
		return err
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("a lane faulted: %w", err)
	}
	if !d.Equal(r) {
		return fmt.Errorf("the batch differs from the loop")
	}
	return nil
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
