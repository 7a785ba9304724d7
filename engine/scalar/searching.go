package scalar

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop that looks for a number among elements, one after the other, looks at one byte where vectors have 32. Before
// such a loop comes an instruction that finds out how many of its rounds look at something else and change nothing but
// counters; and the loop goes on behind them. Before a loop that counts how often the number is there comes one that
// does so for as many rounds as vectors have elements for. Package strings looks for bytes so, and slices for integers.

// searchAtOnce finds such loops.
func (u *unit) searchAtOnce(f *fn) {
	var loops []*searching
	in, _ := f.liveness()
	for _, l := range f.loops {
		if s := u.searches(f, l, in[l.head]); s != nil {
			loops = append(loops, s)
		}
	}
	// From the last on: the numbers of those before stay.
	sorting.By(loops, func(a, b *searching) int { return b.head - a.head })
	for _, s := range loops {
		s.atOnce()
	}
}

// searching is a loop that looks at an element a round. It has blocks that follow each other, and is left where there
// is not another round, and where the element is what is looked for; or it counts such elements, or others.
type searching struct {
	copying
	reads  []int // the instructions that read elements: that of the round, and others a fixed way from it
	read   int   // the one that reads what is looked for
	sought arg
	more   []int // others that read what is looked for besides, and what that is
	with   []arg
	asks   int // so many instructions are before sought is read
	exits  []exit
	count  val  // the variable that counts, or nowhere
	others bool // others are counted
}

// exit is a branch out of a loop, at the end of so many of its instructions. The first of its ways leads out, or its
// second.
type exit struct {
	t     *term
	at    int
	first bool
}

// mostFollowing is how many blocks such a loop has at most.
const mostFollowing = 4

// searches looks at a loop; alive is what is when it begins.
func (u *unit) searches(f *fn, l *loop, alive set) *searching {
	if l.odd || l.head == 0 || l.size > mostFollowing {
		return nil
	}
	s := &searching{count: nowhere}
	s.copying = copying{
		u: u, f: f, head: l.head, blk: &block{}, written: l.writes(f), steps: map[val]int{}, first: map[int]val{},
	}
	if !s.follow(l) || !s.findReads() {
		return nil
	}
	s.v = f.valuesOf(s.blk, alive)
	s.findSteps()
	if !s.goesUp() {
		return nil
	}
	if len(s.exits) == 1 {
		if s.findCount(alive) && s.endsAt(s.exits[0], alive) {
			return s
		}
		return nil
	}
	for i, x := range s.exits {
		if s.looksFor(x) && s.endsAt(s.exits[1-i], alive) {
			return s
		}
	}
	return nil
}

// endsAt reports whether an exit tells how many rounds there are at most.
func (s *searching) endsAt(x exit, alive set) bool {
	s.looks = x.at
	return s.findEnd(x.t, !x.first) && s.findKept(alive)
}

// follow goes through the blocks of a loop, and reports whether they follow each other, and whether it has one exit or
// two.
func (s *searching) follow(l *loop) bool {
	b, blocks := l.head, 0
	for blocks == 0 || b != l.head {
		if blocks++; blocks > l.size {
			return false
		}
		blk := s.f.blocks[b]
		s.blk.code = append(s.blk.code, blk.code...)
		switch t := &blk.term; {
		case t.kind == jump:
			b = t.to[0]
		case t.kind == branch && l.has[t.to[0]] != l.has[t.to[1]]:
			x := exit{t, len(s.blk.code), l.has[t.to[1]]}
			s.exits = append(s.exits, x)
			if b = t.to[0]; x.first {
				b = t.to[1]
			}
		default:
			return false
		}
	}
	return blocks == l.size && (len(s.exits) == 1 || len(s.exits) == 2)
}

// findReads finds the instructions that read elements of an array, and reports whether there is nothing else that may
// fault or that changes memory.
func (s *searching) findReads() bool {
	for i := range s.blk.code {
		in := &s.blk.code[i]
		switch {
		case in.kind == index && onlyIndex(in) > 0 && in.isInside():
			s.reads = append(s.reads, i)
		case in.kind == copies, in.kind == also, in.kind == offset && in.isInside():
		case in.kind == prim && (!in.canFault() || in.sure&isInside != 0 && checks(in) == 0):
		default:
			return false
		}
	}
	if len(s.reads) == 0 {
		return false
	}
	s.read = s.reads[0]
	return true
}

