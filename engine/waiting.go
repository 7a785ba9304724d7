package engine

import (
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
	n := len(g.blocks)
	g.others = make([]map[string]bool, n)
	for b := range n {
		g.others[b] = map[string]bool{}
		for x := range n {
			for _, c := range g.succs[x] {
				if g.waits(x, c, b) {
					for name := range g.live[c] {
						g.others[b][name] = true
					}
				}
			}
		}
	}
}

// waits reports whether lanes that went from block x to block c may wait there while block b
// runs.
func (g *graph) waits(x, c, b int) bool {
	switch {
	case g.partOf(c) == epilogue && g.part[b] == turning:
		return true // until they are refilled
	case g.part[b] == prologue && g.part[x] != prologue:
		return false // lanes that do not begin
	case g.leaves(x, c, b):
		return true // in an earlier round
	case c > x:
		return c > b && (x < b || g.part[x] != g.part[b])
	case g.again(x, c):
		return x < b && g.again(b, c) // for the next round of a loop that both are in
	}
	return x < b || c > b // for the next turn
}

// leaves reports whether an edge leaves a region that a block is in.
func (g *graph) leaves(x, c, b int) bool {
	in := func(r *region, b int) bool { return r.header <= b && b < r.end }
	list := g.regions
	for {
		i := slices.IndexFunc(list, func(r *region) bool { return in(r, b) && in(r, x) })
		if i < 0 {
			return false
		}
		if !in(list[i], c) {
			return true
		}
		list = list[i].inner
	}
}

// findSame finds the variables that all lanes of all groups have the same value of, those
// included that do not need it: they are computed in the turn, of constants, uniforms and each
// other, and always written in all lanes.
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
	same := func(o program.Operand, here map[string]bool) bool {
		return o.IsLiteral() || g.same[o.Name] || here[o.Name] || g.prog.Uniform(o.Name) != nil && !g.isArray(o.Name)
	}
	for changed := true; changed; {
		changed = false
		for b, block := range g.blocks {
			here := map[string]bool{} // values of this block that are the same
			for _, in := range block.Instrs {
				if pop, ok := in.(*program.PopOp); ok {
					for _, name := range pop.Vars {
						delete(here, name)
					}
					continue
				}
				op := in.(*program.PrimOp)
				pure := !g.touchesArrays(op) && (op.Op == program.OpCopy || op.Op.Info().Row.Effect != optab.Faults)
				all := make([]bool, len(op.Out)) // of each, before any is written
				for i, out := range op.Out {
					from := op.In
					if op.Op == program.OpCopy {
						from = op.In[i : i+1]
					}
					all[i] = pure && !out.Push && !slices.ContainsFunc(from, func(o program.Operand) bool { return !same(o, here) })
				}
				for i, out := range op.Out {
					here[out.Name] = all[i]
					if g.same[out.Name] && (!all[i] || g.part[b] != turning || g.others[b][out.Name]) {
						delete(g.same, out.Name)
						changed = true
					}
				}
			}
		}
	}
}
