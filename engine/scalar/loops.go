package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// loop is the blocks that a block, its head, leads to and that lead back to it.
type loop struct {
	head int
	has  []bool // by block
	size int
	odd  bool // it has other ways in than its head
}

// findLoops finds the loops of a function, and for each block the smallest that it is in. It is not flow.NewLoops:
// here a loop is what jumps back in the order of the code, and its head is where the jump goes, also where there are
// other ways in.
func (f *fn) findLoops() {
	f.loops, f.inner, f.rounds = nil, make([]*loop, len(f.blocks)), make([]round, len(f.blocks))
	for h, blk := range f.blocks {
		if !blk.head {
			continue
		}
		l := &loop{head: h, has: make([]bool, len(f.blocks))}
		l.has[h], l.size = true, 1
		work := slices.DeleteFunc(slices.Clone(blk.preds), func(p int) bool { return p < h })
		for len(work) > 0 {
			b := work[len(work)-1]
			if work = work[:len(work)-1]; b < h {
				l.odd = true
				continue
			}
			if l.has[b] {
				continue
			}
			l.has[b] = true
			l.size++
			work = append(work, f.blocks[b].preds...)
		}
		f.loops = append(f.loops, l)
	}
	for _, l := range f.loops {
		for b, in := range l.has {
			if in && (f.inner[b] == nil || l.size < f.inner[b].size) {
				f.inner[b] = l
			}
		}
	}
}

// writes are the variables that a loop writes.
func (l *loop) writes(f *fn) set {
	s := newSet(len(f.vars))
	if l.odd {
		s.fill()
	}
	for b, in := range l.has {
		if in {
			for i := range f.blocks[b].code {
				for _, v := range f.blocks[b].code[i].out {
					s.add(v)
				}
			}
		}
	}
	return s
}

const (
	// rounds is one in how many times a branch leaves the loop that it is in.
	rounds = 8
	// mostGuessed is how many rounds a loop is thought to have at most.
	mostGuessed = 64
	// mostJumps is how many jumps are followed to see where a way leads.
	mostJumps = 4
)

// guess estimates how often blocks run: a branch out of a loop is taken in one of so many rounds, other
// branches go both ways equally often, unless one leads to a loop or returns; but none ends in a fault. So a loop that
// is left in several places has fewer rounds, and what is behind it runs as often as what is before it (Wu and Larus,
// "Static branch frequency and program profile analysis", 1994).
func (f *fn) guess() {
	each := make([]float64, len(f.blocks)) // rounds, by the heads of loops
	times := make([]float64, len(f.blocks))
	from := func(b int) {
		f.shares(b, func(to int, share float64) {
			if to > b {
				times[to] += times[b] * share
			}
		})
	}
	inFirst := slices.Clone(f.loops)
	sorting.By(inFirst, func(a, b *loop) int { return a.size - b.size })
	for _, l := range inFirst {
		clear(times)
		times[l.head] = 1
		again := 0.0
		for b := l.head; b < len(f.blocks); b++ {
			if !l.has[b] {
				continue
			}
			if b != l.head && each[b] > 0 {
				times[b] *= each[b]
			}
			f.shares(b, func(to int, share float64) {
				if to == l.head {
					again += times[b] * share
				}
			})
			from(b)
		}
		each[l.head] = 1 / max(1-again, 1.0/mostGuessed)
	}
	clear(times)
	times[0] = 1
	for b, blk := range f.blocks {
		if each[b] > 0 {
			times[b] *= each[b]
		}
		from(b)
		blk.times = times[b]
	}
}

// shares calls do for the ways that a block goes, and in what part of its runs.
func (f *fn) shares(b int, do func(to int, share float64)) {
	l := f.inner[b]
	sum := [2]float64{} // of the ways that leave the loop, and of those that do not
	in := func(to int) int {
		if l == nil || l.has[to] {
			return 1
		}
		return 0
	}
	ends := func(to int) bool { return f.blocks[to].term.kind == fault }
	for _, to := range f.blocks[b].term.to {
		if !ends(to) {
			sum[in(to)] += f.favour(b, to)
		}
	}
	part := [2]float64{1, 1}
	if sum[0] > 0 && sum[1] > 0 {
		part = [2]float64{1.0 / rounds, 1 - 1.0/rounds}
	}
	for _, to := range f.blocks[b].term.to {
		if !ends(to) {
			do(to, part[in(to)]*f.favour(b, to)/sum[in(to)])
		}
	}
}