// looksFor reports whether the loop is left where the element is equal to a number that no round changes; or where that
// is so and something else, which may be the same of elements a fixed way from it.
func (s *searching) looksFor(out exit) bool {
	t := out.t
	if !t.test.IsValid() && out.first && len(s.reads) <= mostSought {
		if s.asks = out.at; !s.looksForAll(t.in[0], s.v.last(t.in[0], out.at)) {
			return false
		}
		s.read, s.sought = s.more[0], s.with[0]
		s.more, s.with = s.more[1:], s.with[1:]
		return true
	}
	if !t.test.IsValid() || t.inverse || !isComparison(t.test) || len(s.reads) > 1 {
		return false
	}
	info := t.test.Info()
	name := info.Row.Name
	if !out.first {
		name, _ = optab.Opposite(name, info.Type)
	}
	if name != "eq" || info.Type.IsFloat() {
		return false
	}
	for k, x := range t.in {
		if x.kind == variable && s.v.last(x, out.at) == s.read {
			s.sought, s.asks = t.in[1-k], out.at
			at, ok := s.courseOf(s.sought, s.v.last(s.sought, out.at))
			return ok && at.isFixed() && s.isNumber(info.Type)
		}
	}
	return false
}

// mostSought is how many elements next to each other are looked for at most.
const mostSought = 8

// looksForAll finds the bytes that elements have to be, each a literal, for a condition to hold that an instruction
// gives, and reports whether there are any.
func (s *searching) looksForAll(c arg, at int) bool {
	if at < 0 || s.blk.code[at].kind == copies {
		return at >= 0 && s.looksForCopy(c, at)
	}
	in := &s.blk.code[at]
	switch in.name() {
	case "and":
		one := s.looksForAll(in.in[0], s.v.from[at][0])
		return s.looksForAll(in.in[1], s.v.from[at][1]) || one
	case "eq":
		read := s.v.from[at][0]
		if !slices.Contains(s.reads, read) || in.in[1].kind != literal || in.in[1].bits > 0xff {
			return false
		}
		if _, ok := s.apart(read); !ok || s.size() != 1 || s.blk.code[read].in[0] != s.blk.code[s.read].in[0] {
			return false
		}
		s.more, s.with = append(s.more, read), append(s.with, in.in[1])
		return true
	}
	return false
}

// apart is how far behind an element another is, if that is the same in all rounds.
func (s *searching) apart(read int) (n int, ok bool) {
	x, ok := s.v.sumOf(s.read, 1)
	y, too := s.v.sumOf(read, 1)
	return y.n + s.blk.code[read].n - x.n - s.blk.code[s.read].n, ok && too && x.of == y.of
}

// looksForCopy is looksForAll for what is copied.
func (s *searching) looksForCopy(c arg, at int) bool {
	k := slices.Index(s.blk.code[at].out, c.v)
	return s.looksForAll(s.blk.code[at].in[k], s.v.from[at][k])
}

// findCount finds the select that adds one to a counter where the element is equal to a number, or where it is not. The
// number is one that elements may be, since what vectors compare is the lowest byte.
func (s *searching) findCount(alive set) bool {
	for i := range s.blk.code {
		in := &s.blk.code[i]
		if in.kind != prim || in.op.Info().Row.Name != "select" || !in.test.IsValid() || in.inverse {
			continue
		}
		name, t, v := in.test.Info().Row.Name, in.test.Info().Type, in.out[0]
		if name != "eq" && name != "ne" || t.IsFloat() || s.v.from[i][0] != s.read || !s.isNumber(t) ||
			!alive.has(v) || len(s.v.writes[v]) != 1 || in.op.Info().Type != optab.I64 {
			continue
		}
		yes, ok := s.v.sumOf(i, 2)
		no, too := s.v.sumOf(i, 3)
		if yes.n == 0 {
			yes, no = no, yes
			name, _ = optab.Opposite(name, t)
		}
		s.count, s.sought, s.others = v, in.in[1], name == "ne"
		is := value{v, -1}
		if !ok || !too || yes != (sum{is, 1}) || no != (sum{is, 0}) {
			return false
		}
		delete(s.v.writes, v) // what it is behind the loop is computed
		return s.sought.kind == literal && (s.size() > 1 || s.sought.bits < 1<<7)
	}
	return false
}

// isNumber reports whether elements are numbers of so many bytes as vectors compare, of the type of the comparison or
// of fewer bytes.
func (s *searching) isNumber(t optab.Type) bool {
	size := s.size()
	return s.f.vars[s.blk.code[s.read].out[0]].typ == t && (size == 1 || size == 4 || size == 8)
}

// size is how many bytes an element has, or 0.
func (s *searching) size() int {
	switch x := s.blk.code[s.read].in[0]; x.kind {
	case variable:
		return s.f.vars[x.v].element()
	case lent:
		return s.u.lentColumn(x).Size
	}
	return 0
}

// elements is how many elements the array has.
func (s *searching) elements() int {
	return program.Elements(s.u.shapeOf(s.f, s.blk.code[s.read].in[0]))
}

// goesUp reports whether the element of each round is next to that of the round before.
func (s *searching) goesUp() bool {
	in := &s.blk.code[s.read]
	at, ok := s.courseOf(in.in[1], s.v.from[s.read][1])
	return ok && at == course{step: 1}
}

