package engine

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where the range of an index is known, nobody asks whether the element exists. Ranges are
// found by interpreting the program over intervals (P. Cousot and R. Cousot, "Abstract
// interpretation", 1977): an interval that keeps growing grows to the next of the program's
// literals, and branches that compare narrow it.

// span is a range of a signed integer.
type span struct{ lo, hi int64 }

var anything = span{math.MinInt64, math.MaxInt64}

// typeSpan is the range of all values of a type.
func typeSpan(t optab.Type) span {
	switch t {
	case optab.I32:
		return span{math.MinInt32, math.MaxInt32}
	case optab.U32:
		return span{0, math.MaxUint32}
	}
	return anything
}

func (s span) join(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }
func (s span) empty() bool      { return s.lo > s.hi }

// spans are the ranges of variables by number. nil is that of a place no lane gets to.
type spans []span

// ranges finds ranges.
type ranges struct {
	*graph
	number map[string]int // of the integers that are followed
	names  []string
	steps  []int64 // to which intervals grow
	start  []spans // of each block
	visits []int
	// found are the ranges of operands of instructions that may fault.
	found map[site][]span
}

// findRanges finds the ranges of indices.
func (g *graph) findRanges() {
	r := &ranges{graph: g, number: map[string]int{}, found: map[site][]span{}}
	for _, name := range g.scalars() {
		if t := g.typeOf(name); t == optab.I64 || t == optab.I32 {
			r.number[name] = len(r.names)
			r.names = append(r.names, name)
		}
	}
	r.findSteps()
	r.start, r.visits = make([]spans, len(g.blocks)+1), make([]int, len(g.blocks)+1)
	r.start[0] = make(spans, len(r.names))
	for i, name := range r.names {
		r.start[0][i] = typeSpan(g.typeOf(name))
	}
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			r.block(b, false, func(to int, s spans) { changed = r.arrive(to, s) || changed })
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
					next[to][i] = next[to][i].join(s[i])
				}
			})
		}
		r.start = next
	}
	for b := range g.blocks {
		r.block(b, true, func(int, spans) {})
	}
	g.ranges = r.found
}

// findSteps collects the literals of the program and their neighbours.
func (r *ranges) findSteps() {
	r.steps = []int64{math.MinInt64, math.MinInt32, -1, 0, 1, math.MaxInt32, math.MaxInt64}
	for _, b := range r.blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok {
				continue
			}
			for _, o := range op.In {
				if n := literal(o); o.IsLiteral() && o.Dtype.IsInt() && n > -1<<40 && n < 1<<40 {
					r.steps = append(r.steps, n-1, n, n+1)
				}
			}
		}
	}
	slices.Sort(r.steps)
	r.steps = slices.Compact(r.steps)
}

// literal is a literal's value.
func literal(o program.Operand) int64 {
	if o.Dtype == optab.I32 {
		return int64(int32(o.Bits))
	}
	return int64(o.Bits)
}

// arrive adds what comes to a block, and reports whether that is more than came before.
func (r *ranges) arrive(to int, s spans) (more bool) {
	if r.start[to] == nil {
		r.start[to] = slices.Clone(s)
		return true
	}
	const patience = 3 // rounds after which intervals grow by steps
	for i, old := range r.start[to] {
		now := old.join(s[i])
		if now == old {
			continue
		}
		more = true
		if r.visits[to] > patience {
			k, _ := slices.BinarySearch(r.steps, now.hi)
			now.hi = r.steps[min(k, len(r.steps)-1)]
			k, at := slices.BinarySearch(r.steps, now.lo)
			if !at {
				k--
			}
			now.lo = r.steps[max(k, 0)]
		}
		r.start[to][i] = now
	}
	if more {
		r.visits[to]++
	}
	return more
}

// block interprets a block and calls leave for each edge that lanes may take.
func (r *ranges) block(b int, record bool, leave func(to int, s spans)) {
	if r.start[b] == nil {
		return
	}
	s := slices.Clone(r.start[b])
	made := map[string]*program.PrimOp{} // comparisons that still hold
	block := r.blocks[b]
	for i, in := range block.Instrs {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				r.set(s, made, name, typeSpan(r.typeOf(name)))
			}
			continue
		}
		op := in.(*program.PrimOp)
		if record && op.Op.Info().Row.Effect == optab.Faults {
			var list []span
			for _, o := range op.In {
				list = append(list, r.operand(s, o))
			}
			r.found[site{b, i}] = list
		}
		results := make([]span, len(op.Out))
		for k := range op.Out {
			results[k] = r.result(s, op, k)
		}
		for k, out := range op.Out {
			r.set(s, made, out.Name, results[k])
		}
		if to := op.Out[0].Name; len(op.Out) == 1 && r.typeOf(to) == optab.Bool && !slices.Contains(program.Reads(op, nil), to) {
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
		return
	}
	for _, to := range r.succs[b] {
		leave(to, s)
	}
}

