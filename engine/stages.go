package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Where each lane takes one of several loops, every lane of a turn pays for all of them, and what is
// costly before a loop or behind it runs for the few lanes that begin or leave together. So a
// program may run as stages: from its start to where lanes part for loops that exclude each
// other, and so on, each with a queue before it in which lanes gather until it is worth to run
// them, all lanes of the stage's code at full width. What is live where a stage begins goes
// through the queue. See stage_programs.go for what becomes of the program, and package turns
// for how stages run.

const (
	// maxStages is how many stages a program may have. The last has what would be more.
	maxStages = 8
	// costly is the weight of a block that is worth a queue, in additions: that of about two
	// mathematical functions.
	costly = 24
)

// cutKind is where stages begin, each kind with those before it.
type cutKind uint8

const (
	atPartings cutKind = iota // where lanes have parted for loops that exclude each other
	atCostly                  // around what is costly before a loop or behind it
	atLoops                   // before a loop behind another: lanes that come to it one by one cost it all its rounds
)

// cutKinds are those that are tried. Where lanes begin and end together they come in full vectors to everything,
// and only those that part may gain by waiting for others.
func (g *graph) cutKinds() []cutKind {
	if g.together {
		return []cutKind{atPartings}
	}
	return []cutKind{atLoops, atCostly, atPartings}
}

// cutter finds where stages begin.
type cutter struct {
	p     *program.Program
	flow  *flow.Graph // of the blocks that are reached, in order, and the exit
	of    []int       // the component of each block; what comes later leads to what comes earlier
	parts [][]int
	loops []flow.Set // components that are loops and can be reached from each component, itself included
	cut   []bool     // blocks at which stages begin
}

// stageEntries are the blocks of a lowered program at which stages begin that are not the first,
// in an order in which lanes go forward; none if it runs as one. also, if not nil, chooses some besides those
// of a kind.
func stageEntries(p *program.Program, where cutKind, also func(block string) bool) (names []string) {
	index := map[string]int{program.Exit: len(p.Graph.Blocks)}
	for i, b := range p.Graph.Blocks {
		index[b.Name] = i
	}
	succs := make([][]int, len(p.Graph.Blocks)+1)
	if slices.ContainsFunc(p.VarDefs.All(), func(d program.VarDef) bool { return p.Alloc(d.Name) == program.Full }) {
		return nil // what is on a lane's stack stays where it is
	}
	for i, b := range p.Graph.Blocks {
		switch b.Term.(type) {
		case program.PushGotoOp, program.IndirectGotoOp:
			return nil // lanes come back
		}
		for _, name := range targets(b.Term) { // stages are in this order, as far as edges let them
			succs[i] = append(succs[i], index[name])
		}
	}
	c := &cutter{p: p, flow: flow.NewGraph(succs), cut: make([]bool, len(succs))}
	c.findLoops()
	c.partings()
	if where >= atCostly {
		c.costlyParts(where >= atLoops)
	}
	for k := range c.parts {
		if b := c.entry(k); also != nil && b > 0 && b < len(p.Graph.Blocks) && c.flow.Reaches(0, b) &&
			also(p.Graph.Blocks[b].Name) {
			c.cut[b] = true
		}
	}
	ranks := c.flow.Ranks()
	var list []int
	for b, cut := range c.cut {
		if cut {
			list = append(list, b)
		}
	}
	sorting.By(list, func(x, y int) int { return ranks[x] - ranks[y] })
	for _, b := range list {
		names = append(names, p.Graph.Blocks[b].Name)
	}
	return names[:min(len(names), maxStages-1)]
}

// findLoops finds what can be reached of loops.
func (c *cutter) findLoops() {
	c.of, c.parts = flow.Components(c.flow.Succs)
	c.loops = make([]flow.Set, len(c.parts))
	for k, blocks := range c.parts {
		c.loops[k] = flow.NewSet(len(c.parts))
		if c.isLoop(k) {
			c.loops[k].Add(k)
		}
		for _, b := range blocks {
			for _, to := range c.flow.Succs[b] {
				if c.of[to] != k {
					c.loops[k].AddAll(c.loops[c.of[to]])
				}
			}
		}
	}
}

// isLoop reports whether a component is a loop.
func (c *cutter) isLoop(k int) bool {
	blocks := c.parts[k]
	return len(blocks) > 1 || slices.Contains(c.flow.Succs[blocks[0]], blocks[0])
}

// entry is the block through which lanes come to a component, or -1 if there are several.
func (c *cutter) entry(k int) int {
	entry := -1
	for _, b := range c.parts[k] {
		from := slices.ContainsFunc(c.flow.Preds[b], func(x int) bool { return c.of[x] != k })
		if b != 0 && !from {
			continue
		}
		if entry >= 0 {
			return -1
		}
		entry = b
	}
	return entry
}

// settled reports whether no two loops that can be reached from a component exclude each other.
func (c *cutter) settled(k int) bool {
	var list []int
	for l := range c.loops[k].All() {
		list = append(list, l)
	}
	for i, x := range list {
		for _, y := range list[:i] {
			if !c.loops[x].Has(y) && !c.loops[y].Has(x) {
				return false
			}
		}
	}
	return true
}

// partings cuts where lanes have parted for loops that exclude each other.
func (c *cutter) partings() {
	for k := range c.parts {
		entry := c.entry(k)
		if entry < 0 || c.loops[k].Len() == 0 || !c.settled(k) {
			continue
		}
		c.cut[entry] = slices.ContainsFunc(c.flow.Preds[entry], func(b int) bool {
			return c.flow.Reaches(0, b) && !c.settled(c.of[b])
		})
	}
}

// costlyParts cuts before what is costly behind a loop, as other loops may be, and before a loop behind what is
// costly. Lanes come in full vectors to what is not behind a loop of its stage.
func (c *cutter) costlyParts(loops bool) {
	behind := make([]bool, len(c.parts)) // a loop of the same stage
	before := make([]int, len(c.parts))  // what costs most between the start of the stage and there
	for k := len(c.parts) - 1; k >= 0; k-- {
		entry := c.entry(k)
		if entry < 0 || entry == len(c.p.Graph.Blocks) || !c.flow.Reaches(0, entry) {
			continue
		}
		for _, b := range c.flow.Preds[entry] {
			if from := c.of[b]; from != k {
				behind[k] = behind[k] || behind[from] || c.isLoop(from)
				before[k] = max(before[k], before[from])
			}
		}
		weight := weightOf(c.p.Graph.Blocks[entry])
		switch loop := c.isLoop(k); {
		case entry == 0 && !loop:
		case !loop && behind[k] && weight >= costly, loop && before[k] >= costly, loop && loops && behind[k]:
			c.cut[entry] = true
		}
		if c.cut[entry] {
			behind[k], before[k] = false, 0
		}
		if !c.isLoop(k) {
			before[k] += weight
		}
	}
}

// weightOf is what a block costs, in additions.
func weightOf(b *program.Block) (sum int) {
	for _, in := range b.Instrs {
		if op, ok := in.(*program.PrimOp); ok && op.Op != program.OpCopy {
			sum += op.Op.Info().Row.Weight()
		}
	}
	return sum
}
