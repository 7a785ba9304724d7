package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// meldSide is one of two blocks whose operations are melded.
type meldSide struct {
	block  int
	instrs []program.Instr
	// kind is, of each instruction, the number of its key, or -1; weight is what it costs.
	kind, weight []int
	// pair is, of each instruction, the pair it belongs to, or -1.
	pair []int
	// from is, of each instruction and operand, the instruction of the block that wrote it last, or -1.
	from [][]int
	// seg is, of each instruction that is in no pair, which of the parts of the block it goes to:
	// part s comes before the melded operations s, and the last behind all.
	seg []int
}

// meldPair is an instruction of each of two blocks that become one.
type meldPair struct {
	at      [2]int // in the blocks
	run     int    // which of the melded blocks it goes to
	dropped bool
	users   []int // pairs with an operand from it
}

// side returns what is known of a block.
func (m *melder) side(block int) *meldSide {
	s := &meldSide{block: block, instrs: m.shape.Blocks[block].Instrs}
	s.kind, s.weight = make([]int, len(s.instrs)), make([]int, len(s.instrs))
	for i, in := range s.instrs {
		s.kind[i] = -1
		k, weight, ok := m.rules.key(in)
		if !ok {
			continue
		}
		s.kind[i], s.weight[i] = m.kind(k), weight
	}
	s.pair = slices.Repeat([]int{-1}, len(s.instrs))
	s.from = make([][]int, len(s.instrs))
	writer := map[string]int{} // one more than the instruction
	for i, in := range s.instrs {
		for _, o := range edit.Operands(in) {
			s.from[i] = append(s.from[i], writer[o.Name]-1)
		}
		for _, name := range program.Writes(in, nil) {
			writer[name] = i + 1
		}
	}
	return s
}

// align finds the instructions of two blocks that are alike, in the order that both have them in:
// those that weigh most together, and those whose operands are alike first.
func (pl *meldPlan) align() {
	x, y := pl.sides[0], pl.sides[1]
	cols := len(y.instrs) + 1
	best := make([]int, (len(x.instrs)+1)*cols) // from each place on
	for i := len(x.instrs) - 1; i >= 0; i-- {
		for j := len(y.instrs) - 1; j >= 0; j-- {
			b := max(best[(i+1)*cols+j], best[i*cols+j+1])
			if score := pl.score(i, j); score > 0 {
				b = max(b, score+best[(i+1)*cols+j+1])
			}
			best[i*cols+j] = b
		}
	}
	for i, j := 0, 0; i < len(x.instrs) && j < len(y.instrs); {
		switch score, b := pl.score(i, j), best[i*cols+j]; {
		case score > 0 && b == score+best[(i+1)*cols+j+1]:
			x.pair[i], y.pair[j] = len(pl.pairs), len(pl.pairs)
			pl.pairs = append(pl.pairs, meldPair{at: [2]int{i, j}})
			i, j = i+1, j+1
		case b == best[(i+1)*cols+j]:
			i++
		default:
			j++
		}
	}
}

// score says how much two instructions ought to be melded; 0 is not at all.
func (pl *meldPlan) score(i, j int) int {
	x, y := pl.sides[0], pl.sides[1]
	if x.kind[i] < 0 || x.kind[i] != y.kind[j] {
		return 0
	}
	score := 4 * x.weight[i]
	for n, o := range edit.Operands(x.instrs[i]) {
		switch q := edit.Operands(y.instrs[j])[n]; {
		case o == q:
			score++
		case !pl.mayChoose(i, j, n, o, q):
			return 0
		}
	}
	return score
}

// mayChoose reports whether there may be a choice of two operands in the place of each.
func (pl *meldPlan) mayChoose(i, j, n int, o, q program.Operand) bool {
	x, y := pl.sides[0], pl.sides[1]
	if o.IsLiteral() && q.IsLiteral() {
		return false
	}
	for _, o := range []program.Operand{o, q} {
		if !o.IsLiteral() && !isScalar(pl.m.p, o.Name) {
			return false
		}
	}
	op, ok := x.instrs[i].(*program.PrimOp)
	if ok { // a second operand that is known makes some operations others
		return n == 0 || op.Op.Info().Row.Weight() == 1 || !o.IsLiteral() && !q.IsLiteral()
	}
	// A function may have loops and branches that an argument decides for all lanes.
	if o.IsLiteral() || q.IsLiteral() {
		return false
	}
	d, f := pl.m.divergence, pl.m.shape
	return d.varies(f.Blocks[x.block], i, n) && d.varies(f.Blocks[y.block], j, n)
}

