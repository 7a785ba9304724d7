package lockstep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Fault is a lane that ended early; its results are zero.
type Fault = batch.Fault

// Stats tells what a run did and how full the lanes were.
type Stats = batch.Stats

// RunOption changes how a batch runs. None changes a result of a lane that
// stays within the limits.
type RunOption func(*runOptions)

type runOptions struct {
	settings.Run
	timeout  time.Duration
	uniforms map[string]any
	progress func(done, total int)
	engine   EngineMode
	into     []given
	// tier1 names an option that only the machine of package batch has.
	tier1 string
}

// isAuto reports whether the engine is to be chosen.
func (r *runOptions) isAuto() bool { return r.engine == EngineAuto || r.engine == "" }

// Workers sets how many goroutines run gangs of lanes; 0, the default, is GOMAXPROCS.
func Workers(n int) RunOption {
	return func(r *runOptions) { batch.Workers(n)(&r.Run) }
}

// Gang sets how many lanes each worker of the machine of kernels keeps in flight, and
// has it run them. With 0, the default, that follows from the program's state and the
// processor's caches, and any engine may run the lanes.
func Gang(lanes int) RunOption {
	return func(r *runOptions) {
		batch.Gang(lanes)(&r.Run)
		if lanes > 0 {
			r.tier1 = "Gang"
		}
	}
}

// WithSchedule sets the rule that picks the next block in the machine of kernels; the
// default is batch.Auto. Another rule has that machine run the lanes.
func WithSchedule(s batch.Schedule) RunOption {
	return func(r *runOptions) {
		batch.WithSchedule(s)(&r.Run)
		if s != batch.Auto {
			r.tier1 = "WithSchedule"
		}
	}
}

// MaxDepth limits how deep a lane may recurse; deeper is a fault of that lane.
// The default is batch.DefaultMaxDepth.
func MaxDepth(n int) RunOption {
	return func(r *runOptions) { batch.MaxDepth(n)(&r.Run) }
}

// MaxSteps limits how many blocks a lane may run; more is a fault of that
// lane. By default there is no limit; with one, kernels run the lanes.
func MaxSteps(n int) RunOption {
	return func(r *runOptions) {
		batch.MaxSteps(n)(&r.Run)
		if n != 0 {
			r.tier1 = "MaxSteps"
		}
	}
}

// StackBytes gives the run a budget of its own, in bytes, for the memory of lanes
// that recurse deep. Beyond it lanes wait for each other; none faults. The default
// is one budget of batch.DefaultStackBytes for all runs of the process. See
// batch.StackBytes for what comes on top of it.
func StackBytes(n int) RunOption {
	return func(r *runOptions) { batch.StackBytes(n)(&r.Run) }
}

// Timeout ends the run after a time, as if its context had ended.
func Timeout(d time.Duration) RunOption { return func(r *runOptions) { r.timeout = d } }

// WithUniform gives a uniform parameter its value: a number or bool; a slice, in
// row-major order, for an array or for a slice of any length; a slice of equally
// long slices for a matrix; or a batch.Column, which can say its shape. A long
// slice is not copied, and all lanes read it: leave it alone until the run ends.
// A value of a parameter's own type does too, such as a string, a map, a *Forest with slices
// of trees that have slices of nodes, or the root of a tree of pointers: what it refers to is
// copied, and a map becomes a hash table. Of a struct its fields can be given by themselves,
// as "p.x".
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

// Run runs the function over a batch. The error is about the call: a column that
// is missing, of the wrong type or of the wrong length. A lane that divides by
// zero or runs out of its limits is not an error: it is in Result.Faults, and
// all other lanes finish.
//
// If ctx ends before the last lane does, Run returns ctx's error together with
// the result as far as it got; see Result.Finished. An EngineError is a defect of
// Lockstep: two engines differ.
func (fn *Func) Run(ctx context.Context, in Inputs, opts ...RunOption) (*Result, error) {
	s := fn.scratch.Get().(*scratch)
	r, err := fn.run(ctx, s, in, opts)
	clear(s.cols)
	for i := range s.texts {
		s.texts[i].Release()
	}
	*s = scratch{cols: s.cols, texts: s.texts, nests: s.nests, numbers: s.numbers}
	fn.scratch.Put(s)
	return r, err
}

