package lockstep

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// EngineMode says what runs lanes.
type EngineMode string

// The engines. All give the same results, bit for bit.
const (
	// EngineAuto takes what is fastest: machine code of the whole program where there is
	// some, and else the machine of package batch. It is the default.
	EngineAuto EngineMode = "auto"
	// EngineOff takes the machine of package batch alone.
	EngineOff EngineMode = "off"
	// EngineLanes takes machine code with many lanes in registers; without, a run is an
	// error that says why.
	EngineLanes EngineMode = "lanes"
)

// EngineModes lists the engines that there are.
func EngineModes() []EngineMode { return []EngineMode{EngineAuto, EngineOff, EngineLanes} }

// Engine chooses what runs the lanes.
func Engine(mode EngineMode) RunOption { return func(r *runOptions) { r.engine = mode } }

// leastLanes is from how many lanes on machine code is worth its frame.
const leastLanes = 16

// machineCode is a program's machine code, made when it is first needed.
type machineCode struct {
	once sync.Once
	code *engine.Code
	why  error // there is none
}

func (m *machineCode) of(k *Kernel) (*engine.Code, error) {
	m.once.Do(func() {
		var o engine.Options
		if k.source.Dialect == program.Source {
			// A turn repeats rounds by itself, and registers are few.
			if p, err := lower.Lower(k.source, lower.Without("unroll")); err == nil {
				o.Also = append(o.Also, p)
			}
		}
		m.code, m.why = engine.Compile(k.lowered, o)
	})
	return m.code, m.why
}

// EngineAvailable says why there is no machine code on this machine, whatever the program;
// nil if there is.
func EngineAvailable() error { return engine.Available() }

// MachineCode returns the machine code of the program as text, an instruction a line.
// The error says why there is none.
func (k *Kernel) MachineCode() ([]string, error) {
	c, err := k.machine.of(k)
	if err != nil {
		return nil, err
	}
	return c.Lines(), nil
}

// chooseEngine returns the machine code that is to run lanes, or nil and why it is the
// machine of package batch. The error is about a choice that cannot be had.
func (k *Kernel) chooseEngine(o *runOptions, cols []batch.Column, lanes int) (code *engine.Code, why string, err error) {
	switch o.engine {
	case EngineOff:
		return nil, "", nil
	case EngineAuto, EngineLanes, "":
	default:
		return nil, "", fmt.Errorf("lockstep: there is no engine %q; there are %v", o.engine, EngineModes())
	}
	switch {
	case o.tier1 != "":
		why = o.tier1 + " is of package batch's machine"
	case len(cols) == 0:
		why = "the program has no inputs"
	case slices.ContainsFunc(cols, func(c batch.Column) bool { n, err := c.Rows(); return err != nil || n != lanes }):
		why = "a column of one value holds for all lanes"
	case o.engine != EngineLanes && lanes < leastLanes:
		why = fmt.Sprintf("there are fewer than %d lanes", leastLanes)
	default:
		if code, err = k.machine.of(k); err == nil {
			return code, "", nil
		}
		why = err.Error()
	}
	if o.engine == EngineLanes {
		return nil, "", fmt.Errorf("lockstep: engine lanes: %s", why)
	}
	return nil, why, nil
}

// runCode runs machine code. Lanes that fault there run once more in the machine of
// package batch, which says how.
func (k *Kernel) runCode(ctx context.Context, code *engine.Code, cols []batch.Column, lanes int, o *runOptions) (*batch.Result, error) {
	if err := k.code.CheckInputs(cols); err != nil {
		return nil, err
	}
	start := time.Now()
	out := k.code.NewColumns(lanes)
	run := engine.Run{Lanes: lanes, Workers: o.workers}
	if run.Workers == 0 {
		run.Workers = runtime.GOMAXPROCS(0)
	}
	if o.progress != nil {
		var ended atomic.Int64
		run.Progress = func(done int) { o.progress(int(ended.Add(int64(done))), lanes) }
	}
	var err error
	if run.Uniforms, err = k.code.ScalarUniforms(ctx, o.batch...); err != nil {
		return nil, err
	}
	for _, c := range cols {
		run.In = append(run.In, c.Data)
	}
	for _, c := range out {
		run.Out = append(run.Out, c.Data)
	}
	outcome, err := code.Do(ctx, &run)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	slices.Sort(outcome.Again)
	faults, left, againErr := k.again(ctx, outcome.Again, cols, out, o)
	if err == nil {
		err = againErr
	}
	left = append(outcome.Left, left...)
	stats := Stats{
		Workers: run.Workers, Gang: code.Groups() * code.Lanes(), Engine: string(EngineLanes),
		Lanes: int64(lanes - len(left)), Faults: int64(len(faults)), Elapsed: time.Since(start),
	}
	return batch.NewResult(out, lanes, faults, left, stats), err
}

// again runs lanes that faulted in the machine of package batch, and returns their
// faults, and those that did not end.
func (k *Kernel) again(ctx context.Context, lanes []int, cols, out []batch.Column, o *runOptions) (faults []Fault, left []int, err error) {
	if len(lanes) == 0 {
		return nil, nil, nil
	}
	picked := make([]batch.Column, len(cols))
	for i, c := range cols {
		from := reflect.ValueOf(c.Data)
		to := reflect.MakeSlice(from.Type(), len(lanes), len(lanes))
		for j, lane := range lanes {
			to.Index(j).Set(from.Index(lane))
		}
		picked[i] = batch.Column{Data: to.Interface()}
	}
	r, err := k.code.Run(ctx, picked, o.batch...)
	if r == nil {
		return nil, lanes, err
	}
	faulted := map[int]bool{}
	for _, f := range r.Faults {
		faulted[int(f.Lane)] = true
		f.Lane = int64(lanes[f.Lane])
		faults = append(faults, f)
	}
	for j, lane := range lanes {
		switch {
		case r.Finished(j): // it is the machine that says
			for i, c := range r.Cols {
				reflect.ValueOf(out[i].Data).Index(lane).Set(reflect.ValueOf(c.Data).Index(j))
			}
		case !faulted[j]:
			left = append(left, lane)
		}
	}
	return faults, left, err
}
