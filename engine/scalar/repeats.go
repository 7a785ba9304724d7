package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// What was computed and has not changed since is not computed again, and a copy is read as
// what it is a copy of. A fact is that a variable has the value of an expression; it holds
// in a block where it holds at the end of all blocks before it (available expressions: Aho,
// Lam, Sethi and Ullman, "Compilers", section 9.2). What a check found is a fact as well, so
// that an index is looked at once.

// expr is what an instruction computes.
type expr struct {
	kind kind
	op   program.Opcode
	n    int
	flat bool
	in   [maxOperands]arg
	many int // operands
}

// maxOperands is how many operands an expression has at most that is a fact.
const maxOperands = 4

// fact says that a variable has the value of an expression.
type fact struct {
	is  expr
	out val
}

// repeats finds facts and uses them.
type repeats struct {
	f       *fn
	facts   []fact
	numbers map[fact]int
	by      map[expr][]int // the facts on an expression
	copies  map[val][]int  // the facts that a variable is a copy
	of      [][]int        // the facts that a variable is part of
	class   [2]set         // the facts on variables of a class
	begin   []set          // what holds when a block begins
}

const (
	// repeatRounds is how often facts are used: what is read instead of copies makes others
	// alike.
	repeatRounds = 3
	// maxFacts is how many facts, times blocks, are worth the time.
	maxFacts = 1 << 24
)

// dropRepeats leaves out what was computed before, and what nobody reads.
func (f *fn) dropRepeats() {
	f.dropUnread()
	for range repeatRounds {
		r := &repeats{f: f, numbers: map[fact]int{}, by: map[expr][]int{}, copies: map[val][]int{}}
		r.collect()
		if len(r.facts)*len(f.blocks) > maxFacts {
			break
		}
		r.solve()
		if !r.use() {
			break
		}
		f.dropUnread()
	}
}

// exprOf is what an instruction computes, if that can be said.
func exprOf(in *ins) (e expr, ok bool) {
	switch in.kind {
	case prim, routine, index, load, offset:
	default:
		return e, false
	}
	if len(in.out) != 1 || len(in.in) > maxOperands {
		return e, false
	}
	e = expr{kind: in.kind, op: in.op, n: in.n, flat: in.flat, many: len(in.in)}
	copy(e.in[:], in.in)
	return e, true
}

// copyOf is the expression of a copy.
func copyOf(a arg) expr { return expr{kind: copies, in: [maxOperands]arg{a}, many: 1} }

// checks is which operand an instruction gives, or faults; -1 if it does something else.
func checks(in *ins) int {
	if in.kind != prim || len(in.in) < 2 {
		return -1
	}
	switch in.op.Info().Row.Name {
	case "checkindex", "checkslice", "checklen", "checkcap":
		return 0
	case "checkwide":
		return 1
	}
	return -1
}

// each calls do for the facts that an instruction makes true.
func (r *repeats) each(in *ins, do func(f fact)) {
	add := func(e expr, out val) {
		for i := range e.many {
			if e.in[i].kind == variable && isIn(in.out, e.in[i].v) {
				return // it is not what it was
			}
		}
		if !r.f.vars[out].isArray() {
			do(fact{e, out})
		}
	}
	if e, ok := exprOf(in); ok {
		add(e, in.out[0])
	}
	if in.kind == copies {
		for i, v := range in.out {
			if r.sameClass(v, in.in[i]) {
				add(copyOf(in.in[i]), v)
			}
		}
	} else if n := checks(in); n >= 0 && r.sameClass(in.out[0], in.in[n]) {
		add(copyOf(in.in[n]), in.out[0])
	}
	r.divided(in, do)
}

// divided calls do for the facts that follow where an instruction divides: the divisor is not zero behind it, and a
// remainder without a sign is less than it.
func (r *repeats) divided(in *ins, do func(f fact)) {
	if in.kind != prim || !in.op.Info().Type.IsInt() {
		return
	}
	row, t := in.op.Info().Row.Name, in.op.Info().Type
	if row != "checkwide" && (row != "div" && row != "rem" || len(in.in) != 2) {
		return
	}
	y := in.in[1]
	if y.kind != variable || isIn(in.out, y.v) {
		return
	}
	do(isNotZero(y, t))
	if row == "rem" && !t.IsSigned() && len(in.out) == 1 {
		op := program.OpcodeFor("checkwide", t)
		do(fact{expr{kind: prim, op: op, in: [maxOperands]arg{of(in.out[0]), y}, many: 2}, y.v})
	}
}