// atOnce puts three blocks before the loop, as for a copy: the last one skips rounds.
func (s *searching) atOnce() {
	in := &s.blk.code[s.read]
	s.mark = in.mark
	test, rounds := s.countRounds()
	enough := &block{code: s.before, term: term{
		kind: branch, test: program.OpcodeFor("ge", optab.U64), in: []arg{rounds, {bits: leastSearched}}, mark: in.mark,
	}}
	s.before = nil
	from := s.inFirst(in.in[1], s.v.from[s.read][1])
	sought := s.inFirst(s.sought, s.v.last(s.sought, s.asks))
	skipped := s.f.newVar(optab.I64)
	skip := &block{term: term{kind: jump, mark: in.mark}}
	args := []arg{in.in[0], from, rounds, sought, {bits: uint64(s.elements())}}
	for i, read := range s.more {
		n, _ := s.apart(read)
		args = append(args, arg{bits: s.with[i].bits, off: in.n + n})
	}
	skip.code = append(s.before, ins{
		kind: search, in: args, out: []val{skipped}, n: in.n, wide: s.size(), mark: in.mark,
	})
	s.goOn(skip, skipped)
	if s.count != nowhere {
		s.goOnCounting(skip, skipped)
	}
	s.f.insertBefore(s.head, test, enough, skip)
}

// goOnCounting lets the instruction of a block that skips rounds count, and the block change the counter as they do.
func (s *searching) goOnCounting(blk *block, skipped val) {
	i := slices.IndexFunc(blk.code, func(in ins) bool { return in.kind == search })
	found := s.f.newVar(optab.I64)
	blk.code[i].out = append(blk.code[i].out, found)
	change := func(name string, by val) {
		blk.code = append(blk.code, ins{
			op: program.OpcodeFor(name, optab.I64), in: []arg{of(s.count), of(by)}, out: []val{s.count}, mark: s.mark,
		})
	}
	if !s.others {
		change("add", found)
		return
	}
	change("add", skipped)
	change("sub", found)
}

// leastSearched is how many elements are worth looking at at once.
const leastSearched = 8

// searchElements counts the elements of an array before one that is equal to a number. It begins with the element at
// the second operand plus in.n and looks at no more than the third says; the last is how many elements there are. It
// may also stop at one that only has the lowest byte of the number, and near the end. If there is a second result it is
// how many are equal, and it only stops near the end. None are counted where some are out of range.
func (e *emitter) searchElements(in *ins) {
	from, count := in.in[1], in.in[2]
	shift := imm(bits.TrailingZeros(uint(in.wide)))
	a, b, ax, bx := reg(scratchA), reg(scratchB), reg(codegen.AX), reg(codegen.BX)
	none, done := e.label("none"), e.label("searched")
	beyond := in.n
	for _, other := range in.in[5:] {
		beyond = max(beyond, other.off)
	}
	n := imm(int(in.in[4].bits) - beyond)
	e.move(scratchA, count, optab.I64)
	e.put("CMPQ", a, n)
	e.put("JHI", e.to(none))
	e.put("MOVQ", n, b)
	e.put("SUBQ", a, b)
	e.put("CMPQ", b, e.source(from, optab.I64))
	e.put("JCS", e.to(none))
	e.elementAddress(e.home(in.in[0], scratchB), from, in.n, in.wide, scratchA)
	if in.wide >= 4 && len(in.out) == 1 {
		e.lookFirst(in, none)
	}
	if sought := in.in[3]; sought.kind == literal && in.wide == 1 {
		e.repeated(arg{bits: sought.bits & 0xff}, 32)
	} else {
		e.move(scratchB, sought, optab.I64)
		e.put("VMOVQ", b, xmm(scratchY))
		e.put("VPBROADCAST"+letters[in.wide], xmm(scratchY), ymm(scratchY))
	}
	e.move(scratchB, count, optab.I64)
	e.put("PUSHQ", ax)
	e.put("PUSHQ", bx)
	e.put("MOVQ", b, ax)
	if in.wide > 1 {
		e.put("SHLQ", shift, ax)
	}
	e.put("XORL", bx, bx)
	e.searchRows(in)
	if in.wide > 1 {
		e.put("SHRQ", shift, ax)
		e.put("SHRQ", shift, bx)
	}
	e.put("MOVQ", bx, b)
	e.put("MOVQ", ax, a)
	e.put("POPQ", bx)
	e.put("POPQ", ax)
	e.put("NEGQ", a)
	e.put("ADDQ", e.source(count, optab.I64), a)
	e.here(done)
	e.late = append(e.late, func() {
		e.here(none)
		e.put("XORL", a, a)
		e.put("XORL", b, b)
		e.put("JMP", e.to(done))
	})
	e.give(in.out[0], scratchA)
	if len(in.out) > 1 {
		e.give(in.out[1], scratchB)
	}
}

