package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A way through a loop with a state ends by writing the state's number, and jumps to where that is
// looked at. What is between is written again there, and the look is left out: the processor need
// not guess what is known. Registers belong to variables wherever they are alive, so the same
// instructions are right in both places.

// known is the values that variables are known to have.
type known map[val]uint64

const (
	// threaded is how many instructions a way may have that is written again, and all such
	// ways of a function.
	threaded, allThreaded = 24, 1200
	// repeated is how many instructions the way may have to where a loop asks whether there is another round.
	repeated = 8
	// guessed is how many looks a way may pass that are not known.
	guessed = 2
)

// stop is a block of a way that is written again, and where it goes on from there: the number of
// the way out of the block.
type stop struct {
	block, way int
	sure       bool // its end is known
}

// knownAtEnd returns what is known when each block ends.
func (f *fn) knownAtEnd() []known {
	ends := make([]known, len(f.blocks))
	for b, blk := range f.blocks {
		now := known{}
		if len(blk.preds) == 1 && blk.preds[0] < b {
			p := blk.preds[0]
			for v, n := range ends[p] {
				now[v] = n
			}
			f.blocks[p].term.tells(b, now)
		}
		now.through(blk)
		ends[b] = now
	}
	return ends
}

// tells notes what a look that leads to a block tells of a variable.
func (t *term) tells(to int, now known) {
	way := slices.Index(t.to, to)
	if len(t.in) == 0 || t.in[0].kind != variable || slices.Contains(t.to[way+1:], to) {
		return
	}
	switch {
	case t.kind == choose && way < len(t.values):
		now[t.in[0].v] = t.values[way]
	case t.kind == branch && t.test.IsValid() && t.in[1].kind == literal && t.test.Info().Type.IsInt():
		if name := t.test.Info().Row.Name; name == "eq" && way == 0 != t.inverse || name == "ne" &&
			way == 1 != t.inverse {
			now[t.in[0].v] = t.in[1].bits
		}
	}
}

// through notes what the instructions of a block write.
func (k known) through(blk *block) {
	for i := range blk.code {
		in := &blk.code[i]
		var list []arg
		for i := range in.out {
			x := arg{kind: variable, v: -1}
			if in.kind == copies {
				x = in.in[i]
			}
			if n, ok := k[x.v]; ok && x.kind == variable {
				x = arg{bits: n}
			}
			list = append(list, x)
		}
		for i, v := range in.out {
			if delete(k, v); list[i].kind == literal {
				k[v] = list[i].bits
			}
		}
	}
}

// resolve returns the way that an end goes, if that is known.
func (k known) resolve(t *term) (way int, ok bool) {
	of := func(a arg) (uint64, bool) {
		if a.kind == literal {
			return a.bits, true
		}
		n, ok := k[a.v]
		return n, ok && a.kind == variable
	}
	switch {
	case t.kind == jump:
		return 0, true
	case t.kind == choose:
		x, ok := of(t.in[0])
		if !ok {
			return 0, false
		}
		for i, n := range t.values {
			if signed(n, t.typ) == signed(x, t.typ) {
				return i, true
			}
		}
		return len(t.values), true
	case t.kind == branch && !t.test.IsValid():
		x, ok := of(t.in[0])
		if ok && x == 0 {
			way = 1
		}
		return way, ok
	case t.kind != branch || !isComparison(t.test) || !t.test.Info().Type.IsInt():
		return 0, false
	}
	x, ok := of(t.in[0])
	y, also := of(t.in[1])
	if !ok || !also {
		return 0, false
	}
	if holds(t.test, x, y) != t.inverse {
		return 0, true
	}
	return 1, true
}

// holds reports whether a comparison of integers holds.
func holds(op program.Opcode, x, y uint64) bool {
	info := op.Info()
	t := info.Type
	less, equal := signed(x, t) < signed(y, t), signed(x, t) == signed(y, t)
	if t == optab.U64 || t == optab.U32 {
		mask := uint64(1)<<(t.Bits()-1)<<1 - 1
		less = x&mask < y&mask
	}
	switch info.Row.Name {
	case "eq":
		return equal
	case "ne":
		return !equal
	case "lt":
		return less
	case "le":
		return less || equal
	case "gt":
		return !less && !equal
	}
	return !less
}

