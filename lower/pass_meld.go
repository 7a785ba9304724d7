package lower

import (
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// The limits of melding.
const (
	meldTable = 1 << 16 // the product of the lengths of two blocks that are compared
	meldMost  = 64      // pairs of blocks of a function
)

// meldLimits say when melding pays, in additions.
type meldLimits struct {
	heavy  int // what an operation costs that two blocks are looked at for
	least  int // what such operations cost together that are melded
	choice int // what it costs to choose an operand
	run    int // what the branch costs that parts lanes behind melded operations
	call   int // what a function costs whose calls are melded
}

var usualMelds = meldLimits{heavy: 4, least: 12, choice: 1, run: 4, call: 24}

// meld makes one of what the two ways of a branch both compute at some cost: an exponential, a
// row of quotients. Lanes part at the branch, so a gang with lanes on both ways computes it twice,
// each time for some. Where the ways hold the same operations, operands are chosen on each way,
// all lanes compute together, and then part again. Nothing is computed by a lane that did not
// compute it before, and each computes what it did in the order in which it did: so this needs no
// speculation, unlike predicate, and is right for what takes any time. Only the position of an
// operation may be another one's; so what may fault is melded with itself alone, which it is
// where a function was put in the place of two of its calls. (Coutinho, Sampaio, Pereira and
// Meira, "Divergence analysis and optimizations", 2011, fuse branches by aligning their
// instructions; Saumya, Sundararajah and Kulkarni, "DARM: control-flow melding for SIMT thread
// divergence reduction", 2022, does so in regions.)
func meld(p *program.Program) (*program.Program, error) {
	meldBodies(p, operationRules{p}, usualMelds, nil)
	return p, nil
}

// meldCalls does so with calls of a function that costs enough, before it is put in their place:
// it may have branches and loops. Those of a recursion stay: lanes that call a function from two
// places run its blocks together as it is, and who runs out of depth is told which call it was.
func meldCalls(p *program.Program) (*program.Program, error) {
	if len(p.Functions) > 0 {
		meldBodies(p, newCallRules(p, usualMelds), usualMelds, nil)
	}
	return p, nil
}

// meldBodies melds in all bodies, and calls observe, if it is not nil, with what was done.
func meldBodies(p *program.Program, rules meldRules, limits meldLimits, observe func(Melded)) {
	names, blocks := varNamer(p), blockNamer(p)
	for _, b := range bodies(p) {
		m := &melder{p: p, b: b, rules: rules, limits: limits, names: names, blocks: blocks}
		if !rules.allow(b) {
			continue
		}
		for range meldMost {
			best := m.best()
			if best == nil {
				break
			}
			if observe != nil {
				observe(best.describe())
			}
			best.apply()
		}
	}
}

// meldRules say what may be melded.
type meldRules interface {
	// allow reports whether a body may have anything.
	allow(b *body) bool
	// key returns what two instructions must have alike to be melded, and what that saves; ok is
	// false for what is never melded.
	key(in program.Instr) (k meldKey, weight int, ok bool)
}

// meldKey is what two instructions that are melded have alike.
type meldKey struct {
	op       program.Opcode
	operands int
	callee   string
	pos      program.Pos // of what may fault
}

// melder melds blocks of one body.
type melder struct {
	p             *program.Program
	b             *body
	rules         meldRules
	limits        meldLimits
	names, blocks *namer

	// Of the body as it is:
	shape *program.Shape
	dom   *flow.Dominators
	loops *flow.Loops
	live  *liveness
	info  *divergence.Info
	heavy []int // blocks with something that is worth it
	kinds map[meldKey]int
}

// best returns what is to be melded next, or nil. Branches inside the ways of others come first.
func (m *melder) best() *meldPlan {
	if !m.look() {
		return nil
	}
	order := m.shape.Postorder(0)
	for _, head := range order {
		if head == m.shape.Exit() {
			continue
		}
		t, ok := m.shape.Blocks[head].Term.(program.BranchOp)
		if !ok || !m.p.VarDefs.Has(t.Cond.Name) {
			continue
		}
		if best := m.at(head, t); best != nil {
			return best
		}
	}
	return nil
}

// look finds out about the body, and reports whether there may be anything to meld.
func (m *melder) look() bool {
	keys := map[meldKey]int{} // one more than the first block that has it
	several := false
	m.heavy = m.heavy[:0]
	for i, blk := range m.b.graph.Blocks {
		some := false
		for _, in := range blk.Instrs {
			k, weight, ok := m.rules.key(in)
			if !ok || weight < m.limits.heavy {
				continue
			}
			some = true
			if keys[k] == 0 {
				keys[k] = i + 1
			}
			several = several || keys[k] != i+1
		}
		if some {
			m.heavy = append(m.heavy, i)
		}
	}
	if !several {
		return false
	}
	m.shape = program.NewShape(m.b.graph)
	m.dom = flow.NewDominators(m.shape.Graph)
	m.loops = flow.NewLoops(m.shape.Graph)
	m.live = analyse(m.b, number(m.p))
	m.info = nil
	m.kinds = map[meldKey]int{}
	return true
}

// at returns the best of what the ways of a branch have in common.
func (m *melder) at(head int, t program.BranchOp) *meldPlan {
	f := m.shape
	then, other := f.Index(t.Then), f.Index(t.Else)
	if then == other || !m.only(head, then) || !m.only(head, other) {
		return nil
	}
	var best *meldPlan
	for _, x := range m.heavy {
		if !m.beside(head, then, x) {
			continue
		}
		for _, y := range m.heavy {
			if !m.beside(head, other, y) {
				continue
			}
			plan := m.plan(head, t, x, y)
			if plan != nil && (best == nil || plan.gain > best.gain) {
				best = plan
			}
		}
	}
	if best != nil && !m.parts(head) {
		return nil
	}
	return best
}

// only reports whether a block is entered from one other alone.
func (m *melder) only(from, block int) bool {
	preds := m.shape.Preds[block]
	return block != m.shape.Exit() && block != 0 && len(preds) == 1 && preds[0] == from
}

// beside reports whether a block is on one way of a branch and in the loop that the branch is in:
// then a lane that is there has taken that way since it came to the branch.
func (m *melder) beside(head, way, block int) bool {
	if loop := m.loops.Of[head]; m.loops.Of[block] != loop || loop != nil && loop.Irreducible {
		return false
	}
	return m.dom.Reached(block) && m.dom.Dominates(way, block)
}

// parts reports whether lanes part at a branch.
func (m *melder) parts(head int) bool {
	m.diverge()
	return m.info.Branch(m.shape.Blocks[head]).Class == divergence.Varying
}

// diverge finds out where lanes part, once for a body as it is.
func (m *melder) diverge() {
	if m.info == nil {
		m.info = divergence.Of(m.p)
	}
}
