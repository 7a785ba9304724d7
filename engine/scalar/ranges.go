package scalar

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where an integer is in a range, some code is shorter: an index needs no check, a quotient no
// rounding, a count no limit. Ranges are found forwards, from the types, from literals and
// constant tables, and from the branches and checks that were passed; where ways meet they
// are joined, and widened in loops (Cousot and Cousot, "Abstract interpretation", 1977).

// span is the numbers from lo to hi. Those of u64 are taken as those of i64 with the same
// bits.
type span struct{ lo, hi int }

// spanOf is all numbers of a type.
func spanOf(t optab.Type) span {
	switch t {
	case optab.Bool:
		return span{0, 1}
	case optab.I32:
		return span{math.MinInt32, math.MaxInt32}
	case optab.U32:
		return span{0, math.MaxUint32}
	}
	return span{math.MinInt, math.MaxInt}
}

func (s span) join(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// union is join where one of them may be empty.
func (s span) union(t span) span {
	switch {
	case s.empty():
		return t
	case t.empty():
		return s
	}
	return s.join(t)
}

func (s span) meet(t span) span { return span{max(s.lo, t.lo), min(s.hi, t.hi)} }
func (s span) empty() bool      { return s.lo > s.hi }

// numbers is the span for package ranges, which says what operations make of it.
func (s span) numbers() ranges.Range { return ranges.Between(int64(s.lo), int64(s.hi)) }

func spanFrom(r ranges.Range) span { return span{int(r.Lo), int(r.Hi)} }

// in is the span, or all numbers of a type if it has others: results wrap.
func (s span) in(t optab.Type) span {
	if all := spanOf(t); s.lo < all.lo || s.hi > all.hi || s.empty() {
		return all
	}
	return s
}

// sure is what ranges say of an instruction.
type sure uint32

const (
	isPositive  sure = 1 << iota // the first operand is not negative
	isInside                     // a check does not fail, or a count is below the width
	isDivisor                    // the second operand is not zero
	isTame                       // nor is it -1 where the first is the smallest number
	isShort                      // both are below 2³², and not negative
	isBelow                      // the first operand is less than the second
	isLength                     // what an index is compared with is not negative
	isSmall                      // a number below 2³⁰ that is not negative is divided by a literal that is positive
	indexInside                  // the first index is in range; the next bit is the second's
)

// provenSure is what is sure of an operation that may fault, if that was proven not to happen.
func provenSure(op *program.PrimOp) sure {
	switch {
	case !op.Proven:
		return 0
	case op.Op.Form() != optab.Index && op.Op.Form() != optab.Insert:
		return isInside | isDivisor
	}
	return ^(indexInside - 1)
}

// rangeFinder finds them.
type rangeFinder struct {
	u *unit
	f *fn
	// handed is what is assumed of what functions are given and give.
	handed *handed
	begin  [][]span // of variables, when a block begins; nil if nothing leads there
	seen   []int    // how often that has changed by what leads back
	steps  []int    // what ranges in loops grow to
	writes []set    // what a loop writes, by its head
	data   map[arg]span
	fresh  []bool // whether what a block begins with has changed since somebody followed it
	// now and taken are memory for what holds while a block is followed.
	now, taken []span
}

const (
	// mostChanges is how often a block's beginning changes until ranges grow by steps, and endless
	// how often until loops are thought so.
	mostChanges, endless = 3, 24
	// narrowings is how often ranges are found again from those.
	narrowings = 3
	// maxSpans is how many variables, times blocks, are worth the time.
	maxSpans = 1 << 20
)

// findRanges finds ranges in all functions, and notes what instructions gain from them.
func (u *unit) findRanges() {
	h := u.newHanded()
	finders := make([]*rangeFinder, len(u.fns))
	for again := true; again; again = h.assumeMore() {
		h.forget()
		for i, f := range u.fns {
			if f.hasRanges() {
				finders[i] = u.rangesOf(f, h)
				finders[i].see()
			}
		}
	}
	for _, r := range finders {
		if r != nil {
			r.note()
		}
	}
	h.narrow()
}

// hasRanges reports whether finding the ranges of a function is worth the time.
func (f *fn) hasRanges() bool { return len(f.vars)*len(f.blocks) <= maxSpans }

// rangesOf finds the ranges of a function.
func (u *unit) rangesOf(f *fn, h *handed) *rangeFinder {
	r := &rangeFinder{
		u: u, f: f, handed: h, begin: make([][]span, len(f.blocks)), seen: make([]int, len(f.blocks)),
		writes: make([]set, len(f.blocks)), data: map[arg]span{}, fresh: make([]bool, len(f.blocks)),
	}
	start := h.assumed(f)
	r.begin[0], r.fresh[0] = start, true
	r.findSteps()
	for _, l := range f.loops {
		r.writes[l.head] = l.writes(f)
	}
	for changed := true; changed; {
		changed = false
		for b := range f.blocks {
			if !r.fresh[b] {
				continue
			}
			r.fresh[b] = false
			r.flow(b, func(to int, now []span) {
				if r.join(b, to, now) {
					r.fresh[to], changed = true, true
				}
			})
		}
	}
	for range narrowings {
		r.narrow(start)
	}
	return r
}

// see tells what is in arrays and what is handed to functions, and back.
func (r *rangeFinder) see() {
	for b, blk := range r.f.blocks {
		if r.begin[b] == nil {
			continue
		}
		now := slices.Clone(r.begin[b])
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind == call {
				for k, v := range in.fn.params {
					r.handed.params[in.fn][k].see(r.of(in.in[k], in.fn.vars[v].typ, now))
				}
			}
			r.step(in, now)
			for _, v := range in.out {
				if r.f.vars[v].isArray() {
					r.handed.array(r.f, v).see(now[v])
				}
			}
		}
		if blk.term.kind == leave {
			for k, v := range r.f.results {
				r.handed.results[r.f][k].see(now[v])
			}
		}
	}
}

