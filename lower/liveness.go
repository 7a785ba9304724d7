package lower

import "github.com/lockstep-simt/lockstep/program"

// liveness tells, for one body of the source dialect, which variables may be
// read before they are written again. Loops may be anywhere: it is the least
// fixed point of the usual backward equations.
type liveness struct {
	vars *numbering
	flow *flow
	in   []bitset // at each block's entry; for the exit, the results
	out  []bitset // after each block's terminator
}

// analyse computes the liveness of a body in time proportional to its size
// times the number of rounds, which is small for the graphs programs have.
func analyse(b *body, vars *numbering) *liveness {
	f := newFlow(b.graph)
	l := &liveness{vars: vars, flow: f}
	for range len(f.blocks) + 1 {
		l.in = append(l.in, newBitset(vars.len()))
		l.out = append(l.out, newBitset(vars.len()))
	}
	l.in[f.exit()].set(vars.set(b.out))

	order := f.postorder()
	live := newBitset(vars.len())
	for changed := true; changed; {
		changed = false
		for _, i := range order {
			for _, s := range f.succs[i] {
				l.out[i].addAll(l.in[s])
			}
			l.walk(i, live, func(int, program.Instr) {})
			changed = l.in[i].addAll(live) || changed
		}
	}
	return l
}

// beforeTerm sets live to what is live before a block's terminator.
func (l *liveness) beforeTerm(block int, live bitset) {
	live.set(l.out[block])
	if o, ok := program.TermOperand(l.flow.blocks[block].Term); ok {
		if v, ok := l.vars.operand(o); ok {
			live.add(v)
		}
	}
}

// walk goes through a block's instructions from the last to the first and
// calls f before passing each: live then holds what is live after it. In the
// end live holds what is live at the block's entry.
func (l *liveness) walk(block int, live bitset, f func(i int, in program.Instr)) {
	l.beforeTerm(block, live)
	instrs := l.flow.blocks[block].Instrs
	for i := len(instrs) - 1; i >= 0; i-- {
		f(i, instrs[i])
		l.step(instrs[i], live)
	}
}

// step changes live from what is live after an instruction to what is live
// before it.
func (l *liveness) step(in program.Instr, live bitset) {
	l.vars.writes(in, live.remove)
	l.vars.reads(in, live.add)
}
