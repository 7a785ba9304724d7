package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A phase that only some lanes come to is jumped over where none does, if it is long enough for that to be worth a
// test, and few lanes are likely to come: to correct what is not a number, for instance. A form of the program has jumps
// around all that are long enough, since neighbours that are alike often go the same way. Whether that is faster is
// measured: a jump keeps groups of lanes from being woven, and values in their registers, and may be foreseen wrongly.

// usualJump is what a jump saves at least, in additions.
const usualJump = 40

// jumping says where there are jumps: where they save so many additions at least, and lanes are likely to be few unless
// all are asked for.
type jumping struct {
	worth int
	all   bool
}

// arm is a phase with a jump around it, if it is worth it.
type arm struct {
	block int
	codegen.Stretch
}

// findPassed finds the blocks among some in which some lane is at each turn, unless all are done: those that lanes
// cannot avoid, wherever they wait.
func (p *phases) findPassed(blocks []int) []bool {
	passed := make([]bool, len(p.g.blocks))
	for _, b := range blocks {
		passed[b] = !p.avoidable(b, blocks)
	}
	return passed
}

// avoidable reports whether lanes come through the phases of some blocks without one of them.
func (p *phases) avoidable(b int, blocks []int) bool {
	g := p.g
	around := map[int]bool{} // whether lanes get around it from a block
	for i := len(blocks) - 1; i >= 0; i-- {
		x := blocks[i]
		if x == b {
			continue
		}
		inside := false
		for _, to := range g.succs[x] {
			switch {
			case to <= x || g.part[x] != turning && g.partOf(to) != g.part[x]:
				around[x] = true // for the next turn, or part
			case g.partOf(to) == g.part[x]:
				inside = true
				around[x] = around[x] || around[to]
			}
		}
		if !inside {
			around[x] = true
		}
	}
	for _, x := range blocks {
		_, own := g.numbered[x]
		if around[x] && (len(p.masks[x]) > 0 || g.placed && own) {
			return true
		}
	}
	return false
}

// stretch notes a phase for lanes of a mask, whose code began at from. What a long one gives variables is of no use to
// other lanes, so that nobody else is to take it for what he computes.
func (f *phase) stretch(from int, mask codegen.Value) {
	if f.passed[f.b] {
		return
	}
	a := arm{f.b, codegen.Stretch{From: from, To: f.Len(), Mask: mask}}
	if f.Len()-from >= f.g.jumping.worth {
		a.Free = map[codegen.Value]bool{}
		for _, v := range f.inside {
			if !f.IsSame(v) {
				a.Free[v] = true
			}
		}
		if f.jumps(mask) {
			f.Forget(a.Free)
		}
	}
	f.arms = append(f.arms, a)
}

// finish ends the code: jumps go around what is worth it, a phase and those behind it that lanes come to through it
// alone, or the phase.
func (p *phases) finish() {
	var list []codegen.Stretch
	dom := flow.NewDominators(p.g.flow)
	for i, a := range p.arms {
		all := a.Stretch
		all.Free = map[codegen.Value]bool{}
		maps.Copy(all.Free, a.Free)
		for _, inner := range p.arms[i+1:] {
			if !dom.Dominates(a.block, inner.block) {
				break
			}
			all.To = inner.To
			maps.Copy(all.Free, inner.Free)
		}
		if all.To > a.To {
			list = append(list, all)
		}
		list = append(list, a.Stretch)
	}
	all := p.Bypassable(list, p.g.jumping.worth)
	chosen := p.Bypassable(slices.DeleteFunc(list, func(s codegen.Stretch) bool { return !p.jumps(s.Mask) }), p.g.jumping.worth)
	p.g.mayJump = p.g.mayJump || len(all) > len(chosen)
	for _, s := range chosen {
		for _, a := range p.arms {
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