// note notes what instructions gain.
func (r *rangeFinder) note() {
	f := r.f
	for _, l := range f.loops {
		f.rounds[l.head].most = r.mostRounds(l)
	}
	for b, blk := range f.blocks {
		if r.begin[b] == nil {
			continue
		}
		now := slices.Clone(r.begin[b])
		for i := range blk.code {
			in := &blk.code[i]
			in.sure |= r.sure(in, now)
			if r.keeps(in, now) {
				in.kind, in.op = copies, program.OpCopy
			} else if k := r.lesser(in, now); k >= 0 {
				*in = ins{kind: copies, op: program.OpCopy, in: in.in[k : k+1], out: in.out, mark: in.mark}
			}
			r.step(in, now)
		}
		switch t := &blk.term; {
		case t.kind == choose:
			t.among = r.of(t.in[0], t.typ, now)
		case t.equals() >= 0:
			t.among = r.of(t.in[0], t.test.Info().Type, now)
		}
	}
}

// narrow finds ranges again: what leads forwards from what is found now, what leads back
// from what was found before.
func (r *rangeFinder) narrow(start []span) {
	type way struct {
		from int
		now  []span
	}
	back := make([][]way, len(r.f.blocks))
	for b := range r.f.blocks {
		r.flow(b, func(to int, now []span) {
			if to <= b {
				back[to] = append(back[to], way{b, slices.Clone(now)})
			}
		})
	}
	r.begin = make([][]span, len(r.f.blocks))
	r.begin[0] = start
	clear(r.seen)
	for b := range r.f.blocks {
		if r.begin[b] == nil {
			continue
		}
		for _, w := range back[b] {
			r.join(w.from, b, w.now)
		}
		r.flow(b, func(to int, now []span) {
			if to > b {
				r.join(b, to, now)
			}
		})
	}
}

// join adds what holds on a way from a block to what holds when another begins. What a loop
// does not write is as it was when it began.
func (r *rangeFinder) join(from, to int, now []span) (changed bool) {
	begin := r.begin[to]
	if begin == nil {
		r.begin[to] = slices.Clone(now)
		return true
	}
	back := from >= to
	for v, s := range now {
		both := begin[v].join(s)
		if both == begin[v] || back && !r.writes[to].has(val(v)) {
			continue
		}
		changed = true
		if back && r.seen[to] >= mostChanges {
			both = r.grown(begin[v], both, r.seen[to]).meet(spanOf(r.f.vars[v].typ))
		}
		begin[v] = both
	}
	if changed && back {
		r.seen[to]++
	}
	return changed
}

