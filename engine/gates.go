package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A costly arm of a branch, with a loop inside a turn or a function for instance, costs a turn the same for one lane as
// for all. Where lanes seldom come to it, each in a turn of its own, it has a gate: lanes wait before it until enough
// of them do, or no others can go on, while the others run what costs less. Let an arm cost c times what lanes between
// two visits do: the best part x of the lanes to wait for has x/(1-x) + log(1-x) = c, which is a quarter for 0.05, half
// for 0.3 and three quarters for 1.6. Around the best, little changes.

const (
	// gatePart is the part of all lanes that opens a gate.
	gatePart = 2
	// leastGated is how costly an arm with a gate is at least, in additions, and gatedPart the part of a turn.
	leastGated, gatedPart = 10, 3
)

// gate is before an arm: the blocks from at to end, in order. Lanes wait at the first.
type gate struct{ at, end int }

func (w gate) has(b int) bool { return w.at <= b && b < w.end }

// gateAt is the gate at which lanes wait at a block, or nil.
func (g *graph) gateAt(b int) *gate {
	i := slices.IndexFunc(g.gates, func(w gate) bool { return w.at == b })
	if i < 0 {
		return nil
	}
	return &g.gates[i]
}

// gated reports whether an edge leads to a gate, from elsewhere than behind it.
func (g *graph) gated(from, to int) bool {
	w := g.gateAt(to)
	return w != nil && !w.has(from)
}

// findGates finds costly arms in the turn. None is in another, since lanes that wait before it would need the others.
func (g *graph) findGates() {
	if g.nesting < GatedLoops || g.placed {
		return
	}
	a := g.arms(g.succs)
	least := 0
	if g.nesting == GatedLoops {
		least = max(leastGated, g.cost(gate{0, len(g.blocks)})/gatedPart)
	}
	for at := 0; at < len(g.blocks); at++ {
		w, ok := g.gateBefore(a, at)
		if !ok || g.cost(w) < least {
			continue
		}
		for in := at + 1; in < w.end; in++ { // the part of it that costs most
			if v, ok := g.gateBefore(a, in); ok && 2*g.cost(v) >= g.cost(w) {
				w = v
			}
		}
		g.gates = append(g.gates, w)
		at = w.end - 1
	}
	g.together = g.together && len(g.gates) == 0
}

// cost is what some blocks of the turn cost in it, in additions.
func (g *graph) cost(w gate) (sum int) {
	for b := w.at; b < w.end; b++ {
		n := weightOf(g.blocks[b])
		for _, r := range g.nests[b] {
			n *= g.roundsIn(r.header)
		}
		if g.part[b] == turning {
			sum += n
		}
	}
	return sum
}

// gateBefore is a gate before the arm that begins at a block, if there may be one: no lane waits behind it.
func (g *graph) gateBefore(a *arms, at int) (w gate, ok bool) {
	in := len(g.nests[at]) > 0 && (g.nests[at][0].header != at || len(g.nests[at]) > 1)
	if g.part[at] != turning || in || !a.begins(at, !g.together) {
		return w, false
	}
	w = gate{at, at + 1}
	for w.end < len(g.blocks) && g.part[w.end] == turning && a.has(at, w.end) {
		w.end++
	}
	for b := at + 1; b < w.end; b++ {
		if slices.ContainsFunc(g.flow.Preds[b], func(x int) bool { return !w.has(x) }) { // lanes wait there for others
			if w.end = b; len(g.nests[b]) > 0 {
				w.end = min(b, g.nests[b][0].header)
			}
			b = at // of the blocks before it some may be reached from those behind
		}
	}
	if w.end <= at {
		return w, false
	}
	for b := w.at; b < w.end; b++ {
		back := func(to int) bool { return w.at <= to && to <= b && !g.again(b, to) }
		if g.hosts[b] || slices.ContainsFunc(g.succs[b], back) {
			return w, false
		}
	}
	return w, true
}

// arms are those of branches: blocks to which lanes come through one side alone.
type arms struct {
	blocks []*program.Block
	info   *divergence.Info
	succs  [][]int
	dom    *flow.Dominators
}

// arms finds arms among the blocks, in the order that they have.
func (g *graph) arms(succs [][]int) *arms {
	flowGraph := flow.NewGraph(append(slices.Clone(succs), nil))
	return &arms{blocks: g.blocks, info: g.info, succs: succs, dom: flow.NewDominators(flowGraph)}
}

