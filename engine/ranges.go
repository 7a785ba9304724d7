package engine

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where the range of an index is known, nobody asks whether the element exists. Ranges are
// found by interpreting the program over intervals (P. Cousot and R. Cousot, "Abstract
// interpretation", 1977): an interval that keeps growing grows to the next of the program's
// literals, and branches that compare narrow it.

// spans are the ranges of variables by number. nil is that of a place no lane gets to.
type spans []ranges.Range

// rangeFinder finds ranges.
type rangeFinder struct {
	*graph
	number map[string]int // of the integers that are followed
	names  []string
	steps  []int64 // to which intervals grow
	start  []spans // of each block
	visits []int
	stale  []bool // of each block: what it was interpreted with last was less
	// elements are the ranges of what is in arrays of integers that lanes have for themselves, and grown how often each
	// has grown.
	elements map[string]ranges.Range
	grown    map[string]int
	// found are the ranges of operands of instructions that may fault.
	found map[site]spans
	// held, if not nil, says which numbers of a type of 64 bits to reckon with, and see is called with the ranges of
	// each operation's operands and results. Whether there are others is for see to find out.
	held func(t optab.Type) ranges.Range
	see  func(op *program.PrimOp, operands, results spans)
}

// findRanges finds the ranges of indices.
func (g *graph) findRanges() {
	r := &rangeFinder{graph: g}
	r.find()
	g.ranges = r.found
}

// find finds the ranges of all integers.
func (r *rangeFinder) find() {
	g := r.graph
	r.number, r.found = map[string]int{}, map[site]spans{}
	for _, name := range g.scalars() {
		if g.typeOf(name).IsInt() {
			r.number[name] = len(r.names)
			r.names = append(r.names, name)
		}
	}
	r.findSteps()
	n := len(g.blocks) + 1
	r.start, r.visits, r.stale = make([]spans, n), make([]int, n), make([]bool, n)
	r.stale[0] = true
	r.start[0] = make(spans, len(r.names))
	for i, name := range r.names {
		r.start[0][i] = r.confine(name, ranges.All(g.typeOf(name)))
	}
	r.startArrays()
	r.startInputs()
	readers := r.readers()
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			if !r.stale[b] {
				continue
			}
			r.stale[b], changed = false, true
			if r.block(b, false, r.arrive) {
				for k, reads := range readers {
					r.stale[k] = r.stale[k] || reads && r.start[k] != nil
				}
			}
		}
	}
	for range 2 { // narrower, now that all is stable
		next := make([]spans, len(r.start))
		next[0] = r.start[0]
		for b := range g.blocks {
			r.block(b, false, func(to int, s spans) {
				if next[to] == nil {
					next[to] = slices.Clone(s)
					return
				}
				for i := range s {
					next[to][i] = next[to][i].Join(s[i])
				}
			})
		}
		r.start = next
	}
	for b := range g.blocks {
		r.block(b, true, func(int, spans) {})
	}
}

// readers tells of each block whether it reads arrays of integers.
func (r *rangeFinder) readers() []bool {
	reads := make([]bool, len(r.blocks))
	for b, block := range r.blocks {
		for _, in := range block.Instrs {
			for _, name := range program.Reads(in, nil) {
				_, isArray := r.elements[name]
				reads[b] = reads[b] || isArray
			}
		}
	}
	return reads
}

// startArrays says what is in arrays of integers at first: zero.
func (r *rangeFinder) startArrays() {
	r.elements, r.grown = map[string]ranges.Range{}, map[string]int{}
	for name := range r.arrays {
		if r.typeOf(name).IsInt() {
			r.elements[name] = ranges.Range{Lo: 0, Hi: 0, Step: 1}
		}
	}
}

// startInputs says what inputs are.
func (r *rangeFinder) startInputs() {
	for _, name := range program.Variables(r.prog.VarsIn) {
		t := r.typeOf(name)
		of := ranges.OfColumn(r.prog.VarDefs.Def(name).Go, t)
		i, single := r.number[name]
		switch _, array := r.elements[name]; {
		case single && r.held != nil && t.Size() == 8:
			r.start[0][i] = inputRange(t)
		case single:
			r.start[0][i] = of
		case array:
			r.elements[name] = of
		}
	}
}

// fill adds numbers to those that are in an array, and reports whether these are more then.
func (r *rangeFinder) fill(array string, with ranges.Range) bool {
	was, ok := r.elements[array]
	now := was.Join(with)
	if !ok || now == was {
		return false
	}
	if r.grown[array]++; r.grown[array] > rangePatience {
		now = r.widened(now, r.typeOf(array))
	}
	r.elements[array] = now
	return true
}

// confine leaves of the numbers of a variable those that there are.
func (r *rangeFinder) confine(name string, of ranges.Range) ranges.Range {
	t := r.typeOf(name)
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
	slices.Sort(r.steps)
	r.steps = slices.Compact(r.steps)
}