// flow goes through a block, and calls leads for each way out of it, with what holds there until leads returns.
func (r *rangeFinder) flow(b int, leads func(to int, now []span)) {
	if r.begin[b] == nil {
		return
	}
	now := append(r.now[:0], r.begin[b]...)
	r.now = now
	blk := r.f.blocks[b]
	for i := range blk.code {
		r.step(&blk.code[i], now)
	}
	t := &blk.term
	if t.kind != branch || !t.test.IsValid() || !isComparison(t.test) {
		for _, to := range t.to {
			leads(to, now)
		}
		return
	}
	for way, to := range t.to {
		taken := append(r.taken[:0], now...)
		r.taken = taken
		if r.passed(t, way == 0, taken) {
			r.follow(blk, now, taken)
			leads(to, taken)
		}
	}
}

// of is the range of an operand.
func (r *rangeFinder) of(a arg, t optab.Type, now []span) span {
	switch a.kind {
	case literal:
		n := int(a.bits)
		switch t {
		case optab.I32:
			n = int(int32(a.bits))
		case optab.U32:
			n = int(uint32(a.bits))
		}
		return span{n, n}
	case variable:
		return now[a.v]
	case given:
		if r.u.lengths[a] {
			return span{0, math.MaxInt}
		}
	case table:
		return r.inTable(a, t)
	case lent:
		return r.u.lentColumn(a).all
	}
	return spanOf(t)
}

// inTable is the range of the numbers in a constant table.
func (r *rangeFinder) inTable(a arg, t optab.Type) span {
	s, ok := r.data[a]
	if ok {
		return s
	}
	for i, bits := range r.u.values[a] {
		x := r.of(arg{bits: bits}, t, nil)
		if i == 0 {
			s = x
		}
		s = s.join(x)
	}
	r.data[a] = s
	return s
}

// step goes through an instruction.
func (r *rangeFinder) step(in *ins, now []span) {
	vars := r.f.vars
	set := func(v val, s span) {
		if t := vars[v].typ; !t.IsFloat() {
			now[v] = s.in(t)
		}
	}
	switch in.kind {
	case prim:
		r.confine(in, now)
		set(in.out[0], r.result(in, now))
	case copies:
		var list []span
		for i, v := range in.out {
			list = append(list, r.of(in.in[i], vars[v].typ, now))
		}
		for i, v := range in.out {
			set(v, list[i])
		}
	case also:
		t := vars[in.out[0]].typ
		set(in.out[0], r.of(in.in[0], t, now).join(r.of(in.in[1], t, now)))
	case input:
		if c := &r.u.in[in.n]; c.lent {
			set(in.out[0], spanOf(optab.I64))
		} else {
			set(in.out[0], c.all)
		}
	case fill, assign, part:
		set(in.out[0], r.of(in.in[0], vars[in.out[0]].typ, now))
	case load, index:
		s := r.of(in.in[0], vars[in.out[0]].typ, now)
		r.confine(in, now)
		set(in.out[0], s)
	case offset:
		r.confine(in, now)
		set(in.out[0], span{0, program.Elements(r.u.dims[in.n]) - 1})
	case store, insert, insertPart:
		r.confine(in, now)
		set(in.out[0], now[in.out[0]].join(r.of(in.in[1], vars[in.out[0]].typ, now)))
	case call:
		for k, v := range in.out {
			set(v, r.handed.results[in.fn][k].assumed)
		}
	default:
		for _, v := range in.out {
			set(v, spanOf(vars[v].typ))
		}
	}
}

// dimsOf are the dimensions to which the indices of an instruction belong.
func (u *unit) dimsOf(f *fn, in *ins) []int {
	array, indices := indicesOf(in)
	switch {
	case in.kind == offset:
		return u.dims[in.n]
	case in.flat:
		return []int{program.Elements(u.shapeOf(f, array))}
	}
	return u.shapeOf(f, array)[:len(indices)]
}

// indicesOf are the indices of an instruction, and the array that they are of.
func indicesOf(in *ins) (array arg, indices []arg) {
	switch in.kind {
	case offset:
		return arg{}, in.in
	case index, part:
		return in.in[0], in.in[1:]
	case insert, insertPart:
		return in.in[0], in.in[2:]
	}
	return arg{}, nil
}

