package engine

import (
	"cmp"
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where the range of an index is known, nobody asks whether the element exists. Ranges are
// found by interpreting the program over intervals (P. Cousot and R. Cousot, "Abstract
// interpretation", 1977): an interval that keeps growing grows to the next of the program's
// literals, and branches that compare narrow it.

// spans are ranges of variables or operands. nil is that of a place no lane gets to.
type spans []ranges.Range

// rangeFinder finds ranges.
type rangeFinder struct {
	*graph
	code  *rangeCode
	steps []int64 // to which intervals grow
	// start has for each block the ranges of what is alive there, in the order of code.live.
	start  []spans
	visits []int
	stale  []bool // of each block: what it was interpreted with last was less
	// now are the ranges of all variables while a block is interpreted; those of dead ones mean nothing. narrowed is
	// what they were before a condition was assumed.
	now      spans
	narrowed []narrowing
	// Instructions are counted when they are interpreted: wrote has for each variable the count when it was written
	// last, and made for each bool the operation that computed it and when. What it says holds if none of its operands
	// was written since.
	count int
	wrote []int
	made  []madeBool
	// elements are the ranges of what is in arrays of integers that lanes have for themselves, and grown how often each
	// has grown.
	elements spans
	grown    []int
	// found are the ranges of operands of instructions that may fault.
	found map[site]spans
	// held, if not nil, says which numbers of a type of 64 bits to reckon with, and see is called with the ranges of
	// each operation's operands and results. Whether there are others is for see to find out.
	held func(t optab.Type) ranges.Range
	see  func(op *program.PrimOp, operands, results spans)
	// operands and results are memory for those of one operation.
	operands, results spans
}

// narrowing is a variable and the range it had.
type narrowing struct {
	v   int
	was ranges.Range
}

// madeBool is the instruction that computed a bool, and the count of instructions then.
type madeBool struct {
	by *rangeStep
	at int
}

// findRanges finds the ranges of indices.
func (g *graph) findRanges() {
	r := &rangeFinder{graph: g}
	r.find()
	g.ranges = r.found
	r.findCounted()
}

// find finds the ranges of all integers.
func (r *rangeFinder) find() {
	g := r.graph
	r.found, r.code = map[site]spans{}, newRangeCode(r)
	vars := len(r.code.vars)
	r.now, r.wrote, r.made = make(spans, vars), make([]int, vars), make([]madeBool, vars)
	r.findSteps()
	n := len(g.blocks) + 1
	r.start, r.visits, r.stale = make([]spans, n), make([]int, n), make([]bool, n)
	r.stale[0] = true
	r.startArrays()
	r.startInputs()
	r.start[0] = r.alive(0)
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			if !r.stale[b] {
				continue
			}
			r.stale[b], changed = false, true
			if r.block(b, false, r.arrive) {
				for k, reads := range r.code.readers {
					r.stale[k] = r.stale[k] || reads && r.start[k] != nil
				}
			}
		}
	}
	for range 2 { // narrower, now that all is stable
		next := make([]spans, len(r.start))
		next[0] = r.start[0]
		for b := range g.blocks {
			r.block(b, false, func(to int) {
				if next[to] == nil {
					next[to] = r.alive(to)
					return
				}
				for i, v := range r.code.live[to] {
					next[to][i] = next[to][i].Join(r.now[v])
				}
			})
		}
		r.start = next
	}
	for b := range g.blocks {
		r.block(b, true, func(int) {})
	}
}

// alive are the ranges now of what is alive at the start of a block.
func (r *rangeFinder) alive(b int) spans {
	s := make(spans, len(r.code.live[b]))
	for i, v := range r.code.live[b] {
		s[i] = r.now[v]
	}
	return s
}

// startArrays says what is in arrays of integers at first: zero.
func (r *rangeFinder) startArrays() {
	r.elements, r.grown = make(spans, len(r.code.arrays)), make([]int, len(r.code.arrays))
	for a := range r.elements {
		r.elements[a] = ranges.Of(0)
	}
}

// startInputs says what variables are at first.
func (r *rangeFinder) startInputs() {
	for v := range r.code.vars {
		r.now[v] = r.confine(v, ranges.All(r.code.vars[v]))
	}
	for _, name := range program.Variables(r.prog.VarsIn) {
		t := r.typeOf(name)
		of := ranges.OfColumn(r.prog.VarDefs.Def(name).Go, t)
		if v := r.code.variable(name); v >= 0 {
			if r.held != nil && t.Size() == 8 {
				of = inputRange(t)
			}
			r.now[v] = of
		} else if a := r.code.array(name); a >= 0 {
			r.elements[a] = of
		}
	}
}