// isNotZero is the fact that an integer is not zero. Nothing is computed for it.
func isNotZero(x arg, t optab.Type) fact {
	return fact{expr{kind: prim, op: program.OpcodeFor("ne", t), in: [maxOperands]arg{x, {}}, many: 2}, nowhere}
}

// sameClass reports whether a variable may be read as an operand that it is a copy of:
// literals are better in a register, as they are.
func (r *repeats) sameClass(v val, a arg) bool {
	return a.kind == variable && !r.f.vars[a.v].isArray() && isSame(r.f.vars[a.v].typ, r.f.vars[v].typ)
}

// collect numbers the facts.
func (r *repeats) collect() {
	r.of = make([][]int, len(r.f.vars))
	for _, blk := range r.f.blocks {
		for i := range blk.code {
			r.each(&blk.code[i], r.add)
		}
		for _, to := range blk.term.to {
			if f, ok := blk.term.passed(to); ok {
				r.add(f)
			}
		}
	}
}

// add numbers a fact, unless it has a number.
func (r *repeats) add(f fact) {
	if _, ok := r.numbers[f]; ok {
		return
	}
	n := len(r.facts)
	r.numbers[f] = n
	r.facts = append(r.facts, f)
	switch {
	case f.out == nowhere:
	case f.is.kind == copies:
		r.copies[f.out] = append(r.copies[f.out], n)
	default:
		r.by[f.is] = append(r.by[f.is], n)
	}
	if f.out != nowhere {
		r.of[f.out] = append(r.of[f.out], n)
	}
	for _, a := range f.is.in[:f.is.many] {
		if a.kind == variable {
			r.of[a.v] = append(r.of[a.v], n)
		}
	}
}

// passed is what holds where a branch leads: that an integer is less than another.
func (t *term) passed(to int) (f fact, ok bool) {
	if t.kind != branch || !t.test.IsValid() || t.to[0] == t.to[1] || t.test.Info().Type != optab.I64 {
		return f, false
	}
	holds := (t.to[0] == to) != t.inverse
	switch name := t.test.Info().Row.Name; {
	case name == "lt" && holds, name == "ge" && !holds:
		return isLess(t.in[0], t.in[1]), true
	case name == "gt" && holds, name == "le" && !holds:
		return isLess(t.in[1], t.in[0]), true
	}
	return f, false
}

// isLess is the fact that an integer is less than another. Nothing is computed for it.
func isLess(x, y arg) fact {
	op := program.OpcodeFor("lt", optab.I64)
	return fact{expr{kind: prim, op: op, in: [maxOperands]arg{x, y}, many: 2}, nowhere}
}

// through changes what holds before an instruction to what holds after it. A call would
// have to keep what is not computed again.
func (r *repeats) through(in *ins, now set) {
	for c := general; c <= vector; c++ {
		if in.clobbers(c) {
			for i, w := range r.class[c] {
				now[i] &^= w
			}
		}
	}
	for _, v := range in.out {
		for _, n := range r.of[v] {
			now.del(val(n))
		}
	}
	r.each(in, func(f fact) { now.add(val(r.numbers[f])) })
}

// solve finds what holds when blocks begin.
func (r *repeats) solve() {
	blocks, n := r.f.blocks, len(r.facts)
	r.class = [2]set{newSet(n), newSet(n)}
	for i, f := range r.facts {
		if f.out != nowhere {
			r.class[r.f.class(f.out)].add(val(i))
		}
	}
	end := make([]set, len(blocks))
	r.begin = make([]set, len(blocks))
	for b := range blocks {
		r.begin[b], end[b] = newSet(n), newSet(n)
		end[b].fill()
	}
	for changed := true; changed; {
		changed = false
		for b, blk := range blocks {
			now := r.begin[b]
			if b > 0 {
				now.fill()
				for _, p := range blk.preds {
					f, ok := blocks[p].term.passed(b)
					n, known := r.numbers[f]
					has := ok && known && now.has(val(n))
					for i, w := range end[p] {
						now[i] &= w
					}
					if has {
						now.add(val(n))
					}
				}
			}
			now = slices.Clone(now)
			for i := range blk.code {
				r.through(&blk.code[i], now)
			}
			changed = changed || !slices.Equal(now, end[b])
			end[b] = now
		}
	}
}

