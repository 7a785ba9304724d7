package circuit

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
)

// What a function is called with, and what it gives back, is known of all its calls together: a
// recursion over parts of a slice never gets one that is longer than the slice.

// summaries are the ranges of parameters and results of a program's functions, by number. Those of
// an array are of what is in it. There are none if nothing is known.
type summaries []summary

type summary struct {
	c                   *Circuit // nil if there is none: what the function does is not known
	known               *known
	parameters, results []ranges.Range
	callers             []int
	called              bool  // so that it is looked at, though nothing is known of what it is called with
	grown               uint8 // how often a range has
}

// summariesOf finds the summaries of a program's functions; circuits of those without one are nil.
func summariesOf(p *program.Program, circuits []*Circuit) summaries {
	w := make(summaries, len(circuits))
	if len(p.Functions) == 0 {
		if c := circuits[0]; c != nil {
			w[0] = summary{c: c, parameters: atEdge(p, c)}
		}
		return w
	}
	for i, c := range circuits {
		if c != nil {
			w[i] = summary{c: c, parameters: bottoms(c.Params), results: bottoms(c.Results)}
		}
	}
	var work []int
	push := func(f int) {
		if w[f].c != nil && !slices.Contains(work, f) {
			work = append(work, f)
		}
	}
	w.giveUp(p, push)
	for rounds := 0; len(work) > 0; rounds++ {
		s := &w[work[0]]
		work = work[1:]
		if rounds > 8*len(circuits)+8 {
			return nil
		}
		if s.known == nil {
			s.known = newKnown(s.c, w)
		} else {
			s.known.again()
		}
		if !s.known.solve() {
			return nil
		}
		w.learn(s.known, push)
	}
	for i := range w {
		if k := w[i].known; k != nil {
			k.c.known = k
		}
	}
	return w
}

// atEdge returns what the parameters of a program are, which its Go types may say. A slice has no more elements than
// there is room for: the caller that runs lanes has checked that.
func atEdge(p *program.Program, c *Circuit) []ranges.Range {
	list := make([]ranges.Range, len(c.Params))
	var lens map[string]program.Slice // found when the first is asked for
	for i, v := range c.Params {
		t := p.VarDefs.Def(v.Name).Go
		list[i] = ranges.OfColumn(t, v.Type.Dtype)
		if t == program.GoLen {
			if lens == nil {
				lens = lengths(p)
			}
			s := lens[v.Name]
			list[i] = ranges.Between(int64(s.Least()), int64(s.Cap))
		}
	}
	return list
}

// lengths returns the slices of a program's parameters by the variables that have their lengths.
func lengths(p *program.Program) map[string]program.Slice {
	lens := map[string]program.Slice{}
	flat := p.Flat(p.VarsIn)
	for _, s := range program.Slices(flat) {
		lens[flat[s.Len].Name] = s
	}
	return lens
}

// bottoms are the ranges of variables that were not computed yet.
func bottoms(vars []Variable) []ranges.Range {
	list := make([]ranges.Range, len(vars))
	for i, v := range vars {
		list[i] = bottom(v.Type.Dtype)
	}
	return list
}

// bottom is the range of what was not computed yet; that of a float says nothing.
func bottom(t program.Dtype) ranges.Range {
	if t.IsFloat() {
		return ranges.All(t)
	}
	return ranges.Empty
}

// giveUp notes what is not known: the parameters of the main function and of those that a
// function without a circuit calls.
func (w summaries) giveUp(p *program.Program, push func(int)) {
	all := func(f int) {
		if c := w[f].c; c != nil {
			for i, v := range c.Params {
				w[f].parameters[i] = ranges.All(v.Type.Dtype)
			}
			push(f)
		}
	}
	all(0)
	if c := w[0].c; c != nil {
		w[0].parameters = atEdge(p, c)
	}
	for i := range w {
		if w[i].c != nil {
			continue
		}
		g := &p.Graph
		if i > 0 {
			g = &p.Functions[i-1].Graph
		}
		for _, b := range g.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*program.FunctionCallOp); ok {
					all(numberOf(p, call.Callee))
				}
			}
		}
	}
}

// learn adds what an analysis of a circuit says of its calls and results.
func (w summaries) learn(k *known, push func(int)) {
	c := k.c
	given := make([]ranges.Range, 0, 16)
	for _, g := range k.order {
		m := c.Meta(g)
		if m.Kind != Call || !k.reached[k.s.early[g]] {
			continue
		}
		f := c.Callees[m.Param].function
		s := &w[f]
		if s.c == nil {
			continue
		}
		if !slices.Contains(s.callers, c.function) {
			s.callers = append(s.callers, c.function)
		}
		given = given[:0]
		for i := range s.parameters {
			given = append(given, k.content(c.Value(g, i), k.s.early[g]))
		}
		if s.join(k, s.parameters, given, s.c.Params) || !s.called {
			s.called = true
			push(f)
		}
	}
	s := &w[c.function]
	given = given[:0]
	for _, v := range c.Results {
		given = append(given, bottom(v.Type.Dtype))
	}
	for b := range k.s.Blocks {
		if end := k.s.Blocks[b].End; end != None && c.Kind(end) == Return && k.reached[b] {
			for i := range given {
				given[i] = given[i].Join(k.content(c.Value(end, i), int32(b)))
			}
		}
	}
	if s.join(k, s.results, given, c.Results) {
		for _, f := range s.callers {
			push(f)
		}
	}
}

// content returns the range of a value in a block, or of what is in an array.
func (k *known) content(x Ref, block int32) ranges.Range {
	switch k.c.Kind(x) {
	case Cell:
		i := k.c.Meta(x).Param
		if t := k.c.Cells[i].Type.Dtype; t.IsFloat() {
			return ranges.All(t)
		}
		return k.cells[i]
	case Uniform:
		return k.of[x]
	}
	return k.at(x, block, 2)
}

// join adds ranges to those of a list, and reports whether one grew.
func (s *summary) join(k *known, to, from []ranges.Range, of []Variable) (grew bool) {
	for i, was := range to {
		now := was.Join(from[i])
		if now == was {
			continue
		}
		if !was.IsEmpty() && s.grown < math.MaxUint8 {
			s.grown++
		}
		to[i] = k.widen(was, now, s.grown, of[i].Type.Dtype)
		grew = true
	}
	return grew
}

// parameter returns the range of a circuit's parameter.
func (w summaries) parameter(c *Circuit, i int) ranges.Range {
	if w != nil {
		return w[c.function].parameters[i]
	}
	return ranges.All(c.Params[i].Type.Dtype)
}

// result returns the range of a result of a function that a circuit calls.
func (w summaries) result(c *Circuit, callee uint64, i int, t program.Dtype) ranges.Range {
	if w != nil {
		if s := &w[c.Callees[callee].function]; s.c != nil {
			return s.results[i]
		}
	}
	return ranges.All(t)
}