// arrive adds what comes to a block, which is stale if that is more than came before.
func (r *rangeFinder) arrive(to int, s spans) {
	if r.start[to] == nil {
		r.start[to], r.stale[to] = slices.Clone(s), true
		return
	}
	more := false
	for i, old := range r.start[to] {
		now := old.Join(s[i])
		if now == old {
			continue
		}
		more = true
		if r.visits[to] > rangePatience {
			now = r.widened(now, r.typeOf(r.names[i]))
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

// block interprets a block, calls leave for each edge that lanes may take, and reports whether more may be in arrays.
func (r *rangeFinder) block(b int, record bool, leave func(to int, s spans)) (filled bool) {
	if r.start[b] == nil {
		return false
	}
	s := slices.Clone(r.start[b])
	made := map[string]*program.PrimOp{} // comparisons that still hold
	block := r.blocks[b]
	for i, in := range block.Instrs {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				r.set(s, made, name, ranges.All(r.typeOf(name)))
				filled = r.fill(name, ranges.All(r.typeOf(name))) || filled
			}
			continue
		}
		op := in.(*program.PrimOp)
		if record && op.Op.Info().Row.Effect == optab.Faults {
			var list spans
			for _, o := range op.In {
				list = append(list, r.operand(s, o))
			}
			r.found[site{b, i}] = list
		}
		results := make(spans, len(op.Out))
		for k := range op.Out {
			results[k] = r.result(s, op, k)
		}
		if record && r.see != nil {
			operands := make(spans, len(op.In))
			for k, o := range op.In {
				operands[k] = r.operand(s, o)
			}
			r.see(op, operands, results)
		}
		for k, out := range op.Out {
			r.set(s, made, out.Name, results[k])
			if r.isArray(out.Name) {
				filled = r.fill(out.Name, r.stored(s, op, k)) || filled
			}
		}
		if to := op.Out[0].Name; len(op.Out) == 1 && r.typeOf(to) == optab.Bool &&
			!slices.Contains(program.Reads(op, nil), to) {
			made[to] = op
		}
	}
	if t, ok := block.Term.(program.BranchOp); ok {
		for _, way := range []struct {
			to    string
			holds bool
		}{{t.Then, true}, {t.Else, false}} {
			n := slices.Clone(s)
			if r.assume(n, made, t.Cond, way.holds) {
				leave(r.index[way.to], n)
			}
		}
		return filled
	}
	for _, to := range r.succs[b] {
		leave(to, s)
	}
	return filled
}

// stored is the range of what an operation puts into an array, its result k.
func (r *rangeFinder) stored(s spans, op *program.PrimOp, k int) ranges.Range {
	switch op.Op.Form() {
	case optab.Copy, optab.Const:
		if o := op.In[k]; o.IsLiteral() || !r.isArray(o.Name) {
			return r.operand(s, o)
		} else if of, ok := r.elements[o.Name]; ok {
			return of
		}
	case optab.Insert:
		return r.operand(s, op.In[1])
	}
	return ranges.All(r.typeOf(op.Out[k].Name))
}

// set gives a variable a range. What was compared with it does not hold any more.
func (r *rangeFinder) set(s spans, made map[string]*program.PrimOp, name string, to ranges.Range) {
	delete(made, name)
	for cond, op := range made {
		if slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() && o.Name == name }) {
			delete(made, cond)
		}
	}
	if i, ok := r.number[name]; ok {
		s[i] = r.confine(name, to)
	}
}

// operand is the range of an operand.
func (r *rangeFinder) operand(s spans, o program.Operand) ranges.Range {
	if o.IsLiteral() {
		return ranges.OfBits(o.Dtype, o.Bits)
	}
	if i, ok := r.number[o.Name]; ok {
		return s[i]
	}
	if _, ok := r.prog.VarDefs.Lookup(o.Name); ok {
		return ranges.All(r.typeOf(o.Name))
	}
	if u := r.prog.Uniform(o.Name); u != nil {
		return r.uniform(u)
	}
	return ranges.All(program.I64)
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
func (r *rangeFinder) result(s spans, op *program.PrimOp, k int) ranges.Range {
	name := op.Out[k].Name
	if r.isArray(name) {
		return ranges.All(program.I64)
	}
	whole := ranges.All(r.typeOf(name))
	switch op.Op.Form() {
	case optab.Copy, optab.Const:
		return r.operand(s, op.In[k]).Meet(whole)
	case optab.Index:
		if of, ok := r.elements[op.In[0].Name]; ok {
			return of.Meet(whole)
		}
		if u := r.prog.Uniform(op.In[0].Name); u != nil && u.Type.Dtype.IsInt() {
			return r.uniform(u)
		}
		return whole
	case optab.Elementwise:
		in := make(spans, len(op.In))
		for i, o := range op.In {
			if !o.IsLiteral() && r.isArray(o.Name) {
				return whole
			}
			if in[i] = r.operand(s, o); in[i].IsEmpty() {
				return whole // nobody gets here
			}
		}
		if got := ranges.Result(op.Op, in...); !got.IsEmpty() {
			return got
		}
	}
	return whole
}

// assume narrows ranges by a condition that holds or does not. It reports false if that
// cannot be.
func (r *rangeFinder) assume(s spans, made map[string]*program.PrimOp, cond program.Operand, holds bool) bool {
	if cond.IsLiteral() {
		return (cond.Bits&1 != 0) == holds
	}
	op := made[cond.Name]
	if op == nil {
		return true
	}
	row := op.Op.Info().Row.Name
	switch {
	case row == "and" && holds, row == "or" && !holds:
		return r.assume(s, made, op.In[0], holds) && r.assume(s, made, op.In[1], holds)
	case row == "not":
		return r.assume(s, made, op.In[0], !holds)
	case !op.Op.Info().Type.IsInt():
		return true
	}
	x, y := ranges.Assume(op.Op, holds, r.operand(s, op.In[0]), r.operand(s, op.In[1]))
	if x.IsEmpty() {
		return false
	}
	for i, v := range []ranges.Range{x, y} {
		if k, ok := r.number[op.In[i].Name]; ok && !op.In[i].IsLiteral() {
			s[k] = v
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
