package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// numbering has numbers of variables, for package flow.
type numbering map[string]int

// of are the numbers of variables. Uniforms have none.
func (n numbering) of(names []string) (list []int) {
	for _, name := range names {
		if k, ok := n[name]; ok {
			list = append(list, k)
		}
	}
	return list
}

// stepsOf are the steps of blocks, and behind them that of the exit, which reads the results.
func (n numbering) stepsOf(blocks []*program.Block, results []string) [][]flow.Step {
	steps := make([][]flow.Step, len(blocks)+1)
	for i, b := range blocks {
		for _, in := range b.Instrs {
			reads, writes := effects(in)
			if _, ok := in.(*program.PopOp); ok {
				reads = nil // what is on top is gone, and nobody needs it
			}
			steps[i] = append(steps[i], flow.Step{Reads: n.of(reads), Writes: n.of(writes)})
		}
		if o, ok := program.TermOperand(b.Term); ok {
			steps[i] = append(steps[i], flow.Step{Reads: n.of([]string{o.Name})})
		}
	}
	steps[len(blocks)] = []flow.Step{{Reads: n.of(results)}}
	return steps
}

// liveness finds what is alive at the start of each block, and at the exit.
func (g *graph) liveness() {
	number, names := numbering{}, []string{}
	add := func(name string) {
		number[name] = len(names)
		names = append(names, name)
	}
	for _, d := range g.prog.VarDefs.All() {
		add(d.Name)
	}
	own := slices.Sorted(maps.Keys(g.own)) // which are alive everywhere
	for _, name := range own {
		add(name)
	}
	steps := number.stepsOf(g.blocks, program.Variables(g.prog.VarsOut))
	for i := range g.blocks {
		steps[i] = slices.Insert(steps[i], 0, flow.Step{Reads: number.of(own)})
	}
	uses, defs := flow.Effects(len(names), steps)
	live := flow.NewLive(g.flow, len(names), uses, defs)
	for _, in := range live.In {
		at := map[string]bool{}
		for n := range in.All() {
			at[names[n]] = true
		}
		g.live = append(g.live, at)
	}
}
