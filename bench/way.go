package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
)

// Math says whose mathematical functions a workload calls.
type Math string

const (
	NoMath  Math = ""     // it calls none, so that there is nothing to choose
	OurMath Math = "ours" // package libm's
	GoMath  Math = "go"   // package math's
)

// Way is one way to run a workload: on one engine, with one kind of mathematical functions.
type Way struct {
	Math    Math
	Engine  lockstep.EngineMode
	Refused string // why the engine does not run the function; empty if it does

	compiled *lockstep.Func
	opts     []lockstep.RunOption
}

// Ways compiles a workload and returns every way to run it on some engines: all with one
// kind of mathematical functions, then with the other if the function calls any. The
// options hold for every run.
func (w Workload) Ways(engines []lockstep.EngineMode, opts ...lockstep.RunOption) ([]Way, error) {
	ours, err := w.Compile(lockstep.OurMath())
	if err != nil {
		return nil, err
	}
	gos, err := w.Compile()
	if err != nil {
		return nil, err
	}
	funcs := map[Math]*lockstep.Func{OurMath: ours, GoMath: gos}
	kinds := []Math{OurMath, GoMath}
	if ours.Source().String() == gos.Source().String() {
		funcs, kinds = map[Math]*lockstep.Func{NoMath: ours}, []Math{NoMath}
	}
	opts = append(w.RunOptions(), opts...)
	var ways []Way
	for _, math := range kinds {
		for _, e := range engines {
			ways = append(ways, Way{
				Math: math, Engine: e, compiled: funcs[math], opts: append(slices.Clip(opts), lockstep.Engine(e)),
			})
		}
	}
	return ways, nil
}

// forced reports whether the way has an engine that may refuse.
func (w Way) forced() bool {
	return w.Engine != lockstep.EngineAuto && w.Engine != lockstep.EngineOff
}

func (w Way) run(in lockstep.Inputs) (*lockstep.Result, error) {
	return w.compiled.Run(context.Background(), in, w.opts...)
}

// reason is why a forced engine refuses, from the error of its run.
func (w Way) reason(err error) string {
	return strings.TrimPrefix(err.Error(), fmt.Sprintf("lockstep: engine %s: ", w.Engine))
}
