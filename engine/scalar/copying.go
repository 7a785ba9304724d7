package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop that does nothing but copy elements, one after the other, copies memory. Compilers know the idiom (LLVM's pass
// is LoopIdiomRecognize). Before such a loop comes an instruction that copies all of them at once, where all indices
// are in range and the loop would not read what it has written, and after which the loop has no rounds left. Where
// that is not so, the loop runs.

// copyAtOnce finds such loops.
func (u *unit) copyAtOnce(f *fn) {
	if len(f.loops) == 0 {
		return
	}
	f.dropUnread() // ranges say of more that it cannot fault
	var loops []*copying
	in, _ := f.liveness()
	for _, l := range f.loops {
		if c := u.copies(f, l, in[l.head]); c != nil {
			loops = append(loops, c)
		}
	}
	// From the last on: the numbers of those before stay.
	sorting.By(loops, func(a, b *copying) int { return b.head - a.head })
	for _, c := range loops {
		c.atOnce()
	}
	if len(loops) > 0 {
		f.dropUnread()
	}
}

// copying is a loop of two blocks that copies elements: the first decides whether there is another round, and the
// second copies an element, or those of several arrays at the same two indices: fields of a struct.
type copying struct {
	u       *unit
	f       *fn
	head    int
	looks   int    // so many instructions are the first block's
	blk     *block // both
	v       *values
	written set
	reads   []int // the instructions that read and write: each element is written by the one in the same place
	writes  []int
	steps   map[val]int // of variables that each round changes by the same number
	move    course      // of both indices
	// There is another round while x is not yet end, or with one more, not beyond it. In each it goes by step.
	x, end arg
	step   int
	more   int
	typ    optab.Type
	kept   []val       // variables that a round has from the one before
	before []ins       // what is computed before the loop
	first  map[int]val // what instructions give in the first round
	mark   int
}

// course is how a value changes from one round to the next: it is step more; or, if turns is not 0, one more where the
// select before that instruction takes its first operand, and one less where not, or with down, the other way round.
type course struct {
	step, turns int
	down        bool
}

func (c course) isFixed() bool { return c == course{} }

// copies looks at a loop; alive is what is when it begins.
func (u *unit) copies(f *fn, l *loop, alive set) *copying {
	head := f.blocks[l.head]
	t := &head.term
	if l.size != 2 || l.odd || l.head == 0 || t.kind != branch || l.has[t.to[0]] == l.has[t.to[1]] {
		return nil
	}
	body := f.blocks[t.to[0]]
	if !l.has[t.to[0]] {
		body = f.blocks[t.to[1]]
	}
	if body == head || body.term.kind != jump {
		return nil
	}
	c := &copying{
		u: u, f: f, head: l.head, looks: len(head.code), blk: &block{code: slices.Concat(head.code, body.code)},
		written: l.writes(f), steps: map[val]int{}, first: map[int]val{},
	}
	if !c.findAccesses() {
		return nil
	}
	c.v = f.valuesOf(c.blk, alive)
	if !c.pairAccesses() {
		return nil
	}
	c.findSteps()
	if c.movesAlike() && c.findEnd(t, l.has[t.to[0]]) && c.findKept(alive) {
		return c
	}
	return nil
}

// mostFields is how many arrays a loop copies at most at once.
const mostFields = 8

// findAccesses finds the instructions that read and write elements. There is nothing else that may fault or that
// changes memory.
func (c *copying) findAccesses() bool {
	for i := range c.blk.code {
		in := &c.blk.code[i]
		switch {
		case in.kind == index && onlyIndex(in) > 0 && i >= c.looks:
			c.reads = append(c.reads, i)
		case in.kind == insert && onlyIndex(in) > 0 && i >= c.looks:
			c.writes = append(c.writes, i)
		case in.kind == copies, in.kind == also, in.kind == offset && in.isInside():
		case in.kind == prim && (!in.canFault() || in.sure&isInside != 0 && checks(in) == 0):
		default:
			return false
		}
	}
	return len(c.reads) > 0 && len(c.reads) == len(c.writes) && len(c.reads) <= mostFields
}

// pairAccesses finds what reads each element that is written, if each is of an array of its own.
func (c *copying) pairAccesses() bool {
	reads := make([]int, 0, len(c.reads))
	for _, w := range c.writes {
		r := c.v.from[w][1]
		if slices.Contains(reads, r) || !slices.Contains(c.reads, r) || !c.areAlike(r, w) {
			return false
		}
		reads = append(reads, r)
	}
	c.reads = reads
	for i, w := range c.writes {
		array := c.blk.code[w].out[0]
		for j, r := range reads {
			if i != j && (c.blk.code[r].in[0] == of(array) || c.blk.code[c.writes[j]].out[0] == array) {
				return false
			}
		}
	}
	return true
}

// areAlike reports whether an element is the same bytes where it is read and where it is written.
func (c *copying) areAlike(read, write int) bool {
	to, x := &c.f.vars[c.blk.code[write].out[0]], c.blk.code[read].in[0]
	switch x.kind {
	case variable:
		from := &c.f.vars[x.v]
		return from.typ == to.typ && from.element() == to.element()
	case lent:
		from := c.u.lentColumn(x)
		return c.u.prog.VarDefs.Def(from.Name).Type.Leaf().Dtype == to.typ && from.Size == to.element()
	}
	return false
}

// findSteps finds the variables that each round changes by the same number.
func (c *copying) findSteps() {
	for v, writes := range c.v.writes {
		if c.f.vars[v].isArray() || c.f.vars[v].typ.Bits() != 64 || c.f.vars[v].typ.IsFloat() {
			continue
		}
		if s, ok := c.v.sum(of(v), writes[len(writes)-1]); ok && s.of == (value{v, -1}) {
			c.steps[v] = s.n
		}
	}
}

// courseOf is how an operand changes that an instruction gives, or -1.
func (c *copying) courseOf(a arg, from int) (course, bool) {
	switch {
	case a.kind != variable:
		return course{}, a.kind == literal || a.kind == given
	case from < 0 && !c.written.has(a.v):
		return course{}, true
	case from < 0:
		step, ok := c.steps[a.v]
		return course{step: step}, ok
	}
	in := &c.blk.code[from]
	if in.kind == copies {
		k := slices.Index(in.out, a.v)
		return c.courseOf(in.in[k], c.v.from[from][k])
	}
	if in.kind != prim && in.kind != offset {
		return course{}, false
	}
	list := make([]course, len(in.in))
	fixed := true
	for k, x := range in.in {
		var ok bool
		if list[k], ok = c.courseOf(x, c.v.from[from][k]); !ok {
			return course{}, false
		}
		fixed = fixed && list[k].isFixed()
	}
	if fixed {
		return course{}, true
	}
	return c.result(in, from, list)
}

// result is the course of what an instruction gives whose operands have some.
func (c *copying) result(in *ins, from int, list []course) (course, bool) {
	last := len(list) - 1
	if in.kind == offset { // the elements of a row are next to each other
		return list[last], !slices.ContainsFunc(list[:last], func(x course) bool { return !x.isFixed() })
	}
	info := in.op.Info()
	if info.Type.Bits() != 64 {
		return course{}, false
	}
	switch name := info.Row.Name; {
	case name == "select":
		yes, no := list[last-1], list[last]
		for _, x := range list[:last-1] {
			if !x.isFixed() {
				return course{}, false
			}
		}
		if yes.turns != 0 || no.turns != 0 || yes.step*no.step != -1 {
			return course{}, false
		}
		return course{turns: from + 1, down: yes.step < 0}, true
	case in.test.IsValid():
		return course{}, false
	case checks(in) == 0:
		return list[0], true
	case name == "add" && list[1].isFixed():
		return list[0], true
	case name == "add" && list[0].isFixed():
		return list[1], true
	case name == "sub" && list[1].isFixed():
		return list[0], true
	case name == "sub" && list[0].isFixed():
		x := list[1]
		x.step, x.down = -x.step, !x.down && x.turns != 0
		return x, true
	}
	return course{}, false
}

// movesAlike finds the course of the two indices, if it is the same and from one element to the next, and if all
// elements are read at one of them and written at the other.
func (c *copying) movesAlike() bool {
	read, write := c.reads[0], c.writes[0]
	r, w := &c.blk.code[read], &c.blk.code[write]
	from, ok := c.courseOf(r.in[1], c.v.from[read][1])
	to, too := c.courseOf(w.in[2], c.v.from[write][2])
	c.move = to
	if !ok || !too || from != to || to.turns == 0 && to.step != 1 && to.step != -1 {
		return false
	}
	for i := range c.reads {
		x, y := &c.blk.code[c.reads[i]], &c.blk.code[c.writes[i]]
		if x.in[1] != r.in[1] || c.v.from[c.reads[i]][1] != c.v.from[read][1] || x.n != r.n ||
			y.in[2] != w.in[2] || c.v.from[c.writes[i]][2] != c.v.from[write][2] || y.n != w.n ||
			x.n != 0 && !x.isInside() || y.n != 0 && !y.isInside() || y.in[0] != of(y.out[0]) {
			return false
		}
	}
	return true
}

// findEnd finds out how the number of rounds is computed, from the end of the first block. Its first way leads to the
// second block, or its other.
func (c *copying) findEnd(t *term, goesOn bool) bool {
	if !t.test.IsValid() || !isComparison(t.test) || t.inverse {
		return false
	}
	info := t.test.Info()
	c.typ = info.Type
	if c.typ != optab.I64 && c.typ != optab.U64 {
		return false
	}
	name := info.Row.Name
	if !goesOn {
		name, _ = optab.Opposite(name, c.typ)
	}
	c.x, c.end = t.in[0], t.in[1]
	x, ok := c.courseOf(c.x, c.v.last(c.x, c.looks))
	if ok && x.isFixed() {
		c.x, c.end, name = c.end, c.x, mirrored(name)
		x, ok = c.courseOf(c.x, c.v.last(c.x, c.looks))
	}
	end, too := c.courseOf(c.end, c.v.last(c.end, c.looks))
	if !ok || !too || !end.isFixed() || x.turns != 0 {
		return false
	}
	c.step = x.step
	switch name {
	case "ne":
		return c.step == 1 || c.step == -1
	case "lt":
		return c.step == 1
	case "gt":
		return c.step == -1
	case "le":
		c.more = 1
		return c.step == 1
	case "ge":
		c.more = 1
		return c.step == -1
	}
	return false
}

// findKept finds what a round has from the one before: each changes that by the same number.
func (c *copying) findKept(alive set) bool {
	for v := range c.v.writes {
		if c.f.vars[v].isArray() || !alive.has(v) {
			continue
		}
		if n, ok := c.steps[v]; !ok || n != 1 && n != -1 {
			return false
		}
		c.kept = append(c.kept, v)
	}
	slices.Sort(c.kept)
	return true
}

// atOnce puts three blocks before the loop: one that finds out whether the number of rounds can be computed, one that
// asks whether there are enough, and one that copies so many elements, or none. The loop goes on behind them.
func (c *copying) atOnce() {
	read, write := c.reads[0], c.writes[0]
	r, w := &c.blk.code[read], &c.blk.code[write]
	c.mark = w.mark
	test, rounds := c.countRounds()
	enough := &block{code: c.before, term: term{
		kind: branch, test: program.OpcodeFor("ge", optab.U64), in: []arg{rounds, {bits: leastMoved}}, mark: c.mark,
	}}
	c.before = nil
	first := c.inFirst(w.in[2], c.v.from[write][2])
	from, to := c.least(c.inFirst(r.in[1], c.v.from[read][1]), rounds), c.least(first, rounds)
	moved := c.f.newVar(optab.I64)
	move := ins{
		kind: memmove, in: []arg{from, to, rounds, first}, out: []val{moved},
		n: r.n, wide: w.n, mark: w.mark, sure: indexInside | indexInside<<1,
	}
	for i := range c.reads {
		x, y := &c.blk.code[c.reads[i]], &c.blk.code[c.writes[i]]
		move.in = append(move.in, x.in[0], y.in[0])
		move.out = append(move.out, y.out[0])
		if !x.isInside() {
			move.sure &^= indexInside
		}
		if !y.isInside() {
			move.sure &^= indexInside << 1
		}
	}
	copy := &block{code: append(c.before, move), term: term{kind: jump, mark: w.mark}}
	c.goOn(copy, moved)
	c.f.insertBefore(c.head, test, enough, copy)
}

// countRounds computes how many rounds there are. The block that comes first finds out whether that can be computed.
func (c *copying) countRounds() (test *block, rounds arg) {
	low, high := c.inFirst(c.x, c.v.last(c.x, c.looks)), c.inFirst(c.end, c.v.last(c.end, c.looks))
	if c.step < 0 {
		low, high = high, low
	}
	test = &block{code: c.before, term: term{
		kind: branch, test: program.OpcodeFor("le", c.typ), in: []arg{low, high}, mark: c.mark,
	}}
	c.before = nil
	rounds = c.compute("sub", high, low)
	if c.more > 0 {
		rounds = c.compute("add", rounds, arg{bits: uint64(c.more)})
	}
	return test, rounds
}

// goOn lets a block change what a round has from the one before as so many rounds do.
func (c *copying) goOn(blk *block, rounds val) {
	for _, v := range c.kept {
		name := "add"
		if c.steps[v] < 0 {
			name = "sub"
		}
		blk.code = append(blk.code, ins{
			op: program.OpcodeFor(name, optab.I64), in: []arg{of(v), of(rounds)}, out: []val{v}, mark: c.mark,
		})
	}
}

// compute adds an operation on integers to what is computed before the loop.
func (c *copying) compute(name string, in ...arg) arg {
	v := c.f.newVar(optab.I64)
	c.before = append(c.before, ins{
		op: program.OpcodeFor(name, optab.I64), in: in, out: []val{v}, mark: c.mark,
	})
	return of(v)
}

// inFirst is what an operand is in the first round, which an instruction of the block gives, or -1.
func (c *copying) inFirst(a arg, from int) arg {
	if a.kind != variable || from < 0 {
		return a
	}
	in := c.blk.code[from]
	if in.kind == copies {
		k := slices.Index(in.out, a.v)
		return c.inFirst(in.in[k], c.v.from[from][k])
	}
	if checks(&in) == 0 {
		return c.inFirst(in.in[0], c.v.from[from][0])
	}
	if x, ok := c.first[from]; ok {
		return of(x)
	}
	v := c.f.newVar(c.f.vars[in.out[0]].typ)
	in.in, in.out = slices.Clone(in.in), []val{v}
	for k, x := range in.in {
		in.in[k] = c.inFirst(x, c.v.from[from][k])
	}
	c.first[from] = v
	c.before = append(c.before, in)
	return of(v)
}

// least is the least of the indices of all rounds, from the first one.
func (c *copying) least(first, rounds arg) arg {
	if c.move.step == 1 {
		return first
	}
	down := c.compute("add", c.compute("sub", first, rounds), arg{bits: 1})
	if c.move.step == -1 {
		return down
	}
	in := c.blk.code[c.move.turns-1]
	in.in = slices.Clone(in.in)
	last := len(in.in) - 2
	for k, x := range in.in[:last] {
		in.in[k] = c.inFirst(x, c.v.from[c.move.turns-1][k])
	}
	if in.in[last], in.in[last+1] = first, down; c.move.down {
		in.in[last], in.in[last+1] = down, first
	}
	in.out = []val{c.f.newVar(optab.I64)}
	c.before = append(c.before, in)
	return of(in.out[0])
}

// insertBefore puts blocks before a loop: each leads to the next, or to the loop if it ends with a branch, and the last
// to the loop.
func (f *fn) insertBefore(head int, blocks ...*block) {
	more := len(blocks)
	l := f.loops[slices.IndexFunc(f.loops, func(l *loop) bool { return l.head == head })]
	f.moveTargets(l, more)
	for i, blk := range blocks {
		if blk.term.to = []int{head + i + 1}; blk.term.kind == branch {
			blk.term.to = append(blk.term.to, head+more)
		}
	}
	f.blocks = slices.Insert(f.blocks, head, blocks...)
	rounds := slices.Insert(f.rounds, head, make([]round, more)...)
	f.link()
	f.findLoops()
	f.guess()
	f.rounds = rounds
}

// moveTargets lets blocks lead to where others are when so many are put before a loop. What leads to the loop from
// outside leads to the first of those.
func (f *fn) moveTargets(l *loop, more int) {
	for b, blk := range f.blocks {
		for i, to := range blk.term.to {
			if to > l.head || to == l.head && l.has[b] {
				blk.term.to[i] = to + more
			}
		}
	}
}