// confine notes what must have been so for an instruction not to fault.
func (r *rangeFinder) confine(in *ins, now []span) {
	within := func(a arg, s span) {
		if a.kind == variable {
			if s = now[a.v].meet(s); !s.empty() {
				now[a.v] = s
			}
		}
	}
	if _, indices := indicesOf(in); len(indices) > 0 {
		for i, n := range r.u.dimsOf(r.f, in) {
			if n == program.AnyLength {
				n = math.MaxInt
			}
			within(indices[i], span{0, n - 1})
		}
		return
	}
	if in.kind != prim || in.test.IsValid() {
		return
	}
	info := in.op.Info()
	switch info.Row.Name {
	case "checkindex":
		within(in.in[0], span{0, r.of(in.in[1], info.In[1], now).hi - 1})
		if x := r.of(in.in[0], info.In[0], now); x.hi < math.MaxInt {
			within(in.in[1], span{max(x.lo, 0) + 1, math.MaxInt})
		}
	case "checkcap":
		within(in.in[0], span{math.MinInt, r.of(in.in[1], info.In[1], now).hi})
	case "checkslice", "checklen":
		within(in.in[0], span{0, r.of(in.in[1], info.In[1], now).hi})
		within(in.in[1], span{max(r.of(in.in[0], info.In[0], now).lo, 0), math.MaxInt})
	case "shiftcount":
		within(in.in[0], span{0, math.MaxInt})
	}
}

// passed notes what holds where a branch goes one way, and reports whether it can.
func (r *rangeFinder) passed(t *term, holds bool, now []span) bool {
	info := t.test.Info()
	typ := info.Type
	if !typ.IsInt() {
		return true
	}
	x, y := r.of(t.in[0], typ, now).numbers(), r.of(t.in[1], typ, now).numbers()
	a, b := ranges.Assume(t.test, holds != t.inverse, x, y)
	if a.IsEmpty() {
		return false
	}
	for i, s := range []span{spanFrom(a), spanFrom(b)} {
		if a := t.in[i]; a.kind == variable {
			now[a.v] = s
		}
	}
	return true
}

// follow notes what a branch tells of sums in its block with what it compares, and of what it compares a difference.
func (r *rangeFinder) follow(blk *block, now, taken []span) {
	tells := func(a arg) bool { return a.kind == variable && taken[a.v] != now[a.v] }
	if !slices.ContainsFunc(blk.term.in, tells) {
		return
	}
	for i := range blk.code {
		in := &blk.code[i]
		name := in.name()
		if name != "add" && name != "sub" || !slices.ContainsFunc(in.in, tells) && !tells(of(in.out[0])) {
			continue
		}
		stays := !slices.ContainsFunc(blk.code[i:], func(other ins) bool {
			return slices.ContainsFunc(in.in, func(a arg) bool { return a.kind == variable && isIn(other.out, a.v) })
		}) && !slices.ContainsFunc(blk.code[i+1:], func(other ins) bool { return isIn(other.out, in.out[0]) })
		if !stays {
			continue
		}
		if s := taken[in.out[0]].meet(r.result(in, taken)); !s.empty() {
			taken[in.out[0]] = s
		}
		if x, y := in.in[0], in.in[1]; name == "sub" && x.kind == variable && y.kind == literal {
			n, d := r.of(y, in.op.Info().Type, nil).lo, taken[in.out[0]]
			if s := (span{d.lo + n, d.hi + n}); -farOff < min(d.lo, n) && max(d.hi, n) < farOff {
				if s = s.in(r.f.vars[x.v].typ).meet(taken[x.v]); !s.empty() {
					taken[x.v] = s
				}
			}
		}
	}
}

// result is the range of what an operation gives.
func (r *rangeFinder) result(in *ins, now []span) span {
	info := in.op.Info()
	all := spanOf(info.Out)
	if info.Out.IsFloat() || isComparison(in.op) {
		return all
	}
	args := in.in
	if info.Row.Name == "select" {
		if args = args[1:]; in.test.IsValid() {
			args = args[1:]
		}
		return r.of(args[0], info.Out, now).join(r.of(args[1], info.Out, now))
	}
	if info.Row.Name == "rem" {
		args = args[:2] // the third is their quotient
	}
	if in.test.IsValid() || len(args) == 0 || len(args) > len(info.In) {
		return all
	}
	x := make([]ranges.Range, len(args))
	for i, a := range args {
		if info.In[i].IsFloat() {
			return all
		}
		x[i] = r.of(a, info.In[i], now).numbers()
	}
	if got := ranges.Result(in.op, x...); !got.IsEmpty() {
		return spanFrom(got)
	}
	return all
}