// fill adds numbers to those that are in an array, and reports whether these are more then.
func (r *rangeFinder) fill(array int, with ranges.Range) bool {
	was := r.elements[array]
	now := was.Join(with)
	if now == was {
		return false
	}
	if r.grown[array]++; r.grown[array] > rangePatience {
		now = r.widened(now, r.code.arrays[array])
	}
	r.elements[array] = now
	return true
}

// confine leaves of the numbers of a variable those that there are.
func (r *rangeFinder) confine(v int, of ranges.Range) ranges.Range {
	t := r.code.vars[v]
	if r.held == nil || t.Size() < 8 {
		return of
	}
	if some := of.Meet(r.held(t)); !some.IsEmpty() {
		return some
	}
	return r.held(t)
}

// findSteps collects the literals of the program and their neighbours.
func (r *rangeFinder) findSteps() {
	r.steps = []int64{math.MinInt64, math.MinInt32, -1, 0, 1, math.MaxInt32, math.MaxInt64}
	for _, b := range r.blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok {
				continue
			}
			for _, o := range op.In {
				if n := ranges.OfBits(o.Dtype, o.Bits).Lo; o.IsLiteral() && o.Dtype.IsInt() && n > -1<<40 && n < 1<<40 {
					r.steps = append(r.steps, n-1, n, n+1)
				}
			}
		}
	}
	sorting.By(r.steps, cmp.Compare[int64])
	r.steps = slices.Compact(r.steps)
}

// arrive adds what comes to a block, which is stale if that is more than came before.
func (r *rangeFinder) arrive(to int) {
	if r.start[to] == nil {
		r.start[to], r.stale[to] = r.alive(to), true
		return
	}
	more := false
	for i, v := range r.code.live[to] {
		old := r.start[to][i]
		now := old.Join(r.now[v])
		if now == old {
			continue
		}
		more = true
		if r.visits[to] > rangePatience {
			now = r.widened(now, r.code.vars[v])
		}
		r.start[to][i] = now
	}
	if more {
		r.visits[to]++
		r.stale[to] = true
	}
}

// rangePatience is after how many times intervals grow by steps.
const rangePatience = 3

// widened is an interval that has grown to the next steps.
func (r *rangeFinder) widened(now ranges.Range, t optab.Type) ranges.Range {
	last, _ := slices.BinarySearch(r.steps, now.Hi)
	first, at := slices.BinarySearch(r.steps, now.Lo)
	if !at {
		first--
	}
	all := ranges.All(t)
	return now.Widen(max(r.steps[max(first, 0)], all.Lo), min(r.steps[min(last, len(r.steps)-1)], all.Hi))
}

// block interprets a block, calls leave for each edge that lanes may take, when now are the ranges there, and reports
// whether more may be in arrays.
func (r *rangeFinder) block(b int, record bool, leave func(to int)) (filled bool) {
	if r.start[b] == nil {
		return false
	}
	for i, v := range r.code.live[b] {
		r.now[v] = r.start[b][i]
	}
	r.count++
	from := r.count
	code := r.code.blocks[b]
	for i := range code {
		filled = r.step(&code[i], record, site{b, i}) || filled
	}
	t, ok := r.blocks[b].Term.(program.BranchOp)
	if !ok {
		for _, to := range r.succs[b] {
			leave(to)
		}
		return filled
	}
	for _, way := range []struct {
		to    string
		holds bool
	}{{t.Then, true}, {t.Else, false}} {
		if r.assume(r.code.conds[b], from, way.holds) {
			leave(r.index[way.to])
		}
		for _, n := range slices.Backward(r.narrowed) {
			r.now[n.v] = n.was
		}
		r.narrowed = r.narrowed[:0]
	}
	return filled
}

