package bench

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep"
)

// Group says what is hard about a workload.
type Group string

const (
	Uniform   Group = "uniform"   // every lane does the same
	Divergent Group = "divergent" // loops of different lengths
	Recursive Group = "recursive" // calls of different depths
)

// Groups lists the groups.
var Groups = []Group{Uniform, Divergent, Recursive}

// Columns are slices by the names of results or uniform parameters.
type Columns map[string]any

// Workload is a function and inputs for it.
type Workload struct {
	Name         string // as in the names of benchmarks
	Group        Group
	Source, Func string
	Uniforms     Columns // the values of parameters that all lanes share
	MakeCap      int     // for how many elements, or nodes, there is room in what is made; 0 is the usual number
	Lanes        int     // enough that the last lanes to end do not decide the time
	// Make returns inputs for a number of lanes, always the same ones.
	Make func(lanes int) Data
}

// Data is the inputs of a workload, and what the plain Go function makes of them.
type Data struct {
	Inputs lockstep.Inputs
	// Loop runs the plain Go function over all lanes and puts its results into Results.
	Loop    func()
	Results Columns
}

// CompileOptions returns the options with which the workload's function is compiled.
func (w Workload) CompileOptions() []lockstep.CompileOption {
	var opts []lockstep.CompileOption
	for _, name := range slices.Sorted(maps.Keys(w.Uniforms)) {
		opts = append(opts, lockstep.Uniform(name))
	}
	if w.MakeCap > 0 {
		opts = append(opts, lockstep.MakeCap(w.MakeCap))
	}
	return opts
}

// Compile compiles the workload's function, with more options.
func (w Workload) Compile(opts ...lockstep.CompileOption) (*lockstep.Func, error) {
	compiled, err := lockstep.Compile(w.Source, w.Func, append(w.CompileOptions(), opts...)...)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", w.Name, err)
	}
	return compiled, nil
}

// RunOptions returns the options that every run of the workload needs.
func (w Workload) RunOptions() []lockstep.RunOption {
	var opts []lockstep.RunOption
	for name, value := range w.Uniforms {
		opts = append(opts, lockstep.WithUniform(name, value))
	}
	return opts
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
