package lockstep

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Inputs gives each parameter its column: a slice of the parameter's Go type
// with one value for each lane. int and uint columns serve 64-bit parameters.
// For an array parameter the slice holds all elements of lane 0, then of lane
// 1, and so on. A column of one value holds for all lanes.
type Inputs map[string]any

// Fault is a lane that ended early; its results are zero.
type Fault = batch.Fault

// Stats tells what a run did and how full the lanes were.
type Stats = batch.Stats

// RunOption changes how a batch runs. None changes a result of a lane that
// stays within the limits.
type RunOption func(*runOptions)

type runOptions struct {
	batch    []batch.Option
	timeout  time.Duration
	uniforms map[string]any
	progress func(done, total int)
}

func machine(o batch.Option) RunOption {
	return func(r *runOptions) { r.batch = append(r.batch, o) }
}

// Workers sets how many goroutines run gangs of lanes; the default is
// GOMAXPROCS.
func Workers(n int) RunOption { return machine(batch.Workers(n)) }

// Gang sets how many lanes each worker keeps in flight; by default that
// follows from the program's state and the processor's caches.
func Gang(lanes int) RunOption { return machine(batch.Gang(lanes)) }

// WithSchedule sets the rule that picks the next block; the default is
// batch.Auto.
func WithSchedule(s batch.Schedule) RunOption { return machine(batch.WithSchedule(s)) }

// MaxDepth limits how deep a lane may recurse; deeper is a fault of that lane.
// The default is batch.DefaultMaxDepth.
func MaxDepth(n int) RunOption { return machine(batch.MaxDepth(n)) }

// MaxSteps limits how many blocks a lane may run; more is a fault of that
// lane. By default there is no limit.
func MaxSteps(n int) RunOption { return machine(batch.MaxSteps(n)) }

// Timeout ends the run after a time, as if its context had ended.
func Timeout(d time.Duration) RunOption { return func(r *runOptions) { r.timeout = d } }

// WithUniform gives a uniform parameter its value: a number or bool, or a
// slice for an array.
func WithUniform(name string, value any) RunOption {
	return func(r *runOptions) {
		if r.uniforms == nil {
			r.uniforms = map[string]any{}
		}
		r.uniforms[name] = value
	}
}

// Progress calls f, possibly from several goroutines, as lanes finish.
func Progress(f func(done, total int)) RunOption {
	return func(r *runOptions) { r.progress = f }
}