func (fn *Func) run(ctx context.Context, s *scratch, in Inputs, opts []RunOption) (*Result, error) {
	o, cols := &s.options, s.cols
	for _, f := range opts {
		f(o)
	}
	uniforms, err := fn.expandUniforms(o.uniforms)
	if err != nil {
		return nil, err
	}
	lanes, err := fn.columns(in, s)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(uniforms) {
		c, err := fn.uniformColumn(name, uniforms[name])
		if err != nil {
			return nil, fmt.Errorf("lockstep: uniform %s: %w", name, err)
		}
		batch.WithUniform(name, c)(&o.Run)
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	code, why, err := fn.chooseEngine(o, cols, lanes)
	if err != nil {
		return nil, err
	}
	out, err := fn.resultColumns(o.into, lanes)
	if err != nil {
		return nil, err
	}
	if o.progress != nil {
		o.Progress = func(done int) { o.progress(done, lanes) }
	}
	var r *batch.Result
	if code != "" {
		r, err = fn.tiers.RunInto(ctx, cols, out, lanes, tiers.Options{Run: o.Run, Engine: string(code)})
	} else if r, err = fn.code.RunInto(ctx, cols, out, o.All); r != nil && o.isAuto() {
		fn.tiers.Ran(&r.Stats)
	}
	if long := (*batch.LongText)(nil); errors.As(err, &long) {
		return nil, fn.in.tooLong(cols)
	}
	if r == nil {
		return nil, prefixed(err)
	}
	if why != "" && r.Stats.Why == "" {
		r.Stats.Why = why
	}
	res := &Result{Lanes: lanes, Faults: r.Faults, Stats: r.Stats, program: fn.source, out: &fn.out, run: r}
	res.clampLens()
	res.clearTails(&fn.in)
	res.texts = fn.texts
	res.told = fn.texts.keep(res, fn, cols, o.Uniforms, fn.bound)
	res.clear(o.into)
	if err != nil && r.Stats.Lanes == int64(lanes) && errors.Is(err, context.Cause(ctx)) {
		err = nil // ctx ended too late to end a lane
	}
	if err == nil && (code == tiers.Measured || code == tiers.Probed) {
		if wrong := fn.crossCheck(ctx, o, cols, res); wrong != nil {
			return nil, wrong
		}
	}
	return res, err
}

// scratch is what a run needs for itself. It is kept for other runs, since many take no longer than it
// takes to make it.
type scratch struct {
	options runOptions
	cols    []batch.Column     // the inputs
	texts   []batch.TextMemory // of the inputs that are strings of any text, by field
	nests   []nestMemory       // of the inputs that are slices of slices, by field
	numbers [][]int64          // of the inputs that are strings of a few, by field
}

func sortedKeys[M ~map[string]any](m M) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Stages returns the function's program after each pass of lowering, the source
// first.
func (fn *Func) Stages() ([]Stage, error) {
	stages := []Stage{{Name: "source", Program: fn.source}}
	if fn.source.Dialect == program.Lowered {
		return []Stage{{Name: "lowered", Program: fn.source}}, nil
	}
	_, err := lower.Run(fn.source, func(name string, p *program.Program) {
		stages = append(stages, Stage{Name: name, Program: p})
	}, fn.options...)
	return stages, err
}

// Contract says what the calls of the program do with the arrays that they pass, in a line for each
// array: ALIASED means that the callee works in the caller's own memory, and COPIED comes with the
// reason. It covers all calls of the source, including those that the compiler replaces.
func (fn *Func) Contract() (string, error) {
	if fn.source.Dialect == program.Lowered {
		return "", errors.New("lockstep: the program is lowered; its calls are gone")
	}
	list, err := lower.Contract(fn.source)
	if err != nil {
		return "", err
	}
	return lower.ContractText(list), nil
}

// Stage is a program after a pass.
type Stage struct {
	Name    string           // of the pass, as lockstep show -after takes it
	Program *program.Program // after it
}