// favour is how much likelier than others a way is that a block goes: one to a loop is, and one that returns is not
// (the loop header and return heuristics of Wu and Larus, with their figures). Half of the calls of a recursion or more
// return at once.
func (f *fn) favour(b, to int) float64 {
	if f.recursive {
		return 1
	}
	for range mostJumps {
		switch blk := f.blocks[to]; {
		case blk.term.kind == leave:
			return 0.28 / 0.72
		case blk.head && to > b:
			return 0.75 / 0.25
		case blk.term.kind != jump || blk.term.to[0] <= to:
			return 1
		default:
			to = blk.term.to[0]
		}
	}
	return 1
}

// arrange puts the blocks in the order in which they are written. Those of a loop are together:
// where it is left, what comes then is behind it, and rounds do not jump over it. A loop whose
// head decides whether there is another round has that behind its other blocks: a round is one
// jump less.
func (f *fn) arrange() {
	f.order = f.order[:0]
	for b, blk := range f.blocks {
		if b == 0 || len(blk.preds) > 0 { // else no way leads there
			f.order = append(f.order, b)
		}
	}
	bySize := slices.Clone(f.loops)
	sorting.By(bySize, func(a, b *loop) int { return b.size - a.size })
	for _, l := range bySize {
		f.gather(l)
	}
	for _, l := range f.loops {
		t := &f.blocks[l.head].term
		if t.kind != branch || l.has[t.to[0]] == l.has[t.to[1]] {
			continue
		}
		last := -1 // the last block that jumps back
		for at, b := range f.order {
			if b != l.head && l.has[b] && f.blocks[b].term.kind == jump && f.blocks[b].term.to[0] == l.head {
				last = at
			}
		}
		from := slices.Index(f.order, l.head)
		if last < from {
			continue
		}
		copy(f.order[from:last], f.order[from+1:last+1])
		f.order[last] = l.head
	}
	f.putAside()
}

// seldom is one of how many numbers a literal is that a number is seldom equal to.
const seldom = 16

// putAside puts behind all others those blocks of loops that a branch leads to, on the way to where it leads else, if
// one of many numbers is a literal: the way on does not jump over them.
func (f *fn) putAside() {
	f.aside = len(f.order)
	for at := 0; at+2 < f.aside; at++ {
		b := f.order[at]
		t := &f.blocks[b].term
		way := t.equals()
		if way < 0 || f.inner[b] == nil || t.among.lo > t.among.hi-seldom {
			continue
		}
		n := slices.Index(f.order[at+1:f.aside], t.to[1-way])
		if n <= 0 {
			continue
		}
		part := slices.Clone(f.order[at+1 : at+1+n])
		if !f.areLedTo(part, b, t.to[way]) {
			continue
		}
		f.order = append(slices.Delete(f.order, at+1, at+1+n), part...)
		f.aside -= n
	}
}

// areLedTo reports whether only one block leads to others of its loop, by one way.
func (f *fn) areLedTo(blocks []int, by, way int) bool {
	for _, b := range blocks {
		if !f.inner[by].has[b] {
			return false
		}
		for _, from := range f.blocks[b].preds {
			if !slices.Contains(blocks, from) && (from != by || b != way) {
				return false
			}
		}
	}
	return true
}

// equals is the number of the way that a branch takes if an integer equals a literal, or -1.
func (t *term) equals() int {
	if t.kind != branch || !t.test.IsValid() || t.in[1].kind != literal || !t.test.Info().Type.IsInt() {
		return -1
	}
	return slices.Index([]string{"eq", "ne"}, t.test.Info().Row.Name)
}

// gather puts the blocks of a loop together in the order, and those between them behind.
func (f *fn) gather(l *loop) {
	from := slices.Index(f.order, l.head)
	to := from
	var others []int
	for at := from; at < len(f.order); at++ {
		if l.has[f.order[at]] {
			to = at
		}
	}
	next := from
	for at := from; at <= to; at++ {
		if b := f.order[at]; l.has[b] {
			f.order[next] = b
			next++
		} else {
			others = append(others, b)
		}
	}
	copy(f.order[next:to+1], others)
}

// likelier is the number of the way of a branch that is taken more often, as far as can be told:
// that which stays in the loop.
func (f *fn) likelier(from int) int {
	t := &f.blocks[from].term
	if l := f.inner[from]; l != nil && l.has[t.to[0]] != l.has[t.to[1]] {
		if l.has[t.to[0]] {
			return 0
		}
		return 1
	}
	if f.blocks[t.to[0]].times >= f.blocks[t.to[1]].times {
		return 0
	}
	return 1
}

// beginsLoop reports whether the block at a place of the order is the first of a loop.
func (f *fn) beginsLoop(at int) bool {
	b := f.order[at]
	l := f.inner[b]
	return l != nil && at < f.aside && (at == 0 || !l.has[f.order[at-1]])
}
