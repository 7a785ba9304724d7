package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// uniformFlag collects -uniform NAME=DATA.
type uniformFlag map[string]string

func (u uniformFlag) String() string { return "" }

func (u uniformFlag) Set(s string) error {
	name, data, ok := strings.Cut(s, "=")
	name, data = strings.TrimSpace(name), strings.TrimSpace(data)
	if !ok || name == "" {
		return errors.New("write NAME=DATA, as in -uniform rate=0.03")
	}
	if _, ok := u[name]; ok {
		return errors.New(name + " has a value already")
	}
	u[name] = data
	return nil
}

func (u uniformFlag) has(name string) bool { _, ok := u[name]; return ok }

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

// spare refuses to write to a file that the run reads: what is written is results, and only those
// of the lanes that end, so that inputs would be gone.
func (f *runFlags) spare(program string, in *inputs) error {
	written := map[string]string{} // flags, by the file
	for _, w := range []struct{ flag, path string }{
		{"-out", f.out}, {"-stats", f.stats.file()}, {"-executors", f.executors},
	} {
		if w.path == "" || dataio.IsStdio(w.path) {
			continue
		}
		overwrites := func(what string) error {
			return usagef("run", "%s %s is the file of %s: its data would be lost; name another file", w.flag, w.path,
				what)
		}
		if other := written[filepath.Clean(w.path)]; other != "" {
			return overwrites(other)
		}
		written[filepath.Clean(w.path)] = w.flag
		if dataio.SameFile(program, w.path) {
			return overwrites("the program")
		}
		for _, name := range f.uniforms.names() {
			if dataio.UniformIs(f.uniforms[name], w.path) {
				return overwrites("-uniform " + name)
			}
		}
		for _, file := range in.files {
			if file.Is(w.path) {
				return overwrites("-in")
			}
		}
	}
	return nil
}

// options turns the flags into options of the run.
func (f *runFlags) options() []lockstep.RunOption {
	opts := []lockstep.RunOption{lockstep.WithSchedule(f.rule), lockstep.Engine(lockstep.EngineMode(f.engine))}
	for _, o := range []struct {
		value  int
		option func(int) lockstep.RunOption
	}{{f.workers, lockstep.Workers}, {f.gang, lockstep.Gang}, {f.maxDepth, lockstep.MaxDepth},
		{f.maxSteps, lockstep.MaxSteps}} {
		if o.value > 0 {
			opts = append(opts, o.option(o.value))
		}
	}
	return opts
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
