package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// Assembly is machine code of a program as functions of a Go assembly file: one, or that of each stage.
type Assembly struct {
	turns.Layout
	Functions []Function
	// Staged is set if they are those of stages. Then the layout has no more than what all have in common.
	Staged bool
}

// Function is a function that takes the frame of a worker.
type Function struct {
	Name string
	turns.Layout
	Exits []turns.StageExit // of a stage
	// Text is the function and its data. The file needs textflag.h.
	Text string
}

// allSets are the instruction sets of all architectures, the best first.
func allSets() []*instructions { return []*instructions{avx512(), avx2(), neon()} }

// Sets are the names of the instruction sets of a GOARCH that there is assembly for, the
// best first.
func Sets(arch string) (names []string) {
	for _, s := range allSets() {
		if s.target.Arch() == arch {
			names = append(names, s.name)
		}
	}
	return names
}

// Precompile makes assembly of a lowered program, for an instruction set that this
// processor need not have. Who runs it must see that package math has the bits of what is
// in Twins: it is for builds that fuse nothing, on amd64. Of functions of package math there
// is code for this build's form only, unless package codegen/forms is imported. The functions
// of the assembly have names that begin with one. The error says why there is none.
//
// A program whose lanes part for loops that exclude each other is as stages. Where tables may be put
// side by side, or integers of 64 bits may be small, there is assembly that wants that, and behind it assembly that
// takes all runs.
func Precompile(p *program.Program, machine, name string, groups int) ([]*Assembly, error) {
	if err := checkGroups(groups); err != nil {
		return nil, err
	}
	all := allSets()
	i := slices.IndexFunc(all, func(s *instructions) bool { return s.name == machine })
	if i < 0 {
		return nil, fmt.Errorf("engine: there is no machine code for %s", machine)
	}
	m := precompiler{p, all[i], codegen.BuildOf(all[i].target.Arch(), false), groups}
	a, err := m.assembly(name, true)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	list := []*Assembly{a}
	if short := m.short(name + "Short"); short != nil && !a.Staged {
		if short.takesAll() {
			return []*Assembly{short}, nil
		}
		list = []*Assembly{short, a}
	}
	if len(a.Records) > 0 {
		if a, err = m.assembly(name+"Apart", false); err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
		list = append(list, a)
	}
	return list, nil
}

// precompiler makes assembly of a program.
type precompiler struct {
	prog   *program.Program
	set    *instructions
	form   codegen.Build
	groups int
}

// assembly is that which reads tables as records or each alone: as stages if there are some.
func (m precompiler) assembly(name string, records bool) (*Assembly, error) {
	all, err := m.function(stage{prog: m.prog}, name, records, newHostingGraph)
	if err != nil {
		return nil, err
	}
	a := &Assembly{Layout: all.Layout, Functions: []Function{all}}
	if stages, err := stagesOf(m.prog, atPartings, nil); err == nil {
		if functions, err := m.staged(stages, name, records); err == nil {
			var list []turns.Stage
			for _, f := range functions {
				list = append(list, turns.Stage{Shape: turns.New(f.Layout, nil)})
			}
			l := turns.Staged(all.Layout, list).Layout
			l = turns.Layout{In: l.In, Out: l.Out, Given: l.Given, Lanes: l.Lanes, Width: l.Width, Abreast: l.Abreast,
				Records: l.Records}
			a = &Assembly{Layout: l, Functions: functions, Staged: true}
		}
	}
	a.Twins, a.Form = twins(m.prog, m.form), m.form.String()
	return a, nil
}

// staged are the functions of stages.
func (m precompiler) staged(stages []stage, name string, records bool) (list []Function, err error) {
	for i, s := range stages {
		f, err := m.function(s, fmt.Sprintf("%sStage%d", name, i+1), records, newHostingGraph)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// short is assembly whose integers are short; nil if there is none.
func (m precompiler) short(name string) *Assembly {
	f, err := m.function(stage{prog: m.prog}, name, false, newShortGraph)
	if err != nil || !f.Short {
		return nil
	}
	a := &Assembly{Layout: f.Layout, Functions: []Function{f}}
	a.Twins, a.Form = twins(m.prog, m.form), m.form.String()
	return a
}

// takesAll reports whether there is room for all inputs in assembly whose integers are short.
func (a *Assembly) takesAll() bool {
	return !slices.ContainsFunc(a.In, func(c turns.Column) bool { return c.Wide }) &&
		!slices.ContainsFunc(a.Given, func(u turns.Given) bool { return u.Axis > 0 || u.Wide })
}

// function is that of a stage, or of a program that has no others.
func (m precompiler) function(s stage, name string, records bool, newGraph graphMaker) (Function, error) {
	g, err := newGraph(s.prog, noHosts, UsualNesting)
	if err != nil {
		return Function{}, err
	}
	if g.form = m.form; records {
		g.findRecords(m.set)
	}
	t, err := usualCode(g, m.set, m.groups)
	if err != nil {
		return Function{}, err
	}
	return Function{name, t.Layout, s.ways(), t.Source(name)}, nil
}
