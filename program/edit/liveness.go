package edit

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Liveness tells, for one body of the source dialect, which variables may be
// read before they are written again. Loops may be anywhere.
//
// Most variables live and die in one block, and sets of all variables for each
// block would take room, and time, that grow with the square of a program. So
// between blocks only those are looked at that some block reads before it writes
// them.
type Liveness struct {
	Vars  *Numbering
	Shape *program.Shape
	// crossing are these variables, by the numbers that live has for them.
	crossing []int
	place    []int // of a variable in crossing, or -1
	live     *flow.Live
	Mentions [][]Mention // by block and instruction
}

// Mention is the variables that an instruction reads and writes, and its size
// when it was looked at.
type Mention struct {
	Reads, Writes []int
	size          int
}

// NewLiveness computes the liveness of a body.
func NewLiveness(b *Body, vars *Numbering) *Liveness {
	l := &Liveness{Vars: vars, Shape: program.NewShape(b.Graph), place: make([]int, vars.Len())}
	for i := range l.place {
		l.place[i] = -1
	}
	l.mention()
	n := l.Shape.Len()
	uses, defs := make([][]int, n), make([][]int, n)
	use := func(v, block int) {
		if l.place[v] < 0 {
			l.place[v] = len(l.crossing)
			l.crossing = append(l.crossing, v)
		}
		uses[block] = append(uses[block], l.place[v])
	}
	written := make([]int, vars.Len()) // one more than the last block that writes it
	for i, blk := range l.Shape.Blocks {
		read := func(v int) {
			if written[v] != i+1 {
				use(v, i)
			}
		}
		for _, m := range l.Mentions[i] {
			for _, v := range m.Reads {
				read(v)
			}
			for _, v := range m.Writes {
				if written[v] != i+1 {
					written[v] = i + 1
					defs[i] = append(defs[i], v)
				}
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := vars.Operand(o); ok {
				read(v)
			}
		}
	}
	for _, name := range b.Out {
		use(vars.Index(name), l.Shape.Exit())
	}
	for i, vs := range defs {
		defs[i] = vs[:0]
		for _, v := range vs {
			if k := l.place[v]; k >= 0 {
				defs[i] = append(defs[i], k)
			}
		}
	}
	l.live = flow.NewLive(l.Shape.Graph, len(l.crossing), uses, defs)
	return l
}

// mention finds the variables that instructions mention.
func (l *Liveness) mention() {
	most := 0
	for _, blk := range l.Shape.Blocks {
		for _, in := range blk.Instrs {
			most += size(in)
		}
	}
	store := make([]int, 0, most) // one for all: there are many, and they are short
	l.Mentions = make([][]Mention, len(l.Shape.Blocks))
	for i, blk := range l.Shape.Blocks {
		l.Mentions[i] = make([]Mention, len(blk.Instrs))
		for j, in := range blk.Instrs {
			m := l.mentionsOf(in, store[len(store):])
			store = store[:len(store)+len(m.Reads)+len(m.Writes)]
			l.Mentions[i][j] = m
		}
	}
}

// mentionsOf finds the variables that an instruction mentions, and appends them
// to store.
func (l *Liveness) mentionsOf(in program.Instr, store []int) Mention {
	add := func(v int) { store = append(store, v) }
	l.Vars.Reads(in, add)
	n := len(store)
	l.Vars.Writes(in, add)
	return Mention{Reads: store[:n:n], Writes: store[n:], size: size(in)}
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

// IsLive reports whether a variable is live at the start of a block; at the exit
// that is the results.
func (l *Liveness) IsLive(v, block int) bool {
	return l.place[v] >= 0 && l.live.In[block].Has(l.place[v])
}

// AtStart returns what is live at the start of a block.
func (l *Liveness) AtStart(block int) flow.Set {
	set := flow.NewSet(l.Vars.Len())
	l.AddStart(block, set)
	return set
}

// AddStart adds what is live at the start of a block.
func (l *Liveness) AddStart(block int, set flow.Set) { l.widen(l.live.In[block], set) }

// AddEnd adds what is live after a block's terminator.
func (l *Liveness) AddEnd(block int, set flow.Set) { l.widen(l.live.Out[block], set) }

func (l *Liveness) widen(narrow, wide flow.Set) {
	for k := range narrow.All() {
		wide.Add(l.crossing[k])
	}
}

// BeforeTerm sets live to what is live before a block's terminator.
func (l *Liveness) BeforeTerm(block int, live flow.Set) {
	live.Clear()
	l.AddEnd(block, live)
	if o, ok := program.TermOperand(l.Shape.Blocks[block].Term); ok {
		if v, ok := l.Vars.Operand(o); ok {
			live.Add(v)
		}
	}
}

// Walk goes through a block's instructions from the last to the first and
// calls f before passing each: live then holds what is live after it. In the
// end live holds what is live at the block's entry. What f takes out of an
// instruction does not count.
func (l *Liveness) Walk(block int, live flow.Set, f func(i int, in program.Instr)) {
	l.BeforeTerm(block, live)
	instrs := l.Shape.Blocks[block].Instrs
	for i := len(instrs) - 1; i >= 0; i-- {
		f(i, instrs[i])
		m := &l.Mentions[block][i]
		if size(instrs[i]) != m.size {
			*m = l.mentionsOf(instrs[i], nil)
		}
		for _, v := range m.Writes {
			live.Remove(v)
		}
		for _, v := range m.Reads {
			live.Add(v)
		}
	}
}
