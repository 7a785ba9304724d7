package main

import (
	"context"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench"
)

var several = []size{{100, 100}, {500, 100}, {2000, 100}, {10_000, 30}, {50_000, 10}}

// compiled are the functions of package bench.
var compiled = func() (list []function) {
	for _, w := range bench.All {
		list = append(list, function{w.Name, several, func(lanes int) *calls { return programCalls(w, lanes) }})
	}
	return list
}()

// programCalls makes calls of a function that is compiled before the first of them.
func programCalls(w bench.Workload, lanes int) *calls {
	w.Lanes = lanes
	data := w.Make(lanes)
	compiled, err := w.Compile()
	var last *lockstep.Result
	run := func() error {
		if err != nil {
			return err
		}
		r, err := compiled.Run(context.Background(), data.Inputs, w.RunOptions()...)
		last = r
		return err
	}
	return &calls{
		fill:    func() {},
		loop:    data.Loop,
		wrapper: run,
		equal:   func() error { return data.Results.Same(last) },
		engine: func() string {
			if err := run(); err != nil {
				return err.Error()
			}
			return last.Stats.Engine
		},
	}
}