// thread returns the blocks to write again where a block ends that goes to another, because the
// end of the last of them is known.
func (f *fn) thread(to int, k known) []stop {
	var way, best []stop
	k = k.clone()
	cost, guesses := 0, 0
	for b := to; cost <= threaded; {
		blk := f.blocks[b]
		for i := range blk.code {
			cost += f.weighIns(&blk.code[i])
		}
		if cost > threaded || slices.ContainsFunc(way, func(s stop) bool { return s.block == b }) {
			break
		}
		k.through(blk)
		s := stop{block: b}
		var ok bool
		if s.way, ok = k.resolve(&blk.term); ok {
			s.sure = true
		} else {
			to := blk.term.to
			if guesses++; blk.term.kind != branch || guesses > guessed || to[0] == to[1] {
				break
			}
			s.way = f.likelier(b)
		}
		way = append(way, s)
		if s.sure && blk.term.kind != jump {
			best = slices.Clone(way)
		}
		b = blk.term.to[s.way]
	}
	return best
}

// nextRound is the way to where a loop is asked whether there is another round, its head or what jumps back there, to
// be written again where a block of the loop ends by jumping there, if it is short: a round is one jump less then, and
// is foreseen by where it came from. It may pass one other look.
func (f *fn) nextRound(from int) (way []stop) {
	cost, guesses := 0, 0
	for h := f.blocks[from].term.to[0]; len(way) <= repeated; {
		blk, l := f.blocks[h], f.inner[h]
		for i := range blk.code {
			cost += f.weighIns(&blk.code[i])
		}
		if cost > repeated || l == nil || !l.has[from] {
			return nil
		}
		s := stop{block: h, sure: blk.term.kind == jump}
		switch to := blk.term.to; {
		case s.sure:
		case blk.term.kind != branch:
			return nil
		case l.has[to[0]] != l.has[to[1]] && (l.head == h || slices.Contains(to, l.head)):
			if l.has[to[0]] {
				s.way = 1
			}
			return append(way, s)
		case l.head == h && to[0] != to[1] && len(way) == 0: // both ways stay: it asks something else first
			s.way = 1 - f.likelier(h)
			return append(way, s)
		default:
			if guesses++; guesses > 1 || l.head == h || to[0] == to[1] {
				return nil
			}
			s.way = f.likelier(h)
		}
		way = append(way, s)
		h = blk.term.to[s.way]
	}
	return nil
}

// firstRound is the way past the head of a loop to its first round, to be written again where a block that is not of
// the loop goes there, if it only compares and the round is next: who goes in need not jump over the loop to its head,
// and from there back.
func (f *fn) firstRound(from, h, next int) []stop {
	blk, l := f.blocks[h], f.inner[h]
	if l == nil || l.head != h || l.has[from] || blk.term.kind != branch || len(blk.code) > 0 {
		return nil
	}
	way := 0
	if l.has[blk.term.to[1]] {
		way = 1
	}
	if l.has[blk.term.to[1-way]] || blk.term.to[way] != next {
		return nil
	}
	return []stop{{block: h, way: way}}
}

func (k known) clone() known {
	c := known{}
	for v, n := range k {
		c[v] = n
	}
	return c
}

// again writes the blocks of a way again, and returns where it goes on.
func (e *emitter) again(way []stop, labels []string) (to int) {
	before := len(e.lines)
	for _, s := range way {
		blk := e.f.blocks[s.block]
		e.blockCode(s.block)
		e.mark = blk.term.mark
		to = blk.term.to[s.way]
		if !s.sure {
			o, _ := e.condition(blk.term.test, blk.term.inverse, blk.term.in)
			e.jumpIf(o, s.way == 1, labels[blk.term.to[1-s.way]])
		}
	}
	e.copied += len(e.lines) - before
	return to
}