// prune gives up the pairs that save no more than the choices of their operands cost.
func (pl *meldPlan) prune() {
	pl.link()
	for again := true; again; {
		again = false
		for p := range pl.pairs {
			if pl.pairs[p].dropped {
				continue
			}
			with := pl.saves()
			pl.drop(p, true)
			if pl.saves() >= with {
				again = true
			} else {
				pl.drop(p, false)
			}
		}
	}
	pl.link()
}

// link forgets the pairs that were dropped, and finds who needs which, and what they save.
func (pl *meldPlan) link() {
	pl.pairs = slices.DeleteFunc(pl.pairs, func(p meldPair) bool { return p.dropped })
	pl.weight = 0
	clear(pl.choices)
	for p := range pl.pairs {
		pl.pairs[p].users, pl.pairs[p].run = nil, 0
		for side, at := range pl.pairs[p].at {
			pl.sides[side].pair[at] = p
		}
	}
	for p := range pl.pairs {
		for side, s := range pl.sides {
			for _, from := range s.from[pl.pairs[p].at[side]] {
				if from >= 0 && s.pair[from] >= 0 {
					q := &pl.pairs[s.pair[from]]
					q.users = append(q.users, p)
				}
			}
		}
		pl.count(p, 1)
	}
}

// thin gives up a melded block, among several, that saves no more than it costs, and reports whether there
// was one.
func (pl *meldPlan) thin() bool {
	for run := range pl.runs {
		if pl.runs == 1 {
			break
		}
		with := pl.saves()
		for p := range pl.pairs {
			if pl.pairs[p].run == run {
				pl.drop(p, true)
			}
		}
		if with-pl.saves() <= pl.m.limits.run {
			pl.link()
			return true
		}
		for p := range pl.pairs {
			if pl.pairs[p].run == run {
				pl.drop(p, false)
			}
		}
	}
	return false
}

// drop drops a pair, or takes it back.
func (pl *meldPlan) drop(p int, dropped bool) {
	affected := append(slices.Clone(pl.pairs[p].users), p)
	slices.Sort(affected)
	affected = slices.Compact(affected)
	for _, q := range affected {
		pl.count(q, -1)
	}
	pl.pairs[p].dropped = dropped
	for side, at := range pl.pairs[p].at {
		pl.sides[side].pair[at] = p
		if dropped {
			pl.sides[side].pair[at] = -1
		}
	}
	for _, q := range affected {
		pl.count(q, 1)
	}
}

// count counts what a pair saves and its choices, or takes them back.
func (pl *meldPlan) count(p, by int) {
	if pl.pairs[p].dropped {
		return
	}
	pl.weight += by * pl.sides[0].weight[pl.pairs[p].at[0]]
	for n := range edit.Operands(pl.instr(0, p)) {
		c, need := pl.choice(p, n)
		if !need {
			continue
		}
		if pl.choices[c] += by; pl.choices[c] == 0 {
			delete(pl.choices, c)
		}
	}
}

// saves is what the pairs save without what the choices cost.
func (pl *meldPlan) saves() int { return pl.weight - len(pl.choices)*pl.m.limits.choice }

// instr is the instruction that a pair has of a side.
func (pl *meldPlan) instr(side, p int) program.Instr {
	return pl.sides[side].instrs[pl.pairs[p].at[side]]
}

// meldChoice is a choice of operands, each with the instruction of its block that wrote it, or -1.
type meldChoice struct {
	operand [2]program.Operand
	from    [2]int
}

// choice returns what an operand of a pair is chosen from, and whether it has to be.
func (pl *meldPlan) choice(p, n int) (c meldChoice, need bool) {
	melded := 0
	for side, s := range pl.sides {
		at := pl.pairs[p].at[side]
		c.operand[side], c.from[side] = edit.Operands(s.instrs[at])[n], s.from[at][n]
		if c.from[side] >= 0 && s.pair[c.from[side]] >= 0 {
			melded++
		}
	}
	if melded == 0 {
		return c, c.operand[0] != c.operand[1]
	}
	return c, !pl.isPaired(c)
}

// isPaired reports whether both sides have the same result of one pair.
func (pl *meldPlan) isPaired(c meldChoice) bool {
	if c.from[0] < 0 || c.from[1] < 0 {
		return false
	}
	p := pl.sides[0].pair[c.from[0]]
	if p < 0 || p != pl.sides[1].pair[c.from[1]] {
		return false
	}
	return slices.Index(program.Writes(pl.instr(0, p), nil), c.operand[0].Name) ==
		slices.Index(program.Writes(pl.instr(1, p), nil), c.operand[1].Name)
}
