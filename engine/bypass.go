package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A phase that only some lanes come to is jumped over where none does, if it is long enough for that to be worth a
// test, and few lanes are likely to come: to correct what is not a number, for instance. A form of the program has
// jumps around all that are long enough, since neighbours that are alike often go the same way. Whether that is faster
// is measured: a jump keeps groups of lanes from being woven, and values in their registers, and may be foreseen
// wrongly.

// usualJump is what a jump saves at least, in additions.
const usualJump = 40

// jumping says where there are jumps: where they save so many additions at least, and lanes are likely to be few unless
// all are asked for.
type jumping struct {
	worth int
	all   bool
}

// stretch is a phase with a jump around it, if it is worth it.
type stretch struct {
	block int
	codegen.Stretch
}

// findPassed finds the blocks among some in which some lane is at each turn, unless all are done: those that lanes
// cannot avoid, wherever they wait. They dominate the end of the turn.
func (p *phases) findPassed(blocks []int) []bool {
	const start = 0 // and a block is one more than its number
	g := p.g
	end := len(g.blocks) + 1
	succs := make([][]int, end+1)
	for _, b := range blocks {
		if _, own := g.numbered[b]; len(p.masks[b]) > 0 || g.placed && own {
			p.waited[b] = true
			succs[start] = append(succs[start], b+1)
		}
		for _, to := range g.succs[b] {
			switch ends := g.partOf(to) != g.part[b]; {
			case to > b && !ends && slices.Contains(blocks, to):
				succs[b+1] = append(succs[b+1], to+1)
			case !ends || g.part[b] != turning:
				// For another turn, or part; lanes that end in one have others behind them.
				succs[b+1] = append(succs[b+1], end)
			}
		}
		if len(succs[b+1]) == 0 {
			succs[b+1] = []int{end}
		}
	}
	passed := make([]bool, len(g.blocks))
	if dom := flow.NewDominators(flow.NewGraph(succs)); dom.Reached(end) {
		for x := dom.Idom[end]; x != start; x = dom.Idom[x] {
			passed[x-1] = true
		}
	}
	return passed
}

// noteStretch notes a phase for lanes of a mask, whose code began at from. What a long one gives variables is of no use
// to other lanes, so that nobody else is to take it for what he computes.
func (f *phase) noteStretch(from int, mask codegen.Value) {
	if f.passed[f.b] {
		return
	}
	s := stretch{f.b, codegen.Stretch{From: from, To: f.Len(), Mask: mask}}
	if f.Len()-from >= f.g.jumping.worth {
		s.Free = map[codegen.Value]codegen.Value{}
		for _, v := range f.inside {
			if !f.IsSame(v) {
				s.Free[v] = mask
			}
		}
		if f.jumps(mask) {
			f.Forget(s.Free)
		}
	}
	f.stretches = append(f.stretches, s)
}

// finish ends the code: jumps go around what is worth it, a phase and those behind it that lanes come to through it
// alone, or the phase.
func (p *phases) finish() {
	var list []codegen.Stretch
	dom := flow.NewDominators(p.g.flow)
	for i, a := range p.stretches {
		all := a.Stretch
		all.Free = map[codegen.Value]codegen.Value{}
		maps.Copy(all.Free, a.Free)
		for _, inner := range p.stretches[i+1:] {
			if dom.Idom[a.block] < 0 || dom.Idom[inner.block] < 0 || !dom.Dominates(a.block, inner.block) {
				break // or lanes come to one of them by a return alone
			}
			if p.waited[inner.block] {
				break // lanes wait there from turn to turn, that come to the first no more
			}
			all.To = inner.To
			maps.Copy(all.Free, inner.Free)
		}
		if all.To > a.To {
			list = append(list, all)
		}
		list = append(list, a.Stretch)
	}
	some := slices.DeleteFunc(slices.Clone(list), func(s codegen.Stretch) bool { return !p.jumps(s.Mask) })
	chosen := p.Bypassable(some, p.g.jumping.worth)
	if len(some) < len(list) && !p.g.mayJump {
		p.g.mayJump = len(p.Bypassable(list, p.g.jumping.worth)) > len(chosen)
	}
	for _, s := range chosen {
		for _, a := range p.stretches {
			if s.From <= a.From && a.To <= s.To {
				p.g.note(a.block).jump = true
			}
		}
	}
	p.Bypass(chosen)
	p.Finish()
}

// jumps reports whether the phase of a mask has a jump around it, if that is worth it.
func (p *phases) jumps(mask codegen.Value) bool { return p.g.jumping.all || p.IsRare(mask) }
