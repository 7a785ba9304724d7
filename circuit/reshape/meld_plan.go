package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// meldPlan is two blocks, and what of them is melded. Both become a row of parts,
//
//	A: a0 m0 a1 m1 a2     B: b0 m0 b1 m1 b2
//
// of which the m are blocks for both: a0 and b0 lead to m0, which ends in a branch to a1 and b1,
// and so on. A lane that came by A goes on by A, and does what it did in A.
type meldPlan struct {
	m     *melder
	head  int
	pos   program.Pos // of the head's branch
	sides [2]*meldSide
	pairs []meldPair
	gain  int

	weight  int                // of the pairs that are not dropped
	choices map[meldChoice]int // how many operands are one
	runs    int

	// What it comes to: the instructions of the parts and of the melded blocks, and the ends.
	parts  [2][][]program.Instr
	melded [][]program.Instr
	terms  [2]program.Terminator
	// New variables have names for the time being, which no others have.
	fresh   []meldVariable
	results [][]string // of each pair
	chosen  []meldChosen
	cond    program.Operand // by which lanes part again: it holds on the first side
	kept    []program.Instr // that the head ends with, so that there is one
}

// plan returns how two blocks on different ways of a branch are melded, or nil if that saves nothing.
func (m *melder) plan(head int, ways []uint64, x, y int) *meldPlan {
	pl := &meldPlan{m: m, head: head, pos: m.shape.Blocks[head].Term.Position(), choices: map[meldChoice]int{}}
	if ways[x]&1 == 0 {
		x, y = y, x // the first is the one where a condition holds
	}
	if len(m.shape.Blocks[x].Instrs)*len(m.shape.Blocks[y].Instrs) > meldTable {
		return nil
	}
	pl.sides = [2]*meldSide{m.side(x), m.side(y)}
	pl.align()
	if len(pl.pairs) == 0 {
		return nil
	}
	pl.prune()
	if len(pl.pairs) == 0 || pl.heavy() < m.limits.least || pl.saves() <= m.limits.run {
		return nil
	}
	if m.live == nil {
		m.live = edit.NewLiveness(m.b, edit.Number(m.p))
	}
	for pl.place(); pl.thin(); {
		pl.place()
	}
	pl.write()
	dummies, ok := pl.define()
	pl.gain = pl.saves() - pl.runs*m.limits.run - dummies
	if !ok || pl.gain <= 0 {
		return nil
	}
	return pl
}

// place finds the part or the melded block that each instruction goes to: pairs as early as what
// they need allows, so that there are few melded blocks; all else as late as who needs it allows, so that
// little is kept across them.
func (pl *meldPlan) place() {
	pl.runs = 0
	var before [2][][]int // of each instruction: those that stay before it
	var early [2][]int
	for side, s := range pl.sides {
		before[side] = pl.order(s)
		early[side] = make([]int, len(s.instrs))
		s.seg = make([]int, len(s.instrs))
	}
	// after is the first part that may have what follows an instruction.
	after := func(side, at int) int {
		if p := pl.sides[side].pair[at]; p >= 0 {
			return pl.pairs[p].run + 1
		}
		return early[side][at]
	}
	next := [2]int{}
	single := func(side, to int) {
		for at := next[side]; at < to; at++ {
			for _, d := range before[side][at] {
				early[side][at] = max(early[side][at], after(side, d))
			}
		}
		next[side] = to + 1
	}
	for p := range pl.pairs {
		pair := &pl.pairs[p]
		for side, at := range pair.at {
			single(side, at)
			for _, d := range before[side][at] {
				run := after(side, d)
				if q := pl.sides[side].pair[d]; q >= 0 && pl.together(side, p, q) {
					run--
				}
				pair.run = max(pair.run, run)
			}
		}
		pl.runs = max(pl.runs, pair.run+1)
	}
	for side, s := range pl.sides {
		single(side, len(s.instrs))
		for at := range s.instrs {
			s.seg[at] = pl.runs
		}
		for at := len(s.instrs) - 1; at >= 0; at-- {
			last := s.seg[at]
			if p := s.pair[at]; p >= 0 {
				last = pl.pairs[p].run
			}
			for _, d := range before[side][at] {
				s.seg[d] = min(s.seg[d], last)
			}
		}
	}
}

// together reports whether a pair may be in one melded block with one that is before it: no
// operand of it that the other gives is chosen.
func (pl *meldPlan) together(side, p, q int) bool {
	s := pl.sides[side]
	at := pl.pairs[p].at[side]
	for n, from := range s.from[at] {
		if from == pl.pairs[q].at[side] {
			if _, need := pl.choice(p, n); need {
				return false
			}
		}
	}
	return true
}

// order returns, of each instruction of a block, those that must stay before it: who writes what it
// reads, who reads or writes what it writes, and, of one that may fault or calls, the one before it that
// may.
func (pl *meldPlan) order(s *meldSide) [][]int {
	before := make([][]int, len(s.instrs))
	writer, readers := map[string]int{}, map[string][]int{}
	effect := -1
	for i, in := range s.instrs {
		for _, name := range program.Reads(in, nil) {
			if w, ok := writer[name]; ok {
				before[i] = append(before[i], w)
			}
			readers[name] = append(readers[name], i)
		}
		for _, name := range program.Writes(in, nil) {
			if w, ok := writer[name]; ok {
				before[i] = append(before[i], w)
			}
			for _, r := range readers[name] {
				if r != i {
					before[i] = append(before[i], r)
				}
			}
			writer[name] = i
			readers[name] = nil
		}
		if op, ok := in.(*program.PrimOp); !ok || op.Op.CanFault() {
			if effect >= 0 {
				before[i] = append(before[i], effect)
			}
			effect = i
		}
	}
	return before
}

// heavy is what the costly ones of the pairs save. Less than an exponential or three quotients is
// better computed on both ways: in a loop that waits for one result after the other, neither way waits
// for the condition then (measured on golden section with two quotients and with five: 12 to 10 and 5.5 to
// 9 times the compiled loop).
func (pl *meldPlan) heavy() (sum int) {
	for _, pair := range pl.pairs {
		if w := pl.sides[0].weight[pair.at[0]]; w >= pl.m.limits.heavy {
			sum += w
		}
	}
	return sum
}

// describe tells what is melded.
func (pl *meldPlan) describe() Melded {
	blocks := pl.m.shape.Blocks
	d := Melded{
		Function: pl.m.b.Name, Pos: pl.pos,
		Blocks:  [2]string{blocks[pl.sides[0].block].Name, blocks[pl.sides[1].block].Name},
		Choices: len(pl.choices), Runs: pl.runs, Saved: pl.gain,
	}
	for p := range pl.pairs {
		switch in := pl.instr(0, p).(type) {
		case *program.PrimOp:
			d.Operations = append(d.Operations, in.Op.String())
		case *program.FunctionCallOp:
			d.Operations = append(d.Operations, in.Callee)
		}
	}
	return d
}
