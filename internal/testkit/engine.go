package testkit

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Engines counts the programs that were compared as machine code.
var Engines atomic.Int64

// Scalars counts the programs that were compared as code that runs one lane at a time.
var Scalars atomic.Int64

// engineDiffers describes the first difference between what machine code gives, of each
// instruction set, with one to four groups of lanes, left after every turn, after a
// few and seldom, and what is wanted; "" also where the program has no machine code.
func engineDiffers(lowered *program.Program, lanes []Lane, limits Limits, want []Outcome) string {
	if limits.MaxSteps > 0 || len(lanes) == 0 {
		return ""
	}
	machine, err := batch.Compile(lowered)
	if err != nil {
		return fmt.Sprintf("batch: %v\n%s", err, lowered)
	}
	for _, name := range engine.Machines() {
		if d := codeDiffers(name, lowered, machine, lanes, limits, want); d != "" {
			return d
		}
	}
	return ""
}

// codeDiffers is engineDiffers for one instruction set.
func codeDiffers(name string, lowered *program.Program, machine *batch.Code, lanes []Lane, limits Limits, want []Outcome) string {
	for groups := range 5 { // 0 is as many as seem best
		c, err := engine.Compile(lowered, engine.Options{Machine: name, Groups: groups, Turns: []int{0, 8, 0, 1, 0}[groups]})
		if err != nil {
			if groups == 0 {
				return ""
			}
			continue // too many values for so many groups
		}
		Engines.Add(1)
		got, err := runEngine(c, machine, lanes, limits, 1+groups%2)
		if err != nil {
			return fmt.Sprintf("engine, %s, %d groups: %v\n%s", name, groups, err, lowered)
		}
		if d := outcomesDiffer(fmt.Sprintf("engine, %s, %d groups,", name, groups), lanes, want, got); d != "" {
			return fmt.Sprintf("%s\n%s", d, lowered)
		}
	}
	return ""
}

// outcomesDiffer describes the first difference of outcomes; faults are not told apart.
func outcomesDiffer(what string, lanes []Lane, want, got []Outcome) string {
	for i := range lanes {
		d := ""
		switch {
		case (want[i].Fault != "") != (got[i].Fault != ""):
			d = fmt.Sprintf("fault %q, want %q", got[i].Fault, want[i].Fault)
		case want[i].Fault == "":
			d = diff(want[i], got[i])
		}
		if d != "" {
			return fmt.Sprintf("%s differs from the oracle at lane %d of %d (%s): %s", what, i, len(lanes), formatLane(lanes[i]), d)
		}
	}
	return ""
}

// scalarDiffers is engineDiffers for code that runs one lane at a time, left after every
// step, after a few, and seldom.
func scalarDiffers(p, lowered *program.Program, lanes []Lane, limits Limits, want []Outcome) string {
	if limits.MaxSteps > 0 || limits.MaxDepth > 0 || len(lanes) == 0 || p.Dialect != program.Source {
		return ""
	}
	machine, err := batch.Compile(lowered)
	if err != nil {
		return fmt.Sprintf("batch: %v\n%s", err, lowered)
	}
	source, err := lower.Source(p)
	if err != nil {
		return fmt.Sprintf("lower: %v\n%s", err, p)
	}
	for _, turns := range []int{0, 1, 30} {
		c, err := engine.CompileScalar(source, engine.Options{Turns: turns})
		if err != nil {
			return ""
		}
		if turns == 0 {
			Scalars.Add(1)
		}
		gone := func(name string) bool { return lowered.Uniform(name) == nil }
		if slices.ContainsFunc(slices.Concat(c.Uniforms(), c.Tables()), gone) {
			return "" // nobody computes it
		}
		got, err := runEngine(c, machine, lanes, limits, 1)
		if err != nil {
			return fmt.Sprintf("engine, scalar: %v\n%s", err, source)
		}
		if d := outcomesDiffer("scalar code", lanes, want, got); d != "" {
			return fmt.Sprintf("%s\n%s", d, source)
		}
	}
	return ""
}

// runEngine runs lanes as machine code. Faults are not told apart.
func runEngine(c *engine.Code, machine *batch.Code, lanes []Lane, limits Limits, workers int) ([]Outcome, error) {
	r := engine.Run{Lanes: len(lanes), Workers: workers}
	var opts []batch.Option
	for name, v := range limits.Uniforms {
		col, _ := batch.NewColumn(v.Type.Dtype.GoName(), 1, v.Type.Shape)
		setRow(col, 0, v)
		opts = append(opts, batch.WithUniform(name, col))
	}
	var in []batch.Column
	for i, p := range machine.Params() {
		col, _ := batch.NewColumn(p.Type, len(lanes), p.Shape)
		for j, lane := range lanes {
			setRow(col, j, lane[i])
		}
		in = append(in, col)
	}
	cols := machine.NewColumns(len(lanes))
	if err := bind.Columns(context.Background(), &r, machine, in, cols, opts...); err != nil {
		return nil, err
	}
	o, err := c.Do(context.Background(), &r)
	if err != nil {
		return nil, err
	}
	slices.Sort(o.Again)
	bind.Return(&r, cols)
	out := make([]Outcome, len(lanes))
	for j := range lanes {
		if _, faulted := slices.BinarySearch(o.Again, j); faulted {
			out[j].Fault = "a fault"
			continue
		}
		for i, p := range machine.Results() {
			out[j].Values = append(out[j].Values, row(cols[i], j, p.Shape))
		}
	}
	return out, nil
}
