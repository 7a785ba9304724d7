package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// uniformFlag collects -uniform NAME=DATA.
type uniformFlag map[string]string

func (u uniformFlag) String() string { return "" }

func (u uniformFlag) Set(s string) error {
	name, data, ok := strings.Cut(s, "=")
	name, data = strings.TrimSpace(name), strings.TrimSpace(data)
	if !ok || name == "" || data == "" {
		return errors.New("write NAME=DATA, as in -uniform rate=0.03")
	}
	if _, ok := u[name]; ok {
		return errors.New(name + " has a value already")
	}
	u[name] = data
	return nil
}

func (u uniformFlag) names() []string { return slices.Sorted(maps.Keys(u)) }

// params are the parameters that are given, wholly or by their fields.
func (u uniformFlag) params() []string {
	var names []string
	for _, name := range u.names() {
		name, _, _ = strings.Cut(name, ".")
		names = append(names, name)
	}
	return slices.Compact(names)
}

// open opens the file that -in names; without -in there is none. It refuses to
// write to a file that the run reads: what is written is results, and only those
// of the lanes that end, so that inputs would be gone.
func (f *runFlags) open(e *env) (*dataio.Input, error) {
	for _, name := range f.uniforms.names() {
		if dataio.UniformIs(f.uniforms[name], f.out) {
			return nil, overwrites(f.out, "-uniform "+name)
		}
	}
	if f.in == "" {
		return nil, nil
	}
	in, err := dataio.Open(f.in, e.stdin)
	if err != nil {
		return nil, pathProblem(err)
	}
	if in.Is(f.out) {
		in.Close()
		return nil, overwrites(f.out, "-in")
	}
	return in, nil
}

func overwrites(out, flag string) error {
	return usagef("run", "-out %s is the file of %s: its data would be lost; name another file", out, flag)
}

// load compiles the function that the flags name, for slices of the lengths that
// the flags or the inputs have.
func (f *runFlags) load(in *dataio.Input, path string) (*lockstep.Kernel, error) {
	fn, err := chooseFunction("run", path, f.fn)
	if err != nil {
		return nil, err
	}
	s, err := f.sizes(in, path, fn)
	if err != nil {
		return nil, err
	}
	opts := append(s.options(), lockstep.Uniform(f.uniforms.params()...), mathOption(f.math))
	k, err := lockstep.Load(path, fn, opts...)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range k.Params() {
		if p.Uniform && f.uniforms[p.Name] == "" {
			return nil, usagef("run", "%s is one value for all lanes: give it with -uniform %s=DATA", describe(p), p.Name)
		}
		names = append(names, p.Name)
	}
	for _, name := range f.uniforms.names() {
		if !slices.Contains(names, name) {
			return nil, usagef("run", "-uniform %s: there is no such column; there are %s", name, strings.Join(names, ", "))
		}
	}
	return k, nil
}

// options turns the flags into options of the run.
func (f *runFlags) options(k *lockstep.Kernel) ([]lockstep.RunOption, error) {
	opts := []lockstep.RunOption{lockstep.WithSchedule(f.rule), lockstep.Engine(lockstep.EngineMode(f.engine))}
	for _, o := range []struct {
		value  int
		option func(int) lockstep.RunOption
	}{{f.workers, lockstep.Workers}, {f.gang, lockstep.Gang}, {f.maxDepth, lockstep.MaxDepth}, {f.maxSteps, lockstep.MaxSteps}} {
		if o.value > 0 {
			opts = append(opts, o.option(o.value))
		}
	}
	for _, p := range k.Params() {
		if p.Uniform {
			c, err := dataio.ReadUniform(f.uniforms[p.Name], column(p))
			if err != nil {
				return nil, pathProblem(err)
			}
			opts = append(opts, lockstep.WithUniform(p.Name, batch.Column{Data: c.Data, Shape: c.Shape}))
		}
	}
	return opts, nil
}

// columns reads a column for each parameter that is not uniform, and returns the
// number of lanes. A function without such parameters runs once.
func (f *runFlags) columns(e *env, in *dataio.Input, k *lockstep.Kernel) (cols lockstep.Inputs, lanes int, err error) {
	cols = lockstep.Inputs{}
	var want []dataio.Field
	var names []string
	for _, p := range k.Params() {
		if !p.Uniform {
			want = append(want, column(p))
			names = append(names, describe(p))
		}
	}
	switch {
	case len(want) == 0 && in != nil:
		return nil, 0, usagef("run", "-in: the function takes no columns and runs once; leave it out")
	case len(want) == 0:
		return cols, 1, nil
	case in == nil:
		return nil, 0, usagef("run", "no -in: the function takes %s", strings.Join(names, ", "))
	}
	t, err := in.Read(want)
	if err != nil {
		return nil, 0, pathProblem(err)
	}
	for _, c := range t.Columns {
		cols[c.Name] = c.Data
		if c.Slice != "" {
			cols[c.Name] = lockstep.Padded{Data: c.Data, Lens: c.Lens}
		}
	}
	if len(t.Ignored) > 0 {
		e.notef("ignored what is no parameter: %s", strings.Join(t.Ignored, ", "))
	}
	return cols, t.Lanes, nil
}

// column returns what a file must hold for a parameter or result.
func column(f lockstep.Field) dataio.Field {
	return dataio.Field{Name: f.Name, Type: f.Type, Shape: f.Shape, Slice: f.Slice}
}

// describe formats a parameter: "a (float64)".
func describe(f lockstep.Field) string {
	shape := ""
	for i, d := range f.Shape {
		if d < 0 || i == 0 && f.Slice != "" {
			shape += "[]"
		} else {
			shape += fmt.Sprintf("[%d]", d)
		}
	}
	return fmt.Sprintf("%s (%s%s)", f.Name, shape, f.Type)
}
