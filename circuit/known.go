package circuit

import (
	"math"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// known is what the integers and bools of a circuit are known to be: by gate, whenever the gate is
// computed, and more narrowly in a block, behind the branches and checks that lanes have passed
// to get there.
//
// # Why a condition may be used for a gate that floats
//
// A gate is in no block, but what it gives matters in a block only: where all its uses are. The
// nearest block that dominates them all, with those of gates that float too counted as theirs, is
// where the gate is needed; a condition that holds there holds whenever the value matters, and so
// what stands for the gate need only be right there. What may fault is another matter: it must
// not get above the condition that shows that it does not, which is what anchors are for (pass_ranges.go); and its
// operands matter as soon as its tokens let it be computed, which can be before its result matters.
//
// What was replaced because of a condition gives what it gave only where that holds, and so does what is computed from
// it: ranges that were found before are local then. Code that computes something elsewhere must ask holdsAt.
type known struct {
	c     *Circuit
	s     *Schedule
	edits int // those before the schedule
	// of is the range of a gate, by gate: of the values of all rounds and ways. Empty if it is never
	// computed.
	of []ranges.Range
	// cells are the ranges of what is in arrays, by cell.
	cells    []ranges.Range
	local    []bool  // by gate, if not nil: what is known of it holds where it is needed, and nowhere else
	reached  []bool  // by block
	need     []int32 // by gate: the block where it is needed, or -1
	order    []Ref   // the gates that are followed, inputs first but for those that come round a loop
	blocks   []int32 // in the order in which their gates are there
	ends     []int32 // of their parts of it
	about    []condition
	passed   []passed // those about one gate are together, in the order of the tree of dominators
	first    []int32  // by gate, and one more: the first in passed of the conditions about it
	into     []int32  // by block: its place in the tree of dominators, and behind all below it
	out      []int32
	asked    []asked // what at has given, by a hash of what it was asked
	proving  bool    // ranges stay as they are for now
	proofs   int32   // how many there have been
	steps    []int64 // to which ranges grow
	grown    []uint8 // by gate: how often a selector has grown
	filled   []uint8 // by cell: how often its range has
	whole    summaries
	trail    []condition // those that the present proof needs
	partners map[Ref][]partner
	rooted   []rooted // what branches on uniforms say
	related  bool     // two roots' comparison is being used
	unequal  bool     // one of them says that two numbers are not the same, which is being used
	counting bool     // what is looked for is said of a counter beside
	budget   int
	pool     int  // how many steps comparisons that fail may still take together
	checking bool // the proof is of a check, for which more is tried
	spare    int  // what is left of the budget for numbers that come round one loop
	floats   int  // how many gates may still be looked at for the range of a float that is asked for, and one more
	solved   bool
	still    int  // how many blocks one after the other changed nothing
	growing  bool // ranges grow, and so what could not be shown of them cannot be any more
	hurries  bool // what grows may be anything: there were many sweeps
	// leaving tells that one asks for the end of a block.
	leaving bool
	// in and floatIn are operands of what is being looked at, as stacks.
	in      []ranges.Range
	floatIn []ranges.Float
}

// condition is something that holds for a gate's value in a block, and in those that it
// dominates.
type condition struct {
	block int32
	// behind is set if it does not hold in the block itself: a check there may not have been passed.
	behind bool
	holds  bool
	test   Ref            // the comparison or check, or None
	fixed  ranges.Range   // without a test, what the value is
	op     program.Opcode // of the test
	x, y   Ref            // and its operands
	// sub is None, or a difference that must not wrap, or else nothing is said.
	sub Ref
	// divides is set if it says no more than that the value is not 0: something was divided by it.
	divides bool
}

// passed is where a condition about a gate may hold: in blocks whose place in the tree of dominators is from in to
// below out. A gate may have hundreds of conditions, few of which hold in a block: these are found without looking at
// the others.
type passed struct {
	g, about int32 // the gate, and the condition
	in, out  int32
	up       int32 // the next one outwards about the gate, or -1
}

// asked is what a gate is in a block, if its range is was everywhere: proofs ask for the same ones again and again.
type asked struct {
	g            Ref
	block, depth int32
	proof        int32 // the proof that asked, while ranges are not settled: what it finds is of no use behind it
	was, is      ranges.Range
}

// mostAsked bounds the table of what was asked: it has two to the power of so many places.
const mostAsked = 11

// askedOf returns the place of what is asked: the table's length is a power of two.
func (k *known) askedOf(g Ref, block, depth int32) *asked {
	h := (uint32(g)*31+uint32(block))*31 + uint32(depth)
	return &k.asked[h*0x9e3779b1>>16&uint32(len(k.asked)-1)]
}

// newKnown finds what is known of a circuit. whole says what its parameters and calls are; it may
// be nil.
func newKnown(c *Circuit, whole summaries) *known {
	k := knowns.Get().(*known)
	n, s := c.Size(), newBounds(c)
	*k = known{
		c: c, s: s, whole: whole, edits: c.edits,
		of: zeros(k.of, n), grown: zeros(k.grown, n), need: c.room(n, -1), first: c.room(n+1, 0),
		cells: zeros(k.cells, len(c.Cells)), filled: zeros(k.filled, len(c.Cells)),
		reached: zeros(k.reached, len(s.Blocks)), asked: zeros(k.asked, 1<<min(bits.Len(uint(n)), mostAsked)),
		about: k.about[:0], passed: k.passed[:0], steps: k.steps[:0], trail: k.trail[:0], in: k.in[:0],
		floatIn: k.floatIn[:0], partners: k.partners, pool: freeSteps + n,
	}
	clear(k.partners)
	o := c.outlined()
	k.into, k.out = o.into, o.out
	k.findNeed()
	k.findOrder()
	k.findConditions()
	k.nestConditions()
	k.findSteps()
	k.start()
	return k
}

// again forgets the ranges, but not what they are found from: the circuit is the same, and what its
// parameters and calls are has changed.
func (k *known) again() {
	clear(k.grown)
	clear(k.filled)
	clear(k.reached)
	clear(k.partners)
	clear(k.asked)
	k.solved = false
	k.start()
}

// dominates reports whether every way to b goes through a.
func (k *known) dominates(a, b int32) bool { return k.into[a] <= k.into[b] && k.into[b] < k.out[a] }

// findNeed finds where gates are needed, users first.
func (k *known) findNeed() {
	c, s := k.c, k.s
	for i := len(s.order) - 1; i >= 0; i-- {
		g := s.order[i]
		kind := c.Kind(g)
		if isFixed(kind) {
			k.need[g] = s.of[g]
			continue
		}
		if kind == Project {
			continue
		}
		at := int32(s.aboveUses(g, k.useAt))
		if at < 0 && s.reaches(g) {
			at = s.of[c.home(g)]
		}
		if at < 0 {
			at = s.early[g]
		}
		k.need[g] = at
		if kind == Call {
			for u := range c.Uses(g) {
				if c.Kind(u) == Project {
					k.need[u] = at
				}
			}
		}
	}
}

// useAt returns the block in which a use needs its gate, or -1.
func (k *known) useAt(user Ref, input int) int {
	m := k.c.Meta(user)
	switch {
	case isFixed(m.Kind) || Schema[m.Kind].Part == Sequential:
		return k.s.useAt(user, input)
	case (m.Anchored || m.Faults || m.Kind == Call) && k.need[user] >= 0:
		return int(k.s.early[user])
	}
	return int(k.need[user])
}

// passedIn returns the block behind which a check has been passed.
func (k *known) passedIn(g Ref) int32 {
	at := k.need[g]
	if k.s.reaches(g) {
		if home := k.s.of[k.c.home(g)]; k.dominates(at, home) {
			return home
		}
	}
	return at
}

// follows reports whether a gate has a value that ranges are about.
func (k *known) follows(g Ref) bool {
	t := k.c.Type(g)
	return t.HasValue() && !t.Dtype().IsFloat()
}

// findOrder lists the gates to follow block by block in reverse postorder, by the first block in which each may stand;
// those that write arrays are among them.
func (k *known) findOrder() {
	s := k.s
	ranks := s.Graph.Ranks()
	place := k.c.room(len(s.Blocks)+1, 0)
	list := k.c.refs.Room(len(s.order))
	for _, g := range s.order {
		if k.follows(g) || k.c.Kind(g) == Operation && k.c.Meta(g).Param > 0 || k.c.Kind(g) == Call {
			list = append(list, g)
			place[ranks[s.early[g]]+1]++
		}
	}
	for i := 1; i < len(place); i++ {
		place[i] += place[i-1]
	}
	k.order = k.c.refs.Cut(len(list))
	for _, g := range list {
		at := &place[ranks[s.early[g]]]
		k.order[*at] = g
		*at++
	}
	k.ends = k.c.room(len(s.Blocks), 0)
	k.blocks = k.c.room(len(s.Blocks), 0)
	for b, rank := range ranks {
		k.blocks[rank], k.ends[rank] = int32(b), place[rank]
	}
}

// findConditions finds what branches, switches and checks say.
func (k *known) findConditions() {
	c, s := k.c, k.s
	for b := range s.Blocks {
		head := s.Blocks[b].Head
		switch c.Kind(head) {
		case IfTrue, IfFalse:
			k.assume(c.Value(c.State(head, 0), 0), c.Kind(head) == IfTrue, int32(b))
		case SwitchCase:
			x := c.Value(c.State(head, 0), 0)
			k.note(x, condition{block: int32(b), test: None, sub: None,
				fixed: ranges.OfBits(c.Type(x).Dtype(), c.Meta(head).Param)})
		}
	}
	for _, g := range s.order {
		m := c.Meta(g)
		if m.Kind != Operation || !m.Faults || k.need[g] < 0 {
			continue
		}
		passed := k.passedIn(g)
		switch form := m.Op.Form(); {
		case form == optab.Index || form == optab.Insert:
			for i, n := range c.dimensions(g) {
				if n >= 0 {
					at := condition{block: passed, behind: true, test: None, sub: None,
						fixed: ranges.Between(0, int64(n)-1)}
					k.note(c.Value(g, m.Op.Form().FirstIndex()+i), at)
				}
			}
		case m.Values == 2 && (m.Op.Info().Row.Name == "div" || m.Op.Info().Row.Name == "rem") && c.isScalar(g):
			k.note(c.Value(g, 1), condition{block: passed, behind: true, holds: true, test: g, sub: None, op: m.Op,
				x: c.Value(g, 1), y: None, divides: true})
		case isCheck(m.Op) && c.isScalar(g):
			x := c.Value(g, 0)
			at := condition{block: passed, behind: true, holds: true, test: g, sub: None, op: m.Op, x: x, y: None}
			if m.Values > 1 {
				at.y = c.Value(g, 1)
			}
			k.note(x, at)
			if at.y != None {
				k.note(at.y, at)
			}
		}
	}
}

// isCheck reports whether an operation checks its first operand, and gives it.
func isCheck(op program.Opcode) bool {
	switch op.Info().Row.Name {
	case "checkindex", "checkslice", "checklen", "checkcap", "shiftcount":
		return true
	}
	return false
}

// isScalar reports whether an operation is about numbers, and not about arrays.
func (c *Circuit) isScalar(g Ref) bool {
	m := c.Meta(g)
	for i := range int(m.Values) {
		if x := c.Value(g, i); c.Kind(x) == Cell || len(c.shapeOf(x)) > 0 {
			return false
		}
	}
	return true
}

// dimensions returns the lengths that the indices of an index or insert are checked against.
func (c *Circuit) dimensions(g Ref) []int {
	m := c.Meta(g)
	return c.shapeOf(c.Value(g, 0))[:int(m.Values)-int(m.Param)-m.Op.Form().FirstIndex()]
}

// assume notes that a condition holds in a block, or does not.
func (k *known) assume(cond Ref, holds bool, block int32) {
	c := k.c
	work := []Ref{cond}
	sides := []bool{holds}
	for len(work) > 0 {
		g, holds := work[len(work)-1], sides[len(sides)-1]
		work, sides = work[:len(work)-1], sides[:len(sides)-1]
		if c.Kind(g) == Constant || len(work) > 16 {
			continue
		}
		is := ranges.Of(0)
		if holds {
			is = ranges.Of(1)
		}
		k.note(g, condition{block: block, test: None, sub: None, fixed: is})
		m := c.Meta(g)
		if m.Kind == Uniform {
			k.assumeUniform(g, holds, block)
		}
		if m.Kind != Operation || m.Depends > 0 {
			continue
		}
		info := m.Op.Info()
		switch name := info.Row.Name; {
		case name == "not":
			work, sides = append(work, c.Value(g, 0)), append(sides, !holds)
		case name == "and" && holds, name == "or" && !holds:
			work, sides = append(work, c.Value(g, 0), c.Value(g, 1)), append(sides, holds, holds)
		case name == "andnot" && holds:
			work, sides = append(work, c.Value(g, 0), c.Value(g, 1)), append(sides, true, false)
		case info.Out == program.Bool && m.Values == 2 && info.Type != program.Bool:
			at := condition{block: block, holds: holds, test: g, sub: None, op: m.Op, x: c.Value(g, 0),
				y: c.Value(g, 1)}
			k.note(at.x, at)
			k.note(at.y, at)
			if info.Type.IsInt() {
				k.assumeDifference(at)
				k.assumeOperands(at)
			}
		}
	}
}

// assumeDifference notes what the comparison of a difference with a constant says of its operands.
func (k *known) assumeDifference(at condition) {
	c := k.c
	m := c.Meta(at.x)
	bits, ok := c.Bits(at.y)
	if !ok || m.Kind != Operation || m.Op.Info().Row.Name != "sub" || !m.Op.Info().Type.IsSigned() {
		return
	}
	t := m.Op.Info().Type
	r, _ := ranges.Assume(at.op, at.holds, ranges.All(t), ranges.OfBits(t, bits))
	at.sub, at.holds, at.x, at.y = at.x, true, c.Value(at.x, 1), c.Value(at.x, 0)
	switch {
	case r.IsEmpty():
		return
	case r.Hi <= 0:
		at.x, at.y = at.y, at.x
		r = ranges.Result(program.OpcodeFor("neg", t), r)
	case r.Lo < 0:
		return
	}
	name := "le"
	if r.Lo > 0 {
		name = "lt"
	}
	at.op = program.OpcodeFor(name, t)
	k.note(at.x, at)
	k.note(at.y, at)
}

// assumeOperands notes what a comparison with the smaller or larger of two numbers says of both: what is below the
// smaller is below each of them.
func (k *known) assumeOperands(at condition) {
	name, t := at.op.Info().Row.Name, at.op.Info().Type
	if !at.holds {
		name, _ = optab.Opposite(name, t)
	}
	for range 2 {
		m := k.c.Meta(at.x)
		above := ""
		switch name {
		case "gt", "ge":
			above = "min"
		case "lt", "le":
			above = "max"
		}
		if m.Kind == Operation && above != "" && m.Op.Info().Row.Name == above && m.Op.Info().Type == t {
			for i := range 2 {
				of := at
				of.op, of.holds, of.x = program.OpcodeFor(name, t), true, k.c.Value(at.x, i)
				k.note(of.x, of)
				k.note(of.y, of)
			}
		}
		at.x, at.y = at.y, at.x
		name, _ = optab.Mirrored(name)
	}
}

// mayWrap reports whether a difference may wrap.
func (k *known) mayWrap(sub Ref) bool {
	a, b := k.c.Value(sub, 0), k.c.Value(sub, 1)
	if int(a) >= len(k.of) || int(b) >= len(k.of) { // made later, in place of what the pass dropped
		return true
	}
	x, y := k.of[a], k.of[b]
	all := ranges.All(k.c.Type(sub).Dtype())
	if x.IsEmpty() || y.IsEmpty() || y.Lo == math.MinInt64 {
		return true
	}
	lo, hi := x.Lo-y.Hi, x.Hi-y.Lo
	return (lo < x.Lo) != (y.Hi > 0) || (hi < x.Hi) != (y.Lo > 0) || lo < all.Lo || hi > all.Hi
}

// note notes a condition about a gate.
func (k *known) note(g Ref, at condition) {
	if kind := k.c.Kind(g); kind == Constant || kind == Cell || !k.c.Type(g).HasValue() {
		return
	}
	k.keep(g, at)
	if at.divides {
		return
	}
	// What is known of a sum is known of what is added to: where i + 1 is not 0, i is not -1.
	product := g
	if addend := k.c.addendOf(g); addend != None && k.c.Kind(addend) != Constant {
		product = addend
		of := at
		if at.test == None {
			of.fixed = k.before(addend, g, at.fixed)
		}
		k.keep(addend, of)
	}
	// So it is of a product, unless that wraps. Ranges tell, so that it is asked when there are some.
	if factor, _ := k.c.factorOf(product); factor != None && at.test != None && k.c.Kind(factor) != Constant {
		k.keep(factor, at)
	}
}

// keep adds a condition to those about a gate.
func (k *known) keep(g Ref, at condition) {
	k.passed = append(k.passed, passed{int32(g), int32(len(k.about)), k.into[at.block], k.out[at.block], -1})
	k.about = append(k.about, at)
}

// nestConditions puts the conditions about each gate in the order of the tree of dominators, and finds in which others
// each lies.
func (k *known) nestConditions() {
	slices.SortFunc(k.passed, func(a, b passed) int {
		switch {
		case a.g != b.g:
			return int(a.g - b.g)
		case a.in != b.in:
			return int(a.in - b.in)
		}
		return int(a.about - b.about)
	})
	g := int32(-1)
	for i := range k.passed {
		at := &k.passed[i]
		up := int32(i) - 1
		for ; g < at.g; g++ {
			k.first[g+1], up = int32(i), -1
		}
		for up >= 0 && at.in >= k.passed[up].out {
			up = k.passed[up].up
		}
		at.up = up
	}
	for g++; int(g) < len(k.first); g++ {
		k.first[g] = int32(len(k.passed))
	}
}

// conditions returns which condition about a gate is the innermost that may hold in a block, or -1. Those that it
// lies in, by up, may hold there too, and no others.
func (k *known) conditions(g Ref, block int32) int32 {
	first, end := k.first[g], k.first[g+1]
	place := k.into[block]
	for begin := first; begin < end; {
		if mid := (begin + end) / 2; k.passed[mid].in <= place {
			begin = mid + 1
		} else {
			end = mid
		}
	}
	if end == first {
		return -1
	}
	i := end - 1
	for i >= 0 && k.passed[i].out <= place {
		i = k.passed[i].up
	}
	return i
}

// holdsIn reports whether a condition that may hold in a block does, or where it is left, and is about gates that are
// still there.
func (k *known) holdsIn(at *condition, block int32) bool {
	return !(at.behind && at.block == block && !k.leaving) &&
		(at.test == None || k.c.has(at.x) && (at.y == None || k.c.has(at.y))) &&
		(at.sub == None || k.c.has(at.sub) && !k.mayWrap(at.sub))
}

// leaves returns the range of a gate where a block is left: all that it checks has been passed there.
func (k *known) leaves(g Ref, block int32, depth int) ranges.Range {
	k.leaving = true
	r := k.at(g, block, depth)
	k.leaving = false
	return r
}

// at returns the range of a gate in a block. Its operands are looked at as deep as depth says, and
// below 0 not even conditions are.
func (k *known) at(g Ref, block int32, depth int) ranges.Range {
	if int(g) >= len(k.of) { // it was made later
		if number, ok := k.c.Bits(g); ok {
			return ranges.OfBits(k.c.Type(g).Dtype(), number)
		}
		return ranges.All(k.c.Type(g).Dtype())
	}
	r := k.of[g]
	if _, only := r.Only(); only || r.IsEmpty() || depth < 0 {
		return r
	}
	if k.leaving || k.related || !k.solved && !k.proving {
		return k.narrowed(g, r, block, depth)
	}
	proof := int32(0)
	if !k.solved {
		proof = k.proofs
	}
	at := k.askedOf(g, block, int32(depth))
	if at.g == g && at.block == block && at.depth == int32(depth) && at.proof == proof && at.was == r {
		return at.is
	}
	is := k.narrowed(g, r, block, depth)
	*at = asked{g, block, int32(depth), proof, r, is}
	return is
}

// narrowed returns what is left of a gate's range in a block.
func (k *known) narrowed(g Ref, r ranges.Range, block int32, depth int) ranges.Range {
	for i := k.conditions(g, block); i >= 0; i = k.passed[i].up {
		if at := &k.about[k.passed[i].about]; k.holdsIn(at, block) {
			r = k.implied(at, g, r, block, depth)
		}
	}
	m := k.c.Meta(g)
	switch {
	case m.Kind == ValueSelector && depth > 0:
		return r.Meet(k.beside(g, block))
	case m.Kind == Uniform:
		return k.ofUniform(g, r, block)
	}
	if depth == 0 || m.Kind != Operation || m.Depends > 0 || m.Op.Form() != optab.Elementwise {
		return r
	}
	if m.Op.Info().Type.IsFloat() {
		return r.Meet(k.ofFloats(g, block))
	}
	narrower, base := false, len(k.in)
	for i := range int(m.Values) {
		x := k.c.Value(g, i)
		if !k.follows(x) || k.c.Kind(x) == Cell {
			k.in = k.in[:base]
			return r
		}
		in := k.at(x, block, depth-1)
		narrower = narrower || int(x) >= len(k.of) || in != k.of[x]
		k.in = append(k.in, in)
	}
	if narrower {
		r = r.Meet(ranges.Result(m.Op, k.in[base:]...))
	}
	k.in = k.in[:base]
	if m.Op.Info().Row.Name == "sub" {
		return k.ofCompared(g, block, r)
	}
	return r
}

// implied returns what is left of a gate's range by a condition.
func (k *known) implied(at *condition, g Ref, r ranges.Range, block int32, depth int) ranges.Range {
	switch {
	case at.test == None:
		return r.Meet(at.fixed)
	case at.divides:
		return r.Without(0)
	}
	side := func(x Ref) ranges.Range {
		switch {
		case x == g:
			return r
		case x == None:
			return ranges.Empty
		}
		return k.at(x, block, min(depth-1, 0))
	}
	if at.behind {
		if g != at.x {
			return r
		}
		base, last := len(k.in), r
		k.in = append(k.in, r)
		if at.y != None {
			last = side(at.y)
			k.in = append(k.in, last)
		}
		if !last.IsEmpty() {
			r = r.Meet(ranges.Result(at.op, k.in[base:]...))
		}
		k.in = k.in[:base]
		return r
	}
	x, y := side(at.x), side(at.y)
	if x.IsEmpty() || y.IsEmpty() {
		return ranges.Empty
	}
	x, y = ranges.Assume(at.op, at.holds, x, y)
	switch g {
	case at.x:
		return x
	case at.y:
		return y
	}
	return r.Meet(k.before(g, at.x, x)).Meet(k.before(g, at.y, y))
}
