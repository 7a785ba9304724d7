package wrap

import (
	"context"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/internal/results"
	"github.com/lockstep-simt/lockstep/simd"
)

// Assembly is the machine code of a wrapper's program for an instruction set, as a function
// that the Go toolchain assembled: generated code.
type Assembly struct {
	Set string // "avx512", "avx2" or "neon"
	Layout
	// Enter runs the code with a frame, until it leaves.
	Enter func(frame *byte)
	// Stages run in its place if there are some.
	Stages []Stage

	shape *turns.Shape
}

// Stage is a stage of such code: generated code.
type Stage struct {
	Layout
	Enter func(frame *byte)
	Exits []StageExit
}

// Layout says what columns assembly has, and where things are in its frame: generated
// code.
type (
	Layout        = turns.Layout
	LayoutColumn  = turns.Column
	LayoutGiven   = turns.Given
	LayoutRecords = turns.Records
	LayoutField   = turns.RecordField
	StageExit     = turns.StageExit
)

// Assembled adds the program's assembly. It is called before the function runs: generated
// code. Of several for an instruction set, those that want tables side by side come first.
func (fn *Func) Assembled(list ...Assembly) {
	for _, a := range list {
		a.shape = turns.New(a.Layout, a.Enter)
		var stages []turns.Stage
		for _, s := range a.Stages {
			stages = append(stages, turns.Stage{Shape: turns.New(s.Layout, s.Enter), Exits: s.Exits})
		}
		if len(stages) > 0 {
			a.shape = turns.Staged(a.Layout, stages)
		}
		fn.assembly = append(fn.assembly, a)
	}
}

// active returns the assembly for the kernels in use, or nil.
func (fn *Func) active() turns.Shapes {
	if len(fn.assembly) == 0 {
		return nil
	}
	return fn.assemblyOf(simd.Active())
}

// assemblyOf returns the assembly for an instruction set, or nil: also where package math
// has other bits than what the assembly computes in its place.
func (fn *Func) assemblyOf(set string) (list turns.Shapes) {
	for i := range fn.assembly {
		a := &fn.assembly[i]
		if a.Set != set {
			continue
		}
		disagrees := func(name string) bool { return !simd.Agrees(set, name) }
		if len(a.Twins) > 0 && a.Form != simd.Form() || slices.ContainsFunc(a.Twins, disagrees) {
			return nil
		}
		list = append(list, a.shape)
	}
	return list
}

// assembled runs batches in assembly.
type assembled struct {
	shapes  turns.Shapes
	machine *batch.Code
}

func (a assembled) RunInto(ctx context.Context, in, out []batch.Column, lanes int, o bind.Options) (*batch.Result,
	error) {
	o.Engine = "assembly"
	return bind.RunInto(ctx, a.shapes, a.machine, in, out, lanes, o)
}

// compareAssembly runs lanes that ended in the machine in the assembly for each instruction
// set that the processor has, and compares the results with the machine's.
func (r *run) compareAssembly(lanes []int, machine side) (sets []string, err error) {
	for _, impl := range simd.Implementations() {
		a := r.fn.assemblyOf(impl.Name)
		if a == nil || !impl.Available {
			continue
		}
		part := r.work.Pick(lanes)
		in, out := part.Inputs(0, len(lanes)), part.Results(0, len(lanes))
		res, err := assembled{a, r.code.Code}.RunInto(r.ctx, in, out, len(lanes),
			bind.Options{Run: r.machine(part, r.Workers)})
		if err != nil {
			return sets, err
		}
		if err := r.store(part, 0, len(lanes), out, res); err != nil {
			return sets, err
		}
		got := side{given: part.Given(), faults: map[int]string{}}
		for _, f := range res.Faults {
			got.faults[f.Lane] = f.String()
		}
		for i, lane := range lanes {
			if why := r.sidesDiffer(i, &machine, &got); why != "" {
				return sets, fmt.Errorf("%s: at lane %d, the program for %s %s", r.fn.is.Func, lane, impl.Name, why)
			}
		}
		sets = append(sets, impl.Name)
	}
	return sets, nil
}

// sidesDiffer says how two sides differ at a lane, and is empty if they do not.
func (r *run) sidesDiffer(i int, want, got *side) string {
	a, b := want.faults[i], got.faults[i]
	switch {
	case a != b:
		return fmt.Sprintf("faults with %q, want %q", b, a)
	case a != "":
		return ""
	}
	for k, name := range r.fn.is.Results {
		if a, b := want.value(k, i), got.value(k, i); !results.Same(a, b) {
			return fmt.Sprintf("gives %s for %s, want %s", results.Text(b), name, results.Text(a))
		}
	}
	return ""
}