func (a *arms) has(at, b int) bool { return a.dom.Reached(b) && a.dom.Dominates(at, b) }

// begins reports whether an arm begins at a block, and lanes that come to the branch before it may stay in the loop by
// another side. coherent says whether lanes that entered the loop together may be in different rounds.
func (a *arms) begins(at int, coherent bool) bool {
	from := a.dom.Idom[at]
	if at == 0 || from < 0 || !slices.Contains(a.succs[from], at) {
		return false
	}
	switch a.blocks[from].Term.(type) {
	case program.BranchOp, program.SwitchOp:
	default:
		return false
	}
	class := a.info.Branch(a.blocks[from]).Class
	if class == divergence.Uniform || class == divergence.Coherent && !coherent {
		return false
	}
	l := a.info.LoopOf(a.blocks[from])
	return l != nil && slices.ContainsFunc(a.succs[from], func(to int) bool {
		return to != at && to < len(a.blocks) && slices.Contains(l.Blocks, a.blocks[to])
	})
}

// costlyIn reports whether a loop has a costly arm.
func (a *arms) costlyIn(l *divergence.Loop) bool {
	cost := make([]int, len(a.blocks)) // of each block of the loop, and those that lanes come to through it alone
	header := slices.Index(a.blocks, l.Header)
	if header < 0 { // no lane comes there
		return false
	}
	for b, block := range slices.Backward(a.blocks) {
		n, inner := weightOf(block), a.info.LoopOf(block)
		for ; inner != nil && inner != l; inner = inner.Parent {
			n *= roundsGuess
		}
		if inner == nil {
			continue
		}
		if cost[b] += n; b != header && a.dom.Reached(b) {
			cost[a.dom.Idom[b]] += cost[b]
		}
	}
	for b, n := range cost {
		if b != header && n >= max(leastGated, cost[header]/gatedPart) && a.begins(b, true) {
			return true
		}
	}
	return false
}

// ungated are those of innermost loops that run inside a turn where others have gates.
func (a *arms) ungated(innermost []*loopTree) (list []*loopTree) {
	for _, t := range innermost {
		if t.Parent != nil && !a.costlyIn(t.Loop) {
			list = append(list, t)
		}
	}
	return list
}

// gather adds the code behind a gate, which runs if enough lanes wait there, or no others can go on. Where there are
// several gates, less is enough at each; if all lanes wait at gates, those open where not fewer wait than at others.
func (t *turn) gather(it *item) error {
	t.Mark(t.g.around("lanes that wait for " + t.g.blocks[it.gate.at].Name))
	open, closed := t.Label("open"), t.Label("closed")
	kept, gates := t.kept(), len(t.g.gates)
	others := codegen.NoReg
	t.Put("MOVQ", codegen.Imm(0), codegen.Gen(codegen.AX))
	for g := range t.groups {
		for i, b := range kept {
			if t.g.gateAt(b) == nil && t.g.partOf(b) == turning && !t.g.hosts[b] { // for which the code is left
				others = t.joined(others, t.masks[g][i])
			}
		}
		t.count(t.masks[g][slices.Index(kept, it.gate.at)])
		t.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.AX))
	}
	t.Put("CMPQ", codegen.Gen(codegen.AX), codegen.Imm(max(1, t.groups*t.Lanes/gatePart/gates)))
	t.Put("JGE", t.To(open))
	if others != codegen.NoReg {
		t.test(others)
		t.Put("JNE", t.To(closed))
	}
	if gates > 1 {
		t.Put("MOVQ", codegen.Gen(codegen.AX), codegen.Gen(codegen.BX))
		for range gates - 1 {
			t.Put("ADDQ", codegen.Gen(codegen.BX), codegen.Gen(codegen.AX))
		}
		for g := range t.groups {
			all := codegen.NoReg
			for _, w := range t.g.gates {
				all = t.joined(all, t.masks[g][slices.Index(kept, w.at)])
			}
			t.count(all)
			t.Put("SUBQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.AX))
		}
		t.Put("JLT", t.To(closed))
	}
	t.Top(open)
	if err := t.emit(it.items); err != nil {
		return err
	}
	t.Top(closed)
	return nil
}
