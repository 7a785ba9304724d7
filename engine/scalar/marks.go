package scalar

import "github.com/lockstep-simt/lockstep/program"

// Mark is what instructions of the code are of: a function and a place in the source, or what
// stands around the functions. Lines of code have its number, from 1 on; 0 is none.
type Mark struct {
	What string
	Pos  program.Pos // without a column
}

// mark is the number of a mark of this kind.
func (u *unit) mark(what string, pos program.Pos) int {
	pos = pos.In(u.prog.File)
	pos.Col = 0
	m := Mark{what, pos}
	if n, ok := u.marked[m]; ok {
		return n
	}
	u.marks = append(u.marks, m)
	u.marked[m] = len(u.marks)
	return len(u.marks)
}

// markFrom marks the instructions of a block from a number on, which came of one of the program.
func (b *builder) markFrom(blk *block, first int, pos program.Pos) {
	n := b.u.mark(b.f.name, pos)
	for i := first; i < len(blk.code); i++ {
		blk.code[i].mark = n
	}
}
