package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// While a phase runs, other lanes of its group wait elsewhere. A variable that none of them
// reads again is written in all lanes, which costs less than to change some: where they wait
// is what edges say.

// findOthers finds, for each block, the variables that lanes may need which are not in it
// while it runs.
func (g *graph) findOthers() {
	g.others = make([]map[string]bool, len(g.blocks))
	for b := range g.blocks {
		g.others[b] = g.othersThan(b)
	}
}

// fewerOthers is findOthers where it is known which regions lanes leave at once, and which they come to or pass by all
// together: while these run, nobody is behind them.
func (g *graph) fewerOthers() {
	g.findChosen(g.regions)
	for b := range g.blocks {
		if len(g.nests[b]) > 0 {
			g.others[b] = g.othersThan(b)
		}
	}
}

func (g *graph) othersThan(b int) map[string]bool {
	others := map[string]bool{}
	for x := range g.blocks {
		for _, c := range g.succs[x] {
			if g.waits(x, c, b) {
				maps.Copy(others, g.live[c])
			}
		}
	}
	return others
}

// waits reports whether lanes that went from block x to block c may wait there while block b
// runs.
func (g *graph) waits(x, c, b int) bool {
	switch {
	case g.partOf(c) == epilogue && g.part[b] == turning:
		// They wait until they are refilled: at the end of the turn, or when others have been on their way for long.
		before := x < b && g.part[x] == turning || g.part[x] == prologue
		return !g.together || g.leaves(x, c, b) || before && !g.passedByAll(x, c, b)
	case g.part[b] == prologue && g.part[x] != prologue:
		return false // lanes that do not begin
	case g.part[b] == prologue:
		return x < b && (g.partOf(c) != prologue || c > b) // until all blocks of those that begin have run
	case g.hosts[c] && g.part[b] == turning:
		return true // until Go runs
	case g.hosts[x]:
		return c > b // since Go ran
	case g.gated(x, c) && g.part[b] == turning:
		return !g.gateAt(c).has(b) // until enough of them do
	case g.leaves(x, c, b):
		return true // in an earlier round
	case g.passedByAll(x, c, b):
		return false
	case c > x:
		return c > b && (x < b || g.part[x] != g.part[b])
	case g.again(x, c):
		return x < b && g.again(b, c) // for the next round of a loop that both are in
	}
	return x < b || c > b // for the next turn
}

// leaves reports whether an edge leaves a region that a block is in, in a round behind which others follow.
func (g *graph) leaves(x, c, b int) bool {
	return slices.ContainsFunc(g.nests[b], func(r *region) bool { return !r.atOnce && r.has(x) && !r.has(c) })
}

// passedByAll reports whether an edge passes by a region that a block is in, and all lanes that come to where it begins
// take it, or none does and all are in the region. The code of a region runs only if some lane is there. Both ways lead
// out of any loop that is not around the region, so that lanes choose once.
func (g *graph) passedByAll(x, c, b int) bool {
	return slices.ContainsFunc(g.nests[b], func(r *region) bool { return r.chosen == x && c >= r.end })
}

// findChosen finds the regions that all lanes come to or pass by together.
func (g *graph) findChosen(regions []*region) {
	for _, r := range regions {
		g.findChosen(r.inner)
		from := g.entering(r)
		if len(from) != 1 || from[0] > r.header {
			continue
		}
		x := from[0]
		t, ok := g.blocks[x].Term.(program.BranchOp)
		now := g.part[x] == turning || g.together // lanes that begin later wait for the next turn
		if ok && now && !g.placed && g.decidedAlike(x, t.Cond) {
			r.chosen = x
		}
	}
}

// entering lists the blocks from which lanes come to a region.
func (g *graph) entering(r *region) (list []int) {
	for b := range g.blocks {
		if !r.has(b) && slices.Contains(g.succs[b], r.header) {
			list = append(list, b)
		}
	}
	return list
}

// findSame finds the variables that all lanes of all groups have the same value of, those
// included that do not need it: they are computed in the turn, or where all lanes begin together, of
// constants, uniforms and each other, and always written in all lanes.
func (g *graph) findSame() {
	g.same = map[string]bool{}
	for _, name := range g.scalars() {
		if _, own := g.own[name]; !own && g.prog.Alloc(name) == program.Register && g.typeOf(name) != optab.Bool {
			g.same[name] = true
		}
	}
	for _, name := range program.Variables(g.prog.VarsIn) {
		delete(g.same, name)
	}
	for _, name := range program.Variables(g.prog.VarsOut) {
		delete(g.same, name)
	}
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			g.sameIn(b, func(name string, same bool) {
				if g.same[name] && (!same || !g.writesAll(b, name) || g.others[b][name]) {
					delete(g.same, name)
					changed = true
				}
			})
		}
	}
}

// writesAll reports whether what a block writes into a variable may be for all lanes of all groups: it runs
// for the groups in the same turn, and none of them ends once another has begun again.
func (g *graph) writesAll(b int, name string) bool {
	switch g.part[b] {
	case turning:
		return true
	case prologue:
		return g.together && !g.neededAtEnd(name)
	}
	return false
}

// neededAtEnd reports whether lanes that end may read a variable.
func (g *graph) neededAtEnd(name string) bool {
	for b := range len(g.blocks) + 1 {
		if g.partOf(b) == epilogue && g.live[b][name] {
			return true
		}
	}
	return false
}

// findTogether finds out whether all lanes that begin in a turn end in it: they wait for each other at the end
// of loops, and there alone.
func (g *graph) findTogether() {
	g.together = !g.placed && len(g.hosts) == 0
	for b := range g.blocks {
		for _, to := range g.succs[b] {
			if g.part[b] == turning && to <= b && !g.again(b, to) {
				g.together = false
			}
		}
	}
}

// sameIn follows which values of a block are computed of what all lanes have the same value
// of. It calls wrote for each variable that is written, and returns what holds at the end.
func (g *graph) sameIn(b int, wrote func(name string, same bool)) (here map[string]bool) {
	here = map[string]bool{}
	for _, in := range g.blocks[b].Instrs {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				here[name] = false
			}
			continue
		}
		op := in.(*program.PrimOp)
		pure := !g.hosts[b] && !g.touchesArrays(op) && (op.Op == program.OpCopy || !op.Op.CanFault() && !mayFault(op))
		all := make([]bool, len(op.Out)) // of each, before any is written
		for i, out := range op.Out {
			from := op.In
			if op.Op == program.OpCopy {
				from = op.In[i : i+1]
			}
			all[i] = pure && !out.Push && !slices.ContainsFunc(from,
				func(o program.Operand) bool { return !g.sameOperand(o, here) })
		}
		for i, out := range op.Out {
			here[out.Name] = all[i]
			wrote(out.Name, all[i])
		}
	}
	return here
}

// sameOperand reports whether all lanes have the same value of an operand, after what was
// written in its block.
func (g *graph) sameOperand(o program.Operand, here map[string]bool) bool {
	if same, ok := here[o.Name]; ok && !o.IsLiteral() {
		return same
	}
	return o.IsLiteral() || g.same[o.Name] || g.prog.Uniform(o.Name) != nil && !g.isArray(o.Name)
}