// lookFirst jumps if the element that scratch register A has the address of is what is looked for: there is nothing to
// search then. Loops that look for the next place of some, as they do where others are taken, mostly find it at once.
func (e *emitter) lookFirst(in *ins, found string) {
	t := optab.I64
	if in.wide == 4 {
		t = optab.I32
	}
	e.put("MOV"+suffix(t), mem(codegen.Address{Base: scratchA}), reg(scratchB))
	e.put("CMP"+suffix(t), reg(scratchB), e.source(in.in[3], t))
	e.put("JEQ", e.to(found))
}

// searchRows takes off AX, which is leastSearched at least, the bytes that scratch register A has the address of, up to
// an element that is equal to those of vector register Y. With counts it goes on behind these, and adds to BX how many
// bytes they have. The last row begins where it ends with the last byte: what it has of the row before has no such
// element, or is not counted again.
func (e *emitter) searchRows(in *ins) {
	counts := len(in.out) > 1
	a, b, ax := reg(scratchA), reg(scratchB), reg(codegen.AX)
	found, out := e.label("found"), e.label("out")
	look := func(width int, last bool) {
		if e.matches(in, width); !counts {
			e.put("TESTL", b, b)
			e.put("JNE", e.to(found))
			return
		}
		if last {
			e.put("SHRXL", ax, b, b)
		}
		e.put("POPCNTL", b, b)
		e.put("ADDQ", b, reg(codegen.BX))
	}
	for width := 32; width >= leastSearched; width /= 2 {
		again, fewer := e.label("again"), e.label("fewer")
		if width > leastSearched {
			e.put("CMPQ", ax, imm(width))
			e.put("JLT", e.to(fewer))
		}
		e.here(again)
		look(width, false)
		e.put("ADDQ", imm(width), a)
		e.put("SUBQ", imm(width), ax)
		if width == 32 {
			e.put("CMPQ", ax, imm(width))
			e.put("JGE", e.to(again))
		}
		e.put("TESTQ", ax, ax)
		e.put("JEQ", e.to(out))
		e.put("NEGQ", ax)
		e.put("ADDQ", imm(width), ax)
		if e.put("SUBQ", ax, a); !counts {
			e.put("MOVL", imm(width), ax)
		}
		look(width, true)
		e.put("XORL", ax, ax)
		e.put("JMP", e.to(out))
		e.here(fewer)
	}
	if !counts {
		e.here(found)
		e.put("TZCNTL", b, b)
		e.put("SUBQ", b, ax)
	}
	e.here(out)
}

// letters are those of instructions for elements of so many bytes.
var letters = map[int]string{1: "B", 4: "D", 8: "Q"}

// matches puts a bit for each of the bytes at scratch register A into B, set in elements that are equal to those of
// vector register Y, or to literals where there are others that have to be equal. That needs BX.
func (e *emitter) matches(in *ins, width int) {
	b, bx, at := reg(scratchB), reg(codegen.BX), codegen.Address{Base: scratchA}
	others := in.in[5:]
	if len(others) > 0 {
		e.repeated(in.in[3], width)
	}
	e.equalBytes(at, in.wide, width, b)
	if width == 8 { // the upper half of the register is 0
		e.put("ANDL", imm(0xff), b)
	}
	for _, other := range others {
		e.repeated(other, width)
		e.equalBytes(at.Plus(other.off-in.n), in.wide, width, bx)
		e.put("ANDL", bx, b)
	}
}

// equalBytes puts a bit for each byte of memory into a register, set in elements that are equal to those of vector
// register Y.
func (e *emitter) equalBytes(at codegen.Address, size, width int, to codegen.Operand) {
	compare := "VPCMPEQ" + letters[size]
	if width == 8 {
		e.put("VMOVSD", xmem(at), xmm(scratchX))
		e.put(compare, xmm(scratchX), xmm(scratchY), xmm(scratchX))
		e.put("VPMOVMSKB", xmm(scratchX), to)
		return
	}
	e.put(compare, codegen.MemoryOf(at, width), codegen.VectorOf(scratchY, width), codegen.VectorOf(scratchX, width))
	e.put("VPMOVMSKB", codegen.VectorOf(scratchX, width), to)
}

// repeated loads a byte that is repeated into vector register Y.
func (e *emitter) repeated(literal arg, width int) {
	off, ok := e.rows[literal.bits]
	if !ok {
		e.u.align(32)
		off = len(e.u.table)
		for range 32 {
			e.u.table = append(e.u.table, byte(literal.bits))
		}
		e.rows[literal.bits] = off
	}
	width = max(width, 16)
	e.put("VMOVUPD", codegen.MemoryOf(inData(off), width), codegen.VectorOf(scratchY, width))
}
