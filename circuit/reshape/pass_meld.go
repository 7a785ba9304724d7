package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// The limits of melding.
const (
	meldTable = 1 << 16 // the product of the lengths of two blocks that are compared
	meldMost  = 64      // pairs of blocks of a function that are melded
	meldTried = 4       // pairs of blocks at a branch that are looked at closely, those with most in common
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
	names, blocks := edit.NewVarNamer(p), edit.NewBlockNamer(p)
	d := &meldDivergence{p: p, was: map[*program.Block]*program.Block{}}
	for _, b := range edit.Bodies(p) {
		m := &melder{p: p, b: b, rules: rules, limits: limits, names: names, blocks: blocks, divergence: d}
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
	allow(b *edit.Body) bool
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
	b             *edit.Body
	rules         meldRules
	limits        meldLimits
	names, blocks *edit.Namer
	divergence    *meldDivergence

	// Of the body as it is:
	shape *program.Shape
	dom   *flow.Dominators
	loops *flow.Loops
	live  *edit.Liveness
	heavy []int // blocks with something that is worth it
	kinds map[meldKey]int
	// costly are the kinds of costly operations that a heavy block has, and weights what they cost.
	costly  map[int][]int
	weights map[int]int
}

// best returns what is to be melded next, or nil. Branches inside the ways of others come first.
func (m *melder) best() *meldPlan {
	if !m.look() {
		return nil
	}
	for _, head := range m.shape.Postorder(0) {
		if best := m.at(head); best != nil {
			return best
		}
	}
	return nil
}

// look finds out about the body, and reports whether there may be anything to meld.
func (m *melder) look() bool {
	m.kinds, m.weights, m.costly, m.heavy = map[meldKey]int{}, map[int]int{}, map[int][]int{}, m.heavy[:0]
	first, several := map[int]int{}, false // the block that has a kind first
	for i, blk := range m.b.Graph.Blocks {
		for _, in := range blk.Instrs {
			k, weight, ok := m.rules.key(in)
			if !ok || weight < m.limits.heavy {
				continue
			}
			kind := m.kind(k)
			m.weights[kind] = weight
			m.costly[i] = append(m.costly[i], kind)
			if at, ok := first[kind]; !ok {
				first[kind] = i
			} else {
				several = several || at != i
			}
		}
		if m.costly[i] != nil {
			m.heavy = append(m.heavy, i)
		}
	}
	if !several {
		return false
	}
	m.shape = program.NewShape(m.b.Graph)
	m.dom = flow.NewDominators(m.shape.Graph)
	m.loops = flow.NewLoops(m.shape.Graph)
	m.live = nil
	return true
}

// kind numbers the keys.
func (m *melder) kind(k meldKey) int {
	if _, ok := m.kinds[k]; !ok {
		m.kinds[k] = len(m.kinds)
	}
	return m.kinds[k]
}

// at returns the best of what the ways of a branch have in common.
func (m *melder) at(head int) *meldPlan {
	var beside []int // heavy blocks on its ways
	for _, b := range m.heavy {
		if m.dom.Reached(b) && b != head && m.dom.Dominates(head, b) && m.loops.Of[b] == m.loops.Of[head] {
			beside = append(beside, b)
		}
	}
	if loop := m.loops.Of[head]; len(beside) < 2 || loop != nil && loop.Irreducible {
		return nil
	}
	ways := m.ways(head)
	type two struct{ x, y, common int }
	var pairs []two
	for i, x := range beside {
		for _, y := range beside[i+1:] {
			if common := m.common(x, y); ways[x]&ways[y] == 0 && common >= m.limits.least {
				pairs = append(pairs, two{x, y, common})
			}
		}
	}
	if len(pairs) == 0 || !m.divergence.parts(m.shape.Blocks[head]) {
		return nil
	}
	slices.SortStableFunc(pairs, func(a, b two) int { return b.common - a.common })
	var best *meldPlan
	for _, p := range pairs[:min(len(pairs), meldTried)] {
		plan := m.plan(head, ways, p.x, p.y)
		if plan != nil && (best == nil || plan.gain > best.gain) {
			best = plan
		}
	}
	return best
}

// common is what two blocks have in common of costly operations, at most.
func (m *melder) common(x, y int) (sum int) {
	for _, k := range m.costly[x] {
		if slices.Contains(m.costly[y], k) {
			sum += m.weights[k]
		}
	}
	return sum
}

// ways returns, of each block, the ways of a branch on which it is before the branch is come to again, as
// bits. A lane in a block that the branch dominates, and that is in no loop inside the branch's own, has
// taken one of these since it came to the branch.
func (m *melder) ways(head int) []uint64 {
	ways := make([]uint64, m.shape.Len())
	for k, to := range m.shape.Succs[head] {
		reached := flow.NewSet(m.shape.Len())
		if to == head {
			continue
		}
		reached.Add(to)
		m.shape.Reach(to, head, reached)
		for b := range reached.All() {
			ways[b] |= 1 << min(k, 63)
		}
	}
	return ways
}