// use reads what copies are copies of, and makes copies of what is computed again. It
// reports whether there was anything.
func (r *repeats) use() (changed bool) {
	for b, blk := range r.f.blocks {
		now := slices.Clone(r.begin[b])
		read := func(args []arg) {
			for i, a := range args {
				if a.kind == variable {
					args[i] = r.original(a, now)
					changed = changed || args[i] != a
				}
			}
		}
		for i := range blk.code {
			in := &blk.code[i]
			was := *in
			was.in = slices.Clone(in.in)
			read(in.in)
			r.checked(in, &was, now)
			if e, ok := exprOf(&was); ok {
				for _, n := range r.by[e] {
					if now.has(val(n)) {
						*in = ins{kind: copies, op: program.OpCopy, in: []arg{of(r.facts[n].out)}, out: in.out}
						changed = true
						break
					}
				}
			}
			r.through(&was, now)
		}
		read(blk.term.in)
		changed = r.compared(&blk.term, now) || changed
	}
	return changed
}

// compared makes a branch on the outcome of a comparison of integers that has not changed since that
// comparison: then it tells more of them, and flags need not become a number.
func (r *repeats) compared(t *term, now set) bool {
	if t.kind != branch || t.test.IsValid() || t.in[0].kind != variable {
		return false
	}
	for _, n := range r.of[t.in[0].v] {
		f := &r.facts[n]
		if f.out == t.in[0].v && now.has(val(n)) && f.is.kind == prim && isComparison(f.is.op) &&
			f.is.op.Info().Type.IsInt() {
			t.test, t.in = f.is.op, slices.Clone(f.is.in[:2])
			return true
		}
	}
	return false
}

// checked notes which indices of a table were checked against its length, that a quotient fits, and that a divisor is
// not zero.
func (r *repeats) checked(in, was *ins, now set) {
	passed := func(row string, t optab.Type, x, y arg) bool {
		e := expr{kind: prim, op: program.OpcodeFor(row, t), in: [maxOperands]arg{x, y}, many: 2}
		return slices.ContainsFunc(r.by[e], func(n int) bool { return now.has(val(n)) })
	}
	if in.kind == prim {
		row, t := in.op.Info().Row, in.op.Info().Type
		if n, ok := r.numbers[isLess(was.in[0], second(was.in))]; ok && now.has(val(n)) {
			in.sure |= isBelow
		}
		if isWide(row) && (passed("checkwide", t, was.in[0], was.in[2]) || passed("checkwide", t, in.in[0], in.in[2])) {
			in.sure |= isInside
		}
		if row.Name == "div" || row.Name == "rem" {
			if n, ok := r.numbers[isNotZero(second(was.in), t)]; ok && now.has(val(n)) {
				in.sure |= isDivisor
			}
		}
		return
	}
	array, indices := indicesOf(was)
	if array.kind != bound {
		return
	}
	for i, x := range indices {
		if passed("checkindex", optab.I64, x, arg{kind: given, off: array.off + 8*(i+1)}) {
			in.sure |= indexInside << i
		}
	}
}

// second is the second operand, if there are two.
func second(in []arg) arg {
	if len(in) < 2 {
		return arg{}
	}
	return in[1]
}

// original is what a variable is a copy of.
func (r *repeats) original(a arg, now set) arg {
	for range len(r.f.vars) {
		i := slices.IndexFunc(r.copies[a.v], func(n int) bool { return now.has(val(n)) })
		if i < 0 {
			break
		}
		a = r.facts[r.copies[a.v][i]].is.in[0]
	}
	return a
}

// canFault reports whether an operation may fault on what it reads.
func (in *ins) canFault() bool {
	if name := in.op.Info().Row.Name; name == "div" || name == "rem" {
		if y := in.in[1]; y.kind == literal {
			return signed(y.bits, in.op.Info().Type) == 0
		}
		return in.sure&isDivisor == 0
	}
	return in.op.CanFault()
}

// dropUnread drops what nobody reads and cannot fault.
func (f *fn) dropUnread() {
	_, out := f.liveness()
	for b, blk := range f.blocks {
		live := slices.Clone(out[b])
		gone := make([]bool, len(blk.code))
		f.through(blk, live, func(i int, live set) {
			in := &blk.code[i]
			if in.kind == copies {
				for k := len(in.out) - 1; k >= 0; k-- {
					if v := in.out[k]; !f.vars[v].isArray() && !live.has(v) || of(v) == in.in[k] {
						in.in, in.out = slices.Delete(in.in, k, k+1), slices.Delete(in.out, k, k+1)
					}
				}
				gone[i] = len(in.out) == 0
				return
			}
			in.unread = len(in.out) == 1 && !live.has(in.out[0])
			e, ok := exprOf(in)
			if !ok || !in.unread || leadsSelects(blk.code[i:]) {
				return
			}
			if e.kind == load || e.kind == index && in.isInside() ||
				(e.kind == prim || e.kind == routine) && !in.canFault() {
				gone[i] = true
				in.in, in.out = nil, nil // which the way back does not see
			}
		})
		blk.drop(gone)
	}
}