// step interprets an instruction, and reports whether more may be in arrays.
func (r *rangeFinder) step(in *rangeStep, record bool, at site) (filled bool) {
	r.operands, r.results = r.operands[:0], r.results[:0]
	for k := range in.in {
		r.operands = append(r.operands, r.operand(&in.in[k]))
	}
	if record && in.op != nil && in.op.Op.Info().Row.Effect == optab.Faults {
		r.found[at] = slices.Clone(r.operands)
	}
	for k := range in.out {
		r.results = append(r.results, r.result(in, k))
	}
	if record && r.see != nil && in.op != nil {
		r.see(in.op, r.operands, r.results)
	}
	r.count++
	for k := range in.out {
		out := &in.out[k]
		switch {
		case out.array >= 0:
			filled = r.fill(out.array, r.stored(in, k)) || filled
		case out.v >= 0:
			r.now[out.v] = r.confine(out.v, r.results[k])
			r.wrote[out.v] = r.count
			r.made[out.v] = madeBool{}
		}
	}
	if in.decides {
		r.made[in.out[0].v] = madeBool{in, r.count}
	}
	return filled
}

// stored is the range of what an operation puts into an array, its result k.
func (r *rangeFinder) stored(in *rangeStep, k int) ranges.Range {
	if in.op != nil {
		switch in.op.Op.Form() {
		case optab.Copy, optab.Const:
			if o := &in.in[k]; !o.isArray {
				return r.operands[k]
			} else if o.array >= 0 {
				return r.elements[o.array]
			}
		case optab.Insert:
			return r.operands[1]
		}
	}
	return in.out[k].all
}

// operand is the range of an operand.
func (r *rangeFinder) operand(o *rangePlace) ranges.Range {
	if o.v >= 0 {
		return r.now[o.v]
	}
	return o.all
}

// uniform is the range of the elements of a uniform.
func (r *rangeFinder) uniform(u *program.Uniform) ranges.Range {
	t := u.Type.Dtype
	switch {
	case !t.IsInt():
		return ranges.All(program.I64)
	case len(u.Data) > 0:
		all := ranges.Empty
		for _, bits := range u.Data {
			all = all.Join(ranges.OfBits(t, bits))
		}
		return all
	case r.held != nil && t.Size() == 8:
		return inputRange(t)
	}
	return ranges.All(t)
}

// result is the range of a result of an operation.
func (r *rangeFinder) result(in *rangeStep, k int) ranges.Range {
	whole := in.out[k].all
	if in.op == nil || in.out[k].isArray {
		return whole
	}
	switch in.op.Op.Form() {
	case optab.Copy, optab.Const:
		return r.operands[k].Meet(whole)
	case optab.Index:
		switch from := &in.in[0]; {
		case from.array >= 0:
			return r.elements[from.array].Meet(whole)
		case from.uniform:
			return r.operands[0].Meet(whole)
		}
	case optab.Elementwise:
		for i := range in.in {
			if in.in[i].isArray || r.operands[i].IsEmpty() {
				return whole // of an empty one: nobody gets here
			}
		}
		if got := ranges.Result(in.op.Op, r.operands...); !got.IsEmpty() {
			return got
		}
	}
	return whole
}

// assume narrows ranges by a condition that holds or does not. It reports false if that
// cannot be. Only what was computed behind a count of instructions is known.
func (r *rangeFinder) assume(cond rangePlace, from int, holds bool) bool {
	if cond.v < 0 {
		only, ok := cond.all.Only()
		return !ok || (only != 0) == holds
	}
	made := r.made[cond.v]
	if made.by == nil || made.at < from {
		return true
	}
	for _, o := range made.by.in {
		if o.v >= 0 && r.wrote[o.v] > made.at {
			return true
		}
	}
	op := made.by.op.Op
	row := op.Info().Row.Name
	switch {
	case row == "and" && holds, row == "or" && !holds:
		return r.assume(made.by.in[0], from, holds) && r.assume(made.by.in[1], from, holds)
	case row == "not":
		return r.assume(made.by.in[0], from, !holds)
	case !op.Info().Type.IsInt():
		return true
	}
	x, y := ranges.Assume(op, holds, r.operand(&made.by.in[0]), r.operand(&made.by.in[1]))
	if x.IsEmpty() {
		return false
	}
	for i, n := range []ranges.Range{x, y} {
		if v := made.by.in[i].v; v >= 0 {
			r.narrowed = append(r.narrowed, narrowing{v, r.now[v]})
			r.now[v] = n
		}
	}
	return true
}

// exists reports whether an index, operand k of the instruction, is known to be one of n.
func (g *graph) exists(at site, k, n int) bool {
	if g.blocks[at.block].Instrs[at.instr].(*program.PrimOp).Proven {
		return true
	}
	list := g.ranges[at]
	return k < len(list) && list[k].Within(0, int64(n)-1)
}