// Run runs the kernel over a batch. The error is about the call: a column that
// is missing, of the wrong type or of the wrong length. A lane that divides by
// zero or runs out of its limits is not an error: it is in Result.Faults, and
// all other lanes finish.
//
// If ctx ends first, Run returns ctx's error together with the result as far as
// it got; see Result.Finished.
func (k *Kernel) Run(ctx context.Context, in Inputs, opts ...RunOption) (*Result, error) {
	var o runOptions
	for _, f := range opts {
		f(&o)
	}
	cols, err := k.columns(in)
	if err != nil {
		return nil, err
	}
	lanes := 1
	for i, c := range cols {
		n, err := c.Rows()
		if err != nil {
			return nil, fmt.Errorf("lockstep: column %s: %w", k.Params()[i].Name, err)
		}
		if n != 1 {
			lanes = n
		}
	}
	if o.progress != nil {
		f := o.progress
		o.batch = append(o.batch, batch.Progress(func(done int) { f(done, lanes) }))
	}
	for _, name := range sortedKeys(o.uniforms) {
		c, err := uniformColumn(o.uniforms[name])
		if err != nil {
			return nil, fmt.Errorf("lockstep: uniform %s: %w", name, err)
		}
		o.batch = append(o.batch, batch.WithUniform(name, c))
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	r, err := k.code.Run(ctx, cols, o.batch...)
	if r == nil {
		return nil, err
	}
	res := &Result{Lanes: lanes, Faults: r.Faults, Stats: r.Stats, fields: k.Results(), run: r}
	return res, err
}

// columns puts the inputs into the order of the parameters.
func (k *Kernel) columns(in Inputs) ([]batch.Column, error) {
	var cols []batch.Column
	var missing []string
	known := map[string]bool{}
	params := k.Params()
	for _, f := range params {
		known[f.Name] = true
		if f.Uniform {
			if _, ok := in[f.Name]; ok {
				return nil, fmt.Errorf("lockstep: %s is uniform; give it with WithUniform", f.Name)
			}
			continue
		}
		data, ok := in[f.Name]
		if !ok {
			missing = append(missing, f.Name)
			continue
		}
		cols = append(cols, batch.Column{Data: data, Shape: f.Shape})
	}
	for _, name := range sortedKeys(in) {
		if !known[name] {
			return nil, fmt.Errorf("lockstep: there is no parameter %s; the parameters are %s", name, strings.Join(paramNames(params), ", "))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("lockstep: no column for %s", strings.Join(missing, ", "))
	}
	return cols, nil
}

func paramNames(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

func sortedKeys[M ~map[string]any](m M) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// uniformColumn accepts a scalar as well as a slice.
func uniformColumn(v any) (batch.Column, error) {
	v = batch.SliceOf(v)
	if batch.GoType(v) == "" {
		return batch.Column{}, fmt.Errorf("%T is neither a number, a bool nor a slice of them", v)
	}
	return batch.Column{Data: v}, nil
}

// Result is the outcome of a run.
type Result struct {
	Lanes  int
	Faults []Fault // in order of lanes
	Stats  Stats

	fields []Field
	run    *batch.Result
}

// Finished reports whether a lane ran to its end: it did not fault, and the
// run was not stopped before.
func (r *Result) Finished(lane int) bool { return r.run.Finished(lane) }

// Columns returns the results' descriptions in order.
func (r *Result) Columns() []Field { return r.fields }

// Column returns the column of a result as a slice of the result's Go type,
// [lane, event...] in row-major order. Lanes that did not finish have zeros. It
// panics if there is no such result.
func (r *Result) Column(name string) any {
	for i, f := range r.fields {
		if f.Name == name {
			return r.run.Cols[i].Data
		}
	}
	panic(fmt.Sprintf("lockstep: there is no result %s; the results are %s", name, strings.Join(paramNames(r.fields), ", ")))
}

// Column returns the column of a result as a []T. It panics if there is no
// such result or if its Go type is not T; int and uint serve for the 64-bit
// types.
func Column[T any](r *Result, name string) []T {
	c := r.Column(name)
	if col, ok := c.([]T); ok {
		return col
	}
	if col, ok := batch.SameBits[T](c); ok {
		return col
	}
	panic(fmt.Sprintf("lockstep: result %s is %T, not %T", name, c, []T(nil)))
}

// Float64 returns the column of a float64 result; see Column.
func (r *Result) Float64(name string) []float64 { return Column[float64](r, name) }

// Float32 returns the column of a float32 result; see Column.
func (r *Result) Float32(name string) []float32 { return Column[float32](r, name) }

// Int64 returns the column of an int or int64 result; see Column.
func (r *Result) Int64(name string) []int64 { return Column[int64](r, name) }

// Bool returns the column of a bool result; see Column.
func (r *Result) Bool(name string) []bool { return Column[bool](r, name) }

// Err returns nil if no lane faulted, and an error about the first one that did
// otherwise.
func (r *Result) Err() error {
	if len(r.Faults) == 0 {
		return nil
	}
	err := fmt.Errorf("lockstep: lane %d: %s", r.Faults[0].Lane, r.Faults[0])
	if more := len(r.Faults) - 1; more > 0 {
		err = fmt.Errorf("%w (and %d more)", err, more)
	}
	return err
}

// Stages returns the kernel's program after each pass of lowering, the source
// first.
func (k *Kernel) Stages() ([]Stage, error) {
	stages := []Stage{{Name: "source", Program: k.source}}
	if k.source.Dialect == program.Lowered {
		return []Stage{{Name: "lowered", Program: k.source}}, nil
	}
	_, err := lower.Run(k.source, func(name string, p *program.Program) {
		stages = append(stages, Stage{Name: name, Program: p})
	})
	return stages, err
}

// Stage is a program after a pass.
type Stage struct {
	Name    string
	Program *program.Program
}
