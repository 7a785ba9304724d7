package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop that goes on while two things hold, as in
//
//	for k > 0 && pat[k] != s[i] { k = fail[k-1] }
//
// may have one branch on both, as lanes want it. One lane at a time asks for one after the other: both hold in each
// round but the last, so that processors foresee two branches as well as one, and a comparison that is part of a branch
// takes one instruction instead of three.

// askOneByOne makes two branches of one on two comparisons that a loop goes on by.
func (f *fn) askOneByOne() {
	uses := f.countReads()
	for b := 0; b < len(f.blocks); b++ {
		f.askFirst(b, uses)
	}
}

// askFirst lets a block ask for the first of two comparisons only, and a new block behind it for the other.
func (f *fn) askFirst(b int, uses []int) {
	blk, l := f.blocks[b], f.inner[b]
	t := &blk.term
	if t.kind != branch || t.test.IsValid() || l == nil || l.has[t.to[0]] == l.has[t.to[1]] {
		return
	}
	stay, name := 0, "and"
	if l.has[t.to[1]] {
		stay, name = 1, "or"
	}
	gone := make([]bool, len(blk.code))
	at := f.only(blk, len(blk.code), t.in[0], uses, gone)
	if at < 0 || blk.code[at].op != program.OpcodeFor(name, optab.Bool) {
		return
	}
	both := blk.code[at].in
	gone[at] = true
	first, second := f.asks(blk, both[0], uses, gone), f.asks(blk, both[1], uses, gone)
	if !first.test.IsValid() || !second.test.IsValid() {
		return
	}
	first.mark, second.mark = t.mark, t.mark
	first.to, second.to = slices.Clone(t.to), slices.Clone(t.to)
	blk.drop(gone)
	for _, x := range f.blocks {
		for i, to := range x.term.to {
			if to > b {
				x.term.to[i] = to + 1
			}
		}
	}
	for i, to := range second.to {
		if to > b {
			second.to[i] = to + 1
		}
	}
	first.to[stay], first.to[1-stay] = b+1, second.to[1-stay]
	blk.term = first
	f.blocks = slices.Insert(f.blocks, b+1, &block{term: second})
	rounds := slices.Insert(f.rounds, b+1, round{})
	f.link()
	f.findLoops()
	f.guess()
	f.rounds = rounds
}

// asks is the end of a block that branches on a condition, which is part of the branch if it is a comparison that
// nobody else reads.
func (f *fn) asks(blk *block, c arg, uses []int, gone []bool) term {
	t := term{kind: branch}
	t.test, t.in = f.fuseInto(blk, len(blk.code), []arg{c}, uses, gone)
	t.test, t.inverse, t.in = f.fuseBits(blk, len(blk.code), t.test, t.in, uses, gone)
	return t
}