// keeps reports whether a conversion of an integer leaves a register as it is. Those of 32 bits have zeros above.
func (r *rangeFinder) keeps(in *ins, now []span) bool {
	if in.kind != prim || in.test.IsValid() || len(in.in) != 1 || in.in[0].kind != variable {
		return false
	}
	info := in.op.Info()
	if info.In[0].IsFloat() || info.Out.IsFloat() {
		return false
	}
	x := now[in.in[0].v]
	within := func(all span) bool { return x.lo >= all.lo && x.hi <= all.hi }
	switch info.Row.Name {
	case "convert_i32":
		return info.In[0] == optab.U32 || within(span{0, math.MaxInt32})
	case "convert_u32":
		return info.In[0] == optab.I32 || within(span{0, math.MaxUint32})
	case "convert_i64", "convert_u64":
		return info.In[0] == optab.I32 && x.lo >= 0
	case "sext8":
		return within(span{math.MinInt8, math.MaxInt8})
	case "sext16":
		return within(span{math.MinInt16, math.MaxInt16})
	case "zext8":
		return within(span{0, math.MaxUint8})
	case "zext16":
		return within(span{0, math.MaxUint16})
	}
	return false
}

// lesser is which operand of a minimum or maximum it is in any case, or -1.
func (r *rangeFinder) lesser(in *ins, now []span) int {
	name := in.name()
	if name != "min" && name != "max" || !in.op.Info().Type.IsInt() {
		return -1
	}
	t := in.op.Info().Type
	x, y := r.of(in.in[0], t, now), r.of(in.in[1], t, now)
	if t == optab.U64 && min(x.lo, y.lo) < 0 { // which is large
		return -1
	}
	if name == "max" {
		x, y = y, x
	}
	switch {
	case x.hi <= y.lo:
		return 0
	case y.hi <= x.lo:
		return 1
	}
	return -1
}

// sure tells what ranges say of an instruction.
func (r *rangeFinder) sure(in *ins, now []span) (s sure) {
	if _, indices := indicesOf(in); len(indices) > 0 {
		for i, n := range r.u.dimsOf(r.f, in) {
			x := r.of(indices[i], optab.I64, now)
			if x.lo >= 0 && n != program.AnyLength && x.hi < n {
				s |= indexInside << i
			}
			if x.lo >= 0 && len(indices) == 1 {
				s |= isPositive
			}
		}
		return s
	}
	if in.kind != prim || in.test.IsValid() || len(in.in) == 0 || in.op.Info().In[0].IsFloat() {
		return 0
	}
	info := in.op.Info()
	x := r.of(in.in[0], info.In[0], now)
	if x.lo >= 0 {
		s |= isPositive
	}
	if len(in.in) < 2 || info.In[1].IsFloat() {
		return s
	}
	y := r.of(in.in[1], info.In[1], now)
	if y.lo >= 0 {
		s |= isLength
	}
	switch name := info.Row.Name; name {
	case "shl", "shr":
		if y.lo >= 0 && y.hi < info.Type.Bits() {
			s |= isInside
		}
	case "checkindex":
		if x.lo >= 0 && (x.hi < y.lo || in.sure&isBelow != 0) {
			s |= isInside
		}
	case "checkslice", "checklen":
		if x.lo >= 0 && (x.hi <= y.lo || in.sure&isBelow != 0) {
			s |= isInside
		}
	case "div", "rem":
		if y.lo > 0 || y.hi < 0 {
			s |= isDivisor
		}
		if y.lo > -1 || y.hi < -1 || x.lo > spanOf(info.Type).lo {
			s |= isTame
		}
		if x.lo >= 0 && y.lo >= 0 && x.hi <= math.MaxUint32 && y.hi <= math.MaxUint32 {
			s |= isShort
		}
		if d := in.in[1]; d.kind == literal && x.lo >= 0 && x.hi < belowSmall && y.lo > 0 && y.hi < belowSmall {
			s |= isSmall
		}
	}
	return s
}
