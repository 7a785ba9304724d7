package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// liveness tells, for one body of the source dialect, which variables may be
// read before they are written again. Loops may be anywhere.
//
// Most variables live and die in one block, and sets of all variables for each
// block would take room, and time, that grow with the square of a program. So
// between blocks only those are looked at that some block reads before it writes
// them.
type liveness struct {
	vars  *numbering
	shape *program.Shape
	// crossing are these variables, by the numbers that live has for them.
	crossing []int
	place    []int // of a variable in crossing, or -1
	live     *flow.Live
	mentions [][]mention // by block and instruction
}

// mention is the variables that an instruction reads and writes, and its size
// when it was looked at.
type mention struct {
	reads, writes []int
	size          int
}

// analyse computes the liveness of a body.
func analyse(b *body, vars *numbering) *liveness {
	l := &liveness{vars: vars, shape: program.NewShape(b.graph), place: make([]int, vars.len())}
	for i := range l.place {
		l.place[i] = -1
	}
	l.mention()
	n := l.shape.Len()
	uses, defs := make([][]int, n), make([][]int, n)
	use := func(v, block int) {
		if l.place[v] < 0 {
			l.place[v] = len(l.crossing)
			l.crossing = append(l.crossing, v)
		}
		uses[block] = append(uses[block], l.place[v])
	}
	written := make([]int, vars.len()) // one more than the last block that writes it
	for i, blk := range l.shape.Blocks {
		read := func(v int) {
			if written[v] != i+1 {
				use(v, i)
			}
		}
		for _, m := range l.mentions[i] {
			for _, v := range m.reads {
				read(v)
			}
			for _, v := range m.writes {
				if written[v] != i+1 {
					written[v] = i + 1
					defs[i] = append(defs[i], v)
				}
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := vars.operand(o); ok {
				read(v)
			}
		}
	}
	for _, name := range b.out {
		use(vars.index(name), l.shape.Exit())
	}
	for i, vs := range defs {
		defs[i] = vs[:0]
		for _, v := range vs {
			if k := l.place[v]; k >= 0 {
				defs[i] = append(defs[i], k)
			}
		}
	}
	l.live = flow.NewLive(l.shape.Graph, len(l.crossing), uses, defs)
	return l
}

// mention finds the variables that instructions mention.
func (l *liveness) mention() {
	most := 0
	for _, blk := range l.shape.Blocks {
		for _, in := range blk.Instrs {
			most += size(in)
		}
	}
	store := make([]int, 0, most) // one for all: there are many, and they are short
	l.mentions = make([][]mention, len(l.shape.Blocks))
	for i, blk := range l.shape.Blocks {
		l.mentions[i] = make([]mention, len(blk.Instrs))
		for j, in := range blk.Instrs {
			m := l.mentionsOf(in, store[len(store):])
			store = store[:len(store)+len(m.reads)+len(m.writes)]
			l.mentions[i][j] = m
		}
	}
}

// mentionsOf finds the variables that an instruction mentions, and appends them
// to store.
func (l *liveness) mentionsOf(in program.Instr, store []int) mention {
	add := func(v int) { store = append(store, v) }
	l.vars.reads(in, add)
	n := len(store)
	l.vars.writes(in, add)
	return mention{reads: store[:n:n], writes: store[n:], size: size(in)}
}

// size is how many operands and results an instruction has.
func size(in program.Instr) int {
	switch in := in.(type) {
	case *program.PrimOp:
		return len(in.In) + len(in.Out)
	case *program.FunctionCallOp:
		return len(in.In) + len(in.Out)
	}
	return 0
}

// isLive reports whether a variable is live at the start of a block; at the exit
// that is the results.
func (l *liveness) isLive(v, block int) bool {
	return l.place[v] >= 0 && l.live.In[block].Has(l.place[v])
}

// atStart returns what is live at the start of a block.
func (l *liveness) atStart(block int) flow.Set {
	set := flow.NewSet(l.vars.len())
	l.addStart(block, set)
	return set
}

// addStart adds what is live at the start of a block.
func (l *liveness) addStart(block int, set flow.Set) { l.widen(l.live.In[block], set) }

// addEnd adds what is live after a block's terminator.
func (l *liveness) addEnd(block int, set flow.Set) { l.widen(l.live.Out[block], set) }

func (l *liveness) widen(narrow, wide flow.Set) {
	for k := range narrow.All() {
		wide.Add(l.crossing[k])
	}
}

// beforeTerm sets live to what is live before a block's terminator.
func (l *liveness) beforeTerm(block int, live flow.Set) {
	live.Clear()
	l.addEnd(block, live)
	if o, ok := program.TermOperand(l.shape.Blocks[block].Term); ok {
		if v, ok := l.vars.operand(o); ok {
			live.Add(v)
		}
	}
}

// walk goes through a block's instructions from the last to the first and
// calls f before passing each: live then holds what is live after it. In the
// end live holds what is live at the block's entry. What f takes out of an
// instruction does not count.
func (l *liveness) walk(block int, live flow.Set, f func(i int, in program.Instr)) {
	l.beforeTerm(block, live)
	instrs := l.shape.Blocks[block].Instrs
	for i := len(instrs) - 1; i >= 0; i-- {
		f(i, instrs[i])
		m := &l.mentions[block][i]
		if size(instrs[i]) != m.size {
			*m = l.mentionsOf(instrs[i], nil)
		}
		for _, v := range m.writes {
			live.Remove(v)
		}
		for _, v := range m.reads {
			live.Add(v)
		}
	}
}