// set gives a variable a range. What was compared with it does not hold any more.
func (r *ranges) set(s spans, made map[string]*program.PrimOp, name string, to span) {
	delete(made, name)
	for cond, op := range made {
		if slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() && o.Name == name }) {
			delete(made, cond)
		}
	}
	if i, ok := r.number[name]; ok {
		s[i] = to
	}
}

// operand is the range of an operand.
func (r *ranges) operand(s spans, o program.Operand) span {
	if o.IsLiteral() {
		return span{literal(o), literal(o)}
	}
	if i, ok := r.number[o.Name]; ok {
		return s[i]
	}
	if _, ok := r.prog.VarDefs.Lookup(o.Name); ok {
		return typeSpan(r.typeOf(o.Name))
	}
	return anything
}

// result is the range of a result of an operation.
func (r *ranges) result(s spans, op *program.PrimOp, k int) span {
	name := op.Out[k].Name
	if r.isArray(name) {
		return anything
	}
	whole := typeSpan(r.typeOf(name))
	in := func(i int) span { return r.operand(s, op.In[i]) }
	if op.Op == program.OpCopy {
		return in(k)
	}
	x, y := anything, anything
	if len(op.In) > 0 {
		x = in(0)
	}
	if len(op.In) > 1 {
		y = in(1)
	}
	const small = 1 << 40 // sums and products of less do not overflow
	fits := x.lo > -small && x.hi < small && y.lo > -small && y.hi < small
	got := whole
	switch op.Op.Info().Row.Name {
	case "const":
		got = x
	case "add":
		if fits {
			got = span{x.lo + y.lo, x.hi + y.hi}
		}
	case "sub":
		if fits {
			got = span{x.lo - y.hi, x.hi - y.lo}
		}
	case "mul":
		if fits && max(-x.lo, x.hi) < 1<<20 && max(-y.lo, y.hi) < 1<<20 {
			p := []int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
			got = span{slices.Min(p), slices.Max(p)}
		}
	case "min":
		got = span{min(x.lo, y.lo), min(x.hi, y.hi)}
	case "max":
		got = span{max(x.lo, y.lo), max(x.hi, y.hi)}
	case "and":
		switch {
		case y.lo >= 0:
			got = span{0, y.hi}
		case x.lo >= 0:
			got = span{0, x.hi}
		}
	case "rem":
		if y.lo > 0 && y.hi < small {
			got = span{1 - y.hi, y.hi - 1}
			if x.lo >= 0 {
				got.lo = 0
			}
		}
	case "select":
		got = in(1).join(in(2))
	case "index":
		if u := r.prog.Uniform(op.In[0].Name); u != nil && len(u.Data) > 0 && u.Type.Dtype.IsSigned() {
			got = span{math.MaxInt64, math.MinInt64}
			for _, bits := range u.Data {
				n := literal(program.Lit(u.Type.Dtype, bits))
				got = got.join(span{n, n})
			}
		}
	case "checkindex":
		got = span{max(x.lo, 0), min(x.hi, max(y.hi, 1)-1)}
	case "checkslice", "checklen":
		got = span{max(x.lo, 0), min(x.hi, max(y.hi, 0))}
	case "convert_i64":
		if from := op.Op.Info().Type; from == optab.I32 || from == optab.U32 {
			got = x
		}
	}
	if got.lo < whole.lo || got.hi > whole.hi || got.empty() {
		return whole
	}
	return got
}

// assume narrows ranges by a condition that holds or does not. It reports false if that
// cannot be.
func (r *ranges) assume(s spans, made map[string]*program.PrimOp, cond program.Operand, holds bool) bool {
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
	case op.Op.Info().Type != optab.I64 && op.Op.Info().Type != optab.I32:
		return true
	}
	if !holds {
		row = map[string]string{"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}[row]
	}
	x, y := r.operand(s, op.In[0]), r.operand(s, op.In[1])
	switch row {
	case "gt":
		y, x = below(y, x, 1)
	case "ge":
		y, x = below(y, x, 0)
	case "lt":
		x, y = below(x, y, 1)
	case "le":
		x, y = below(x, y, 0)
	case "eq":
		x = span{max(x.lo, y.lo), min(x.hi, y.hi)}
		y = x
	}
	if x.empty() || y.empty() {
		return false
	}
	for i, v := range []span{x, y} {
		if k, ok := r.number[op.In[i].Name]; ok && !op.In[i].IsLiteral() {
			s[k] = v
		}
	}
	return true
}

// below narrows x and y where x is by at least so much less than y.
func below(x, y span, by int64) (span, span) {
	if y.hi > math.MinInt64 {
		x.hi = min(x.hi, y.hi-by)
	}
	if x.lo < math.MaxInt64 {
		y.lo = max(y.lo, x.lo+by)
	}
	return x, y
}

// exists reports whether an index, operand k of the instruction, is known to be one of n.
func (g *graph) exists(at site, k, n int) bool {
	if g.blocks[at.block].Instrs[at.instr].(*program.PrimOp).Proven {
		return true
	}
	list := g.ranges[at]
	return k < len(list) && list[k].lo >= 0 && list[k].hi < int64(n)
}
